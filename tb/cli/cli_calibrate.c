/* SPDX-License-Identifier: Apache-2.0 */
/* The verb calibrate: measures the latencies of a MAC and prints them as lines of its profile. */
#include "cli.h"
#include "cli_profile.h"
#include "conform/calibrate.h"
#include "run/alive.h"
#include "profile/profile.h"

#include <errno.h>
#include <stdlib.h>

enum { OPTION_DUT = 256, OPTION_OUT };

struct calibrate_arguments {
	struct calibrate_options options;
	char *out; /* owned */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct calibrate_arguments *a = state->input;

	switch (key) {
	case OPTION_DUT:
		a->options.dut = cli_dut(state, arg);
		return 0;
	case OPTION_OUT:
		a->options.out = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (a->options.profile)
			argp_failure(state, EXIT_ENVIRONMENT, 0, "one profile at a time");
		a->options.profile = arg;
		return 0;
	case ARGP_KEY_END:
		if (!a->options.dut && !a->options.profile && profile_built_path)
			a->options.dut = &dut_table[0]; /* this is the program of a profile */
		if (!a->options.dut == !a->options.profile)
			argp_failure(state, EXIT_ENVIRONMENT, 0, "give a profile, or a bundled device with --dut");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
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
	static const struct argp_option argp_options[] = {
		{ .name = "dut", .key = OPTION_DUT, .arg = "NAME", .doc = "A bundled device instead of a profile" },
		{ .name = "out",
		  .key = OPTION_OUT,
		  .arg = "DIR",
		  .doc = "Folder of the measuring stimuli (build/calibrate/NAME)" },
		{ 0 },
	};
	static const struct argp argp = {
		.options = argp_options,
		.parser = parse,
		.args_doc = "PROFILE\n--dut NAME",
		.doc = "Measures the latencies of a MAC and prints the lines of its profile. It judges nothing, so it works "
		       "while those lines are "
		       "wrong.\vExit status: 0 the profile agrees, 1 there are warnings, 2 usage or environment.",
	};
	struct calibrate_arguments a = { .options = { .stop = cli->stop } };
	int status = EXIT_CLEAN;

	cli_parse(&argp, argc, argv, 0, &a);
	if (a.options.profile) {
		status = cli_profile(cli, a.options.profile, ret_error) ? EXIT_ENVIRONMENT : EXIT_CLEAN;
		a.options.dut = &dut_table[0];
	}
	if (!status)
		status = calibrate(&a, ret_error);
	free(a.out);
	return status;
}
