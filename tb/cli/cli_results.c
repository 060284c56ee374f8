/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_results.h"

#include "regress/regress.h"

/* These numbers differ from those of the verbs' own options. */
enum { OPTION_OUT = 0x1000, OPTION_JUNIT, OPTION_EXERCISED, OPTION_COVERAGE, OPTION_TRACED };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct regress_options *options = state->input;

	switch (key) {
	case OPTION_OUT:
		options->out = arg;
		return 0;
	case OPTION_JUNIT:
		options->junit = arg;
		return 0;
	case OPTION_EXERCISED:
		options->exercised = arg;
		return 0;
	case OPTION_COVERAGE:
		options->coverage = arg;
		return 0;
	case OPTION_TRACED:
		options->traced = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option results_options[] = {
	{ .name = "out",
	  .key = OPTION_OUT,
	  .arg = "DIR",
	  .doc = "Folder of the results (regress: build/regress; merge: build/merged)" },
	{ .name = "junit", .key = OPTION_JUNIT, .arg = "FILE", .doc = "JUnit report (DIR/junit.xml)" },
	{ .name = "exercised",
	  .key = OPTION_EXERCISED,
	  .arg = "FILE",
	  .doc = "Which rules and counters the runs exercised, for pausebench proof (regress: none; merge: DIR/exercised.json)" },
	{ .name = "coverage",
	  .key = OPTION_COVERAGE,
	  .arg = "FILE",
	  .doc = "What the runs reached, coincidences and values, for pausebench coverage (none)" },
	{ .name = "traced",
	  .key = OPTION_TRACED,
	  .arg = "COMMAND",
	  .doc = "Command that builds the traced program of the DUT whose name is appended to it, for the waves of failures "
	         "(none)" },
	{ 0 },
};
const struct argp cli_results_argp = { .options = results_options, .parser = parse };
