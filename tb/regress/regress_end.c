/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a regression: the waves of the first failures and the verdict. */
#include "regress_parts.h"

#include "run/replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Calls the command of --traced once to build the traced program of DUT. */
static void build_traced(struct regress *r, const struct dut *dut, bool *built)
{
	char *command;
	int status;

	if (*built || !r->options->traced)
		return;
	*built = true;
	if (asprintf(&command, "%s%s", r->options->traced, dut->name) < 0)
		return;
	fflush(NULL);
	status = system(command);
	if (status)
		regress_say(r, "waves: '%s' failed", command);
	free(command);
}

static bool over(const struct regress *r)
{
	return r->interrupted || r->error || (r->options->stop && atomic_load(r->options->stop));
}

/* Repeats the representative of GROUP in the traced build. A process that broke has no cycle to show. */
static void make_waves(struct regress *r, struct group *group, bool *built)
{
	const struct suite_run *run = &r->suite.runs[group->run[0]];
	const struct dut *dut = r->options->duts[run->dut];
	char line[TRACED_LINE_MAX];

	if (!run->folder || !run->cycles || run->first.rule == RULE_CRASH || run_can_trace())
		return;
	build_traced(r, dut, &built[run->dut]);
	traced_replay(run->folder, dut, &run->first, r->options->stop, line);
	group->waves = strdup(line);
}

void regress_look_closer(struct regress *r)
{
	bool *built = calloc(r->options->dut_count, sizeof(*built));
	struct groups *groups = &r->suite.groups;

	for (size_t i = 0; built && i < groups->count && i < REGRESS_WAVES_MAX && !over(r); i++)
		make_waves(r, &groups->group[i], built);
	free(built);
}

static const char *verdict(const struct regress *r, const struct suite_tally *total)
{
	if (total->findings)
		return r->suite.partial ? "FAIL, PARTIAL" : "FAIL";
	if (r->error)
		return "ERROR, PARTIAL";
	if (!total->runs || !total->checks)
		return "NOTHING CHECKED";
	return r->suite.partial ? "PARTIAL" : "PASS";
}

int regress_conclude(struct regress *r)
{
	struct suite_tally total = suite_total(&r->suite);
	uint64_t failing = 0;
	char before[80] = "";

	if (total.passed_before)
		snprintf(before, sizeof(before), ", of which %" PRIu64 " passed before on the same content", total.passed_before);
	for (size_t i = 0; i < r->suite.groups.count; i++)
		failing += r->suite.groups.group[i].runs;
	if (failing)
		fprintf(r->options->log, "%s: %zu group%s of findings in %" PRIu64 " of %" PRIu64 " runs", verdict(r, &total),
		        r->suite.groups.count, r->suite.groups.count == 1 ? "" : "s", failing, total.runs);
	else
		fprintf(r->options->log, "%s: %" PRIu64 " finding%s in %" PRIu64 " runs", verdict(r, &total), total.findings,
		        total.findings == 1 ? "" : "s", total.runs);
	fprintf(r->options->log, "%s, %.1f s with %u jobs, %s\n", before, clock_seconds() - r->started, r->options->jobs,
	        r->summary);
	if (r->error)
		return EXIT_ENVIRONMENT;
	if (total.findings)
		return EXIT_FINDINGS;
	if (!total.runs && !r->interrupted && !r->missing)
		env_refuse(r->ret_error, "no run: every stimulus was skipped; choose other DUTs, --stimuli or --seeds");
	if (r->missing)
		env_refuse(r->ret_error, "%" PRIu64 " run%s missing; the partial results are in %s", r->missing,
		           r->missing == 1 ? " is" : "s are", r->options->out);
	if (r->interrupted)
		env_refuse(r->ret_error, "interrupted; the partial results are in %s", r->options->out);
	return total.runs && !r->interrupted && !r->missing ? EXIT_CLEAN : EXIT_ENVIRONMENT;
}
