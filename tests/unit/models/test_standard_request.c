/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the automaton of own control frames: 802.3 31B.1, 31B.3.1 and doc/devices/ieee8023.md 3, in literal octet times; and random histories
 * against the same rules as a table of states. */
#include "support.h"

#include "base/random.h"
#include "standard/request.h"

#include <criterion/criterion.h>
#include <inttypes.h>

/* What happens; and what is asked: which frame is due, and whether a refresh is. */
enum what {
	END_OF_CASE,
	RISE,
	FALL,
	PULSE_OFF,
	PULSE_ON,
	ENABLE,
	DISABLE,
	RESET,
	START_OFF,
	START_ON,
	END,
	OFF_DUE,
	ON_DUE,
	NOTHING_DUE,
	REPEATS,
	RESTS
};

struct step {
	enum what what;
	uint64_t at;
	uint64_t time; /* END: octet times that the frame told; START_OFF: so long before it was it decided */
};

#define LEVEL .xon = true, .expired = true
#define PULSES .pulses = true

static const struct {
	const char *behaviour;
	struct standard_request_nature nature;
	struct step step[16];
} cases[] = {
	{ "31B.3.1: the rise of the level asks for an XOFF",
	  { LEVEL },
	  { { NOTHING_DUE, 9, 0 }, { RISE, 10, 0 }, { OFF_DUE, 10, 0 } } },
	{ "31B.3.1: one that started is asked for no more",
	  { LEVEL },
	  { { RISE, 10, 0 }, { START_OFF, 12, 0 }, { NOTHING_DUE, 12, 0 } } },
	{ "31B.1: the fall asks for an XON",
	  { LEVEL },
	  { { RISE, 10, 0 },
	    { START_OFF, 12, 0 },
	    { END, 84, 640 },
	    { FALL, 100, 0 },
	    { ON_DUE, 100, 0 },
	    { START_ON, 101, 0 },
	    { NOTHING_DUE, 101, 0 } } },
	{ "SendsXon 0: it does not, and the next rise asks for an XOFF",
	  { .xon = false },
	  { { RISE, 10, 0 },
	    { START_OFF, 12, 0 },
	    { END, 84, 640 },
	    { FALL, 100, 0 },
	    { NOTHING_DUE, 100, 0 },
	    { RISE, 110, 0 },
	    { OFF_DUE, 110, 0 } } },
	{ "XonExpired 1: an XON also when the time is over",
	  { LEVEL },
	  { { RISE, 10, 0 }, { START_OFF, 12, 0 }, { END, 84, 64 }, { FALL, 500, 0 }, { ON_DUE, 500, 0 } } },
	{ "XonExpired 0: an XON in the last octet time of the time",
	  { .xon = true },
	  { { RISE, 10, 0 }, { START_OFF, 12, 0 }, { END, 84, 64 }, { FALL, 147, 0 }, { ON_DUE, 147, 0 } } },
	{ "XonExpired 0: none when it is over",
	  { .xon = true },
	  { { RISE, 10, 0 },
	    { START_OFF, 12, 0 },
	    { END, 84, 64 },
	    { FALL, 148, 0 },
	    { NOTHING_DUE, 148, 0 },
	    { RISE, 150, 0 },
	    { OFF_DUE, 150, 0 } } },
	{ "XonExpired 0: an XON while the XOFF is on the wire",
	  { .xon = true },
	  { { RISE, 10, 0 }, { START_OFF, 12, 0 }, { FALL, 13, 0 }, { ON_DUE, 13, 0 } } },
	{ "RequestKept 0: a fall before the start withdraws the XOFF",
	  { LEVEL },
	  { { RISE, 10, 0 }, { FALL, 11, 0 }, { NOTHING_DUE, 11, 0 } } },
	{ "RequestKept 1: it is sent, and an XON behind it",
	  { LEVEL, .kept = true },
	  { { RISE, 10, 0 }, { FALL, 11, 0 }, { OFF_DUE, 11, 0 }, { START_OFF, 12, 0 }, { ON_DUE, 12, 0 } } },
	{ "RequestKept 1: no XON if the level has risen again",
	  { LEVEL, .kept = true },
	  { { RISE, 10, 0 },
	    { FALL, 11, 0 },
	    { RISE, 12, 0 },
	    { OFF_DUE, 12, 0 },
	    { START_OFF, 13, 0 },
	    { NOTHING_DUE, 13, 0 } } },
	{ "RequestKept 1, SendsXon 0: no XON either",
	  { .kept = true },
	  { { RISE, 10, 0 },
	    { FALL, 11, 0 },
	    { START_OFF, 12, 0 },
	    { NOTHING_DUE, 12, 0 },
	    { RISE, 14, 0 },
	    { OFF_DUE, 14, 0 } } },
	{ "XoffAgain 0: a fall and a rise before the XON send nothing",
	  { LEVEL },
	  { { RISE, 10, 0 },
	    { START_OFF, 12, 0 },
	    { FALL, 20, 0 },
	    { RISE, 21, 0 },
	    { NOTHING_DUE, 21, 0 },
	    { FALL, 30, 0 },
	    { ON_DUE, 30, 0 } } },
	{ "XoffAgain 1: they send another XOFF",
	  { LEVEL, .again = true },
	  { { RISE, 10, 0 },
	    { START_OFF, 12, 0 },
	    { FALL, 20, 0 },
	    { RISE, 21, 0 },
	    { OFF_DUE, 21, 0 },
	    { START_OFF, 22, 0 },
	    { NOTHING_DUE, 22, 0 } } },
	{ "31B.3.1: each pulse asks for its frame, an XON also without an XOFF before it",
	  { PULSES },
	  { { PULSE_ON, 10, 0 }, { ON_DUE, 10, 0 }, { START_ON, 11, 0 }, { PULSE_ON, 20, 0 }, { ON_DUE, 20, 0 } } },
	{ "31B.3.1: a pulse replaces one that waits",
	  { PULSES },
	  { { PULSE_ON, 10, 0 }, { PULSE_OFF, 11, 0 }, { OFF_DUE, 11, 0 }, { START_OFF, 12, 0 }, { NOTHING_DUE, 12, 0 } } },
	{ "section 3: nothing is asked for while sending is disabled",
	  { PULSES },
	  { { DISABLE, 5, 0 }, { PULSE_OFF, 10, 0 }, { NOTHING_DUE, 10, 0 } } },
	{ "section 3: a level that is high when sending is enabled asks for an XOFF",
	  { LEVEL },
	  { { DISABLE, 5, 0 }, { RISE, 10, 0 }, { NOTHING_DUE, 10, 0 }, { ENABLE, 20, 0 }, { OFF_DUE, 20, 0 } } },
	{ "section 3: what was sent is forgotten when sending is disabled, so that no XON follows",
	  { LEVEL },
	  { { RISE, 10, 0 },
	    { START_OFF, 12, 0 },
	    { DISABLE, 20, 0 },
	    { FALL, 30, 0 },
	    { ENABLE, 40, 0 },
	    { NOTHING_DUE, 40, 0 } } },
	{ "a reset leaves nothing due",
	  { LEVEL },
	  { { RISE, 10, 0 }, { RESET, 11, 0 }, { NOTHING_DUE, 11, 0 }, { RISE, 12, 0 }, { OFF_DUE, 12, 0 } } },
	{ "Refresh 1: a period after the decision",
	  { LEVEL, .refresh = STANDARD_REFRESH_FROM_DECISION, .period = 200 },
	  { { RISE, 10, 0 }, { START_OFF, 15, 5 }, { END, 87, 640 }, { RESTS, 209, 0 }, { REPEATS, 210, 0 } } },
	{ "Refresh 2: a period after the end",
	  { LEVEL, .refresh = STANDARD_REFRESH_FROM_END, .period = 200 },
	  { { RISE, 10, 0 }, { START_OFF, 15, 5 }, { RESTS, 80, 0 }, { END, 87, 640 }, { RESTS, 286, 0 }, { REPEATS, 287, 0 } } },
	{ "Refresh 3: a period before the time is over",
	  { LEVEL, .refresh = STANDARD_REFRESH_BEFORE_EXPIRY, .period = 200 },
	  { { RISE, 10, 0 }, { START_OFF, 15, 5 }, { END, 87, 640 }, { RESTS, 526, 0 }, { REPEATS, 527, 0 } } },
	{ "Refresh 3: at once if the time is shorter than the period",
	  { LEVEL, .refresh = STANDARD_REFRESH_BEFORE_EXPIRY, .period = 900 },
	  { { RISE, 10, 0 }, { START_OFF, 15, 5 }, { END, 87, 640 }, { REPEATS, 87, 0 } } },
	{ "Refresh: a period of 0 is none",
	  { LEVEL, .refresh = STANDARD_REFRESH_FROM_END },
	  { { RISE, 10, 0 }, { START_OFF, 15, 0 }, { END, 87, 640 }, { RESTS, 100000, 0 } } },
	{ "Refresh: none when the level has fallen",
	  { LEVEL, .refresh = STANDARD_REFRESH_FROM_END, .period = 200 },
	  { { RISE, 10, 0 },
	    { START_OFF, 15, 0 },
	    { END, 87, 640 },
	    { FALL, 100, 0 },
	    { RESTS, 400, 0 },
	    { START_ON, 401, 0 },
	    { END, 473, 0 },
	    { RESTS, 900, 0 } } },
	{ "Refresh: the refresh begins the period anew",
	  { LEVEL, .refresh = STANDARD_REFRESH_FROM_END, .period = 200 },
	  { { RISE, 10, 0 },
	    { START_OFF, 15, 0 },
	    { END, 87, 640 },
	    { START_OFF, 290, 0 },
	    { RESTS, 300, 0 },
	    { END, 362, 640 },
	    { RESTS, 561, 0 },
	    { REPEATS, 562, 0 } } },
	{ "Refresh: by pulses until an XON",
	  { PULSES, .refresh = STANDARD_REFRESH_FROM_END, .period = 200 },
	  { { PULSE_OFF, 10, 0 },
	    { START_OFF, 15, 0 },
	    { END, 87, 640 },
	    { REPEATS, 287, 0 },
	    { PULSE_ON, 290, 0 },
	    { RESTS, 290, 0 },
	    { ON_DUE, 290, 0 } } },
};

static void take(struct standard_request *r, const struct standard_request_nature *nature, const struct step *step)
{
	switch (step->what) {
	case RISE:
	case FALL:
		standard_request_level(r, nature, step->at, step->what == RISE);
		break;
	case PULSE_OFF:
	case PULSE_ON:
		standard_request_pulse(r, step->at, step->what == PULSE_OFF);
		break;
	case ENABLE:
	case DISABLE:
		standard_request_enable(r, nature, step->at, step->what == ENABLE);
		break;
	case RESET:
		standard_request_reset(r);
		break;
	case START_OFF:
	case START_ON:
		standard_request_starts(r, nature, step->at, step->what == START_OFF, step->at - step->time);
		break;
	case END:
		standard_request_ends(r, nature, step->at, step->time);
		break;
	default:
		break;
	}
}

static void check(const struct standard_request *r, const struct standard_request_nature *nature, const struct step *step,
                  const char *behaviour)
{
	if (step->what >= OFF_DUE && step->what <= NOTHING_DUE)
		cr_expect_eq(r->due,
		             step->what == OFF_DUE  ? STANDARD_XOFF
		             : step->what == ON_DUE ? STANDARD_XON
		                                    : STANDARD_NOTHING,
		             "%s: octet time %" PRIu64 ": %d is due", behaviour, step->at, r->due);
	if (step->what == REPEATS || step->what == RESTS)
		cr_expect_eq(standard_request_repeats(r, nature, step->at), step->what == REPEATS, "%s: octet time %" PRIu64,
		             behaviour, step->at);
}

Test(standard_request, transitions_of_the_text)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct standard_request r = { .enabled = true, .refresh = STANDARD_NEVER };
		for (const struct step *step = cases[i].step; step->what != END_OF_CASE; step++) {
			take(&r, &cases[i].nature, step);
			check(&r, &cases[i].nature, step, cases[i].behaviour);
		}
	}
}

/* ---- the same rules as a table of states ---- */

/* The first three: the partner was told nothing; the others: it was told to pause. */
enum state { QUIET, OFF_ASKED, ON_ASKED_ALONE, TOLD, OFF_AGAIN, ON_ASKED };

/* What a fall of the level does while sending is enabled and the partner was told: an XON if the profile has one now. */
static enum state fallen(const struct standard_request_nature *n, uint64_t at, uint64_t over)
{
	return n->xon && (n->expired || at < over) ? ON_ASKED : QUIET;
}

static enum state naive_next(enum state s, const struct standard_request_nature *n, const struct step *step, bool up,
                             uint64_t over)
{
	const enum state when_rises[] = { OFF_ASKED, OFF_ASKED, ON_ASKED_ALONE, TOLD, OFF_AGAIN, n->again ? OFF_AGAIN : TOLD };
	const enum state when_falls[] = {
		QUIET, n->kept ? OFF_ASKED : QUIET, ON_ASKED_ALONE, fallen(n, step->at, over), fallen(n, step->at, over), ON_ASKED
	};

	switch (step->what) {
	case RISE:
		return when_rises[s];
	case FALL:
		return when_falls[s];
	case PULSE_OFF:
		return s < TOLD ? OFF_ASKED : OFF_AGAIN;
	case PULSE_ON:
		return s < TOLD ? ON_ASKED_ALONE : ON_ASKED;
	case START_OFF: /* its time has not begun to run out */
		return n->kept && !n->pulses && !up ? fallen(n, 0, 1) : TOLD;
	case START_ON:
	case DISABLE:
	case RESET:
		return QUIET;
	default:
		return s;
	}
}

/* Returns something that may happen to an automaton in state S, or END_OF_CASE. */
static enum what happens(enum state s, const struct standard_request_nature *n, bool enabled, bool up, uint64_t r)
{
	if (r % 23 == 0)
		return r / 23 % 5 ? (enabled ? DISABLE : ENABLE) : RESET;
	if (r % 3 == 0)
		return n->pulses ? (r / 3 % 2 ? PULSE_OFF : PULSE_ON) : up ? FALL : RISE;
	if (s == OFF_ASKED || s == OFF_AGAIN || (s == TOLD && r % 5 == 0))
		return START_OFF;
	return s == ON_ASKED || s == ON_ASKED_ALONE ? START_ON : END_OF_CASE;
}

static const enum standard_due due_of[] = { STANDARD_NOTHING, STANDARD_XOFF, STANDARD_XON,
	                                    STANDARD_NOTHING, STANDARD_XOFF, STANDARD_XON };

struct naive {
	enum state state;
	uint64_t since; /* the frame that is due was asked for then */
	bool enabled, up;
	uint64_t over, refresh, end;
	bool off_on_wire;
};

/* The end of a frame of 10 octet times, which told TIME. */
static void naive_end(struct naive *v, const struct standard_request_nature *n, uint64_t at, uint64_t time)
{
	v->end = 0;
	if (v->state < TOLD || !v->off_on_wire)
		return;
	v->over = at + time;
	if (n->period && n->refresh == STANDARD_REFRESH_FROM_END)
		v->refresh = at + n->period;
	if (n->period && n->refresh == STANDARD_REFRESH_BEFORE_EXPIRY)
		v->refresh = at + time - (n->period < at + time ? n->period : at + time);
}

static void naive_take(struct naive *v, const struct standard_request_nature *n, const struct step *step)
{
	const enum standard_due was = due_of[v->state];
	bool starts = step->what == START_OFF || step->what == START_ON;

	if (step->what == RISE || step->what == FALL)
		v->up = step->what == RISE;
	if (v->enabled || starts)
		v->state = naive_next(v->state, n, step, v->up, v->over);
	if (step->what == ENABLE && v->up && !n->pulses)
		v->state = OFF_ASKED;
	if (step->what == ENABLE || step->what == DISABLE)
		v->enabled = step->what == ENABLE;
	if (step->what == RESET)
		v->up = false;
	if (due_of[v->state] != was)
		v->since = step->at;
	if (!starts)
		return;
	v->off_on_wire = step->what == START_OFF;
	v->over = v->refresh = STANDARD_NEVER;
	v->end = step->at + 10;
	if (v->off_on_wire && n->period && n->refresh == STANDARD_REFRESH_FROM_DECISION)
		v->refresh = step->at - step->time + n->period;
}

static void expect_equal(const struct standard_request *r, const struct standard_request_nature *n, const struct naive *v,
                         uint64_t history, uint64_t at)
{
	bool repeats = v->state == TOLD && (v->up || n->pulses) && at >= v->refresh;

	cr_assert_eq(r->due, due_of[v->state], "history %" PRIu64 ", octet time %" PRIu64 ": %d is due, state %d", history, at,
	             r->due, v->state);
	if (r->due != STANDARD_NOTHING)
		cr_assert_eq(r->since, v->since, "history %" PRIu64 ", octet time %" PRIu64, history, at);
	cr_assert_eq(r->told, v->state >= TOLD, "history %" PRIu64 ", octet time %" PRIu64, history, at);
	cr_assert_eq(standard_request_repeats(r, n, at), repeats, "history %" PRIu64 ", octet time %" PRIu64 ": a refresh",
	             history, at);
}

Test(standard_request, random_histories_are_those_of_a_table_of_states)
{
	enum { HISTORIES = 600, LENGTH = 1500 };

	for (uint64_t history = 0; history < HISTORIES; history++) {
		uint64_t state = random_of(history), h = history;
		const struct standard_request_nature n = { .pulses = h % 3 == 0,
			                                   .xon = h & 1,
			                                   .expired = h & 2,
			                                   .kept = h & 4,
			                                   .again = h & 8,
			                                   .refresh = (enum standard_refresh)(h >> 4 & 3),
			                                   .period = 5 + h % 60 };
		struct standard_request r = { .enabled = true, .refresh = STANDARD_NEVER };
		struct naive v = { .enabled = true, .refresh = STANDARD_NEVER };
		for (uint64_t at = 10; at < LENGTH; at++) {
			uint64_t drawn = random_u64(&state), time = drawn >> 40 & 63;
			struct step step = { .what = END_OF_CASE, .at = at, .time = drawn >> 32 & 7 };
			if (v.end == at) {
				step = (struct step){ END, at, time };
				naive_end(&v, &n, at, time);
			} else if (drawn % 4 == 0) {
				step.what = happens(v.state, &n, v.enabled, v.up, drawn / 4);
			}
			if (v.end && (step.what == START_OFF || step.what == START_ON))
				continue;
			if (step.what != END)
				naive_take(&v, &n, &step);
			take(&r, &n, &step);
			expect_equal(&r, &n, &v, history, at);
		}
	}
}
