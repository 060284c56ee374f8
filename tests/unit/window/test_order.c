/* SPDX-License-Identifier: Apache-2.0 */
/* Property tests of the worlds of a MAC that sends control frames (tb/check/window/order.h; 802.3 31B.3.1, doc/devices/ieee8023.md 3).
 *
 * A case is what is seen at the pins of a MAC in a short time: what its client asks for, whether it may send, and what starts and ends on the
 * transmit wire. It is made by a MAC that is drawn at random, sees each event within its range, and is right or breaks one rule. A search
 * says whether a right MAC could have done the same: it goes from moment to moment with all states that a right MAC may be in, each with
 * moments and no ranges, and states the rules of the page by itself. order.c has to have a finding if, and only if, the search finds nothing.
 *
 * WINDOW_CASES in the environment is the number of cases of each kind of MAC, in place of a small one. */
#include "check/window/order.h"

#include "base/random.h"
#include "support.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	END = 80,
	EVENTS_MAX = 4,
	GAP = 2,
	CASES = 800,
	UNKNOWN_CASES = 250,
	UNSEEN_CASES = 150,
	STATES_MAX = 1 << 19,
	NEVER = 30000
};

/* What happens at a moment: first a frame ends, then something keeps all frames or no more, then the MAC sees events, then a frame starts. */
struct moment {
	bool ends, blocks, unblocks, starts;
	enum order_frame frame; /* .starts: */
	bool zero;              /* an XOFF of time 0 is possible */
	uint64_t decided;       /* it was decided no earlier than this */
	uint64_t time;          /* octet times that an own frame tells */
};

struct pins {
	struct order_nature nature;
	bool known, enabled, level; /* as of order_begin() */
	struct world_event event[EVENTS_MAX];
	unsigned events;
	struct moment moment[END + 1];
};

static bool is_mode(const struct world_event *event)
{
	return event->kind == WORLD_ENABLE || event->kind == WORLD_RESET;
}

static uint64_t state;

/* A random number from LEAST to MOST. */
static uint64_t draw(uint64_t least, uint64_t most)
{
	return least + random_u64(&state) % (most - least + 1);
}

static bool one_in(unsigned n)
{
	return draw(1, n) == 1;
}

/* ---- the search ---- */

/* A right MAC in a moment; each octet of it counts when two are compared. */
struct right_mac {
	int16_t seen[WORLDS_STREAMS]; /* index of the next event to look at */
	int16_t since, by;            /* .due: since when, and from when on it is late; .by also: when an XON was taken back */
	int16_t refresh, over;        /* .told: when it is repeated, and when the time is over */
	int16_t queued_at;            /* .queued: since when */
	uint8_t enabled, level, told, due;
	uint8_t handed;  /* the frame that it still sends although it is disabled, or STANDARD_NOTHING */
	uint8_t turned;  /* data went before its refresh: what is due comes next */
	uint8_t queued;  /* what was asked for behind the frame that is due, or STANDARD_NOTHING */
	uint8_t settled; /* its XON is due for certain, since sending was enabled again */
	uint8_t
	    took_back; /* an XON was taken back since the newest own frame; if nobody sees what the client asks for that happens once */
};

#include "states.h"

struct search {
	const struct pins *pins;
	struct states now, next;
	bool busy, own, blocked;
	int free, ended, frame_start; /* .ended: the newest frame was over, or nothing kept frames any more */
	int own_end;                  /* the last moment of the newest own frame */
	int time;                     /* of the own frame on the wire */
	uint64_t to[EVENTS_MAX];      /* by when each event is seen */
};

static const struct standard_request_nature *rules(const struct search *s)
{
	return &s->pins->nature.standard;
}

/* From when on the refresh of MAC is late if its level stays up. */
static int refresh_late_from(const struct search *s, const struct right_mac *mac)
{
	const struct order_nature *n = &s->pins->nature;

	return mac->told && rules(s)->period && mac->refresh < NEVER ? mac->refresh + (int)(n->refresh + n->error) : NEVER;
}

/* By when what is asked for AT has started on a free wire. If nobody sees what the client asks for, it may be so much later; but what is late stays so, though
 * a refresh is not late before its XOFF has ended. */
static int16_t asked_by(const struct search *s, const struct right_mac *mac, int at)
{
	const struct order_nature *n = &s->pins->nature;
	int by = at + (int)(n->request + n->error),
	    most = larger(refresh_late_from(s, mac), s->own_end + (int)n->error) + (int)n->request;

	if (!n->unseen)
		return (int16_t)(at + (int)n->error);
	return (int16_t)(by < most ? by : most);
}

static void ask(const struct search *s, struct right_mac *mac, int at, enum standard_due due)
{
	bool changed = mac->due != STANDARD_NOTHING && due != STANDARD_NOTHING;

	if (mac->due == due)
		return;
	mac->due = (uint8_t)due;
	mac->since = (int16_t)(due ? at : 0);
	/* that a client which nobody sees changes its mind gives the MAC no more time */
	if (!changed || !s->pins->nature.unseen)
		mac->by = (int16_t)(due ? asked_by(s, mac, at) : 0);
}

static void tell_nothing(const struct search *s, struct right_mac *mac)
{
	ask(s, mac, 0, STANDARD_NOTHING);
	mac->queued_at = mac->queued = 0;
	mac->told = mac->turned = mac->settled = 0;
	mac->refresh = mac->over = 0;
}

/* Whether the fall of the level ends a pause by an XON AT. */
static bool sends_xon(const struct search *s, const struct right_mac *mac, int at)
{
	return rules(s)->xon && (rules(s)->expired || at < mac->over);
}

static void level(const struct search *s, struct right_mac *mac, int at, bool up)
{
	bool was = mac->level;

	mac->level = up;
	if (!mac->enabled || up == was)
		return;
	if (up && !mac->told)
		ask(s, mac, at, STANDARD_XOFF);
	else if (up && mac->due == STANDARD_XON)
		ask(s, mac, at, rules(s)->again ? STANDARD_XOFF : STANDARD_NOTHING);
	if (up)
		return;
	if (mac->told && sends_xon(s, mac, at))
		ask(s, mac, at, STANDARD_XON);
	else if (mac->told)
		tell_nothing(s, mac);
	else if (!rules(s)->kept)
		ask(s, mac, at, STANDARD_NOTHING);
}

static void disable(struct search *s, struct right_mac *mac, int at)
{
	struct right_mac other = *mac;

	(void)at;
	if (!mac->enabled)
		return;
	other.enabled = mac->enabled = 0;
	other.queued_at = other.queued = mac->queued_at = mac->queued = 0;
	/* an XOFF on the wire may count as sent */
	if (s->own && mac->told) {
		ask(s, &other, 0, STANDARD_NOTHING);
		add(&s->now, &other);
	}
	/* a frame that waits may have been handed over */
	if ((s->busy || s->blocked) && !s->own)
		for (unsigned due = STANDARD_XOFF; due <= STANDARD_XON; due++) {
			if (mac->due != due && !s->pins->nature.unseen)
				continue;
			other = *mac;
			ask(s, &other, 0, STANDARD_NOTHING);
			other.handed = (uint8_t)due;
			add(&s->now, &other);
		}
	tell_nothing(s, mac);
}

static void enable(const struct search *s, struct right_mac *mac, int at)
{
	if (mac->enabled)
		return;
	mac->enabled = 1;
	if (rules(s)->pulses)
		return;
	/* by the page the next frame is the XON at once, or what comes if the XOFF does not count */
	if (s->pins->nature.unseen && mac->told) {
		mac->level = 0;
		mac->took_back = 1;
	}
	if (mac->level && !mac->told)
		ask(s, mac, at, STANDARD_XOFF);
	if (!mac->level && mac->told && sends_xon(s, mac, at))
		ask(s, mac, at, STANDARD_XON);
	else if (!mac->level && mac->told)
		tell_nothing(s, mac);
	if (s->pins->nature.unseen && mac->due == STANDARD_XON) {
		mac->by = (int16_t)(at + (int)s->pins->nature.error);
		mac->settled = 1;
	}
}

static void take(struct search *s, struct right_mac *mac, int at, const struct world_event *event)
{
	switch (event->kind) {
	case WORLD_LEVEL:
		level(s, mac, at, event->on);
		break;
	case WORLD_PULSE:
		if (mac->enabled && mac->due != STANDARD_NOTHING && s->pins->nature.queues) {
			struct right_mac queues = *mac;
			queues.queued = (uint8_t)(event->on ? STANDARD_XOFF : STANDARD_XON);
			queues.queued_at = (int16_t)at;
			add(&s->now, &queues);
		}
		mac->queued_at = mac->queued = 0;
		if (mac->enabled)
			ask(s, mac, at, event->on ? STANDARD_XOFF : STANDARD_XON);
		break;
	case WORLD_ENABLE:
		if (event->on)
			enable(s, mac, at);
		else
			disable(s, mac, at);
		break;
	default:
		tell_nothing(s, mac);
		mac->level = 0;
		mac->handed = 0;
		break;
	}
}

/* Returns the index of the next event of STREAM that MAC has not seen, or .events. */
static unsigned next_of(const struct search *s, const struct right_mac *mac, unsigned stream)
{
	unsigned i = (unsigned)mac->seen[stream];

	while (i < s->pins->events && is_mode(&s->pins->event[i]) != (stream == WORLDS_MODES))
		i++;
	return i;
}

/* Adds all that becomes of the states by what they may see AT, and by what a client may ask for that nobody sees. */
static void see(struct search *s, int at)
{
	const struct pins *pins = s->pins;

	for (unsigned i = 0; i < s->now.count; i++) {
		for (unsigned stream = 0; stream < WORLDS_STREAMS; stream++) {
			struct right_mac mac = s->now.mac[i];
			unsigned index = next_of(s, &mac, stream);
			if (index == pins->events || pins->event[index].from > (uint64_t)at)
				continue;
			mac.seen[stream] = (int16_t)(index + 1);
			if (pins->event[index].perhaps)
				add(&s->now, &mac);
			take(s, &mac, at, &pins->event[index]);
			add(&s->now, &mac);
		}
	}
	unite(&s->now);
}

/* By when a frame that waited for the one on the wire has started: the times of both may be wrong. */
static int behind_by(const struct search *s)
{
	return s->free + (int)(s->pins->nature.request + s->pins->nature.error);
}

static bool may_repeat(const struct search *s, const struct right_mac *mac)
{
	return mac->enabled && mac->told && mac->due == STANDARD_NOTHING && rules(s)->period && (mac->level || rules(s)->pulses);
}

/* From when on an own frame of MAC is late, the wire apart. */
static int late_from(const struct search *s, const struct right_mac *mac)
{
	int refresh = may_repeat(s, mac) ? refresh_late_from(s, mac) : NEVER;

	if (mac->enabled && mac->due != STANDARD_NOTHING)
		return mac->by;
	return refresh < mac->by ? mac->by : refresh; /* the XON that was taken back made it wait */
}

/* A client that nobody sees asks AT for something else, or not. */
static void change_mind(struct search *s, int at)
{
	for (unsigned i = 0, count = s->now.count; i < count; i++) {
		struct right_mac mac = s->now.mac[i];
		bool back = !rules(s)->pulses && mac.due == STANDARD_XON;
		int by = mac.by;
		if (!mac.enabled || mac.turned || (back && mac.took_back))
			continue;
		if (!rules(s)->pulses) {
			/* by the error the time of the XOFF is over already, so that the fall asks for no XON */
			if (mac.level && mac.told && !rules(s)->expired && at + (int)s->pins->nature.error >= mac.over) {
				struct right_mac over = mac;
				over.level = 0;
				tell_nothing(s, &over);
				add(&s->now, &over);
			}
			level(s, &mac, at, !mac.level);
			mac.took_back |= back;
			if (back && mac.due == STANDARD_NOTHING)
				mac.by = (int16_t)(at < by ? at : by);
			add(&s->now, &mac);
		} else if (mac.due == STANDARD_NOTHING) {
			ask(s, &mac, at, STANDARD_XOFF);
			add(&s->now, &mac);
			ask(s, &mac, at, STANDARD_XON);
			add(&s->now, &mac);
		}
	}
	unite(&s->now);
}

static bool has_seen(const struct search *s, const struct right_mac *mac, int at)
{
	for (unsigned stream = 0; stream < WORLDS_STREAMS; stream++) {
		unsigned index = next_of(s, mac, stream);
		if (index < s->pins->events && s->to[index] <= (uint64_t)at)
			return false;
	}
	return true;
}

/* Adds what becomes of MAC when its frame starts AT, which it had decided at FROM or later. */
static void begin(struct search *s, const struct right_mac *before, int at, bool off, int from)
{
	struct right_mac mac = *before;

	mac.told = off;
	mac.due = STANDARD_NOTHING;
	mac.since = mac.by = 0;
	mac.took_back = mac.turned = mac.settled = 0;
	mac.handed = 0;
	mac.refresh = mac.over = off ? NEVER : 0;
	if (mac.queued) {
		ask(s, &mac, mac.queued_at, (enum standard_due)mac.queued);
		mac.queued_at = mac.queued = 0;
	}
	/* an XOFF that was handed over before sending was disabled may count as sent, or not */
	if (off && !mac.enabled) {
		struct right_mac other = mac;
		tell_nothing(s, &other);
		add(&s->next, &other);
	}
	if (!mac.enabled || !off || rules(s)->pulses || mac.level || !rules(s)->kept)
		;
	else if (sends_xon(s, &mac, at))
		ask(s, &mac, at, STANDARD_XON);
	else
		tell_nothing(s, &mac);
	if (!off || !mac.told || !rules(s)->period || rules(s)->refresh != STANDARD_REFRESH_FROM_DECISION) {
		add(&s->next, &mac);
		return;
	}
	for (int decided = from > 0 ? from : 0; decided <= at; decided++) {
		mac.refresh = (int16_t)(decided + (int)rules(s)->period);
		add(&s->next, &mac);
	}
}

/* MAC starts an XOFF AT if it may. */
static void start_off(struct search *s, const struct right_mac *before, int at, int decided)
{
	const struct order_nature *n = &s->pins->nature;
	struct right_mac mac = *before;
	int asked = mac.since - (int)n->request;

	if (mac.enabled && mac.turned && at + (int)n->error >= mac.refresh) { /* the level has risen again */
		mac.level = 1;
		begin(s, &mac, at, true, decided);
		return;
	}
	if (mac.enabled && mac.due == STANDARD_XOFF)
		begin(s, &mac, at, true, n->unseen || asked < decided ? decided : asked);
	if (mac.handed == STANDARD_XOFF) {
		struct right_mac up = mac;
		up.level |= n->unseen; /* else it would not have been asked for */
		begin(s, &up, at, true, decided);
	}
	if (may_repeat(s, &mac) && at + (int)n->error >= mac.refresh)
		begin(s, &mac, at, true, decided);
	if (n->repeated && mac.enabled && mac.told && mac.due == STANDARD_NOTHING)
		begin(s, &mac, at, true, decided);
}

static void start_on(struct search *s, const struct right_mac *before, int at, int decided)
{
	const struct order_nature *n = &s->pins->nature;
	struct right_mac mac = *before;

	if ((mac.enabled && mac.due == STANDARD_XON) || mac.handed == STANDARD_XON)
		begin(s, &mac, at, false, decided);
	if (n->repeated && mac.enabled && !mac.told && mac.due == STANDARD_NOTHING)
		begin(s, &mac, at, false, decided);
	if (n->unseen && n->none_told && mac.enabled && !mac.told && (rules(s)->xon || rules(s)->pulses))
		begin(s, &mac, at, false, decided);
}

/* An XOFF of time 0 is an XON on the wire; it counts as one that told something, or not. */
static void start_zero(struct search *s, const struct right_mac *mac, int at, int decided)
{
	unsigned first = s->next.count;

	start_off(s, mac, at, decided);
	for (unsigned i = first, last = s->next.count; i < last; i++) {
		struct right_mac other = s->next.mac[i];
		tell_nothing(s, &other);
		add(&s->next, &other);
	}
}

/* How much later a refresh may be if the client, which nobody sees, changes its mind: it lets its level fall just before the refresh has to start, and rise
 * just before the XON has to, whereupon the refresh has its latency anew; and so once more. */
static int late_by_changes(const struct search *s, const struct right_mac *mac, int at)
{
	const struct order_nature *n = &s->pins->nature;
	int again = rules(s)->again ? larger((int)n->request, (int)n->refresh) : (int)n->refresh; /* a rise has that latency */
	bool refreshes = mac->enabled && mac->told && rules(s)->period && !rules(s)->pulses &&
	                 (mac->due == STANDARD_XOFF ? rules(s)->again : mac->due == STANDARD_NOTHING || sends_xon(s, mac, at));

	return n->unseen && refreshes && !mac->settled && !mac->turned ? 2 * ((int)n->request + again) : 0;
}

/* Data go before the refresh of MAC AT, which was due on a busy wire or is late by changes: its level fell just before, and perhaps rose again. */
static bool turn(const struct search *s, struct right_mac *mac, int at, int late)
{
	const struct order_nature *n = &s->pins->nature;

	if (!late_by_changes(s, mac, at) && !(n->unseen && mac->told && mac->enabled && !rules(s)->pulses && rules(s)->period &&
	                                      mac->due != STANDARD_XOFF && !mac->settled && !mac->turned))
		return false;
	if (!sends_xon(s, mac, at) || at > larger(behind_by(s), late) + late_by_changes(s, mac, at))
		return false;
	mac->due = STANDARD_XON;
	mac->since = 0;
	mac->level = 0;
	mac->by = (int16_t)(at + larger((int)n->request, (int)n->refresh) + (int)n->error);
	mac->turned = 1;
	return true;
}

/* MAC does what the pins have AT. */
static void act(struct search *s, const struct right_mac *before, int at)
{
	const struct moment *now = &s->pins->moment[at];
	struct right_mac changed = *before, *mac = &changed;
	int late = late_from(s, mac), decided = (int)now->decided;
	/* a frame that waits for the wire starts when the gap is over, or the latency after the end of what it waited for */
	int wire = s->pins->nature.unseen ? behind_by(s)
	                                  : larger(s->free, s->ended + (int)s->pins->nature.request) + (int)s->pins->nature.error;

	if (!has_seen(s, mac, at))
		return;
	if (now->starts && now->frame == ORDER_DATA && mac->handed)
		return;
	if (now->starts && now->frame == ORDER_DATA && late < at && !turn(s, mac, at, late))
		return;
	late = mac->handed ? wire : larger(late, wire) + late_by_changes(s, before, at);
	if (!s->busy && !s->blocked && (now->starts ? at > late : at >= late))
		return;
	if (!now->starts || now->frame == ORDER_DATA || now->frame == ORDER_CONTROL) {
		add(&s->next, mac);
	} else if (now->frame == ORDER_XOFF) {
		start_off(s, mac, at, decided);
	} else {
		start_on(s, mac, at, decided);
		if (now->zero)
			start_zero(s, mac, at, decided);
	}
}

/* A frame ended AT. What waits for the gap is being sent, and a pulse since may be too late for it. */
static void commit(struct search *s, int at)
{
	const struct order_nature *n = &s->pins->nature;
	int known = (int)(n->request + n->error);
	uint64_t newest = 0;

	for (unsigned i = 0; i < s->pins->events; i++) {
		const struct world_event *e = &s->pins->event[i];
		if (is_mode(e) || s->to[i] < (uint64_t)at)
			continue;
		if (e->kind == WORLD_PULSE && !n->unseen && (int)e->at >= at - known && (int)e->at < s->free)
			s->to[i] = worlds_most(s->to[i], (uint64_t)(s->free + known));
		newest = s->to[i] = worlds_most(s->to[i], newest);
	}
}

/* The frame on the wire ends AT. */
static void end(struct search *s, int at)
{
	for (unsigned i = 0; i < s->now.count; i++) {
		struct right_mac *mac = &s->now.mac[i];
		if (!s->own || !mac->told)
			continue;
		mac->over = (int16_t)(at + s->time);
		if (rules(s)->period && rules(s)->refresh == STANDARD_REFRESH_FROM_END)
			mac->refresh = (int16_t)(at + (int)rules(s)->period);
		if (rules(s)->period && rules(s)->refresh == STANDARD_REFRESH_BEFORE_EXPIRY)
			mac->refresh = (int16_t)(mac->over > (int)rules(s)->period ? mac->over - (int)rules(s)->period : 0);
	}
	if (s->own)
		s->own_end = at - 1;
	s->busy = s->own = false;
	s->ended = at;
	s->free = at + GAP;
	commit(s, at);
}

/* What was asked for before the first moment: DUE, and QUEUED behind it. Nobody knows when. */
static void begin_unknown(struct search *s, int due, int queued)
{
	struct right_mac mac;

	memset(&mac, 0, sizeof(mac));
	mac.enabled = s->pins->enabled;
	mac.level = s->pins->level;
	mac.due = (uint8_t)due;
	mac.by = due ? NEVER : 0;
	mac.queued = (uint8_t)queued;
	mac.queued_at = queued ? NEVER : 0;
	add(&s->now, &mac);
	mac.told = 1;
	for (int refresh = rules(s)->period ? 0 : END + 1; mac.enabled && refresh <= END + 1; refresh++)
		for (int over = rules(s)->expired ? END + 1 : 0; over <= END + 1; over++) {
			mac.refresh = (int16_t)(refresh <= END ? refresh : NEVER);
			mac.over = (int16_t)over;
			add(&s->now, &mac);
		}
}

static void begin_search(struct search *s)
{
	struct right_mac mac;

	memset(&mac, 0, sizeof(mac));
	mac.enabled = s->pins->enabled;
	mac.level = s->pins->level;
	if (s->pins->known)
		add(&s->now, &mac);
	for (int due = STANDARD_NOTHING; !s->pins->known && due <= (mac.enabled ? STANDARD_XON : STANDARD_NOTHING); due++)
		for (int queued = STANDARD_NOTHING; queued <= (due && s->pins->nature.queues ? STANDARD_XON : STANDARD_NOTHING);
		     queued++)
			begin_unknown(s, due, queued);
}

/* Returns true if a right MAC could have done what PINS have. */
static bool could_be_right(const struct pins *pins)
{
	static struct right_mac first[STATES_MAX], second[STATES_MAX];
	struct search s = { .pins = pins, .now.mac = first, .next.mac = second };

	begin_search(&s);
	for (unsigned i = 0; i < pins->events; i++)
		s.to[i] = pins->event[i].to;
	for (int at = 1; at <= END && s.now.count; at++) {
		const struct moment *now = &pins->moment[at];
		struct states swapped;
		if (now->ends)
			end(&s, at);
		if (now->unblocks && !s.busy) {
			s.ended = at;
			s.free = larger(s.free, at);
		}
		s.blocked = (s.blocked || now->blocks) && !now->unblocks;
		see(&s, at);
		for (unsigned i = 0; pins->nature.unseen && i < 2; i++)
			change_mind(&s, at);
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
			s.own = now->frame == ORDER_XOFF || now->frame == ORDER_XON;
			s.time = (int)now->time;
			s.frame_start = at;
		}
	}
	return s.now.count;
}

/* ---- MACs ---- */

/* The kinds of MACs, and of how many cases in a hundred each has a finding at least. */
#define KINDS(X)                                                                          \
	X(RIGHT, 0, "is right")                                                           \
	X(NO_REFRESH, 15, "does not refresh")                                             \
	X(LATE_REFRESH, 12, "refreshes late")                                             \
	X(EARLY_REFRESH, 6, "refreshes early")                                            \
	X(NO_XON, 18, "sends no XON")                                                     \
	X(XON_ALONE, 12, "sends an XON without an XOFF")                                  \
	X(XOFF_TWICE, 6, "sends an XOFF twice")                                           \
	X(SENDS_DISABLED, 7, "sends while it is disabled")                                \
	X(IGNORES, 18, "ignores some of what is asked for")                               \
	X(LATE, 25, "sends late")                                                         \
	X(OVERTAKEN, 18, "lets data go first")                                            \
	X(KEEPS_OTHERWISE, 6, "keeps an XOFF that is taken back, or the other way round") \
	X(AGAIN_OTHERWISE, 1, "sends another XOFF, or the other way round")               \
	X(EXPIRES_OTHERWISE, 1, "ends a pause that is over, or the other way round")      \
	X(ANYTHING, 90, "sends whatever it likes")

#include "mac_kinds.h"

/* A MAC: the automaton of the standard, the moments at which it sees the events, and its data. */
struct mac {
	enum mac_kind kind;
	struct standard_request_nature nature;
	struct standard_request request;
	enum standard_due queued; /* of a MAC that .queues: behind what is due */
	bool queues;
	uint64_t seen_at[EVENTS_MAX];
	bool seen[EVENTS_MAX], busy, own, blocked, may_block;
	uint64_t free, ended, ends, frame_start, time, delay, latency, next_asked, next_level;
	unsigned load; /* of data: one frame in so many moments */
	bool ever;
};

static void draw_events(struct pins *pins, unsigned events)
{
	uint64_t newest[WORLDS_STREAMS] = { 0, 0 }, at = draw(4, 10), before = pins->nature.standard.pulses ? draw(0, 2) : 0,
		 range = draw(0, 3), write_range = draw(0, 3);
	bool modes = one_in(2), on = pins->enabled, up = pins->level;

	for (unsigned i = 0; i < events; i++) {
		bool mode = pins->nature.unseen || (modes && one_in(3));
		struct world_event *e = &pins->event[pins->events++];
		*e = (struct world_event){ .at = at, .from = mode ? at : at - before, .to = at + (mode ? write_range : range) };
		if (mode) {
			e->kind = one_in(10) ? WORLD_RESET : WORLD_ENABLE;
			e->on = on ^= e->kind == WORLD_ENABLE;
		} else {
			e->kind = pins->nature.standard.pulses ? WORLD_PULSE : WORLD_LEVEL;
			e->on = pins->nature.standard.pulses ? one_in(2) : (up ^= true);
		}
		if (e->to < newest[mode])
			e->to = newest[mode];
		newest[mode] = e->to;
		at += draw(0, one_in(2) ? 6 : 30);
	}
}

static void draw_seen(const struct pins *pins, struct mac *mac)
{
	uint64_t newest[WORLDS_STREAMS] = { 0, 0 };
	unsigned habit = (unsigned)draw(0, 2);

	for (unsigned i = 0; i < pins->events; i++) {
		const struct world_event *e = &pins->event[i];
		uint64_t *before = &newest[is_mode(e)];
		uint64_t at = habit == 0 ? e->from : habit == 1 ? e->to : draw(e->from, e->to);
		if (mac->kind == LATE && !is_mode(e))
			at = e->to + draw(1, 6);
		mac->seen[i] = (mac->kind == IGNORES && !is_mode(e) && one_in(3)) ||
		               (mac->kind == SENDS_DISABLED && is_mode(e) && !e->on);
		mac->seen_at[i] = *before = at > *before ? at : *before;
	}
}

static void see_events(const struct pins *pins, struct mac *mac, uint64_t at)
{
	bool backwards = one_in(2);

	for (unsigned go = 0; go < WORLDS_STREAMS; go++)
		for (unsigned i = 0; i < pins->events; i++) {
			const struct world_event *e = &pins->event[i];
			if (mac->seen[i] || mac->seen_at[i] != at || is_mode(e) != (backwards ? go == 0 : go == 1))
				continue;
			mac->seen[i] = true;
			if (e->kind == WORLD_LEVEL)
				standard_request_level(&mac->request, &mac->nature, at, e->on);
			else if (e->kind == WORLD_PULSE && mac->queues && mac->request.due != STANDARD_NOTHING)
				mac->queued = e->on ? STANDARD_XOFF : STANDARD_XON;
			else if (e->kind == WORLD_PULSE)
				standard_request_pulse(&mac->request, at, e->on);
			else if (e->kind == WORLD_ENABLE)
				standard_request_enable(&mac->request, &mac->nature, at, e->on);
			else
				standard_request_reset(&mac->request);
			if (is_mode(e))
				mac->queued = STANDARD_NOTHING;
		}
}

/* A client that nobody sees asks AT for what it likes. */
static void ask_unseen(const struct pins *pins, struct mac *mac, uint64_t at)
{
	bool late = mac->request.refresh != STANDARD_NEVER && at > mac->request.refresh + pins->nature.refresh &&
	            standard_request_repeats(&mac->request, &mac->nature, at);

	if (at < mac->next_asked || late)
		return;
	if (mac->nature.pulses)
		standard_request_pulse(&mac->request, at, one_in(2));
	else
		standard_request_level(&mac->request, &mac->nature, at, !mac->request.level);
	mac->next_asked = at + draw(6, 40);
}

static void start(struct pins *pins, struct mac *mac, uint64_t at, enum order_frame frame)
{
	struct moment *now = &pins->moment[at];
	bool own = frame == ORDER_XOFF || frame == ORDER_XON,
	     waited = mac->ever && at <= mac->free + pins->nature.request + pins->nature.error;

	now->starts = true;
	now->frame = frame;
	now->decided = waited ? mac->frame_start : at > pins->nature.request ? at - pins->nature.request : 0;
	if (own) {
		uint64_t from = worlds_most(now->decided, mac->request.due != STANDARD_NOTHING ? mac->request.since : 0);
		bool counts = mac->request.enabled || mac->kind == SENDS_DISABLED || mac->kind == ANYTHING;
		now->time = frame == ORDER_XOFF ? mac->time : 0;
		if (counts)
			standard_request_starts(&mac->request, &mac->nature, at, frame == ORDER_XOFF,
			                        draw(from < at ? from : at, at));
		if (mac->queued != STANDARD_NOTHING)
			standard_request_pulse(&mac->request, at, mac->queued == STANDARD_XOFF);
		mac->queued = STANDARD_NOTHING;
	}
	/* an XOFF of time 0 is an XON on the wire */
	now->zero = own && !mac->time;
	if (now->zero)
		now->frame = ORDER_XON;
	mac->own = own;
	mac->ever = mac->busy = true;
	mac->frame_start = at;
	mac->ends = at + (own ? 5 : frame == ORDER_CONTROL ? 5 : draw(3, 12));
	mac->latency = draw(0, pins->nature.refresh);
}

/* Returns true if MAC starts an own frame AT. */
static bool own_starts(struct pins *pins, struct mac *mac, uint64_t at)
{
	struct standard_request later = mac->request;
	bool late = mac->kind == LATE_REFRESH, early = mac->kind == EARLY_REFRESH;

	if (at < mac->ended + mac->delay)
		return false;
	if (mac->request.due == STANDARD_XON && mac->kind == NO_XON) {
		mac->request.due = STANDARD_NOTHING;
		mac->request.told = false;
	}
	if (mac->request.due != STANDARD_NOTHING && mac->request.since <= at) {
		start(pins, mac, at, mac->request.due == STANDARD_XOFF ? ORDER_XOFF : ORDER_XON);
		return true;
	}
	if (later.refresh != STANDARD_NEVER)
		later.refresh += late  ? pins->nature.refresh + pins->nature.error + draw(1, 6)
		               : early ? -worlds_least(later.refresh, 4)
		                       : mac->latency;
	if (mac->kind != NO_REFRESH && standard_request_repeats(&later, &mac->nature, at)) {
		start(pins, mac, at, ORDER_XOFF);
		return true;
	}
	if (mac->kind == XON_ALONE && !mac->request.told && mac->request.enabled && one_in(25)) {
		start(pins, mac, at, ORDER_XON);
		return true;
	}
	if (mac->kind == XOFF_TWICE && mac->request.told && mac->request.enabled && one_in(20)) {
		start(pins, mac, at, ORDER_XOFF);
		return true;
	}
	return false;
}

static bool data_may_start(const struct mac *mac, uint64_t at)
{
	struct standard_request before = mac->request;

	if (mac->kind == OVERTAKEN)
		return true;
	if (mac->request.due != STANDARD_NOTHING && mac->request.enabled && mac->request.since != at)
		return false;
	before.due = STANDARD_NOTHING; /* what is asked for then comes behind a refresh that waits */
	return mac->kind == NO_REFRESH || mac->kind == LATE_REFRESH || mac->request.refresh == STANDARD_NEVER ||
	       !standard_request_repeats(&before, &mac->nature, at) || at <= mac->request.refresh + mac->latency;
}

static void pass(struct pins *pins, struct mac *mac, uint64_t at)
{
	struct moment *now = &pins->moment[at];

	if (mac->busy && at == mac->ends) {
		now->ends = true;
		if (mac->own)
			standard_request_ends(&mac->request, &mac->nature, at, pins->moment[mac->frame_start].time);
		mac->busy = mac->own = false;
		mac->ended = at;
		mac->free = at + GAP;
		mac->delay = draw(0, pins->nature.request + pins->nature.error);
	}
	if (mac->may_block && one_in(20)) {
		mac->blocked ^= true;
		now->blocks = mac->blocked;
		now->unblocks = !mac->blocked;
		if (!mac->blocked && !mac->busy)
			mac->free = mac->ended = at;
	}
	see_events(pins, mac, at);
	if (pins->nature.unseen)
		ask_unseen(pins, mac, at);
	if (mac->busy || mac->blocked || at < mac->free)
		return;
	if (mac->kind == ANYTHING) {
		if (one_in(10))
			start(pins, mac, at, one_in(4) ? ORDER_DATA : one_in(2) ? ORDER_XON : ORDER_XOFF);
		return;
	}
	if (data_may_start(mac, at) && one_in(mac->load))
		start(pins, mac, at, ORDER_DATA);
	else if (!own_starts(pins, mac, at) && one_in(60))
		start(pins, mac, at, ORDER_CONTROL);
}

static void draw_mac(const struct pins *pins, struct mac *mac, enum mac_kind kind)
{
	*mac = (struct mac){ .kind = kind,
		             .nature = pins->nature.standard,
		             .request = { .enabled = pins->enabled, .level = pins->level, .refresh = STANDARD_NEVER },
		             .queues = pins->nature.queues && one_in(2),
		             .time = draw(6, 30),
		             .may_block = one_in(6),
		             .next_asked = draw(1, 20),
		             .load = one_in(3) ? 1
		                   : one_in(2) ? 6
		                               : 60 };
	/* the time of an XOFF for the first event is over at about the second one */
	if (pins->events > 1 && one_in(3)) {
		uint64_t distance = pins->event[1].at - pins->event[0].at;
		mac->time = distance > 4 ? distance - worlds_least(distance - 1, draw(3, 10)) : 1;
	}
	if (one_in(10))
		mac->time = 0;
	if (kind == KEEPS_OTHERWISE)
		mac->nature.kept ^= true;
	if (kind == AGAIN_OTHERWISE)
		mac->nature.again ^= true;
	if (kind == EXPIRES_OTHERWISE)
		mac->nature.expired ^= true;
	draw_seen(pins, mac);
}

/* What a case has beside what each has. */
enum flavour { PLAIN, UNSEEN, UNKNOWN_BEFORE, FLAVOURS };

/* Draws what happened at the pins of a MAC of KIND; CASE_NUMBER decides it. */
static void draw_pins(struct pins *pins, enum mac_kind kind, enum flavour flavour, uint64_t case_number)
{
	struct standard_request_nature *rules_of;
	struct mac mac;

	state = random_of((case_number * KIND_COUNT + kind) * FLAVOURS + flavour);
	memset(pins, 0, sizeof(*pins));
	rules_of = &pins->nature.standard;
	*rules_of = (struct standard_request_nature){
		.pulses = one_in(3), .xon = !one_in(5), .expired = one_in(2), .kept = one_in(3), .again = one_in(3)
	};
	if (!one_in(3)) {
		rules_of->refresh = (enum standard_refresh)draw(STANDARD_REFRESH_FROM_DECISION, STANDARD_REFRESH_BEFORE_EXPIRY);
		rules_of->period = draw(3, 20);
	}
	if (flavour == UNKNOWN_BEFORE && !rules_of->expired) /* else the search has too many states */
		rules_of->period = 0;
	pins->nature.request = (uint32_t)draw(0, 4);
	pins->nature.refresh = (uint32_t)draw(0, 4);
	pins->nature.error = one_in(4) ? (uint32_t)draw(1, 2) : 0;
	pins->nature.unseen = flavour == UNSEEN;
	pins->nature.queues = rules_of->pulses && flavour != UNSEEN && one_in(2);
	rules_of->kept &= !pins->nature.unseen; /* a level that nobody sees may stay up instead */
	pins->known = flavour != UNKNOWN_BEFORE;
	pins->enabled = !one_in(4);
	pins->level = !rules_of->pulses && !pins->nature.unseen && !pins->enabled && one_in(2);
	draw_events(pins, (unsigned)draw(flavour == UNSEEN ? 0 : 1, flavour == UNSEEN ? 2 : EVENTS_MAX));
	draw_mac(pins, &mac, kind);
	for (uint64_t at = 1; at <= END; at++)
		pass(pins, &mac, at);
}

/* ---- order.c ---- */

/* Returns the first finding that order.c has in PINS. AHEAD: it is told of the events before it is told of the wire; else when they can be seen. FORGETS_AT: nothing is
 * known any more of what came before that; 0: all is. */
static struct order_verdict judge(const struct pins *pins, bool ahead, uint64_t forgets_at)
{
	static struct order order;
	struct order_verdict verdict = { .wrong = ORDER_RIGHT };
	bool told[EVENTS_MAX] = { false };
	uint64_t time = 0;

	memset(&order, 0, sizeof(order));
	order_begin(&order, &pins->nature, pins->known, pins->enabled, pins->level, 0);
	for (uint64_t at = 1; at <= END && !verdict.wrong; at++) {
		const struct moment *now = &pins->moment[at];
		if (at == forgets_at)
			order_forget(&order);
		for (unsigned i = 0; i < pins->events; i++)
			if (!told[i] && (ahead || pins->event[i].from <= at)) {
				order_happens(&order, &pins->event[i]);
				told[i] = true;
			}
		if (now->ends)
			verdict = order_ends(&order, at, at + GAP, time);
		if ((now->blocks || now->unblocks) && !verdict.wrong)
			verdict = order_blocks(&order, at, now->blocks, now->unblocks ? at : 0);
		if (now->starts && !verdict.wrong) {
			verdict = order_starts(&order, at, now->frame, now->decided, now->zero);
			time = now->time;
		}
	}
	if (!verdict.wrong)
		verdict = order_passes(&order, END);
	cr_assert_eq(order.set.undecided, 0, "a bound was reached");
	return verdict;
}

static void print_pins(const struct pins *pins)
{
	static const char *const frames[] = { "XOFF", "XON", "control", "data" };
	static const char *const refreshes[] = { "no refresh", "refresh from decision", "refresh from end",
		                                 "refresh before expiry" };
	const struct standard_request_nature *r = &pins->nature.standard;

	printf("%s, %s%s%s%s%s, %s %" PRIu64 ", request %u, refresh %u, error %u, %s%s%s\n",
	       pins->known ? "nothing told" : "unknown", r->pulses ? "pulses" : "level", r->xon ? ", xon" : "",
	       r->expired ? ", expired" : "", r->kept ? ", kept" : "",
	       r->again              ? ", again"
	       : pins->nature.queues ? ", queues"
	                             : "",
	       refreshes[r->refresh], r->period, pins->nature.request, pins->nature.refresh, pins->nature.error,
	       pins->enabled ? "enabled" : "disabled", pins->level ? ", level up" : "", pins->nature.unseen ? ", unseen" : "");
	for (unsigned i = 0; i < pins->events; i++) {
		const struct world_event *e = &pins->event[i];
		static const char *const names[] = { "pause", "level", "pulse", "enable", "reset" };
		printf("  %" PRIu64 " %s %d, seen %" PRIu64 "..%" PRIu64 "%s\n", e->at, names[e->kind], e->on, e->from, e->to,
		       e->perhaps ? " or never" : "");
	}
	for (uint64_t at = 1; at <= END; at++) {
		const struct moment *now = &pins->moment[at];
		if (now->ends)
			printf("  %" PRIu64 " ends\n", at);
		if (now->blocks || now->unblocks)
			printf("  %" PRIu64 " %s\n", at, now->blocks ? "blocks" : "unblocks");
		if (now->starts)
			printf("  %" PRIu64 " starts %s, decided from %" PRIu64 ", time %" PRIu64 "\n", at, frames[now->frame],
			       now->decided, now->time);
	}
}

static uint64_t case_count(uint64_t usual)
{
	const char *text = getenv("WINDOW_CASES");

	return text ? strtoull(text, NULL, 0) : usual;
}

static void fail(const struct pins *pins, enum mac_kind kind, uint64_t number, const struct order_verdict *verdict,
                 const char *what)
{
	print_pins(pins);
	cr_assert_fail("case %" PRIu64 " of a MAC that %s: %s; order.c says %d at %" PRIu64, number, texts[kind], what,
	               verdict->wrong, verdict->at);
}

/* Compares order.c with the search for each case of KIND. Returns how many had a finding. */
static uint64_t compare(enum mac_kind kind, enum flavour flavour, uint64_t cases)
{
	static struct pins pins;
	uint64_t found = 0;

	for (uint64_t i = 0; i < cases; i++) {
		struct order_verdict at_their_time, ahead;
		bool right;

		draw_pins(&pins, kind, flavour, i);
		right = could_be_right(&pins);
		at_their_time = judge(&pins, false, 0);
		ahead = judge(&pins, true, 0);
		if (kind == RIGHT && !right)
			fail(&pins, kind, i, &at_their_time, "the search takes a right MAC for a wrong one");
		if (right != !at_their_time.wrong)
			fail(&pins, kind, i, &at_their_time,
			     right ? "a right MAC could have done so" : "no right MAC could have done so");
		if (right != !ahead.wrong)
			fail(&pins, kind, i, &ahead, "it says something else if it is told of the events before");
		found += !right;
	}
	return found;
}

/* ---- the tests ---- */

/* For each case of a few events, order.c has a finding if and only if no right MAC could have done the same. */
Test(order, finds_what_no_right_mac_could_have_done)
{
	const uint64_t cases = case_count(CASES);

	for (enum mac_kind kind = RIGHT; kind < KIND_COUNT; kind++) {
		uint64_t found = compare(kind, PLAIN, cases);
		cr_expect(found * 100 >= cases * least_found[kind], "a MAC that %s: %" PRIu64 " of %" PRIu64 " found",
		          texts[kind], found, cases);
	}
}

/* The same for a MAC of which nobody knows what it did before. */
Test(order, finds_it_also_if_nobody_knows_what_was_before)
{
	const uint64_t cases = case_count(UNKNOWN_CASES);
	uint64_t found = 0;

	for (enum mac_kind kind = RIGHT; kind < KIND_COUNT; kind++)
		found += compare(kind, UNKNOWN_BEFORE, cases);
	cr_expect(found * 20 >= cases * KIND_COUNT, "%" PRIu64 " of %" PRIu64 " found", found, cases * KIND_COUNT);
}

/* The same where nobody sees what the client asks for. */
Test(order, finds_it_also_if_nobody_sees_the_requests)
{
	const uint64_t cases = case_count(UNSEEN_CASES);
	uint64_t found = 0;

	for (enum mac_kind kind = RIGHT; kind < KIND_COUNT; kind++)
		found += compare(kind, UNSEEN, cases);
	cr_expect(found * 20 >= cases * KIND_COUNT, "%" PRIu64 " of %" PRIu64 " found", found, cases * KIND_COUNT);
}

/* A right MAC has no finding when a set of worlds begins anew in the middle of something. */
Test(order, a_right_mac_has_no_finding_after_all_was_forgotten)
{
	static struct pins pins;
	const uint64_t cases = case_count(CASES);

	for (uint64_t i = 0; i < cases; i++) {
		struct order_verdict verdict;
		draw_pins(&pins, RIGHT, PLAIN, i);
		verdict = judge(&pins, one_in(2), draw(1, END));
		if (verdict.wrong)
			fail(&pins, RIGHT, i, &verdict, "it is right");
	}
}
