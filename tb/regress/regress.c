/* SPDX-License-Identifier: Apache-2.0 */
/* A regression: many runs in parallel processes, one table, summary.json and junit.xml.
 *
 * The plan (regress_plan.c) says which runs there are and which are skipped. The loop keeps all jobs busy, enters each run that ends, saves
 * failures and writes the results so far. At the end (regress_end.c) come the waves of the first failures, the files and the table. */
#include "regress_parts.h"

#include "chosen.h"
#include "out_lock.h"
#include "suite_waivers.h"
#include "annotate/annotate.h"
#include "base/heap.h"
#include "browser/browser.h"
#include "profile/profile.h"
#include "report/report.h"
#include "run/alive.h"
#include "run/failure.h"
#include "run/pool_loop.h"
#include "stimulus/stimuli.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { WAIT_MS = 100 };

struct env_error *regress_error_line(struct regress *r, struct env_error *later)
{
	return r->error ? later : r->ret_error;
}

void regress_say(struct regress *r, const char *format, ...)
{
	va_list args;

	if (r->live)
		fputs("\r\033[K", r->options->log);
	va_start(args, format);
	vfprintf(r->options->log, format, args);
	va_end(args);
	fputc('\n', r->options->log);
	fflush(r->options->log);
	r->printed = 0;
	r->lines++;
}

void regress_put(struct regress *r, const char *text)
{
	fputs(text, r->options->log);
	for (; *text; text++)
		r->lines += *text == '\n';
}

const char *regress_colour(const struct regress *r, enum regress_colour which)
{
	static const char *const sequences[] = {
		[COLOUR_END] = "\033[0m",
		[COLOUR_GOOD] = "\033[1;32m",
		[COLOUR_BAD] = "\033[1;31m",
		[COLOUR_PART] = "\033[1;33m",
	};

	return r->coloured ? sequences[which] : "";
}

void regress_give_up(struct regress *r, int error)
{
	if (!r->error)
		r->error = error;
	r->stopping = true;
}

static void usage_add(struct suite_cost *cost, int who)
{
	struct rusage usage;

	getrusage(who, &usage);
	cost->cpu_seconds += (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6 +
	                     (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec * 1e-6;
	cost->page_faults += (uint64_t)(usage.ru_minflt + usage.ru_majflt);
}

void regress_cost(struct regress *r)
{
	struct suite_cost now = { .loop_seconds = r->suite.cost.loop_seconds };

	usage_add(&now, RUSAGE_SELF);
	usage_add(&now, RUSAGE_CHILDREN);
	now.cpu_seconds -= r->before.cpu_seconds;
	now.page_faults -= r->before.page_faults;
	now.forks = r->pool ? pool_forks(r->pool) : r->suite.cost.forks;
	r->suite.cost = now;
}

static int write_files(struct regress *r)
{
	struct env_error later;
	int rc;

	r->suite.seconds = clock_seconds() - r->started;
	regress_cost(r);
	r->written = clock_seconds();
	rc = r->grouped ? 0 : groups_make(&r->suite.groups, &r->suite);
	if (rc)
		return env_fail(regress_error_line(r, &later), -rc, "cannot group the failures");
	rc = suite_write_summary(&r->suite, r->summary, regress_error_line(r, &later));
	return rc ? rc : suite_write_junit(&r->suite, r->junit, regress_error_line(r, &later));
}

struct run_options regress_options_of(const struct regress *r, const struct suite_run *run)
{
	return (struct run_options){
		.black_box = run->black_box,
		.max_cycles = r->options->max_cycles,
		.max_seconds = r->options->max_seconds,
		.stop = r->options->stop,
		.covered = r->options->exercised || r->options->ended,
		.measured = r->options->measured,
		.coverage = r->options->coverage || r->options->feed,
	};
}

/* Tells the memory that a run has ended. If there is no room on the disk for the memory, the runs go on without it. */
static void remember(struct regress *r, const struct suite_run *run, const struct pool_result *result)
{
	const struct regress_memory *memory = r->options->memory;
	struct env_error later;
	int rc = memory ? memory->ended(memory->context, run, result, regress_error_line(r, &later)) : 0;

	if (rc && !r->error)
		r->error = rc;
}

static void enter(struct regress *r, const struct pool_result *result)
{
	const struct regress_feed *feed = r->options->feed;
	struct suite_run *run = &r->suite.runs[result->tag];
	int rc = suite_enter(&r->suite, result); /* a run that was let go of is valid until the next run takes its place */

	if (rc)
		env_fail(r->ret_error, -rc, "cannot enter a result");
	else if (r->options->ended)
		r->options->ended(r->options->context, run, result);
	if (!rc && feed && !r->error)
		r->error = feed->ended(feed->context, run, result, r->ret_error);
	remember(r, run, result);
	if (run->outcome == SUITE_BROKEN) {
		regress_say(r, "ERROR %s %s: %s", r->options->duts[run->dut]->name, run->name, result->env.text);
		if (!r->error) {
			r->error = result->error;
			*r->ret_error = result->env;
		}
	}
	if (run->outcome == SUITE_FAILED) {
		if (!r->error)
			r->error = regress_keep(r, result);
		if (++r->dut[run->dut].failures == r->options->max_failures)
			regress_plan_end(r, run->dut);
	}
	if (rc)
		regress_give_up(r, rc);
}

/* Returns the share of the work that is done, 0 to 1. */
static double progress(const struct regress *r, double elapsed)
{
	double runs = r->planned ? (double)(r->suite.ended - r->unfit) / (double)r->planned : 1;

	if (r->options->seconds <= 0)
		return runs;
	return elapsed < r->options->seconds ? elapsed / r->options->seconds : 1;
}

static void print_progress(struct regress *r)
{
	double now = clock_seconds(), elapsed = now - r->started, done = progress(r, elapsed);
	struct suite_tally total = suite_total(&r->suite);
	unsigned fifths = (unsigned)(done * 5);
	uint64_t ended = r->suite.ended - r->unfit;
	char line[160];

	if (r->live ? now - r->printed < 0.1 : fifths <= r->fifths)
		return;
	r->printed = now;
	r->fifths = fifths;
	snprintf(line, sizeof(line), "%" PRIu64 "/%" PRIu64 " runs, %" PRIu64 " finding%s, %.1f Mcycles/s, ETA %.0f s", ended,
	         r->planned > ended ? r->planned : ended, total.findings, total.findings == 1 ? "" : "s",
	         elapsed > 0 ? (double)total.cycles / elapsed * 1e-6 : 0, done > 0 ? elapsed * (1 - done) / done : 0);
	fprintf(r->options->log, r->live ? "\r\033[K%s" : "%s\n", line);
	fflush(r->options->log);
	r->lines += !r->live;
}

static void check_stop(struct regress *r)
{
	if (r->interrupted || !r->options->stop || !atomic_load(r->options->stop))
		return;
	r->interrupted = r->stopping = true;
	pool_stop(r->pool);
}

/* Ends the runs early enough that the failures can be looked at within the budget. With a time instead of a budget the seeds
 * under way come to their end if the time allows it. */
static void check_budget(struct regress *r)
{
	const double elapsed = clock_seconds() - r->started;

	if (r->stopping || elapsed < regress_runs_limit(r))
		return;
	if (r->options->budget <= 0 && !regress_files_left(r) && elapsed < regress_limit(r))
		return;
	r->over = r->stopping = true;
	pool_stop(r->pool);
}

/* Enters run INDEX without running it, if the memory has its result. Returns true if nothing is left to do for it. */
static bool recall(struct regress *r, size_t index)
{
	const struct regress_memory *memory = r->options->memory;
	struct suite_run *run = &r->suite.runs[index];
	const struct run_options options = regress_options_of(r, run);
	enum regress_recall what;

	if (!memory)
		return false;
	what = memory->recall(memory->context, run, &options, r->recalled);
	if (what == RECALL_NOTHING) {
		r->missing += memory->only;
		return memory->only;
	}
	run->passed_before = what == RECALL_PASSED;
	r->recalled->tag = index;
	enter(r, r->recalled);
	check_stop(r);
	print_progress(r);
	return true;
}

/* Returns true if another run may be started, or placed behind one that runs. With a limit of failures no run is placed behind
 * one whose failure may make it needless. */
static bool wants_runs(struct regress *r)
{
	if (r->stopping || (r->options->max_failures && pool_running(r->pool) >= r->options->jobs))
		return false;
	return r->held || regress_next(r, &r->held_index);
}

/* Starts runs until all workers have one, and another one behind it. */
static void start_runs(struct regress *r)
{
	const struct regress_options *o = r->options;

	while (wants_runs(r)) {
		const struct suite_run *run = &r->suite.runs[r->held_index];
		struct pool_job job = { .dut = o->duts[run->dut], .source = run->source, .quiet = true, .alone = o->feed };
		struct env_error e = { "" };
		int rc;

		if (!r->held && recall(r, r->held_index))
			continue;
		run = &r->suite.runs[r->held_index];
		job.options = regress_options_of(r, run);
		rc = pool_start(r->pool, &job, r->held_index, &e);
		r->held = rc && pool_running(
				    r->pool); /* there is no place, or too many processes: the run waits until another one ends */
		if (r->held)
			return;
		if (rc) {
			*r->ret_error = e;
			regress_give_up(r, rc);
		}
	}
}

/* The pool's loop asks for as many runs as there are places: those that start_runs() can start. */
static int start(void *context, struct pool *pool, struct env_error *ret_error)
{
	struct regress *r = context;

	(void)pool;
	(void)ret_error;
	check_stop(r);
	check_budget(r);
	start_runs(r);
	return 1;
}

static int take(void *context, const struct pool_result *result, struct env_error *ret_error)
{
	struct regress *r = context;

	(void)ret_error;
	check_stop(r); /* the children may get Ctrl-C before this process does */
	r->suite.cost.loop_seconds += result->run.loop_seconds;
	r->missing += !r->stopping && !result->error && result->run.status == RUN_STOPPED && !result->run.score.findings;
	enter(r, result);
	return 0;
}

static void show(void *context)
{
	struct regress *r = context;

	print_progress(r);
	/* without room on the disk the runs go on: the console has their findings */
	if (!r->stopping && !r->error && clock_seconds() - r->written > 1)
		r->error = write_files(r);
}

static void loop(struct regress *r)
{
	const struct pool_loop loop = {
		.context = r, .pool = r->pool, .most = UINT_MAX, .wait_ms = WAIT_MS, .start = start, .take = take, .show = show
	};
	bool stopped;
	int rc = pool_loop(&loop, &stopped, r->ret_error);

	if (rc)
		regress_give_up(r, rc);
}

/* Removes the failures of the previous regression, which would mix with those of this one, and half-written files of a regression
 * that was killed. */
static int clear_out(struct regress *r)
{
	char *failures = path_join(r->options->out, "failures");
	int rc = failures ? failures_empty(failures, r->ret_error) : env_fail(r->ret_error, ENOMEM, "cannot plan the runs");

	free(failures);
	file_leavings(r->summary);
	file_leavings(r->junit);
	return rc;
}

/* Prints into OUT all that comes before the groups. */
static void print_sums(struct regress *r, FILE *out)
{
	const struct regress_options *o = r->options;
	struct env_error later;
	int rc;

	suite_print_skipped(out, &r->suite);
	suite_waivers_print(out, &r->suite);
	suite_table(out, &r->suite);
	rc = o->memory ? o->memory->end(o->memory->context, &r->suite, out, regress_error_line(r, &later)) : 0;
	if (rc && !r->error)
		r->error = rc;
}

static void print_end(struct regress *r)
{
	struct env_error unused;
	struct text sums;

	if (r->live)
		fputs("\r\033[K", r->options->log);
	if (text_open(&sums, &unused)) {
		print_sums(r, r->options->log);
	} else {
		print_sums(r, sums.out);
		fflush(sums.out);
		regress_put(r, sums.data);
		text_replace(&sums, NULL, &unused);
	}
	regress_groups_print(r);
}

/* Writes the page for a browser. It is made of the other files, so that nothing is lost without it, and a failure to write it is
 * no error. */
static void write_page(struct regress *r)
{
	struct env_error error;
	char *path;

	if (!browser_write(r->options->out, &error))
		return;
	regress_say(r, "%s", error.text);
	path = path_join(r->options->out, "report.html");
	if (path)
		unlink(path); /* that of an older regression would mislead */
	free(path);
}

static int run_all(struct regress *r)
{
	const struct regress_options *o = r->options;
	struct env_error later;
	int rc = 0;

	r->suite.partial = true;
	if (o->memory)
		rc = o->memory->begin(o->memory->context, o, r->ret_error);
	if (!rc)
		rc = clear_out(r);
	if (!rc)
		rc = regress_plan(r);
	if (!rc)
		rc = write_files(r);
	if (rc)
		return EXIT_ENVIRONMENT;
	regress_say(r, "%" PRIu64 " runs of %zu DUT%s with %u jobs, results in %s", r->planned, o->dut_count,
	            o->dut_count == 1 ? "" : "s", o->jobs, o->out);
	r->started = clock_seconds();
	heap_return();
	loop(r);
	regress_cost(r);
	pool_free(r->pool); /* the cost of the workers is known when they have ended */
	r->pool = NULL;
	r->suite.partial = r->stopping || r->error || r->missing || r->cut;
	r->suite.few = o->suite == REGRESS_SMOKE || o->only || o->rerun || o->feed;
	rc = write_files(r);
	r->grouped = !rc;
	if (!rc && r->suite.groups.count) {
		regress_prune(r);
		regress_look_closer(r);
		rc = write_files(r);
	}
	if (!rc && o->coverage)
		rc = suite_write_coverage(&r->suite, o->coverage, regress_error_line(r, &later));
	if (!rc && o->exercised)
		rc = suite_write_exercised(&r->suite, o->exercised, regress_error_line(r, &later));
	if (!rc)
		write_page(r);
	if (!rc)
		rc = annotate_write(o->out, regress_error_line(r, &later));
	if (rc && !r->error)
		r->error = rc;
	print_end(r);
	return regress_conclude(r);
}

/* Runs the whole regression; no other one can write into the folder of the results meanwhile. */
static int run_locked(struct regress *r)
{
	int lock, status;

	if (folder_make(r->options->out, r->ret_error) || out_lock(r->options->out, &lock, r->ret_error))
		return EXIT_ENVIRONMENT;
	status = run_all(r);
	out_unlock(lock);
	return status;
}

int regress(const struct regress_options *options, struct env_error *ret_error)
{
	struct regress r = { .options = options, .ret_error = ret_error, .live = isatty(fileno(options->log)) };
	int status = EXIT_ENVIRONMENT;

	heap_keep();
	usage_add(&r.before, RUSAGE_SELF);
	usage_add(&r.before, RUSAGE_CHILDREN);
	for (size_t i = 0; i < options->dut_count; i++)
		if (mac_alive(options->duts[i], ret_error))
			return status;
	r.started = clock_seconds();
	r.coloured = report_coloured(options->log);
	r.keep = options->keep ? options->keep : REGRESS_KEEP_DEFAULT;
	r.summary = path_join(options->out, "summary.json");
	r.junit = options->junit ? strdup(options->junit) : path_join(options->out, "junit.xml");
	r.pool = pool_new(options->jobs);
	r.dut = calloc(options->dut_count, sizeof(*r.dut));
	r.recalled = options->memory ? malloc(sizeof(*r.recalled)) : NULL;
	if (!r.dut || suite_init(&r.suite, options->duts, options->dut_count) || (options->memory && !r.recalled) || !r.pool ||
	    !r.summary || !r.junit) {
		env_fail(ret_error, ENOMEM, "cannot plan the runs");
	} else {
		r.suite.program = options->program;
		r.suite.max_cycles = options->max_cycles;
		r.suite.max_seconds = options->max_seconds;
		status = run_locked(&r);
	}
	pool_free(r.pool);
	free(r.recalled);
	free(r.dut);
	free(r.scenarios);
	chosen_close(r.chosen);
	regress_save_release(&r);
	suite_release(&r.suite);
	stimuli_free(r.files, r.file_count);
	free(r.summary);
	free(r.junit);
	return status;
}
