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

enum {
	OPTION_DUT = 256,
	OPTION_TIME,
	OPTION_RUNS,
	OPTION_SEED,
	OPTION_CORPUS,
	OPTION_START,
	OPTION_DISTIL,
	OPTION_MOST,
	OPTION_BLACK_BOX,
	OPTION_REDUCE,
	OPTION_KEEP
};
enum { JOBS_MAX = 1024, KEEP_MAX = 1000, MOST_DEFAULT = 64, MOST_MAX = 1000000 };
static const double seconds_default = 60;

struct fuzz_arguments {
	struct fuzz_options options;
	const struct dut *dut;
	struct distil_options distil; /* with .to the corpus is distilled, and nothing is fuzzed */
};

static void parse_end(struct argp_state *state, struct fuzz_arguments *a)
{
	static char out[PATH_MAX], corpus[PATH_MAX], start[PATH_MAX];
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

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct fuzz_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &a->options.regress;
		return 0;
	case OPTION_DUT:
		if (a->dut)
			argp_failure(state, EXIT_ENVIRONMENT, 0,
			             "--dut: one DUT at a time, since the stimuli name its registers");
		a->dut = cli_dut(state, arg);
		return 0;
	case OPTION_TIME:
		a->options.regress.seconds = cli_seconds(state, "--time", arg);
		return 0;
	case OPTION_RUNS:
		a->options.runs = cli_number(state, "--runs", arg, 1, INT64_MAX);
		return 0;
	case OPTION_SEED:
		a->options.seed = cli_number(state, "--seed", arg, 0, UINT32_MAX);
		return 0;
	case OPTION_CORPUS:
		a->options.corpus = arg;
		return 0;
	case OPTION_START:
		if (access(arg, R_OK))
			argp_failure(state, EXIT_ENVIRONMENT, 0, "--start %s: %s", arg, strerror(errno));
		a->options.start = arg;
		return 0;
	case OPTION_DISTIL:
		a->distil.to = arg;
		return 0;
	case OPTION_MOST:
		a->distil.most = (unsigned)cli_number(state, "--most", arg, 1, MOST_MAX);
		return 0;
	case OPTION_BLACK_BOX:
		a->options.regress.black_box = true;
		return 0;
	case OPTION_REDUCE:
		a->options.regress.reduce_seconds = strcmp(arg, "0") ? cli_seconds(state, "--reduce", arg) : 0;
		return 0;
	case OPTION_KEEP:
		a->options.regress.keep = cli_number(state, "--keep", arg, 1, KEEP_MAX);
		return 0;
	case 'j':
		a->options.regress.jobs = (unsigned)cli_number(state, "--jobs", arg, 1, JOBS_MAX);
		return 0;
	case ARGP_KEY_ARG:
		argp_failure(state, EXIT_ENVIRONMENT, 0, "unexpected argument '%s'; see --help", arg);
		return 0;
	case ARGP_KEY_END:
		parse_end(state, a);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int cli_fuzz(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct argp_option argp_options[] = {
		{ .name = "dut", .key = OPTION_DUT, .arg = "NAME", .doc = "The DUT" },
		{ .name = "time", .key = OPTION_TIME, .arg = "10m", .doc = "Go on until the time is over (60s)" },
		{ .name = "runs", .key = OPTION_RUNS, .arg = "N", .doc = "End after N runs instead, which makes it repeatable" },
		{ .name = "seed", .key = OPTION_SEED, .arg = "N", .doc = "Seed of all that is random (1)" },
		{ .name = "corpus",
		  .key = OPTION_CORPUS,
		  .arg = "DIR",
		  .doc =
		      "Folder of the stimuli that reached something new; those that are there are run first (corpus in --out)" },
		{ .name = "start",
		  .key = OPTION_START,
		  .arg = "CORPUS",
		  .doc = "Folder, or pack, of stimuli that are run before those of the corpus (tests/data/corpus/DEVICE.stims)" },
		{ .name = "distil",
		  .key = OPTION_DISTIL,
		  .arg = "DIR",
		  .doc = "Fuzz nothing, but make a small corpus in DIR of the one in --corpus" },
		{ .name = "most", .key = OPTION_MOST, .arg = "N", .doc = "Stimuli in the folder of --distil (64)" },
		{ .name = "jobs", .key = 'j', .arg = "N", .doc = "Processes at a time (all cores)" },
		{ .name = "black-box", .key = OPTION_BLACK_BOX, .doc = "Check wires and registers alone" },
		{ .name = "reduce",
		  .key = OPTION_REDUCE,
		  .arg = "20s",
		  .doc = "Time for reducing the stimuli that represent the groups of failures; 0: they stay whole (20s)" },
		{ .name = "keep", .key = OPTION_KEEP, .arg = "N", .doc = "Failures saved per group (5)" },
		{ 0 },
	};
	static const struct argp_child children[] = { { .argp = &cli_results_argp }, { 0 } };
	static const struct argp argp = {
		.options = argp_options,
		.children = children,
		.parser = parse,
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

	cli_parse(&argp, argc, argv, 0, &a);
	if (a.distil.to)
		return corpus_distil(&a.distil, ret_error);
	return fuzz(&a.options, ret_error);
}
