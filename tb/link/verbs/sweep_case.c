/* SPDX-License-Identifier: Apache-2.0 */
/* A case of the sweep: a pair of ends, a cable, a pause time and a length of frames. Its first runs have shares of its bound as
 * headroom. Then it halves the gap between the largest headroom that lost a frame and the next one that lost none. These runs
 * have few crossings, which is enough to find the place: a frame that is lost in them is lost. Then a whole run must show that
 * the smallest headroom that lost none loses none. doc/use/link.md 6. */
#include "sweep_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
	CROSSINGS_FIRST = 24,
	LONGEST = 1518,
	WIRE_EXTRA = 20,
	RESOLUTION_OCTETS = 64, /* the gap at which the halving ends in buffers that count octets */
};

static double octet_ps(const struct sweep_case *c)
{
	return link_pace_of(&c->link, B).octet_ps;
}

static uint64_t ps_of(const struct sweep_case *c, double octets)
{
	return (uint64_t)(octets * octet_ps(c));
}

/* Plans when the host at B takes frames and when it stops. It takes the octets that the buffer holds, up to the resume mark, and
 * those that A sends until XON reaches A. Then it stops until the level has crossed the mark and all frames that can arrive have
 * arrived. The period is no multiple of a frame's time, so that the phases wander. */
static void plan_host(struct sweep_case *c, unsigned crossings)
{
	double unit = c->buffer.unit_octets, window = (double)c->bound.window, frame = LONGEST + WIRE_EXTRA;
	double open = 1.1 * ((double)c->bound.headroom + c->hysteresis) * unit + window;
	double closed = 2.2 * window + c->hysteresis * unit + 2 * frame;
	double period = (floor((open + closed) / frame) + 0.618) * frame;
	double hold = c->flow.xon ? 0 : c->flow.quanta * 64.0; /* the time until A sends again by itself */
	double full = c->buffer.units * unit, crossing = fmax(period, hold + window);

	c->link.end[B].host.stop_ps = ps_of(c, closed);
	c->link.end[B].host.every_ps = ps_of(c, period);
	c->link.end[B].host.phase_ps = ps_of(c, frame);
	c->link.time_ps = ps_of(c, full + CROSSINGS_FIRST * crossing);
	c->whole_ps = ps_of(c, full + crossings * crossing);
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

/* Opens a case. The bound and the host's plan depend on each other only by the distance of the marks. */
int sweep_case_open(struct sweep_case *c, const struct sweep_row *row, const struct bound_error *wrong, unsigned crossings,
                    struct env_error *ret_error)
{
	const struct dut *a = dut_by_name(row->a), *b = dut_by_name(row->b);
	int rc;

	if (!a || !b || !link_buffer(b, &c->buffer))
		return env_refuse(ret_error, "sweep.def: no link has %s and %s", row->a, row->b);
	snprintf(c->partner, sizeof(c->partner), "%s %s > %s %s", row->a, row->a_how == how_model ? "model" : "rtl", row->b,
	         row->b_how == how_model ? "model" : "rtl");
	if (row->ppm[A] || row->ppm[B])
		snprintf(c->partner + strlen(c->partner), sizeof(c->partner) - strlen(c->partner),
		         " %+" PRId32 "/%+" PRId32 " ppm", row->ppm[A], row->ppm[B]);
	link_file_defaults(&c->link);
	snprintf(c->link.name, sizeof(c->link.name), "sweep");
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		c->link.cable[i].length_m = c->metres;
		c->link.end[i].traffic = (struct link_traffic){ .len_min = LONGEST, .len_max = LONGEST, .load = 1, .burst = 1 };
		c->link.end[i].host.rate = 1;
		c->link.end[i].ppm = row->ppm[i];
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

uint32_t sweep_headroom_max(const struct sweep_case *c)
{
	return c->buffer.units - c->hysteresis - LONGEST / c->buffer.unit_octets;
}

void sweep_add_point(struct sweep_case *c, double headroom)
{
	uint32_t steps = headroom < c->step ? 1 : (uint32_t)lround(headroom / c->step);
	uint32_t units = steps * c->step < sweep_headroom_max(c) ? steps * c->step : sweep_headroom_max(c) / c->step * c->step;
	struct sweep_point *p = &c->point[c->points];

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

static bool lossy(const struct sweep_point *p)
{
	return p->out.lost > 0;
}

/* Returns the largest headroom with which a frame was lost (0: none was), and gives the point with the smallest headroom above
 * it, with which none was lost (NULL: there is no such point). */
static uint32_t bracket(const struct sweep_case *c, const struct sweep_point **ret_clean)
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

static void differ(struct sweep_case *c, uint32_t deciding)
{
	c->differs = true;
	c->deciding = deciding;
	c->finding = (struct link_finding){ .end = B, .plain.rule = RULE_LINK_BOUND };
	snprintf(c->finding.plain.what, sizeof(c->finding.plain.what), "headroom");
}

static void check(struct sweep_case *c, const struct bound_error *wrong)
{
	const struct sweep_point *clean;
	struct env_error ignored;
	uint32_t worst = bracket(c, &clean);
	uint64_t slack, bound;
	double crossings;

	c->measured = clean && c->bound.time_holds ? clean->headroom : 0;
	c->settled = true;
	if (!c->bound.time_holds)
		return; /* the headroom decides nothing, since the time of XOFF runs out */
	crossings = clean ? fmax(1, (double)clean->out.crossings) : 1;
	bound_slack(&c->link, B, wrong, crossings, &c->bound, &ignored);
	c->bound.slack += c->resolution - c->step;
	slack = c->bound.slack;
	bound = c->bound.headroom;
	if (!clean || (c->bound.possible && c->measured > bound)) {
		differ(c, worst);
		snprintf(c->finding.plain.expected, sizeof(c->finding.plain.expected),
		         "no loss from a headroom of %" PRIu64 " on", bound);
		snprintf(c->finding.plain.actual, sizeof(c->finding.plain.actual), "frames lost at %" PRIu32, worst);
	} else if (c->measured + slack < bound) {
		differ(c, clean->headroom);
		snprintf(c->finding.plain.expected, sizeof(c->finding.plain.expected),
		         "loss below %" PRIu64 " (bound %" PRIu64 " less slack %" PRIu64 ")", bound - slack, bound, slack);
		snprintf(c->finding.plain.actual, sizeof(c->finding.plain.actual),
		         "none from %" PRIu64 " on: better than the bound", c->measured);
	}
}

/* Makes the point with the headroom UNITS wait for a whole run. */
static struct sweep_point *run_whole(struct sweep_case *c, uint32_t units)
{
	struct sweep_point *p = c->point;

	while (p->headroom != units)
		p++;
	p->whole = true;
	p->link.time_ps = c->whole_ps;
	p->state = POINT_WAITS;
	return p;
}

struct sweep_point *sweep_case_next(struct sweep_case *c, const struct bound_error *wrong)
{
	const struct sweep_point *clean;
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
	if (clean && c->bound.time_holds && clean->headroom - worst > c->resolution && c->points < POINTS_MAX) {
		sweep_add_point(c, worst + (clean->headroom - worst) / 2.0);
		if (c->point[c->points - 1].state == POINT_WAITS)
			return &c->point[c->points - 1];
	}
	if (clean && c->bound.time_holds && !clean->whole)
		return run_whole(c, clean->headroom);
	check(c, wrong);
	return NULL;
}
