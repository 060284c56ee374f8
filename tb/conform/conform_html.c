/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the conformance statement as one page of HTML: XHTML markup with its style inside, without a script, and without
 * anything from elsewhere. */
#include "conform_out.h"

#include "regs.h"
#include "report/page.h"
#include "stimulus/control.h"

#include <stdio.h>
#include <string.h>

/* The build makes a string literal of the file. */
static const char style[] =
#include "conform/page.css.inc"
    ;

static const char *verdict_class(enum verdict verdict)
{
	static const char *const classes[VERDICT_COUNT] = { "pass", "fail", "not", "na", "na" };

	return classes[verdict];
}

static void html_identity(FILE *out, const struct conformance *c)
{
	char seeds[64], clock[32], found[CONFORMANCE_FOUND];
	bool pass = conformance_clean(c) && c->runs && !c->partial && conformance_decides(c);

	page_put(out, "<h1>Conformance statement: %s<span class=\"v head %s\">%s</span></h1>\n", c->dut->name,
	         pass ? "pass" : "fail", conform_headline(c));
	page_put(out,
	         "<p>Flow control and statistics of an Ethernet MAC at its pins, by IEEE 802.3 clauses 4, 22, 30, 31 and 46, "
	         "annexes 31B and 31D, "
	         "judged by pausebench from what %s.</p>\n",
	         c->captures ? "captures of its two wires show" : "it did in simulation");
	page_put(out, "<div class=\"tiles\">");
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (conformance_knows(c, (enum verdict)v))
			page_put(out, "<span class=\"tile\"><b>%llu</b><span class=\"v %s\">%s</span></span>\n",
			         (unsigned long long)conformance_total(c, (enum verdict)v), verdict_class((enum verdict)v),
			         verdict_names[v]);
	page_put(out, "</div>\n");
	if (c->group_count)
		page_put(out, "<p><a href=\"#findings\">%s</a></p>\n", conformance_found(c, found));
	page_put(out, "<h2>Identity</h2>\n<div class=\"scroll\">\n<table>\n");
	page_put(out, "<tr><th>MAC</th><td>%s<br/>%s</td></tr>\n", c->dut->name, c->dut->document);
	page_put(out, "<tr><th>Interface</th><td class=\"i\">%s</td></tr>\n<tr><th>Clock</th><td>%s MHz</td></tr>\n",
	         phy_table[c->dut->phy].name, conform_megahertz(c, clock, sizeof(clock)));
	if (c->profile)
		page_put(out, "<tr><th>Profile</th><td><code>%s</code><br/>SHA-256 <code>%s</code></td></tr>\n", c->profile,
		         c->profile_hash);
	if (c->rtl_hash)
		page_put(out, "<tr><th>RTL</th><td>SHA-256 <code>%s</code></td></tr>\n", c->rtl_hash);
	page_put(out, "<tr><th>Bench</th><td>pausebench %s</td></tr>\n", c->version);
	if (c->captures) {
		for (size_t i = 0; i < CONFORMANCE_LINES; i++)
			page_put(out, "<tr><th>%s</th><td>%s</td></tr>\n", i ? "" : "Captures", c->captures->lines[i]);
		page_put(out, "<tr><th>Checks</th><td>%llu, %s</td></tr>\n</table>\n</div>\n", (unsigned long long)c->checks,
		         conformance_found(c, found));
		return;
	}
	page_put(out, "<tr><th>Runs</th><td>%llu (%llu skipped), %s%s</td></tr>\n", (unsigned long long)c->runs,
	         (unsigned long long)c->skipped, conform_seeds(c, seeds, sizeof(seeds)),
	         c->black_box ? "; judged by wires and registers alone" : "");
	page_put(out, "<tr><th>Checks</th><td>%llu in %llu clock cycles, %s</td></tr>\n</table>\n</div>\n",
	         (unsigned long long)c->checks, (unsigned long long)c->cycles, conformance_found(c, found));
}

static void html_reasons(FILE *out, const struct worth *worth)
{
	char about[WORTH_REASON_TEXT], explains[WORTH_REASON_TEXT];

	if (worth->reasons_error)
		page_put(out, "<p>The reasons of the MAC's owner could not be read: %s</p>\n", worth->reasons_error);
	if (!worth->reasons.count || worth->reasons_error)
		return;
	page_put(out, "<h3>Reasons of the MAC's owner</h3>\n<div class=\"scroll\">\n<table>\n<tr><th>What</th><th>What has the "
	              "reason</th><th>Reason</th></tr>\n");
	for (size_t i = 0; i < worth->reasons.count; i++)
		page_put(out, "<tr><td><code>%s</code></td><td>%s</td><td>%s</td></tr>\n",
		         worth_reason_about(&worth->reasons.list[i], about),
		         worth_reason_explains(&worth->reasons.list[i], explains), worth->reasons.list[i].why);
	page_put(out, "</table>\n</div>\n");
}

static void html_worth(FILE *out, const struct conformance *c)
{
	char text[WORTH_TEXT];

	if (!c->worth.asked)
		return;
	page_put(out, "<h2>What this suite sees of the MAC</h2>\n<div class=\"scroll\">\n<table>\n");
	for (int k = 0; k < WORTH_KINDS; k++)
		page_put(out, "<tr><th>%s</th><td>%s</td></tr>\n", k == WORTH_COVERAGE ? "Coverage" : "Mutants",
		         worth_text(&c->worth, (enum worth_kind)k, text));
	page_put(out, "</table>\n</div>\n");
	html_reasons(out, &c->worth);
}

static void html_findings(FILE *out, const struct conformance *c)
{
	page_put(out, "<h2 id=\"findings\">Findings</h2>\n");
	if (!c->group_count)
		page_put(out, "<p>None.</p>\n");
	for (size_t i = 0; i < c->group_count; i++) {
		const struct finding_group *g = &c->groups[i];
		const struct rule_row *rule = &rule_table[g->example.rule];
		const char *source, *text = finding_text(c, g, &source);
		page_put(out, "<div class=\"finding%s\" id=\"finding-%llu\"><b>%llu. %s</b>: %s ", g->first ? "" : " after",
		         (unsigned long long)i + 1, (unsigned long long)i + 1, rule->name, g->what);
		page_put(out, "<span class=\"small\">%llu finding%s in %llu run%s", (unsigned long long)g->findings,
		         g->findings == 1 ? "" : "s", (unsigned long long)g->runs, g->runs == 1 ? "" : "s");
		if (g->first)
			page_put(out, ", the first one of %llu</span>\n", (unsigned long long)g->first_runs);
		else
			page_put(out, "; only after other findings of the same run</span>\n");
		page_put(out, "<div class=\"small\">%s [%s]</div>\n<dl><dt>expected</dt><dd>%s</dd><dt>actual</dt><dd>%s</dd>\n",
		         text, source, g->example.expected, g->example.actual);
		if (g->example.why[0])
			page_put(out, "<dt>why</dt><dd>%s</dd>\n", g->example.why);
		if (c->captures)
			page_put(out, "<dt>at</dt><dd>%s</dd>\n", g->stimulus);
		else
			page_put(out, "<dt>smallest run</dt><dd>%s, clock cycle %llu</dd>\n", g->stimulus,
			         (unsigned long long)g->example.cycle);
		page_put(out, "<dt>repeat</dt><dd><code>%s</code></dd>", g->repeat ? g->repeat : "");
		if (g->blame)
			page_put(out, "<dt>contradicts</dt><dd><code>%s</code></dd>", g->blame);
		page_put(out, "</dl></div>\n");
	}
}

static void html_waivers(FILE *out, const struct conformance *c)
{
	page_put(out, "<h2>Waivers</h2>\n");
	if (!c->dut->waiver_count) {
		page_put(out, "<p>None: nothing that was found is left out.</p>\n");
		return;
	}
	page_put(out, "<div class=\"scroll\">\n<table>\n<tr><th>Rule</th><th>Where</th><th "
	              "class=\"n\">Findings</th><th>Reason</th></tr>\n");
	for (size_t i = 0; i < c->dut->waiver_count; i++) {
		const struct dut_waiver *w = &c->dut->waivers[i];
		page_put(out, "<tr><td><code>%s</code></td><td>%s</td><td class=\"n\">%llu</td><td>%s", rule_table[w->rule].name,
		         w->where, (unsigned long long)c->waivers[i].waived, w->reason);
		if (conformance_idle(c, i))
			page_put(out, "<br/><span class=\"v fail\">finding</span> It matches nothing any more; remove it.");
		page_put(out, "</td></tr>\n");
	}
	page_put(out, "</table>\n</div>\n");
}

static void html_measured(FILE *out, struct conformance *c)
{
	page_put(
	    out,
	    "<h2>Measured times</h2>\n<p class=\"small\">In %s, at the pins, in all runs; the median is that of the first %llu "
	    "of each "
	    "run.</p>\n<div class=\"scroll\">\n<table>\n<tr><th>Time</th><th class=\"n\">Count</th><th class=\"n\">Least</th><th "
	    "class=\"n\">Median</th>"
	    "<th class=\"n\">Greatest</th><th class=\"n\">Limit</th><th class=\"n\">Stated</th></tr>\n",
	    c->dut->phy == PHY_MII ? "clocks" : "octet times", (unsigned long long)MEASURED_SAMPLES);
	for (int k = 0; k < MEASURE_KIND_COUNT; k++) {
		const char *source = "";
		int64_t limit = measure_limit(c->dut, (enum measure_kind)k, &source), from, to;
		if (!c->measured.kind[k].count || measure_table[k].helps)
			continue;
		page_put(out, "<tr><td><b>%s</b><br/><span class=\"small\">%s%s%s</span></td>", measure_table[k].name,
		         measure_table[k].text, *source ? "; limit: " : "", source);
		page_put(out,
		         "<td class=\"n\">%llu</td><td class=\"n\">%lld</td><td class=\"n\">%lld</td><td class=\"n\">%lld</td>",
		         (unsigned long long)c->measured.kind[k].count, (long long)c->measured.kind[k].min,
		         (long long)measured_median(&c->measured, (enum measure_kind)k), (long long)c->measured.kind[k].max);
		if (limit == INT64_MAX)
			page_put(out, "<td class=\"n\">-</td>");
		else
			page_put(out, "<td class=\"n\">%lld <span class=\"v %s\">%s</span></td>", (long long)limit,
			         c->measured.kind[k].max > limit ? "fail" : "pass",
			         c->measured.kind[k].max > limit ? "exceeded" : "kept");
		if (measure_stated(c->dut, (enum measure_kind)k, &from, &to))
			page_put(out, "<td class=\"n\">%lld to %lld</td></tr>\n", (long long)from, (long long)to);
		else
			page_put(out, "<td class=\"n\">-</td></tr>\n");
	}
	page_put(out, "</table>\n</div>\n");
}

static void html_requirement(FILE *out, struct conformance *c, size_t i)
{
	const struct requirement *r = &requirement_table[i];
	const struct requirement_result *result = &c->requirements[i];
	char rules[512], measured[192], undecided[CONFORMANCE_UNDECIDED];

	page_put(out, "<tr id=\"%s\"><td><span class=\"v %s\">%s</span></td><td>%s", r->id, verdict_class(result->verdict),
	         verdict_names[result->verdict], r->text);
	if (result->verdict == VERDICT_NOT_APPLICABLE)
		page_put(out, "<br/><span class=\"small\">The MAC lacks: %s.</span>", result->reason);
	else if (*result->reason)
		page_put(out, "<br/><span class=\"small\">%s%s.</span>",
		         result->verdict == VERDICT_FAIL ? "The profile says " : "Not judged: ", result->reason);
	if (conformance_undecided(c, r, undecided, sizeof(undecided)) && result->verdict != VERDICT_NOT_APPLICABLE)
		page_put(out, "<br/><span class=\"small\">Not decidable from captures: %s.</span>", undecided);
	if (requirement_measured(c, r, measured, sizeof(measured)))
		page_put(out, "<br/><span class=\"small\">%s</span>", measured);
	if (result->group)
		page_put(out, "<br/><span class=\"small\"><a href=\"#finding-%llu\">finding %llu</a>%s</span>",
		         (unsigned long long)result->group, (unsigned long long)result->group,
		         c->groups[result->group - 1].first ? "" : ", only after other findings");
	page_put(out, "<br/><span class=\"small\">%s: %s</span></td>", r->id, requirement_rules(r, rules, sizeof(rules)));
	page_put(out, "<td>%s<br/><span class=\"small\">%s</span></td><td class=\"small\">%s</td>", r->clause, r->item,
	         r->purpose);
	if (!c->captures)
		page_put(out, "<td class=\"n\">%llu</td>", (unsigned long long)result->runs);
	page_put(out, "</tr>\n");
}

static void html_requirements(FILE *out, struct conformance *c)
{
	bool open = false;

	page_put(out, "<h2>Requirements</h2>\n");
	for (size_t i = 0; i < requirement_count; i++) {
		const struct requirement *r = &requirement_table[i];
		if (!r->group) {
			html_requirement(out, c, i);
			continue;
		}
		if (open)
			page_put(out, "</table>\n");
		page_put(out,
		         "<h3>%s</h3>\n<table class=\"r\">\n<tr class=\"titles\"><th>Verdict</th><th>Requirement and the rules "
		         "it rests on</th><th>Clause, "
		         "PICS item</th><th>UNH-IOL</th>",
		         r->group);
		page_put(out, c->captures ? "</tr>\n" : "<th class=\"n\">Runs</th></tr>\n");
		open = true;
	}
	page_put(out, "</table>\n");
}

static void html_counters(FILE *out, const struct conformance *c)
{
	const struct reg_page *page = dut_page(c->dut);

	page_put(
	    out,
	    "<h2>Counters</h2>\n<p class=\"small\">What each counts by the profile or the device's document, and in how many "
	    "runs reads saw it "
	    "move, or stand still although frames of its direction had passed.</p>\n<div "
	    "class=\"scroll\">\n<table>\n<tr><th>Counter</th><th>Counts</th>"
	    "<th class=\"n\">Moved</th><th class=\"n\">Still</th></tr>\n");
	for (size_t i = 0; page && i < page->count && i < PM_COUNTERS_MAX; i++)
		if (page->rows[i].kind == REG_COUNTER)
			page_put(
			    out,
			    "<tr><td><code>%s</code></td><td>%s%s</td><td class=\"n\">%llu</td><td class=\"n\">%llu</td></tr>\n",
			    page->rows[i].name, page->rows[i].meaning, c->moved[i] ? "" : " (not exercised)",
			    (unsigned long long)c->moved[i], (unsigned long long)c->still[i]);
	page_put(out, "<tr><td colspan=\"4\" class=\"small\">A counter that is judged wrong is a finding "
	              "above.</td></tr>\n</table>\n</div>\n");
}

static void html_controls(FILE *out, const struct conformance *c)
{
	if (!c->controls_known)
		return;
	page_put(
	    out,
	    "<h2>Controls</h2>\n<p class=\"small\">How many stimuli vary each, and one that would find a control that stands "
	    "still.</p>\n<div class=\"scroll\">\n<table>\n<tr><th>Control</th><th>Its effect is seen in</th><th "
	    "class=\"n\">Varied</th></tr>\n");
	for (size_t i = 0; i < PM_CONTROL_COUNT; i++)
		if (c->controls[i].has)
			page_put(out, "<tr><td><code>%s</code></td><td>%s</td><td class=\"n\">%llu</td></tr>\n",
			         control_table[i].name,
			         c->controls[i].seen ? c->controls[i].stimulus : "not exercised: no effect was seen",
			         (unsigned long long)c->controls[i].varied);
	page_put(out, "</table>\n</div>\n");
}

static void html_lacks(FILE *out, const struct conformance *c)
{
	bool any = false;

	page_put(out, "<h2>What the MAC lacks</h2>\n<p>");
	for (const struct dut_capability_row *row = dut_capabilities; row < dut_capabilities + CAPABILITY_COUNT; row++)
		if (capability_lacking(c, row)) {
			page_put(out, "%s%s", any ? ", " : "", row->what);
			any = true;
		}
	page_put(out, "%s.</p>\n", any ? "" : "Nothing that this bench knows");
}

void conform_html(FILE *out, struct conformance *c)
{
	char title[128];

	snprintf(title, sizeof(title), "Conformance of %s", c->dut->name);
	page_begin(out, title, style, false);
	page_put(out, "<main>\n");
	html_identity(out, c);
	html_worth(out, c);
	html_waivers(out, c);
	html_requirements(out, c);
	if (!c->captures)
		html_measured(out, c);
	html_counters(out, c);
	html_controls(out, c);
	html_lacks(out, c);
	page_put(out, "<h2>What is not judged</h2>\n<p>%s.</p>\n", conformance_not_judged(c));
	html_findings(out, c);
	page_put(
	    out,
	    "<p class=\"small\">A requirement passes only if this run exercised what it rests on; how to read this page is in "
	    "doc/use/conformance.md of the bench.</p>\n</main>\n");
	page_end(out);
}
