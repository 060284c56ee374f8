/* SPDX-License-Identifier: Apache-2.0 */
/* The sweep: its table, its runs and its options. Every run is a process of its own, and runs of different cases go on at the
 * same time. doc/use/link.md 6. */
#include "sweep.h"

#include "cli/cli.h"
#include "link_groups.h"
#include "link_work.h"
#include "run/pool_loop.h"
#include "sweep_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CROSSINGS = 100 /* the number at which a run aims */, CROSSINGS_QUICK = 40, RUN_SECONDS = 60, POLL_MS = 200 };

#define METRES(...) { __VA_ARGS__ }, (unsigned)(sizeof((double[]){ __VA_ARGS__ }) / sizeof(double))
#define QUANTA(...) { __VA_ARGS__ }, (unsigned)(sizeof((uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))
#define LENGTHS(...) { __VA_ARGS__ }, (unsigned)(sizeof((uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))
#define PPM(a, b)    \
	{            \
		a, b \
	}
static const struct sweep_row rows[] = {
#define SWEEP(quick, a, a_how, b, b_how, ...) { quick, #a, how_##a_how, #b, how_##b_how, __VA_ARGS__ },
#include "sweep.def"
};
static const size_t row_count = sizeof(rows) / sizeof(rows[0]);
/* The first runs have these shares of the bound as headroom, and these shares of the largest headroom, with which throughput
 * falls. */
static const double shares[] = { 0.25, 0.5, 0.75, 1, 1.25 }, large_shares[] = { 0.6, 0.8, 1 };

/* ---- runs ---- */

static int take_outcome(const struct link_work *work, const struct link_result *result, void *ret, struct env_error *ret_error)
{
	const struct link_totals *to = &result->totals[A], *from = &result->totals[B];
	struct sweep_outcome *out = ret;

	(void)ret_error;
	*out = (struct sweep_outcome){
		.offered = to->offered,
		.delivered = to->delivered,
		.lost = link_lost(to),
		.expired = to->lost[LINK_WHY_EXPIRED],
		.xoff = from->xoff,
		.xon = from->xon,
		.crossings = to->crossings,
		.clocks = result->clocks[B],
		.throughput = result->throughput[A],
		.seconds = result->seconds,
		.overshoot = result->overshoot[B],
		.promised = result->promised[B],
		.stopped = result->stopped,
		.findings = link_findings(result),
	};
	link_first_finding(work->link, result, &out->first);
	return 0;
}

static int start_point(struct sweep *s, struct pool *pool, size_t case_index, struct sweep_point *p, struct env_error *ret_error)
{
	struct sweep_case *c = &s->cases[case_index];
	const struct link_work work = { &p->link, s->run, s->stop, take_outcome, NULL };
	const struct pool_job job = { .work = link_work_run, .context = &work, .options.max_seconds = RUN_SECONDS };
	int rc = link_file_check(&p->link, "sweep.def", ret_error);
	if (!rc)
		rc = pool_start(pool, &job, case_index * POINTS_MAX + (size_t)(p - c->point), ret_error);
	if (!rc)
		p->state = POINT_RUNS;
	return rc;
}

static int take_result(void *context, const struct pool_result *r, struct env_error *ret_error)
{
	struct sweep *s = context;
	struct sweep_point *p = &s->cases[r->tag / POINTS_MAX].point[r->tag % POINTS_MAX];

	if (r->error) {
		*ret_error = r->env;
		return r->error;
	}
	p->state = POINT_DONE;
	if (r->run.status != RUN_OK) {
		p->state = POINT_FAILED;
		p->out.findings = r->run.score.findings;
		link_finding_broken(r, &p->out.first);
		return 0;
	}
	memcpy(&p->out, r->result, sizeof(p->out));
	if (p->out.stopped)
		p->state = POINT_FAILED;
	return 0;
}

/* Starts one run. 0, 1 if there is none to start now, or negative errno. */
static int start_one(void *context, struct pool *pool, struct env_error *ret_error)
{
	struct sweep *s = context;

	for (size_t i = 0; i < s->count; i++) {
		struct sweep_point *p = sweep_case_next(&s->cases[i], &s->wrong);
		if (p)
			return start_point(s, pool, i, p, ret_error);
	}
	return 1;
}

static void show(void *context)
{
	sweep_print_settled(context);
}

static int run_all(struct sweep *s, struct env_error *ret_error)
{
	const struct pool_loop loop = { .context = s,
		                        .pool = pool_new(s->jobs),
		                        .most = s->jobs,
		                        .wait_ms = POLL_MS,
		                        .start = start_one,
		                        .take = take_result,
		                        .show = show,
		                        .stop = s->stop };
	int rc = loop.pool ? pool_loop(&loop, &s->stopped, ret_error) : env_fail(ret_error, ENOMEM, "cannot start the sweep");

	if (loop.pool)
		pool_free(loop.pool);
	return rc;
}

/* ---- the table's cases ---- */

static int add_case(struct sweep *s, const struct sweep_row *row, double metres, uint32_t quanta, uint32_t len,
                    struct env_error *ret_error)
{
	struct sweep_case *more = realloc(s->cases, (s->count + 1) * sizeof(*more)), *c;
	int rc;

	if (!more)
		return env_fail(ret_error, ENOMEM, "cannot plan the sweep");
	s->cases = more;
	c = &s->cases[s->count];
	*c = (struct sweep_case){ .metres = metres, .quanta = quanta, .len = len };
	rc = sweep_case_open(c, row, &s->wrong, s->quick ? CROSSINGS_QUICK : CROSSINGS, ret_error);
	if (rc || (s->only && !strstr(c->partner, s->only)))
		return rc;
	s->count++;
	for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++)
		sweep_add_point(c, shares[i] * (double)c->bound.headroom);
	for (size_t i = 0; i < sizeof(large_shares) / sizeof(large_shares[0]) && !s->quick; i++)
		sweep_add_point(c, fmax(large_shares[i] * sweep_headroom_max(c), (double)c->bound.headroom));
	return 0;
}

static int add_row(struct sweep *s, const struct sweep_row *row, struct env_error *ret_error)
{
	int rc = 0;

	for (unsigned m = 0; m < (s->quick ? 1 : row->metres_count); m++)
		for (unsigned q = 0; q < (s->quick ? 1 : row->quanta_count); q++)
			for (unsigned n = 0; n < row->len_count && !rc; n++)
				rc = add_case(s, row, row->metres[m], row->quanta[q], row->len[n], ret_error);
	return rc;
}

static int plan(struct sweep *s, struct env_error *ret_error)
{
	int rc = 0;

	for (size_t i = 0; i < row_count && !rc; i++)
		if (!s->quick || rows[i].quick)
			rc = add_row(s, &rows[i], ret_error);
	if (!rc && !s->count)
		rc = env_refuse(ret_error, "--only %s: no such pair in the table; pairs are as 'bcm5718 rtl > bcm1250 rtl'",
		                s->only);
	return rc;
}

/* ---- the command line ---- */

static unsigned term_of(struct argp_state *state, const char *name)
{
	char known[256] = "";
	size_t used = 0;

	for (unsigned i = 0; i < BOUND_TERMS; i++) {
		if (!strcmp(bound_term_name(i), name))
			return i;
		used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", i ? ", " : "", bound_term_name(i));
	}
	argp_failure(state, EXIT_ENVIRONMENT, 0, "--omit: unknown term '%s'; known: %s", name, known);
	return 0;
}

static void omit(struct argp_state *state, void *arguments, const char *text)
{
	((struct sweep *)arguments)->wrong.omit |= 1u << term_of(state, text);
}

static void take_reduce(struct argp_state *state, void *arguments, const char *text)
{
	((struct sweep *)arguments)->reduce_seconds = cli_reduce_seconds(state, text);
}

int sweep_run(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(void), struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "quick", CLI_FLAG(struct sweep, quick), .doc = "A few cases with few crossings" },
		{ .name = "only",
		  CLI_TEXT(struct sweep, only),
		  .arg = "TEXT",
		  .doc = "Only pairs with TEXT in their name, as 'bcm5718 rtl > bcm1250 rtl'" },
		{ .name = "out",
		  CLI_TEXT(struct sweep, out),
		  .arg = "DIR",
		  .doc = "Where sweep.csv, .svg, .png go (build/link)" },
		{ .name = "jobs",
		  CLI_UNSIGNED(struct sweep, jobs, 1, 1024),
		  .arg = "N",
		  .doc = "Runs beside each other (all processors)" },
		{ .name = "reduce",
		  CLI_CALL(take_reduce),
		  .arg = "S",
		  .doc = "Time for reducing a failing link of each group (20); 0: none" },
		{ .name = "omit", CLI_CALL(omit), .arg = "TERM", .doc = "Leave a term out of the bound, to see the check fail" },
		{ .name = "add",
		  CLI_UNSIGNED(struct sweep, wrong.add, 0, 1000000),
		  .arg = "N",
		  .doc = "Add N octet times to the bound's window, likewise" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.doc = "Headroom x cable x pause time x partner: measures loss and throughput, and compares the smallest "
		       "loss-free headroom with the "
		       "analytic one.\vExit status: 0 they agree, 1 findings, 2 usage, environment or interrupted.",
	};
	struct sweep s = { .self = self,
		           .out = "build/link",
		           .run = run,
		           .stop = stop,
		           .jobs = cli_cores(),
		           .reduce_seconds = LINK_REDUCE_SECONDS };
	int rc;

	cli_read(&syntax, argc, argv, &s);
	rc = folder_make(s.out, ret_error);
	if (!rc)
		rc = plan(&s, ret_error);
	if (!rc) {
		sweep_print_head();
		rc = run_all(&s, ret_error);
	}
	if (!rc)
		rc = sweep_report(&s, ret_error);
	free(s.cases);
	if (s.findings)
		return EXIT_FINDINGS;
	return rc ? EXIT_ENVIRONMENT : EXIT_CLEAN;
}
