/* SPDX-License-Identifier: Apache-2.0 */
/* Checks several links beside each other. All descriptions are read before the first run, so that a wrong one is reported at
 * once. The lines come in the order of the files, each as soon as its run and the runs before it are over.
 *
 * The processes, their limits and the order of their results are those of a regression (tb/run/pool_loop.h). The table is not that of
 * tb/regress/suite.h: there a row is a DUT with sums over many stimuli, of which those that passed before are left out, while here a
 * row is one link with what each of its two ends sent, lost and held, and nothing is known from before. */
#include "link_suite.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "link_groups.h"
#include "link_report.h"
#include "link_work.h"
#include "report/report.h"
#include "run/pool_loop.h"

enum { RUN_SECONDS = 120, POLL_MS = 200 };

/* The result that the process of a run writes. */
struct outcome {
	uint64_t delivered[LINK_ENDS], lost[LINK_ENDS], xoff[LINK_ENDS]; /* by the end that sends */
	double held[LINK_ENDS]; /* the share of the traffic's time in which PAUSE held this end */
	uint64_t checks, findings;
	bool stopped;
	struct link_finding first; /* the earliest finding */
};
_Static_assert(sizeof(struct outcome) <= POOL_RESULT_OCTETS, "an outcome fits a pool's result");

struct entry {
	const char *path;
	struct link_description link;
	bool done;
	struct outcome out;
};

struct suite {
	struct entry *entries;
	size_t count, started, printed;
	unsigned jobs;
	double reduce_seconds, max_seconds;
	link_run_fn *run;
	bool (*stop)(void);
	bool stopped;
	uint64_t findings;
};

/* ---- runs ---- */

static void take_totals(const struct link_result *result, struct outcome *out)
{
	double span = (double)(result->stop_ps - result->start_ps);

	for (unsigned i = 0; i < LINK_ENDS; i++) {
		const struct link_totals *t = &result->totals[i];
		out->delivered[i] = t->delivered;
		out->lost[i] = link_lost(t);
		out->xoff[i] = t->xoff;
		out->held[i] = span > 0 ? (double)t->inhibited_ps / span : 0;
		out->checks += checks_total(&result->score[i]);
	}
	out->findings = link_findings(result);
	out->stopped = result->stopped;
}

static int take_outcome(const struct link_work *work, const struct link_result *result, void *ret, struct env_error *ret_error)
{
	struct outcome *out = ret;

	(void)ret_error;
	take_totals(result, out);
	link_first_finding(work->link, result, &out->first);
	return 0;
}

static int start_next(void *context, struct pool *pool, struct env_error *ret_error)
{
	struct suite *s = context;

	if (s->started == s->count)
		return 1;

	struct link_work work = { &s->entries[s->started].link, s->run, s->stop, take_outcome, NULL };
	struct pool_job job = { .work = link_work_run, .context = &work, .options.max_seconds = s->max_seconds };

	return pool_start(pool, &job, s->started++, ret_error);
}

static int take_result(void *context, const struct pool_result *r, struct env_error *ret_error)
{
	struct suite *s = context;
	struct entry *e = &s->entries[r->tag];

	if (r->error) {
		*ret_error = r->env;
		return r->error;
	}
	e->done = true;
	if (r->run.status == RUN_OK) {
		memcpy(&e->out, r->result, sizeof(e->out));
	} else {
		e->out.findings = r->run.score.findings;
		e->out.stopped = r->run.status == RUN_STOPPED;
		link_finding_broken(r, &e->out.first);
	}
	s->findings += e->out.findings;
	return 0;
}

/* ---- the lines ---- */

static void print_head(void)
{
	printf("%-20s %-27s %9s %9s  %6s  %5s %5s  %6s %6s  %8s\n", "link", "a - b", "a>b", "b>a", "lost", "XOFFa", "XOFFb",
	       "held a", "held b", "checks");
}

static void print_entry(const struct entry *e)
{
	const struct outcome *o = &e->out;
	const struct link_end *a = &e->link.end[0], *b = &e->link.end[1];
	char path[2 * sizeof(e->link.name) + 1024], ends[96], line[640];

	snprintf(ends, sizeof(ends), "%s%s - %s%s", a->dut->name, a->model ? "*" : "", b->dut->name, b->model ? "*" : "");
	printf("%-20s %-27s %9" PRIu64 " %9" PRIu64 "  %6" PRIu64 "  %5" PRIu64 " %5" PRIu64, e->link.name, ends, o->delivered[0],
	       o->delivered[1], o->lost[0] + o->lost[1], o->xoff[0], o->xoff[1]);
	printf("  %4.0f %% %4.0f %%  %8" PRIu64 "  %s\n", 100 * o->held[0], 100 * o->held[1], o->checks,
	       o->findings  ? "findings"
	       : o->stopped ? "not finished"
	                    : "clean");
	if (o->findings)
		printf("    %s\n    repeat: build/pausebench-link run --link %s\n",
		       link_finding_line(&o->first, line, sizeof(line)), shell_word(e->path, path, sizeof(path)));
	fflush(stdout);
}

static void print_done(void *context)
{
	struct suite *s = context;

	for (; s->printed < s->count && s->entries[s->printed].done; s->printed++)
		print_entry(&s->entries[s->printed]);
}

static int run_all(struct suite *s, struct env_error *ret_error)
{
	const struct pool_loop loop = { .context = s,
		                        .pool = pool_new(s->jobs),
		                        .most = s->jobs,
		                        .wait_ms = POLL_MS,
		                        .start = start_next,
		                        .take = take_result,
		                        .show = print_done,
		                        .stop = s->stop };
	int rc = loop.pool ? pool_loop(&loop, &s->stopped, ret_error) : env_fail(ret_error, ENOMEM, "cannot start the links");

	if (loop.pool)
		pool_free(loop.pool);
	return rc;
}

/* ---- the command line ---- */

static void add_file(struct argp_state *state, void *arguments, const char *path)
{
	struct suite *s = arguments;
	struct entry *more = realloc(s->entries, (s->count + 1) * sizeof(*more));

	(void)state;
	if (!more)
		abort();
	s->entries = more;
	s->entries[s->count++] = (struct entry){ .path = path };
}

static void take_reduce(struct argp_state *state, void *arguments, const char *text)
{
	((struct suite *)arguments)->reduce_seconds = cli_reduce_seconds(state, text);
}

static void end(struct argp_state *state, void *arguments)
{
	if (!((struct suite *)arguments)->count)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "give descriptions of links; tests/data/links has some");
}

static int read_all(struct suite *s, struct env_error *ret_error)
{
	int rc = 0;

	for (size_t i = 0; i < s->count && !rc; i++)
		rc = link_file_read(&s->entries[i].link, s->entries[i].path, ret_error);
	return rc;
}

/* Puts the failing links into groups and prints the groups. */
static int look_closer(const struct suite *s, const char *self, size_t *ret_groups, struct env_error *ret_error)
{
	const struct link_groups_how how = { self, LINK_FAILURES, s->run, s->stop, s->reduce_seconds };
	struct link_groups groups = { .group = NULL };
	int rc = 0;

	for (size_t i = 0; i < s->count && !rc; i++) {
		const struct entry *e = &s->entries[i];
		if (e->done && e->out.findings && link_groups_add(&groups, &e->link, &e->out.first, e->out.findings, ""))
			rc = env_fail(ret_error, ENOMEM, "no groups");
	}
	if (!rc)
		rc = link_groups_print(&groups, &how, ret_error);
	*ret_groups = groups.keys.count;
	link_groups_release(&groups);
	return rc;
}

int link_suite_run(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(void), struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "jobs",
		  CLI_UNSIGNED(struct suite, jobs, 1, 1024),
		  .arg = "N",
		  .doc = "Runs beside each other (all processors)" },
		{ .name = "reduce",
		  CLI_CALL(take_reduce),
		  .arg = "S",
		  .doc = "Time for reducing a failing link of each group (20); 0: none" },
		{ .name = "max-seconds",
		  CLI_SECONDS(struct suite, max_seconds),
		  .arg = "S",
		  .doc = "Wall-clock limit of a run (120)" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.words = { .each = add_file },
		.end = end,
		.args_doc = "FILE...",
		.doc = "Runs links and checks them, each in a process of its own: a line for each.\vColumns: frames delivered "
		       "either way, "
		       "frames lost in a receive buffer, XOFF frames sent by either end, the share of the time for which PAUSE "
		       "held it; * is a "
		       "golden model. Exit status: 0 nothing wrong, 1 findings, 2 usage, environment or interrupted without a "
		       "finding.",
	};
	struct suite s = {
		.run = run, .stop = stop, .jobs = cli_cores(), .reduce_seconds = LINK_REDUCE_SECONDS, .max_seconds = RUN_SECONDS
	};
	size_t groups = 0;
	int rc;

	cli_read(&syntax, argc, argv, &s);
	rc = read_all(&s, ret_error);
	if (!rc) {
		print_head();
		rc = run_all(&s, ret_error);
	}
	if (!rc)
		rc = look_closer(&s, self, &groups, ret_error);
	if (!rc && groups)
		printf("%zu links, findings %" PRIu64 " in %zu group%s\n", s.printed, s.findings, groups, groups == 1 ? "" : "s");
	else if (!rc)
		printf("%zu links, findings 0\n", s.printed);
	if (!rc && s.stopped)
		rc = env_refuse(ret_error, "interrupted; %zu of %zu links were checked", s.printed, s.count);
	free(s.entries);
	if (s.findings)
		return EXIT_FINDINGS;
	return rc ? EXIT_ENVIRONMENT : EXIT_CLEAN;
}
