/* SPDX-License-Identifier: Apache-2.0 */
/* The verb reduce: shortens the stimulus of a saved failure. */
#include "cli.h"
#include "reduce/reduce.h"
#include "report/report.h"
#include "run/failure.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

static const double seconds_default = 10;

struct reduce_arguments {
	const char *dir;
	struct reduce_options options;
};

/* Prints the lines of DIR/stimulus.stim. */
static int print_stimulus(const char *dir, struct env_error *ret_error)
{
	char *path = path_join(dir, "stimulus.stim"), line[4096];
	FILE *in = path ? fopen(path, "r") : NULL;
	int rc = in ? 0 : env_fail(ret_error, errno ? errno : ENOMEM, "cannot read %s/stimulus.stim", dir);

	while (in && fgets(line, sizeof(line), in))
		fputs(line, stdout);
	if (in)
		fclose(in);
	free(path);
	return rc;
}

static int print_reduced(const struct reduce_arguments *a, const struct reduce_result *result, struct env_error *ret_error)
{
	char *dir = path_join(a->dir, "reduced"), command[3 * PATH_MAX];
	int rc;

	if (!dir)
		return env_fail(ret_error, ENOMEM, "cannot print the reduced stimulus");
	printf("reduced   %zu line%s to %zu in %u runs, %.1f s%s\n\n", result->items_before, result->items_before == 1 ? "" : "s",
	       result->items_after, result->runs, result->seconds,
	       result->whole ? "" : "; not to the end, which needs more time: --seconds");
	rc = print_stimulus(dir, ret_error);
	if (!rc) {
		putchar('\n');
		report_finding(stdout, &result->finding);
		printf("findings  %llu in %llu cycles\nrepeat    %s\n", (unsigned long long)result->findings,
		       (unsigned long long)result->cycles, failure_command(a->options.program, dir, command, sizeof(command)));
	}
	free(dir);
	return rc;
}

int cli_reduce(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "seconds",
		  CLI_SECONDS(struct reduce_arguments, options.seconds),
		  .arg = "S",
		  .doc = "Time for it (10): \"90\", \"5m\"" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.words = { .twice = "one folder at a time",
		           .at = CLI_PLACE(struct reduce_arguments, dir, const char *),
		           .missing = "give the folder of a saved failure" },
		.args_doc = "DIR",
		.doc = "Reduces the stimulus of a saved failure: leaves items out and makes fields simpler as long as the first "
		       "finding stays the "
		       "same. What is left is saved as DIR/reduced, a failure of its own.\vExit status: 1 it was reduced, 2 it "
		       "did not occur "
		       "again, usage or environment.",
	};
	struct reduce_arguments a = { .options = { .seconds = seconds_default, .program = cli->program, .stop = cli->stop } };
	struct reduce_result result;
	struct failure failure;

	cli_read(&syntax, argc, argv, &a);
	if (reduce_folder(a.dir, &a.options, &result, ret_error))
		return EXIT_ENVIRONMENT;
	if (!result.again) {
		if (!failure_load(a.dir, &failure, ret_error))
			failure_gone(&failure, a.dir, a.options.program, ret_error);
		return EXIT_ENVIRONMENT;
	}
	return print_reduced(&a, &result, ret_error) ? EXIT_ENVIRONMENT : EXIT_FINDINGS;
}
