/* SPDX-License-Identifier: Apache-2.0 */
/* MACs that hand frames over in another manner than ours, as black boxes: store-and-forward or cut-through, many frames ahead. The tapes are made by
 * hand: a BCM5718 behind a transmit FIFO or a receive path of its own. */
#include "scoreboard_tape.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum { FRAMES = 6, HOST_OCTETS = 60, SENT = WIRE, PERIOD = WIRE + 12 };

struct mac {
	struct tape t;
	struct dut dut;
	uint8_t host[FRAMES][HOST_OCTETS], wire[FRAMES][WIRE];
};

static void mac_make(struct mac *m, struct pm_host_manner manner)
{
	memset(m, 0, sizeof(*m));
	m->dut = *dut_by_name("bcm5718");
	m->dut.manner = manner;
	m->dut.slack.resume = 40;
	m->dut.slack.host = 40;
	for (unsigned i = 0; i < FRAMES; i++) {
		make_frame(m->host[i], HOST_OCTETS, "02-00-00-00-00-02", 0x0800);
		m->host[i][HOST_OCTETS - 1] = (uint8_t)i;
		tape_wire(m->wire[i], m->host[i], HOST_OCTETS);
	}
	tape_add(&m->t, 0, EVENT_RESET, 4);
	tape_add(&m->t, 2, EVENT_HOST_READY, 1);
	tape_write(&m->t, 14, 0x0468, 0x102); /* receives, promiscuous */
	tape_write(&m->t, 16, 0x045C, 0x002);
	tape_add(&m->t, 3000, EVENT_END, 0);
}

/* The MAC takes frame I of the host from cycle OFFER to LAST. */
static void hand_over(struct mac *m, unsigned i, uint64_t offer, uint64_t last)
{
	tape_octets(&m->t, offer, EVENT_HOST_OFFER, m->host[i], HOST_OCTETS);
	tape_add(&m->t, last, EVENT_HOST_TAKEN, 0);
}

/* It sends frame I from cycle START on. */
static void send(struct mac *m, unsigned i, uint64_t start)
{
	tape_add(&m->t, start, EVENT_TX_START, 0);
	tape_octets(&m->t, start + WIRE, EVENT_TX_END, m->wire[i], WIRE);
}

static void play(struct mac *m, struct scoreboard_result *ret)
{
	struct scoreboard *sb = scoreboard_new(&m->dut, true);

	cr_assert_not_null(sb);
	tape_sort(&m->t);
	scoreboard_events(sb, m->t.events, m->t.count);
	*ret = *scoreboard_result(sb);
	scoreboard_free(sb);
}

static void expect_clean(struct mac *m, const char *what)
{
	struct scoreboard_result r;

	play(m, &r);
	cr_expect_eq(r.findings, 0, "%s: cycle %" PRIu64 ": %s: %s: expected %s, actual %s", what, r.finding[0].cycle,
	             tape_rule(&r), r.finding[0].what, r.finding[0].expected, r.finding[0].actual);
}

/* There are at most MOST findings, the first of RULE in CYCLE. */
static void expect_found(struct mac *m, enum rule rule, uint64_t cycle, unsigned most, const char *what)
{
	struct scoreboard_result r;

	play(m, &r);
	cr_expect(r.findings && r.findings <= most && r.finding[0].rule == rule && r.finding[0].cycle == cycle,
	          "%s: %" PRIu64 " findings, cycle %" PRIu64 ": %s: %s: expected %s, actual %s", what, r.findings,
	          r.finding[0].cycle, tape_rule(&r), r.finding[0].what, r.finding[0].expected, r.finding[0].actual);
}

static const struct pm_host_manner stored = { .tx = PM_HOST_TX_STORED, .ahead = 4 };

/* Five frames taken at the rate of the wire, or much faster, are sent one after the other; the host pauses in the first one. */
static void mac_make_stored(struct mac *m)
{
	mac_make(m, stored);
	for (unsigned i = 0; i < 5; i++)
		hand_over(m, i, 100 + 60 * i, 159 + 60 * i);
	tape_find(&m->t, EVENT_HOST_OFFER, 0)->error_at = 20;
}

Test(manner, a_stored_frame_starts_after_its_last_word)
{
	struct mac m;

	mac_make_stored(&m);
	for (unsigned i = 0; i < 5; i++)
		send(&m, i, 165 + PERIOD * i);
	expect_clean(&m, "five frames");
	mac_make_stored(&m);
	for (unsigned i = 0; i < 5; i++)
		send(&m, i, 140 + PERIOD * i);
	expect_found(&m, RULE_HOST_MANNER, 140, 1, "a start before the last word");
	mac_make(&m, stored);
	hand_over(&m, 0, 100, 159);
	send(&m, 0, 210);
	expect_found(&m, RULE_DATA_RESUMES, 160, 1, "a start that is too late");
}

Test(manner, a_frame_that_the_fifo_loses_doubles_or_reorders_is_found)
{
	static const unsigned order[][6] = { { 0, 2, 3, 4 }, { 0, 1, 1, 2, 3, 4 }, { 0, 2, 1, 3, 4 }, { 0, 1, 3, 4, 2 } };
	static const unsigned count[] = { 4, 6, 5, 5 };
	static const uint64_t cycle[] = { 494, 578, 494, 578 };
	static const char *const what[] = { "lost", "doubled", "reordered", "late" };
	struct mac m;

	for (unsigned kind = 0; kind < 4; kind++) {
		mac_make_stored(&m);
		m.dut.slack.resume = 300;
		for (unsigned i = 0; i < count[kind]; i++)
			send(&m, order[kind][i], 410 + PERIOD * i);
		expect_found(&m, RULE_TX_LOST, cycle[kind], 2, what[kind]);
	}
}

Test(manner, more_frames_ahead_than_the_row_says_are_found)
{
	struct mac m;

	mac_make_stored(&m);
	m.dut.manner.ahead = 1;
	for (unsigned i = 0; i < 5; i++)
		send(&m, i, 165 + PERIOD * i);
	expect_found(&m, RULE_HOST_MANNER, 399, 1, "two frames taken while the first is on the wire");
}

/* ---- receive ---- */

static void mac_make_receiver(struct mac *m, enum pm_host_rx rx)
{
	mac_make(m, (struct pm_host_manner){ .rx = (uint8_t)rx, .no_buffer = true });
	tape_write(&m->t, 14, 0x0468, 0x302); /* promiscuous; frames with a bad FCS go to the host */
	m->dut.timing.host = 1;
	m->dut.slack.host = 10;
	m->wire[1][WIRE - 1] ^= 0xFF; /* a bad FCS */
	for (unsigned i = 0; i < 3; i++)
		tape_octets(&m->t, 100 + 100 * i, EVENT_RX_RUN, m->wire[i], WIRE);
}

/* The host gets frame I, whose first word comes in cycle START and whose last one in END. */
static struct event *deliver(struct mac *m, unsigned i, uint64_t start, uint64_t end, bool marked)
{
	tape_add(&m->t, start, EVENT_HOST_START, 0);
	tape_add(&m->t, end, EVENT_HOST_FRAME, marked);
	m->t.events[m->t.count - 1].octets = m->wire[i] + 8;
	m->t.events[m->t.count - 1].len = WIRE - 8;
	return &m->t.events[m->t.count - 1];
}

Test(manner, a_cut_through_receiver_hands_frames_over_while_they_come)
{
	struct mac m;

	for (unsigned late = 1; late <= 11; late += 5) {
		mac_make_receiver(&m, PM_HOST_RX_CUT_THROUGH);
		for (unsigned i = 0; i < 3; i++)
			deliver(&m, i, 112 + 100 * i, 171 + 100 * i + late, i == 1);
		expect_clean(&m, "cut-through");
	}
}

Test(manner, what_a_cut_through_receiver_does_wrong_is_found)
{
	static const enum rule rule[] = { RULE_RX_BAD_MARK,  RULE_HOST_MANNER,      RULE_RX_STRIP,        RULE_RX_FILTER,
		                          RULE_RX_BAD_FRAME, RULE_RX_HOST_UNWANTED, RULE_RX_HOST_CONTENT, RULE_RX_BAD_MARK };
	static const uint64_t cycle[] = { 273, 171, 373, 382, 282, 401, 373, 373 };
	static const char *const what[] = { "unmarked",          "early",   "FCS stripped",  "missing or late",
		                            "bad frame missing", "doubled", "another octet", "marked" };
	struct mac m;

	for (unsigned fault = 0; fault < 8; fault++) {
		mac_make_receiver(&m, PM_HOST_RX_CUT_THROUGH);
		deliver(&m, 0, 112, fault == 1 ? 171 : 173, false);
		if (fault != 4)
			deliver(&m, 1, 212, 273, fault != 0);
		if (fault != 3)
			deliver(&m, 2, 312, 373, fault == 7)->len -= fault == 2 ? 4 : 0;
		if (fault == 5)
			deliver(&m, 2, 401, 460, false);
		if (fault == 6)
			m.t.events[m.t.count - 1].octets = m.wire[3] + 8;
		expect_found(&m, rule[fault], cycle[fault], 1, what[fault]);
	}
}

/* While a bad frame does not come it seems refused; once it has come, it was only late. */
Test(manner, a_frame_that_comes_late_was_not_refused)
{
	struct mac m;

	mac_make_receiver(&m, PM_HOST_RX_CUT_THROUGH);
	for (unsigned i = 0; i < 3; i++)
		deliver(&m, i, 112 + 100 * i, 173 + 100 * i + (i == 1 ? 20 : 0), i == 1);
	expect_found(&m, RULE_RX_HOST_MISSING, 282, 1, "late");
}

/* Of more findings than a run keeps each late frame is still one. */
Test(manner, late_frames_count_once)
{
	enum { MORE = SCOREBOARD_FINDINGS_MAX + 4 };
	struct scoreboard_result r;
	struct mac m;

	mac_make_receiver(&m, PM_HOST_RX_CUT_THROUGH);
	for (size_t i = 0; i < m.t.count; i++)
		if (m.t.events[i].kind == EVENT_END)
			m.t.events[i].cycle = 9000;
	deliver(&m, 0, 112, 173, false);
	deliver(&m, 1, 212, 293, true);
	deliver(&m, 2, 312, 373, false);
	for (unsigned i = 3; i < 3 + MORE; i++) {
		tape_octets(&m.t, 100 + 100 * i, EVENT_RX_RUN, m.wire[1], WIRE);
		deliver(&m, 1, 112 + 100 * i, 193 + 100 * i, true);
	}
	play(&m, &r);
	cr_expect_eq(r.findings, 1 + MORE, "%" PRIu64, r.findings);
	cr_expect_eq(r.by_rule[RULE_RX_HOST_MISSING], 1 + MORE);
}

Test(manner, a_stored_receiver_hands_frames_over_after_they_came)
{
	struct mac m;

	for (unsigned start = 172; start <= 182; start += 5) {
		mac_make_receiver(&m, PM_HOST_RX_STORED);
		for (unsigned i = 0; i < 3; i++)
			deliver(&m, i, start + 100 * i, start + 63 + 100 * i, i == 1);
		expect_clean(&m, "stored");
	}
	mac_make_receiver(&m, PM_HOST_RX_STORED);
	for (unsigned i = 0; i < 3; i++)
		deliver(&m, i, 112 + 100 * i, 173 + 100 * i, i == 1);
	expect_found(&m, RULE_HOST_MANNER, 112, 3, "cut-through");
	mac_make_receiver(&m, PM_HOST_RX_STORED);
	for (unsigned i = 0; i < 2; i++)
		deliver(&m, i, 172 + 100 * i, 235 + 100 * i, i == 1);
	expect_found(&m, RULE_RX_FILTER, 375, 1, "missing");
}
