/* SPDX-License-Identifier: Apache-2.0 */
/* The verb calibrate: measures the latencies of a MAC and prints them as lines of its profile. */
#include "cli.h"
#include "cli_profile.h"
#include "conform/calibrate.h"
#include "run/alive.h"
#include "profile/profile.h"

#include <errno.h>
#include <stdlib.h>

struct calibrate_arguments {
	struct calibrate_options options;
	char *out; /* owned */
};

static void end(struct argp_state *state, void *arguments)
{
	struct calibrate_options *options = &((struct calibrate_arguments *)arguments)->options;

	if (!options->dut && !options->profile && profile_built_path)
		options->dut = &dut_table[0]; /* this is the program of a profile */
	if (!options->dut == !options->profile)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "give a profile, or a bundled device with --dut");
}

static int calibrate(struct calibrate_arguments *a, struct env_error *ret_error)
{
	struct measured_sum sum = { 0 };
	int rc, status = EXIT_ENVIRONMENT;

	if (!a->options.out)
		a->options.out = a->out = path_join("build/calibrate", a->options.dut->name);
	rc = a->options.out ? mac_alive(a->options.dut, ret_error) : env_fail(ret_error, ENOMEM, "cannot measure");
	if (!rc)
		rc = calibrate_measure(&a->options, &sum, ret_error);
	if (!rc)
		status = calibrate_print(stdout, &a->options, &sum) ? EXIT_FINDINGS : EXIT_CLEAN;
	measured_sum_release(&sum);
	return status;
}

int cli_calibrate(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "dut",
		  CLI_DUT(struct calibrate_arguments, options.dut),
		  .arg = "NAME",
		  .doc = "A bundled device instead of a profile" },
		{ .name = "out",
		  CLI_TEXT(struct calibrate_arguments, options.out),
		  .arg = "DIR",
		  .doc = "Folder of the measuring stimuli (build/calibrate/NAME)" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.words = { .twice = "one profile at a time",
		           .at = CLI_PLACE(struct calibrate_arguments, options.profile, const char *) },
		.end = end,
		.args_doc = "PROFILE\n--dut NAME",
		.doc = "Measures the latencies of a MAC and prints the lines of its profile. It judges nothing, so it works "
		       "while those lines are "
		       "wrong.\vExit status: 0 the profile agrees, 1 there are warnings, 2 usage or environment.",
	};
	struct calibrate_arguments a = { .options = { .stop = cli->stop } };
	int status = EXIT_CLEAN;

	cli_read(&syntax, argc, argv, &a);
	if (a.options.profile) {
		status = cli_profile(cli, a.options.profile, ret_error) ? EXIT_ENVIRONMENT : EXIT_CLEAN;
		a.options.dut = &dut_table[0];
	}
	if (!status)
		status = calibrate(&a, ret_error);
	free(a.out);
	return status;
}
