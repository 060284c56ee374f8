/* SPDX-License-Identifier: Apache-2.0 */
/* The verb fuzz: the options of coverage-guided fuzzing. */
#include "cli.h"
#include "cli_results.h"
#include "base/tree.h"
#include "fuzz/corpus.h"
#include "fuzz/fuzz.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOBS_MAX = 1024, KEEP_MAX = 1000, MOST_DEFAULT = 64, MOST_MAX = 1000000 };
static const double seconds_default = 60;

struct fuzz_arguments {
	struct fuzz_options options;
	const struct dut *dut;
	struct distil_options distil; /* with .to the corpus is distilled, and nothing is fuzzed */
};

static void end(struct argp_state *state, void *arguments)
{
	static char out[PATH_MAX], corpus[PATH_MAX], start[PATH_MAX];
	struct fuzz_arguments *a = arguments;
	struct fuzz_options *o = &a->options;

	if (!a->dut) {
		argp_failure(state, EXIT_ENVIRONMENT, 0, "give the DUT: --dut NAME; 'pausebench list duts' shows the known ones");
		return;
	}
	if (o->runs && o->regress.seconds > 0)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--runs and --time both say when it ends; leave one out");
	if (!o->runs && o->regress.seconds <= 0)
		o->regress.seconds = seconds_default;
	snprintf(out, sizeof(out), "build/fuzz/%s", a->dut->name);
	if (!o->regress.out)
		o->regress.out = out;
	snprintf(corpus, sizeof(corpus), "%.*s/corpus", (int)sizeof(corpus) - 8, o->regress.out);
	if (!o->corpus)
		o->corpus = corpus;
	snprintf(start, sizeof(start), "%.*s/tests/data/corpus/%s.stims", (int)(sizeof(start) / 2), tree_folder(), a->dut->model);
	if (!o->start && !access(start, F_OK)) {
		o->start = start;
		cli_note_tree(start);
	}
	a->distil.dut = a->dut;
	a->distil.from = o->corpus;
	o->regress.duts = &a->dut;
	o->regress.dut_count = 1;
}

static void take_dut(struct argp_state *state, void *arguments, const char *text)
{
	struct fuzz_arguments *a = arguments;

	if (a->dut)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--dut: one DUT at a time, since the stimuli name its registers");
	a->dut = cli_dut(state, text);
}

static void take_start(struct argp_state *state, void *arguments, const char *text)
{
	if (access(text, R_OK))
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--start %s: %s", text, strerror(errno));
	((struct fuzz_arguments *)arguments)->options.start = text;
}

static void take_reduce(struct argp_state *state, void *arguments, const char *text)
{
	((struct fuzz_arguments *)arguments)->options.regress.reduce_seconds = cli_reduce_seconds(state, text);
}

int cli_fuzz(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "dut", CLI_CALL(take_dut), .arg = "NAME", .doc = "The DUT" },
		{ .name = "time",
		  CLI_SECONDS(struct fuzz_arguments, options.regress.seconds),
		  .arg = "10m",
		  .doc = "Go on until the time is over (60s)" },
		{ .name = "runs",
		  CLI_NUMBER(struct fuzz_arguments, options.runs, 1, INT64_MAX),
		  .arg = "N",
		  .doc = "End after N runs instead, which makes it repeatable" },
		{ .name = "seed",
		  CLI_NUMBER(struct fuzz_arguments, options.seed, 0, UINT32_MAX),
		  .arg = "N",
		  .doc = "Seed of all that is random (1)" },
		{ .name = "corpus",
		  CLI_TEXT(struct fuzz_arguments, options.corpus),
		  .arg = "DIR",
		  .doc =
		      "Folder of the stimuli that reached something new; those that are there are run first (corpus in --out)" },
		{ .name = "start",
		  CLI_CALL(take_start),
		  .arg = "CORPUS",
		  .doc = "Folder, or pack, of stimuli that are run before those of the corpus (tests/data/corpus/DEVICE.stims)" },
		{ .name = "distil",
		  CLI_TEXT(struct fuzz_arguments, distil.to),
		  .arg = "DIR",
		  .doc = "Fuzz nothing, but make a small corpus in DIR of the one in --corpus" },
		{ .name = "most",
		  CLI_UNSIGNED(struct fuzz_arguments, distil.most, 1, MOST_MAX),
		  .arg = "N",
		  .doc = "Stimuli in the folder of --distil (64)" },
		{ .name = "jobs",
		  .letter = 'j',
		  CLI_UNSIGNED(struct fuzz_arguments, options.regress.jobs, 1, JOBS_MAX),
		  .arg = "N",
		  .doc = "Processes at a time (all cores)" },
		{ .name = "black-box",
		  CLI_FLAG(struct fuzz_arguments, options.regress.black_box),
		  .doc = "Check wires and registers alone" },
		{ .name = "reduce",
		  CLI_CALL(take_reduce),
		  .arg = "20s",
		  .doc = "Time for reducing the stimuli that represent the groups of failures; 0: they stay whole (20s)" },
		{ .name = "keep",
		  CLI_NUMBER(struct fuzz_arguments, options.regress.keep, 1, KEEP_MAX),
		  .arg = "N",
		  .doc = "Failures saved per group (5)" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.more = cli_results_options,
		.more_at = offsetof(struct fuzz_arguments, options.regress),
		.end = end,
		.doc =
		    "Searches for failures of a DUT with stimuli that grow out of each other: one that reaches a coincidence, a "
		    "value or a rule that none before it reached is kept and changed further. Failures are grouped, reduced and "
		    "saved as those of a regression."
		    "\vExit status: 0 all passed, 1 findings, 2 usage, environment or interrupted without a finding.",
	};
	struct fuzz_arguments a = {
		.distil = { .most = MOST_DEFAULT, .stop = cli->stop, .log = stdout },
		.options = {
			.seed = 1,
			.regress = {
				.jobs = cli_cores(),
				.keep = REGRESS_KEEP_DEFAULT,
				.reduce_seconds = REGRESS_REDUCE_DEFAULT,
				.program = cli->program,
				.stop = cli->stop,
				.log = stdout,
			},
		},
	};

	cli_read(&syntax, argc, argv, &a);
	if (a.distil.to)
		return corpus_distil(&a.distil, ret_error);
	return fuzz(&a.options, ret_error);
}
