/* SPDX-License-Identifier: Apache-2.0 */
/* What a judge found, and what it could not decide. */
#include "judge_captures.h"
#include "judge_parts.h"

#include "stimulus/cover.h"

#include <stdio.h>
#include <string.h>

enum when {
	ALWAYS,
	CLIENT,
	WAITS,
	KEPT,
	STREAM,
	REQUESTS,
	LEVEL,
	UNDERRUN,
	COUNTERS,
	EXACT,
	OWN,
	PINS,
	WORDS,
	TESTED,
	CLASSES,
	BUFFER,
	FAULTS,
	ORDER
};

static const struct row {
	enum rule rule;
	enum when when;
	const char *why;
} rows[] = {
#define UNDECIDED(rule, when, why) { RULE_##rule, when, why },
#include "undecided.def"
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

/* False for rules about what the MAC does not have at all. */
static bool applies(const struct dut *dut, enum rule rule)
{
	switch (rule) {
	case RULE_FAULT_STATE:
	case RULE_FAULT_SILENCE:
	case RULE_FAULT_SIGNAL:
	case RULE_COUNT_FAULT:
	case RULE_XGMII_START:
	case RULE_XGMII_END:
	case RULE_XGMII_CODES:
	case RULE_TX_DEFICIT:
	case RULE_TX_HOST_ERROR:
		return dut->phy == PHY_XGMII;
	case RULE_MII_NIBBLES:
		return dut->phy == PHY_MII;
	case RULE_COUNT_COLLISION:
	case RULE_TX_DEFER:
	case RULE_TX_JAM:
	case RULE_TX_BACKOFF:
	case RULE_TX_RETRY:
	case RULE_TX_LATE:
	case RULE_RX_FRAGMENT:
	case RULE_PAUSE_HALF_DUPLEX:
		return dut->capabilities & CAP_HALF_DUPLEX;
	case RULE_PFC_OBEYED:
	case RULE_PFC_TIME:
	case RULE_PFC_IGNORE:
	case RULE_PFC_VALID:
	case RULE_PFC_RESPONSE_LIMIT:
		return dut->capabilities & CAP_PFC;
	case RULE_PFC_TX:
	case RULE_PFC_TX_FORMAT:
	case RULE_COUNT_PFC:
		return dut->capabilities & (CAP_PFC | CAP_PFC_REQUEST);
	default:
		return true;
	}
}

static bool is_untested(const struct pm_judge *judge)
{
	const struct cover_counts *counts = scoreboard_cover_counts(judge->sb);

	return counts && !counts->tested && judge->finished && !pm_judge_findings(judge) && judge_obeys(judge);
}

static bool is_undecided(const struct pm_judge *judge, const struct row *row)
{
	if (!applies(&judge->dut, row->rule))
		return false;
	switch (row->when) {
	case ALWAYS:
		return true;
	case CLIENT:
		return !judge->options.client_seen;
	case WAITS:
	case KEPT:
		return !judge->options.client_seen && !judge->options.client_always;
	case STREAM:
		return !judge->options.client_always;
	case CLASSES:
		return !judge->profile->pfc_by_priority;
	case REQUESTS:
		return !judge->options.requests_seen;
	case LEVEL:
		return !judge_level_seen(judge);
	case UNDERRUN:
		return !judge->options.client_seen || judge->paused_often;
	case BUFFER:
		return judge->options.client_seen && !judge_level_seen(judge) &&
		       dut_ieee8023(&judge->profile->dut)->buffer_octets;
	case FAULTS:
		return judge->options.client_seen && judge->faults;
	case COUNTERS:
		return !judge->counters_read || judge->counters_lost;
	case EXACT:
		return judge->options.time_error_ps;
	case PINS:
		return !judge->pins_seen[PM_JUDGE_SENT];
	case WORDS:
		return judge->options.client_seen && !judge->stream[PM_JUDGE_RECEIVED].seen;
	case TESTED:
		return is_untested(judge);
	case OWN:
		return judge->options.client_control;
	case ORDER:
		return !judge->options.requests_seen && !judge_own_decides(judge, row->rule);
	}
	return false;
}

/* A gap that is too short is found even so, if it is shorter by more than the error. */
void judge_waive(struct pm_judge *judge)
{
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].when != COUNTERS && rows[i].when != PINS && rows[i].when != WORDS && rows[i].when != TESTED &&
		    rows[i].when != ORDER && rows[i].rule != RULE_TX_GAP && is_undecided(judge, &rows[i]))
			scoreboard_waive(judge->sb, rows[i].rule);
}

const char *judge_undecided_rule(const struct pm_judge *judge, enum rule rule, bool exercised)
{
	for (size_t row = 0; row < ROWS; row++)
		if (rows[row].rule == rule && is_undecided(judge, &rows[row]) && !(exercised && rows[row].when == KEPT))
			return rows[row].why;
	return NULL;
}

/* Fills in the I-th counter, from 0, of which readings were not compared. */
static int undecided_counter(const struct pm_judge *judge, size_t i, struct pm_judge_rule *ret)
{
	for (size_t row = 0; row < judge->profile->page.count; row++) {
		const char *why = judge->profile->page.rows[row].kind == REG_COUNTER ? judge_counter_undecided(judge, row) : NULL;
		if (!why || i--)
			continue;
		*ret = (struct pm_judge_rule){ .rule = judge->profile->page.rows[row].name, .why = why };
		return PM_JUDGE_OK;
	}
	return PM_JUDGE_NO_MORE;
}

int pm_judge_undecided(const struct pm_judge *judge, size_t i, struct pm_judge_rule *ret)
{
	if (!judge || !ret)
		return PM_JUDGE_USAGE;
	for (size_t row = 0; row < ROWS; row++) {
		if (!is_undecided(judge, &rows[row]) || i--)
			continue;
		*ret = (struct pm_judge_rule){ .rule = rule_table[rows[row].rule].name, .why = rows[row].why };
		return PM_JUDGE_OK;
	}
	return undecided_counter(judge, i, ret);
}

uint64_t pm_judge_checks(const struct pm_judge *judge)
{
	const struct scoreboard_result *result;
	uint64_t checks = 0;

	if (!judge)
		return 0;
	result = scoreboard_result(judge->sb);
	for (size_t i = 0; i < CHECK_KIND_COUNT; i++)
		checks += result->checks[i];
	return checks;
}

uint64_t pm_judge_spoilt(const struct pm_judge *judge)
{
	return judge ? scoreboard_result(judge->sb)->spoilt : 0;
}

uint64_t pm_judge_without_fcs(const struct pm_judge *judge)
{
	return judge ? judge->without_fcs : 0;
}

uint64_t pm_judge_findings(const struct pm_judge *judge)
{
	return judge ? scoreboard_result(judge->sb)->findings : 0;
}

int pm_judge_finding(const struct pm_judge *judge, size_t i, struct pm_judge_finding *ret)
{
	const struct scoreboard_result *result;
	const struct finding *finding;
	char said[sizeof(finding->what) + sizeof(finding->expected) + sizeof(finding->actual) + 32];
	struct judge_text *text;

	if (!judge || !ret)
		return PM_JUDGE_USAGE;
	result = scoreboard_result(judge->sb);
	if (i >= result->findings || i >= SCOREBOARD_FINDINGS_MAX)
		return PM_JUDGE_NO_MORE;
	finding = &result->finding[i];
	text = &judge->text[i];
	snprintf(said, sizeof(said), "%s: expected %s, actual %s", finding->what, finding->expected, finding->actual);
	judge_say(judge, said, text->sentence, sizeof(text->sentence));
	judge_say(judge, finding->why, text->why, sizeof(text->why));
	profile_blame(judge->profile, finding, text->line, sizeof(text->line));
	*ret = (struct pm_judge_finding){
		.time = judge_time_of(judge, finding->cycle),
		.cause_time = judge_time_of(judge, finding->cause_cycle),
		.rule = rule_table[finding->rule].name,
		.rule_text = finding_rule_text(finding),
		.document = finding_document(finding),
		.sentence = text->sentence,
		.why = text->why,
		.profile_line = text->line,
	};
	return PM_JUDGE_OK;
}

const char *pm_judge_finding_text(struct pm_judge *judge, uint64_t i)
{
	struct pm_judge_finding finding;

	if (pm_judge_finding(judge, i, &finding))
		return "";
	snprintf(judge->line, sizeof(judge->line), "%s at %llu ps: %s%s%s [%s]", finding.rule, (unsigned long long)finding.time,
	         finding.sentence, *finding.why ? "; " : "", finding.why, finding.document);
	return judge->line;
}

const char *pm_judge_undecided_text(struct pm_judge *judge, uint64_t i)
{
	struct pm_judge_rule rule;

	if (pm_judge_undecided(judge, i, &rule))
		return "";
	snprintf(judge->line, sizeof(judge->line), "%s: %s", rule.rule, rule.why);
	return judge->line;
}

void judge_result(const struct pm_judge *judge, struct scoreboard_result *ret)
{
	*ret = *scoreboard_result(judge->sb);
	scoreboard_in_clocks(ret, &judge->dut);
	for (size_t i = 0; i < ret->findings && i < SCOREBOARD_FINDINGS_MAX; i++) {
		struct finding *finding = &ret->finding[i];
		const struct finding said = *finding;
		judge_say(judge, said.expected, finding->expected, sizeof(finding->expected));
		judge_say(judge, said.actual, finding->actual, sizeof(finding->actual));
		judge_say(judge, said.why, finding->why, sizeof(finding->why));
	}
}
