/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of when PAUSE frames are due: PG108-R p.224, p.225, p.430, A3-A8, B2-B4, doc/devices/bcm5718.md 3. */
#include "support.h"

#include "part/pause_tx.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum { LOW = 42, HIGH = 160 };

static struct pause_tx_input input(uint32_t free)
{
	return (struct pause_tx_input){ .send = true, .free = free, .low_mark = LOW, .xon_mark = HIGH };
}

/* Steps one cycle in which FREE is visible. */
static void step(struct pause_tx *p, uint64_t *cycle, uint32_t free)
{
	struct pause_tx_input in = input(free);
	bool rose;

	pause_tx_step(p, (*cycle)++, &in, &rose);
}

static enum pause_request request(const struct pause_tx *p, uint64_t cycle)
{
	return pause_tx_request(p, cycle, true);
}

/* The DUT starts and ends its XOFF of QUANTA. */
static void sent_xoff(struct pause_tx *p, uint64_t cycle, uint16_t quanta)
{
	p->done = true;
	pause_tx_sent(p, cycle, quanta, true);
}

Test(pause_tx, below_low_mark_requests_xoff_and_equality_is_no_event)
{
	for (uint32_t free = 0; free < 320; free++) {
		struct pause_tx p;
		uint64_t cycle = 10;
		pause_tx_reset(&p);
		cr_assert_eq(request(&p, cycle), PAUSE_REQUEST_NONE);
		step(&p, &cycle, free);
		if (p.low != (free < 42) || request(&p, cycle) != (free < 42 ? PAUSE_REQUEST_XOFF : PAUSE_REQUEST_NONE))
			cr_expect_fail("%u free: low %d, request %d (B3: strictly below 42)", free, p.low, request(&p, cycle));
	}
}

Test(pause_tx, above_high_mark_requests_xon_and_equality_is_no_event)
{
	for (uint32_t free = 0; free < 320; free++) {
		struct pause_tx p;
		uint64_t cycle = 10;
		pause_tx_reset(&p);
		step(&p, &cycle, 41);
		sent_xoff(&p, cycle, 0xFFFF);
		cr_assert_eq(request(&p, cycle), PAUSE_REQUEST_NONE, "one XOFF for a crossing (A7)");
		step(&p, &cycle, free);
		if (p.low != (free <= 160) || request(&p, cycle) != (free > 160 ? PAUSE_REQUEST_XON : PAUSE_REQUEST_NONE))
			cr_expect_fail("%u free: low %d, request %d (B4: strictly above 160)", free, p.low, request(&p, cycle));
	}
}

/* A3: in the literal reading the low mark is also the XON threshold; a count equal to it is still no event. */
Test(pause_tx, one_mark_for_both)
{
	for (uint32_t free = 40; free < 45; free++) {
		struct pause_tx p;
		struct pause_tx_input in = input(41);
		bool rose;
		pause_tx_reset(&p);
		in.xon_mark = LOW;
		pause_tx_step(&p, 10, &in, &rose);
		in.free = free;
		pause_tx_step(&p, 11, &in, &rose);
		cr_expect_eq(p.low, free <= 42, "%u free: low %d", free, p.low);
	}
}

/* A6 */
Test(pause_tx, no_xon_without_an_xoff_that_still_holds)
{
	struct pause_tx p;
	uint64_t cycle = 10;

	pause_tx_reset(&p);
	step(&p, &cycle, 319);
	cr_expect_eq(request(&p, cycle), PAUSE_REQUEST_NONE, "start-up");
	step(&p, &cycle, 41);
	step(&p, &cycle, 161);
	cr_expect_eq(request(&p, cycle), PAUSE_REQUEST_NONE, "the XOFF was never sent (A4)");
	step(&p, &cycle, 41);
	sent_xoff(&p, cycle, 1);
	cycle += 63;
	step(&p, &cycle, 161);
	cr_expect_eq(request(&p, cycle), PAUSE_REQUEST_NONE, "the advertised 64 octet times are over");
}

Test(pause_tx, xon_is_due_until_the_advertised_time_is_over)
{
	struct pause_tx p;
	uint64_t cycle = 10;

	pause_tx_reset(&p);
	step(&p, &cycle, 41);
	sent_xoff(&p, 100, 2);
	cycle = 100;
	step(&p, &cycle, 200);
	cr_expect_eq(request(&p, 101), PAUSE_REQUEST_XON);
	cr_expect_eq(request(&p, 227), PAUSE_REQUEST_XON, "128 octet times from cycle 100");
	cr_expect_eq(request(&p, 228), PAUSE_REQUEST_NONE);
	pause_tx_sent(&p, 150, 0, true);
	cr_expect_eq(request(&p, 150), PAUSE_REQUEST_NONE, "the XON was sent");
}

/* A8 and PG108-R p.223 */
Test(pause_tx, disabled_requests_nothing_and_forgets)
{
	struct pause_tx p;
	struct pause_tx_input in = input(41);
	bool rose;

	pause_tx_reset(&p);
	in.send = false;
	pause_tx_step(&p, 10, &in, &rose);
	cr_expect(p.low, "the level is followed all the same");
	cr_expect(rose);
	cr_expect_eq(pause_tx_request(&p, 11, false), PAUSE_REQUEST_NONE);
	cr_expect_eq(pause_tx_request(&p, 11, true), PAUSE_REQUEST_XOFF, "enabled while low");
	sent_xoff(&p, 20, 0xFFFF);
	pause_tx_step(&p, 20, &in, &rose);
	in = input(161);
	pause_tx_step(&p, 21, &in, &rose);
	cr_expect_eq(pause_tx_request(&p, 22, true), PAUSE_REQUEST_NONE, "no XON after the flow bit was cleared");
}

Test(pause_tx, a_new_crossing_requests_a_new_xoff)
{
	struct pause_tx p;
	uint64_t cycle = 10;

	pause_tx_reset(&p);
	for (int crossing = 0; crossing < 3; crossing++) {
		step(&p, &cycle, 41);
		cr_expect_eq(request(&p, cycle), PAUSE_REQUEST_XOFF, "crossing %d", crossing);
		sent_xoff(&p, cycle, 0xFFFF);
		step(&p, &cycle, 42);
		step(&p, &cycle, 160);
		step(&p, &cycle, 20);
		cr_expect_eq(request(&p, cycle), PAUSE_REQUEST_NONE, "crossing %d: still the same one (A7)", crossing);
		step(&p, &cycle, 161);
		step(&p, &cycle, 161);
	}
}

Test(pause_tx, low_rises_and_falls_one_cycle_after_the_level)
{
	struct pause_tx p;
	struct pause_tx_input in = input(41);
	bool rose;

	pause_tx_reset(&p);
	pause_tx_step(&p, 10, &in, &rose);
	cr_expect(rose);
	cr_expect_eq(p.crossing, 11);
	pause_tx_step(&p, 11, &in, &rose);
	cr_expect_not(rose, "only in the cycle of the crossing");
	in.free = 161;
	pause_tx_step(&p, 20, &in, &rose);
	cr_expect_not(rose);
	cr_expect_eq(p.crossing, 21);
}

/* doc/devices/bcm5718.md 3: XOFF is sent again when at most 32 octet times per quantum of the sent time remain. */
Test(pause_tx, refresh_at_half_of_the_advertised_time)
{
	for (int refresh = 0; refresh < 2; refresh++) {
		struct pause_tx p;
		struct pause_tx_input in = input(41);
		bool rose;
		uint64_t due = 0;
		pause_tx_reset(&p);
		p.refreshes = refresh;
		pause_tx_step(&p, 10, &in, &rose);
		sent_xoff(&p, 100, 10);
		for (uint64_t c = 100; c < 800; c++) {
			if (!due && request(&p, c) == PAUSE_REQUEST_XOFF)
				due = c;
			pause_tx_step(&p, c, &in, &rose);
		}
		/* 640 octet times from 100; adv = 320 in cycle 420; done falls in 421 */
		cr_expect_eq(due, refresh ? 421 : 0, "refresh %d: due in cycle %" PRIu64, refresh, due);
	}
}

Test(pause_tx, no_refresh_while_the_xoff_is_on_the_wire)
{
	struct pause_tx p;
	struct pause_tx_input in = input(41);
	bool rose;

	pause_tx_reset(&p);
	p.refreshes = in.xoff_busy = true;
	pause_tx_step(&p, 10, &in, &rose);
	sent_xoff(&p, 100, 10);
	for (uint64_t c = 100; c < 800; c++) {
		if (request(&p, c) != PAUSE_REQUEST_NONE)
			cr_expect_fail("cycle %" PRIu64, c);
		pause_tx_step(&p, c, &in, &rose);
	}
}

Test(pause_tx, transmit_reset_forgets_the_partner)
{
	struct pause_tx p;
	struct pause_tx_input in = input(41);
	bool rose;

	pause_tx_reset(&p);
	pause_tx_step(&p, 10, &in, &rose);
	sent_xoff(&p, 100, 0xFFFF);
	in.reset = true;
	pause_tx_step(&p, 110, &in, &rose);
	cr_expect_eq(request(&p, 111), PAUSE_REQUEST_XOFF, "still low: a new XOFF");
	in = input(161);
	pause_tx_step(&p, 111, &in, &rose);
	cr_expect_eq(request(&p, 112), PAUSE_REQUEST_NONE, "no XON: the partner is not held");
}
