/* SPDX-License-Identifier: Apache-2.0 */
/* A tape of events that was made by hand from doc/devices/bcm5718.md; scoreboard_tape.h. */
#include "scoreboard_tape.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct event *tape_add(struct tape *t, uint64_t cycle, enum event_kind kind, uint32_t value)
{
	struct event *e = &t->events[t->count++];

	cr_assert_lt(t->count, TAPE_MAX);
	*e = (struct event){ .cycle = cycle, .kind = (uint8_t)kind, .value = value, .error_at = -1 };
	return e;
}

struct event *tape_octets(struct tape *t, uint64_t cycle, enum event_kind kind, const uint8_t *octets, uint32_t len)
{
	struct event *e = tape_add(t, cycle, kind, 0);

	e->octets = octets;
	e->len = len;
	return e;
}

void tape_write(struct tape *t, uint64_t cycle, uint16_t address, uint32_t value)
{
	struct event *e = tape_add(t, cycle, EVENT_REG_WRITE, value);

	e->address = address;
	e->strobe = 0xF;
}

struct event *tape_read(struct tape *t, uint64_t cycle, uint16_t address, uint32_t value)
{
	struct event *e = tape_add(t, cycle, EVENT_REG_READ, value);

	e->address = address;
	e->duration = 1;
	return e;
}

/* Returns the NTH event of a kind; fails the test if there is none. */
struct event *tape_find(struct tape *t, enum event_kind kind, size_t nth)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->events[i].kind == kind && !nth--)
			return &t->events[i];
	cr_assert_fail("no such event");
	return NULL;
}

struct event *tape_find_read(struct tape *t, uint16_t address)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->events[i].kind == EVENT_REG_READ && t->events[i].address == address)
			return &t->events[i];
	cr_assert_fail("no read of 0x%04X", address);
	return NULL;
}

void tape_drop(struct tape *t, struct event *e)
{
	memmove(e, e + 1, (size_t)(t->events + --t->count - e) * sizeof(*e));
}

/* Makes preamble, SFD, LEN octets and their FCS. */
void tape_wire(uint8_t *ret, const uint8_t *octets, size_t len)
{
	memset(ret, 0x55, 7);
	ret[7] = 0xD5;
	memmove(ret + 8, octets, len);
	frame_put_fcs(ret + 8 + len, frame_fcs(ret + 8, len));
}

void tape_sort(struct tape *t)
{
	for (size_t i = 1; i < t->count; i++) {
		struct event e = t->events[i];
		size_t at = i;
		for (; at && (t->events[at - 1].cycle > e.cycle ||
		              (t->events[at - 1].cycle == e.cycle && t->events[at - 1].kind > e.kind));
		     at--)
			t->events[at] = t->events[at - 1];
		t->events[at] = e;
	}
}

/* Cycle for cycle from doc/devices/bcm5718.md:
 * 100 a PAUSE of time 2 begins on the wire: B=108, MBUF taken visible in 110, E=171, J=174, inhibited 175 to 303;
 * 200 the host offers 60 octets: starts in 304 (resume = 1), last octet taken in 304+7+59, ends before 376;
 * 500 a frame for the station: J=574, host stream from 576, 64 octets to 639, MBUF back in 640;
 * 700 low mark above all: visible 701, low 702, XOFF from 703 to 775; 900 marks to 0: low ends 902, XON 903 to 975. */
void tape_make(struct tape *t, uint32_t rx_mode, uint32_t tx_mode)
{
	static const uint8_t station[6] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55 };
	uint8_t octets[64];

	memset(t, 0, sizeof(*t));
	make_pause(octets, 2);
	tape_wire(t->pause, octets, 60);
	make_frame(octets, 60, "00-11-22-33-44-55", 0x0800);
	tape_wire(t->frame, octets, 60);
	memcpy(t->host, t->frame + 8, 64);
	make_frame(t->offer, 60, "02-00-00-00-00-02", 0x0800);
	tape_wire(t->sent, t->offer, 60);
	frame_pause(t->xoff + 8, station, 0xFFFF);
	tape_wire(t->xoff, t->xoff + 8, 60);
	frame_pause(t->xon + 8, station, 0);
	tape_wire(t->xon, t->xon + 8, 60);

	tape_add(t, 0, EVENT_RESET, 4);
	tape_add(t, 2, EVENT_HOST_READY, 1);
	tape_add(t, 2, EVENT_OBS_LEVEL, 319);
	tape_write(t, 10, 0x0410, 0x0011);
	tape_write(t, 12, 0x0414, 0x22334455);
	tape_write(t, 14, 0x0468, rx_mode);
	tape_write(t, 16, 0x045C, tx_mode);
	tape_octets(t, 100, EVENT_RX_RUN, t->pause, WIRE);
	tape_add(t, 110, EVENT_OBS_LEVEL, 318);
	tape_add(t, 174, EVENT_OBS_LEVEL, 319);
	tape_add(t, 174, EVENT_OBS_RX, 64 | 1 << 17 | 1 << 18);
	tape_add(t, 175, EVENT_OBS_XOFF, 1)->timer = 128;
	tape_octets(t, 200, EVENT_HOST_OFFER, t->offer, 60);
	tape_read(t, 250, 0x0460, 0x9);
	tape_add(t, 303, EVENT_OBS_XOFF, 0);
	tape_add(t, 304, EVENT_TX_START, 0);
	tape_add(t, 370, EVENT_HOST_TAKEN, 0);
	tape_octets(t, 376, EVENT_TX_END, t->sent, WIRE);
	tape_add(t, 376, EVENT_OBS_TX, 64);
	tape_octets(t, 500, EVENT_RX_RUN, t->frame, WIRE);
	tape_add(t, 510, EVENT_OBS_LEVEL, 318);
	tape_add(t, 574, EVENT_OBS_RX, 64 | 1 << 19);
	tape_add(t, 576, EVENT_HOST_START, 0);
	tape_octets(t, 639, EVENT_HOST_FRAME, t->host, 64);
	tape_add(t, 640, EVENT_OBS_LEVEL, 319);
	tape_write(t, 700, 0x4414, 0x1FF);
	tape_add(t, 703, EVENT_TX_START, 0);
	tape_octets(t, 775, EVENT_TX_END, t->xoff, WIRE);
	tape_add(t, 775, EVENT_OBS_TX, 64 | 1 << 16);
	tape_read(t, 800, 0x046C, 0x3);
	tape_read(t, 802, 0x0460, 0xA);
	tape_read(t, 804, 0x4404, 0x10);
	tape_write(t, 898, 0x4418, 0);
	tape_write(t, 900, 0x4414, 0);
	tape_add(t, 903, EVENT_TX_START, 0);
	tape_octets(t, 975, EVENT_TX_END, t->xon, WIRE);
	tape_add(t, 975, EVENT_OBS_TX, 64 | 1 << 16);
	tape_read(t, 1000, 0x0460, 0xC);
	tape_read(t, 1002, 0x0800, 3 * 64);
	tape_read(t, 1004, 0x080C, 1);
	tape_read(t, 1006, 0x0810, 1);
	tape_read(t, 1008, 0x0808, 0);
	tape_read(t, 1010, 0x086C, 1);
	tape_read(t, 1012, 0x0880, 2 * 64);
	tape_read(t, 1014, 0x088C, 1);
	tape_read(t, 1016, 0x08A0, 0);
	tape_read(t, 1018, 0x08A4, 1);
	tape_read(t, 1020, 0x08A8, 0);
	tape_read(t, 1022, 0x08AC, 1);
	tape_read(t, 1024, 0x2250, 0);
	tape_read(t, 1026, 0x2254, 0);
	tape_read(t, 1028, 0x4450, 319);
	tape_read(t, 1030, 0x3C48, 0);
	tape_read(t, 1032, 0x0468, rx_mode);
	tape_read(t, 1034, 0x044C, 0);
	tape_read(t, 1036, 0x08A4, 0);
	tape_read(t, 1038, 0x0408, 0)->error = true;
	tape_add(t, 1200, EVENT_END, 0);
}

/* Plays T on a new scoreboard and copies its result to RET. */
void tape_play(struct tape *t, bool black_box, struct scoreboard_result *ret)
{
	struct scoreboard *sb = scoreboard_new(dut_by_name("bcm5718"), black_box);

	cr_assert_not_null(sb);
	tape_sort(t);
	scoreboard_events(sb, t->events, t->count);
	*ret = *scoreboard_result(sb);
	expect_causes(ret);
	scoreboard_free(sb);
}

const char *tape_rule(const struct scoreboard_result *result)
{
	return result->findings ? rule_table[result->finding[0].rule].name : "no finding";
}

void tape_is_clean(struct tape *t, bool black_box, const char *what)
{
	struct scoreboard_result result;

	tape_play(t, black_box, &result);
	cr_expect_eq(result.findings, 0, "%s: cycle %" PRIu64 ": %s: %s: expected %s, actual %s", what, result.finding[0].cycle,
	             tape_rule(&result), result.finding[0].what, result.finding[0].expected, result.finding[0].actual);
}

void tape_shift_data(struct tape *t, int64_t by)
{
	tape_find(t, EVENT_TX_START, 0)->cycle += (uint64_t)by;
	tape_find(t, EVENT_HOST_TAKEN, 0)->cycle += (uint64_t)by;
	tape_find(t, EVENT_TX_END, 0)->cycle += (uint64_t)by;
	tape_find(t, EVENT_OBS_TX, 0)->cycle += (uint64_t)by;
}

void tape_host_never(struct tape *t)
{
	tape_drop(t, tape_find(t, EVENT_HOST_FRAME, 0));
	tape_drop(t, tape_find(t, EVENT_HOST_START, 0));
	tape_drop(t, tape_find(t, EVENT_OBS_LEVEL, 4));
}

void tape_data_lost(struct tape *t)
{
	tape_drop(t, tape_find(t, EVENT_OBS_TX, 0));
	tape_drop(t, tape_find(t, EVENT_TX_END, 0));
	tape_drop(t, tape_find(t, EVENT_TX_START, 0));
}

void tape_write_mode(struct tape *t, uint64_t cycle, uint16_t address, uint32_t value)
{
	tape_write(t, cycle, address, value);
}

void tape_changes_are_found(const struct tape_change *changes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct tape_change *c = &changes[i];
		struct scoreboard_result result;
		const struct finding *finding = &result.finding[0];
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		c->change(&t);
		tape_play(&t, false, &result);
		cr_expect_gt(result.findings, 0, "%s: no finding", c->what);
		/* the model resyncs to the device, so that later events are not all wrong */
		cr_expect_leq(result.findings, 8, "%s: %" PRIu64 " findings", c->what, result.findings);
		if (!result.findings)
			continue;
		cr_expect_eq(finding->rule, c->rule,
		             "%s: expected rule %s, actual %s: cycle %" PRIu64 ", %s: expected %s, actual %s", c->what,
		             rule_table[c->rule].name, tape_rule(&result), finding->cycle, finding->what, finding->expected,
		             finding->actual);
		cr_expect_str_eq(finding->why, c->why, "%s: the finding says '%s'", c->what, finding->why);
		cr_expect_leq(finding->cause_cycle, finding->cycle, "%s", c->what);
		cr_expect_str_eq(finding_document(finding), rule_document(finding->rule, "bcm5718"), "%s", c->what);
	}
}

void tape_changes_as_black_box(const struct tape_seen *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct scoreboard_result result;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		cases[i].change(&t);
		tape_play(&t, true, &result);
		cr_expect_eq(result.findings > 0, cases[i].found, "%s: %" PRIu64 " findings (%s)", cases[i].what, result.findings,
		             tape_rule(&result));
	}
}
