/* SPDX-License-Identifier: Apache-2.0 */
/* Expectations of a stimulus about the transmit wire; doc/reference/stimulus.md, "Expectations".
 *
 * After the run this file compares the notes of what the wires carried (notes.c) with the expectations. It uses neither the golden model nor
 * the observation ports, so that it finds an error that RTL and model share. */
#include "check/scoreboard.h"
#include "freedoms.h"
#include "notes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- expectations ---- */

/* An expectation with its times. What begins before .open is not looked at; nothing may begin before .early; it begins at .late at the latest. */
struct window {
	const struct item *item;
	const struct item_expect *expect;
	uint64_t from, open, early, late;
	uint64_t
	    grain; /* times are compared in units of so much: of a clock, or of an octet where both ends are on the transmit wire */
};

static unsigned speed_at(const struct expect *x, uint64_t time)
{
	unsigned mbps = 1000;

	for (size_t i = 0; i < x->speeds.count && done_at(&x->speeds, i)->from <= time; i++)
		mbps = (unsigned)done_at(&x->speeds, i)->value;
	return mbps;
}

/* The sum of the figures that SPAN names. LATE: how much later a black box may be, instead. */
static uint64_t figures_of(const struct expect *x, const struct item_span *span, bool late)
{
	const struct dut_timing *timing = &x->dut->timing;
	const struct dut_slack *slack = &x->slack;
	uint64_t sum = 0;

#define LATENCY_0(member) 0
#define LATENCY_1(member) timing->member
#define FIGURE(member, latency)                         \
	if (span->figures >> ITEM_FIGURE_##member & 1u) \
		sum += late ? slack->member : LATENCY_##latency(member);
	ITEM_FIGURES(FIGURE)
#undef FIGURE
	return sum;
}

/* In octet times; at MII in clocks, of which an octet takes two below 1000 Mb/s. */
static uint64_t length_of(const struct expect *x, const struct item_span *span, uint64_t issued)
{
	unsigned mbps = speed_at(x, issued);
	uint64_t hz = dut_clock_hz(x->dut, mbps) * dut_step(x->dut);

	return (uint64_t)span->octets * dut_octet_clocks(x->dut, mbps) + (uint64_t)span->clocks * dut_step(x->dut) +
	       span->ns * hz / 1000000000 + figures_of(x, span, false);
}

/* How much later than .within a black box may begin what is expected. */
static uint64_t lateness(const struct expect *x, const struct item_expect *e)
{
	enum item_figure own = e->what == EXPECT_CLASSES      ? ITEM_FIGURE_inhibit
	                     : e->what == EXPECT_DATA         ? ITEM_FIGURE_resume
	                     : e->what >= EXPECT_REMOTE_FAULT ? ITEM_FIGURE_wire
	                                                      : ITEM_FIGURE_request;
	struct item_span span = { .figures = e->within.figures | 1u << own };

	return figures_of(x, &span, true);
}

/* The run of the newest item of the receive wire before ITEM, or NULL if it never began. */
static const struct done *received_before(const struct expect *x, const struct item *item)
{
	size_t runs = 0;

	for (const struct item *at = x->stim->items; at < item; at++)
		runs += at->kind == ITEM_RX_FRAME || ((at->kind == ITEM_RX_RAW || at->kind == ITEM_RX_LANES) && at->u.frame.len);
	return runs && runs <= x->received.count ? done_at(&x->received, runs - 1) : NULL;
}

static uint64_t first_from(const struct list *list, uint64_t time)
{
	for (size_t i = 0; i < list->count; i++)
		if (done_at(list, i)->from >= time)
			return done_at(list, i)->from;
	return NO_TIME;
}

/* MET is the frame that met the expectation before. */
static uint64_t from_of(const struct expect *x, const struct item *item, uint64_t issued, const struct sent *met)
{
	const struct done *run = received_before(x, item);

	switch (item->u.expect.from) {
	case EXPECT_FROM_RX:
		return run ? run->to : NO_TIME;
	case EXPECT_FROM_RX_START:
		return run ? run->from : NO_TIME;
	case EXPECT_FROM_TX:
		return met ? met->end : NO_TIME;
	case EXPECT_FROM_TX_START:
		return met ? met->start : NO_TIME;
	case EXPECT_FROM_COLLISION:
		return first_from(&x->collisions, issued);
	case EXPECT_FROM_CARRIER:
		return first_from(&x->carriers, issued);
	default:
		return issued;
	}
}

static bool from_wire(const struct item_expect *expect)
{
	return expect->from == EXPECT_FROM_TX || expect->from == EXPECT_FROM_TX_START;
}

/* False if the moment from which the times count never came. */
static bool window_of(const struct expect *x, const struct item *item, uint64_t issued, const struct sent *met, struct window *w)
{
	const struct item_expect *e = &item->u.expect;
	uint64_t from = from_of(x, item, issued, met), until = length_of(x, &e->until, issued);
	uint64_t granularity = e->what == EXPECT_DATA ? x->slack.granularity : 0;

	*w = (struct window){ .item = item, .expect = e, .grain = from_wire(e) ? 1 : dut_step(x->dut) };
	if (from == NO_TIME)
		return false;
	w->from = from / w->grain * w->grain;
	w->open = w->from + length_of(x, &e->after, issued) + figures_of(x, &e->after, true);
	w->early = w->from + (until > granularity ? until - granularity : 0);
	w->late = w->from + length_of(x, &e->within, issued) + lateness(x, e);
	if (e->from == EXPECT_FROM_TX_START && w->open == w->from)
		w->open++; /* not the frame itself */
	return true;
}

static bool is_what(const struct sent *sent, enum expect_what what)
{
	switch (what) {
	case EXPECT_DATA:
		return sent->what == EXPECT_DATA || sent->what == EXPECT_JAM;
	case EXPECT_XOFF:
		return sent->what == EXPECT_PAUSE && sent->time;
	case EXPECT_XON:
		return sent->what == EXPECT_PAUSE && !sent->time;
	default:
		return sent->what == what;
	}
}

/* The first of the kind at TIME or later, in *RET_TIME when; NULL if there is none. */
static const struct sent *next_sent(const struct expect *x, const struct window *w, uint64_t time, uint64_t *ret_time)
{
	const struct sent *sent = x->sent.at;

	for (size_t i = 0; i < x->sent.count; i++, sent++) {
		uint64_t at = (w->expect->what == EXPECT_JAM ? sent->end : sent->start) / w->grain * w->grain;
		if (!is_what(sent, w->expect->what) || at < time || at == NO_TIME / w->grain * w->grain)
			continue;
		*ret_time = at;
		return sent;
	}
	*ret_time = NO_TIME;
	return NULL;
}

static bool is_state(const struct item_expect *e, uint64_t value)
{
	if (e->what != EXPECT_CLASSES)
		return value == (e->what == EXPECT_IDLE ? TX_SIGNAL_IDLE : TX_SIGNAL_REMOTE_FAULT);
	for (unsigned i = 0; i < STIM_CLASSES; i++)
		if ((e->classes >> 2 * i & 1 && value >> i & 1) || (e->classes >> (2 * i + 1) & 1 && !(value >> i & 1)))
			return false;
	return true;
}

/* When the expected state first holds at TIME or later: a signal on the wire, or paused classes. */
static uint64_t next_state(const struct expect *x, const struct window *w, uint64_t time)
{
	const struct list *states = w->expect->what == EXPECT_CLASSES ? &x->paused : &x->signals;

	for (size_t i = 0; i < states->count; i++) {
		const struct done *state = done_at(states, i);
		uint64_t end = i + 1 < states->count ? state[1].from : x->over;
		if (is_state(w->expect, state->value) && end > time)
			return state->from > time ? state->from : time;
	}
	return NO_TIME;
}

/* ---- findings ---- */

/* The moment from which the times of the line count. */
static const char *moment_of(const struct item_expect *e)
{
	switch (e->from) {
	case EXPECT_FROM_RX:
		return "the frame received before it ended";
	case EXPECT_FROM_RX_START:
		return "the frame received before it began";
	case EXPECT_FROM_TX:
		return "the frame of the expectation before ended";
	case EXPECT_FROM_TX_START:
		return "the frame of the expectation before began";
	case EXPECT_FROM_COLLISION:
		return "the collision came";
	case EXPECT_FROM_CARRIER:
		return "the carrier came";
	default:
		return "the line was carried out";
	}
}

/* How the line comes to its cycles. */
static void say_why(const struct expect *x, const struct window *w, char *ret, size_t size)
{
	const char *unit = x->dut->phy == PHY_MII ? "clocks" : "octet times";
	uint64_t slack = w->expect->none ? 0 : lateness(x, w->expect), first = w->early > w->open ? w->early : w->open;
	int used = snprintf(ret, size,
	                    "%s in cycle %" PRIu64 ", and the times of the line count from there: ", moment_of(w->expect),
	                    dut_clock(x->dut, w->from));

	if (w->expect->none)
		used += snprintf(ret + used, size - (size_t)used, "none up to %" PRIu64 " %s after it", w->early - w->from, unit);
	else
		used += snprintf(ret + used, size - (size_t)used, "%" PRIu64 " to %" PRIu64 " %s after it", first - w->from,
		                 w->late - w->from, unit);
	if (slack)
		snprintf(ret + used, size - (size_t)used, ", %" PRIu64 " of them the slack of a black box", slack);
}

static void find(const struct expect *x, struct scoreboard *sb, const struct window *w, uint64_t cycle, const char *expected,
                 const char *actual)
{
	struct finding finding = { .cycle = cycle, .cause_cycle = w->from < cycle ? w->from : cycle, .rule = RULE_EXPECT_WIRE };

	snprintf(finding.what, sizeof(finding.what), "%.30s.stim:%u: expect%s %s", x->stim->name, w->item->line,
	         w->expect->none ? " no" : "", stim_expect_what[w->expect->what]);
	snprintf(finding.expected, sizeof(finding.expected), "%s", expected);
	snprintf(finding.actual, sizeof(finding.actual), "%s", actual);
	if (w->from)
		say_why(x, w, finding.why, sizeof(finding.why));
	scoreboard_add(sb, &finding);
}

static void say_window(const struct expect *x, const struct window *w, char *ret, size_t size)
{
	uint64_t first = w->early > w->open ? w->early : w->open;

	if (w->expect->none)
		snprintf(ret, size, "none from cycle %" PRIu64 " until cycle %" PRIu64, dut_clock(x->dut, w->open),
		         dut_clock(x->dut, w->early));
	else
		snprintf(ret, size, "one %s in cycles %" PRIu64 " to %" PRIu64,
		         w->expect->what == EXPECT_JAM ? "that ends" : "that begins", dut_clock(x->dut, first),
		         dut_clock(x->dut, w->late));
}

static void say_sent(const struct sent *sent, char *ret, size_t size)
{
	if (!sent)
		snprintf(ret, size, "that state");
	else if (sent->what == EXPECT_PAUSE)
		snprintf(ret, size, "a PAUSE frame of %u octets, time %u", sent->octets, sent->time);
	else if (sent->what == EXPECT_PFC)
		snprintf(ret, size, "a PFC frame of %u octets, enable 0x%02x", sent->octets, sent->enable);
	else if (sent->what == EXPECT_JAM)
		snprintf(ret, size, "%u octets of an attempt", sent->octets);
	else if (sent->what == EXPECT_FALSE_CARRIER)
		snprintf(ret, size, "preamble");
	else
		snprintf(ret, size, "%u octets of data", sent->octets);
}

/* What came is at the wrong time. */
static void find_time(const struct expect *x, struct scoreboard *sb, const struct window *w, const struct sent *sent,
                      uint64_t time)
{
	char expected[96], actual[96], what[64];

	say_window(x, w, expected, sizeof(expected));
	say_sent(sent, what, sizeof(what));
	snprintf(actual, sizeof(actual), "%s in cycle %" PRIu64, what, dut_clock(x->dut, time));
	find(x, sb, w, time < w->late || w->expect->none ? time : w->late + dut_step(x->dut), expected, actual);
}

/* Nothing came, or the run is over before its time was. */
static void find_none(const struct expect *x, struct scoreboard *sb, const struct window *w)
{
	char expected[96], actual[96];
	uint64_t last = w->expect->none ? w->early : w->late;

	say_window(x, w, expected, sizeof(expected));
	snprintf(actual, sizeof(actual), "%s cycle %" PRIu64,
	         x->over > last ? "none came until the end of the run in" : "the run is over in", dut_clock(x->dut, x->over));
	find(x, sb, w, x->over > last ? last + dut_step(x->dut) : x->over, expected, actual);
}

/* ---- what the frame carries ---- */

/* A PFC frame may name classes for others' sake, too (PfcVector 2 and 3). */
static bool names_others(const struct dut *dut)
{
	return dut->profile && dut_ieee8023(dut)->pfc_vector >= VECTOR_ENABLED;
}

/* Returns true if CLASS is not as expected in a PFC frame: whether it is enabled, paused or released, or its time. */
static bool class_differs(const struct dut *dut, const struct item_expect *e, const struct sent *sent, unsigned class)
{
	const bool off = e->classes >> (2 * class + 1) & 1, on = e->classes >> 2 * class & 1, enabled = sent->enable >> class & 1;
	const uint16_t time = sent->class_time[class];
	const bool paused = e->classes ? off : enabled && time;

	if (e->classes && !off && !on)
		return enabled && !names_others(dut);
	if (e->classes && (!enabled || paused != (time != 0)))
		return true;
	return paused && e->time && time != e->time - 1;
}

/* Returns the first class of a PFC frame that is not as expected. STIM_CLASSES: none is. */
static unsigned class_that_differs(const struct dut *dut, const struct item_expect *e, const struct sent *sent)
{
	unsigned class = 0;

	while (class < STIM_CLASSES && !class_differs(dut, e, sent, class))
		class ++;
	return class;
}

/* Adds the classes of E as a stimulus names them. */
static void say_classes(const struct item_expect *e, char *ret, size_t size)
{
	for (unsigned on = 0; on < 2; on++) {
		const char *begin = on ? " on=" : " off=";
		for (unsigned i = 0; i < STIM_CLASSES; i++)
			if (e->classes >> (2 * i + 1 - on) & 1) {
				snprintf(ret + strlen(ret), size - strlen(ret), "%s%u", begin, i);
				begin = ",";
			}
	}
}

static void check_content(const struct expect *x, struct scoreboard *sb, const struct window *w, const struct sent *sent,
                          uint64_t time)
{
	const struct item_expect *e = w->expect;
	char expected[96], actual[96], what[64];
	unsigned class = e->what == EXPECT_PFC ? class_that_differs(x->dut, e, sent) : STIM_CLASSES;
	bool wrong = (e->octets && e->octets != sent->octets) || class < STIM_CLASSES ||
	             (e->what != EXPECT_PFC && e->time && e->time - 1 != sent->time);

	if (!wrong)
		return;
	snprintf(expected, sizeof(expected), "one with");
	if (e->octets)
		snprintf(expected + strlen(expected), sizeof(expected) - strlen(expected), " octets=%u", e->octets);
	if (e->time)
		snprintf(expected + strlen(expected), sizeof(expected) - strlen(expected), " time=%u", e->time - 1);
	say_classes(e, expected, sizeof(expected));
	say_sent(sent, what, sizeof(what));
	snprintf(actual, sizeof(actual), "%s in cycle %" PRIu64, what, dut_clock(x->dut, time));
	if (class < STIM_CLASSES)
		snprintf(actual + strlen(actual), sizeof(actual) - strlen(actual), ": class %u %s time %u", class,
		         sent->enable >> class & 1 ? "enabled," : "not enabled,", sent->class_time[class]);
	find(x, sb, w, sent->end == NO_TIME ? time : sent->end, expected, actual);
}

/* ---- the check ---- */

/* Returns the frame that met the expectation, or NULL. */
static const struct sent *check_window(const struct expect *x, struct scoreboard *sb, const struct window *w)
{
	uint64_t slack = figures_of(x, &w->expect->after, true), time;
	const struct sent *sent = NULL;

	if (w->expect->what >= EXPECT_REMOTE_FAULT)
		time = next_state(x, w, w->open);
	else
		sent = next_sent(x, w, w->expect->none ? w->open : w->open - slack, &time);
	if (w->expect->none) {
		if (time < w->early)
			find_time(x, sb, w, sent, time);
		else if (x->over < w->early)
			find_none(x, sb, w);
		return NULL;
	}
	if (time < w->open) /* a black box may have begun it before it had to notice why it should not */
		return sent;
	if (time == NO_TIME)
		find_none(x, sb, w);
	else if (time < w->early || time > w->late)
		find_time(x, sb, w, sent, time);
	else if (sent)
		check_content(x, sb, w, sent, time);
	return time == NO_TIME ? NULL : sent;
}

static void find_no_start(const struct expect *x, struct scoreboard *sb, const struct window *w)
{
	char expected[96];

	snprintf(expected, sizeof(expected), "the moment from=%s comes", stim_expect_from[w->expect->from]);
	find(x, sb, w, x->over, expected, "it never came");
}

int expect_check(struct expect *x, struct scoreboard *sb)
{
	const struct sent *met = NULL;

	for (size_t i = 0; i < x->issued.count && !x->no_memory; i++) {
		const struct done *issued = done_at(&x->issued, i);
		const struct item *item = &x->stim->items[issued->value];
		struct window w;
		bool frame = !item->u.expect.none && item->u.expect.what < EXPECT_REMOTE_FAULT;
		if (!window_of(x, item, issued->from, met, &w)) {
			if (!from_wire(w.expect)) /* else the expectation before has the finding */
				find_no_start(x, sb, &w);
			if (frame)
				met = NULL;
			continue;
		}
		if (frame)
			met = check_window(x, sb, &w);
		else
			check_window(x, sb, &w);
	}
	return x->no_memory ? -ENOMEM : 0;
}
