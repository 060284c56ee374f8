/* SPDX-License-Identifier: Apache-2.0 */
/* The scoreboard can fail: each single change of an event of the DUT on the tape is found under its rule. */
#include "scoreboard_tape.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- one change each ---- */

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

static void data_in_xoff(struct tape *t)
{
	tape_find(t, EVENT_TX_START, 0)->cycle -= 60;
	tape_find(t, EVENT_HOST_TAKEN, 0)->cycle -= 60;
	tape_find(t, EVENT_TX_END, 0)->cycle -= 60;
	tape_find(t, EVENT_OBS_TX, 0)->cycle -= 60;
}
static void data_late(struct tape *t)
{
	tape_shift_data(t, 1);
}
static void data_never(struct tape *t)
{
	tape_drop(t, tape_find(t, EVENT_OBS_TX, 0));
	tape_drop(t, tape_find(t, EVENT_TX_END, 0));
	tape_drop(t, tape_find(t, EVENT_HOST_TAKEN, 0));
	tape_drop(t, tape_find(t, EVENT_TX_START, 0));
}
static void data_disabled(struct tape *t)
{
	tape_write_mode(t, 290, 0x045C, 0x050);
}
static void data_octet(struct tape *t)
{
	t->sent[40] ^= 1;
	tape_wire(t->sent, t->sent + 8, 60);
}
static void data_fcs(struct tape *t)
{
	t->sent[71] ^= 1;
}
static void data_preamble(struct tape *t)
{
	memmove(t->sent, t->sent + 1, WIRE - 1);
	tape_find(t, EVENT_TX_END, 0)->len = WIRE - 1;
	tape_find(t, EVENT_TX_END, 0)->cycle--;
	tape_find(t, EVENT_OBS_TX, 0)->cycle--;
}
static void data_sfd(struct tape *t)
{
	t->sent[7] = 0x5D;
}
static void data_pad(struct tape *t)
{
	tape_find(t, EVENT_HOST_OFFER, 0)->len = 50;
	tape_find(t, EVENT_HOST_TAKEN, 0)->cycle -= 10;
	memset(t->sent + 58, 0, 10);
	t->sent[60] = 1;
	tape_wire(t->sent, t->sent + 8, 60);
}
static void data_cut(struct tape *t)
{
	tape_find(t, EVENT_TX_END, 0)->len = 50;
	tape_find(t, EVENT_TX_END, 0)->cycle -= 22;
	tape_find(t, EVENT_OBS_TX, 0)->cycle -= 22;
	tape_find(t, EVENT_OBS_TX, 0)->value = 42;
	tape_drop(t, tape_find(t, EVENT_HOST_TAKEN, 0));
}
static void data_error(struct tape *t)
{
	tape_find(t, EVENT_TX_END, 0)->error_at = 30;
	tape_find(t, EVENT_TX_END, 0)->value = 1;
}
static void data_twice(struct tape *t)
{
	tape_add(t, 400, EVENT_TX_START, 0);
	tape_octets(t, 472, EVENT_TX_END, t->sent, WIRE);
	tape_add(t, 472, EVENT_OBS_TX, 64);
}
/* The next frame is offered at once, so it is due 12 octet times after the first one, in 388. */
static void data_gap(struct tape *t)
{
	tape_octets(t, 372, EVENT_HOST_OFFER, t->offer, 60);
	tape_add(t, 387, EVENT_TX_START, 0);
	tape_add(t, 387 + 66, EVENT_HOST_TAKEN, 0);
	tape_octets(t, 387 + 72, EVENT_TX_END, t->sent, WIRE);
	tape_add(t, 387 + 72, EVENT_OBS_TX, 64);
}

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

static void host_octet(struct tape *t)
{
	t->host[30] ^= 1;
}
static void host_short(struct tape *t)
{
	tape_find(t, EVENT_HOST_FRAME, 0)->len = 63;
}
static void host_mark(struct tape *t)
{
	tape_find(t, EVENT_HOST_FRAME, 0)->value = 1;
}
static void host_late(struct tape *t)
{
	tape_find(t, EVENT_HOST_START, 0)->cycle++;
	tape_find(t, EVENT_HOST_FRAME, 0)->cycle++;
	tape_find(t, EVENT_OBS_LEVEL, 4)->cycle++;
}
static void host_twice(struct tape *t)
{
	tape_add(t, 645, EVENT_HOST_START, 0);
	tape_octets(t, 645 + 63, EVENT_HOST_FRAME, t->host, 64);
}
static void host_bubble(struct tape *t)
{
	tape_find(t, EVENT_HOST_FRAME, 0)->cycle++;
	tape_find(t, EVENT_HOST_FRAME, 0)->timer = 1;
	tape_find(t, EVENT_OBS_LEVEL, 4)->cycle++;
}
static void host_drop(struct tape *t)
{
	tape_add(t, 600, EVENT_HOST_DROP, 24);
}
/* The PAUSE reaches the host although keep-pause is off. */
static void host_pause(struct tape *t)
{
	tape_add(t, 176, EVENT_HOST_START, 0);
	tape_octets(t, 176 + 63, EVENT_HOST_FRAME, t->pause + 8, 64);
}
/* The same for a frame to another station, a control frame and a bad frame, each with the right mark. */
static void host_instead(struct tape *t, uint32_t record, bool bad)
{
	if (!bad)
		frame_put_fcs(t->frame + 68, frame_fcs(t->frame + 8, 60));
	memcpy(t->host, t->frame + 8, 64);
	tape_find(t, EVENT_OBS_RX, 1)->value = record;
	tape_find(t, EVENT_HOST_FRAME, 0)->value = bad;
	tape_find(t, EVENT_OBS_LEVEL, 4)->cycle = 574;
}
static void host_foreign(struct tape *t)
{
	t->frame[13] = 0x56;
	host_instead(t, 64, false);
}
static void host_control(struct tape *t)
{
	memcpy(t->frame + 20, "\x88\x08\x00\x02", 4);
	host_instead(t, 64 | 1 << 18, false);
}
static void host_bad(struct tape *t)
{
	t->frame[71] ^= 1;
	host_instead(t, 64 | 1 << 16, true);
}
static void host_discarded(struct tape *t)
{
	tape_find(t, EVENT_OBS_RX, 1)->value = 64 | 1 << 20;
	tape_find(t, EVENT_OBS_LEVEL, 4)->cycle = 574;
	tape_drop(t, tape_find(t, EVENT_HOST_FRAME, 0));
	tape_drop(t, tape_find(t, EVENT_HOST_START, 0));
}

static void level_value(struct tape *t)
{
	tape_find(t, EVENT_OBS_LEVEL, 3)->value = 317;
}
static void level_late(struct tape *t)
{
	tape_find(t, EVENT_OBS_LEVEL, 3)->cycle++;
}
static void level_never(struct tape *t)
{
	tape_drop(t, tape_find(t, EVENT_OBS_LEVEL, 4));
}
static void level_at_reset(struct tape *t)
{
	tape_find(t, EVENT_OBS_LEVEL, 0)->value = 320;
}
static void level_by_itself(struct tape *t)
{
	tape_add(t, 450, EVENT_OBS_LEVEL, 318);
}
static void rx_record_length(struct tape *t)
{
	tape_find(t, EVENT_OBS_RX, 1)->value ^= 1;
}
static void rx_record_missing(struct tape *t)
{
	tape_drop(t, tape_find(t, EVENT_OBS_RX, 1));
}
static void rx_record_late(struct tape *t)
{
	tape_find(t, EVENT_OBS_RX, 1)->cycle++;
}
static void rx_record_extra(struct tape *t)
{
	tape_add(t, 450, EVENT_OBS_RX, 64);
}
static void tx_record_length(struct tape *t)
{
	tape_find(t, EVENT_OBS_TX, 0)->value ^= 1;
}
static void tx_record_kind(struct tape *t)
{
	tape_find(t, EVENT_OBS_TX, 0)->value |= 1 << 16;
}
static void tx_record_missing(struct tape *t)
{
	tape_drop(t, tape_find(t, EVENT_OBS_TX, 0));
}
static void tx_record_late(struct tape *t)
{
	tape_find(t, EVENT_OBS_TX, 0)->cycle++;
}
static void tx_record_extra(struct tape *t)
{
	tape_add(t, 450, EVENT_OBS_TX, 64);
}
static void read_not_cleared(struct tape *t)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->events[i].kind == EVENT_REG_READ && t->events[i].cycle == 1036)
			t->events[i].value = 1;
}
static void read_error(struct tape *t)
{
	tape_find_read(t, 0x0810)->error = true;
}
static void read_no_error(struct tape *t)
{
	tape_find_read(t, 0x0408)->error = false;
}
static void write_error(struct tape *t)
{
	tape_find(t, EVENT_REG_WRITE, 2)->error = true;
}
static void mdc_by_itself(struct tape *t)
{
	tape_add(t, 450, EVENT_MDIO, 1);
}
static void expectation(struct tape *t)
{
	struct event *e = tape_find_read(t, 0x0810);

	e->expect = 2;
	e->expect_mask = 0xFF;
}

static const struct {
	const char *what;
	void (*change)(struct tape *t);
	enum rule rule;
	const char *why; /* the golden model's sentence in the finding */
} changes[] = {
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
	  "the frame with time 2 that ended in cycle 171 is no PAUSE: its DA is 01-80-C2-00-00-02" },
	{ "obeyed a broadcast", obeyed_broadcast, RULE_PAUSE_DA,
	  "the frame with time 2 that ended in cycle 171 is no PAUSE: its DA is FF-FF-FF-FF-FF-FF" },
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
	{ "data started while inhibited", data_in_xoff, RULE_NO_DATA_IN_XOFF,
	  "the PAUSE of 2 quanta that ended in cycle 171 inhibits from cycle 175 to 303" },
	{ "data started one cycle late", data_late, RULE_DATA_RESUMES,
	  "a frame of the host waits since cycle 200, the transmitter is Xon since cycle 303" },
	{ "data never started", data_never, RULE_DATA_RESUMES,
	  "a frame of the host waits since cycle 200, the transmitter is Xon since cycle 303" },
	{ "data taken and never sent", tape_data_lost, RULE_TX_LOST,
	  "the host handed the frame over from cycle 200 on, and nothing that loses it happened since" },
	{ "data started while disabled", data_disabled, RULE_TX_DISABLED, "the transmitter is disabled since cycle 291" },
	{ "a sent octet is wrong", data_octet, RULE_TX_CONTENT,
	  "the host's frame that started in cycle 304 has 60 octets by the host, in order" },
	{ "the FCS of a sent frame is wrong", data_fcs, RULE_TX_FCS,
	  "the host's frame that started in cycle 304 ends with the CRC-32 of the 60 octets before it" },
	{ "six octets of preamble", data_preamble, RULE_TX_PREAMBLE,
	  "the host's frame that started in cycle 304 begins with 55 55 55 55 55 55 55 D5" },
	{ "a wrong SFD", data_sfd, RULE_TX_PREAMBLE,
	  "the host's frame that started in cycle 304 begins with 55 55 55 55 55 55 55 D5" },
	{ "a pad that is not zero", data_pad, RULE_TX_PAD,
	  "the host's frame that started in cycle 304 has 60 octets, of which 50 by the host, before its FCS" },
	{ "a frame cut on the wire", data_cut, RULE_TX_FINISHES,
	  "the host's frame that started in cycle 304 has 60 octets by the host, in order" },
	{ "tx_er in a good frame", data_error, RULE_TX_UNDERRUN,
	  "the host's frame that started in cycle 304 got all of its 60 octets in time, so it has no error" },
	{ "a frame sent twice", data_twice, RULE_TX_SPURIOUS, "the host has handed no frame over that is not sent" },
	{ "eleven idle octets", data_gap, RULE_TX_GAP,
	  "the frame before ended in cycle 375, so a gap of 12 octets ends in cycle 387" },
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
	{ "XON without XOFF", resume_at_start_up, RULE_XON_AFTER_XOFF, "no XOFF holds the partner" },
	{ "XOFF at equality with the low mark", pause_at_equality, RULE_XOFF_BELOW_LOW,
	  "free 319 = low mark 319: XOFF needs fewer; not low since the reset" },
	{ "XON at equality with the high mark", resume_at_equality, RULE_XON_ABOVE_HIGH,
	  "free 319 = high mark 319: XON needs more; low since cycle 702" },
	{ "PAUSE sent with TX_MODE[4] = 0", pause_gate, RULE_PAUSE_TX_GATE, "sending PAUSE is off since cycle 681" },
	{ "PAUSE sent in half duplex", pause_half_duplex, RULE_PAUSE_HALF_DUPLEX,
	  "half duplex, in which no PAUSE frame is sent, since cycle 681" },
	{ "a PAUSE held by the inhibit", pause_held, RULE_PAUSE_NOT_HELD,
	  "a control frame is requested since cycle 182: it goes ahead of data, and no inhibit holds it" },
	{ "a wrong octet to the host", host_octet, RULE_RX_HOST_CONTENT,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host" },
	{ "an octet less to the host", host_short, RULE_RX_HOST_CONTENT,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host" },
	{ "a good frame marked bad", host_mark, RULE_RX_BAD_MARK,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host" },
	{ "offered to the host one cycle late", host_late, RULE_RX_HOST_MISSING,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host" },
	{ "never offered to the host", tape_host_never, RULE_RX_HOST_MISSING,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host" },
	{ "twice to the host", host_twice, RULE_RX_HOST_UNWANTED,
	  "the host has got each frame that was received for it; the newest frame ended in cycle 571" },
	{ "tvalid fell", host_drop, RULE_RX_AXIS,
	  "the host takes a word in each cycle with tready, and only then may it change" },
	{ "a bubble inside a frame", host_bubble, RULE_RX_AXIS,
	  "the host takes a word in each cycle with tready, and only then may it change" },
	{ "PAUSE to the host", host_pause, RULE_KEEP_PAUSE,
	  "the frame of 64 octets that ended in cycle 171: multicast, type 0x8808, right FCS, a PAUSE; not to the host: the mode "
	  "bits keep PAUSE frames from the host" },
	{ "a foreign frame to the host", host_foreign, RULE_RX_FILTER,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; not to the host: no address filter "
	  "passes it" },
	{ "a control frame to the host", host_control, RULE_KEEP_MAC_CONTROL,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x8808, right FCS; not to the host: the mode bits keep "
	  "control frames from the host" },
	{ "a bad frame to the host", host_bad, RULE_RX_BAD_FRAME,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, wrong FCS; not to the host: the mode bits keep "
	  "such frames from the host" },
	{ "a frame for the host discarded", host_discarded, RULE_RX_DROP_ALLOWANCE,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host" },
	{ "level one too low", level_value, RULE_BUFFER_LEVEL,
	  "the level is 318 since cycle 510, and was 319 before; newest frame: 64 octets, ended in cycle 171, not kept" },
	{ "level one cycle late", level_late, RULE_BUFFER_LEVEL,
	  "the level is 318 since cycle 510, and was 319 before; newest frame: 64 octets, ended in cycle 171, not kept" },
	{ "an MBUF never given back", level_never, RULE_BUFFER_LEVEL,
	  "the level is 319 since cycle 640, and was 318 before; newest frame: 64 octets, ended in cycle 571, stored" },
	{ "one MBUF too many at reset", level_at_reset, RULE_BUFFER_LEVEL, "nothing was stored since the reset" },
	{ "a level change by itself", level_by_itself, RULE_BUFFER_LEVEL,
	  "the level is 319 since cycle 174, and was 318 before; newest frame: 64 octets, ended in cycle 171, not kept" },
	{ "rx record with another length", rx_record_length, RULE_RX_RECORD,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host" },
	{ "rx record missing", rx_record_missing, RULE_RX_RECORD,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host" },
	{ "rx record one cycle late", rx_record_late, RULE_RX_RECORD,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host" },
	{ "rx record by itself", rx_record_extra, RULE_RX_RECORD,
	  "no frame is classified here; what came on the receive wire from cycle 100 on: it had its record before, or is not "
	  "over" },
	{ "tx record with another length", tx_record_length, RULE_TX_RECORD,
	  "the newest frame ended in cycle 375: data, 64 octets" },
	{ "tx record of another kind", tx_record_kind, RULE_TX_RECORD, "the newest frame ended in cycle 375: data, 64 octets" },
	{ "tx record missing", tx_record_missing, RULE_TX_RECORD, "the newest frame ended in cycle 375: data, 64 octets" },
	{ "tx record one cycle late", tx_record_late, RULE_TX_RECORD, "the newest frame ended in cycle 375: data, 64 octets" },
	{ "tx record by itself", tx_record_extra, RULE_TX_RECORD, "the newest frame ended in cycle 375: data, 64 octets" },
	{ "a read that did not clear", read_not_cleared, RULE_READ_CLEARS,
	  "the read in cycle 1018 showed 1 and cleared it; no event since cycle 1018" },
	{ "pslverr at a mapped address", read_error, RULE_APB_ERROR, "a register is at the address" },
	{ "no pslverr at an unmapped address", read_no_error, RULE_APB_ERROR, "no register is at the address" },
	{ "pslverr for a write", write_error, RULE_APB_ERROR, "a register is at the address" },
	{ "MDC by itself", mdc_by_itself, RULE_MDIO_TIMING, "no management frame was started since the reset" },
	{ "the stimulus expected something else", expectation, RULE_EXPECT, "" },
};

/* What the golden model says to the first finding of CHANGE, which has a cause and is found under its rule. */
static void check_why(size_t i, const struct finding *finding)
{
	cr_expect_str_eq(finding->why, changes[i].why, "%s: the finding says '%s'", changes[i].what, finding->why);
	cr_expect_leq(finding->cause_cycle, finding->cycle, "%s", changes[i].what);
	cr_expect_str_eq(finding_document(finding), rule_document(finding->rule, "bcm5718"), "%s", changes[i].what);
}

Test(scoreboard, every_change_is_found_under_its_rule)
{
	for (size_t i = 0; i < COUNT_OF(changes); i++) {
		struct scoreboard_result result;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		changes[i].change(&t);
		tape_play(&t, false, &result);
		cr_expect_gt(result.findings, 0, "%s: no finding", changes[i].what);
		/* the model resyncs to the device, so that later events are not all wrong */
		cr_expect_leq(result.findings, 8, "%s: %" PRIu64 " findings", changes[i].what, result.findings);
		if (result.findings)
			check_why(i, &result.finding[0]);
		if (result.findings)
			cr_expect_eq(result.finding[0].rule, changes[i].rule,
			             "%s: expected rule %s, actual %s: cycle %" PRIu64 ", %s: expected %s, actual %s",
			             changes[i].what, rule_table[changes[i].rule].name, tape_rule(&result),
			             result.finding[0].cycle, result.finding[0].what, result.finding[0].expected,
			             result.finding[0].actual);
	}
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

/* A black-box run has no observation ports and accepts times within the slack, but still checks wires and registers. */
Test(scoreboard, black_box_checks_wires_and_registers)
{
	static const struct {
		const char *what;
		void (*change)(struct tape *t);
		bool found;
	} cases[] = {
		{ "obs_xoff", xoff_never, false },
		{ "obs_level", level_value, false },
		{ "obs_rx", rx_record_length, false },
		{ "obs_tx", tx_record_missing, false },
		{ "data one cycle late", data_late, false },
		{ "host one cycle late", host_late, false },
		{ "XOFF one cycle late", pause_late, false },
		{ "data never", data_never, true },
		{ "data taken and never sent", tape_data_lost, true },
		{ "a sent octet", data_octet, true },
		{ "a sent FCS", data_fcs, true },
		{ "preamble", data_preamble, true },
		{ "gap", data_gap, true },
		{ "sent twice", data_twice, true },
		{ "XOFF never", pause_never, true },
		{ "XON never", resume_never, true },
		{ "XOFF time", pause_quanta, true },
		{ "XON at start-up", resume_at_start_up, true },
		{ "a host octet", host_octet, true },
		{ "host never", tape_host_never, true },
		{ "host twice", host_twice, true },
		{ "tuser", host_mark, true },
		{ "PAUSE to the host", host_pause, true },
		{ "no clear on read", read_not_cleared, true },
		{ "pslverr", read_no_error, true },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scoreboard_result result;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		cases[i].change(&t);
		tape_play(&t, true, &result);
		cr_expect_eq(result.findings > 0, cases[i].found, "%s: %" PRIu64 " findings (%s)", cases[i].what, result.findings,
		             tape_rule(&result));
	}
}
