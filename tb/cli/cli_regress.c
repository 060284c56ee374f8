/* SPDX-License-Identifier: Apache-2.0 */
/* The verb regress: the options of a regression. */
#include "cli.h"
#include "cli_results.h"
#include "base/tree.h"
#include "history/history.h"
#include "regress/regress.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
	OPTION_DUT = 256,
	OPTION_SEEDS,
	OPTION_TIME,
	OPTION_ITEMS,
	OPTION_SCENARIOS,
	OPTION_STIMULI,
	OPTION_SUITE,
	OPTION_BLACK_BOX,
	OPTION_MAX_CYCLES,
	OPTION_MAX_SECONDS,
	OPTION_MAX_FAILURES,
	OPTION_HISTORY,
	OPTION_ALL,
	OPTION_RESUME,
	OPTION_SHARD,
	OPTION_REDUCE,
	OPTION_KEEP,
	OPTION_RERUN_FAILED,
	OPTION_ONLY,
	OPTION_BUDGET,
};
enum {
	SEEDS_DEFAULT = REGRESS_SEEDS_COUNT,
	ITEMS_DEFAULT = REGRESS_ITEMS_DEFAULT,
	JOBS_MAX = 1024,
	SHARDS_MAX = 10000,
	KEEP_MAX = 1000,
	ITEMS_MAX = 10000000
};

static const char out_default[] = "build/regress";

struct regress_arguments {
	struct regress_options options;
	struct cli_duts duts;
	struct history_options history;
	struct rerun rerun;
	bool dut_given, seeds_given, seeds_random, rerun_failed;
	const char *suite_option; /* an option that was given and does not go with .rerun_failed; NULL: there is none */
};

static const char *const suites[] = { [REGRESS_DEFAULT] = "default",
	                              [REGRESS_SMOKE] = "smoke",
	                              [REGRESS_SEEDS] = "seeds",
	                              [REGRESS_ONCE] = "once",
	                              [REGRESS_NIGHT] = "night" };

static void parse_suite(struct argp_state *state, struct regress_arguments *a, const char *text)
{
	for (size_t i = 0; i < sizeof(suites) / sizeof(suites[0]); i++) {
		if (strcmp(suites[i], text))
			continue;
		a->options.suite = (enum regress_suite)i;
		return;
	}
	argp_failure(state, EXIT_ENVIRONMENT, 0, "unknown suite '%s'; known: default, night, once, seeds, smoke", text);
}

static void parse_shard(struct argp_state *state, struct regress_arguments *a, const char *text)
{
	const char *slash = strchr(text, '/');
	char first[32];

	snprintf(first, sizeof(first), "%.*s", slash ? (int)(slash - text) : 0, text);
	if (!slash)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--shard: '%s' is no part like 1/4, the first of four", text);
	else
		a->options.shards = (unsigned)cli_number(state, "--shard", slash + 1, 1, SHARDS_MAX);
	a->options.shard = (unsigned)cli_number(state, "--shard", first, 1, a->options.shards);
}

/* Chooses the history. Two regressions with different folders share a history only if an option says so. */
static void parse_history(struct argp_state *state, struct regress_arguments *a)
{
	static char path[PATH_MAX];

	if (a->options.shards && a->seeds_random)
		argp_failure(state, EXIT_ENVIRONMENT, 0,
		             "--shard with --seeds random: each part would draw its own; draw once and give --seeds A..B");
	if (a->options.shards && a->options.seconds > 0)
		argp_failure(state, EXIT_ENVIRONMENT, 0,
		             "--shard with --time: how many seeds a time allows differs from machine to machine; give --seeds");
	if (a->history.path)
		return;
	snprintf(path, sizeof(path), "%s/history.db", a->options.out != out_default ? a->options.out : "build");
	a->history.path = path;
}

/* Draws the first seed of as many as the suite has. */
static void draw_seeds(struct argp_state *state, struct regress_arguments *a)
{
	uint32_t count = a->options.seed_to - a->options.seed_from, drawn;

	if (getrandom(&drawn, sizeof(drawn), 0) != sizeof(drawn))
		argp_failure(state, EXIT_ENVIRONMENT, errno, "--seeds: cannot draw a seed");
	a->options.seed_from = 1 + drawn % (UINT32_MAX - count);
	a->options.seed_to = a->options.seed_from + count;
	printf("seeds drawn at random; the same again: --seeds %" PRIu32 "..%" PRIu32 "\n", a->options.seed_from,
	       a->options.seed_to);
}

/* Takes the runs that failed in place of a suite. Without --dut only their DUTs have rows. */
static void parse_rerun(struct argp_state *state, struct regress_arguments *a)
{
	struct env_error e;

	if (a->suite_option)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--rerun-failed repeats the runs that failed; leave out %s",
		             a->suite_option);
	if (rerun_read(a->options.out, &a->rerun, &e)) {
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--rerun-failed: %s", e.text);
		return;
	}
	for (size_t i = 0; !a->dut_given && i < dut_count; i++)
		if (rerun_has(&a->rerun, &dut_table[i]))
			cli_duts_add(state, &a->duts, dut_table[i].name);
	for (size_t i = 0; a->dut_given && i < a->duts.count; i++)
		if (!rerun_has(&a->rerun, a->duts.rows[i]))
			argp_failure(state, EXIT_ENVIRONMENT, 0, "--rerun-failed: no run of %s failed", a->duts.rows[i]->name);
	a->options.rerun = &a->rerun;
	if (!a->options.max_cycles)
		a->options.max_cycles = a->rerun.max_cycles;
	if (a->options.max_seconds <= 0)
		a->options.max_seconds = a->rerun.max_seconds;
}

/* Decides whether runs are left out by what was measured of them. This says nothing about runs that the user names, or changes by
 * an option. */
static void choose(struct regress_arguments *a)
{
	struct regress_options *o = &a->options;

	o->chosen = (o->suite == REGRESS_DEFAULT || o->suite == REGRESS_SMOKE) && !a->rerun_failed && !o->only && !o->black_box;
	o->chosen_seeds = o->chosen && !a->seeds_given && !a->seeds_random && o->seconds <= 0 && !o->scenarios &&
	                  o->items == ITEMS_DEFAULT;
}

static void parse_end(struct argp_state *state, struct regress_arguments *a)
{
	if (a->rerun_failed)
		parse_rerun(state, a);
	parse_history(state, a);
	cli_duts_default(state, &a->duts);
	if (a->options.only && a->options.scenarios)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--only names scenarios too; leave out --scenarios");
	choose(a);
	if (!a->seeds_given) {
		a->options.seed_from = 1;
		a->options.seed_to = a->options.suite == REGRESS_SMOKE && !a->options.chosen_seeds ? REGRESS_SEEDS_SMOKE
		                                                                                   : SEEDS_DEFAULT;
	}
	if (a->seeds_random)
		draw_seeds(state, a);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct regress_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &a->options;
		return 0;
	case OPTION_DUT:
		cli_duts_add(state, &a->duts, arg);
		a->dut_given = true;
		return 0;
	case OPTION_SEEDS:
		a->seeds_random = !strcmp(arg, "random");
		a->seeds_given = !a->seeds_random;
		if (!strcmp(arg, "none"))
			a->options.seed_to = (a->options.seed_from = 1) - 1;
		else if (a->seeds_given)
			cli_seeds(state, arg, &a->options.seed_from, &a->options.seed_to);
		a->suite_option = "--seeds";
		return 0;
	case OPTION_RERUN_FAILED:
		a->rerun_failed = true;
		return 0;
	case OPTION_ONLY:
		if (!*arg)
			argp_failure(state, EXIT_ENVIRONMENT, 0, "--only: give a part of a name");
		a->options.only = arg;
		return 0;
	case OPTION_BUDGET:
		a->options.budget = cli_seconds(state, "--budget", arg);
		return 0;
	case OPTION_TIME:
		a->options.seconds = cli_seconds(state, "--time", arg);
		a->suite_option = "--time";
		return 0;
	case OPTION_ITEMS:
		a->options.items = cli_number(state, "--items", arg, 1, ITEMS_MAX);
		a->suite_option = "--items";
		return 0;
	case 'j':
		a->options.jobs = (unsigned)cli_number(state, "--jobs", arg, 1, JOBS_MAX);
		return 0;
	case OPTION_SCENARIOS:
		a->options.scenarios = cli_scenarios(state, arg);
		a->suite_option = "--scenarios";
		return 0;
	case OPTION_STIMULI:
		a->options.stimuli = arg;
		a->suite_option = "--stimuli";
		return 0;
	case OPTION_SUITE:
		parse_suite(state, a, arg);
		a->suite_option = "--suite";
		return 0;
	case OPTION_BLACK_BOX:
		a->options.black_box = true;
		a->suite_option = "--black-box";
		return 0;
	case OPTION_MAX_CYCLES:
		a->options.max_cycles = cli_number(state, "--max-cycles", arg, 1, INT64_MAX);
		return 0;
	case OPTION_MAX_SECONDS:
		a->options.max_seconds = cli_seconds(state, "--max-seconds", arg);
		return 0;
	case OPTION_MAX_FAILURES:
		a->options.max_failures = cli_number(state, "--max-failures", arg, 1, INT64_MAX);
		return 0;
	case OPTION_KEEP:
		a->options.keep = cli_number(state, "--keep", arg, 1, KEEP_MAX);
		return 0;
	case OPTION_REDUCE:
		a->options.reduce_seconds = strcmp(arg, "0") ? cli_seconds(state, "--reduce", arg) : 0;
		return 0;
	case OPTION_HISTORY:
		a->history.path = arg;
		return 0;
	case OPTION_ALL:
		a->history.all = true;
		return 0;
	case OPTION_RESUME:
		a->history.resume = true;
		a->suite_option = "--resume";
		return 0;
	case OPTION_SHARD:
		parse_shard(state, a, arg);
		a->suite_option = "--shard";
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

int cli_regress(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct argp_option argp_options[] = {
		{ .name = "dut", .key = OPTION_DUT, .arg = "NAME", .doc = "Only this DUT; may be repeated (all)" },
		{ .name = "seeds",
		  .key = OPTION_SEEDS,
		  .arg = "A..B",
		  .doc =
		      "Seeds of the random stimuli (of 1..600 those that the suite needs); random: as many from a start that is "
		      "drawn and printed; none: no seeds" },
		{ .name = "time",
		  .key = OPTION_TIME,
		  .arg = "60s",
		  .doc = "Go on from the first seed; the whole command is over in this time" },
		{ .name = "items", .key = OPTION_ITEMS, .arg = "N", .doc = "Items of a random stimulus (200)" },
		{ .name = "scenarios",
		  .key = OPTION_SCENARIOS,
		  .arg = "LIST",
		  .doc = "Scenarios of the seeds, between commas; neutral: all that name no register (all)" },
		{ .name = "only",
		  .key = OPTION_ONLY,
		  .arg = "TEXT",
		  .doc = "Only stimuli, and seeds of scenarios, with TEXT in their names (all)" },
		{ .name = "rerun-failed",
		  .key = OPTION_RERUN_FAILED,
		  .doc = "Only the runs that failed in the last regression into DIR" },
		{ .name = "budget",
		  .key = OPTION_BUDGET,
		  .arg = "10m",
		  .doc = "Time for the whole regression; runs that do not fit into it are left out (none)" },
		{ .name = "jobs", .key = 'j', .arg = "N", .doc = "Processes at a time (all cores)" },
		{ .name = "stimuli", .key = OPTION_STIMULI, .arg = "DIR", .doc = "Folder of the stimulus files" },
		{ .name = "suite",
		  .key = OPTION_SUITE,
		  .arg = "NAME",
		  .doc = "default: of the stimulus files, also as black box, and the seeds, the runs that add something, by what "
		         "was measured of each; night: all of them; once: every file once, and the seeds; smoke: the cheapest "
		         "runs that find most planted faults; seeds: seeds alone" },
		{ .name = "black-box", .key = OPTION_BLACK_BOX, .doc = "Check wires and registers alone" },
		{ .name = "max-cycles", .key = OPTION_MAX_CYCLES, .arg = "N", .doc = "Cycle budget of a run" },
		{ .name = "max-seconds", .key = OPTION_MAX_SECONDS, .arg = "S", .doc = "Wall-clock limit of a run (120)" },
		{ .name = "history",
		  .key = OPTION_HISTORY,
		  .arg = "FILE",
		  .doc = "Database of earlier results (build/history.db; with --out DIR/history.db)" },
		{ .name = "all", .key = OPTION_ALL, .doc = "Run everything, also what passed before on the same content" },
		{ .name = "resume", .key = OPTION_RESUME, .doc = "Go on with the same regression that was interrupted" },
		{ .name = "shard",
		  .key = OPTION_SHARD,
		  .arg = "K/N",
		  .doc = "Only the Kth of N parts of the runs, for pausebench merge" },
		{ .name = "max-failures",
		  .key = OPTION_MAX_FAILURES,
		  .arg = "N",
		  .doc = "Stop a DUT after N failing runs of it" },
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
		.doc = "Runs a suite on the DUTs in parallel processes, and leaves summary.json, junit.xml and the failures."
		       "\vExit status: 0 all passed (with --budget, all that fitted into it), 1 findings, 2 usage, environment, "
		       "nothing ran or interrupted without a finding.",
	};
	struct regress_arguments a = {
		.options = {
			.items = ITEMS_DEFAULT,
			.jobs = cli_cores(),
			.keep = REGRESS_KEEP_DEFAULT,
			.reduce_seconds = REGRESS_REDUCE_DEFAULT,
			.out = out_default,
			.stimuli = tree_stimuli(),
			.program = cli->program,
			.stop = cli->stop,
			.log = stdout,
		},
	};
	struct history *history;
	int status;

	cli_parse(&argp, argc, argv, 0, &a);
	cli_note_tree(a.options.stimuli);
	history = history_new(&a.history);
	if (!history) {
		env_fail(ret_error, ENOMEM, "cannot plan the runs");
		return EXIT_ENVIRONMENT;
	}
	a.options.memory = history_memory(history);
	a.options.duts = a.duts.rows;
	a.options.dut_count = a.duts.count;
	status = regress(&a.options, ret_error);
	history_free(history);
	rerun_release(&a.rerun);
	free(a.duts.rows);
	return status;
}
