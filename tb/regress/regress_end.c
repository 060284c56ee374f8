/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a regression: the failures that represent their groups are reduced and get waves; then comes the verdict. */
#include "regress_parts.h"

#include "reduce/reduce.h"
#include "run/replay.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double regress_limit(const struct regress *r)
{
	const struct regress_options *o = r->options;

	return o->budget > 0 ? o->budget : o->feed ? 0 : o->seconds;
}

double regress_runs_limit(const struct regress *r)
{
	const double limit = regress_limit(r);
	double rest = r->suite.keys.count ? r->options->reduce_seconds : 0;

	if (rest > limit / 4)
		rest = limit / 4;
	return limit > 0 ? limit - rest : HUGE_VAL;
}

/* Returns the seconds that are left of regress_limit(). */
static double time_left(const struct regress *r)
{
	const double limit = regress_limit(r);

	return limit > 0 ? r->started + limit - clock_seconds() : HUGE_VAL;
}

/* Calls the command of --traced once to build the traced program of DUT. */
static void build_traced(struct regress *r, const struct dut *dut, bool *built)
{
	const double left = time_left(r);
	char *command;
	int status, rc;

	if (*built || !r->options->traced)
		return;
	*built = true;
	if (isfinite(left))
		rc = asprintf(&command, "timeout %.0f env %s%s", ceil(left), r->options->traced, dut->name);
	else
		rc = asprintf(&command, "%s%s", r->options->traced, dut->name);
	if (rc < 0)
		return;
	fflush(NULL);
	status = system(command);
	r->lines++; /* make has printed a line about what it built */
	if (status)
		regress_say(r, "waves: '%s' failed", command);
	free(command);
}

static bool over(const struct regress *r)
{
	return r->interrupted || r->error || (r->options->stop && atomic_load(r->options->stop));
}

static void reduce_group(struct regress *r, struct group *group, double seconds)
{
	const struct suite_run *run = &r->suite.runs[group->run[0]];
	const struct reduce_options how = { .seconds = seconds, .stop = r->options->stop, .program = r->options->program };
	struct reduce_result result;
	struct env_error e = { "" };

	if (reduce_folder(run->folder, &how, &result, &e)) {
		snprintf(group->note, sizeof(group->note), "not reduced: %.100s", e.text);
	} else if (!result.again) {
		snprintf(group->note, sizeof(group->note), "not reduced: the failure did not occur again");
	} else {
		group->reduced = path_join(run->folder, "reduced");
		group->lines = result.items_before;
		group->reduced_lines = result.items_after;
		group->reduced_first = result.finding;
	}
}

/* Shares the time among the groups; time that one does not need is left to those after it. */
static void reduce_groups(struct regress *r)
{
	struct groups *groups = &r->suite.groups;
	size_t count = groups->count < REGRESS_GROUPS_REDUCED ? groups->count : REGRESS_GROUPS_REDUCED;
	double seconds = r->options->reduce_seconds, rest = time_left(r) * 3 / 4, end; /* a quarter is for the waves */

	if (rest < seconds)
		seconds = rest;
	if (seconds <= 0 || over(r))
		return;
	regress_say(r, "reducing the stimuli of %zu group%s, for at most %.3g s", count, count == 1 ? "" : "s", seconds);
	end = clock_seconds() + seconds;
	for (size_t i = 0; i < count && !over(r); i++)
		if (r->suite.runs[groups->group[i].run[0]].folder)
			reduce_group(r, &groups->group[i], (end - clock_seconds()) / (double)(count - i));
}

/* Repeats the run that represents GROUP in the traced program. A process that crashed has no cycle to show. */
static void make_waves(struct regress *r, struct group *group, bool *built)
{
	const struct suite_run *run = &r->suite.runs[group->run[0]];
	const struct finding *first = group->reduced ? &group->reduced_first : &run->first;
	const struct dut *dut = r->options->duts[run->dut];
	char line[TRACED_LINE_MAX];

	if (!run->folder || !run->cycles || first->rule == RULE_CRASH || run_can_trace())
		return;
	build_traced(r, dut, &built[run->dut]);
	traced_replay(group->reduced ? group->reduced : run->folder, dut, first, r->options->stop, line);
	group->waves = strdup(line);
}

void regress_look_closer(struct regress *r)
{
	bool *built = calloc(r->options->dut_count, sizeof(*built));
	struct groups *groups = &r->suite.groups;
	struct env_error later;

	reduce_groups(r);
	if (groups_join(groups, &r->suite)) {
		env_fail(regress_error_line(r, &later), ENOMEM, "cannot join the groups with one reduced finding");
		regress_give_up(r, -ENOMEM);
		free(built);
		return;
	}
	regress_prune(r); /* after groups were joined, fewer folders are needed */
	for (size_t i = 0; built && i < groups->count && i < REGRESS_WAVES_MAX && !over(r) && time_left(r) > 0; i++)
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
	return r->over ? "PASS, PARTIAL" : r->suite.partial ? "PARTIAL" : "PASS";
}

/* Returns a DUT that had no run at all; NULL: there is none. */
static const struct dut *idle_dut(const struct regress *r)
{
	for (size_t i = 0; i < r->options->dut_count; i++)
		if (!r->suite.tally[i].runs)
			return r->options->duts[i];
	return NULL;
}

/* Returns for how many runs the time was too short; RUNS have ended. With a budget these include seeds that have no place yet. */
static uint64_t runs_left(const struct regress *r, uint64_t runs)
{
	uint64_t left = 0;

	if (r->options->budget > 0)
		return r->planned > runs ? r->planned - runs : 0;
	for (size_t i = 0; i < r->suite.count; i++)
		left += r->suite.runs[i].outcome == SUITE_PLANNED || r->suite.runs[i].outcome == SUITE_STOPPED;
	return left;
}

/* Ends the last line. */
static void print_over(const struct regress *r, uint64_t runs)
{
	if (r->over)
		fprintf(r->options->log, "; the %s of %g s was over before the other %" PRIu64 " runs",
		        r->options->budget > 0 ? "budget" : "time", regress_limit(r), runs_left(r, runs));
}

int regress_conclude(struct regress *r)
{
	struct suite_tally total = suite_total(&r->suite);
	uint64_t failing = 0;
	char before[80] = "", efficiency[64] = "";
	const char *colour = regress_colour(r, total.findings || r->error || !total.runs ? COLOUR_BAD
	                                       : r->suite.partial                        ? COLOUR_PART
	                                                                                 : COLOUR_GOOD);

	if (total.passed_before)
		snprintf(before, sizeof(before), ", of which %" PRIu64 " passed before on the same content", total.passed_before);
	for (size_t i = 0; i < r->suite.groups.count; i++)
		failing += r->suite.groups.group[i].runs;
	if (failing)
		fprintf(r->options->log, "%s%s%s: %zu group%s of findings in %" PRIu64 " of %" PRIu64 " runs", colour,
		        verdict(r, &total), regress_colour(r, COLOUR_END), r->suite.groups.count,
		        r->suite.groups.count == 1 ? "" : "s", failing, total.runs);
	else
		fprintf(r->options->log, "%s%s%s: %" PRIu64 " finding%s in %" PRIu64 " runs", colour, verdict(r, &total),
		        regress_colour(r, COLOUR_END), total.findings, total.findings == 1 ? "" : "s", total.runs);
	print_over(r, total.runs);
	regress_cost(r);
	if (r->suite.cost.loop_seconds > 0)
		snprintf(efficiency, sizeof(efficiency), ", %.0f %% of the CPU time in the cycle loop",
		         100 * suite_efficiency(&r->suite.cost));
	fprintf(r->options->log, "%s, %.1f s with %u jobs%s, %s\n", before, clock_seconds() - r->started, r->options->jobs,
	        efficiency, r->summary);
	if (r->error)
		return EXIT_ENVIRONMENT;
	if (total.findings)
		return EXIT_FINDINGS;
	if (r->over && idle_dut(r))
		return env_refuse(r->ret_error, "%s: the %g s were over before a run of %s; give more time or fewer DUTs",
		                  r->options->budget > 0 ? "--budget" : "--time", regress_limit(r), idle_dut(r)->name),
		       EXIT_ENVIRONMENT;
	if (!total.runs && !r->interrupted && !r->missing)
		env_refuse(r->ret_error, "no run: every stimulus was skipped; choose other DUTs, --stimuli or --seeds");
	if (r->missing)
		env_refuse(r->ret_error, "%" PRIu64 " run%s missing; the partial results are in %s", r->missing,
		           r->missing == 1 ? " is" : "s are", r->options->out);
	if (r->interrupted)
		env_refuse(r->ret_error, "interrupted; the partial results are in %s", r->options->out);
	return total.runs && !r->interrupted && !r->missing ? EXIT_CLEAN : EXIT_ENVIRONMENT;
}
