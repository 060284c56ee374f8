/* SPDX-License-Identifier: Apache-2.0 */
/* The scoreboard can fail: each single change of a data frame, the host, the level, records and registers on the tape is found under its rule. */
#include "scoreboard_tape.h"

#include "conform/requirement.h"

#include <criterion/criterion.h>
#include <string.h>

/* ---- data frames on the transmit wire ---- */

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

/* ---- host, level, records and registers ---- */

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

static const struct tape_change changes[] = {
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
	{ "a wrong octet to the host", host_octet, RULE_RX_HOST_CONTENT,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host" },
	{ "an octet less to the host", host_short, RULE_RX_HOST_CONTENT,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host" },
	{ "a good frame marked bad", host_mark, RULE_RX_BAD_MARK,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host; RX_MTU 1518" },
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
	  "bits keep PAUSE frames from the host; RX_MODE.KEEP_PAUSE 0" },
	{ "a foreign frame to the host", host_foreign, RULE_RX_FILTER,
	  "the frame of 64 octets that ended in cycle 571: unicast 00-11-22-33-44-56, right FCS; not to the host: the address "
	  "filter does not pass it: no entry has its address, RX_MODE 0x6" },
	{ "a control frame to the host", host_control, RULE_KEEP_MAC_CONTROL,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x8808, right FCS; not to the host: the mode bits keep "
	  "control frames from the host; RX_MODE.KEEP_MAC_CONTROL 0" },
	{ "a bad frame to the host", host_bad, RULE_RX_BAD_FRAME,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, wrong FCS; not to the host: the mode bits keep "
	  "such frames from the host; RX_MTU 1518, RX_MODE.NO_CRC_CHECK 0" },
	{ "a frame for the host discarded", host_discarded, RULE_RX_DROP_ALLOWANCE,
	  "the frame of 64 octets that ended in cycle 571: unicast, type 0x0800, right FCS; it goes to the host; "
	  "MAC_RX_LOW_WATERMARK 42, LOW_WMARK_MAX_RX_FRAME 2" },
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
	  "what comes on the receive wire since cycle 100 is a frame, whose one record comes by cycle 174" },
	{ "tx record with another length", tx_record_length, RULE_TX_RECORD,
	  "the newest frame ended in cycle 375: data, 64 octets" },
	{ "tx record of another kind", tx_record_kind, RULE_TX_RECORD, "the newest frame ended in cycle 375: data, 64 octets" },
	{ "tx record missing", tx_record_missing, RULE_TX_RECORD, "the newest frame ended in cycle 375: data, 64 octets" },
	{ "tx record one cycle late", tx_record_late, RULE_TX_RECORD, "the newest frame ended in cycle 375: data, 64 octets" },
	{ "tx record by itself", tx_record_extra, RULE_TX_RECORD, "the newest frame ended in cycle 375: data, 64 octets" },
	{ "a read that did not clear", read_not_cleared, RULE_READ_CLEARS,
	  "the read in cycle 1018 showed 1 and cleared it; nothing to count since cycle 1018" },
	{ "pslverr at a mapped address", read_error, RULE_APB_ERROR,
	  "outXoffSent is at 0x0810, and no access to it is an error" },
	{ "no pslverr at an unmapped address", read_no_error, RULE_APB_ERROR, "no register is at 0x0408" },
	{ "pslverr for a write", write_error, RULE_APB_ERROR, "RX_MODE is at 0x0468" },
	{ "MDC by itself", mdc_by_itself, RULE_MDIO_TIMING,
	  "no management frame was started since the reset, so MDC is low and MDIO is not driven" },
	{ "the stimulus expected something else", expectation, RULE_EXPECT,
	  "newest event: +1 in cycle 775 by the sent frame of 64 octets that ended in cycle 774" },
};

Test(scoreboard, every_change_is_found_under_its_rule)
{
	tape_changes_are_found(changes, COUNT_OF(changes));
}

/* A black-box run has no observation ports and accepts times within the slack, but still checks wires and registers. */
Test(scoreboard, black_box_checks_wires_and_registers)
{
	static const struct tape_seen cases[] = {
		{ "obs_level", level_value, false },
		{ "obs_rx", rx_record_length, false },
		{ "obs_tx", tx_record_missing, false },
		{ "data one cycle late", data_late, false },
		{ "host one cycle late", host_late, false },
		{ "data never", data_never, true },
		{ "data taken and never sent", tape_data_lost, true },
		{ "a sent octet", data_octet, true },
		{ "a sent FCS", data_fcs, true },
		{ "preamble", data_preamble, true },
		{ "gap", data_gap, true },
		{ "sent twice", data_twice, true },
		{ "a host octet", host_octet, true },
		{ "host never", tape_host_never, true },
		{ "host twice", host_twice, true },
		{ "tuser", host_mark, true },
		{ "PAUSE to the host", host_pause, true },
		{ "no clear on read", read_not_cleared, true },
		{ "pslverr", read_no_error, true },
	};

	tape_changes_as_black_box(cases, COUNT_OF(cases));
}

/* What reaches the host and came from nobody is a fragment, or a frame too many: each breaks a requirement of its own. */
Test(scoreboard, a_frame_from_nobody_breaks_the_requirement_of_its_length)
{
	static const struct {
		uint32_t len;
		const char *requirement;
	} cases[] = { { 63, "4-rx-runt" }, { 20, "4-rx-runt" }, { 64, "4-rx-content" }, { 500, "4-rx-content" } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		static const uint8_t octets[500] = { 0x02, 0x11 };
		struct scoreboard_result result;
		const char *requirement;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		tape_add(&t, 645, EVENT_HOST_START, 0);
		tape_octets(&t, 644 + cases[i].len, EVENT_HOST_FRAME, octets, cases[i].len);
		tape_play(&t, false, &result);
		cr_assert_geq(result.findings, 1, "%u octets", cases[i].len);
		cr_expect_eq(result.finding[0].rule, RULE_RX_HOST_UNWANTED, "%s", tape_rule(&result));
		requirement = requirement_instead(result.finding[0].rule, result.finding[0].what);
		cr_expect(requirement && !strcmp(requirement, cases[i].requirement), "%u octets: %s: %s", cases[i].len,
		          result.finding[0].what, requirement ? requirement : "none");
	}
}
