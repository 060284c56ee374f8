/* SPDX-License-Identifier: Apache-2.0 */
/* The requests for control frames in the cycles of a device, and how they follow what the device sends. 802.3 31B.3.1, 31D; models/device/ieee8023_request.h. */
#include "device/ieee8023.h"

#include <criterion/criterion.h>
#include <inttypes.h>

enum { STEP = 8, PERIOD = 640, TIME = 1280, UNTIL = 1 << 20 };

/* A model of which only that is there which the requests look at. */
struct bench {
	struct pm_model m;
	struct ieee8023_mode mode;
	struct ieee8023_request r;
};

static void begin(struct bench *b, enum ieee8023_sends_by by, enum ieee8023_refresh refresh)
{
	*b = (struct bench){ .m = { .step = STEP, .config = { .timing = { .request = STEP } } } };
	b->m.own_mode = &b->mode;
	b->m.config.ieee8023.sends_by = by;
	b->m.config.ieee8023.sends_xon = b->m.config.ieee8023.xon_expired = 1;
	b->m.config.ieee8023.refresh = refresh;
	b->mode.control[PM_CONTROL_refresh] = refresh == REFRESH_NONE ? 0 : PERIOD / PAUSE_QUANTUM_OCTETS;
	standard_request_reset(&b->r.standard);
}

static void level(struct bench *b, uint64_t cycle, bool up)
{
	b->m.now = cycle;
	ieee8023_request_step(&b->m, &b->r, &(struct ieee8023_request_input){ .enabled = true, .level = up });
}

static void pulse(struct bench *b, uint64_t cycle, bool off)
{
	b->m.now = cycle;
	ieee8023_request_step(&b->m, &b->r,
	                      &(struct ieee8023_request_input){ .enabled = true, .pulse_off = off, .pulse_on = !off });
}

static void started(struct bench *b, uint64_t cycle, bool off, uint64_t until)
{
	b->m.now = b->m.tx.frame.start = cycle;
	ieee8023_request_started(&b->m, &b->r, off, until);
}

static void ended(struct bench *b, uint64_t cycle, uint64_t time)
{
	b->m.now = cycle;
	ieee8023_request_ended(&b->m, &b->r, time);
}

static enum standard_due due(struct bench *b, uint64_t cycle)
{
	b->m.now = cycle;
	return ieee8023_due(&b->m, &b->r);
}

Test(ieee8023_request, a_level_is_visible_a_cycle_later)
{
	static struct bench b;

	begin(&b, SENDS_BY_LEVEL, REFRESH_NONE);
	level(&b, 80, true);
	cr_expect_eq(due(&b, 88), STANDARD_XOFF);
	cr_expect_eq(ieee8023_due_since(&b.m, &b.r), 88);
	cr_expect(b.m.changed);
	level(&b, 88, true);
	cr_expect_eq(ieee8023_due_since(&b.m, &b.r), 88, "it stays the same request");
	level(&b, 96, false);
	cr_expect_eq(due(&b, 104), STANDARD_NOTHING, "it is withdrawn, and nothing was told");
	cr_expect_eq(b.r.asked_until, 104);
}

/* The frame that started was no PAUSE after all: the request stands, and so does what was told before. */
Test(ieee8023_request, a_frame_that_was_none_is_undone)
{
	for (int told = 0; told < 2; told++) {
		static struct bench b;
		begin(&b, SENDS_BY_LEVEL, REFRESH_FROM_DECISION);
		level(&b, 80, true);
		if (told) {
			started(&b, 88, true, UNTIL);
			ended(&b, 168, TIME);
			level(&b, 168, false);
		}
		started(&b, 176, !told, UNTIL);
		cr_expect_eq(due(&b, 176), STANDARD_NOTHING);
		ieee8023_request_undo(&b.m, &b.r);
		cr_expect_eq(due(&b, 184), told ? STANDARD_XON : STANDARD_XOFF);
		cr_expect_eq(b.r.standard.told, told);
		cr_expect_eq(b.r.standard.refresh, told ? 88 + PERIOD : STANDARD_NEVER);
		ieee8023_request_undo(&b.m, &b.r);
		cr_expect_eq(b.r.standard.told, told, "once");
	}
}

/* The level changes while data is believed to be a frame of its own: what it requests then is there when the frame turns out to be data. */
Test(ieee8023_request, a_level_that_changed_meanwhile_is_not_forgotten)
{
	for (int kept = 0; kept < 2; kept++) {
		static struct bench b;
		begin(&b, SENDS_BY_LEVEL, REFRESH_NONE);
		b.m.config.ieee8023.request_kept = (uint64_t)kept;
		level(&b, 80, true);
		started(&b, 88, true, UNTIL);
		level(&b, 96, false);
		cr_expect_eq(due(&b, 104), STANDARD_XON, "after the XOFF that is believed to be on the wire");
		ieee8023_request_undo(&b.m, &b.r);
		cr_expect_eq(due(&b, 112), kept ? STANDARD_XOFF : STANDARD_NOTHING);
	}
}

/* A frame carries what was requested, or the other kind, or what nobody requested; the DUT decided it before the level changed. */
Test(ieee8023_request, what_a_frame_carried_is_told_and_what_it_left_is_still_requested)
{
	enum { XON, XOFF };
	static const struct {
		bool asked, level, off; /* an XOFF is requested; its level is up at the end; the frame carries an XOFF */
		enum standard_due then; /* requested after it */
	} cases[] = {
		{ true, true, XOFF, STANDARD_NOTHING },  { true, true, XON, STANDARD_XOFF },
		{ true, false, XOFF, STANDARD_XON },     { false, false, XOFF, STANDARD_XON },
		{ false, false, XON, STANDARD_NOTHING },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		static struct bench b;
		begin(&b, SENDS_BY_LEVEL, REFRESH_NONE);
		level(&b, 80, cases[i].asked);
		started(&b, 120, cases[i].off, 120);
		level(&b, 160, cases[i].level);
		ended(&b, 168, TIME);
		level(&b, 168, cases[i].level);
		cr_expect_eq(due(&b, 176), cases[i].then, "case %zu: %d", i, due(&b, 176));
	}
}

/* An XON was believed to have started, and it was the XOFF that it should have replaced: the XON follows. */
Test(ieee8023_request, a_frame_of_the_other_kind_lets_the_pulse_stand)
{
	for (int late = 0; late < 2; late++) { /* the octets tell it, or the time alone */
		static struct bench b;
		begin(&b, SENDS_BY_PULSE, REFRESH_NONE);
		pulse(&b, 80, true);
		pulse(&b, 88, false);
		cr_expect_eq(due(&b, 96), STANDARD_XON, "the newest pulse counts");
		started(&b, 96, false, 96);
		cr_expect_eq(due(&b, 96), STANDARD_NOTHING);
		b.m.now = 168;
		if (late) {
			ieee8023_request_ended_other(&b.m, &b.r, TIME);
		} else {
			started(&b, 96, true, 96);
			ended(&b, 168, TIME);
		}
		cr_expect_eq(due(&b, 168), STANDARD_XON, "it has still to be sent");
		cr_expect(b.r.standard.told);
		cr_expect_eq(b.r.standard.over, 168 + TIME);
	}
}

/* A frame is that of a pulse which was there when it was decided. */
Test(ieee8023_request, a_later_pulse_still_waits)
{
	static struct bench b;

	begin(&b, SENDS_BY_PULSE, REFRESH_NONE);
	pulse(&b, 80, true);
	started(&b, 120, true, 80);
	cr_expect_eq(due(&b, 120), STANDARD_XOFF, "it came behind");
	started(&b, 120, true, 88);
	cr_expect_eq(due(&b, 120), STANDARD_NOTHING);
	pulse(&b, 128, false);
	ieee8023_request_undo(&b.m, &b.r);
	cr_expect_eq(due(&b, 136), STANDARD_XON, "it replaces the one that would wait again");
	cr_expect_eq(b.r.pulses.count, 2);
	cr_expect_eq(b.r.pulses.newest, 136);
	cr_expect_not(b.r.pulses.off);
}

Test(ieee8023_request, a_refresh_has_its_cycle)
{
	static const struct {
		enum ieee8023_refresh refresh;
		uint64_t from;
	} cases[] = { { REFRESH_FROM_DECISION, 88 + PERIOD },
		      { REFRESH_FROM_END, 168 + PERIOD },
		      { REFRESH_BEFORE_EXPIRY, 168 + TIME - PERIOD } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		static struct bench b;
		begin(&b, SENDS_BY_LEVEL, cases[i].refresh);
		level(&b, 80, true);
		started(&b, 88, true, UNTIL);
		ended(&b, 168, TIME);
		cr_expect_eq(due(&b, cases[i].from - STEP), STANDARD_NOTHING, "case %zu", i);
		cr_expect_eq(due(&b, cases[i].from), STANDARD_XOFF, "case %zu", i);
		cr_expect(ieee8023_repeats(&b.m, &b.r));
		cr_expect_eq(ieee8023_due_since(&b.m, &b.r), cases[i].from);
		b.m.now = 168;
		cr_expect_eq(ieee8023_request_next(&b.m, &b.r), cases[i].from - STEP, "it is visible a cycle later");
		b.m.now = cases[i].from - STEP;
		cr_expect_eq(ieee8023_request_next(&b.m, &b.r), 168 + TIME, "the end of the time");
		b.m.now = 168 + TIME;
		cr_expect_eq(ieee8023_request_next(&b.m, &b.r), PM_NEVER);
		started(&b, cases[i].from, true, UNTIL);
		level(&b, cases[i].from, false);
		ended(&b, cases[i].from + 80, TIME);
		cr_expect_eq(due(&b, cases[i].from + 80), STANDARD_XON);
	}
}

Test(ieee8023_request, disabled_it_forgets_what_was_told)
{
	static struct bench b;

	begin(&b, SENDS_BY_LEVEL, REFRESH_NONE);
	level(&b, 80, true);
	started(&b, 88, true, UNTIL);
	ended(&b, 168, TIME);
	b.m.now = 176;
	ieee8023_request_step(&b.m, &b.r, &(struct ieee8023_request_input){ .level = true });
	cr_expect_not(b.r.standard.told);
	level(&b, 184, false);
	cr_expect_eq(due(&b, 192), STANDARD_NOTHING);
	level(&b, 192, true);
	cr_expect_eq(due(&b, 200), STANDARD_XOFF);
}

/* The DUT did not see the request: an XON that does not come follows an XOFF that counts as none, and a refresh is not awaited again. */
Test(ieee8023_request, what_the_device_does_not_send_is_withdrawn)
{
	static struct bench b;

	begin(&b, SENDS_BY_LEVEL, REFRESH_FROM_END);
	level(&b, 80, true);
	ieee8023_request_withdraw(&b.m, &b.r);
	cr_expect_eq(due(&b, 88), STANDARD_NOTHING);
	level(&b, 96, false);
	cr_expect_eq(due(&b, 104), STANDARD_NOTHING, "nothing was told");
	level(&b, 104, true);
	started(&b, 112, true, UNTIL);
	ended(&b, 192, TIME);
	cr_expect_eq(due(&b, 192 + PERIOD), STANDARD_XOFF);
	ieee8023_request_withdraw(&b.m, &b.r);
	cr_expect_eq(due(&b, 192 + 2 * PERIOD), STANDARD_NOTHING);
	cr_expect(b.r.standard.told);
	level(&b, 192 + 2 * PERIOD, false);
	cr_expect_eq(due(&b, 200 + 2 * PERIOD), STANDARD_XON);
	ieee8023_request_withdraw(&b.m, &b.r);
	cr_expect_eq(due(&b, 200 + 2 * PERIOD), STANDARD_NOTHING);
	cr_expect_not(b.r.standard.told);
}
