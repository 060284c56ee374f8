/* SPDX-License-Identifier: Apache-2.0 */
/* The command lines of the verbs run and replay of pausebench-link, as tables. They are in C, since C++ has no _Generic for the tables. */
#include "link_options.h"

#include "cli/cli.h"
#include "link_reduce.h"

#include <stdlib.h>

static const struct link_arguments defaults = { .max_seconds = 600, .reduce_seconds = LINK_REDUCE_SECONDS };

static void add_setting(struct argp_state *state, void *arguments, const char *text)
{
	struct link_arguments *a = arguments;
	const char **more = realloc(a->settings, (a->settings_count + 1) * sizeof(*more));

	if (!more) {
		argp_failure(state, EXIT_ENVIRONMENT, ENOMEM, "cannot read the options");
		return;
	}
	a->settings = more;
	a->settings[a->settings_count++] = text;
}

static void take_reduce(struct argp_state *state, void *arguments, const char *text)
{
	((struct link_arguments *)arguments)->reduce_seconds = cli_reduce_seconds(state, text);
}

static void end_of_run(struct argp_state *state, void *arguments)
{
	if (!((struct link_arguments *)arguments)->file)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--link FILE is missing; tests/data/links has examples");
}

void link_run_arguments(int argc, char **argv, struct link_arguments *ret)
{
	static const struct cli_option table[] = {
		{ .name = "link",
		  CLI_TEXT(struct link_arguments, file),
		  .arg = "FILE",
		  .doc = "The description of the link (doc/use/link.md 4)",
		  .group = 1 },
		{ .name = "set",
		  CLI_CALL(add_setting),
		  .arg = "WHAT.KEY=VALUE",
		  .doc = "Another value than the file's, as end.b.headroom=30, end.a.ppm=-100; may be repeated",
		  .group = 1 },
		{ .name = "json",
		  CLI_TEXT(struct link_arguments, json),
		  .arg = "FILE",
		  .doc = "Write the report as JSON",
		  .group = 2 },
		{ .name = "out",
		  CLI_TEXT(struct link_arguments, out),
		  .arg = "DIR",
		  .doc = "Save description, reports and a capture per direction there (findings alone: build/link/failures/...)",
		  .group = 2 },
		{ .name = "waves",
		  CLI_FLAG(struct link_arguments, waves),
		  .doc = "Repeat it in the traced build and write waves of both ends and the cable",
		  .group = 2 },
		{ .name = "reduce",
		  CLI_CALL(take_reduce),
		  .arg = "S",
		  .doc = "Time for reducing the link if it fails (20); 0: none",
		  .group = 2 },
		{ .name = "max-seconds",
		  CLI_SECONDS(struct link_arguments, max_seconds),
		  .arg = "S",
		  .doc = "Wall-clock limit (600)",
		  .group = 2 },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.end = end_of_run,
		.args_doc = "--link FILE",
		.doc = "Runs two MACs on a cable and checks both and the link.\vExit status: 0 nothing wrong, 1 "
		       "findings, 2 usage, environment or interrupted without a finding.",
	};

	*ret = defaults;
	cli_read(&syntax, argc, argv, ret);
}

void link_replay_arguments(int argc, char **argv, struct link_arguments *ret)
{
	static const struct cli_option table[] = {
		{ .name = "waves",
		  CLI_FLAG(struct link_arguments, waves),
		  .doc = "Write waves of both ends and the cable (traced build)" },
		{ .name = "rtl",
		  CLI_TEXT(struct link_arguments, rtl),
		  .arg = "HASH,HASH",
		  .doc = "Only if this program was built from that RTL" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.words = { .twice = "one folder at a time",
		           .at = CLI_PLACE(struct link_arguments, dir, const char *),
		           .missing = "give the folder of a saved run" },
		.args_doc = "DIR",
		.doc = "Repeats a saved run: DIR has its link.link.\vReports and captures in DIR are written anew. Exit "
		       "status: 0 nothing wrong, as before, 1 findings, 2 the saved failure did not occur again, usage or "
		       "environment.",
	};

	*ret = defaults;
	cli_read(&syntax, argc, argv, ret);
}

void link_arguments_release(struct link_arguments *arguments)
{
	free(arguments->settings);
	arguments->settings = NULL;
}
