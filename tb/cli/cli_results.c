/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_results.h"

#include "regress/regress.h"

const struct cli_option cli_results_options[] = {
	{ .name = "out",
	  CLI_TEXT(struct regress_options, out),
	  .arg = "DIR",
	  .doc = "Folder of the results (regress: build/regress; merge: build/merged)" },
	{ .name = "junit", CLI_TEXT(struct regress_options, junit), .arg = "FILE", .doc = "JUnit report (DIR/junit.xml)" },
	{ .name = "exercised",
	  CLI_TEXT(struct regress_options, exercised),
	  .arg = "FILE",
	  .doc = "Which rules and counters the runs exercised, for pausebench proof (regress: none; merge: DIR/exercised.json)" },
	{ .name = "coverage",
	  CLI_TEXT(struct regress_options, coverage),
	  .arg = "FILE",
	  .doc = "What the runs reached, coincidences and values, for pausebench coverage (none)" },
	{ .name = "traced",
	  CLI_TEXT(struct regress_options, traced),
	  .arg = "COMMAND",
	  .doc = "Command that builds the traced program of the DUT whose name is appended to it, for the waves of failures "
	         "(none)" },
	{ 0 },
};
