/* SPDX-License-Identifier: Apache-2.0 */
/* The verb merge: makes one regression of the parts that ran on several machines. */
#include "cli.h"
#include "cli_results.h"
#include "history/history.h"
#include "regress/regress.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct merge_arguments {
	struct regress_options options;
	struct history_options history;
};

static void take_parts(void *arguments, char **words, size_t count)
{
	struct merge_arguments *a = arguments;

	a->history.parts = words;
	a->history.part_count = count;
}

/* Carries out the regression of the parts: it recalls all runs and runs none. */
static int merge(struct merge_arguments *a, struct env_error *ret_error)
{
	char path[PATH_MAX], exercised[PATH_MAX];
	struct history *history;
	const struct dut **duts = NULL;
	int status = EXIT_ENVIRONMENT;

	snprintf(path, sizeof(path), "%s/history.db", a->options.out);
	snprintf(exercised, sizeof(exercised), "%s/exercised.json", a->options.out);
	a->history.path = path;
	if (!a->options.exercised)
		a->options.exercised = exercised;
	history = history_new(&a->history);
	if (!history) {
		env_fail(ret_error, ENOMEM, "cannot merge");
		return status;
	}
	a->options.memory = history_memory(history);
	if (!history_parts(history, &a->options, &duts, ret_error))
		status = regress(&a->options, ret_error);
	history_free(history);
	free(duts);
	return status;
}

int cli_merge(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_syntax syntax = {
		.more = cli_results_options,
		.more_at = offsetof(struct merge_arguments, options),
		.words = { .all = take_parts, .missing = "give the folders of 'pausebench regress --shard K/N --out DIR'" },
		.args_doc = "FOLDER...",
		.doc =
		    "Merges the parts of a regression, the folders of all 'regress --shard K/N --out FOLDER', as if one machine "
		    "had run it: summary.json, junit.xml, exercised.json and the failures. It needs the program that ran "
		    "them."
		    "\vExit status: 0 all passed, 1 findings, 2 usage, environment, parts that do not belong together or "
		    "runs that are missing.",
	};
	struct merge_arguments a = {
		.options = {
			.jobs = cli_cores(),
			.out = "build/merged",
			.program = cli->program,
			.stop = cli->stop,
			.log = stdout,
		},
	};

	cli_read(&syntax, argc, argv, &a);
	return merge(&a, ret_error);
}
