/* SPDX-License-Identifier: Apache-2.0 */
/* How many runs random and guided generation need to find the planted faults of a row, which share one simulation model (tools/multiplexer/multiplex.c).
 *
 * usage: race ROW NUMBERS METHOD SEED RUNS CORPUS
 * NUMBERS has a line "NUMBER PATCH" for each fault. METHOD random: seeds of the generator, from a place that SEED gives on; guided: the fuzzer
 * (tb/fuzz), started with SEED and with the stimuli of the folder CORPUS, which count as runs. Each fault has at most RUNS runs of its own, in exact mode, until one has a finding that says
 * something about the DUT. Prints a line "ROW PATCH METHOD SEED FOUND RUNS CYCLES SECONDS" for each fault: whether it was found, and the runs, simulated
 * cycles and CPU seconds until then.
 *
 * usage: race ROW STIMULI LIST, as tools/hunter/join.sh calls it: checks that the model without a fault passes, and leaves LIST empty. */
#include "fuzz/corpus.h"
#include "fuzz/fuzzer.h"
#include "generate/seed.h"
#include "hang.h"
#include "regress/regress.h"
#include "run/run.h"
#include "seam/seam.h"
#include "stimulus/stimuli.h"

#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEEDS_APART = 1000000 /* of the places of random sequences */, CHECKED_RUNS = 20 };

unsigned planted_fault; /* of the joined model */

extern const struct seam_ops seam_ops_mutant;
const struct seam_ops *const seam_table[] = { &seam_ops_mutant, NULL };

const struct seam_ops *seam_by_dut(const char *name)
{
	(void)name; /* the only DUT of this program takes the place of the row from which it was made */
	return &seam_ops_mutant;
}

struct race {
	const struct dut *dut;
	bool guided;
	uint32_t seed;
	char **files; /* of the corpus */
	size_t file_count, next_file;
	struct fuzzer *fuzzer; /* of the fault */
	uint64_t runs, cycles;
	double seconds;
};

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void give_up(const struct race *r, const char *why)
{
	fprintf(stderr, "race: %s: %s\n", r->dut->name, why);
	exit(2);
}

/* Returns whether a run found something: a finding about the DUT, or that it does not come to its end. */
static bool finds(const struct run_result *result)
{
	for (uint64_t i = 0; i < result->score.findings && i < SCOREBOARD_FINDINGS_MAX; i++)
		if (result->score.finding[i].rule != RULE_CHECKED_NOTHING && result->score.finding[i].rule != RULE_COVERS)
			return true;
	return result->status == RUN_TIMEOUT;
}

/* The next stimulus of the corpus that the DUT takes. */
static bool read_next(struct race *r, struct stimulus *ret)
{
	struct env_error error;
	bool fits;

	while (r->next_file < r->file_count) {
		if (corpus_load(r->files[r->next_file++], r->dut, ret, &fits, &error))
			give_up(r, error.text);
		if (fits)
			return true;
		stimulus_release(ret);
	}
	return false;
}

static void make(struct race *r, struct stimulus *ret)
{
	int rc = 0;

	if (!r->guided)
		rc = stimulus_generate(ret, r->dut, r->seed * SEEDS_APART + (uint32_t)r->runs + 1, REGRESS_ITEMS_DEFAULT);
	else if (!read_next(r, ret))
		rc = fuzzer_make(r->fuzzer, ret);
	if (rc)
		give_up(r, "a stimulus cannot be made");
}

/* Makes the next stimulus, runs it, and tells the fuzzer what the run reached. Returns whether it found something. */
static bool run_next(struct race *r)
{
	static struct run_result result; /* too large for the stack */
	const struct run_options options = { .max_seconds = HANG_SECONDS, .first_only = true, .coverage = r->guided };
	struct stimulus stim = { 0 };
	double begin = cpu_seconds();
	unsigned new;
	bool found;

	make(r, &stim);
	if (run_stimulus(r->dut, &stim, &options, &result))
		give_up(r, "a stimulus cannot be run");
	found = finds(&result);
	if (r->guided && !found && fuzzer_enter(r->fuzzer, &stim, &result.reached, result.cycles, &new))
		give_up(r, "a stimulus cannot be kept");
	stimulus_release(&stim);
	r->runs++;
	r->cycles += result.cycles;
	r->seconds += cpu_seconds() - begin;
	return found;
}

static bool race_begin(struct race *r)
{
	r->runs = r->cycles = 0;
	r->next_file = 0;
	r->seconds = 0;
	r->fuzzer = r->guided ? fuzzer_new(r->dut, r->seed) : NULL;
	return r->fuzzer || !r->guided;
}

/* Races for the faults that IN lists. */
static int race(struct race *r, FILE *in, uint64_t most)
{
	char patch[PATH_MAX];
	unsigned number;

	while (fscanf(in, "%u %4095s", &number, patch) == 2) {
		bool found = false;
		planted_fault = number;
		if (!race_begin(r))
			give_up(r, "there is no memory");
		while (!found && r->runs < most)
			found = run_next(r);
		fuzzer_free(r->fuzzer);
		printf("%s %s %s %" PRIu32 " %d %" PRIu64 " %" PRIu64 " %.4f\n", r->dut->name, patch,
		       r->guided ? "guided" : "random", r->seed, found, r->runs, r->cycles, r->seconds);
		fflush(stdout);
	}
	return 0;
}

static int check(struct race *r, const char *list)
{
	FILE *out = fopen(list, "w");

	for (int guided = 0; guided < 2; guided++) {
		r->guided = guided;
		if (!race_begin(r))
			give_up(r, "there is no memory");
		while (r->runs < CHECKED_RUNS)
			if (run_next(r))
				give_up(r, "the joined model without a fault has a finding, so it is not the RTL");
		fuzzer_free(r->fuzzer);
	}
	return !out || fclose(out) ? 2 : 0;
}

int main(int argc, char **argv)
{
	struct race r = { .dut = argc > 1 ? dut_by_name(argv[1]) : NULL };
	FILE *in = argc == 7 ? fopen(argv[2], "r") : NULL;
	struct env_error error;
	int status;

	/* What a run allocates is used by the next one: a process of many runs would else spend a third of its time on new pages. */
	mallopt(M_MMAP_THRESHOLD, INT_MAX);
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
	if (r.dut && argc == 4)
		return check(&r, argv[3]);
	if (!r.dut || !in || (strcmp(argv[3], "random") && strcmp(argv[3], "guided"))) {
		fprintf(stderr, "usage: race ROW NUMBERS random|guided SEED RUNS CORPUS\n");
		return 2;
	}
	r.guided = !strcmp(argv[3], "guided");
	r.seed = (uint32_t)strtoul(argv[4], NULL, 10);
	if (r.guided && corpus_list(argv[6], &r.files, &r.file_count, &error))
		give_up(&r, error.text);
	status = race(&r, in, strtoull(argv[5], NULL, 10));
	stimuli_free(r.files, r.file_count);
	fclose(in);
	return status;
}
