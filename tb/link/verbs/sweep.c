/* SPDX-License-Identifier: Apache-2.0 */
/* The sweep. Each case (partners, cable, time, length) first runs at shares of its bound, then halves the gap between the largest headroom
 * that lost a frame and the next one that did not. Every run is a process of its own; runs of different cases go on beside each other. */
#include "sweep.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "link/check/bound.h"
#include "link/platform/link.h"
#include "link/description/link_device.h"
#include "run/pool.h"
#include "sweep_plot.h"

enum {
	A,
	B,
	POINTS_MAX = 24,
	LIST_MAX = 4,
	LONGEST = 1518,
	WIRE_EXTRA = 20,
	RESOLUTION_OCTETS = 64, /* of the halving, in buffers that count octets */
	CROSSINGS = 100,        /* a run's aim */
	CROSSINGS_QUICK = 40,
	RUN_SECONDS = 60,
	POLL_MS = 200,
};

#define METRES(...) { __VA_ARGS__ }, (unsigned)(sizeof((double[]){ __VA_ARGS__ }) / sizeof(double))
#define QUANTA(...) { __VA_ARGS__ }, (unsigned)(sizeof((uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))
#define LENGTHS(...) { __VA_ARGS__ }, (unsigned)(sizeof((uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))
enum how { how_rtl, how_model };
struct row_lists {
	bool quick;
	const char *a;
	enum how a_how;
	const char *b;
	enum how b_how;
	double metres[LIST_MAX];
	unsigned metres_count;
	uint32_t quanta[LIST_MAX];
	unsigned quanta_count;
	uint32_t len[LIST_MAX];
	unsigned len_count;
};
static const struct row_lists rows[] = {
#define SWEEP(quick, a, a_how, b, b_how, ...) { quick, #a, how_##a_how, #b, how_##b_how, __VA_ARGS__ },
#include "sweep.def"
};
static const size_t row_count = sizeof(rows) / sizeof(rows[0]);
/* of the bound; and of the largest headroom, where the cost in throughput shows */
static const double shares[] = { 0.25, 0.5, 0.75, 1, 1.25 }, large_shares[] = { 0.6, 0.8, 1 };

/* What a run's process tells. */
struct outcome {
	uint64_t offered, delivered, lost, expired, xoff, xon, crossings, clocks, findings;
	double throughput, seconds;
	uint32_t overshoot;
	bool promised, stopped;
	char finding[320]; /* the first one */
};
_Static_assert(sizeof(struct outcome) <= POOL_RESULT_OCTETS, "an outcome fits a pool's result");

enum point_state { POINT_WAITS, POINT_RUNS, POINT_DONE, POINT_FAILED };
struct point {
	struct link_description link;
	uint32_t headroom;
	enum point_state state;
	struct outcome out;
};

struct sweep_case {
	char partner[80];
	double metres;
	uint32_t quanta, len;
	struct link_description link; /* but for the marks */
	struct link_buffer buffer;
	struct link_flow flow;
	struct bound bound;
	uint32_t step, resolution, hysteresis;
	bool one_mark;
	struct point point[POINTS_MAX];
	unsigned points;
	bool settled;
	uint64_t measured; /* 0: none */
	char finding[400]; /* empty: bound and measurement agree */
};

struct sweep {
	const char *out, *only;
	unsigned jobs;
	struct bound_error wrong;
	bool quick;
	bool (*stop)(void);
	struct sweep_case *cases;
	size_t count, told;
	uint64_t findings;
	bool stopped;
};

/* ---- a case ---- */

static double octet_ps(const struct sweep_case *c)
{
	return link_pace_of(&c->link, B).octet_ps;
}

static uint64_t ps_of(const struct sweep_case *c, double octets)
{
	return (uint64_t)(octets * octet_ps(c));
}

/* The host at B takes what the buffer holds, the way up to the resume mark and what A sends until it hears of it; then it stops until the level
 * has crossed the mark and all has come that can. A period that fits neither frames nor its multiples lets the phases wander. */
static void plan_host(struct sweep_case *c, unsigned crossings)
{
	double unit = c->buffer.unit_octets, window = (double)c->bound.window, frame = LONGEST + WIRE_EXTRA;
	double open = 1.1 * ((double)c->bound.headroom + c->hysteresis) * unit + window;
	double closed = 2.2 * window + c->hysteresis * unit + 2 * frame;
	double period = (floor((open + closed) / frame) + 0.618) * frame;
	double hold = c->flow.xon ? 0 : c->flow.quanta * 64.0; /* until A begins again by itself */

	c->link.end[B].host.stop_ps = ps_of(c, closed);
	c->link.end[B].host.every_ps = ps_of(c, period);
	c->link.end[B].host.phase_ps = ps_of(c, frame);
	c->link.time_ps = ps_of(c, c->buffer.units * unit + crossings * fmax(period, hold + window));
}

static void set_marks(const struct sweep_case *c, struct link_description *link, uint32_t headroom)
{
	link->end[B].headroom = headroom;
	link->end[B].resume = c->one_mark ? LINK_AUTO : headroom + c->hysteresis;
}

static bool has_one_mark(const struct link_description *link)
{
	struct link_end end = link->end[B];
	struct env_error ignored;
	struct link_flow flow;

	end.headroom = 8;
	end.resume = 64;
	return link_flow(&end, &flow, "", &ignored) != 0;
}

/* Bound and host depend on each other only by the marks' distance. */
static int case_open(struct sweep_case *c, const struct row_lists *row, const struct bound_error *wrong, unsigned crossings,
                     struct env_error *ret_error)
{
	const struct dut *a = dut_by_name(row->a), *b = dut_by_name(row->b);
	int rc;

	if (!a || !b || !link_buffer(b, &c->buffer))
		return env_refuse(ret_error, "sweep.def: no link has %s and %s", row->a, row->b);
	snprintf(c->partner, sizeof(c->partner), "%s %s > %s %s", row->a, row->a_how == how_model ? "model" : "rtl", row->b,
	         row->b_how == how_model ? "model" : "rtl");
	link_file_defaults(&c->link);
	snprintf(c->link.name, sizeof(c->link.name), "sweep");
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		c->link.cable[i].length_m = c->metres;
		c->link.end[i].traffic = (struct link_traffic){ .len_min = LONGEST, .len_max = LONGEST, .load = 1, .burst = 1 };
		c->link.end[i].host.rate = 1;
	}
	c->link.end[A].dut = a;
	c->link.end[B].dut = b;
	c->link.end[A].model = row->a_how == how_model;
	c->link.end[B].model = row->b_how == how_model;
	c->link.end[A].traffic.len_min = c->link.end[A].traffic.len_max = c->len;
	c->link.end[B].time = c->quanta ? c->quanta : LINK_AUTO;
	c->one_mark = has_one_mark(&c->link);
	c->step = c->buffer.unit_octets > 1 ? 1 : 16;
	c->resolution = c->buffer.unit_octets > 1 ? 1 : RESOLUTION_OCTETS;
	c->hysteresis = (c->buffer.unit_octets > 1 ? 512 : 2 * LONGEST) / c->buffer.unit_octets;
	set_marks(c, &c->link, c->buffer.units / 4);
	rc = bound_of(&c->link, B, wrong, &c->bound, ret_error);
	if (!rc)
		rc = link_flow(&c->link.end[B], &c->flow, "sweep.def", ret_error);
	c->quanta = c->flow.quanta;
	plan_host(c, crossings);
	return rc;
}

static uint32_t headroom_max(const struct sweep_case *c)
{
	return c->buffer.units - c->hysteresis - LONGEST / c->buffer.unit_octets;
}

static void add_point(struct sweep_case *c, double headroom)
{
	uint32_t steps = headroom < c->step ? 1 : (uint32_t)lround(headroom / c->step);
	uint32_t units = steps * c->step < headroom_max(c) ? steps * c->step : headroom_max(c) / c->step * c->step;
	struct point *p = &c->point[c->points];

	for (unsigned i = 0; i < c->points; i++)
		if (c->point[i].headroom == units)
			return;
	if (c->points == POINTS_MAX)
		return;
	c->points++;
	p->headroom = units;
	p->link = c->link;
	set_marks(c, &p->link, units);
}

static bool lossy(const struct point *p)
{
	return p->out.lost > 0;
}

/* The largest headroom that lost a frame (0: none), and the smallest above it that did not (NULL: none). */
static uint32_t bracket(const struct sweep_case *c, const struct point **ret_clean)
{
	uint32_t worst = 0;

	for (unsigned i = 0; i < c->points; i++)
		if (c->point[i].state == POINT_DONE && lossy(&c->point[i]) && c->point[i].headroom > worst)
			worst = c->point[i].headroom;
	*ret_clean = NULL;
	for (unsigned i = 0; i < c->points; i++)
		if (c->point[i].state == POINT_DONE && c->point[i].headroom > worst &&
		    (!*ret_clean || c->point[i].headroom < (*ret_clean)->headroom))
			*ret_clean = &c->point[i];
	return worst;
}

/* ---- the verdict ---- */

static void check(struct sweep_case *c, const struct bound_error *wrong)
{
	const struct point *clean;
	struct env_error ignored;
	uint32_t worst = bracket(c, &clean);
	uint64_t slack, bound;
	double crossings;

	c->measured = clean && c->bound.time_holds ? clean->headroom : 0;
	c->settled = true;
	if (!c->bound.time_holds)
		return; /* XOFF runs out: the headroom decides nothing */
	crossings = clean ? fmax(1, (double)clean->out.crossings) : 1;
	bound_slack(&c->link, B, wrong, crossings, &c->bound, &ignored);
	c->bound.slack += c->resolution - c->step;
	slack = c->bound.slack;
	bound = c->bound.headroom;
	if (!clean || (c->bound.possible && c->measured > bound))
		snprintf(c->finding, sizeof(c->finding),
		         "expected no loss from a headroom of %" PRIu64 " on, found frames lost at %" PRIu32, bound, worst);
	else if (c->measured + slack < bound)
		snprintf(c->finding, sizeof(c->finding),
		         "expected loss below %" PRIu64 " (bound %" PRIu64 " less slack %" PRIu64 "), found none from %" PRIu64
		         " on: better than the bound",
		         bound - slack, bound, slack, c->measured);
}

/* The next run of C, or NULL. */
static struct point *case_next(struct sweep_case *c, const struct bound_error *wrong)
{
	const struct point *clean;
	uint32_t worst;

	for (unsigned i = 0; i < c->points; i++)
		if (c->point[i].state == POINT_WAITS)
			return &c->point[i];
	for (unsigned i = 0; i < c->points; i++)
		if (c->point[i].state == POINT_RUNS)
			return NULL;
	if (c->settled)
		return NULL;
	worst = bracket(c, &clean);
	if (!clean || !c->bound.time_holds || clean->headroom - worst <= c->resolution || c->points == POINTS_MAX) {
		check(c, wrong);
		return NULL;
	}
	add_point(c, worst + (clean->headroom - worst) / 2.0);
	if (c->point[c->points - 1].state == POINT_WAITS)
		return &c->point[c->points - 1];
	check(c, wrong);
	return NULL;
}

/* ---- runs ---- */

struct work {
	struct link_description link;
	bool (*stop)(void);
};

static void tell_finding(const struct link_result *result, struct outcome *out)
{
	const struct link_finding *f = &result->finding[0];

	out->findings = link_findings(result);
	if (result->findings) {
		snprintf(out->finding, sizeof(out->finding), "%s: %s: expected %s, found %s", rule_table[f->rule].name, f->what,
		         f->expected, f->actual);
		return;
	}
	for (unsigned i = 0; i < LINK_ENDS && !out->finding[0]; i++) {
		const struct finding *g = &result->score[i].finding[0];
		if (result->score[i].findings)
			snprintf(out->finding, sizeof(out->finding), "%s: end %c, %s: expected %s, found %s",
			         rule_table[g->rule].name, "ab"[i], g -> what, g -> expected, g -> actual);
	}
}

/* In a process of its own. */
static int run_point(const void *context, void *ret, struct env_error *ret_error)
{
	const struct work *work = context;
	struct link_options options = { .stop = work->stop };
	struct link_result *result = calloc(1, sizeof(*result));
	struct outcome *out = ret;
	const struct link_totals *to, *from;
	int rc;

	if (!result)
		return env_fail(ret_error, ENOMEM, "cannot run a link");
	rc = link_run(&work->link, &options, result, ret_error);
	to = &result->totals[A];
	from = &result->totals[B];
	*out = (struct outcome){
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
	};
	tell_finding(result, out);
	free(result);
	return rc;
}

static int start_point(struct sweep *s, struct pool *pool, size_t case_index, struct point *p, struct work *work,
                       struct env_error *ret_error)
{
	struct sweep_case *c = &s->cases[case_index];
	struct pool_job job = { .work = run_point, .context = work, .options.max_seconds = RUN_SECONDS };
	int rc;

	*work = (struct work){ p->link, s->stop };
	rc = link_file_check(&p->link, "sweep.def", ret_error);
	if (!rc)
		rc = pool_start(pool, &job, case_index * POINTS_MAX + (size_t)(p - c->point), ret_error);
	if (!rc)
		p->state = POINT_RUNS;
	return rc;
}

static int take_result(struct sweep *s, const struct pool_result *r, struct env_error *ret_error)
{
	struct point *p = &s->cases[r->tag / POINTS_MAX].point[r->tag % POINTS_MAX];

	if (r->error) {
		*ret_error = r->env;
		return r->error;
	}
	p->state = POINT_DONE;
	if (r->run.status != RUN_OK) {
		const struct finding *f = &r->run.score.finding[0];
		p->state = POINT_FAILED;
		p->out.findings = r->run.score.findings;
		snprintf(p->out.finding, sizeof(p->out.finding), "%s: %s: expected %s, found %s", rule_table[f->rule].name,
		         f->what, f->expected, f->actual);
		return 0;
	}
	memcpy(&p->out, r->result, sizeof(p->out));
	if (p->out.stopped)
		p->state = POINT_FAILED;
	return 0;
}

/* Starts one run if there is one to be started. 0, 1: nothing to start now, or negative errno. */
static int start_one(struct sweep *s, struct pool *pool, struct work *work, struct env_error *ret_error)
{
	for (size_t i = 0; i < s->count; i++) {
		struct point *p = case_next(&s->cases[i], &s->wrong);
		if (p)
			return start_point(s, pool, i, p, work, ret_error);
	}
	return 1;
}

static void print_settled(struct sweep *s);

static int run_all(struct sweep *s, struct env_error *ret_error)
{
	struct pool *pool = pool_new(s->jobs);
	struct pool_result *result = malloc(sizeof(*result));
	struct work *work = malloc(sizeof(*work)); /* a child has its own copy as soon as it is started */
	int rc = pool && result && work ? 0 : env_fail(ret_error, ENOMEM, "cannot start the sweep");

	while (!rc) {
		while (!rc && !s->stopped && pool_running(pool) < s->jobs)
			rc = start_one(s, pool, work, ret_error);
		if (rc < 0 || !pool_running(pool))
			break;
		rc = 0;
		if (pool_wait(pool, POLL_MS, result))
			rc = take_result(s, result, ret_error);
		print_settled(s);
		if (!rc && s->stop && s->stop()) {
			s->stopped = true;
			pool_stop(pool);
		}
	}
	pool_free(pool);
	free(result);
	free(work);
	return rc < 0 ? rc : 0;
}

/* ---- reports ---- */

static int by_headroom(const void *a, const void *b)
{
	const struct point *x = a, *y = b;

	return (x->headroom > y->headroom) - (x->headroom < y->headroom);
}

static const char *unit_of(const struct sweep_case *c)
{
	return c->buffer.unit_octets > 1 ? "blocks" : "octets";
}

static void csv_point(FILE *out, const struct sweep_case *c, const struct point *p)
{
	const struct outcome *o = &p->out;
	uint64_t settled = o->delivered + o->lost;

	fprintf(out, "%s,%s,%s,%s,%s,%g,%" PRIu32 ",%" PRIu32 ",", c->partner, c->link.end[A].dut->name,
	        c->link.end[A].model ? "model" : "rtl", c->link.end[B].dut->name, c->link.end[B].model ? "model" : "rtl",
	        c->metres, c->quanta, c->len);
	fprintf(out, "%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%d,", p->headroom, c->buffer.unit_octets,
	        c->bound.time_holds ? c->bound.headroom : 0, c->bound.slack, c->measured, o->promised);
	fprintf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.4f,", o->offered, o->delivered, o->lost,
	        settled ? (double)o->lost / (double)settled : 0, o->throughput);
	fprintf(out, "%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.3f\n", o->expired,
	        o->overshoot, o->xoff, o->xon, o->crossings, o->findings, o->clocks, o->seconds);
}

static int write_csv(const struct sweep *s, struct env_error *ret_error)
{
	char path[PATH_MAX];
	struct text text;
	int rc = text_open(&text, ret_error);

	if (rc)
		return rc;
	fprintf(
	    text.out,
	    "link,a,a_as,b,b_as,metres,quanta,len,headroom,unit_octets,bound,slack,measured,promised,offered,delivered,lost,loss,"
	    "throughput,expired,overshoot,xoff,xon,crossings,findings,clocks,seconds\n");
	for (size_t i = 0; i < s->count; i++)
		for (unsigned k = 0; k < s->cases[i].points; k++)
			if (s->cases[i].point[k].state == POINT_DONE)
				csv_point(text.out, &s->cases[i], &s->cases[i].point[k]);
	snprintf(path, sizeof(path), "%s/sweep.csv", s->out);
	return text_replace(&text, path, ret_error);
}

static const struct point *best_point(const struct sweep_case *c)
{
	for (unsigned i = 0; i < c->points; i++)
		if (c->point[i].state == POINT_DONE && (c->measured ? c->point[i].headroom == c->measured : i + 1 == c->points))
			return &c->point[i];
	return NULL;
}

static void print_case(const struct sweep_case *c)
{
	const struct point *p = best_point(c);
	uint64_t lost = 0, findings = 0, lost_above = 0;
	unsigned runs = 0;

	for (unsigned i = 0; i < c->points; i++) {
		runs += c->point[i].state == POINT_DONE;
		lost += c->point[i].out.lost;
		lost_above += c->point[i].headroom >= c->bound.headroom ? c->point[i].out.lost : 0;
		findings += c->point[i].out.findings;
	}
	printf("%-35s %5g m %6" PRIu32 " %5" PRIu32 "  ", c->partner, c->metres, c->quanta, c->len);
	if (!c->bound.time_holds)
		printf("%6s %5s %8s  ", "-", "-", "-");
	else
		printf("%6" PRIu64 " %5" PRIu64 " %8" PRIu64 "  ", c->bound.headroom, c->bound.slack, c->measured);
	printf("%-6s %4u %6" PRIu64 " %6.1f %%  %s\n", unit_of(c), runs, lost, p ? 100 * p->out.throughput : 0.0,
	       !c->settled                          ? "not finished"
	       : c->finding[0]                      ? "link-bound"
	       : findings                           ? "findings"
	       : !c->bound.time_holds && lost_above ? "XOFF runs out: frames lost whatever the headroom"
	       : !c->bound.time_holds               ? "XOFF may run out"
	                                            : "agree");
}

static void print_sum(const struct bound *b, uint32_t added)
{
	printf("    window");
	for (unsigned i = 0; i < BOUND_TIMES; i++)
		printf("%s %s %" PRId64, i ? " +" : "", bound_term_name(i), b->term[i]);
	if (added)
		printf(" + added %" PRIu32, added);
	printf(" = %" PRId64 " octet times; headroom", b->window);
	for (unsigned i = BOUND_TIMES; i < BOUND_TERMS; i++)
		printf("%s %s %" PRId64, i > BOUND_TIMES ? " +" : "", bound_term_name(i), b->term[i]);
	printf(" = %" PRIu64 "\n", b->headroom);
}

/* A run with findings becomes a file that repeats it. */
static int save_link(const struct sweep *s, const struct link_description *link, size_t number, char *path, size_t size,
                     struct env_error *ret_error)
{
	struct text text;
	int rc;

	snprintf(path, size, "%s/sweep-%zu-%" PRIu32 ".link", s->out, number, link->end[B].headroom);
	rc = text_open(&text, ret_error);
	if (rc)
		return rc;
	link_file_write(link, text.out);
	return text_replace(&text, path, ret_error);
}

static int print_findings(struct sweep *s, struct env_error *ret_error)
{
	char path[PATH_MAX];
	int rc = 0;

	for (size_t i = 0; i < s->count && !rc; i++) {
		struct sweep_case *c = &s->cases[i];
		if (c->finding[0]) {
			s->findings++;
			printf("link-bound: %s, %g m, %" PRIu32 " quanta, %" PRIu32 " octets: %s\n", c->partner, c->metres,
			       c->quanta, c->len, c->finding);
			print_sum(&c->bound, s->wrong.add);
		}
		for (unsigned k = 0; k < c->points && !rc; k++) {
			const struct point *p = &c->point[k];
			if (!p->out.findings)
				continue;
			s->findings += p->out.findings;
			rc = save_link(s, &p->link, i, path, sizeof(path), ret_error);
			printf("%s, %g m, headroom %" PRIu32 ": %s\n    repeat: build/pausebench-link run --link %s\n",
			       c->partner, c->metres, p->headroom, p->out.finding, path);
		}
	}
	return rc;
}

static void print_head(void)
{
	printf("%-35s %7s %6s %5s  %6s %5s %8s  %-6s %4s %6s %8s\n", "link (A > B, B receives)", "cable", "quanta", "len",
	       "bound", "slack", "measured", "unit", "runs", "lost", "tput");
	fflush(stdout);
}

static void print_next(struct sweep *s)
{
	struct sweep_case *c = &s->cases[s->told++];

	qsort(c->point, c->points, sizeof(struct point), by_headroom);
	print_case(c);
	fflush(stdout);
}

/* The next lines of the table, as far as their runs are over. */
static void print_settled(struct sweep *s)
{
	while (s->told < s->count && s->cases[s->told].settled)
		print_next(s);
}

static int plot(const struct sweep *s, struct env_error *ret_error)
{
	struct sweep_curve *curves = calloc(s->count, sizeof(*curves));
	int rc;

	if (!curves)
		return env_fail(ret_error, ENOMEM, "no plot");
	for (size_t i = 0; i < s->count; i++) {
		const struct sweep_case *c = &s->cases[i];
		curves[i] = (struct sweep_curve){ c->partner, unit_of(c), c->metres,
			                          c->quanta,  c->len,     c->bound.time_holds ? c->bound.headroom : 0,
			                          c->measured };
	}
	rc = sweep_plot(s->out, curves, s->count, ret_error);
	free(curves);
	return rc;
}

/* ---- the table's cases ---- */

static int add_case(struct sweep *s, const struct row_lists *row, double metres, uint32_t quanta, uint32_t len,
                    struct env_error *ret_error)
{
	struct sweep_case *more = realloc(s->cases, (s->count + 1) * sizeof(*more)), *c;
	int rc;

	if (!more)
		return env_fail(ret_error, ENOMEM, "cannot plan the sweep");
	s->cases = more;
	c = &s->cases[s->count];
	*c = (struct sweep_case){ .metres = metres, .quanta = quanta, .len = len };
	rc = case_open(c, row, &s->wrong, s->quick ? CROSSINGS_QUICK : CROSSINGS, ret_error);
	if (rc || (s->only && !strstr(c->partner, s->only)))
		return rc;
	s->count++;
	for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++)
		add_point(c, shares[i] * (double)c->bound.headroom);
	for (size_t i = 0; i < sizeof(large_shares) / sizeof(large_shares[0]) && !s->quick; i++)
		add_point(c, fmax(large_shares[i] * headroom_max(c), (double)c->bound.headroom));
	return 0;
}

static int add_row(struct sweep *s, const struct row_lists *row, struct env_error *ret_error)
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

enum { OPTION_QUICK = 256, OPTION_OUT, OPTION_JOBS, OPTION_OMIT, OPTION_ADD, OPTION_ONLY };

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

static unsigned number_of(struct argp_state *state, const char *option, const char *text, unsigned min, unsigned max)
{
	char *end;
	long number = strtol(text, &end, 10);

	if (end == text || *end || number < (long)min || number > (long)max)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "%s: '%s' is no number from %u to %u", option, text, min, max);
	return (unsigned)number;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct sweep *s = state->input;

	switch (key) {
	case OPTION_QUICK:
		s->quick = true;
		return 0;
	case OPTION_OUT:
		s->out = arg;
		return 0;
	case OPTION_JOBS:
		s->jobs = number_of(state, "--jobs", arg, 1, 1024);
		return 0;
	case OPTION_ADD:
		s->wrong.add = number_of(state, "--add", arg, 0, 1000000);
		return 0;
	case OPTION_OMIT:
		s->wrong.omit |= 1u << term_of(state, arg);
		return 0;
	case OPTION_ONLY:
		s->only = arg;
		return 0;
	case ARGP_KEY_ARG:
		argp_failure(state, EXIT_ENVIRONMENT, 0, "unexpected argument '%s'; see --help", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Everything that came out, whatever else went wrong. */
static int report(struct sweep *s, struct env_error *ret_error)
{
	int rc;

	while (s->told < s->count)
		print_next(s);
	rc = print_findings(s, ret_error);
	if (!rc)
		rc = write_csv(s, ret_error);
	if (!rc && s->stopped)
		return env_refuse(ret_error, "interrupted; the table and %s/sweep.csv are partial, there is no plot", s->out);
	if (!rc)
		rc = plot(s, ret_error);
	if (!rc)
		printf("findings %" PRIu64 "; %s/sweep.csv, sweep.svg, sweep.png\n", s->findings, s->out);
	return rc;
}

int sweep_run(int argc, char **argv, bool (*stop)(void), struct env_error *ret_error)
{
	static const struct argp_option argp_options[] = {
		{ .name = "quick", .key = OPTION_QUICK, .doc = "A few cases with few crossings" },
		{ .name = "only",
		  .key = OPTION_ONLY,
		  .arg = "TEXT",
		  .doc = "Only pairs with TEXT in their name, as 'bcm5718 rtl > bcm1250 rtl'" },
		{ .name = "out", .key = OPTION_OUT, .arg = "DIR", .doc = "Where sweep.csv, .svg, .png go (build/link)" },
		{ .name = "jobs", .key = OPTION_JOBS, .arg = "N", .doc = "Runs beside each other (all processors)" },
		{ .name = "omit",
		  .key = OPTION_OMIT,
		  .arg = "TERM",
		  .doc = "Leave a term out of the bound, to see the check fail" },
		{ .name = "add", .key = OPTION_ADD, .arg = "N", .doc = "Add N octet times to the bound's window, likewise" },
		{ 0 },
	};
	static const struct argp argp = {
		.options = argp_options,
		.parser = parse,
		.doc = "Headroom x cable x pause time x partner: measures loss and throughput, and compares the smallest "
		       "loss-free headroom with the "
		       "analytic one.\vExit status: 0 they agree, 1 findings, 2 usage, environment or interrupted.",
	};
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	struct sweep s = { .out = "build/link", .stop = stop, .jobs = processors > 0 ? (unsigned)processors : 1 };
	int rc;

	argp_parse(&argp, argc, argv, 0, NULL, &s);
	rc = folder_make(s.out, ret_error);
	if (!rc)
		rc = plan(&s, ret_error);
	if (!rc) {
		print_head();
		rc = run_all(&s, ret_error);
	}
	if (!rc)
		rc = report(&s, ret_error);
	free(s.cases);
	if (s.findings)
		return EXIT_FINDINGS;
	return rc ? EXIT_ENVIRONMENT : EXIT_CLEAN;
}
