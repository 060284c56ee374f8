/* SPDX-License-Identifier: Apache-2.0 */
/* The verb report: the report of a regression for a browser. */
#include "browser/browser.h"
#include "cli.h"

struct report_arguments {
	const char *dir;
};

int cli_report(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_syntax syntax = {
		.words = { .twice = "one folder at a time",
		           .at = CLI_PLACE(struct report_arguments, dir, const char *),
		           .missing = "give the folder of a regression, the one that has its summary.json" },
		.args_doc = "DIR",
		.doc = "Writes DIR/report.html, one page for a browser that loads nothing, from the JSON files of a regression "
		       "in DIR: its groups of failures with their reduced stimuli and timelines, its runs, and what they "
		       "exercised.\vExit status: 0 it is written, 2 usage or environment.",
	};
	struct report_arguments a = { 0 };

	(void)cli;
	cli_read(&syntax, argc, argv, &a);
	if (browser_write(a.dir, ret_error))
		return EXIT_ENVIRONMENT;
	printf("%s/report.html\n", a.dir);
	return EXIT_CLEAN;
}
