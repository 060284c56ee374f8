/* SPDX-License-Identifier: Apache-2.0 */
/* Property tests of what a link fault hides from the worlds (tb/check/window/hold.h, order.h; 802.3 46.3.4.3, doc/devices/ieee8023.md 4, FaultLoses).
 *
 * A case is a short time in which the sublayer below a MAC sends other codes from a moment on that is known within a range, up to one that is, too. The
 * MAC goes on as if there were no fault, waits, or loses what it is asked for. A search over all that a right MAC may have done, from moment to moment and without
 * ranges, says whether what is on the wire can be explained: then neither part may have a finding. What the search cannot explain has to be found.
 * Of a frame that nobody saw, the worlds know the end of the last one alone; the search knows each. So a few cases pass that the search does not explain.
 *
 * WINDOW_CASES in the environment is the number of cases, in place of a small one. */
#include "check/window/hold.h"
#include "check/window/order.h"

#include "base/random.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	END = 900,
	EVENTS_MAX = 4,
	GAP = 12,
	QUANTUM = 16,
	OWN = 72,
	LONGEST = 100,
	CASES = 80,
	STATES_MAX = 1 << 19,
	NEVER = 30000,
};

static uint64_t state;

static uint64_t draw(uint64_t least, uint64_t most)
{
	return least + random_u64(&state) % (most - least + 1);
}

static bool one_in(unsigned n)
{
	return draw(1, n) == 1;
}

static uint64_t case_count(void)
{
	const char *text = getenv("WINDOW_CASES");

	return text ? strtoull(text, NULL, 0) : CASES;
}

/* ---- own frames ---- */

struct moment {
	bool ends, starts;
	enum order_frame frame; /* .starts: */
	uint64_t decided;
};

struct pins {
	struct order_nature nature;
	struct world_event event[EVENTS_MAX];
	unsigned events;
	uint64_t from, over,
	    to;    /* the sublayer may send other codes from .from up to and with .to; .over: the fault is over for the model */
	bool data; /* a frame of the client's may be lost */
	uint64_t time; /* that an XOFF tells */
	struct moment moment[END + 1];
};

/* A right MAC in a moment; each octet of it counts when two are compared. */
struct right_mac {
	int16_t seen;          /* how many events */
	int16_t by;            /* .due: by when it starts on a free wire */
	int16_t refresh, over; /* .told: when it is repeated, and when the time is over */
	int16_t free;          /* a frame that nobody sees, or the gap behind it, keeps it from starting */
	int16_t hidden_since;  /* the newest frame that nobody saw started then; 0: there was none */
	uint8_t level, told, due;
	uint8_t own; /* it is one of its own */
};

#include "states.h"

struct search {
	const struct pins *pins;
	struct states now, next;
	bool busy;
	int free;
	int by[EVENTS_MAX]; /* by when each event is seen */
};

static void ask(const struct search *s, struct right_mac *mac, int at, enum standard_due due)
{
	if (mac->due == due)
		return;
	mac->due = (uint8_t)due;
	mac->by = (int16_t)(due ? at + (int)s->pins->nature.error : 0);
}

static void take(const struct search *s, struct right_mac *mac, int at, const struct world_event *event)
{
	const struct standard_request_nature *rules = &s->pins->nature.standard;

	if (event->kind == WORLD_PULSE) {
		ask(s, mac, at, event->on ? STANDARD_XOFF : STANDARD_XON);
		return;
	}
	mac->level = event->on;
	if (event->on && !mac->told)
		ask(s, mac, at, STANDARD_XOFF);
	else if (event->on && mac->due == STANDARD_XON)
		ask(s, mac, at, STANDARD_NOTHING);
	if (event->on)
		return;
	if (mac->told && rules->xon && (rules->expired || at < mac->over)) {
		ask(s, mac, at, STANDARD_XON);
		return;
	}
	ask(s, mac, at, STANDARD_NOTHING);
	mac->told = 0;
	mac->refresh = mac->over = 0;
}

/* MAC starts an XOFF (OFF) or an XON AT, which is over LATER, and which it decided at FROM or later; RET gets what becomes of it. */
static void begin(const struct search *s, const struct right_mac *before, int at, int later, bool off, int from,
                  struct states *ret)
{
	const struct standard_request_nature *rules = &s->pins->nature.standard;
	struct right_mac mac = *before;

	mac.told = off;
	mac.due = STANDARD_NOTHING;
	mac.by = 0;
	mac.over = (int16_t)(off ? later + (int)s->pins->time : 0);
	mac.refresh = (int16_t)(off ? NEVER : 0);
	if (off && rules->period && rules->refresh == STANDARD_REFRESH_FROM_END)
		mac.refresh = (int16_t)(later + (int)rules->period);
	if (off && rules->period && rules->refresh == STANDARD_REFRESH_BEFORE_EXPIRY)
		mac.refresh = (int16_t)larger(mac.over - (int)rules->period, 0);
	if (rules->expired)
		mac.over = 0;
	if (!off || !rules->period || rules->refresh != STANDARD_REFRESH_FROM_DECISION) {
		add(ret, &mac);
		return;
	}
	for (int decided = larger(from, 0); decided <= at; decided++) {
		mac.refresh = (int16_t)(decided + (int)rules->period);
		add(ret, &mac);
	}
}

static bool may_repeat(const struct search *s, const struct right_mac *mac, int at)
{
	const struct standard_request_nature *rules = &s->pins->nature.standard;

	return mac->told && mac->due == STANDARD_NOTHING && rules->period && (mac->level || rules->pulses) &&
	       at + (int)s->pins->nature.error >= mac->refresh;
}

/* From when on a frame of MAC is late on a free wire. */
static int late_from(const struct search *s, const struct right_mac *mac)
{
	if (mac->due != STANDARD_NOTHING)
		return mac->by;
	return may_repeat(s, mac, NEVER) && mac->refresh < NEVER
	         ? mac->refresh + (int)(s->pins->nature.refresh + s->pins->nature.error)
	         : NEVER;
}

static bool may_hide(const struct pins *pins, int at)
{
	return (uint64_t)at >= pins->from && (uint64_t)at <= pins->to;
}

/* Adds what MAC may start AT that nobody sees, and what it is asked for and may lose. */
static void hide(struct search *s, const struct right_mac *before, int at)
{
	const struct order_nature *n = &s->pins->nature;
	const bool due = before->due != STANDARD_NOTHING;
	struct right_mac mac = *before;

	if (due) {
		mac.told = mac.due == STANDARD_XON ? 0 : mac.told;
		if (!mac.told)
			mac.refresh = mac.over = 0;
		mac.due = STANDARD_NOTHING;
		mac.by = 0;
		add(&s->now, &mac);
	}
	if (s->busy || at < before->free || at < s->free)
		return;
	mac = *before;
	mac.free = (int16_t)(at + OWN + GAP);
	mac.hidden_since = (int16_t)at;
	mac.own = 1;
	if (due || may_repeat(s, &mac, at))
		begin(s, &mac, at, at + OWN, mac.due != STANDARD_XON, at - larger((int)n->request, (int)n->refresh), &s->now);
	mac = *before;
	if (s->pins->data && (!due || mac.by >= at)) {
		mac.free = (int16_t)(at + LONGEST + GAP);
		mac.hidden_since = (int16_t)at;
		mac.own = 0;
		add(&s->now, &mac);
	}
}

/* A frame that nobody saw is over for so long AT that MAC is as if there had been none. */
static void settle(const struct search *s, struct right_mac *mac, int at)
{
	if (at > mac->free + (int)(s->pins->nature.request + s->pins->nature.error))
		mac->free = mac->hidden_since = mac->own = 0;
}

/* Adds all that becomes of the states AT by what they may see, and by what they may start that nobody sees. */
static void change(struct search *s, int at)
{
	for (unsigned i = 0; i < s->now.count; i++) {
		struct right_mac mac;
		settle(s, &s->now.mac[i], at);
		mac = s->now.mac[i];
		if (may_hide(s->pins, at))
			hide(s, &mac, at);
		if ((unsigned)mac.seen == s->pins->events || s->pins->event[mac.seen].from > (uint64_t)at)
			continue;
		take(s, &mac, at, &s->pins->event[mac.seen++]);
		add(&s->now, &mac);
	}
	unite(&s->now);
}

/* What is asked for while an own frame of MAC is on its way that nobody sees may be seen when that is over, as it is behind one on the wire; a pulse also in the
 * gap behind any. */
static bool sees_later(const struct search *s, const struct right_mac *mac, int at)
{
	const struct world_event *event = &s->pins->event[mac->seen];
	const int known = (int)(s->pins->nature.request + s->pins->nature.error), asked = (int)event->at, end = mac->free - GAP;
	const bool during = mac->own && asked > mac->hidden_since && asked < end,
		   behind = event->kind == WORLD_PULSE && asked >= end - known && asked < mac->free;

	return mac->hidden_since && (during || behind) && at < mac->free + known;
}

/* MAC does what the pins have AT. */
static void act(struct search *s, const struct right_mac *mac, int at)
{
	const struct moment *now = &s->pins->moment[at];
	/* behind a frame that is seen it starts when the gap, which is longer than the latency, is over; else it has the latency */
	const int late = late_from(s, mac), over = (int)s->pins->to < at ? (int)s->pins->to + 1 : 0,
		  behind = larger(s->free, larger(mac->free, over) + (int)s->pins->nature.request),
		  waits = may_hide(s->pins, at) ? NEVER : larger(late, behind);

	if ((unsigned)mac->seen < s->pins->events && s->by[mac->seen] <= at && !sees_later(s, mac, at))
		return;
	if (now->starts && at < mac->free)
		return;
	if (now->starts && now->frame == ORDER_DATA && late < at)
		return;
	if (!s->busy && (now->starts ? at > waits : at >= waits))
		return;
	if (!now->starts || now->frame == ORDER_DATA)
		add(&s->next, mac);
	else if (now->frame == ORDER_XOFF && (mac->due == STANDARD_XOFF || may_repeat(s, mac, at)))
		begin(s, mac, at, at + OWN, true, (int)now->decided, &s->next);
	else if (now->frame == ORDER_XON && mac->due == STANDARD_XON)
		begin(s, mac, at, at + OWN, false, (int)now->decided, &s->next);
}

/* A frame ended AT: what waits for the gap is being sent, and a pulse since may be too late for it. */
static void commit(struct search *s, int at, bool own, int start)
{
	const struct order_nature *n = &s->pins->nature;
	const int known = (int)(n->request + n->error);
	int newest = 0;

	for (unsigned i = 0; i < s->pins->events; i++) {
		const struct world_event *e = &s->pins->event[i];
		if (s->by[i] < at)
			continue;
		if ((n->standard.pulses && (int)e->at >= at - known && (int)e->at < s->free) ||
		    (n->looks && own && (int)e->at > start && (int)e->at < at))
			s->by[i] = larger(s->by[i], s->free + known);
		newest = s->by[i] = larger(s->by[i], newest);
	}
}

/* Returns true if a right MAC could have done what PINS have. */
static bool could_be_right(const struct pins *pins)
{
	static struct right_mac first[STATES_MAX], second[STATES_MAX];
	struct search s = { .pins = pins, .now.mac = first, .next.mac = second };
	struct right_mac mac;
	bool own = false;
	int start = 0;

	memset(&mac, 0, sizeof(mac));
	add(&s.now, &mac);
	for (unsigned i = 0; i < pins->events; i++)
		s.by[i] = (int)pins->event[i].to;
	for (int at = 1; at <= END && s.now.count; at++) {
		const struct moment *now = &pins->moment[at];
		struct states swapped = s.now;
		if (now->ends) {
			s.busy = false;
			s.free = at + GAP;
			commit(&s, at, own, start);
		}
		change(&s, at);
		s.next.count = 0;
		for (unsigned i = 0; i < s.now.count; i++) {
			if (s.next.count > STATES_MAX / 2)
				unite(&s.next);
			act(&s, &s.now.mac[i], at);
		}
		unite(&s.next);
		swapped = s.now;
		s.now = s.next;
		s.next = swapped;
		if (now->starts) {
			s.busy = true;
			own = now->frame != ORDER_DATA;
			start = at;
		}
	}
	return s.now.count;
}

#define KINDS(X)                                       \
	X(RIGHT, 0, "is right")                        \
	X(SILENT, 25, "sends nothing after the fault") \
	X(LATE, 15, "sends late")                      \
	X(TWICE, 10, "sends an XOFF twice")            \
	X(OVERTAKEN, 4, "lets data go first")          \
	X(ANYTHING, 60, "sends whatever it likes")

#include "mac_kinds.h"

/* A MAC, the sublayer below it, and its data. */
struct mac {
	enum mac_kind kind;
	enum { GOES_ON, WAITS, FORGETS } manner;
	struct standard_request request;
	uint64_t seen_at[EVENTS_MAX], hides_from, hides_to, free, ends, start, delay, latency;
	bool seen[EVENTS_MAX], busy, hidden, own;
	unsigned load; /* of data: one frame in so many moments */
};

static void draw_mac(const struct pins *pins, struct mac *mac, enum mac_kind kind)
{
	uint64_t newest = 0;

	*mac = (struct mac){ .kind = kind,
		             .request = { .enabled = true, .refresh = STANDARD_NEVER },
		             .load = kind == OVERTAKEN || one_in(2) ? 30 : 300 };
	mac->manner = one_in(2) ? GOES_ON : one_in(2) ? WAITS : FORGETS;
	mac->hides_from = draw(pins->from, pins->from + 16);
	mac->hides_to = draw(pins->over, pins->to);
	for (unsigned i = 0; i < pins->events; i++) {
		mac->seen_at[i] = newest = worlds_most(newest, draw(pins->event[i].from, pins->event[i].to));
		if (kind == LATE)
			mac->seen_at[i] = newest = worlds_most(newest, pins->event[i].to + draw(1, 60));
	}
}

static void start(struct pins *pins, struct mac *mac, uint64_t at, enum order_frame frame)
{
	struct moment *now = &pins->moment[at];
	bool hides = at >= mac->hides_from && at <= mac->hides_to;
	uint64_t decided = at > pins->nature.request ? at - pins->nature.request : 0;

	if (frame != ORDER_DATA)
		standard_request_starts(&mac->request, &pins->nature.standard, at, frame == ORDER_XOFF,
		                        worlds_most(decided, mac->request.due ? worlds_least(mac->request.since, at) : 0));
	if (!hides)
		*now = (struct moment){ .ends = now->ends, .starts = true, .frame = frame, .decided = decided };
	mac->busy = true;
	mac->hidden = hides;
	mac->own = frame != ORDER_DATA;
	mac->start = at;
	mac->ends = at + (mac->own ? OWN : hides ? LONGEST : draw(72, LONGEST));
	mac->latency = draw(0, pins->nature.refresh);
}

/* Returns true if MAC starts an own frame AT. */
static bool own_starts(struct pins *pins, struct mac *mac, uint64_t at)
{
	struct standard_request later = mac->request;

	/* one that lets data go first takes its time */
	if (at < mac->free + (mac->kind == OVERTAKEN ? mac->delay : 0) || (mac->kind == SILENT && at > pins->to))
		return false;
	if (mac->request.due != STANDARD_NOTHING) {
		start(pins, mac, at, mac->request.due == STANDARD_XOFF ? ORDER_XOFF : ORDER_XON);
		return true;
	}
	if (later.refresh != STANDARD_NEVER)
		later.refresh += mac->latency;
	if (standard_request_repeats(&later, &pins->nature.standard, at) ||
	    (mac->kind == TWICE && mac->request.told && one_in(60))) {
		start(pins, mac, at, ORDER_XOFF);
		return true;
	}
	return false;
}

static bool data_may_start(const struct pins *pins, const struct mac *mac, uint64_t at)
{
	if (at >= mac->hides_from && at <= mac->hides_to && !pins->data)
		return false;
	if (mac->kind == OVERTAKEN)
		return true;
	if (mac->request.due != STANDARD_NOTHING)
		return mac->request.since == at;
	return mac->request.refresh == STANDARD_NEVER || !standard_request_repeats(&mac->request, &pins->nature.standard, at) ||
	       at <= mac->request.refresh + mac->latency;
}

static void pass(struct pins *pins, struct mac *mac, uint64_t at)
{
	bool fault = at >= mac->hides_from && at <= mac->hides_to;

	if (mac->busy && at == mac->ends) {
		pins->moment[at].ends = !mac->hidden;
		if (mac->own)
			standard_request_ends(&mac->request, &pins->nature.standard, at, pins->time);
		mac->busy = mac->own = false;
		mac->free = at + GAP;
		mac->delay = draw(0, pins->nature.request);
	}
	for (unsigned i = 0; i < pins->events; i++) {
		if (mac->seen[i] || mac->seen_at[i] > at)
			continue;
		mac->seen[i] = true;
		if (pins->event[i].kind == WORLD_LEVEL)
			standard_request_level(&mac->request, &pins->nature.standard, at, pins->event[i].on);
		else
			standard_request_pulse(&mac->request, at, pins->event[i].on);
	}
	if (fault && mac->manner == FORGETS && mac->request.due != STANDARD_NOTHING) {
		if (mac->request.due == STANDARD_XON || !mac->request.told) {
			mac->request.told = false;
			mac->request.refresh = STANDARD_NEVER;
		}
		mac->request.due = STANDARD_NOTHING;
	}
	if (fault && mac->manner != GOES_ON)
		mac->free = worlds_most(mac->free, at + 1);
	if (mac->busy || at < mac->free)
		return;
	if (mac->kind == ANYTHING) {
		if (one_in(60))
			start(pins, mac, at, one_in(4) ? ORDER_DATA : one_in(2) ? ORDER_XON : ORDER_XOFF);
		return;
	}
	if (data_may_start(pins, mac, at) && one_in(mac->load))
		start(pins, mac, at, ORDER_DATA);
	else
		own_starts(pins, mac, at);
}

static void draw_pins(struct pins *pins, enum mac_kind kind, uint64_t number)
{
	struct standard_request_nature *rules = &pins->nature.standard;
	uint64_t at, range;
	struct mac mac;
	bool up = false;

	state = random_of(number * KIND_COUNT + kind);
	memset(pins, 0, sizeof(*pins));
	*rules = (struct standard_request_nature){ .pulses = one_in(3), .xon = !one_in(5), .expired = one_in(2) };
	if (!one_in(3)) {
		rules->refresh = (enum standard_refresh)draw(STANDARD_REFRESH_FROM_DECISION, STANDARD_REFRESH_BEFORE_EXPIRY);
		rules->period = draw(100, 300);
	}
	pins->nature.request = (uint32_t)draw(0, 8);
	pins->nature.refresh = (uint32_t)draw(0, 8);
	pins->nature.looks = true;
	pins->time = draw(50, 400);
	pins->data = one_in(2);
	pins->from = draw(60, 300);
	pins->over = pins->from + draw(20, 120);
	pins->to = pins->over + draw(0, 12);
	pins->events = (unsigned)draw(1, EVENTS_MAX);
	range = draw(0, pins->nature.request);
	at = draw(20, 200);
	for (unsigned i = 0; i < pins->events; i++) {
		pins->event[i] = (struct world_event){ .kind = rules->pulses ? WORLD_PULSE : WORLD_LEVEL,
			                               .at = at,
			                               .from = at,
			                               .to = at + range,
			                               .on = rules->pulses ? one_in(2) : (up ^= true) };
		at += draw(1, 200);
	}
	draw_mac(pins, &mac, kind);
	for (uint64_t now = 1; now <= END; now++)
		pass(pins, &mac, now);
}

/* What the window does when it knows by when the frames are over that began in the fault. */
static struct order_verdict resolve(struct order *order, const struct pins *pins)
{
	struct order_verdict verdict = order_passes(order, pins->to);
	struct worlds_fault fault = { .from = pins->from, .to = pins->to, .until = pins->data ? pins->to + LONGEST : 0 };

	if (order->hid)
		fault.until = worlds_most(fault.until, order->hid_to + OWN);
	fault.gap = GAP;
	fault.free = fault.until + GAP;
	order_fault(order, &fault);
	return verdict;
}

/* Returns the first finding that order.c has in PINS. */
static struct order_verdict judge(const struct pins *pins)
{
	static struct order order;
	struct order_verdict verdict = { .wrong = ORDER_RIGHT };

	memset(&order, 0, sizeof(order));
	order_begin(&order, &pins->nature, true, true, false, 0);
	order.time_least = order.time_most = pins->time;
	for (unsigned i = 0; i < pins->events; i++)
		order_happens(&order, &pins->event[i]);
	for (uint64_t at = 1; at <= END && !verdict.wrong; at++) {
		const struct moment *now = &pins->moment[at];
		if (at == pins->from || at == pins->over + 1) {
			struct worlds_fault fault = { pins->from, at == pins->from ? WORLDS_NEVER : pins->to, WORLDS_NEVER,
				                      WORLDS_NEVER, GAP };
			verdict = order_passes(&order, at - 1);
			order_fault(&order, &fault);
			if (!verdict.wrong)
				verdict = order_blocks(&order, at, at == pins->from, at == pins->from ? 0 : pins->to + 1);
		}
		if (at == pins->to + 1 && !verdict.wrong)
			verdict = resolve(&order, pins);
		if (now->ends && !verdict.wrong)
			verdict = order_ends(&order, at, at + GAP, pins->time);
		if (now->starts && !verdict.wrong)
			verdict = order_starts(&order, at, now->frame, now->decided, false);
	}
	if (!verdict.wrong)
		verdict = order_passes(&order, END);
	cr_assert_eq(order.set.undecided, 0, "a bound was reached");
	return verdict;
}

static void fail(const struct pins *pins, enum mac_kind kind, uint64_t number, const struct order_verdict *verdict,
                 const char *what)
{
	static const char *const frames[] = { "XOFF", "XON", "control", "data" };
	const struct standard_request_nature *r = &pins->nature.standard;

	printf("%s%s%s, refresh %d %" PRIu64 ", request %u, refresh %u, time %" PRIu64 ", fault %" PRIu64 "..%" PRIu64
	       "..%" PRIu64 "%s\n",
	       r->pulses ? "pulses" : "level", r->xon ? ", xon" : "", r->expired ? ", expired" : "", r->refresh, r->period,
	       pins->nature.request, pins->nature.refresh, pins->time, pins->from, pins->over, pins->to,
	       pins->data ? ", data" : "");
	for (unsigned i = 0; i < pins->events; i++)
		printf("  event %d, seen %" PRIu64 "..%" PRIu64 "\n", pins->event[i].on, pins->event[i].from, pins->event[i].to);
	for (uint64_t at = 1; at <= END; at++) {
		if (pins->moment[at].ends)
			printf("  %" PRIu64 " ends\n", at);
		if (pins->moment[at].starts)
			printf("  %" PRIu64 " starts %s, decided from %" PRIu64 "\n", at, frames[pins->moment[at].frame],
			       pins->moment[at].decided);
	}
	cr_assert_fail("case %" PRIu64 " of a MAC that %s: %s; order.c says %d at %" PRIu64, number, texts[kind], what,
	               verdict->wrong, verdict->at);
}

/* What a right MAC could have done has no finding; of the rest nearly all is found. */
Test(fault, own_frames_that_it_hides)
{
	static struct pins pins;
	const uint64_t cases = case_count();
	uint64_t wrong = 0, missed = 0;

	for (enum mac_kind kind = RIGHT; kind < KIND_COUNT; kind++) {
		uint64_t found = 0;
		for (uint64_t i = 0; i < cases; i++) {
			struct order_verdict verdict;
			bool right;
			draw_pins(&pins, kind, i);
			right = could_be_right(&pins);
			verdict = judge(&pins);
			if (kind == RIGHT && !right)
				fail(&pins, kind, i, &verdict, "the search takes a right MAC for a wrong one");
			if (right && verdict.wrong)
				fail(&pins, kind, i, &verdict, "a right MAC could have done so");
			found += verdict.wrong != ORDER_RIGHT;
			wrong += !right;
			missed += !right && !verdict.wrong;
		}
		cr_expect(found * 100 >= cases * least_found[kind], "a MAC that %s: %" PRIu64 " of %" PRIu64 " found",
		          texts[kind], found, cases);
	}
	cr_expect(missed * 20 <= wrong, "%" PRIu64 " of %" PRIu64 " wrong cases pass", missed, wrong);
}

/* Returns what order.c says of a frame of one of the KINDS that a fault cut AT. A pulse ASKS for an XOFF at 100, or nothing does. */
static enum order_wrong judge_cut(unsigned kinds, uint64_t at, bool asks)
{
	static const struct order_nature nature = { .standard = { .pulses = true }, .request = 20 };
	const struct world_event pulse = { .kind = WORLD_PULSE, .at = 100, .from = 100, .to = 110, .on = true };
	static struct order order;
	enum order_wrong ret;

	memset(&order, 0, sizeof(order));
	order_begin(&order, &nature, true, true, false, 0);
	if (asks)
		order_happens(&order, &pulse);
	ret = order_starts_doubtful(&order, at, kinds, at).wrong;
	return ret ? ret : order_ends_by(&order, at + 40, at + 80, at + 92, 0).wrong;
}

/* A frame that was cut before its octets tell which one it is, is one of those that may start. */
Test(fault, a_frame_of_unknown_kind)
{
	const unsigned own = ORDER_MAY_BE_OWN, control = ORDER_MAY_BE_CONTROL, data = ORDER_MAY_BE_DATA;

	cr_expect_eq(judge_cut(own, 50, true), ORDER_UNDUE, "before anything was asked for");
	cr_expect_eq(judge_cut(own, 105, true), ORDER_RIGHT);
	cr_expect_eq(judge_cut(own, 105, false), ORDER_UNDUE, "nothing is asked for");
	cr_expect_eq(judge_cut(own | control, 105, false), ORDER_RIGHT, "one of another kind");
	cr_expect_eq(judge_cut(own | data, 105, false), ORDER_RIGHT, "data");
	cr_expect_eq(judge_cut(data, 105, true), ORDER_RIGHT, "data before the pulse is seen");
	cr_expect_eq(judge_cut(data, 115, true), ORDER_MISSING, "data before the XOFF");
	cr_expect_eq(judge_cut(own | data, 109, true), ORDER_RIGHT, "the XOFF");
}

/* ---- a pause ---- */

/* A PAUSE comes near a fault, and a data frame of the client's, which waits when the fault is over, starts or does not. */
struct held {
	struct hold_nature nature;
	struct world_event pause;
	struct worlds_fault fault;
	uint64_t waits, starts; /* .starts 0: never */
};

/* Returns true if the frame may start when it does: the MAC saw the PAUSE AT, and its time begins at BEGINS. */
static bool explains(const struct held *held, uint64_t at, uint64_t begins)
{
	const uint64_t free = worlds_most(held->waits, held->fault.free),
		       over = begins + held->pause.quanta * held->nature.standard.quantum,
		       starts = held->starts ? held->starts : END + 1;

	if (at > starts || at > free + held->nature.resume)
		return starts <= free + held->nature.resume;
	return over <= starts && starts <= worlds_most(free, over) + held->nature.resume;
}

/* Returns true if a right MAC could have done so: a frame that nobody saw was in progress when it saw the PAUSE, and over by the end of what the fault may hide, or
 * none was. */
static bool could_be_held(const struct held *held)
{
	for (uint64_t at = held->pause.from; at <= held->pause.to; at++) {
		bool hidden = held->nature.standard.from_idle && at >= held->fault.from && at <= held->fault.until;
		for (uint64_t begins = at; begins <= (hidden ? held->fault.until : at); begins++)
			if (explains(held, at, begins))
				return true;
	}
	return false;
}

static void draw_held(struct held *held, uint64_t number)
{
	uint64_t at, over;

	state = random_of(number);
	memset(held, 0, sizeof(*held));
	held->nature.standard = (struct standard_pause_nature){ .quantum = QUANTUM, .from_idle = !one_in(4) };
	held->nature.resume = (uint32_t)draw(0, 40);
	held->fault.from = draw(60, 200);
	held->fault.to = held->fault.from + draw(20, 200);
	held->fault.until = one_in(4) ? 0 : held->fault.to + draw(1, LONGEST);
	held->fault.free = held->fault.until + GAP;
	at = draw(held->fault.from - 50, held->fault.to + 150);
	held->pause = (struct world_event){
		.kind = WORLD_PAUSE, .at = at, .from = at, .to = at + draw(0, 24), .quanta = (uint16_t)draw(1, 16)
	};
	held->waits = held->fault.to + draw(1, 40);
	/* about when its time is over, with a frame that nobody saw or without one */
	at = draw(held->pause.from, held->pause.to);
	over = (one_in(2) && held->fault.until > at ? draw(at, held->fault.until) : at) + held->pause.quanta * QUANTUM;
	held->starts = worlds_most(worlds_most(over, held->waits), held->fault.free) + draw(0, held->nature.resume);
	held->starts -= one_in(4) ? worlds_least(draw(1, 40), held->starts - held->waits) : 0;
	held->starts += one_in(4) ? draw(1, 40) : 0;
	if (one_in(10))
		held->starts = 0;
}

static struct hold_verdict judge_held(const struct held *held)
{
	static struct hold hold;
	struct worlds_fault open = { held->fault.from, WORLDS_NEVER, WORLDS_NEVER, WORLDS_NEVER, GAP };
	struct hold_verdict verdict;

	memset(&hold, 0, sizeof(hold));
	hold_begin(&hold, &held->nature, true, true, 0);
	hold_happens(&hold, &held->pause);
	verdict = hold_passes(&hold, held->fault.from - 1);
	hold_fault(&hold, &open);
	if (!verdict.wrong)
		verdict = hold_passes(&hold, held->fault.to);
	hold_fault(&hold, &held->fault);
	if (!verdict.wrong)
		verdict = hold_passes(&hold, held->waits - 1);
	hold_waits(&hold, held->waits);
	if (!verdict.wrong)
		verdict = held->starts ? hold_starts(&hold, held->starts, true) : hold_passes(&hold, END);
	return verdict;
}

/* hold.c has a finding if, and only if, no right MAC could have done so. */
Test(fault, a_pause_behind_a_frame_that_it_hides)
{
	const uint64_t cases = 20 * case_count();
	uint64_t found = 0, hidden = 0;
	struct held held, seen;

	for (uint64_t i = 0; i < cases; i++) {
		struct hold_verdict verdict;
		bool right;
		draw_held(&held, i);
		right = could_be_held(&held);
		verdict = judge_held(&held);
		cr_assert_eq(right, !verdict.wrong,
		             "case %" PRIu64 ": hold.c says %d; seen %" PRIu64 "..%" PRIu64 ", %u quanta, fault %" PRIu64
		             "..%" PRIu64 ", until %" PRIu64 ", waits %" PRIu64 ", resume %u, starts %" PRIu64 ", from idle %d",
		             i, verdict.wrong, held.pause.from, held.pause.to, held.pause.quanta, held.fault.from, held.fault.to,
		             held.fault.until, held.waits, held.nature.resume, held.starts, held.nature.standard.from_idle);
		found += !right;
		seen = held;
		seen.nature.standard.from_idle = false;
		hidden += right && !could_be_held(&seen);
	}
	cr_expect(found * 4 >= cases && (cases - found) * 4 >= cases, "%" PRIu64 " of %" PRIu64 " found", found, cases);
	cr_expect(hidden * 20 >= cases, "%" PRIu64 " of %" PRIu64 " need a frame that nobody saw", hidden, cases);
}
