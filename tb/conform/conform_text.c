/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the conformance statement as text. */
#include "conform_out.h"

#include "regs.h"
#include "stimulus/control.h"

#include <inttypes.h>
#include <string.h>

const char *requirement_rules(const struct requirement *r, char *ret, size_t size)
{
	size_t used = 0;

	*ret = 0;
	for (const int *at = r->rules; *at >= 0 && used < size; at++)
		used += (size_t)snprintf(ret + used, size - used, "%s%s", used ? ", " : "", rule_table[*at].name);
	return ret;
}

bool requirement_measured(struct conformance *c, const struct requirement *r, char *ret, size_t size)
{
	const char *source = "";
	int64_t limit;
	size_t used;

	if (r->measure < 0 || !c->measured.kind[r->measure].count)
		return false;
	limit = measure_limit(c->dut, (enum measure_kind)r->measure, &source);
	used = (size_t)snprintf(ret, size, "Measured %s: %" PRId64 " to %" PRId64 ", median %" PRId64 " %s",
	                        measure_table[r->measure].name, c->measured.kind[r->measure].min,
	                        c->measured.kind[r->measure].max, measured_median(&c->measured, (enum measure_kind)r->measure),
	                        c->dut->phy == PHY_MII ? "clocks" : "octet times");
	if (limit != INT64_MAX && used < size)
		snprintf(ret + used, size - used, ", limit %" PRId64, limit);
	return true;
}

const char *finding_text(const struct conformance *c, const struct finding_group *group, const char **ret_source)
{
	const char *counter = conformance_counter(c, group);

	if (counter) {
		*ret_source = requirement_by_id(counter)->clause;
		return requirement_by_id(counter)->text;
	}
	for (size_t i = 0; c->dut->profile && i < requirement_count; i++) {
		const struct requirement *r = &requirement_table[i];
		for (const int *at = r->rules; r->id && *r->clause && *at >= 0; at++)
			if (*at == (int)group->example.rule) {
				*ret_source = r->clause;
				return r->text;
			}
	}
	*ret_source = finding_document(&group->example);
	return finding_rule_text(&group->example);
}

const char *conformance_not_judged(const struct conformance *c)
{
	if (c->captures)
		return "Clock crossings: captures show when the wires changed, and not the clocks of the MAC";
	if (c->dut->clocks.several)
		return "What single bits that cross clocks do within a clock: synchronisers are late by a clock at most, and logic between clocks has no glitches";
	return "Clock crossings: the bench has one clock, to which all clocks of the MAC are tied";
}

const char *capability_lacking(const struct conformance *c, const struct dut_capability_row *row)
{
	const unsigned phys = CAP_GMII | CAP_XGMII | CAP_MII | CAP_OBS;

	return row->word && !(row->bit & phys) && !(control_capabilities(c->dut) & row->bit) ? row->what : NULL;
}

const char *conform_headline(const struct conformance *c)
{
	if (!conformance_clean(c))
		return c->partial ? "FAIL, PARTIAL" : "FAIL";
	if (!c->runs || !c->checks)
		return "NOTHING CHECKED";
	if (!conformance_decides(c))
		return "NOT DECIDED";
	return c->partial ? "PARTIAL" : "PASS";
}

const char *conform_seeds(const struct conformance *c, char *ret, size_t size)
{
	if (c->seed_from > c->seed_to)
		snprintf(ret, size, "no seeds");
	else
		snprintf(ret, size, "seeds %" PRIu32 " to %" PRIu32, c->seed_from, c->seed_to);
	return ret;
}

const char *conform_megahertz(const struct conformance *c, char *ret, size_t size)
{
	snprintf(ret, size, "%g", c->dut->clock_hz / 1e6);
	return ret;
}

/* Prints a list such as "a, b", or nothing. */
static void text_idle(FILE *out, const struct conformance *c, const char *title,
                      const char *(*next)(const struct conformance *c, size_t *i))
{
	const char *name;
	bool any = false;

	for (size_t i = 0; (name = next(c, &i)); any = true)
		fprintf(out, "%s%s", any ? ", " : title, name);
	if (any)
		fputs("\n", out);
}

static void text_identity(FILE *out, const struct conformance *c)
{
	char seeds[64], clock[32], found[CONFORMANCE_FOUND];

	conformance_found(c, found);
	fprintf(out, "Conformance statement of %s: %s\n\n", c->dut->name, conform_headline(c));
	fprintf(out, "  MAC        %s, %s, %s MHz\n", c->dut->document, phy_table[c->dut->phy].name,
	        conform_megahertz(c, clock, sizeof(clock)));
	if (c->profile)
		fprintf(out, "  profile    %s, SHA-256 %s\n", c->profile, c->profile_hash);
	if (c->rtl_hash)
		fprintf(out, "  RTL        SHA-256 %s\n", c->rtl_hash);
	fprintf(out, "  bench      pausebench %s\n", c->version);
	if (c->captures) {
		for (size_t i = 0; i < CONFORMANCE_LINES; i++)
			fprintf(out, "  %-9s  %s\n", i ? "" : "captures", c->captures->lines[i]);
		fprintf(out, "  checks     %" PRIu64 ", %s\n", c->checks, found);
	} else {
		fprintf(out, "  runs       %" PRIu64 " (%" PRIu64 " skipped), %s%s\n", c->runs, c->skipped,
		        conform_seeds(c, seeds, sizeof(seeds)), c->black_box ? ", wires and registers alone" : "");
		fprintf(out, "  checks     %" PRIu64 " in %" PRIu64 " cycles, %s\n", c->checks, c->cycles, found);
	}
	fprintf(out, "  verdicts   ");
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (conformance_knows(c, (enum verdict)v))
			fprintf(out, "%s%zu %s", v ? ", " : "", conformance_total(c, (enum verdict)v), verdict_names[v]);
	fputs("\n", out);
	if (!c->captures) {
		text_idle(out, c, "  counters that never moved, not exercised: ", conformance_idle_counter);
		text_idle(out, c, "  controls without an effect to be seen, not exercised: ", conformance_idle_control);
	}
}

static void text_requirements(FILE *out, struct conformance *c)
{
	char measured[192], undecided[CONFORMANCE_UNDECIDED];

	for (size_t i = 0; i < requirement_count; i++) {
		const struct requirement *r = &requirement_table[i];
		const struct requirement_result *result = &c->requirements[i];
		if (r->group) {
			fprintf(out, "\n%s\n", r->group);
			continue;
		}
		fprintf(out, "  %-14s  %-20s  %s [%s%s%s]\n", verdict_names[result->verdict], r->id, r->text, r->clause,
		        *r->item ? "; " : "", r->item);
		if (requirement_measured(c, r, measured, sizeof(measured)))
			fprintf(out, "  %-14s  %-20s  %s\n", "", "", measured);
		if (result->verdict == VERDICT_NOT_APPLICABLE)
			fprintf(out, "  %-14s  %-20s  lacks: %s\n", "", "", result->reason);
		else if (*result->reason)
			fprintf(out, "  %-14s  %-20s  %s%s\n", "", "",
			        result->verdict == VERDICT_FAIL ? "the profile says " : "not judged: ", result->reason);
		if (conformance_undecided(c, r, undecided, sizeof(undecided)) && result->verdict != VERDICT_NOT_APPLICABLE)
			fprintf(out, "  %-14s  %-20s  not decidable from captures: %s\n", "", "", undecided);
		if (result->group)
			fprintf(out, "  %-14s  %-20s  finding %zu%s\n", "", "", result->group,
			        c->groups[result->group - 1].first ? "" : ", only after other findings");
	}
}

static void text_measured(FILE *out, struct conformance *c)
{
	if (c->captures)
		return; /* nothing is measured */
	fprintf(out, "\nMeasured, in %s\n  %-10s  %8s  %8s  %8s  %8s  %8s  %s\n",
	        c->dut->phy == PHY_MII ? "clocks" : "octet times", "", "times", "least", "median", "greatest", "limit", "");
	for (int k = 0; k < MEASURE_KIND_COUNT; k++) {
		const char *source = "";
		int64_t limit = measure_limit(c->dut, (enum measure_kind)k, &source);
		if (!c->measured.kind[k].count || measure_table[k].helps)
			continue;
		fprintf(out, "  %-10s  %8" PRIu64 "  %8" PRId64 "  %8" PRId64 "  %8" PRId64 "  ", measure_table[k].name,
		        c->measured.kind[k].count, c->measured.kind[k].min, measured_median(&c->measured, (enum measure_kind)k),
		        c->measured.kind[k].max);
		if (limit == INT64_MAX)
			fprintf(out, "%8s  %s\n", "-", measure_table[k].text);
		else
			fprintf(out, "%8" PRId64 "%s %s\n", limit, c->measured.kind[k].max > limit ? "!" : " ",
			        measure_table[k].text);
	}
}

static void text_reasons(FILE *out, const struct worth *worth)
{
	char about[WORTH_REASON_TEXT], explains[WORTH_REASON_TEXT];

	if (worth->reasons_error)
		fprintf(out, "  reasons    not read: %s\n", worth->reasons_error);
	if (worth->reasons.count && !worth->reasons_error)
		fprintf(out, "\nReasons of the MAC's owner (%s)\n", worth->reasons.path);
	for (size_t i = 0; !worth->reasons_error && i < worth->reasons.count; i++) {
		const struct reason *reason = &worth->reasons.list[i];
		fprintf(out, "  %s: %s\n     %s\n", worth_reason_about(reason, about), worth_reason_explains(reason, explains),
		        reason->why);
	}
}

/* Prints the coverage and the mutants that were found, since a clean statement is worth no more than they say. */
static void text_worth(FILE *out, const struct conformance *c)
{
	char text[WORTH_TEXT];

	if (!c->worth.asked)
		return;
	fprintf(out, "\nWhat this suite sees of the MAC\n");
	for (int k = 0; k < WORTH_KINDS; k++)
		fprintf(out, "  %-9s  %s\n", worth_name((enum worth_kind)k), worth_text(&c->worth, (enum worth_kind)k, text));
	text_reasons(out, &c->worth);
}

static void text_findings(FILE *out, const struct conformance *c)
{
	fprintf(out, "\nFindings, by kind: rule and place\n");
	for (size_t i = 0; i < c->group_count; i++) {
		const struct finding_group *g = &c->groups[i];
		const struct rule_row *rule = &rule_table[g->example.rule];
		const char *source, *text = finding_text(c, g, &source);
		fprintf(out, "  %zu. %s: %s (%" PRIu64 " finding%s in %" PRIu64 " run%s", i + 1, rule->name, g->what, g->findings,
		        g->findings == 1 ? "" : "s", g->runs, g->runs == 1 ? "" : "s");
		if (g->first)
			fprintf(out, ", the first one of %" PRIu64 ")\n", g->first_runs);
		else
			fprintf(out, ", only after others)\n");
		fprintf(out, "     %s [%s]\n     expected  %s\n     actual    %s\n", text, source, g->example.expected,
		        g->example.actual);
		if (g->example.why[0])
			fprintf(out, "     why       %s\n", g->example.why);
		if (c->captures)
			fprintf(out, "     at        %s\n     repeat    %s\n", g->stimulus, g->repeat);
		else
			fprintf(out,
			        "     stimulus  %s, cycle %" PRIu64 "\n     repeat    %s\n     waves     the same with --waves\n",
			        g->stimulus, g->example.cycle, g->repeat);
		if (g->blame)
			fprintf(out, "     profile   %s\n", g->blame);
	}
	if (!c->group_count)
		fprintf(out, "  none\n");
}

static void text_waivers(FILE *out, const struct conformance *c)
{
	if (c->dut->waiver_count)
		fprintf(out, "\nWaivers\n");
	for (size_t i = 0; i < c->dut->waiver_count; i++) {
		const struct dut_waiver *w = &c->dut->waivers[i];
		fprintf(out, "  %s in %s: %" PRIu64 " findings%s\n     %s\n", rule_table[w->rule].name, w->where,
		        c->waivers[i].waived, conformance_idle(c, i) ? "; FINDING: it matches nothing any more, remove it" : "",
		        w->reason);
	}
}

static void text_lacks(FILE *out, const struct conformance *c)
{
	bool any = false;

	fprintf(out, "\nWhat the MAC lacks\n  ");
	for (const struct dut_capability_row *row = dut_capabilities; row < dut_capabilities + CAPABILITY_COUNT; row++)
		if (capability_lacking(c, row)) {
			fprintf(out, "%s%s", any ? ", " : "", row->what);
			any = true;
		}
	fprintf(out, "%s\n", any ? "" : "nothing that this bench knows");
}

static void text_counters(FILE *out, const struct conformance *c)
{
	const struct reg_page *page = dut_page(c->dut);

	fprintf(out, "\nCounters: %s in which a read saw them move, or stand still\n", c->captures ? "captures" : "runs");
	for (size_t i = 0; page && i < page->count && i < PM_COUNTERS_MAX; i++)
		if (page->rows[i].kind == REG_COUNTER)
			fprintf(out, "  %-28s  %6" PRIu64 "  %6" PRIu64 "  %s%s\n", page->rows[i].name, c->moved[i], c->still[i],
			        c->moved[i] ? "" : "not exercised: ", page->rows[i].meaning);
}

static void text_controls(FILE *out, const struct conformance *c)
{
	if (!c->controls_known)
		return;
	fprintf(out, "\nControls: stimuli that vary them, and one that would find a control that stands still\n");
	for (size_t i = 0; i < PM_CONTROL_COUNT; i++)
		if (c->controls[i].has)
			fprintf(out, "  %-28s  %6u  %s\n", control_table[i].name, c->controls[i].varied,
			        c->controls[i].seen ? c->controls[i].stimulus : "not exercised: no effect was seen");
}

static void text_not_judged(FILE *out, const struct conformance *c)
{
	fprintf(out, "\nWhat is not judged\n  %s\n", conformance_not_judged(c));
}

void conform_text(FILE *out, struct conformance *c)
{
	text_identity(out, c);
	text_worth(out, c);
	text_findings(out, c);
	text_waivers(out, c);
	text_requirements(out, c);
	text_measured(out, c);
	text_counters(out, c);
	text_controls(out, c);
	text_lacks(out, c);
	text_not_judged(out, c);
}
