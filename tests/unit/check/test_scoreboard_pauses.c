/* SPDX-License-Identifier: Apache-2.0 */
/* The scoreboard can fail: each single change of a received PAUSE, of the inhibit and of a sent PAUSE on the tape is found under its rule. */
#include "scoreboard_tape.h"

#include <criterion/criterion.h>
#include <string.h>

/* ---- the received PAUSE and its inhibit ---- */

static void xoff_late(struct tape *t)
{
	tape_find(t, EVENT_OBS_XOFF, 0)->cycle++;
}
static void xoff_early(struct tape *t)
{
	tape_find(t, EVENT_OBS_XOFF, 0)->cycle--;
}
static void xoff_never(struct tape *t)
{
	tape_drop(t, tape_find(t, EVENT_OBS_XOFF, 1));
	tape_drop(t, tape_find(t, EVENT_OBS_XOFF, 0));
}
static void xoff_timer(struct tape *t)
{
	tape_find(t, EVENT_OBS_XOFF, 0)->timer = 127;
}
static void xon_early(struct tape *t)
{
	tape_find(t, EVENT_OBS_XOFF, 1)->cycle--;
}
static void xon_late(struct tape *t)
{
	tape_find(t, EVENT_OBS_XOFF, 1)->cycle++;
}
static void xon_a_quantum_late(struct tape *t)
{
	tape_find(t, EVENT_OBS_XOFF, 1)->cycle += 64;
	tape_find(t, EVENT_TX_START, 0)->cycle += 64;
	tape_find(t, EVENT_HOST_TAKEN, 0)->cycle += 64;
	tape_find(t, EVENT_TX_END, 0)->cycle += 64;
	tape_find(t, EVENT_OBS_TX, 0)->cycle += 64;
}
static void xon_never(struct tape *t)
{
	tape_drop(t, tape_find(t, EVENT_OBS_XOFF, 1));
}

/* The received frame is no PAUSE. RECORD is that of a DUT that obeys it but records it rightly, or of one that takes it for a PAUSE altogether. */
static void no_pause(struct tape *t, uint32_t record)
{
	frame_put_fcs(t->pause + 68, frame_fcs(t->pause + 8, 60));
	tape_find(t, EVENT_OBS_RX, 0)->value = record;
}
static void obeyed_da(struct tape *t)
{
	t->pause[13] = 2;
	no_pause(t, 64 | 1 << 18);
}
static void obeyed_broadcast(struct tape *t)
{
	memset(t->pause + 8, 0xFF, 6);
	no_pause(t, 64 | 1 << 18);
}
static void obeyed_type(struct tape *t)
{
	t->pause[21] = 9;
	no_pause(t, 64 | 1 << 17 | 1 << 18);
}
static void obeyed_opcode(struct tape *t)
{
	t->pause[23] = 2;
	no_pause(t, 64 | 1 << 18);
}
static void obeyed_fcs(struct tape *t)
{
	t->pause[71] ^= 0x80;
	tape_find(t, EVENT_OBS_RX, 0)->value = 64 | 1 << 16;
}
static void obeyed_code_error(struct tape *t)
{
	tape_find(t, EVENT_RX_RUN, 0)->error_at = 40;
	tape_find(t, EVENT_OBS_RX, 0)->value = 64 | 1 << 16;
}
static void obeyed_short(struct tape *t)
{
	/* 63 octets, the last four of them a good FCS: everything comes one cycle earlier */
	frame_put_fcs(t->pause + 67, frame_fcs(t->pause + 8, 59));
	tape_find(t, EVENT_RX_RUN, 0)->len = 71;
	tape_find(t, EVENT_OBS_LEVEL, 2)->cycle--;
	tape_find(t, EVENT_OBS_RX, 0)->cycle--;
	tape_find(t, EVENT_OBS_RX, 0)->value = 63;
	tape_find(t, EVENT_OBS_XOFF, 0)->cycle--;
}
static void obeyed_tagged(struct tape *t)
{
	memmove(t->pause + 24, t->pause + 20, 6);
	memcpy(t->pause + 20, "\x81\0\0\5", 4);
	no_pause(t, 64 | 1 << 17 | 1 << 18);
}
static void obeyed_gate(struct tape *t)
{
	tape_write_mode(t, 20, 0x0468, 0x002);
}
static void obeyed_half_duplex(struct tape *t)
{
	tape_write_mode(t, 20, 0x0400, 0x00A);
}
static void gate_closed_while_paused(struct tape *t)
{
	tape_write_mode(t, 220, 0x0468, 0x002);
}
static void receive_reset_while_paused(struct tape *t)
{
	tape_write_mode(t, 220, 0x0468, 0x007);
}
/* A second PAUSE comes during the inhibit; the DUT goes on with the old time. */
static void overwrite(struct tape *t, uint16_t quanta)
{
	uint8_t octets[60];

	make_pause(octets, quanta);
	tape_wire(t->extra, octets, 60);
	tape_octets(t, 190, EVENT_RX_RUN, t->extra, WIRE);
	tape_add(t, 200, EVENT_OBS_LEVEL, 318);
	tape_add(t, 264, EVENT_OBS_LEVEL, 319);
	tape_add(t, 264, EVENT_OBS_RX, 64 | 1 << 17 | 1 << 18)->timer = 128 - (264 - 175);
}
static void not_overwritten(struct tape *t)
{
	overwrite(t, 5);
}
static void zero_ignored(struct tape *t)
{
	overwrite(t, 0);
}
/* A PAUSE comes while a frame is on the transmit wire; the DUT inhibits at once. */
static void inhibited_during_frame(struct tape *t)
{
	uint8_t octets[60];

	make_pause(octets, 1);
	tape_wire(t->extra, octets, 60);
	tape_octets(t, 250, EVENT_RX_RUN, t->extra, WIRE);
	tape_add(t, 260, EVENT_OBS_LEVEL, 318);
	tape_add(t, 324, EVENT_OBS_LEVEL, 319);
	tape_add(t, 324, EVENT_OBS_RX, 64 | 1 << 17 | 1 << 18);
	tape_add(t, 325, EVENT_OBS_XOFF, 1)->timer = 64;
	tape_add(t, 389, EVENT_OBS_XOFF, 0);
}

/* ---- sent PAUSE frames ---- */

static void shift_pause(struct tape *t, size_t nth, uint64_t by)
{
	tape_find(t, EVENT_TX_START, nth)->cycle += by;
	tape_find(t, EVENT_TX_END, nth)->cycle += by;
	tape_find(t, EVENT_OBS_TX, nth)->cycle += by;
}
static void pause_late(struct tape *t)
{
	shift_pause(t, 1, 1);
}
static void drop_sent(struct tape *t, size_t nth)
{
	tape_drop(t, tape_find(t, EVENT_OBS_TX, nth));
	tape_drop(t, tape_find(t, EVENT_TX_END, nth));
	tape_drop(t, tape_find(t, EVENT_TX_START, nth));
}
static void pause_never(struct tape *t)
{
	drop_sent(t, 1);
}
static void resume_never(struct tape *t)
{
	drop_sent(t, 2);
}
static void pause_source(struct tape *t)
{
	t->xoff[19] ^= 1;
	tape_wire(t->xoff, t->xoff + 8, 60);
}
static void pause_destination(struct tape *t)
{
	t->xoff[13] = 0;
	tape_wire(t->xoff, t->xoff + 8, 60);
}
static void pause_quanta(struct tape *t)
{
	t->xoff[24] = 0x1F;
	tape_wire(t->xoff, t->xoff + 8, 60);
}
static void pause_reserved(struct tape *t)
{
	t->xoff[50] = 1;
	tape_wire(t->xoff, t->xoff + 8, 60);
}
static void pause_fcs(struct tape *t)
{
	t->xoff[70] ^= 4;
}
static void add_sent(struct tape *t, uint64_t cycle, const uint8_t *octets)
{
	tape_add(t, cycle, EVENT_TX_START, 0);
	tape_octets(t, cycle + WIRE, EVENT_TX_END, octets, WIRE);
	tape_add(t, cycle + WIRE, EVENT_OBS_TX, 64 | 1 << 16);
}
static void pause_twice(struct tape *t)
{
	add_sent(t, 810, t->xoff);
}
static void resume_at_start_up(struct tape *t)
{
	add_sent(t, 400, t->xon);
}
static void pause_at_equality(struct tape *t)
{
	/* the low mark equals the free count, which is no event */
	tape_find(t, EVENT_REG_WRITE, 4)->value = 319;
}
static void resume_at_equality(struct tape *t)
{
	/* both marks equal the free count, which is no event */
	tape_find(t, EVENT_REG_WRITE, 5)->value = 319;
	tape_find(t, EVENT_REG_WRITE, 6)->value = 319;
}
static void pause_gate(struct tape *t)
{
	tape_write_mode(t, 680, 0x045C, 0x042);
}
static void pause_half_duplex(struct tape *t)
{
	tape_write_mode(t, 680, 0x0400, 0x00A);
}
/* XOFF is due during an inhibit; the DUT holds it back. */
static void pause_held(struct tape *t)
{
	tape_find(t, EVENT_REG_WRITE, 4)->cycle = 180;
	tape_shift_data(t, 84);
	shift_pause(t, 1, (uint64_t)-399); /* in 304, when the inhibit is over, instead of 183 */
}

static const struct tape_change changes[] = {
	{ "inhibited one cycle late", xoff_late, RULE_PAUSE_LATENCY,
	  "the PAUSE ended in cycle 171 and inhibits from cycle 175 on, 4 octet times later" },
	{ "inhibited one cycle early", xoff_early, RULE_PAUSE_LATENCY,
	  "the PAUSE ended in cycle 171 and inhibits from cycle 175 on, 4 octet times later" },
	{ "never inhibited", xoff_never, RULE_PAUSE_OBEYED,
	  "the PAUSE that ended in cycle 171 has the PAUSE DA, type, opcode and FCS right, 64 octets: 2 quanta = 128 octet times "
	  "from cycle 175 to 303" },
	{ "timer one short", xoff_timer, RULE_PAUSE_TIME,
	  "the PAUSE that ended in cycle 171 has the PAUSE DA, type, opcode and FCS right, 64 octets: 2 quanta = 128 octet times "
	  "from cycle 175 to 303" },
	{ "resumed one cycle early", xon_early, RULE_PAUSE_TIME,
	  "the PAUSE that ended in cycle 171 has the PAUSE DA, type, opcode and FCS right, 64 octets: 2 quanta = 128 octet times "
	  "from cycle 175 to 303" },
	{ "resumed one cycle late", xon_late, RULE_PAUSE_TIME,
	  "the PAUSE that ended in cycle 171 has the PAUSE DA, type, opcode and FCS right, 64 octets: 2 quanta = 128 octet times "
	  "from cycle 175 to 303" },
	{ "resumed a quantum late", xon_a_quantum_late, RULE_PAUSE_TIME,
	  "the PAUSE that ended in cycle 171 has the PAUSE DA, type, opcode and FCS right, 64 octets: 2 quanta = 128 octet times "
	  "from cycle 175 to 303" },
	{ "never resumed", xon_never, RULE_PAUSE_EXPIRY,
	  "the time of the PAUSE that ended in cycle 171 is over: 2 quanta = 128 octet times from cycle 175 to 303" },
	{ "obeyed another multicast address", obeyed_da, RULE_PAUSE_DA,
	  "the frame with time 2 that ended in cycle 171 is no PAUSE: its DA is 01-80-C2-00-00-02; the station's is "
	  "00-11-22-33-44-55" },
	{ "obeyed a broadcast", obeyed_broadcast, RULE_PAUSE_DA,
	  "the frame with time 2 that ended in cycle 171 is no PAUSE: its DA is FF-FF-FF-FF-FF-FF; the station's is "
	  "00-11-22-33-44-55" },
	{ "obeyed another type", obeyed_type, RULE_PAUSE_TYPE,
	  "the frame with time 2 that ended in cycle 171 is no PAUSE: its type is 0x8809" },
	{ "obeyed another opcode", obeyed_opcode, RULE_PAUSE_OPCODE,
	  "the frame with time 2 that ended in cycle 171 is no PAUSE: its opcode is 0x0002" },
	{ "obeyed a bad FCS", obeyed_fcs, RULE_PAUSE_FCS,
	  "the frame with time 2 that ended in cycle 171 is no PAUSE: its FCS is wrong" },
	{ "obeyed a code error", obeyed_code_error, RULE_PAUSE_CODE_ERROR,
	  "the frame with time 2 that ended in cycle 171 is no PAUSE: it has a code error" },
	{ "obeyed 63 octets", obeyed_short, RULE_PAUSE_LENGTH,
	  "the frame with time 2 that ended in cycle 170 is no PAUSE: it has 63 octets" },
	{ "obeyed a tagged frame", obeyed_tagged, RULE_PAUSE_TAGGED,
	  "the frame with time 2 that ended in cycle 171 is no PAUSE: it is tagged" },
	{ "obeyed with RX_MODE[2] = 0", obeyed_gate, RULE_PAUSE_GATE,
	  "the frame with time 2 that ended in cycle 171 has no effect: PAUSE is not obeyed since cycle 21" },
	{ "obeyed in half duplex", obeyed_half_duplex, RULE_PAUSE_HALF_DUPLEX,
	  "the frame with time 2 that ended in cycle 171 has no effect: half duplex since cycle 21" },
	{ "still inhibited after RX_MODE[2] was cleared", gate_closed_while_paused, RULE_PAUSE_GATE,
	  "the transmitter is Xon since cycle 222: PAUSE is not obeyed since cycle 221" },
	{ "still inhibited after a receive reset", receive_reset_while_paused, RULE_PAUSE_RESET,
	  "the transmitter is Xon since cycle 222: a receive reset is visible in cycle 221" },
	{ "a longer time did not replace the running one", not_overwritten, RULE_PAUSE_OVERWRITE,
	  "the PAUSE that ended in cycle 261 has the PAUSE DA, type, opcode and FCS right, 64 octets: 5 quanta = 320 octet times "
	  "from cycle 265 to 585, in place of cycle 303 by the PAUSE before" },
	{ "time 0 did not resume", zero_ignored, RULE_PAUSE_ZERO_RESUMES,
	  "the PAUSE of time 0 that ended in cycle 261 releases the transmitter in cycle 265" },
	{ "inhibited before the frame in progress had ended", inhibited_during_frame, RULE_PAUSE_AFTER_FRAME,
	  "the PAUSE of 1 quantum that ended in cycle 321 waits for the end of the frame on the wire since cycle 304" },
	{ "XOFF one cycle late", pause_late, RULE_PAUSE_TX_LATENCY,
	  "requested since cycle 702, and the frame before ended in cycle 375" },
	{ "XOFF never sent", pause_never, RULE_XOFF_BELOW_LOW, "free 319 < low mark 511 in cycle 701: XOFF" },
	{ "XON never sent", resume_never, RULE_XON_ABOVE_HIGH,
	  "free 319 > high mark 0 in cycle 901, and the time of the XOFF runs until cycle 4195015: XON" },
	{ "XOFF with another SA", pause_source, RULE_PAUSE_TX_FORMAT,
	  "a PAUSE frame from the station 00-11-22-33-44-55, 64 octets with FCS, reserved octets 0" },
	{ "XOFF with another DA", pause_destination, RULE_PAUSE_TX_FORMAT,
	  "a PAUSE frame from the station 00-11-22-33-44-55, 64 octets with FCS, reserved octets 0" },
	{ "XOFF with the short time", pause_quanta, RULE_PAUSE_TX_QUANTA,
	  "the registers select 65535 = 0xffff for an XOFF since cycle 17, and an XON carries 0" },
	{ "XOFF with a reserved octet", pause_reserved, RULE_PAUSE_TX_FORMAT,
	  "a PAUSE frame from the station 00-11-22-33-44-55, 64 octets with FCS, reserved octets 0" },
	{ "XOFF with a bad FCS", pause_fcs, RULE_TX_FCS,
	  "the PAUSE frame that started in cycle 703 ends with the CRC-32 of the 60 octets before it" },
	{ "XOFF twice for one crossing", pause_twice, RULE_XOFF_ONCE,
	  "the crossing of cycle 702 has had its XOFF, and no refresh is selected" },
	{ "XON without XOFF", resume_at_start_up, RULE_XON_AFTER_XOFF, "no XOFF was sent since the reset" },
	{ "XOFF at equality with the low mark", pause_at_equality, RULE_XOFF_BELOW_LOW,
	  "free 319 = low mark 319: XOFF needs fewer; not low since the reset" },
	{ "XON at equality with the high mark", resume_at_equality, RULE_XON_ABOVE_HIGH,
	  "free 319 = high mark 319: XON needs more; low since cycle 702" },
	{ "PAUSE sent with TX_MODE[4] = 0", pause_gate, RULE_PAUSE_TX_GATE, "sending PAUSE is off since cycle 681" },
	{ "PAUSE sent in half duplex", pause_half_duplex, RULE_PAUSE_HALF_DUPLEX,
	  "half duplex, in which no PAUSE frame is sent, since cycle 681" },
	{ "a PAUSE held by the inhibit", pause_held, RULE_PAUSE_NOT_HELD,
	  "a control frame is requested since cycle 182: it goes ahead of data, and no inhibit holds it" },
};

Test(scoreboard, every_change_of_a_pause_is_found_under_its_rule)
{
	tape_changes_are_found(changes, COUNT_OF(changes));
}

Test(scoreboard, a_wrong_inhibit_is_reported_with_its_length)
{
	static const struct {
		void (*change)(struct tape *t);
		const char *text;
	} cases[] = {
		{ xon_a_quantum_late, "lasted 192 octet times, 1.5 x 2 quanta" },
		{ xon_early, "lasted 127 octet times, 1.0 x 2 quanta" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scoreboard_result result;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		cases[i].change(&t);
		tape_play(&t, false, &result);
		cr_expect(result.findings && strstr(result.finding[0].actual, cases[i].text), "%s: %s", tape_rule(&result),
		          result.finding[0].actual);
	}
}

/* ... and a PAUSE frame that comes late with how late it is. */
Test(scoreboard, a_late_pause_is_reported_with_its_delay)
{
	struct scoreboard_result result;
	struct tape t;

	tape_make(&t, 0x006, 0x052);
	pause_late(&t);
	tape_play(&t, false, &result);
	cr_assert_gt(result.findings, 0);
	cr_expect_str_eq(result.finding[0].expected, "XOFF at cycle 703");
	cr_expect_str_eq(result.finding[0].actual, "at cycle 704, 1 clock late");
}

/* A black-box run has no observation ports and accepts times within the slack, but still checks wires and registers. */
Test(scoreboard, black_box_checks_sent_pauses)
{
	static const struct tape_seen cases[] = {
		{ "obs_xoff", xoff_never, false },   { "XOFF one cycle late", pause_late, false },
		{ "XOFF never", pause_never, true }, { "XON never", resume_never, true },
		{ "XOFF time", pause_quanta, true }, { "XON at start-up", resume_at_start_up, true },
	};

	tape_changes_as_black_box(cases, COUNT_OF(cases));
}
