/* SPDX-License-Identifier: Apache-2.0 */
/* Property tests of the worlds of a MAC that may be paused (tb/check/window/hold.h; 802.3 31B.3.3, figure 31B-2).
 *
 * A case is what is seen at the pins of a MAC in a short time: PAUSE frames, changes of whether they are obeyed, what starts and ends on the
 * transmit wire, and since when the client waits. It is made by a MAC that is drawn at random, sees each event within its range, and is right
 * or breaks one rule. In some cases it is the client's queue of a class that PFC frames pause (31D.2): who goes on for a while after it is told to stop, unless it
 * has stopped already (802.1Q 36.1.3.3). A search says whether a right MAC could have done the same: it tries each moment at which each event may have been
 * seen, each order of those seen at once, and each error of the timer, and states the rules of the standard by itself, with a timer that
 * counts down. hold.c has to have a finding if, and only if, the search finds nothing.
 *
 * WINDOW_CASES in the environment is the number of cases of each kind of MAC, in place of a small one. */
#include "check/window/hold.h"

#include "base/random.h"
#include "support.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	SMALL_END = 72,
	LARGE_END = 4000,
	LARGE = 16,
	EVENTS_MAX = 64,
	GAP = 2,
	QUANTUM = 4,
	CASES = 1500,
	LARGE_CASES = 100,
	FOREVER = 1000
};

/* What happens at a moment: first a frame ends, then it is known since when the client waits, then the MAC sees events, then a frame starts. */
struct moment {
	bool ends, waits; /* waits: hold_waits(.since) */
	uint64_t since;
	enum start { NO_START, DATA, CONTROL } start;
};

struct pins {
	struct hold_nature nature;
	bool known, obeys; /* as of hold_begin() */
	bool class;        /* a queue is paused, which need not stop at once */
	struct world_event event[EVENTS_MAX];
	unsigned events;
	unsigned scale; /* all times are so much longer than those of a case that is searched; 1: it is one */
	uint64_t end;
	struct moment moment[LARGE_END + 1];
};

static bool is_mode(const struct world_event *event)
{
	return event->kind != WORLD_PAUSE;
}

static uint64_t state;

/* A random number from LEAST to MOST. */
static uint64_t draw(uint64_t least, uint64_t most)
{
	return least + random_u64(&state) % (most - least + 1);
}

/* A random time of a case. */
static uint64_t draw_time(const struct pins *pins, uint64_t least, uint64_t most)
{
	return draw(least * pins->scale, most * pins->scale);
}

static bool one_in(unsigned n)
{
	return draw(1, n) == 1;
}

/* ---- the search ---- */

/* A right MAC in a moment. */
struct right_mac {
	const struct pins *pins;
	unsigned seen[WORLDS_STREAMS]; /* index of the next event to look at */
	bool obeys, busy, waits;       /* .waits: the timer begins when the frame in progress is over */
	int owed, timer;               /* octet times: to begin with, and left */
	uint64_t stops;                /* a queue that is paused may go on up to then */
	uint64_t since;                /* the client has a frame */
	int able;                      /* for so many moments it could have sent one */
};

static bool go_on(struct right_mac mac, uint64_t at);
static bool see(struct right_mac mac, uint64_t at);

/* A timer is loaded with TIME octet times, less what its steps are; WAITED: at the end of a frame, of which the observed time may be wrong, too. */
static bool load(struct right_mac mac, uint64_t at, int time, bool waited)
{
	const struct hold_nature *n = &mac.pins->nature;
	const int wrong = waited ? (int)n->error : 0;

	for (int error = -(int)n->early - wrong; error <= wrong; error++) {
		mac.timer = time + error > 0 ? time + error : 0;
		if (see(mac, at))
			return true;
		if (!time)
			break;
	}
	return false;
}

/* The MAC sees EVENT. */
static bool take(struct right_mac mac, uint64_t at, const struct world_event *event)
{
	if (event->kind == WORLD_RESET || (event->kind == WORLD_ENABLE && !event->on && !mac.pins->nature.standard.lasts)) {
		mac.timer = 0;
		mac.waits = false;
	}
	if (event->kind == WORLD_ENABLE)
		mac.obeys = event->on;
	if (event->kind != WORLD_PAUSE || !mac.obeys)
		return see(mac, at);
	mac.waits = mac.busy && event->quanta && mac.pins->nature.standard.from_idle;
	if (event->quanta)
		mac.able = 0; /* even if it ends in this moment */
	if (event->quanta && !mac.timer)
		mac.stops = event->lets;
	mac.owed = event->quanta * QUANTUM;
	return mac.waits ? see(mac, at) : load(mac, at, mac.owed, false);
}

/* Returns the next event of STREAM that MAC has not seen, or NULL. */
static const struct world_event *next_of(const struct right_mac *mac, unsigned stream, unsigned *ret_index)
{
	for (unsigned i = mac->seen[stream]; i < mac->pins->events; i++)
		if (is_mode(&mac->pins->event[i]) == (stream == WORLDS_MODES)) {
			*ret_index = i;
			return &mac->pins->event[i];
		}
	return NULL;
}

/* Tries all that the MAC may see AT, and what follows. */
static bool see(struct right_mac mac, uint64_t at)
{
	bool must = false;

	for (unsigned stream = 0; stream < WORLDS_STREAMS; stream++) {
		unsigned index;
		const struct world_event *event = next_of(&mac, stream, &index);
		struct right_mac other = mac;

		if (!event || event->from > at)
			continue;
		must |= event->to <= at;
		other.seen[stream] = index + 1;
		if (take(other, at, event) || (event->perhaps && see(other, at)))
			return true;
	}
	return !must && go_on(mac, at);
}

static bool begin_moment(struct right_mac mac, uint64_t at)
{
	const struct moment *now;

	if (at > mac.pins->end)
		return true;
	now = &mac.pins->moment[at];
	if (now->waits)
		mac.since = now->since;
	if (!now->ends)
		return see(mac, at);
	mac.busy = false;
	if (!mac.waits)
		return see(mac, at);
	mac.waits = false;
	return load(mac, at, mac.owed, true);
}

/* The MAC has seen what it sees AT. */
static bool go_on(struct right_mac mac, uint64_t at)
{
	const struct moment *now = &mac.pins->moment[at];
	bool paused = mac.waits || mac.timer > 0;

	if (paused && now->start == DATA && at > mac.stops)
		return false;
	mac.able = paused || mac.busy || mac.since > at ? 0 : mac.able + 1;
	if (mac.able > (int)mac.pins->nature.resume + (now->start != NO_START))
		return false;
	if (now->start != NO_START) {
		mac.busy = true;
		mac.able = 0;
		mac.since = WORLDS_NEVER;
	}
	if (mac.timer > 0 && mac.timer < FOREVER)
		mac.timer--;
	return begin_moment(mac, at + 1);
}

/* Returns true if a right MAC could have done what PINS have. */
static bool could_be_right(const struct pins *pins)
{
	struct right_mac mac = { .pins = pins, .obeys = pins->obeys, .since = WORLDS_NEVER };

	if (begin_moment(mac, 1))
		return true;
	for (mac.timer = 1; !pins->known && mac.timer <= SMALL_END; mac.timer++)
		if (begin_moment(mac, 1))
			return true;
	mac.timer = FOREVER;
	return !pins->known && begin_moment(mac, 1);
}

/* ---- MACs ---- */

/* The kinds of MACs, and of how many cases in a hundred each has a finding at least. */
#define KINDS(X)                                                                                  \
	X(RIGHT, 0, "is right")                                                                   \
	X(IGNORES, 10, "ignores a PAUSE")                                                         \
	X(SHORT, 10, "resumes early")                                                             \
	X(LONG, 10, "pauses for too long")                                                        \
	X(ADDS, 5, "adds the times up")                                                           \
	X(KEEPS_LONGER, 2, "keeps the longer time")                                               \
	X(IGNORES_XON, 2, "ignores time 0")                                                       \
	X(SEES_LATE, 10, "sees a PAUSE too late")                                                 \
	X(RESUMES_LATE, 50, "resumes late")                                                       \
	X(COUNTS_OTHERWISE, 4, "counts from reception in place of idle, or the other way round")  \
	X(IGNORES_MODES, 7, "always obeys")                                                       \
	X(STOPS_LATE, 1, "goes on for too long when its queue is paused")                         \
	X(STOPS_ANEW, 1, "goes on when the pause of its queue gets a new time")                   \
	X(OTHER_END, 1, "ends a pause that lasts when PAUSE is disabled, or the other way round") \
	X(ANYTHING, 50, "starts frames whenever it likes")

#include "mac_kinds.h"

/* A MAC: the automaton of the standard, the moments at which it sees the events, and what its client does. */
struct mac {
	enum mac_kind kind;
	struct standard_pause_nature nature;
	struct standard_pause pause;
	uint64_t seen_at[EVENTS_MAX];
	bool seen[EVENTS_MAX];
	enum { UNKNOWN, KNOWN, ALWAYS } client;
	uint64_t offer, since, free, able, resume, ends;
	uint64_t stops; /* a queue that is paused goes on up to then */
	bool busy, told;
};

static void draw_events(struct pins *pins, unsigned events)
{
	uint64_t newest[WORLDS_STREAMS] = { 0, 0 }, at = draw(1, 8), inhibit = draw_time(pins, 0, 3),
		 inhibit_range = draw_time(pins, 0, 3), write_range = draw_time(pins, 0, 3);
	bool modes = one_in(2), on = pins->obeys;

	for (unsigned i = 0; i < events; i++) {
		bool mode = modes && one_in(3);
		struct world_event *e = &pins->event[pins->events++];
		on ^= mode;
		*e = (struct world_event){ .kind = !mode     ? WORLD_PAUSE
			                         : one_in(8) ? WORLD_RESET
			                                     : WORLD_ENABLE,
			                   .at = at,
			                   .from = mode ? at : at + inhibit,
			                   .to = mode ? at + write_range : at + inhibit + inhibit_range,
			                   .quanta = mode || one_in(4) ? 0 : (uint16_t)draw(1, 4),
			                   .on = on,
			                   .perhaps = one_in(10) };
		if (pins->class && !mode)
			e->lets = e->to + draw_time(pins, 0, 6);
		if (e->to < newest[mode])
			e->to = newest[mode];
		newest[mode] = e->to;
		at += draw_time(pins, 0, one_in(2) ? 4 : 20);
	}
}

/* A MAC sees the events of each stream in their order. */
static void draw_seen(const struct pins *pins, struct mac *mac)
{
	uint64_t newest[WORLDS_STREAMS] = { 0, 0 };
	unsigned habit = (unsigned)draw(0, 2);

	for (unsigned i = 0; i < pins->events; i++) {
		const struct world_event *e = &pins->event[i];
		uint64_t *before = &newest[is_mode(e)];
		uint64_t at = habit == 0 ? e->from : habit == 1 ? e->to : draw(e->from, e->to);
		mac->seen[i] = e->perhaps && one_in(2);
		if (mac->kind == SEES_LATE && e->kind == WORLD_PAUSE)
			at = e->to + draw_time(pins, 1, 3);
		mac->seen_at[i] = *before = at > *before ? at : *before;
	}
}

static void begin_timer(const struct pins *pins, struct mac *mac, uint64_t at, bool waited)
{
	const uint32_t wrong = waited ? pins->nature.error : 0;
	uint64_t least = mac->pause.until - worlds_least(mac->pause.until - at, pins->nature.early + wrong);

	mac->pause.until = draw(least, mac->pause.until + wrong);
	if (mac->kind == SHORT)
		mac->pause.until = worlds_most(
		    at, worlds_minus(mac->pause.until, pins->nature.early + pins->nature.error + draw_time(pins, 1, 3)));
	if (mac->kind == LONG)
		mac->pause.until += pins->nature.early + pins->nature.error + draw_time(pins, 1, 4);
}

static void receive(const struct pins *pins, struct mac *mac, uint64_t at, uint16_t quanta, uint64_t lets)
{
	const struct standard_pause was = mac->pause;

	if (pins->class && mac->pause.obeys && quanta && (!standard_pause_holds(&was, at) || mac->kind == STOPS_ANEW))
		mac->stops = one_in(4) ? 0 : lets + (mac->kind == STOPS_LATE ? draw_time(pins, 1, 4) : 0);
	if ((mac->kind == IGNORES && quanta && one_in(2)) || (mac->kind == IGNORES_XON && !quanta))
		return;
	standard_pause_received(&mac->pause, &mac->nature, at, quanta, mac->busy);
	if (!mac->pause.obeys || !quanta || mac->pause.waits)
		return;
	begin_timer(pins, mac, at, false);
	if (mac->kind == ADDS && was.until > at)
		mac->pause.until += was.until - at;
	if (mac->kind == KEEPS_LONGER && was.until > mac->pause.until)
		mac->pause.until = was.until;
}

/* MAC sees what it sees AT; of events that it sees at once either may be the first one. */
static void see_events(const struct pins *pins, struct mac *mac, uint64_t at)
{
	bool backwards = one_in(2);

	for (unsigned pass = 0; pass < WORLDS_STREAMS; pass++)
		for (unsigned i = 0; i < pins->events; i++) {
			const struct world_event *e = &pins->event[i];
			if (mac->seen[i] || mac->seen_at[i] != at || is_mode(e) != (backwards ? pass == 0 : pass == 1))
				continue;
			mac->seen[i] = true;
			if (e->kind == WORLD_PAUSE)
				receive(pins, mac, at, e->quanta, e->lets);
			else if (e->kind == WORLD_RESET)
				standard_pause_reset(&mac->pause, at);
			else if (mac->kind != IGNORES_MODES)
				standard_pause_enable(&mac->pause, &mac->nature, at, e->on);
		}
}

/* What the client does AT. */
static void offer(const struct pins *pins, struct mac *mac, struct moment *now, uint64_t at)
{
	uint64_t since = mac->since;

	if (mac->client == UNKNOWN || mac->busy)
		return;
	if (mac->since == WORLDS_NEVER && mac->offer <= at)
		since = worlds_most(at, mac->free);
	else if (mac->since != WORLDS_NEVER && one_in(30 * pins->scale)) { /* something else keeps the frame for a while */
		since = WORLDS_NEVER;
		mac->offer = at + draw_time(pins, 1, 8);
	}
	if (since == mac->since)
		return;
	mac->since = since;
	mac->able = WORLDS_NEVER;
	now->waits = true;
	now->since = since;
}

static bool data_starts(const struct pins *pins, struct mac *mac, uint64_t at)
{
	if (mac->kind == ANYTHING)
		return at >= mac->free && one_in((mac->client == UNKNOWN ? 8 : 4) * pins->scale);
	if (standard_pause_holds(&mac->pause, at)) {
		if (at <= mac->stops && at >= mac->free && one_in(2 * pins->scale))
			return true;
		mac->able = WORLDS_NEVER;
		return false;
	}
	if (mac->client == UNKNOWN)
		return at >= mac->free && one_in(4 * pins->scale);
	if (mac->since == WORLDS_NEVER || at < mac->since)
		return false;
	if (mac->able == WORLDS_NEVER) {
		mac->able = at;
		mac->resume = draw(0, pins->nature.resume) + (mac->kind == RESUMES_LATE ? draw_time(pins, 1, 4) : 0);
	}
	return at >= mac->able + mac->resume;
}

static void start(const struct pins *pins, struct mac *mac, struct moment *now, uint64_t at, enum start what)
{
	now->start = what;
	mac->busy = true;
	mac->ends = at + draw_time(pins, 3, 8);
	mac->since = mac->able = WORLDS_NEVER;
}

static void pass(struct pins *pins, struct mac *mac, uint64_t at)
{
	struct moment *now = &pins->moment[at];

	if (mac->busy && at == mac->ends) {
		bool waited = mac->pause.waits;
		now->ends = true;
		mac->busy = false;
		standard_pause_complete(&mac->pause, &mac->nature, at);
		if (waited && mac->pause.quanta)
			begin_timer(pins, mac, at, true);
		mac->free = at + GAP * pins->scale;
		mac->offer = mac->client == ALWAYS ? at : at + draw_time(pins, 0, 10);
	}
	offer(pins, mac, now, at);
	see_events(pins, mac, at);
	if (mac->busy)
		return;
	if (data_starts(pins, mac, at))
		start(pins, mac, now, at, DATA);
	else if (at >= mac->free && one_in(25 * pins->scale))
		start(pins, mac, now, at, CONTROL);
}

static void draw_mac(const struct pins *pins, struct mac *mac, enum mac_kind kind)
{
	*mac = (struct mac){ .kind = kind,
		             .nature = pins->nature.standard,
		             .pause = { .obeys = pins->obeys },
		             .client = one_in(4) ? UNKNOWN
		                     : one_in(2) ? KNOWN
		                                 : ALWAYS,
		             .since = WORLDS_NEVER,
		             .able = WORLDS_NEVER };
	if (mac->client == KNOWN)
		mac->offer = draw_time(pins, 1, 30);
	if (kind == COUNTS_OTHERWISE)
		mac->nature.from_idle ^= true;
	if (kind == OTHER_END)
		mac->nature.lasts ^= true;
	if (kind == IGNORES_MODES)
		mac->pause.obeys = true;
	if (!pins->known && one_in(2))
		mac->pause.until = draw(1, pins->end);
	draw_seen(pins, mac);
}

/* Draws what happened at the pins of a MAC of KIND; CASE_NUMBER decides it. */
static void draw_pins(struct pins *pins, enum mac_kind kind, uint64_t case_number, unsigned scale)
{
	struct mac mac;

	state = random_of(case_number * KIND_COUNT + kind);
	pins->scale = scale;
	pins->end = scale > 1 ? LARGE_END : SMALL_END;
	pins->events = 0;
	memset(pins->moment, 0, (pins->end + 1) * sizeof(*pins->moment));
	pins->nature = (struct hold_nature){
		.standard = { .quantum = QUANTUM * scale, .from_idle = one_in(2), .lasts = one_in(2) },
		.resume = (uint32_t)draw_time(pins, 0, 4)
	};
	if (one_in(3))
		pins->nature.early = (uint32_t)draw_time(pins, 0, 3);
	if (one_in(4))
		pins->nature.error = (uint32_t)draw_time(pins, 0, 2);
	pins->known = !one_in(5);
	pins->obeys = !one_in(4);
	pins->class = one_in(3);
	pins->nature.standard.from_idle &= !pins->class;
	draw_events(pins, (unsigned)draw(1, scale > 1 ? EVENTS_MAX : 4));
	draw_mac(pins, &mac, kind);
	for (uint64_t at = 1; at <= pins->end; at++)
		pass(pins, &mac, at);
}

/* ---- hold.c ---- */

/* Returns the first finding that hold.c has in PINS. AHEAD: it is told of the events before it is told of the wire; else at their time. FORGETS_AT: nothing is
 * known any more of what came before that; 0: all is. */
static struct hold_verdict judge(const struct pins *pins, bool ahead, uint64_t forgets_at)
{
	static struct hold hold;
	struct hold_verdict verdict = { .wrong = HOLD_RIGHT };
	unsigned told = 0;

	memset(&hold, 0, sizeof(hold));
	hold_begin(&hold, &pins->nature, pins->known, pins->obeys, 0);
	for (uint64_t at = 1; at <= pins->end && !verdict.wrong; at++) {
		const struct moment *now = &pins->moment[at];
		if (at == forgets_at)
			hold_forget(&hold);
		while (told < pins->events && (ahead || pins->event[told].at == at))
			hold_happens(&hold, &pins->event[told++]);
		if (now->ends)
			verdict = hold_ends(&hold, at);
		if (now->waits && !verdict.wrong) {
			verdict = hold_passes(&hold, at - 1);
			hold_waits(&hold, now->since);
		}
		if (now->start != NO_START && !verdict.wrong)
			verdict = hold_starts(&hold, at, now->start == DATA);
	}
	if (!verdict.wrong)
		verdict = hold_passes(&hold, pins->end);
	cr_assert_eq(hold.set.undecided, 0, "a bound was reached");
	return verdict;
}

static void print_pins(const struct pins *pins)
{
	printf("%s%s, from %s, %s, early %u, late %u, resume %u, %s\n", pins->class ? "queue " : "",
	       pins->known ? "not paused" : "perhaps paused", pins->nature.standard.from_idle ? "idle" : "reception",
	       pins->nature.standard.lasts ? "lasts" : "ends", pins->nature.early, pins->nature.error, pins->nature.resume,
	       pins->obeys ? "obeys" : "does not obey");
	for (unsigned i = 0; i < pins->events; i++) {
		const struct world_event *e = &pins->event[i];
		printf("  %" PRIu64 " %s %u, seen %" PRIu64 "..%" PRIu64 ", stops %" PRIu64 "%s\n", e->at,
		       e->kind == WORLD_PAUSE   ? "pause"
		       : e->kind == WORLD_RESET ? "reset"
		                                : "enable",
		       e->kind == WORLD_PAUSE ? e->quanta : e->on, e->from, e->to, e->lets, e->perhaps ? " or never" : "");
	}
	for (uint64_t at = 1; at <= pins->end; at++) {
		const struct moment *now = &pins->moment[at];
		if (now->ends)
			printf("  %" PRIu64 " ends\n", at);
		if (now->waits)
			printf("  %" PRIu64 " client waits since %" PRId64 "\n", at, (int64_t)now->since);
		if (now->start != NO_START)
			printf("  %" PRIu64 " starts %s\n", at, now->start == DATA ? "data" : "control");
	}
}

static uint64_t case_count(uint64_t usual)
{
	const char *text = getenv("WINDOW_CASES");

	return text ? strtoull(text, NULL, 0) : usual;
}

static void fail(const struct pins *pins, enum mac_kind kind, uint64_t number, const struct hold_verdict *verdict,
                 const char *what)
{
	print_pins(pins);
	cr_assert_fail("case %" PRIu64 " of a MAC that %s: %s; hold.c says %d at %" PRIu64, number, texts[kind], what,
	               verdict->wrong, verdict->at);
}

/* Compares hold.c with the search for each case of KIND. Returns how many had a finding. */
static uint64_t compare(enum mac_kind kind, uint64_t cases)
{
	static struct pins pins;
	uint64_t found = 0;

	for (uint64_t i = 0; i < cases; i++) {
		struct hold_verdict at_their_time, ahead;
		bool right;

		draw_pins(&pins, kind, i, 1);
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

/* For each case of a few events, hold.c has a finding if and only if no right MAC could have done the same. */
Test(hold, finds_what_no_right_mac_could_have_done)
{
	const uint64_t cases = case_count(CASES);

	for (enum mac_kind kind = RIGHT; kind < KIND_COUNT; kind++) {
		uint64_t found = compare(kind, cases);
		cr_expect(found * 100 >= cases * least_found[kind], "a MAC that %s: %" PRIu64 " of %" PRIu64 " found",
		          texts[kind], found, cases);
	}
}

/* With many events in a long time, in the times of Gigabit Ethernet, a right MAC has no finding, and one that breaks a rule is found. */
Test(hold, finds_broken_rules_among_many_events)
{
	static struct pins pins;
	const uint64_t cases = case_count(LARGE_CASES);

	for (enum mac_kind kind = RIGHT; kind < KIND_COUNT; kind++) {
		uint64_t found = 0;
		for (uint64_t i = 0; i < cases; i++) {
			struct hold_verdict verdict;
			draw_pins(&pins, kind, i, LARGE);
			verdict = judge(&pins, one_in(2), 0);
			if (kind == RIGHT && verdict.wrong)
				fail(&pins, kind, i, &verdict, "it is right");
			found += verdict.wrong != HOLD_RIGHT;
		}
		cr_expect(found * 100 >= cases * least_found[kind], "a MAC that %s: %" PRIu64 " of %" PRIu64 " found",
		          texts[kind], found, cases);
	}
}

/* A right MAC has no finding when a set of worlds begins anew in the middle of something. */
Test(hold, a_right_mac_has_no_finding_after_all_was_forgotten)
{
	static struct pins pins;
	const uint64_t cases = case_count(CASES);

	for (uint64_t i = 0; i < cases; i++) {
		struct hold_verdict verdict;
		draw_pins(&pins, RIGHT, i, 1);
		verdict = judge(&pins, one_in(2), draw(1, pins.end));
		if (verdict.wrong)
			fail(&pins, RIGHT, i, &verdict, "it is right");
	}
}
