/* SPDX-License-Identifier: Apache-2.0 */
/* A regression: many runs in parallel processes, one table, summary.json and junit.xml.
 *
 * The plan says which runs there are and which are skipped. The loop keeps all jobs busy, enters each run that ends, saves failures and writes
 * the results so far. At the end come the waves of the first failures, the files and the table. */
#include "regress.h"

#include "alive.h"
#include "failure.h"
#include "pool.h"
#include "profile/profile.h"
#include "replay.h"
#include "report/report.h"
#include "stimulus/stimuli.h"
#include "suite_waivers.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAVES_MAX = 3, WAIT_MS = 100 };

struct regress {
	const struct regress_options *options;
	struct suite suite;
	struct pool *pool;
	char **files;
	size_t file_count;
	char *summary, *junit;
	size_t next, files_end; /* runs of files: the first one that may not have been started, and their end */
	uint64_t next_seed;     /* seeds are placed one by one, so that a plan of any number of seeds takes no memory */
	size_t next_dut;
	uint64_t planned; /* number of runs; with a time instead of a last seed only the runs of files */
	bool held;        /* the process of run .held_index could not be started yet */
	size_t held_index;
	uint64_t failures;
	unsigned tenths; /* tenths of the work of which the log has a line */
	double started, printed, written;
	bool live, stopping, interrupted;
	int error; /* the first error of the environment, its line in *ret_error */
	struct env_error *ret_error;
};

/* Returns where an error puts its line: main() prints the first one, so a later one goes to LATER. */
static struct env_error *error_line(struct regress *r, struct env_error *later)
{
	return r->error ? later : r->ret_error;
}

/* Prints a line of the log in place of the live line. */
static void say(struct regress *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct regress *r, const char *format, ...)
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
}

/* Keeps the first error; the runs under way come to their end, no other is started. */
static void give_up(struct regress *r, int error)
{
	if (!r->error)
		r->error = error;
	r->stopping = true;
}

static int plan_run(struct regress *r, const struct suite_run *run)
{
	struct suite_run copy = *run;
	int rc;

	if (copy.black_box && !r->options->black_box)
		strncat(copy.name, ":black-box", sizeof(copy.name) - strlen(copy.name) - 1);
	if (copy.outcome == SUITE_SKIPPED && r->options->ended)
		r->options->ended(r->options->context, &copy, NULL);
	rc = suite_append(&r->suite, &copy);
	return rc ? env_fail(r->ret_error, -rc, "cannot plan the runs") : 0;
}

/* Writes the name of a stimulus into RET: that of its file, with the folder before it if another file of the suite has the same name. */
static void name_file(const struct regress *r, const char *path, char *ret, size_t size)
{
	const char *name = strrchr(path, '/'), *other;
	char stem[96];

	source_stem(path, stem, sizeof(stem));
	snprintf(ret, size, "%s", stem);
	for (size_t i = 0; name && i < r->file_count; i++) {
		other = strrchr(r->files[i], '/');
		if (r->files[i] == path || !other || strcmp(other, name))
			continue;
		if ((size_t)(name - path) > strlen(r->options->stimuli)) {
			const char *folder = path + strlen(r->options->stimuli);
			folder += *folder == '/';
			snprintf(ret, size, "%.*s/%.60s", name - folder < 30 ? (int)(name - folder) : 30, folder, stem);
		}
		return;
	}
}

/* Plans a file on a DUT, in the default suite also as black box; a DUT that cannot take it skips it with the reason. A row without a
 * device model does not count those that are neither neutral nor for this row alone, nor those that need what it lacks. */
static int plan_file(struct regress *r, size_t dut, const char *path)
{
	const struct dut *row = r->options->duts[dut];
	struct suite_run run = { .dut = dut, .source = { .kind = SOURCE_FILE, .path = path } };
	struct stimulus stim;
	char reason[96];
	int rc = source_load(&run.source, row, &stim, r->ret_error);
	bool unfit = (!rc || stim.only_dut[0]) && stimulus_unfit(&stim, row, reason, sizeof(reason));

	name_file(r, path, run.name, sizeof(run.name));
	stimulus_release(&stim);
	if (row->capabilities & CAP_NEUTRAL && (unfit || (!stim.neutral && !stim.only_dut[0]))) {
		r->ret_error->text[0] = 0;
		return 0;
	}
	if (unfit) {
		r->ret_error->text[0] = 0;
		run.outcome = SUITE_SKIPPED;
		run.note = strdup(reason);
		return run.note ? plan_run(r, &run) : env_fail(r->ret_error, ENOMEM, "cannot plan the runs");
	}
	if (rc)
		return rc;
	run.black_box = r->options->black_box;
	rc = plan_run(r, &run);
	if (!rc && r->options->suite == REGRESS_DEFAULT && !run.black_box && (row->capabilities & CAP_OBS)) {
		run.black_box = true;
		rc = plan_run(r, &run);
	}
	return rc;
}

/* Places the run of next_seed on next_dut; the runs after it are only counted. */
static int place_seed(struct regress *r, size_t *ret_index)
{
	struct suite_run run = {
		.dut = r->next_dut,
		.source = { .kind = SOURCE_SEED,
		            .seed = (uint32_t)r->next_seed,
		            .items = r->options->items,
		            .scenarios = r->options->scenarios },
		.black_box = r->options->black_box,
		.seed = true,
	};
	int rc;

	snprintf(run.name, sizeof(run.name), "seed-%" PRIu64, r->next_seed);
	rc = suite_place(&r->suite, &run, ret_index);
	if (rc)
		return env_fail(r->ret_error, -rc, "cannot plan the runs");
	r->next_dut = (r->next_dut + 1) % r->options->dut_count;
	r->next_seed += !r->next_dut;
	return 0;
}

static int plan(struct regress *r)
{
	const struct regress_options *o = r->options;
	int rc = 0;

	if (o->suite != REGRESS_SEEDS)
		rc = stimuli_list(o->stimuli, &r->files, &r->file_count, r->ret_error);
	for (size_t dut = 0; dut < o->dut_count; dut++)
		for (size_t i = 0; r->files && i < r->file_count && !rc; i++)
			rc = plan_file(r, dut, r->files[i]);
	r->files_end = r->suite.count;
	r->next_seed = o->seed_from;
	r->planned = r->suite.count;
	if (o->seconds <= 0)
		r->planned += ((uint64_t)o->seed_to - o->seed_from + 1) * o->dut_count;
	return rc;
}

static int write_files(struct regress *r)
{
	struct env_error later;
	int rc;

	r->suite.seconds = clock_seconds() - r->started;
	r->written = clock_seconds();
	rc = suite_write_summary(&r->suite, r->summary, error_line(r, &later));
	return rc ? rc : suite_write_junit(&r->suite, r->junit, error_line(r, &later));
}

static struct run_options options_of(const struct regress *r, const struct suite_run *run)
{
	return (struct run_options){
		.black_box = run->black_box,
		.max_cycles = r->options->max_cycles,
		.max_seconds = r->options->max_seconds,
		.stop = r->options->stop,
		.covered = r->options->exercised || r->options->ended,
		.measured = r->options->measured,
	};
}

/* Makes the path of a folder for NAME that no failure of this regression has yet: different names may become equal when characters that a folder
 * may not have are replaced. */
static int failure_folder(struct regress *r, const char *name, char **ret)
{
	unsigned number = 1;
	int rc;

	do {
		free(*ret);
		rc = number == 1 ? asprintf(ret, "%s/failures/%s", r->options->out, name)
		                 : asprintf(ret, "%s/failures/%s-%u", r->options->out, name, number);
		if (rc < 0) {
			*ret = NULL;
			return env_fail(r->ret_error, ENOMEM, "cannot save the failure of %s", name);
		}
		number++;
	} while (!access(*ret, F_OK));
	return 0;
}

/* Saves a failed run under OUT/failures and remembers the folder. */
static int save_failure(struct regress *r, struct suite_run *run, const struct pool_result *result)
{
	const struct dut *dut = r->options->duts[run->dut];
	const struct run_options options = options_of(r, run);
	char name[160], again[2 * PATH_MAX], anew[3 * PATH_MAX];
	struct stimulus stim;
	int rc = source_load(&run->source, dut, &stim, r->ret_error);
	struct report report = {
		.dut = dut,
		.name = run->name,
		.seed = stim.seed,
		.black_box = run->black_box,
		.seconds = run->seconds,
		.options = &options,
		.result = &result->run,
	};

	failure_name(dut, run->name, name, sizeof(name));
	if (!rc)
		rc = failure_folder(r, name, &run->folder);
	if (!rc) {
		report.repeat[0] = failure_command(r->options->program, run->folder, again, sizeof(again));
		report.repeat[1] = source_command(r->options->program, &run->source, dut, &options, anew, sizeof(anew));
		rc = failure_save(run->folder, &report, &stim, r->ret_error);
		if (!rc)
			say(r, "      repeat: %s", again);
	}
	if (rc && run->folder) {
		failure_remove(run->folder); /* it may be half saved */
		free(run->folder);
		run->folder = NULL;
	}
	stimulus_release(&stim);
	return rc;
}

static void print_failure(struct regress *r, const struct suite_run *run)
{
	const struct finding *f = &run->first;
	char line[PROFILE_SUSPECT_SIZE];

	say(r, "FAIL  %s %s: cycle %" PRIu64 ": %s: %s: expected %s, actual %s (%" PRIu64 " finding%s)%s",
	    r->options->duts[run->dut]->name, run->name, f->cycle, rule_table[f->rule].name, f->what, f->expected, f->actual,
	    run->findings, run->findings == 1 ? "" : "s", profile_suspect(f, " ()", line, sizeof(line)));
}

static void enter(struct regress *r, const struct pool_result *result)
{
	struct suite_run *run = &r->suite.runs[result->tag];
	int rc = suite_enter(&r->suite,
	                     result); /* the place of a run that was let go of stays valid until the next run takes it */

	if (rc)
		env_fail(r->ret_error, -rc, "cannot enter a result");
	else if (r->options->ended)
		r->options->ended(r->options->context, run, result);
	if (run->outcome == SUITE_BROKEN) {
		say(r, "ERROR %s %s: %s", r->options->duts[run->dut]->name, run->name, result->env.text);
		if (!r->error) {
			r->error = result->error;
			*r->ret_error = result->env;
		}
	}
	if (run->outcome == SUITE_FAILED) {
		print_failure(r, run);
		if (!r->error)
			r->error = save_failure(r, run, result);
		r->failures++;
		if (r->options->max_failures && r->failures >= r->options->max_failures && !r->stopping) {
			r->stopping = true;
			pool_stop(r->pool);
		}
	}
	if (rc)
		give_up(r, rc);
}

/* True if another seed is to be run. With a time, all DUTs run a seed that has begun, also after the time is over. */
static bool seeds_left(const struct regress *r)
{
	const struct regress_options *o = r->options;

	if (o->seconds <= 0)
		return r->next_seed <= o->seed_to;
	return r->next_dut || (r->next_seed <= UINT32_MAX && clock_seconds() - r->started < o->seconds);
}

/* True, with the index of the next run to start in *RET_INDEX, if there is one. */
static bool next_run(struct regress *r, size_t *ret_index)
{
	int rc;

	for (; r->next < r->files_end; r->next++)
		if (r->suite.runs[r->next].outcome == SUITE_PLANNED) {
			*ret_index = r->next++;
			return true;
		}
	if (!seeds_left(r))
		return false;
	rc = place_seed(r, ret_index);
	if (rc)
		give_up(r, rc);
	return !rc;
}

/* Starts runs until all jobs are busy. */
static void start_runs(struct regress *r)
{
	const struct regress_options *o = r->options;

	while (!r->stopping && pool_running(r->pool) < o->jobs && (r->held || next_run(r, &r->held_index))) {
		const struct suite_run *run = &r->suite.runs[r->held_index];
		struct pool_job job = { .dut = o->duts[run->dut], .source = run->source, .quiet = true };
		struct env_error e = { "" };
		int rc;

		job.options = options_of(r, run);
		rc = pool_start(r->pool, &job, r->held_index, &e);
		r->held = rc && pool_running(r->pool); /* there are too many processes: the run waits for one to end */
		if (r->held)
			return;
		if (rc) {
			*r->ret_error = e;
			give_up(r, rc);
		}
	}
}

/* Returns the share of the work that is done, 0 to 1. */
static double progress(const struct regress *r, double elapsed)
{
	double runs = r->planned ? (double)r->suite.ended / (double)r->planned : 1;

	if (r->options->seconds <= 0)
		return runs;
	return elapsed < r->options->seconds ? elapsed / r->options->seconds : 1;
}

static void print_progress(struct regress *r)
{
	double now = clock_seconds(), elapsed = now - r->started, done = progress(r, elapsed);
	struct suite_tally total = suite_total(&r->suite);
	unsigned tenths = (unsigned)(done * 10);
	char line[160];

	if (r->live ? now - r->printed < 0.1 : tenths <= r->tenths)
		return;
	r->printed = now;
	r->tenths = tenths;
	snprintf(line, sizeof(line), "%" PRIu64 "/%" PRIu64 " runs, %" PRIu64 " finding%s, %.1f Mcycles/s, ETA %.0f s",
	         r->suite.ended, r->planned > r->suite.ended ? r->planned : r->suite.ended, total.findings,
	         total.findings == 1 ? "" : "s", elapsed > 0 ? (double)total.cycles / elapsed * 1e-6 : 0,
	         done > 0 ? elapsed * (1 - done) / done : 0);
	fprintf(r->options->log, r->live ? "\r\033[K%s" : "%s\n", line);
	fflush(r->options->log);
}

static void check_stop(struct regress *r)
{
	if (r->interrupted || !r->options->stop || !atomic_load(r->options->stop))
		return;
	r->interrupted = r->stopping = true;
	pool_stop(r->pool);
}

static void loop(struct regress *r)
{
	struct pool_result *result = malloc(sizeof(*result));

	if (!result) {
		give_up(r, env_fail(r->ret_error, ENOMEM, "cannot run"));
		return;
	}
	for (;;) {
		check_stop(r);
		start_runs(r);
		if (!pool_running(r->pool))
			break;
		if (pool_wait(r->pool, WAIT_MS, result)) {
			check_stop(r); /* the children may get Ctrl-C before this process does */
			enter(r, result);
		}
		print_progress(r);
		/* without room on the disk the runs go on: the console has their findings */
		if (!r->stopping && !r->error && clock_seconds() - r->written > 1)
			r->error = write_files(r);
	}
	free(result);
}

/* Calls the command of --traced once to build the traced program of DUT. */
static void build_traced(struct regress *r, const struct dut *dut, bool *built)
{
	char *command;
	int status;

	if (*built || !r->options->traced)
		return;
	*built = true;
	if (asprintf(&command, "%s%s", r->options->traced, dut->name) < 0)
		return;
	fflush(NULL);
	status = system(command);
	if (status)
		say(r, "waves: '%s' failed", command);
	free(command);
}

/* Repeats the first failures whose finding has a cycle of its own in the traced build, for their waves. */
static void make_waves(struct regress *r)
{
	bool *built = calloc(r->options->dut_count, sizeof(*built));
	char line[TRACED_LINE_MAX];
	unsigned made = 0;

	for (size_t i = 0; built && i < r->suite.count && made < WAVES_MAX; i++) {
		const struct suite_run *run = &r->suite.runs[i];
		const struct dut *dut = r->options->duts[run->dut];
		if (!run->folder || !run->cycles || run->first.rule == RULE_CRASH || r->interrupted || r->error ||
		    run_can_trace() || (r->options->stop && atomic_load(r->options->stop)))
			continue;
		made++;
		build_traced(r, dut, &built[run->dut]);
		traced_replay(run->folder, dut, &run->first, r->options->stop, line);
		if (strncmp(line, "none: ", 6))
			say(r, "waves: %s", line);
		else
			say(r, "waves: none for %s: %s", run->folder, line + 6);
	}
	free(built);
}

static const char *verdict(const struct regress *r, const struct suite_tally *total)
{
	if (total->findings)
		return r->suite.partial ? "FAIL, PARTIAL" : "FAIL";
	if (r->error)
		return "ERROR, PARTIAL";
	if (!total->runs || !total->checks)
		return "NOTHING CHECKED";
	return r->suite.partial ? "PARTIAL" : "PASS";
}

static int conclude(struct regress *r)
{
	struct suite_tally total = suite_total(&r->suite);

	fprintf(r->options->log, "%s: %" PRIu64 " finding%s in %" PRIu64 " runs, %.1f s with %u jobs, %s\n", verdict(r, &total),
	        total.findings, total.findings == 1 ? "" : "s", total.runs, clock_seconds() - r->started, r->options->jobs,
	        r->summary);
	if (r->error)
		return EXIT_ENVIRONMENT;
	if (total.findings)
		return EXIT_FINDINGS;
	if (!total.runs && !r->interrupted)
		env_refuse(r->ret_error, "no run: every stimulus was skipped; choose other DUTs, --stimuli or --seeds");
	if (r->interrupted)
		env_refuse(r->ret_error, "interrupted; the partial results are in %s", r->options->out);
	return total.runs && !r->interrupted ? EXIT_CLEAN : EXIT_ENVIRONMENT;
}

/* Removes the failures of the regression before, which would mix with those of this one, and the half-written files of one that was killed. */
static int clear_out(struct regress *r)
{
	char *failures = path_join(r->options->out, "failures");
	int rc = failures ? failures_empty(failures, r->ret_error) : env_fail(r->ret_error, ENOMEM, "cannot plan the runs");

	free(failures);
	file_leavings(r->summary);
	file_leavings(r->junit);
	return rc;
}

static int run_all(struct regress *r)
{
	const struct regress_options *o = r->options;
	int rc = folder_make(o->out, r->ret_error);
	struct env_error later;

	r->suite.partial = true;
	if (!rc)
		rc = clear_out(r);
	if (!rc)
		rc = plan(r);
	if (!rc)
		rc = write_files(r);
	if (rc)
		return EXIT_ENVIRONMENT;
	say(r, "%" PRIu64 " runs of %zu DUT%s with %u jobs, results in %s", r->planned, o->dut_count,
	    o->dut_count == 1 ? "" : "s", o->jobs, o->out);
	r->started = clock_seconds();
	loop(r);
	make_waves(r);
	if (r->live)
		fputs("\r\033[K", o->log);
	suite_print_skipped(o->log, &r->suite);
	r->suite.partial = r->stopping || r->error;
	r->suite.few = o->suite == REGRESS_SMOKE;
	suite_waivers_print(o->log, &r->suite);
	rc = write_files(r);
	if (!rc && o->exercised)
		rc = suite_write_exercised(&r->suite, o->exercised, error_line(r, &later));
	if (rc && !r->error)
		r->error = rc;
	if (r->live)
		fputs("\r\033[K", o->log);
	suite_table(o->log, &r->suite);
	return conclude(r);
}

int regress(const struct regress_options *options, struct env_error *ret_error)
{
	struct regress r = { .options = options, .ret_error = ret_error, .live = isatty(fileno(options->log)) };
	int status = EXIT_ENVIRONMENT;

	for (size_t i = 0; i < options->dut_count; i++)
		if (mac_alive(options->duts[i], ret_error))
			return status;
	r.started = clock_seconds();
	r.summary = path_join(options->out, "summary.json");
	r.junit = options->junit ? strdup(options->junit) : path_join(options->out, "junit.xml");
	r.pool = pool_new(options->jobs);
	if (suite_init(&r.suite, options->duts, options->dut_count) || !r.pool || !r.summary || !r.junit) {
		env_fail(ret_error, ENOMEM, "cannot plan the runs");
	} else {
		r.suite.program = options->program;
		status = run_all(&r);
	}
	pool_free(r.pool);
	suite_release(&r.suite);
	stimuli_free(r.files, r.file_count);
	free(r.summary);
	free(r.junit);
	return status;
}
