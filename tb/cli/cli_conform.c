/* SPDX-License-Identifier: Apache-2.0 */
/* The verb conform: writes the conformance statement of a MAC. */
#include "base/tree.h"
#include "base/version.h"
#include "cli.h"
#include "cli_profile.h"
#include "conform/conform.h"
#include "profile/profile.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEEDS_DEFAULT = 100, JOBS_MAX = 1024 };

struct conform_arguments {
	struct conform_options options;
	const struct dut *dut;
	const char *profile;
	char *out; /* owned */
};

static void take_seeds(struct argp_state *state, void *arguments, const char *text)
{
	struct regress_options *regress = &((struct conform_arguments *)arguments)->options.regress;

	if (!strcmp(text, "none"))
		regress->seed_to = regress->seed_from - 1;
	else
		cli_seeds(state, text, &regress->seed_from, &regress->seed_to);
}

static void end(struct argp_state *state, void *arguments)
{
	struct conform_arguments *a = arguments;

	if (!a->dut && !a->profile && profile_built_path)
		a->dut = &dut_table[0]; /* this is the program of a profile */
	if (!a->dut == !a->profile)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "give a profile, or a bundled device with --dut");
}

/* Chooses the folder of the results if --out does not: build/conform/NAME. Returns 0 or negative errno. */
static int choose_out(struct conform_arguments *a, struct env_error *ret_error)
{
	if (a->options.regress.out)
		return 0;
	a->out = path_join("build/conform", a->dut->name);
	a->options.regress.out = a->out;
	return a->out ? 0 : env_fail(ret_error, ENOMEM, "cannot run");
}

int cli_conform(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "dut",
		  CLI_DUT(struct conform_arguments, dut),
		  .arg = "NAME",
		  .doc = "A bundled device instead of a profile" },
		{ .name = "seeds", CLI_CALL(take_seeds), .arg = "A..B", .doc = "Seeds of the random stimuli, or none (1..100)" },
		{ .name = "jobs",
		  .letter = 'j',
		  CLI_UNSIGNED(struct conform_arguments, options.regress.jobs, 1, JOBS_MAX),
		  .arg = "N",
		  .doc = "Processes at a time (all cores)" },
		{ .name = "out",
		  CLI_TEXT(struct conform_arguments, options.regress.out),
		  .arg = "DIR",
		  .doc = "Folder of the results (build/conform/NAME)" },
		{ .name = "text",
		  CLI_TEXT(struct conform_arguments, options.text),
		  .arg = "FILE",
		  .doc = "The statement as text (DIR/conformance.txt)" },
		{ .name = "json",
		  CLI_TEXT(struct conform_arguments, options.json),
		  .arg = "FILE",
		  .doc = "The statement as JSON (DIR/conformance.json)" },
		{ .name = "html",
		  CLI_TEXT(struct conform_arguments, options.html),
		  .arg = "FILE",
		  .doc = "The statement as one page (DIR/conformance.html)" },
		{ .name = "stimuli",
		  CLI_TEXT(struct conform_arguments, options.regress.stimuli),
		  .arg = "DIR",
		  .doc = "Folder of the stimulus files (tests/data/stimuli/neutral)" },
		{ .name = "max-seconds",
		  CLI_SECONDS(struct conform_arguments, options.regress.max_seconds),
		  .arg = "S",
		  .doc = "Wall-clock limit of a run (120)" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.words = { .twice = "one profile at a time", .at = CLI_PLACE(struct conform_arguments, profile, const char *) },
		.end = end,
		.args_doc = "PROFILE\n--dut NAME",
		.doc = "Runs the neutral stimuli and seeds on a MAC and writes its conformance statement as text, JSON and HTML "
		       "(doc/use/conformance.md)."
		       "\vExit status: 0 nothing was found, 1 findings, 2 usage, environment or nothing ran.",
	};
	char stimuli[PATH_MAX];
	struct conform_arguments a = {
		.options = {
			.version = version_commit(),
			.regress = {
				.suite = REGRESS_ONCE,
				.seed_from = 1,
				.seed_to = SEEDS_DEFAULT,
				.items = REGRESS_ITEMS_DEFAULT,
				.jobs = cli_cores(),
				.stimuli = stimuli,
				.black_box = true,
				.program = cli->program,
				.stop = cli->stop,
				.log = stdout,
			},
		},
	};
	int status, rc = 0;

	snprintf(stimuli, sizeof(stimuli), "%s/neutral", tree_stimuli());
	cli_read(&syntax, argc, argv, &a);
	if (a.profile)
		rc = cli_profile(cli, a.profile, ret_error);
	if (!rc && a.profile)
		a.dut = &dut_table[0];
	if (!rc)
		rc = choose_out(&a, ret_error);
	a.options.regress.duts = &a.dut;
	a.options.regress.dut_count = 1;
	cli_note_tree(a.options.regress.stimuli);
	status = rc ? EXIT_ENVIRONMENT : conform(&a.options, ret_error);
	free(a.out);
	return status;
}
