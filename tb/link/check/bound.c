/* SPDX-License-Identifier: Apache-2.0 */
/* The analytic worst case of the headroom at an end. doc/use/link.md 6 derives it.
 *
 * The times add up to a window. It begins at the crossing: in a buffer that stores blocks with the octet whose block crosses the
 * mark, in a buffer that counts octets with the clock in which the frame that crosses it ends. It ends with the first preamble
 * octet, at B, of the last frame that A may begin. All frames that begin in the window arrive whole. How many units they take up
 * depends on their lengths; dynamic programming over time finds the worst row of frames.
 *
 * At MII the times are clocks, as the latencies of the MII rows of duts.def are, and an octet may take two clocks. The rows of
 * frames are counted in octet times. */
#include "bound.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "link/description/link_clock.h"
#include "link/description/link_device.h"

enum {
	PREAMBLE = 8,
	GAP = 12,
	PAUSE_OCTETS = 64,
	COLUMN = 4,         /* XGMII: a frame begins in one of its two columns */
	DEFICIT = 3,        /* 10 Gb/s: a frame may start by so much before its gap is over (doc/devices/xgmii.md 2) */
	CLIENT_CLOCKS = 16, /* the loop shows the level at one horizon and drives pause_req at the next */
	MARK_OCTETS = 16,   /* the marks of buffers that count octets have such steps */
	CABLE_CLOCKS = 2,   /* of the ports, doc/use/link.md 3 */
};
/* A share of exp(-7) of all measurements is farther away from the bound than the slack. */
static const double miss_exponent = 7;
static const double light_speed = 299792458;

/* A kind of frame: the shortest frame that takes up .weight units. */
struct kind {
	uint32_t len, weight;
};

struct arrivals {
	struct kind *kinds;
	size_t count;
	uint32_t *best; /* [w]: the most units that frames take up of which the first begins at 0 and the last at w or before */
	int64_t limit;
};

/* The inputs of a bound. */
struct view {
	const struct link_end *here, *there;
	struct link_buffer buffer;
	struct link_flow flow;
	struct arrivals arrivals;
	uint32_t min, max; /* the lengths of A's data frames */
	struct bound_error wrong;
	struct link_pace pace; /* the pace of the end .here */
	double faster;         /* how many clocks .there has in a clock of .here, less one */
	int64_t step, octet;   /* how many octet times (MII: clocks) a clock has, and an octet */
};

static const char *const term_names[BOUND_TERMS] = { "late",      "client",   "decision",   "own",   "pause",
	                                             "cable-out", "reaction", "cable-back", "drift", "arriving",
	                                             "crossing",  "rounding", "compare" };

const char *bound_term_name(unsigned term)
{
	return term < BOUND_TERMS ? term_names[term] : NULL;
}

static int64_t floor_to(int64_t value, int64_t step)
{
	return value - value % step;
}

static uint32_t weight_of(const struct link_buffer *buffer, uint32_t len)
{
	return (len + buffer->grain - 1) / buffer->grain * (buffer->grain / buffer->unit_octets);
}

/* Returns the time from the wire of FROM to that of its partner, in counts of the end that V is about. An elastic buffer adds its clocks, and the one
 * that a frame may wait for an edge of the reader. */
static int64_t cable_counts(const struct view *v, const struct link_description *link, unsigned from)
{
	const struct link_cable *cable = &link->cable[from];
	double clocks = ceil(cable->length_m / (cable->velocity * light_speed) * v->pace.clock_hz - 1e-6);
	uint32_t elastic = link_elastic_clocks(link->end[from].ppm, link->end[!from].ppm, (double)v->step / (double)v->octet);

	clocks = ceil((clocks + elastic) * (1 + v->here->ppm * 1e-6) - 1e-6) + (elastic ? 1 : 0);
	return ((int64_t)clocks + CABLE_CLOCKS) * v->step;
}

/* Returns the time of the longest frame that B may decide to send in the last clock before the PAUSE frame: data, or an XON if
 * frames can take the level from above the resume mark to the headroom while the XON is sent. */
static int64_t own_counts(const struct view *v)
{
	int64_t len = v->here->traffic.len_max, start = v->step > 1 ? COLUMN : 0, next;
	int64_t between = (int64_t)(v->flow.resume - v->flow.headroom) * v->buffer.unit_octets;

	if (len < PAUSE_OCTETS && v->flow.xon && between <= 2 * (PREAMBLE + PAUSE_OCTETS + GAP))
		len = PAUSE_OCTETS;
	if (!len)
		return 0;
	next = (start + PREAMBLE + len + GAP) * v->octet;
	if (v->step > 1)
		next = floor_to(next + DEFICIT, COLUMN); /* the gap is 12 to 15 */
	return floor_to(next, v->step) - v->step;
}

static void times_of(const struct view *v, const struct link_description *link, unsigned end, int64_t *term)
{
	const struct dut_timing *here = &v->here->dut->timing;
	const struct dut there = link_row(v->there);
	bool lanes = v->step > 1;
	double counted = 0;

	term[BOUND_LATE] = v->buffer.late;
	term[BOUND_CLIENT] = v->flow.client ? CLIENT_CLOCKS * v->step : 0;
	term[BOUND_DECISION] = here->request;
	term[BOUND_OWN] = own_counts(v);
	/* A frame ends with its last octet, at XGMII with the end code after it. */
	term[BOUND_PAUSE] = (PREAMBLE + PAUSE_OCTETS) * v->octet - !lanes;
	term[BOUND_CABLE_OUT] = cable_counts(v, link, end);
	term[BOUND_REACTION] = there.timing.inhibit + (lanes ? COLUMN : 0);
	term[BOUND_CABLE_BACK] = cable_counts(v, link, !end);
	/* A's clock counts the reaction. If A is the faster one, it is ahead by what it counts more in the frame that crosses the mark, too. */
	for (unsigned i = 0; i < BOUND_DRIFT; i++)
		counted += i == BOUND_REACTION ? 0 : (double)term[i];
	if (v->faster > 0)
		counted += (double)((PREAMBLE + v->max) * v->octet);
	term[BOUND_DRIFT] = (int64_t)ceil(counted * v->faster);
}

static int64_t kept(const struct view *v, unsigned term, int64_t value)
{
	return v->wrong.omit >> term & 1 ? 0 : value;
}

/* Returns the octet times from the first clock of the crossing octet to the start of a frame that is WINDOW after the last clock of that octet. */
static int64_t window_octets(const struct view *v, int64_t window)
{
	int64_t counts = window + v->octet - 1;

	return counts < 0 ? counts : counts / v->octet;
}

/* Makes the list of kinds, and finds the row of frames that takes up most units for each window up to LIMIT. */
static int arrivals_make(struct arrivals *a, const struct view *v, int64_t limit)
{
	uint32_t weight = 0;

	*a = (struct arrivals){ .limit = limit < 0 ? 0 : limit };
	a->kinds = calloc(v->max - v->min + 1, sizeof(*a->kinds));
	a->best = calloc((size_t)a->limit + 1, sizeof(*a->best));
	if (!a->kinds || !a->best)
		return -ENOMEM;
	for (uint32_t len = v->min; len <= v->max; len++) {
		if (weight_of(&v->buffer, len) == weight)
			continue;
		weight = weight_of(&v->buffer, len);
		a->kinds[a->count++] = (struct kind){ len, weight };
	}
	for (int64_t w = 0; w <= a->limit; w++)
		for (size_t i = 0; i < a->count; i++) {
			int64_t rest = w - (PREAMBLE + a->kinds[i].len + GAP);
			uint32_t units = a->kinds[i].weight + (rest >= 0 ? a->best[rest] : 0);
			if (units > a->best[w])
				a->best[w] = units;
		}
	return 0;
}

static void arrivals_release(struct arrivals *a)
{
	free(a->kinds);
	free(a->best);
}

static int64_t arrivals_in(const struct arrivals *a, int64_t window)
{
	assert(window <= a->limit);
	return window < 0 ? 0 : a->best[window];
}

/* The amounts of a buffer that takes blocks while a frame arrives. If the block that crosses the mark is the M-th of a frame, the
 * rest of that frame arrives, and all frames whose first octet arrives in time. */
static void amounts_of_blocks(const struct view *v, int64_t window, struct bound *ret)
{
	int64_t first = window + PREAMBLE, most = 0;

	for (size_t i = 0; i < v->arrivals.count; i++) {
		const struct kind *kind = &v->arrivals.kinds[i];
		for (uint32_t m = 0; m < kind->weight; m++) {
			int64_t next = (int64_t)kind->len - m * v->buffer.unit_octets + GAP + PREAMBLE;
			int64_t units = kind->weight - 1 - m + arrivals_in(&v->arrivals, first - next);
			if (units > most) {
				most = units;
				ret->frames = v->min == v->max ? (uint32_t)((units + kind->weight - 1) / kind->weight) : 0;
			}
		}
	}
	ret->term[BOUND_ARRIVING] = most;
}

/* The amounts of a buffer that counts whole frames in octets, with traffic of one length: the level is a multiple of that length.
 * The n-th frame after the one that crosses the mark starts after n periods less the deficit, rounded up to a column. */
static void amounts_of_one_length(const struct view *v, int64_t window, struct bound *ret)
{
	int64_t room = weight_of(&v->buffer, v->max), len = v->max, size = v->buffer.units, fit = size / room;
	int64_t reach = window + floor_to(PREAMBLE + len, COLUMN) + DEFICIT, below;
	int64_t frames = reach > 0 ? reach / (PREAMBLE + len + GAP) : 0;

	below = frames < fit ? fit - frames : 0;
	ret->frames = (uint32_t)frames;
	ret->term[BOUND_ARRIVING] = frames * room;
	ret->term[BOUND_CROSSING] = size - fit * room;
	ret->term[BOUND_ROUNDING] = below * (room - len);
}

/* The same with mixed lengths. The frame that crosses the mark may go beyond it with all its octets but one, and the frames
 * before it may be the ones that leave the most room in their words empty. */
static void amounts_of_mixed(const struct view *v, int64_t window, struct bound *ret)
{
	int64_t arriving = arrivals_in(&v->arrivals, window + DEFICIT - GAP), left = v->buffer.units - arriving, level;
	struct kind worst = v->arrivals.kinds[0];

	for (size_t i = 1; i < v->arrivals.count; i++)
		if ((uint64_t)v->arrivals.kinds[i].weight * worst.len > (uint64_t)worst.weight * v->arrivals.kinds[i].len)
			worst = v->arrivals.kinds[i];
	left = left > 0 ? left : 0;
	level = left * worst.len / worst.weight;
	ret->term[BOUND_ARRIVING] = arriving;
	ret->term[BOUND_CROSSING] = v->max - 1;
	ret->term[BOUND_ROUNDING] = left - level;
}

/* Computes the amounts of the frames that begin in WINDOW octet times. */
static void amounts_of(const struct view *v, int64_t window, struct bound *ret)
{
	int64_t sum = 0, step = v->buffer.free_shown ? 1 : MARK_OCTETS;

	if (v->buffer.free_shown)
		amounts_of_blocks(v, window, ret);
	else if (v->min == v->max)
		amounts_of_one_length(v, window, ret);
	else
		amounts_of_mixed(v, window, ret);
	ret->term[BOUND_COMPARE] = v->buffer.below;
	for (unsigned i = BOUND_TIMES; i < BOUND_TERMS; i++)
		sum += ret->term[i] = kept(v, i, ret->term[i]);
	sum = floor_to(sum + step - 1, step);
	ret->possible = sum < v->buffer.units;
	ret->headroom = ret->possible ? (uint64_t)sum : v->buffer.units;
}

/* Returns how long A counts the time of B's XOFF, in counts of B. */
static double pause_counts(const struct view *v)
{
	return (double)(PAUSE_OCTETS * v->octet * v->flow.quanta) / (1 + v->faster);
}

/* B refreshes when the time that is left is .refresh_quanta by its own clock. */
static int64_t refresh_counts(const struct view *v)
{
	double begins = (double)(PAUSE_OCTETS * v->octet * ((int64_t)v->flow.quanta - v->flow.refresh_quanta));
	double left = floor(pause_counts(v) - begins);

	return v->flow.refresh_quanta && left > 0 ? (int64_t)left : 0;
}

/* Computes whether an XOFF lasts as long as its reason holds. Either the refresh begins early enough to arrive; or, without a
 * refresh, the XOFF lasts until the host has begun to take octets again and has drained the buffer to the resume mark. */
static void pause_time(const struct view *v, struct bound *ret)
{
	const struct link_host *host = &v->here->host;
	double stop = (double)host->stop_ps / v->pace.count_ps;
	double share = host->every_ps ? 1 - (double)host->stop_ps / (double)host->every_ps : 1, rate = host->rate * share;
	double drain = (double)v->flow.resume * v->buffer.unit_octets * (double)v->octet;

	if (v->flow.refresh_quanta) {
		/* An elastic buffer may delay the second XOFF by a clock more than the first. */
		ret->time_given = refresh_counts(v);
		ret->time_needed = v->step + ret->term[BOUND_DECISION] + ret->term[BOUND_OWN] + ret->term[BOUND_PAUSE] +
		                   (v->here->ppm || v->there->ppm ? v->step : 0);
	} else {
		ret->time_given = (int64_t)floor(pause_counts(v));
		ret->time_needed = host->rate >= 1 && !host->stop_ps ? 0
		                 : rate > 0                          ? (int64_t)ceil(stop + drain / rate)
		                                                     : INT64_MAX;
	}
	ret->time_holds = ret->time_given >= ret->time_needed;
}

static int view_open(struct view *v, const struct link_description *link, unsigned end, const struct bound_error *wrong,
                     struct env_error *ret_error)
{
	int err;

	*v = (struct view){ .here = &link->end[end], .there = &link->end[!end] };
	if (wrong)
		v->wrong = *wrong;
	v->pace = link_pace_of(link, end);
	v->faster = (1 + v->there->ppm * 1e-6) / (1 + v->here->ppm * 1e-6) - 1;
	v->step = dut_step(v->here->dut);
	v->octet = v->pace.octet_counts;
	v->min = v->there->traffic.len_min;
	v->max = v->there->traffic.len_max;
	if (!v->max) /* only PAUSE frames arrive */
		v->min = v->max = LINK_LEN_MIN;
	err = link_flow(v->here, &v->flow, "bound", ret_error);
	if (!err && !link_buffer(v->here->dut, &v->buffer))
		err = env_refuse(ret_error, "bound: %s: the model '%s' has no LINK_BUFFER row in its link.def",
		                 v->here->dut->name, v->here->dut->model);
	return err;
}

/* CROSSINGS is the number of crossings of a measurement, or 0. Two phases decide how much of the window a measurement meets:
 * where in a frame of A the mark is crossed (only with blocks, since a buffer that counts octets counts whole frames), and where
 * B's own frame is at that time. SHORTER is the part of the window that the measurement misses. */
static int bound_make(const struct link_description *link, unsigned end, const struct bound_error *wrong, double crossings,
                      struct bound *ret, struct env_error *ret_error)
{
	struct bound less = { 0 };
	struct view v;
	double here, there, shorter;
	int err = view_open(&v, link, end, wrong, ret_error);

	*ret = (struct bound){ 0 };
	if (err)
		return err;
	times_of(&v, link, end, ret->term);
	pause_time(&v, ret);
	for (unsigned i = 0; i < BOUND_TIMES; i++)
		ret->window += ret->term[i] = kept(&v, i, ret->term[i]);
	ret->window += v.wrong.add;
	err = arrivals_make(&v.arrivals, &v, window_octets(&v, ret->window) + PREAMBLE);
	if (err) {
		arrivals_release(&v.arrivals);
		return env_fail(ret_error, -err, "cannot compute the bound");
	}
	amounts_of(&v, window_octets(&v, ret->window), ret);
	if (crossings > 0) {
		here = (double)ret->term[BOUND_OWN] + (double)v.step;
		there = (double)((v.max + PREAMBLE + GAP) * v.octet);
		shorter = v.buffer.free_shown ? sqrt(2 * miss_exponent * here * there / crossings)
		                              : miss_exponent * here / crossings;
		if (!ret->term[BOUND_OWN])
			shorter = v.buffer.free_shown ? miss_exponent * there / crossings : 0;
		/* B's own frames align the horizons at which the client looks, so the measurement does not meet half of that
		 * time. */
		shorter += (double)ret->term[BOUND_CLIENT] / 2;
		amounts_of(&v, window_octets(&v, ret->window - (int64_t)ceil(shorter)), &less);
		ret->slack = ret->headroom - less.headroom;
	}
	arrivals_release(&v.arrivals);
	return 0;
}

int bound_of(const struct link_description *link, unsigned end, const struct bound_error *wrong, struct bound *ret,
             struct env_error *ret_error)
{
	return bound_make(link, end, wrong, 0, ret, ret_error);
}

int bound_slack(const struct link_description *link, unsigned end, const struct bound_error *wrong, double crossings,
                struct bound *ret, struct env_error *ret_error)
{
	return bound_make(link, end, wrong, crossings, ret, ret_error);
}

uint64_t bound_headroom(const struct link_description *link, unsigned end)
{
	struct env_error ignored;
	struct bound bound;

	return bound_of(link, end, NULL, &bound, &ignored) || !bound.possible ? UINT64_MAX : bound.headroom;
}

int64_t bound_refresh(const struct link_description *link, unsigned end)
{
	struct env_error ignored;
	struct view v;

	return view_open(&v, link, end, NULL, &ignored) ? 0 : refresh_counts(&v);
}

bool bound_promises(const struct link_description *link, unsigned end)
{
	const struct link_cable *out = &link->cable[end];
	struct env_error ignored;
	struct link_flow flow;
	struct bound bound;

	if (bound_of(link, end, NULL, &bound, &ignored) || link_flow(&link->end[end], &flow, "bound", &ignored))
		return false;
	return bound.possible && flow.headroom >= bound.headroom && bound.time_holds && out->ber <= 0 && out->lose <= 0 &&
	       !out->cuts;
}
