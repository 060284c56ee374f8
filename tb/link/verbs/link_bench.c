/* SPDX-License-Identifier: Apache-2.0 */
/* The speed of a link's simulation, compared with two bare DUTs without SystemC. doc/use/link.md, doc/quality/performance.md. */
#include "link_bench.h"

#include "cli/cli_option.h"
#include "link/platform/link.h"
#include "link_bench_sc.h"
#include "report/report.h"
#include "run/bench.h"
#include "run/run.h"
#include "seam/seam.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	REPEATS_MIN = 3,
	REPEATS_DEFAULT = 5,
	CLOCKS_DEFAULT = 500000,
	LEN_MIN = 64,
	LEN_MAX = 1518,
	RESET_CLOCKS = 8,
	NAME_MAX_CHARS = 48,
};

/* The kinds of work, the least first. Each runs in a process of its own, since SystemC elaborates once in a process. */
enum work {
	WORK_BARE,    /* two DUTs as `verilator --cc` makes them, a clock of each in turn */
	WORK_KERNEL,  /* two DUTs as `verilator --sc` makes them, each in a SystemC thread */
	WORK_CHECKED, /* the C bench's checked runs of both, one after the other */
	WORK_LINK,    /* the checked link, saturated, with RTL at both ends */
	WORK_MIXED,   /* the same with RTL and a golden model */
	WORK_MODELS,  /* the same with two golden models */
	WORK_COUNT
};

static const char *const work_names[] = { "bare", "kernel", "checked", "rtl-rtl", "rtl-model", "model-model" };

struct bench_pair {
	const char *a, *b; /* rows of regs/<device>/duts.def */
};

static const struct bench_pair pairs[] = { { "bcm5718", "bcm5718" }, { "i82598", "ll10g" }, { "bcm1250", "bcm1250" } };
enum { PAIRS = sizeof(pairs) / sizeof(pairs[0]) };

struct measurement {
	double clocks_per_s; /* how many clocks of both DUTs are simulated in a second of CPU time */
	uint64_t findings;
	int rc;
	struct env_error error;
};

struct bench_arguments {
	const char *json;
	unsigned repeats;
	uint64_t clocks;
};

/* ---- one measurement ---- */

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int measure_bare(const struct dut *const dut[2], uint64_t clocks, struct measurement *m)
{
	const struct seam_ops *ops[2] = { seam_by_dut(dut[0]->name), seam_by_dut(dut[1]->name) };
	struct seam *seam[2] = { ops[0]->open(1), ops[1]->open(1) };
	double before;

	if (!seam[0] || !seam[1])
		return -ENOMEM;
	for (int i = 0; i < RESET_CLOCKS; i++)
		for (int end = 0; end < 2; end++)
			ops[end]->cycle(seam[end]);
	for (int end = 0; end < 2; end++)
		*ops[end]->pins(seam[end])->common.rst_n = 1;
	before = cpu_seconds();
	for (uint64_t i = 0; i < clocks; i++) {
		ops[0]->cycle(seam[0]);
		ops[1]->cycle(seam[1]);
	}
	m->clocks_per_s = (double)clocks / (cpu_seconds() - before);
	for (int end = 0; end < 2; end++)
		ops[end]->close(seam[end]);
	return 0;
}

static int measure_kernel(const struct dut *const dut[2], uint64_t clocks, struct measurement *m)
{
	double seconds = link_bench_kernel(dut[0], dut[1], clocks);

	m->clocks_per_s = (double)clocks / seconds;
	return seconds > 0 ? 0 : -ENOMEM;
}

static int measure_checked(const struct dut *const dut[2], uint64_t clocks, struct measurement *m)
{
	double seconds_per_clock = 0;
	int rc = 0;

	for (int end = 0; end < 2 && !rc; end++) {
		struct stimulus stim;
		double speed = 0;
		rc = bench_stimulus(&stim, dut[end], clocks);
		if (!rc)
			rc = run_speed(dut[end], &stim, SPEED_CHECKED, clocks, &speed);
		stimulus_release(&stim);
		if (!rc)
			seconds_per_clock += 1 / speed;
	}
	m->clocks_per_s = 1 / seconds_per_clock;
	return rc;
}

/* Measures a link with both directions full and hosts that take all frames. */
static int measure_link(const struct dut *const dut[2], enum work work, uint64_t clocks, struct measurement *m)
{
	const struct link_options options = { 0 };
	struct link_description link;
	struct link_result result;
	int rc;

	link_file_defaults(&link);
	snprintf(link.name, sizeof(link.name), "bench");
	link.time_ps = clocks * (UINT64_C(1000000000000) / (dut[0]->clock_hz / 1000)) / 1000;
	for (int end = 0; end < 2; end++) {
		link.end[end].dut = dut[end];
		link.end[end].model = work == WORK_MODELS || (work == WORK_MIXED && end == 1);
		link.end[end].traffic.len_min = LEN_MIN;
		link.end[end].traffic.len_max = LEN_MAX;
		link.end[end].traffic.load = 1;
		link.end[end].traffic.burst = 1;
	}
	rc = link_file_check(&link, "bench", &m->error);
	if (!rc)
		rc = link_run(&link, &options, &result, &m->error);
	if (!rc) {
		m->clocks_per_s = (double)result.clocks[0] / result.seconds;
		m->findings = link_findings(&result);
	}
	return rc;
}

static void measure(const struct bench_pair *pair, enum work work, uint64_t clocks, struct measurement *ret)
{
	const struct dut *const dut[2] = { dut_by_name(pair->a), dut_by_name(pair->b) };

	memset(ret, 0, sizeof(*ret));
	if (work == WORK_BARE)
		ret->rc = measure_bare(dut, clocks, ret);
	else if (work == WORK_KERNEL)
		ret->rc = measure_kernel(dut, clocks, ret);
	else if (work == WORK_CHECKED)
		ret->rc = measure_checked(dut, clocks, ret);
	else
		ret->rc = measure_link(dut, work, clocks, ret);
	if (ret->rc == -EBADMSG)
		ret->findings = 1;
}

/* Measures in a child process. Returns 0, or -EIO if the child died. */
static int measure_apart(const struct bench_pair *pair, enum work work, uint64_t clocks, struct measurement *ret)
{
	int ends[2], status;
	ssize_t got;
	pid_t child;

	if (pipe(ends))
		return -errno;
	fflush(NULL);
	child = fork();
	if (child < 0) {
		close(ends[0]);
		close(ends[1]);
		return -errno;
	}
	if (!child) {
		close(ends[0]);
		measure(pair, work, clocks, ret);
		_exit(write(ends[1], ret, sizeof(*ret)) == (ssize_t)sizeof(*ret) ? 0 : 1);
	}
	close(ends[1]);
	got = read(ends[0], ret, sizeof(*ret));
	close(ends[0]);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return got == (ssize_t)sizeof(*ret) ? 0 : -EIO;
}

/* ---- all of them ---- */

struct bench_figures {
	double speed[WORK_COUNT];
	double kernel_over_bare, link_over_bare, link_over_checked;
	double kernel_ns; /* by how much a clock of both ends takes longer if they are SystemC modules */
};

static double median_ratio(const double *over, const double *under, double *room, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		room[i] = over[i] / under[i];
	return bench_median(room, count);
}

static void digest(double *speeds, double *room, unsigned n, struct bench_figures *ret)
{
	const double *bare = speeds + WORK_BARE * n, *kernel = speeds + WORK_KERNEL * n, *link = speeds + WORK_LINK * n;

	for (unsigned i = 0; i < n; i++)
		room[i] = 1e9 / kernel[i] - 1e9 / bare[i];
	ret->kernel_ns = bench_median(room, n);
	ret->kernel_over_bare = median_ratio(kernel, bare, room, n);
	ret->link_over_bare = median_ratio(link, bare, room, n);
	ret->link_over_checked = median_ratio(link, speeds + WORK_CHECKED * n, room, n);
	for (int work = 0; work < WORK_COUNT; work++)
		ret->speed[work] = bench_median(speeds + (size_t)work * n, n);
}

/* Returns 0, EXIT_FINDINGS or negative errno. */
static int bench_pair(const struct bench_pair *pair, const struct bench_arguments *a, struct bench_figures *ret,
                      struct env_error *ret_error)
{
	unsigned n = a->repeats;
	double *speeds = calloc((size_t)(WORK_COUNT + 1) * n, sizeof(*speeds));
	int rc = speeds ? 0 : env_fail(ret_error, ENOMEM, "cannot measure");

	for (unsigned i = 0; i < n && !rc; i++) {
		for (int work = 0; work < WORK_COUNT && !rc; work++) {
			struct measurement m;
			rc = measure_apart(pair, (enum work)work, a->clocks, &m);
			if (rc)
				env_fail(ret_error, -rc, "cannot measure %s, %s and %s", work_names[work], pair->a, pair->b);
			else if (m.findings)
				rc = EXIT_FINDINGS;
			else if (m.rc && m.error.text[0])
				rc = env_refuse(ret_error, "%s", m.error.text);
			else if (m.rc)
				rc = env_fail(ret_error, -m.rc, "cannot measure %s, %s and %s", work_names[work], pair->a,
				              pair->b);
			if (rc == EXIT_FINDINGS)
				env_refuse(ret_error, "%s, %s and %s: the run has findings, so its speed means nothing",
				           work_names[work], pair->a, pair->b);
			speeds[(size_t)work * n + i] = m.clocks_per_s;
		}
	}
	if (!rc)
		digest(speeds, speeds + (size_t)WORK_COUNT * n, n, ret);
	free(speeds);
	return rc;
}

static void print_row(const struct bench_pair *pair, const struct bench_figures *f)
{
	char name[NAME_MAX_CHARS];

	snprintf(name, sizeof(name), "%s - %s", pair->a, pair->b);
	printf("%-20s", name);
	for (int work = 0; work < WORK_COUNT; work++)
		printf("  %11.0f", f->speed[work]);
	printf("  %11.3f  %11.3f  %12.3f  %9.0f\n", f->kernel_over_bare, f->link_over_bare, f->link_over_checked, f->kernel_ns);
}

static void print_head(void)
{
	printf("%-20s", "clocks per CPU second");
	for (int work = 0; work < WORK_COUNT; work++)
		printf(work ? "  %11s" : " %11s", work_names[work]);
	printf("  %11s  %11s  %12s  %9s\n", "kernel/bare", "link/bare", "link/checked", "kernel ns");
}

static json_t *row_json(const struct bench_pair *pair, const struct bench_figures *f)
{
	json_t *speeds = json_object();

	for (int work = 0; work < WORK_COUNT; work++)
		json_object_set_new(speeds, work_names[work], json_real(f->speed[work]));
	return json_pack("{s:s, s:s, s:o, s:f, s:f, s:f, s:f}", "a", pair->a, "b", pair->b, "clocks_per_s", speeds,
	                 "kernel_over_bare", f->kernel_over_bare, "link_over_bare", f->link_over_bare, "link_over_checked",
	                 f->link_over_checked, "kernel_ns_per_clock", f->kernel_ns);
}

static int bench_all(const struct bench_arguments *a, struct env_error *ret_error)
{
	json_t *list = json_array();
	int rc = 0;

	print_head();
	for (int i = 0; i < PAIRS && !rc; i++) {
		struct bench_figures figures;
		rc = bench_pair(&pairs[i], a, &figures, ret_error);
		if (rc)
			break;
		print_row(&pairs[i], &figures);
		fflush(stdout);
		json_array_append_new(list, row_json(&pairs[i], &figures));
	}
	if (!rc)
		printf("medians of %u interleaved repeats of about %llu clocks of both ends, CPU time; bare: two DUTs without "
		       "SystemC in turn; "
		       "kernel: the same as SystemC modules; checked: the C bench's run of each; the others: the checked link, "
		       "saturated\n",
		       a->repeats, (unsigned long long)a->clocks);
	if (!rc && a->json)
		return json_replace(json_pack("{s:i, s:o}", "schema_version", 1, "links", list), a->json, ret_error)
		         ? EXIT_ENVIRONMENT
		         : EXIT_CLEAN;
	json_decref(list);
	if (rc == EXIT_FINDINGS)
		return EXIT_FINDINGS;
	return rc ? EXIT_ENVIRONMENT : EXIT_CLEAN;
}

/* ---- command line ---- */

int link_bench(int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "json", CLI_TEXT(struct bench_arguments, json), .arg = "FILE", .doc = "Write the figures there too" },
		{ .name = "repeats",
		  CLI_UNSIGNED(struct bench_arguments, repeats, REPEATS_MIN, 1000),
		  .arg = "N",
		  .doc = "Interleaved repeats, at least 3 (5)" },
		{ .name = "clocks",
		  CLI_NUMBER(struct bench_arguments, clocks, 10000, 1000000000),
		  .arg = "N",
		  .doc = "Clocks of one repeat (500000)" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.doc = "Measures simulated clocks of a saturated link per CPU second, against two bare DUTs without SystemC.",
	};
	struct bench_arguments a = { .repeats = REPEATS_DEFAULT, .clocks = CLOCKS_DEFAULT };

	cli_read(&syntax, argc, argv, &a);
	return bench_all(&a, ret_error);
}
