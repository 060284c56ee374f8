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

enum { OPTION_DUT = 256, OPTION_SEEDS, OPTION_OUT, OPTION_TEXT, OPTION_JSON, OPTION_HTML, OPTION_STIMULI, OPTION_MAX_SECONDS };
enum { SEEDS_DEFAULT = 100, JOBS_MAX = 1024 };

struct conform_arguments {
	struct conform_options options;
	const struct dut *dut;
	const char *profile;
	char *out; /* owned */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct conform_arguments *a = state->input;

	switch (key) {
	case OPTION_DUT:
		a->dut = cli_dut(state, arg);
		return 0;
	case OPTION_SEEDS:
		if (!strcmp(arg, "none"))
			a->options.regress.seed_to = a->options.regress.seed_from - 1;
		else
			cli_seeds(state, arg, &a->options.regress.seed_from, &a->options.regress.seed_to);
		return 0;
	case 'j':
		a->options.regress.jobs = (unsigned)cli_number(state, "--jobs", arg, 1, JOBS_MAX);
		return 0;
	case OPTION_OUT:
		a->options.regress.out = arg;
		return 0;
	case OPTION_TEXT:
		a->options.text = arg;
		return 0;
	case OPTION_JSON:
		a->options.json = arg;
		return 0;
	case OPTION_HTML:
		a->options.html = arg;
		return 0;
	case OPTION_STIMULI:
		a->options.regress.stimuli = arg;
		return 0;
	case OPTION_MAX_SECONDS:
		a->options.regress.max_seconds = cli_seconds(state, "--max-seconds", arg);
		return 0;
	case ARGP_KEY_ARG:
		if (a->profile)
			argp_failure(state, EXIT_ENVIRONMENT, 0, "one profile at a time");
		a->profile = arg;
		return 0;
	case ARGP_KEY_END:
		if (!a->dut && !a->profile && profile_built_path)
			a->dut = &dut_table[0]; /* this is the program of a profile */
		if (!a->dut == !a->profile)
			argp_failure(state, EXIT_ENVIRONMENT, 0, "give a profile, or a bundled device with --dut");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
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
	static const struct argp_option argp_options[] = {
		{ .name = "dut", .key = OPTION_DUT, .arg = "NAME", .doc = "A bundled device instead of a profile" },
		{ .name = "seeds", .key = OPTION_SEEDS, .arg = "A..B", .doc = "Seeds of the random stimuli, or none (1..100)" },
		{ .name = "jobs", .key = 'j', .arg = "N", .doc = "Processes at a time (all cores)" },
		{ .name = "out", .key = OPTION_OUT, .arg = "DIR", .doc = "Folder of the results (build/conform/NAME)" },
		{ .name = "text", .key = OPTION_TEXT, .arg = "FILE", .doc = "The statement as text (DIR/conformance.txt)" },
		{ .name = "json", .key = OPTION_JSON, .arg = "FILE", .doc = "The statement as JSON (DIR/conformance.json)" },
		{ .name = "html", .key = OPTION_HTML, .arg = "FILE", .doc = "The statement as one page (DIR/conformance.html)" },
		{ .name = "stimuli",
		  .key = OPTION_STIMULI,
		  .arg = "DIR",
		  .doc = "Folder of the stimulus files (tests/data/stimuli/neutral)" },
		{ .name = "max-seconds", .key = OPTION_MAX_SECONDS, .arg = "S", .doc = "Wall-clock limit of a run (120)" },
		{ 0 },
	};
	static const struct argp argp = {
		.options = argp_options,
		.parser = parse,
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
	cli_parse(&argp, argc, argv, 0, &a);
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
