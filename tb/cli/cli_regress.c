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
	const char *suite_option; /* the name of an option that was given and does not go with rerun_failed; NULL: none */
};

static const char *const suites[] = { [REGRESS_DEFAULT] = "default",
	                              [REGRESS_SMOKE] = "smoke",
	                              [REGRESS_SEEDS] = "seeds",
	                              [REGRESS_ONCE] = "once",
	                              [REGRESS_NIGHT] = "night" };

static void take_suite(struct argp_state *state, void *arguments, const char *text)
{
	struct regress_arguments *a = arguments;

	for (size_t i = 0; i < sizeof(suites) / sizeof(suites[0]); i++) {
		if (strcmp(suites[i], text))
			continue;
		a->options.suite = (enum regress_suite)i;
		return;
	}
	argp_failure(state, EXIT_ENVIRONMENT, 0, "unknown suite '%s'; known: default, night, once, seeds, smoke", text);
}

static void take_shard(struct argp_state *state, void *arguments, const char *text)
{
	struct regress_arguments *a = arguments;
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
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--rerun-failed repeats the runs that failed; leave out --%s",
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

static void end(struct argp_state *state, void *arguments)
{
	struct regress_arguments *a = arguments;

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

static void add_dut(struct argp_state *state, void *arguments, const char *text)
{
	struct regress_arguments *a = arguments;

	cli_duts_add(state, &a->duts, text);
	a->dut_given = true;
}

static void take_seeds(struct argp_state *state, void *arguments, const char *text)
{
	struct regress_arguments *a = arguments;

	a->seeds_random = !strcmp(text, "random");
	a->seeds_given = !a->seeds_random;
	if (!strcmp(text, "none"))
		a->options.seed_to = (a->options.seed_from = 1) - 1;
	else if (a->seeds_given)
		cli_seeds(state, text, &a->options.seed_from, &a->options.seed_to);
}

static void take_only(struct argp_state *state, void *arguments, const char *text)
{
	if (!*text)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--only: give a part of a name");
	((struct regress_arguments *)arguments)->options.only = text;
}

static void take_scenarios(struct argp_state *state, void *arguments, const char *text)
{
	((struct regress_arguments *)arguments)->options.scenarios = cli_scenarios(state, text);
}

static void take_reduce(struct argp_state *state, void *arguments, const char *text)
{
	((struct regress_arguments *)arguments)->options.reduce_seconds = cli_reduce_seconds(state, text);
}

int cli_regress(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "dut", CLI_CALL(add_dut), .arg = "NAME", .doc = "Only this DUT; may be repeated (all)" },
		{ .name = "seeds",
		  CLI_CALL(take_seeds),
		  CLI_NAMED(struct regress_arguments, suite_option),
		  .arg = "A..B",
		  .doc =
		      "Seeds of the random stimuli (of 1..600 those that the suite needs); random: as many from a start that is "
		      "drawn and printed; none: no seeds" },
		{ .name = "time",
		  CLI_SECONDS(struct regress_arguments, options.seconds),
		  CLI_NAMED(struct regress_arguments, suite_option),
		  .arg = "60s",
		  .doc = "Go on from the first seed; the whole command is over in this time" },
		{ .name = "items",
		  CLI_NUMBER(struct regress_arguments, options.items, 1, ITEMS_MAX),
		  CLI_NAMED(struct regress_arguments, suite_option),
		  .arg = "N",
		  .doc = "Items of a random stimulus (200)" },
		{ .name = "scenarios",
		  CLI_CALL(take_scenarios),
		  CLI_NAMED(struct regress_arguments, suite_option),
		  .arg = "LIST",
		  .doc = "Scenarios of the seeds, between commas; neutral: all that name no register (all)" },
		{ .name = "only",
		  CLI_CALL(take_only),
		  .arg = "TEXT",
		  .doc = "Only stimuli, and seeds of scenarios, with TEXT in their names (all)" },
		{ .name = "rerun-failed",
		  CLI_FLAG(struct regress_arguments, rerun_failed),
		  .doc = "Only the runs that failed in the last regression into DIR" },
		{ .name = "budget",
		  CLI_SECONDS(struct regress_arguments, options.budget),
		  .arg = "10m",
		  .doc = "Time for the whole regression; runs that do not fit into it are left out (none)" },
		{ .name = "jobs",
		  .letter = 'j',
		  CLI_UNSIGNED(struct regress_arguments, options.jobs, 1, JOBS_MAX),
		  .arg = "N",
		  .doc = "Processes at a time (all cores)" },
		{ .name = "stimuli",
		  CLI_TEXT(struct regress_arguments, options.stimuli),
		  CLI_NAMED(struct regress_arguments, suite_option),
		  .arg = "DIR",
		  .doc = "Folder of the stimulus files" },
		{ .name = "suite",
		  CLI_CALL(take_suite),
		  CLI_NAMED(struct regress_arguments, suite_option),
		  .arg = "NAME",
		  .doc = "default: of the stimulus files, also as black box, and the seeds, the runs that add something, by what "
		         "was measured of each; night: all of them; once: every file once, and the seeds; smoke: the cheapest "
		         "runs that find most planted faults; seeds: seeds alone" },
		{ .name = "black-box",
		  CLI_FLAG(struct regress_arguments, options.black_box),
		  CLI_NAMED(struct regress_arguments, suite_option),
		  .doc = "Check wires and registers alone" },
		{ .name = "max-cycles",
		  CLI_NUMBER(struct regress_arguments, options.max_cycles, 1, INT64_MAX),
		  .arg = "N",
		  .doc = "Cycle budget of a run" },
		{ .name = "max-seconds",
		  CLI_SECONDS(struct regress_arguments, options.max_seconds),
		  .arg = "S",
		  .doc = "Wall-clock limit of a run (120)" },
		{ .name = "history",
		  CLI_TEXT(struct regress_arguments, history.path),
		  .arg = "FILE",
		  .doc = "Database of earlier results (build/history.db; with --out DIR/history.db)" },
		{ .name = "all",
		  CLI_FLAG(struct regress_arguments, history.all),
		  .doc = "Run everything, also what passed before on the same content" },
		{ .name = "resume",
		  CLI_FLAG(struct regress_arguments, history.resume),
		  CLI_NAMED(struct regress_arguments, suite_option),
		  .doc = "Go on with the same regression that was interrupted" },
		{ .name = "shard",
		  CLI_CALL(take_shard),
		  CLI_NAMED(struct regress_arguments, suite_option),
		  .arg = "K/N",
		  .doc = "Only the Kth of N parts of the runs, for pausebench merge" },
		{ .name = "max-failures",
		  CLI_NUMBER(struct regress_arguments, options.max_failures, 1, INT64_MAX),
		  .arg = "N",
		  .doc = "Stop a DUT after N failing runs of it" },
		{ .name = "reduce",
		  CLI_CALL(take_reduce),
		  .arg = "20s",
		  .doc = "Time for reducing the stimuli that represent the groups of failures; 0: they stay whole (20s)" },
		{ .name = "keep",
		  CLI_NUMBER(struct regress_arguments, options.keep, 1, KEEP_MAX),
		  .arg = "N",
		  .doc = "Failures saved per group (5)" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.more = cli_results_options,
		.more_at = offsetof(struct regress_arguments, options),
		.end = end,
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

	cli_read(&syntax, argc, argv, &a);
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
