/* SPDX-License-Identifier: Apache-2.0 */
/* The verb bench: the options of the speed measurement. */
#include "cli.h"
#include "judge/judge_bench.h"
#include "run/bench.h"

#include <errno.h>
#include <stdlib.h>

struct bench_arguments {
	struct cli_duts duts;
	const char *json, *judge;
	unsigned repeats;
	uint64_t cycles;
};

static void add_dut(struct argp_state *state, void *arguments, const char *text)
{
	struct bench_arguments *a = arguments;

	cli_duts_add(state, &a->duts, text);
}

static void end(struct argp_state *state, void *arguments)
{
	struct bench_arguments *a = arguments;

	if (!a->judge)
		cli_duts_default(state, &a->duts);
}

static int bench_all(const struct cli *cli, const struct bench_arguments *a, struct env_error *ret_error)
{
	struct bench_row *rows = calloc(a->duts.count, sizeof(*rows));
	int rc = rows ? 0 : env_fail(ret_error, ENOMEM, "cannot measure");
	struct bench_costs costs;

	for (size_t i = 0; i < a->duts.count && !rc; i++)
		rc = bench_dut(a->duts.rows[i], a->repeats, a->cycles, cli->stop, &rows[i], ret_error);
	if (!rc)
		rc = start_measure("/proc/self/exe", &costs.start, ret_error);
	if (!rc)
		rc = run_cost_measure(a->duts.rows, a->duts.count, cli->stop, &costs.run, ret_error);
	if (!rc) {
		bench_table(stdout, rows, a->duts.count);
		printf("medians of %u interleaved repeats of %llu cycles, CPU time\n", a->repeats, (unsigned long long)a->cycles);
		bench_print_costs(stdout, &costs);
		if (a->json)
			rc = bench_write(rows, a->duts.count, &costs, a->json, ret_error);
	}
	free(rows);
	if (rc == -EBADMSG)
		return EXIT_FINDINGS;
	return rc ? EXIT_ENVIRONMENT : EXIT_CLEAN;
}

static int bench_judge(const char *profile, struct env_error *ret_error)
{
	enum { FRAMES = 5200000, MILLIONS = 10 }; /* how many frames each direction has, less those that are held */
	double seconds, mib;

	if (judge_bench(profile, FRAMES, &seconds, &mib, ret_error->text, sizeof(ret_error->text)))
		return EXIT_ENVIRONMENT;
	printf("judge: %d million frames of 64 octets in %.1f s of CPU, at most %.0f MiB\n", MILLIONS, seconds, mib);
	return EXIT_CLEAN;
}

int cli_bench(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "dut", CLI_CALL(add_dut), .arg = "NAME", .doc = "Only this DUT; may be repeated (all)" },
		{ .name = "json", CLI_TEXT(struct bench_arguments, json), .arg = "FILE", .doc = "Write the figures there too" },
		{ .name = "repeats",
		  CLI_UNSIGNED(struct bench_arguments, repeats, BENCH_REPEATS_MIN, 1000),
		  .arg = "N",
		  .doc = "Interleaved repeats, at least 5 (7)" },
		{ .name = "cycles",
		  CLI_NUMBER(struct bench_arguments, cycles, 1000, 1000000000),
		  .arg = "N",
		  .doc = "Cycles of one repeat (3000000)" },
		{ .name = "judge",
		  CLI_TEXT(struct bench_arguments, judge),
		  .arg = "PROFILE",
		  .doc = "Measure the judge alone, by the profile of a GMII: 10 million frames" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.end = end,
		.doc = "Measures cycles per CPU second: the bare clock loop (inputs constant, nothing read), the same driven, "
		       "and driven and checked; and what a start of the program and a run cost beside it.",
	};
	struct bench_arguments a = { .repeats = BENCH_REPEATS_DEFAULT, .cycles = BENCH_CYCLES_DEFAULT };
	int status;

	cli_read(&syntax, argc, argv, &a);
	status = a.judge ? bench_judge(a.judge, ret_error) : bench_all(cli, &a, ret_error);
	free(a.duts.rows);
	return status;
}
