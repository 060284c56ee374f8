/* SPDX-License-Identifier: Apache-2.0 */
/* The findings of a run, kept in the order of their cycles, and the request for a visit. */
#include "score_find.h"

#include "question.h"
#include "window/decides.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Sorts the findings of one cycle: the end of the simulation spoils everything else that was seen in it, and what the stimulus expected
 * comes after what the model says. A limit that ended the run is why the rest of it is missing. */
static int rank(const struct finding *finding)
{
	return finding->rule == RULE_SIM_ENDED || finding->rule == RULE_TIMEOUT  ? 0
	     : finding->rule == RULE_EXPECT || finding->rule == RULE_EXPECT_WIRE ? 2
	                                                                         : 1;
}

static bool comes_after(const struct finding *kept, const struct finding *finding)
{
	return kept->cycle > finding->cycle || (kept->cycle == finding->cycle && rank(kept) > rank(finding));
}

/* Fills in why the model expected what it expected, and the cause if the model knows a better one. A finding that says why itself stays. */
static void explain(struct scoreboard *sb, struct finding *finding)
{
	struct pm_question question = {
		.rule = finding->rule,
		.cycle = finding->cycle,
		.cause = finding->cause_cycle,
		.what = finding->what,
		.due = sb->watch.start == finding->cycle ? &sb->watch.due : NULL,
		.undue = sb->about.undue,
		.xoff = sb->about.xoff,
		.read = sb->about.read,
		.address = sb->about.address,
		.expected = sb->about.expected,
		.actual = sb->about.actual,
		.backoff = sb->about.backoff,
		.then = sb->about.then,
	};

	finding->traits = sb->about.traits | pm_traits(sb->m, finding->rule, finding->cause_cycle, finding->cycle);
	if (finding->why[0])
		return;
	finding->cause_cycle = pm_why(sb->m, &question, finding->why, sizeof(finding->why));
	finding->traits |= pm_traits(sb->m, finding->rule, finding->cause_cycle, finding->cycle);
}

void scoreboard_add(struct scoreboard *sb, const struct finding *finding)
{
	struct scoreboard_result *result = &sb->result;
	uint64_t kept = result->findings < SCOREBOARD_FINDINGS_MAX ? result->findings : SCOREBOARD_FINDINGS_MAX, at = kept;

	if (sb->waives[finding->rule]) {
		result->waived[finding->rule]++;
		return;
	}
	while (at && comes_after(&result->finding[at - 1], finding))
		at--;
	result->findings++;
	result->by_rule[finding->rule]++;
	if (at == SCOREBOARD_FINDINGS_MAX && finding->rule == RULE_TIMEOUT)
		at = 0; /* what ended the run is kept */
	if (at == SCOREBOARD_FINDINGS_MAX)
		return;
	if (kept == SCOREBOARD_FINDINGS_MAX)
		kept--;
	memmove(&result->finding[at + 1], &result->finding[at], (kept - at) * sizeof(*finding));
	result->finding[at] = *finding;
	result->finding[at].model = sb->dut->model;
	explain(sb, &result->finding[at]);
}

void score_find(struct scoreboard *sb, enum rule rule, uint64_t cycle, uint64_t cause, const char *what, const char *format, ...)
{
	struct finding finding = { .cycle = cycle, .cause_cycle = cause, .rule = rule };
	char text[sizeof(finding.expected) + sizeof(finding.actual) + 64];
	char *bar;
	va_list args;

	if (sb->window && window_decides(rule) && !sb->about.client) {
		memset(&sb->about, 0, sizeof(sb->about));
		return;
	}
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	bar = strchr(text, '|');
	if (bar)
		*bar++ = 0;
	snprintf(finding.what, sizeof(finding.what), "%s", what);
	snprintf(finding.expected, sizeof(finding.expected), "%.*s", (int)sizeof(finding.expected) - 1, text);
	snprintf(finding.actual, sizeof(finding.actual), "%.*s", (int)sizeof(finding.actual) - 1, bar ? bar : "");
	scoreboard_add(sb, &finding);
	memset(&sb->about, 0, sizeof(sb->about));
}

void scoreboard_withdraw(struct scoreboard *sb, enum rule rule, uint64_t cycle)
{
	struct scoreboard_result *result = &sb->result;
	uint64_t kept = result->findings < SCOREBOARD_FINDINGS_MAX ? result->findings : SCOREBOARD_FINDINGS_MAX, at = 0;

	if (sb->waives[rule]) {
		result->waived[rule] -= result->waived[rule] > 0;
		return;
	}
	while (at < kept && (result->finding[at].rule != rule || result->finding[at].cycle != cycle))
		at++;
	/* Of more findings than are kept this one may be counted alone. */
	if (at < kept)
		memmove(&result->finding[at], &result->finding[at + 1], (kept - at - 1) * sizeof(result->finding[0]));
	else if (result->findings <= SCOREBOARD_FINDINGS_MAX || !result->by_rule[rule])
		return;
	result->findings--;
	result->by_rule[rule]--;
}

void scoreboard_waive(struct scoreboard *sb, enum rule rule)
{
	struct scoreboard_result *result = &sb->result;
	uint64_t kept = result->findings < SCOREBOARD_FINDINGS_MAX ? result->findings : SCOREBOARD_FINDINGS_MAX, left = 0;

	sb->waives[rule] = true;
	for (uint64_t i = 0; i < kept; i++)
		if (result->finding[i].rule == rule)
			result->waived[rule]++;
		else
			result->finding[left++] = result->finding[i];
	result->findings -= kept - left;
	result->by_rule[rule] -= (uint32_t)(kept - left);
}

void score_wake(struct scoreboard *sb, uint64_t cycle)
{
	cycle = (cycle + sb->step - 1) & ~(uint64_t)(sb->step - 1);
	if (cycle > sb->now && cycle < sb->wake)
		sb->wake = cycle;
}

unsigned long long score_clock(const struct scoreboard *sb, uint64_t time)
{
	return time / sb->step;
}
