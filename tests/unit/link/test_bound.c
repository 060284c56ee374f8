/* SPDX-License-Identifier: Apache-2.0 */
/* The analytic headroom against numbers worked out by hand from the devices' pages (doc/use/link.md 6). */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "link/check/bound.h"

static struct link_description link_of(const char *a, const char *b, double metres)
{
	struct link_description link;

	link_file_defaults(&link);
	link.end[0].dut = dut_by_name(a);
	link.end[1].dut = dut_by_name(b);
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		link.cable[i].length_m = metres;
		link.cable[i].velocity = 0.66;
	}
	return link;
}

static void traffic(struct link_description *link, unsigned end, uint32_t min, uint32_t max)
{
	link->end[end].traffic.len_min = min;
	link->end[end].traffic.len_max = max;
	link->end[end].traffic.load = max ? 1 : 0;
}

static struct bound bound_at_b(const struct link_description *link, unsigned omit)
{
	struct env_error error = { "" };
	struct bound bound;
	int err = bound_of(link, 1, &(struct bound_error){ .omit = omit }, &bound, &error);

	cr_assert(eq(int, err, 0), "%s", error.text);
	return bound;
}

/* 802.3 31B.3.7 lets a MAC of 1 Gb/s take 128 octet times until it obeys, 124 more than the bundled ones: the window of the link below has so many more. */
Test(bound, a_slower_partner_makes_the_window_longer)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 100);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	link.end[0].model = true;
	link.end[0].reaction = 128;
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.term[BOUND_REACTION], 128));
	cr_expect(eq(i64, bound.window, 1748 + 124));
	link = link_of("ll10g", "i82598", 100);
	traffic(&link, 0, 1518, 1518);
	link.end[0].model = true;
	link.end[0].reaction = 101; /* whole clocks: 104 */
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.term[BOUND_REACTION], 104 + 4));
}

/* The cable: 100 m at 0.66 c take 505.4 ns, which are 64 clocks of 8 ns, and two more: 66. B's PAUSE starts at the latest 2 + 2 + 1537 octet times after
 * the octet of the crossing block, and its last octet comes 71 later. With 66 + 4 + 66, A's last preamble may begin at B 1748 octet times after the
 * crossing octet, and the first octet of that frame comes at 1756. If the last of a frame's 12 blocks crosses the mark (110 octets before its end), the
 * first octets of the next frames come 130 and 1668 later: 24 blocks. If the first block crosses, there are 11 more of that frame, and one frame. XOFF is
 * sent below the mark: 25. */
Test(bound, gigabit_longest_frames_both_ways)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 100);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.term[BOUND_LATE], 2));
	cr_expect(eq(i64, bound.term[BOUND_CLIENT], 0));
	cr_expect(eq(i64, bound.term[BOUND_DECISION], 2));
	cr_expect(eq(i64, bound.term[BOUND_OWN], 1537));
	cr_expect(eq(i64, bound.term[BOUND_PAUSE], 71));
	cr_expect(eq(i64, bound.term[BOUND_CABLE_OUT], 66));
	cr_expect(eq(i64, bound.term[BOUND_REACTION], 4));
	cr_expect(eq(i64, bound.term[BOUND_CABLE_BACK], 66));
	cr_expect(eq(i64, bound.window, 1748));
	cr_expect(eq(i64, bound.term[BOUND_ARRIVING], 24));
	cr_expect(eq(u64, bound.headroom, 25));
	cr_expect(eq(u32, bound.frames, 2));
	cr_expect(bound.possible);
}

/* Frames come every 84 octet times, the first one 84 after the crossing octet: 20 frames begin within 1756. */
Test(bound, gigabit_short_frames_take_whole_blocks)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 100);
	struct bound bound;

	traffic(&link, 0, 64, 64);
	traffic(&link, 1, 1518, 1518);
	bound = bound_at_b(&link, 0);
	cr_expect(eq(u32, bound.frames, 20));
	cr_expect(eq(u64, bound.headroom, 21));
}

/* The worst lengths: the crossing frame ends with its crossing octet, and the next one begins 21 later. The remaining 1735 octet times hold 11 frames of
 * 129 octets (two blocks in 149 octet times) and one of 64; then one of 1518 begins in time: 22 + 1 + 12. */
Test(bound, gigabit_worst_row_of_lengths)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 100);

	traffic(&link, 0, 64, 1518);
	traffic(&link, 1, 1518, 1518);
	cr_expect(eq(u64, bound_at_b(&link, 0).headroom, 36));
}

/* B sends no data of its own: 2 + 2 + 71 + 66 + 4 + 66 = 211. The last block of the crossing frame and one frame: 12. */
Test(bound, silent_end_sends_its_pause_at_once)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 100);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.term[BOUND_OWN], 0));
	cr_expect(eq(i64, bound.window, 211));
	cr_expect(eq(u64, bound.headroom, 13));
}

/* With one mark for both directions an XON (8 + 64 + 12, decided a clock earlier) may just have begun. */
Test(bound, own_xon_counts_where_the_marks_are_one)
{
	struct link_description link = link_of("bcm5718", "bcm1250_alt", 100);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.term[BOUND_OWN], 83));
	cr_expect(eq(i64, bound.window, 294));
}

/* 2 km take 10,107.96 ns, which are 1264 clocks, and two more, each way: 4148 in all, and first octets come until 4156. If the M-th block crosses, there
 * are 11 - M blocks and floor((4156 + 128 M) / 1538) frames: 11 and 2 for M = 0, 7 and 3 for M = 4: 43. */
Test(bound, longer_cable)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 2000);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.window, 4148));
	cr_expect(eq(u64, bound.headroom, 44));
}

/* 505.4 ns are 79 clocks of 6.4 ns, and two more: 648 octet times. B's frame begins in lane 4 of the clock after the classification; a gap of 12 to 15
 * octets after 1526 ends on a column, so it is 14; 4 + 1540 in whole clocks, minus one: 1536. 48 + 16 + 1536 + 72 + 648 + 60 + 648 = 3028 from the clock of
 * the end code, which is in lane 2 at the earliest: 4552 from the start. Starts come 1536 and 3076 later (1538 on average): two frames. 21 frames of
 * 1520 fit: the mark is at 19 frames of 1518 octets, 3926 below the end, in steps of 16: 3936. */
Test(bound, ten_gigabit_longest_frames)
{
	struct link_description link = link_of("i82598", "i82598", 100);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.term[BOUND_LATE], 48));
	cr_expect(eq(i64, bound.term[BOUND_DECISION], 16));
	cr_expect(eq(i64, bound.term[BOUND_OWN], 1536));
	cr_expect(eq(i64, bound.term[BOUND_PAUSE], 72));
	cr_expect(eq(i64, bound.term[BOUND_CABLE_OUT], 648));
	cr_expect(eq(i64, bound.term[BOUND_REACTION], 60));
	cr_expect(eq(i64, bound.window, 3028));
	cr_expect(eq(u32, bound.frames, 2));
	cr_expect(eq(i64, bound.term[BOUND_ARRIVING], 3040));
	cr_expect(eq(i64, bound.term[BOUND_CROSSING], 848));
	cr_expect(eq(i64, bound.term[BOUND_ROUNDING], 38));
	cr_expect(eq(i64, bound.term[BOUND_COMPARE], 0));
	cr_expect(eq(u64, bound.headroom, 3936));
}

/* 36 starts, at 84, 168 ..., are within 3028 + 72. The frames fill words and buffer without a remainder. */
Test(bound, ten_gigabit_short_frames)
{
	struct link_description link = link_of("i82598", "i82598", 100);
	struct bound bound;

	traffic(&link, 0, 64, 64);
	traffic(&link, 1, 1518, 1518);
	bound = bound_at_b(&link, 0);
	cr_expect(eq(u32, bound.frames, 36));
	cr_expect(eq(u64, bound.headroom, 2304));
}

/* The client reads the level at one horizon, and its request takes effect at the next: 128 more, 3156. Now the start 4612 later (three periods minus two)
 * is in time (4680). 18 frames of 1518 are below the mark; XOFF is sent above the mark, not at it: 5445, in steps of 16: 5456. */
Test(bound, client_beside_the_mac)
{
	struct link_description link = link_of("i82598", "ll10g", 100);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.term[BOUND_CLIENT], 128));
	cr_expect(eq(i64, bound.window, 3156));
	cr_expect(eq(u32, bound.frames, 3));
	cr_expect(eq(i64, bound.term[BOUND_COMPARE], 1));
	cr_expect(eq(u64, bound.headroom, 5456));
}

/* Without the delay of the client these differences vanish. */
Test(bound, term_left_out)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 100);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	bound = bound_at_b(&link, 1u << BOUND_OWN);
	cr_expect(eq(i64, bound.term[BOUND_OWN], 0));
	cr_expect(eq(u64, bound.headroom, 13));
	bound = bound_at_b(&link, 1u << BOUND_COMPARE);
	cr_expect(eq(u64, bound.headroom, 24));
}

/* 100 Mb/s, clocks of 40 ns, two for each octet: 505.4 ns are 13 clocks, and two more. 2 + 2 + (2 x 1538 - 1) + (2 x 72 - 1) + 15 + 4 + 15 = 3256 clocks from
 * the last clock of the crossing octet, which is one after its first: A's last preamble may begin 1628 octet times after it, and the first octet comes
 * at 1636. If the last block crosses, the first octets of the next frames come 130 and 1668 later: 12 blocks. If the first one crosses (1538): 11 more and
 * 12. XOFF is sent below the mark: 24. At 10 Mb/s the cable takes two clocks of 400 ns, and two more. */
Test(bound, an_octet_of_two_clocks)
{
	struct link_description link = link_of("bcm1250", "bcm1250", 100);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	link.rate = 100;
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.term[BOUND_LATE], 2));
	cr_expect(eq(i64, bound.term[BOUND_DECISION], 2));
	cr_expect(eq(i64, bound.term[BOUND_OWN], 3075));
	cr_expect(eq(i64, bound.term[BOUND_PAUSE], 143));
	cr_expect(eq(i64, bound.term[BOUND_CABLE_OUT], 15));
	cr_expect(eq(i64, bound.term[BOUND_REACTION], 4));
	cr_expect(eq(i64, bound.term[BOUND_CABLE_BACK], 15));
	cr_expect(eq(i64, bound.window, 3256));
	cr_expect(eq(u64, bound.headroom, 24));
	link.rate = 10;
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.window, 3234));
	cr_expect(eq(u64, bound.headroom, 24));
	link.rate = 1000;
	cr_expect(eq(u64, bound_at_b(&link, 0).headroom, 25));
}

/* 19 x 84 = 1596 is within 1636, 1680 is not. 1100 m take 5559.4 ns, 139 clocks and two more each way: 3508 clocks are 1754 octet times, first octets come
 * until 1762: 20. The 21st, at 1764, is in time with three clocks more, but not with two, because the crossing octet is taken with its last clock. */
Test(bound, frames_begin_in_either_clock_of_an_octet)
{
	struct link_description link = link_of("bcm1250", "bcm1250", 100);
	struct env_error error = { "" };
	struct bound bound;

	traffic(&link, 0, 64, 64);
	traffic(&link, 1, 1518, 1518);
	link.rate = 100;
	bound = bound_at_b(&link, 0);
	cr_expect(eq(u32, bound.frames, 19));
	cr_expect(eq(u64, bound.headroom, 20));
	link.cable[0].length_m = link.cable[1].length_m = 1100;
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.window, 3508));
	cr_expect(eq(u32, bound.frames, 20));
	cr_assert(eq(int, bound_of(&link, 1, &(struct bound_error){ .add = 2 }, &bound, &error), 0));
	cr_expect(eq(u32, bound.frames, 20));
	cr_assert(eq(int, bound_of(&link, 1, &(struct bound_error){ .add = 3 }, &bound, &error), 0));
	cr_expect(eq(u32, bound.frames, 21));
}

/* 100 Mb/s: half of 512 quanta of 128 clocks remain; a clock, the request, a frame of the end itself and the PAUSE frame take 1 + 2 + 3075 + 143. Without
 * refresh and with stops of 1 ms in every 4: 25,000 clocks, and 15 blocks of 256 clocks at three quarters of the rate. */
Test(bound, pause_times_are_of_two_clocks_too)
{
	struct link_description link = link_of("bcm1250", "bcm1250", 100);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	link.rate = 100;
	link.end[1].time = 512;
	link.end[1].host = (struct link_host){ .rate = 1, .stop_ps = 1000000000, .every_ps = 4000000000 };
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.time_given, 256 * 128));
	cr_expect(eq(i64, bound.time_needed, 3221));
	link.end[1].dut = dut_by_name("bcm1250_alt");
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.time_given, 512 * 128));
	cr_expect(eq(i64, bound.time_needed, 25000 + 5120));
	cr_expect(bound.time_holds);
}

/* Both phases have 1538 values, and there are 100 crossings. The corner that they miss with a probability of exp(-7) has a side of sqrt(2 x 7 / 100) x 1538
 * = 576: a window of 1172 corresponds to 20 blocks and the mark. */
Test(bound, slack_is_what_samples_miss)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 100);
	struct env_error error = { "" };
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	cr_assert(eq(int, bound_slack(&link, 1, NULL, 100, &bound, &error), 0));
	cr_expect(eq(u64, bound.headroom, 25));
	cr_expect(eq(u64, bound.slack, 4));
	cr_assert(eq(int, bound_slack(&link, 1, NULL, 1e9, &bound, &error), 0));
	cr_expect(eq(u64, bound.slack, 0));
}

/* Of 64 quanta 2048 octet times are left when the refresh becomes due; a clock, the request, a frame of the end itself and the PAUSE frame take
 * 1 + 2 + 1537 + 71. Half of nine quanta are 4 x 64. */
Test(bound, refresh_must_arrive_before_the_xoff_ends)
{
	struct link_description link = link_of("bcm5718_alt", "bcm5718_alt", 100);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	link.end[1].time = 64;
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.time_given, 2048));
	cr_expect(eq(i64, bound.time_needed, 1611));
	cr_expect(bound.time_holds);
	link.end[1].time = 9;
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.time_given, 256));
	cr_expect(not(bound.time_holds));
}

/* Without refresh: 0x1FFF quanta are 4.19 ms. A stop of 1 ms and the time to drain 160 MBUFs are shorter, a stop of 5 ms is not. */
Test(bound, xoff_outlasts_the_stop)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 100);

	traffic(&link, 0, 1518, 1518);
	link.end[1].time = 0x1FFF;
	link.end[1].headroom = 42;
	link.end[1].resume = 160;
	link.end[1].host.stop_ps = 1000000000;
	cr_expect(eq(i64, bound_at_b(&link, 0).time_needed, 125000 + 20480));
	cr_expect(bound_promises(&link, 1));
	link.end[1].host.stop_ps = 5000000000;
	cr_expect(not(bound_at_b(&link, 0).time_holds));
	cr_expect(not(bound_promises(&link, 1)));
}

/* A is 200 millionths faster than B. The elastic buffers have 5 clocks and one for the edge: the cable takes 64 + 5 + 1 + 2 = 72, and the window has
 * 2 + 2 + 1537 + 71 + 72 + 4 + 72 = 1760 octet times of B. In these, but for the reaction of 4, which A counts itself, and in the 1526 octets of the
 * frame that crosses, A counts 3282 x 0.0002 = 0.66 more: one octet. */
Test(bound, a_faster_partner_sends_more)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 100);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	link.end[0].ppm = 100;
	link.end[1].ppm = -100;
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.term[BOUND_CABLE_OUT], 72));
	cr_expect(eq(i64, bound.term[BOUND_CABLE_BACK], 72));
	cr_expect(eq(i64, bound.term[BOUND_DRIFT], 1));
	cr_expect(eq(i64, bound.window, 1761));
	cr_expect(eq(u64, bound.headroom, 25));
}

/* 18,400 m are 11,625 clocks. With the elastic buffers a cable takes 11,628.8, so 11,629, + 3 = 11,632 octet times of the slower B, and the window but
 * for A's reaction is 2 + 2 + 71 + 2 x 11,632 = 23,339: A counts 4.7 more, 5. Frames of 64 octets come every 84, each in a block of its own. Within
 * 23,348 + 8 begin 278, and one is for the mark; within 5 less begin 277. If A is the slower one, it counts 4.7 less, and the cable takes two more of
 * B's shorter octets each way. tests/unit/link/test_link.c measures the same link. */
Test(bound, a_faster_partner_on_a_long_cable_sends_a_frame_more)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 18400);
	struct bound bound;

	traffic(&link, 0, 64, 64);
	link.end[0].ppm = 100;
	link.end[1].ppm = -100;
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.term[BOUND_CABLE_OUT], 11632));
	cr_expect(eq(i64, bound.term[BOUND_DRIFT], 5));
	cr_expect(eq(i64, bound.window, 23348));
	cr_expect(eq(u64, bound.headroom, 279));
	cr_expect(eq(u64, bound_at_b(&link, 1u << BOUND_DRIFT).headroom, 278));
	link.end[0].ppm = -100;
	link.end[1].ppm = 100;
	bound = bound_at_b(&link, 0);
	cr_expect(eq(i64, bound.term[BOUND_CABLE_OUT], 11635));
	cr_expect(eq(i64, bound.term[BOUND_DRIFT], -4));
}

/* A counts the time of an XOFF. 65,535 quanta are 4,194,240 octet times of A, of which a B that is 200 millionths slower counts 838.7 less, and one
 * that is as much faster 838.9 more. An 82598EB begins its refresh when 32,767 quanta, 2,097,088 octet times, are left by its own clock. */
Test(bound, the_partner_counts_the_time_of_an_xoff)
{
	static const struct {
		int32_t ppm;
		int64_t lasts, left;
	} cases[] = { { 0, 4194240, 2097088 }, { 100, 4194240 - 839, 2097088 - 839 }, { -100, 4194240 + 838, 2097088 + 838 } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct link_description link = link_of("bcm5718", "bcm5718", 100);
		traffic(&link, 0, 1518, 1518);
		link.end[0].ppm = cases[i].ppm;
		link.end[1].ppm = -cases[i].ppm;
		cr_expect(eq(i64, bound_at_b(&link, 0).time_given, cases[i].lasts));
		cr_expect(eq(i64, bound_refresh(&link, 1), 0), "it does not refresh");
		link.end[0].dut = link.end[1].dut = dut_by_name("i82598");
		cr_expect(eq(i64, bound_at_b(&link, 0).time_given, cases[i].left));
		cr_expect(eq(i64, bound_refresh(&link, 1), cases[i].left));
	}
}

Test(bound, promise_needs_headroom_and_a_clean_cable)
{
	struct link_description link = link_of("bcm5718", "bcm5718", 100);

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	link.end[1].resume = 80;
	link.end[1].headroom = 25;
	cr_expect(bound_promises(&link, 1));
	link.end[1].headroom = 24;
	cr_expect(not(bound_promises(&link, 1)));
	link.end[1].headroom = 25;
	link.cable[0].ber = 1e-6; /* A's frames are damaged, and B sends no PAUSE */
	cr_expect(bound_promises(&link, 1));
	link.cable[1].ber = 1e-6;
	cr_expect(not(bound_promises(&link, 1)));
}

Test(bound, buffer_too_small)
{
	struct link_description link = link_of("i82598_alt", "i82598_alt", 2000);
	struct bound bound;

	traffic(&link, 0, 1518, 1518);
	traffic(&link, 1, 1518, 1518);
	bound = bound_at_b(&link, 0);
	cr_expect(not(bound.possible));
	cr_expect(eq(u64, bound_headroom(&link, 1), UINT64_MAX));
}
