/* SPDX-License-Identifier: Apache-2.0 */
/* Makes captures the one run of a conformance statement. */
#include "conform_captures.h"

#include "conform.h"
#include "conform_out.h"
#include "judge/judge_parts.h"

#include "base/sha256.h"
#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Writes the lines of the statement's head. */
static void say_what(struct conformance_captures *captures, const struct judge_report *report)
{
	const struct judge_captures *of = report->captures;
	const struct judge_read *read = report->read;
	char lasted[JUDGE_TIME_TEXT], error[JUDGE_TIME_TEXT];

	snprintf(captures->lines[0], sizeof(captures->lines[0]), "received: %s, %" PRIu64 " frame%s", of->received,
	         read->frames[PM_JUDGE_RECEIVED], read->frames[PM_JUDGE_RECEIVED] == 1 ? "" : "s");
	snprintf(captures->lines[1], sizeof(captures->lines[1]), "sent: %s, %" PRIu64 " frame%s", of->sent,
	         read->frames[PM_JUDGE_SENT], read->frames[PM_JUDGE_SENT] == 1 ? "" : "s");
	snprintf(captures->lines[2], sizeof(captures->lines[2]), "%s, %s%s; what the client of the MAC did is not seen",
	         judge_time_text(read->duration_ps, lasted, sizeof(lasted)),
	         read->time_error_ps ? "each time within " : "times exact",
	         read->time_error_ps ? judge_time_text(read->time_error_ps, error, sizeof(error)) : "");
}

/* Notes which rules the captures cannot decide. A rule about frames that must not pause is decided if data was sent in the time
 * of such a frame. */
static void say_undecided(struct conformance_captures *captures, const struct judge_report *report,
                          const struct cover_set *covered)
{
	for (int rule = 0; rule < RULE_COUNT; rule++)
		captures->undecided[rule] = judge_undecided_rule(report->judge, (enum rule)rule, covered->has[rule]);
}

/* Notes that these captures cannot decide the rules of the requirement ID, and WHY. */
static void say_beyond(struct conformance_captures *captures, const char *id, const char *why)
{
	for (const int *rule = requirement_by_id(id)->rules; *rule >= 0; rule++)
		captures->undecided[*rule] = why;
}

static int fill_in(struct conformance *c, struct conformance_captures *captures, const struct judge_report *report,
                   struct pool_result *result)
{
	const struct pm_judge *judge = report->judge;
	const struct suite_run run = { .name = JUDGE_RUN_NAME,
		                       .black_box = true,
		                       .outcome = pm_judge_findings(judge) ? SUITE_FAILED : SUITE_PASSED };

	judge_result(judge, &result->run.score);
	strcpy(result->name, JUDGE_RUN_NAME);
	result->run.covered = *scoreboard_covered(judge->sb);
	result->run.counters_read = *scoreboard_counters_read(judge->sb);
	for (size_t i = 0; i < findings_kept(&result->run.score); i++)
		judge_time_text(judge_time_of(judge, result->run.score.finding[i].cycle * dut_step(&judge->dut)),
		                captures->when[i], sizeof(captures->when[i]));
	say_what(captures, report);
	say_undecided(captures, report, &result->run.covered);
	say_beyond(captures, "runs", "a capture has no stimulus");
	if (!result->run.score.checks[CHECK_REGISTER])
		say_beyond(captures, "registers", "no readings of registers");
	conformance_add(c, &run, result);
	return conformance_judge(c);
}

static void identify(struct conformance *c, const struct judge_report *report, const struct conform_captures_options *options)
{
	const char *path = report->captures->profile, *name = strrchr(path, '/');
	char *text = NULL;

	c->black_box = true;
	c->program = options->command;
	c->version = options->version;
	c->described_by = report->judge->profile;
	c->profile = name ? name + 1 : path;
	if (!profile_file(path, &text, NULL))
		sha256_short(text, strlen(text), c->profile_hash);
	free(text);
}

int conform_captures(const struct judge_report *report, const struct conform_captures_options *options,
                     struct env_error *ret_error)
{
	const struct conform_options where = { .version = options->version,
		                               .regress = { .out = options->out, .log = options->log } };
	struct conformance_captures *captures = calloc(1, sizeof(*captures));
	struct pool_result *result = calloc(1, sizeof(*result));
	struct conformance c;
	int rc = conformance_init(&c, &report->judge->profile->dut);

	c.captures = captures;
	if (!captures || !result)
		rc = -ENOMEM;
	if (!rc) {
		identify(&c, report, options);
		rc = fill_in(&c, captures, report, result);
	}
	if (rc)
		env_fail(ret_error, -rc, "cannot make the statement of %s", report->judge->dut.name);
	else if (!(rc = folder_make(options->out, ret_error)))
		rc = conform_write(&where, &c, ret_error);
	conformance_release(&c);
	free(captures);
	free(result);
	return rc;
}
