/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the automaton of a received PAUSE: 802.3 31B.3.3, figure 31B-2 (R14, R15, R16), in literal octet times; and random histories against a
 * statement of the same rules by a timer that counts down. */
#include "support.h"

#include "base/random.h"
#include "standard/pause.h"

#include <criterion/criterion.h>
#include <inttypes.h>

/* What happens, and what is asked: whether a data frame may not start. */
enum what { END_OF_CASE, PAUSE, BEGIN_FRAME, END_FRAME, ENABLE, DISABLE, RESET, HOLDS, FREE };

struct step {
	enum what what;
	uint64_t at;
	uint16_t quanta;
};

static const struct {
	const char *behaviour;
	struct standard_pause_nature nature;
	struct step step[10];
} cases[] = {
	/* 31B.2: one quantum is 512 bit times, which are 64 octet times */
	{ "no PAUSE holds nothing", { 64, true, false }, { { FREE, 1, 0 }, { FREE, 1000, 0 } } },
	{ "31B.3.3: time 1 holds for 64 octet times",
	  { 64, true, false },
	  { { PAUSE, 100, 1 }, { HOLDS, 100, 0 }, { HOLDS, 163, 0 }, { FREE, 164, 0 } } },
	{ "31B.2: the longest time is 65535 quanta",
	  { 64, true, false },
	  { { PAUSE, 0, 65535 }, { HOLDS, 65535 * 64 - 1, 0 }, { FREE, 65535 * 64, 0 } } },
	{ "31B.3.3: a longer time replaces the one that runs",
	  { 64, true, false },
	  { { PAUSE, 100, 1 }, { PAUSE, 150, 2 }, { HOLDS, 277, 0 }, { FREE, 278, 0 } } },
	{ "31B.3.3: so does a shorter one",
	  { 64, true, false },
	  { { PAUSE, 100, 100 }, { PAUSE, 150, 1 }, { HOLDS, 213, 0 }, { FREE, 214, 0 } } },
	{ "31B.3.3: time 0 ends the pause", { 64, true, false }, { { PAUSE, 100, 100 }, { PAUSE, 150, 0 }, { FREE, 150, 0 } } },
	{ "31B.3.3: time 0 without a pause does nothing",
	  { 64, true, false },
	  { { PAUSE, 100, 1 }, { PAUSE, 400, 0 }, { FREE, 400, 0 } } },
	{ "figure 31B-2: the time begins at the end of the frame in progress",
	  { 64, true, false },
	  { { BEGIN_FRAME, 90, 0 },
	    { PAUSE, 100, 1 },
	    { HOLDS, 199, 0 },
	    { END_FRAME, 200, 0 },
	    { HOLDS, 263, 0 },
	    { FREE, 264, 0 } } },
	{ "figure 31B-2: of two that come in a frame the second one counts",
	  { 64, true, false },
	  { { BEGIN_FRAME, 90, 0 },
	    { PAUSE, 100, 9 },
	    { PAUSE, 120, 1 },
	    { END_FRAME, 200, 0 },
	    { HOLDS, 263, 0 },
	    { FREE, 264, 0 } } },
	{ "figure 31B-2: time 0 in the same frame takes it back",
	  { 64, true, false },
	  { { BEGIN_FRAME, 90, 0 }, { PAUSE, 100, 9 }, { PAUSE, 120, 0 }, { END_FRAME, 200, 0 }, { FREE, 200, 0 } } },
	{ "figure 31B-2: the end of a frame that began in the pause does not begin the time anew",
	  { 64, true, false },
	  { { PAUSE, 100, 3 }, { BEGIN_FRAME, 110, 0 }, { END_FRAME, 180, 0 }, { HOLDS, 291, 0 }, { FREE, 292, 0 } } },
	{ "ieee8023.md 2: from reception a part of the time passes in the frame",
	  { 64, false, false },
	  { { BEGIN_FRAME, 90, 0 }, { PAUSE, 100, 1 }, { END_FRAME, 150, 0 }, { HOLDS, 163, 0 }, { FREE, 164, 0 } } },
	{ "31B.3.3: a PAUSE is not obeyed while PAUSE is disabled",
	  { 64, true, false },
	  { { DISABLE, 50, 0 }, { PAUSE, 100, 9 }, { FREE, 100, 0 }, { ENABLE, 120, 0 }, { FREE, 120, 0 } } },
	{ "31B.3.3: while it is disabled time 0 ends nothing that lasts",
	  { 64, true, true },
	  { { PAUSE, 100, 3 }, { DISABLE, 120, 0 }, { PAUSE, 130, 0 }, { HOLDS, 291, 0 }, { FREE, 292, 0 } } },
	{ "ieee8023.md 2: a pause ends when PAUSE is disabled",
	  { 64, true, false },
	  { { PAUSE, 100, 3 }, { DISABLE, 120, 0 }, { FREE, 120, 0 } } },
	{ "ieee8023.md 2: so does one that waits for the frame in progress",
	  { 64, true, false },
	  { { BEGIN_FRAME, 90, 0 }, { PAUSE, 100, 3 }, { DISABLE, 120, 0 }, { END_FRAME, 200, 0 }, { FREE, 200, 0 } } },
	{ "ieee8023.md 2: or it lasts",
	  { 64, true, true },
	  { { BEGIN_FRAME, 90, 0 },
	    { PAUSE, 100, 1 },
	    { DISABLE, 120, 0 },
	    { END_FRAME, 200, 0 },
	    { HOLDS, 263, 0 },
	    { FREE, 264, 0 } } },
	{ "figure 31B-2, BEGIN: no pause is left after a reset",
	  { 64, true, true },
	  { { PAUSE, 100, 9 }, { RESET, 120, 0 }, { FREE, 120, 0 } } },
	{ "at MII a quantum has 128 clocks", { 128, true, false }, { { PAUSE, 100, 1 }, { HOLDS, 227, 0 }, { FREE, 228, 0 } } },
};

static void take(struct standard_pause *p, const struct standard_pause_nature *nature, bool *busy, const struct step *step)
{
	if (step->what == PAUSE)
		standard_pause_received(p, nature, step->at, step->quanta, *busy);
	if (step->what == END_FRAME)
		standard_pause_complete(p, nature, step->at);
	if (step->what == BEGIN_FRAME || step->what == END_FRAME)
		*busy = step->what == BEGIN_FRAME;
	if (step->what == ENABLE || step->what == DISABLE)
		standard_pause_enable(p, nature, step->at, step->what == ENABLE);
	if (step->what == RESET)
		standard_pause_reset(p, step->at);
}

Test(standard_pause, transitions_of_the_text)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct standard_pause p = { .obeys = true };
		bool busy = false;
		for (const struct step *step = cases[i].step; step->what != END_OF_CASE; step++) {
			take(&p, &cases[i].nature, &busy, step);
			if (step->what == HOLDS || step->what == FREE)
				cr_expect_eq(standard_pause_holds(&p, step->at), step->what == HOLDS, "%s: octet time %" PRIu64,
				             cases[i].behaviour, step->at);
		}
	}
}

/* The same rules, octet time by octet time. */
struct naive {
	bool obeys, in_frame;
	uint32_t timer;   /* counts down to 0 */
	uint32_t waiting; /* the time that begins with the end of the frame; 0: none */
};

static void naive_take(struct naive *n, const struct standard_pause_nature *nature, const struct step *step)
{
	uint32_t time = (uint32_t)step->quanta * nature->quantum;

	switch (step->what) {
	case PAUSE:
		if (!n->obeys)
			break;
		n->waiting = n->in_frame && nature->from_idle ? time : 0;
		if (!n->waiting)
			n->timer = time;
		break;
	case BEGIN_FRAME:
		n->in_frame = true;
		break;
	case END_FRAME:
		n->in_frame = false;
		if (n->waiting)
			n->timer = n->waiting;
		n->waiting = 0;
		break;
	case DISABLE:
	case RESET:
		n->obeys &= step->what == RESET;
		if (step->what == RESET || !nature->lasts)
			n->timer = n->waiting = 0;
		break;
	case ENABLE:
		n->obeys = true;
		break;
	default:
		break;
	}
}

Test(standard_pause, random_histories_are_those_of_a_timer_that_counts_down)
{
	enum { HISTORIES = 400, LENGTH = 3000 };

	for (uint64_t history = 0; history < HISTORIES; history++) {
		uint64_t state = random_of(history);
		const struct standard_pause_nature nature = { .quantum = 8, .from_idle = history & 1, .lasts = history & 2 };
		struct standard_pause p = { .obeys = true };
		struct naive n = { .obeys = true };
		bool busy = false;
		for (uint64_t at = 1; at < LENGTH; at++) {
			uint64_t r = random_u64(&state);
			struct step step = { .what = r % 10 ? END_OF_CASE : (enum what)(PAUSE + r / 10 % 6),
				             .at = at,
				             .quanta = r / 60 % 3 ? (uint16_t)(r / 180 % 9) : 0 };
			if ((step.what == BEGIN_FRAME && busy) || (step.what == END_FRAME && !busy) ||
			    (step.what == RESET && r / 2000 % 4))
				step.what = END_OF_CASE;
			take(&p, &nature, &busy, &step);
			naive_take(&n, &nature, &step);
			cr_assert_eq(standard_pause_holds(&p, at), n.timer || n.waiting,
			             "history %" PRIu64 ", octet time %" PRIu64, history, at);
			n.timer -= n.timer && !n.waiting;
		}
	}
}
