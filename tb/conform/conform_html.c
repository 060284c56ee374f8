/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the conformance statement as one page of HTML: XHTML markup with its style inside, without a script, and without
 * anything from elsewhere. */
#include "conform_out.h"

#include "regs.h"
#include "stimulus/control.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

static const char style[] =
    "@page{size:A4;margin:16mm}\n"
    "body{font:14px/1.45 system-ui,'Segoe UI',Helvetica,Arial,sans-serif;color:#1c2430;max-width:1100px;margin:2em "
    "auto;padding:0 1.5em}\n"
    "h1{font-size:26px;margin:0 0 .2em}\n"
    "h2{font-size:18px;margin:1.8em 0 .5em;padding-bottom:.2em;border-bottom:2px solid #1c2430}\n"
    "h3{font-size:15px;margin:1.3em 0 .4em}\n"
    "table{border-collapse:collapse;width:100%}\n"
    "th,td{text-align:left;vertical-align:top;padding:.32em .6em;border-bottom:1px solid #d5dae2}\n"
    "th{font-size:12px;color:#56606e;font-weight:600;border-bottom:1px solid #8b95a3}\n"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    "code{font:12px/1.4 ui-monospace,Consolas,'DejaVu Sans Mono',monospace;word-break:break-word}\n"
    ".v{display:inline-block;min-width:6.4em;text-align:center;border-radius:3px;padding:.05em "
    ".5em;font-size:12px;font-weight:600;white-space:nowrap}\n"
    ".pass{background:#d9f0dd;color:#12602a}\n"
    ".fail{background:#b3261e;color:#fff}\n"
    ".not{background:#fdebc8;color:#7a4b00}\n"
    ".na{background:#e8ebf0;color:#56606e}\n"
    "td.i{text-transform:uppercase}\n"
    ".small{font-size:12px;color:#56606e}\n"
    ".head{font-size:17px;padding:.15em .8em;margin-left:.6em;vertical-align:3px}\n"
    ".tiles{margin:1em 0}\n"
    ".tile{display:inline-block;border:1px solid #d5dae2;border-radius:6px;padding:.4em 1.1em;margin:0 .6em .6em "
    "0;text-align:center}\n"
    ".tile b{display:block;font-size:22px}\n"
    ".finding{border:1px solid #d5dae2;border-left:5px solid #b3261e;border-radius:4px;padding:.5em 1em;margin:.7em "
    "0;page-break-inside:avoid}\n"
    ".after{border-left-color:#c9a13b}\n"
    "dl{margin:.4em 0}\n"
    "dt{color:#56606e;float:left;clear:left;width:8em}\ndd{margin:0 0 .15em 8.6em}\n"
    "table.r{table-layout:fixed}\n"
    "table.r th:nth-child(1){width:9.5em}table.r th:nth-child(3){width:13em}table.r th:nth-child(4){width:11em}table.r "
    "th:nth-child(5){width:3em}\n"
    "tr{page-break-inside:avoid}\n"
    "@media print{body{margin:0;padding:0;max-width:none;font-size:11px}a{color:inherit;text-decoration:none}"
    ".v,.finding,.tile{-webkit-print-color-adjust:exact;print-color-adjust:exact}}\n";

/* Writes FORMAT, which may have %s, %llu and %lld; the text for a %s is escaped for markup. */
static void put(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put_safe(FILE *out, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c == '<')
			fputs("&lt;", out);
		else if (c == '>')
			fputs("&gt;", out);
		else if (c == '&')
			fputs("&amp;", out);
		else if (c == '"')
			fputs("&quot;", out);
		else
			fputc((c >= ' ' && c < 0x7F) || c == '\n' ? c : '?', out);
	}
}

static void put(FILE *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	for (const char *at = format; *at;) {
		size_t plain = strcspn(at, "%");
		fwrite(at, 1, plain, out);
		at += plain;
		if (!*at)
			break;
		if (at[1] == 's') {
			put_safe(out, va_arg(args, const char *));
			at += 2;
		} else if (!strncmp(at, "%llu", 4)) {
			fprintf(out, "%llu", va_arg(args, unsigned long long));
			at += 4;
		} else if (!strncmp(at, "%lld", 4)) {
			fprintf(out, "%lld", va_arg(args, long long));
			at += 4;
		} else {
			assert(!"a format that put() has not");
		}
	}
	va_end(args);
}

static const char *verdict_class(enum verdict verdict)
{
	static const char *const classes[VERDICT_COUNT] = { "pass", "fail", "not", "na", "na" };

	return classes[verdict];
}

static void html_identity(FILE *out, const struct conformance *c)
{
	char seeds[64], clock[32], found[CONFORMANCE_FOUND];
	bool pass = conformance_clean(c) && c->runs && !c->partial && conformance_decides(c);

	put(out, "<h1>Conformance statement: %s<span class=\"v head %s\">%s</span></h1>\n", c->dut->name, pass ? "pass" : "fail",
	    conform_headline(c));
	put(out,
	    "<p>Flow control and statistics of an Ethernet MAC at its pins, by IEEE 802.3 clauses 4, 22, 30, 31 and 46, "
	    "annexes 31B and 31D, "
	    "judged by pausebench from what %s.</p>\n",
	    c->captures ? "captures of its two wires show" : "it did in simulation");
	put(out, "<div class=\"tiles\">");
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (conformance_knows(c, (enum verdict)v))
			put(out, "<span class=\"tile\"><b>%llu</b><span class=\"v %s\">%s</span></span>\n",
			    (unsigned long long)conformance_total(c, (enum verdict)v), verdict_class((enum verdict)v),
			    verdict_names[v]);
	put(out, "</div>\n");
	if (c->group_count)
		put(out, "<p><a href=\"#findings\">%s</a></p>\n", conformance_found(c, found));
	put(out, "<h2>Identity</h2>\n<table>\n");
	put(out, "<tr><th>MAC</th><td>%s<br/>%s</td></tr>\n", c->dut->name, c->dut->document);
	put(out, "<tr><th>Interface</th><td class=\"i\">%s</td></tr>\n<tr><th>Clock</th><td>%s MHz</td></tr>\n",
	    phy_table[c->dut->phy].name, conform_megahertz(c, clock, sizeof(clock)));
	if (c->profile)
		put(out, "<tr><th>Profile</th><td><code>%s</code><br/>SHA-256 <code>%s</code></td></tr>\n", c->profile,
		    c->profile_hash);
	if (c->rtl_hash)
		put(out, "<tr><th>RTL</th><td>SHA-256 <code>%s</code></td></tr>\n", c->rtl_hash);
	put(out, "<tr><th>Bench</th><td>pausebench %s</td></tr>\n", c->version);
	if (c->captures) {
		for (size_t i = 0; i < CONFORMANCE_LINES; i++)
			put(out, "<tr><th>%s</th><td>%s</td></tr>\n", i ? "" : "Captures", c->captures->lines[i]);
		put(out, "<tr><th>Checks</th><td>%llu, %s</td></tr>\n</table>\n", (unsigned long long)c->checks,
		    conformance_found(c, found));
		return;
	}
	put(out, "<tr><th>Runs</th><td>%llu (%llu skipped), %s%s</td></tr>\n", (unsigned long long)c->runs,
	    (unsigned long long)c->skipped, conform_seeds(c, seeds, sizeof(seeds)),
	    c->black_box ? "; judged by wires and registers alone" : "");
	put(out, "<tr><th>Checks</th><td>%llu in %llu clock cycles, %s</td></tr>\n</table>\n", (unsigned long long)c->checks,
	    (unsigned long long)c->cycles, conformance_found(c, found));
}

static void html_reasons(FILE *out, const struct worth *worth)
{
	char about[WORTH_REASON_TEXT], explains[WORTH_REASON_TEXT];

	if (worth->reasons_error)
		put(out, "<p>The reasons of the MAC's owner could not be read: %s</p>\n", worth->reasons_error);
	if (!worth->reasons.count || worth->reasons_error)
		return;
	put(out,
	    "<h3>Reasons of the MAC's owner</h3>\n<table>\n<tr><th>What</th><th>What has the reason</th><th>Reason</th></tr>\n");
	for (size_t i = 0; i < worth->reasons.count; i++)
		put(out, "<tr><td><code>%s</code></td><td>%s</td><td>%s</td></tr>\n",
		    worth_reason_about(&worth->reasons.list[i], about), worth_reason_explains(&worth->reasons.list[i], explains),
		    worth->reasons.list[i].why);
	put(out, "</table>\n");
}

static void html_worth(FILE *out, const struct conformance *c)
{
	char text[WORTH_TEXT];

	if (!c->worth.asked)
		return;
	put(out, "<h2>What this suite sees of the MAC</h2>\n<table>\n");
	for (int k = 0; k < WORTH_KINDS; k++)
		put(out, "<tr><th>%s</th><td>%s</td></tr>\n", k == WORTH_COVERAGE ? "Coverage" : "Mutants",
		    worth_text(&c->worth, (enum worth_kind)k, text));
	put(out, "</table>\n");
	html_reasons(out, &c->worth);
}

static void html_findings(FILE *out, const struct conformance *c)
{
	put(out, "<h2 id=\"findings\">Findings</h2>\n");
	if (!c->group_count)
		put(out, "<p>None.</p>\n");
	for (size_t i = 0; i < c->group_count; i++) {
		const struct finding_group *g = &c->groups[i];
		const struct rule_row *rule = &rule_table[g->example.rule];
		const char *source, *text = finding_text(c, g, &source);
		put(out, "<div class=\"finding%s\" id=\"finding-%llu\"><b>%llu. %s</b>: %s ", g->first ? "" : " after",
		    (unsigned long long)i + 1, (unsigned long long)i + 1, rule->name, g->what);
		put(out, "<span class=\"small\">%llu finding%s in %llu run%s", (unsigned long long)g->findings,
		    g->findings == 1 ? "" : "s", (unsigned long long)g->runs, g->runs == 1 ? "" : "s");
		if (g->first)
			put(out, ", the first one of %llu</span>\n", (unsigned long long)g->first_runs);
		else
			put(out, "; only after other findings of the same run</span>\n");
		put(out, "<div class=\"small\">%s [%s]</div>\n<dl><dt>expected</dt><dd>%s</dd><dt>actual</dt><dd>%s</dd>\n", text,
		    source, g->example.expected, g->example.actual);
		if (g->example.why[0])
			put(out, "<dt>why</dt><dd>%s</dd>\n", g->example.why);
		if (c->captures)
			put(out, "<dt>at</dt><dd>%s</dd>\n", g->stimulus);
		else
			put(out, "<dt>smallest run</dt><dd>%s, clock cycle %llu</dd>\n", g->stimulus,
			    (unsigned long long)g->example.cycle);
		put(out, "<dt>repeat</dt><dd><code>%s</code></dd>", g->repeat ? g->repeat : "");
		if (g->blame)
			put(out, "<dt>contradicts</dt><dd><code>%s</code></dd>", g->blame);
		put(out, "</dl></div>\n");
	}
}

static void html_waivers(FILE *out, const struct conformance *c)
{
	put(out, "<h2>Waivers</h2>\n");
	if (!c->dut->waiver_count) {
		put(out, "<p>None: nothing that was found is left out.</p>\n");
		return;
	}
	put(out, "<table>\n<tr><th>Rule</th><th>Where</th><th class=\"n\">Findings</th><th>Reason</th></tr>\n");
	for (size_t i = 0; i < c->dut->waiver_count; i++) {
		const struct dut_waiver *w = &c->dut->waivers[i];
		put(out, "<tr><td><code>%s</code></td><td>%s</td><td class=\"n\">%llu</td><td>%s", rule_table[w->rule].name,
		    w->where, (unsigned long long)c->waivers[i].waived, w->reason);
		if (conformance_idle(c, i))
			put(out, "<br/><span class=\"v fail\">finding</span> It matches nothing any more; remove it.");
		put(out, "</td></tr>\n");
	}
	put(out, "</table>\n");
}

static void html_measured(FILE *out, struct conformance *c)
{
	put(out,
	    "<h2>Measured times</h2>\n<p class=\"small\">In %s, at the pins, in all runs; the median is that of the first %llu "
	    "of each "
	    "run.</p>\n<table>\n<tr><th>Time</th><th class=\"n\">Count</th><th class=\"n\">Least</th><th class=\"n\">Median</th>"
	    "<th class=\"n\">Greatest</th><th class=\"n\">Limit</th><th class=\"n\">Stated</th></tr>\n",
	    c->dut->phy == PHY_MII ? "clocks" : "octet times", (unsigned long long)MEASURED_SAMPLES);
	for (int k = 0; k < MEASURE_KIND_COUNT; k++) {
		const char *source = "";
		int64_t limit = measure_limit(c->dut, (enum measure_kind)k, &source), from, to;
		if (!c->measured.kind[k].count || measure_table[k].helps)
			continue;
		put(out, "<tr><td><b>%s</b><br/><span class=\"small\">%s%s%s</span></td>", measure_table[k].name,
		    measure_table[k].text, *source ? "; limit: " : "", source);
		put(out, "<td class=\"n\">%llu</td><td class=\"n\">%lld</td><td class=\"n\">%lld</td><td class=\"n\">%lld</td>",
		    (unsigned long long)c->measured.kind[k].count, (long long)c->measured.kind[k].min,
		    (long long)measured_median(&c->measured, (enum measure_kind)k), (long long)c->measured.kind[k].max);
		if (limit == INT64_MAX)
			put(out, "<td class=\"n\">-</td>");
		else
			put(out, "<td class=\"n\">%lld <span class=\"v %s\">%s</span></td>", (long long)limit,
			    c->measured.kind[k].max > limit ? "fail" : "pass",
			    c->measured.kind[k].max > limit ? "exceeded" : "kept");
		if (measure_stated(c->dut, (enum measure_kind)k, &from, &to))
			put(out, "<td class=\"n\">%lld to %lld</td></tr>\n", (long long)from, (long long)to);
		else
			put(out, "<td class=\"n\">-</td></tr>\n");
	}
	put(out, "</table>\n");
}

static void html_requirement(FILE *out, struct conformance *c, size_t i)
{
	const struct requirement *r = &requirement_table[i];
	const struct requirement_result *result = &c->requirements[i];
	char rules[512], measured[192], undecided[CONFORMANCE_UNDECIDED];

	put(out, "<tr id=\"%s\"><td><span class=\"v %s\">%s</span></td><td>%s", r->id, verdict_class(result->verdict),
	    verdict_names[result->verdict], r->text);
	if (result->verdict == VERDICT_NOT_APPLICABLE)
		put(out, "<br/><span class=\"small\">The MAC lacks: %s.</span>", result->reason);
	else if (*result->reason)
		put(out, "<br/><span class=\"small\">The profile says %s.</span>", result->reason);
	if (conformance_undecided(c, r, undecided, sizeof(undecided)) && result->verdict != VERDICT_NOT_APPLICABLE)
		put(out, "<br/><span class=\"small\">Not decidable from captures: %s.</span>", undecided);
	if (requirement_measured(c, r, measured, sizeof(measured)))
		put(out, "<br/><span class=\"small\">%s</span>", measured);
	if (result->group)
		put(out, "<br/><span class=\"small\"><a href=\"#finding-%llu\">finding %llu</a>%s</span>",
		    (unsigned long long)result->group, (unsigned long long)result->group,
		    c->groups[result->group - 1].first ? "" : ", only after other findings");
	put(out, "<br/><span class=\"small\">%s: %s</span></td>", r->id, requirement_rules(r, rules, sizeof(rules)));
	put(out, "<td>%s<br/><span class=\"small\">%s</span></td><td class=\"small\">%s</td>", r->clause, r->item, r->purpose);
	if (!c->captures)
		put(out, "<td class=\"n\">%llu</td>", (unsigned long long)result->runs);
	put(out, "</tr>\n");
}

static void html_requirements(FILE *out, struct conformance *c)
{
	bool open = false;

	put(out, "<h2>Requirements</h2>\n");
	for (size_t i = 0; i < requirement_count; i++) {
		const struct requirement *r = &requirement_table[i];
		if (!r->group) {
			html_requirement(out, c, i);
			continue;
		}
		if (open)
			put(out, "</table>\n");
		put(out, "<h3>");
		put(out,
		    "%s</h3>\n<table class=\"r\">\n<tr><th>Verdict</th><th>Requirement and the rules it rests on</th><th>Clause, "
		    "PICS item</th><th>UNH-IOL</th>%s</tr>\n",
		    r->group, c->captures ? "" : "<th class=\"n\">Runs</th>");
		open = true;
	}
	put(out, "</table>\n");
}

static void html_counters(FILE *out, const struct conformance *c)
{
	const struct reg_page *page = dut_page(c->dut);

	put(out,
	    "<h2>Counters</h2>\n<p class=\"small\">What each counts by the profile or the device's document, and in how many "
	    "runs reads saw it "
	    "move, or stand still although frames of its direction had passed.</p>\n<table>\n<tr><th>Counter</th><th>Counts</th>"
	    "<th class=\"n\">Moved</th><th class=\"n\">Still</th></tr>\n");
	for (size_t i = 0; page && i < page->count && i < PM_COUNTERS_MAX; i++)
		if (page->rows[i].kind == REG_COUNTER)
			put(out,
			    "<tr><td><code>%s</code></td><td>%s%s</td><td class=\"n\">%llu</td><td class=\"n\">%llu</td></tr>\n",
			    page->rows[i].name, page->rows[i].meaning, c->moved[i] ? "" : " (not exercised)",
			    (unsigned long long)c->moved[i], (unsigned long long)c->still[i]);
	put(out,
	    "<tr><td colspan=\"4\" class=\"small\">A counter that is judged wrong is a finding above.</td></tr>\n</table>\n");
}

static void html_controls(FILE *out, const struct conformance *c)
{
	if (!c->controls_known)
		return;
	put(out,
	    "<h2>Controls</h2>\n<p class=\"small\">How many stimuli vary each, and one that would find a control that stands "
	    "still.</p>\n<table>\n<tr><th>Control</th><th>Its effect is seen in</th><th class=\"n\">Varied</th></tr>\n");
	for (size_t i = 0; i < PM_CONTROL_COUNT; i++)
		if (c->controls[i].has)
			put(out, "<tr><td><code>%s</code></td><td>%s</td><td class=\"n\">%llu</td></tr>\n", control_table[i].name,
			    c->controls[i].seen ? c->controls[i].stimulus : "not exercised: no effect was seen",
			    (unsigned long long)c->controls[i].varied);
	put(out, "</table>\n");
}

static void html_lacks(FILE *out, const struct conformance *c)
{
	bool any = false;

	put(out, "<h2>What the MAC lacks</h2>\n<p>");
	for (const struct dut_capability_row *row = dut_capabilities; row < dut_capabilities + CAPABILITY_COUNT; row++)
		if (capability_lacking(c, row)) {
			put(out, "%s%s", any ? ", " : "", row->what);
			any = true;
		}
	put(out, "%s.</p>\n", any ? "" : "Nothing that this bench knows");
}

void conform_html(FILE *out, struct conformance *c)
{
	put(out,
	    "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"UTF-8\"/>\n"
	    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>Conformance of "
	    "%s</title>\n<style>",
	    c->dut->name);
	fputs(style, out);
	put(out, "</style>\n</head>\n<body>\n");
	html_identity(out, c);
	html_worth(out, c);
	html_waivers(out, c);
	html_requirements(out, c);
	if (!c->captures)
		html_measured(out, c);
	html_counters(out, c);
	html_controls(out, c);
	html_lacks(out, c);
	html_findings(out, c);
	put(out,
	    "<p class=\"small\">A requirement passes only if this run exercised what it rests on; how to read this page is in "
	    "doc/use/conformance.md of the bench.</p>\n</body>\n</html>\n");
}
