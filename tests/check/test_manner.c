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
	expect_found(&m, RULE_TX_LOST, 159, 2, "a start that is too late");
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
