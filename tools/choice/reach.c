/* SPDX-License-Identifier: Apache-2.0 */
/* Says what each run of a row reaches: the cells of coverage, and the rules and counters that it exercises.
 *
 * usage: reach ROW FOLDER SEEDS. FOLDER has the stimulus files; after them come the seeds 1 to SEEDS, which have no black-box run. A line for each run:
 * "ROW MODE RUN HASH CLOCKS MICROSECONDS ELEMENT...", where HASH is that of the stimulus, with the elements
 *   mPAIR.DISTANCE, pGROUP.BIN.COLUMN   a cell of coverage (tb/coverage/coverage.h)
 *   aRULE, dRULE                        a rule that was at stake, or that would have been found broken, by the tables of coverage
 *   xRULE, vCOUNTER, sCOUNTER           a rule that the run exercised, a counter that its reads saw move, or stand still
 * where the numbers are those of the tables. A run with a finding ends the program. */
#include "runs.h"

#include "coverage/coverage.h"
#include "regress/chosen.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/resource.h>

/* Also cells that are not counted: the file of reached cells has them. */
static void print_cells(const struct coverage_reached *reached)
{
	for (unsigned pair = 0; pair < MEET_PAIRS; pair++)
		for (unsigned at = 0; reached->meets[pair] >> at; at++)
			if (reached->meets[pair] >> at & 1)
				printf(" m%u.%u", pair, at);
	for (unsigned group = 0; group < POINTS_COUNT; group++)
		for (unsigned bin = 0; bin < points_table[group].bins; bin++)
			for (unsigned column = 0; reached->points[group][bin] >> column; column++)
				if (reached->points[group][bin] >> column & 1)
					printf(" p%u.%u.%u", group, bin, column);
}

static void print_elements(const struct run_result *result)
{
	print_cells(&result->reached);
	for (unsigned i = 0; i < RULE_COUNT; i++) {
		if (result->reached.rules.armed[i])
			printf(" a%u", i);
		if (result->reached.rules.decided[i])
			printf(" d%u", i);
		if (result->covered.has[i])
			printf(" x%u", i);
	}
	for (unsigned i = 0; i < PM_COUNTERS_MAX; i++) {
		if (result->counters_read.moved[i])
			printf(" v%u", i);
		if (result->counters_read.still[i])
			printf(" s%u", i);
	}
	putchar('\n');
}

/* Of this process and of its copies that looked ahead (tb/drive/loop_ahead.c). */
static uint64_t now_us(void)
{
	const int who[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
	uint64_t ret = 0;
	struct rusage usage;

	for (int i = 0; i < 2; i++) {
		getrusage(who[i], &usage);
		ret += 1000000 * (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
		ret += (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
	}
	return ret;
}

static const char *hash_of(const struct choice_runs *runs, const struct choice_run *run)
{
	static char ret[17];

	if (run->path ? chosen_hash_file(run->path, ret) : chosen_hash_seeds(runs->dut, ret))
		choice_fail(run->name, "it cannot be read");
	return ret;
}

static void reach(const struct choice_runs *runs, const struct choice_run *run, enum choice_mode mode)
{
	static struct run_result result; /* too large for the stack */
	const struct run_options options = { .black_box = mode == CHOICE_BLACK_BOX, .covered = true, .coverage = true };
	uint64_t began = now_us();

	choice_run_do(runs, run, &options, &result);
	if (result.score.findings || result.status != RUN_OK)
		choice_fail(run->name, "it does not pass");
	printf("%s %s %s %s %" PRIu64 " %" PRIu64, runs->dut->name, choice_modes[mode], run->name, hash_of(runs, run),
	       result.cycles, now_us() - began);
	print_elements(&result);
}

int main(int argc, char **argv)
{
	const struct dut *dut = argc == 4 ? dut_by_name(argv[1]) : NULL;
	struct choice_runs runs;

	if (!dut) {
		fprintf(stderr, "usage: reach ROW FOLDER SEEDS\n");
		return 2;
	}
	choice_runs_open(&runs, dut, argv[2], (uint32_t)atoi(argv[3]));
	for (size_t i = 0; i < runs.count; i++) {
		reach(&runs, &runs.run[i], CHOICE_EXACT);
		if (runs.run[i].path && dut->capabilities & CAP_OBS)
			reach(&runs, &runs.run[i], CHOICE_BLACK_BOX);
	}
	choice_runs_close(&runs);
	return fflush(stdout) ? 2 : 0;
}
