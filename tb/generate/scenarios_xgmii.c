/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios of the 64-bit XGMII that need no register: starts and ends in every lane, dense trains, malformed starts, control codes
 * inside frames, link faults, the deficit idle count, PAUSE clock by clock. doc/devices/xgmii.md; IEEE 802.3 clause 46, annex 31B.
 *
 * A PAUSE of 64 octets offered at an idle wire in clock c ends in c+9 and inhibits from c+16 on, 8 clocks per quantum. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

enum {
	PAUSE_ACTS = 16, /* clocks from the offer of a PAUSE to the inhibit */
	QUANTUM_CLOCKS = 8,
	FAULT_ENDS = 64, /* clocks: 128 columns without a fault sequence */
	LANES_MAX = 96,
};

/* Returns true if the DUT may get any lanes. A MAC without a device model gets only those that a PHY may deliver: a start after
 * idle, after an ordered set or after an end (46.1.7.5; the PCS of clauses 48 and 49 put /E/ in place of anything else); and
 * within a frame /E/, or idle or an ordered set without an end, as if the rest were lost. */
static bool any_lanes(const struct generator *g)
{
	return !(g->dut->capabilities & CAP_NEUTRAL);
}

static const uint8_t ends[] = { XGMII_IDLE, XGMII_START, STIM_CODE_SEQUENCE, STIM_CODE_ERROR, 0x5C, 0x00, 0xFF };

struct lanes {
	uint8_t octets[LANES_MAX], control[LANES_MAX];
	uint32_t len;
};

static void put(struct lanes *l, uint8_t octet, bool control)
{
	if (l->len == LANES_MAX)
		return;
	l->octets[l->len] = octet;
	l->control[l->len++] = control;
}

static void put_start(struct lanes *l)
{
	put(l, XGMII_START, true);
	for (int i = 0; i < 6; i++)
		put(l, 0x55, false);
	put(l, FRAME_SFD, false);
}

static void put_data(struct generator *g, struct lanes *l, uint32_t count)
{
	while (count--)
		put(l, (uint8_t)gen_below(g, 256), false);
}

static uint8_t any_column(struct generator *g)
{
	static const uint8_t columns[] = { 0, 4, COLUMN_ANY, COLUMN_ANY };

	return GEN_PICK(g, columns);
}

static void send_lanes(struct generator *g, const struct lanes *l, uint32_t gap)
{
	gen_lanes(g, l->octets, l->control, l->len, gap, any_column(g));
}

static void some_faults(struct generator *g, uint32_t low, uint32_t high)
{
	enum stim_fault kind = gen_chance(g, 50) ? STIM_FAULT_LOCAL : STIM_FAULT_REMOTE;

	gen_fault(g, kind, gen_between(g, low, high));
}

/* ---- receive ---- */

static void starts_and_ends(struct generator *g)
{
	uint32_t count = gen_between(g, 3, 8), base = gen_between(g, 60, 130);

	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = stim_rx_item();
		shape.u.frame.column = any_column(g);
		shape.u.frame.gap = gen_between(g, 1, 13);
		if (gen_chance(g, 15))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, base + gen_below(g, 8));
	}
}

/* Frames of 1 to 63 octets whose gaps are their end codes alone. */
static void short_train(struct generator *g)
{
	uint32_t count = gen_between(g, 6, 24), limit = gen_chance(g, 50) ? 12 : 63;
	bool same = gen_chance(g, 40);
	uint32_t len = gen_between(g, 1, limit);

	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = stim_rx_item();
		shape.u.frame.gap = gen_chance(g, 80) ? 1 : gen_between(g, 2, 8);
		if (gen_chance(g, 30))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, same ? len : gen_between(g, 1, limit));
	}
}

/* Frames of three octets and the end code: two of them end in any three clocks. */
static void densest_train(struct generator *g)
{
	uint32_t count = gen_between(g, 8, 30), len = gen_chance(g, 70) ? 3 : gen_between(g, 4, 11);

	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = stim_rx_item();
		shape.u.frame.gap = 1;
		gen_rx(g, &shape, &fields, len);
	}
	gen_rx_train(g, 1, 64, 1);
}

static void code_inside(struct generator *g)
{
	static const uint8_t codes[] = {
		STIM_CODE_ERROR, STIM_CODE_ERROR, 0x5C, 0x00, XGMII_IDLE, XGMII_START, STIM_CODE_SEQUENCE
	};
	struct stim_fields fields = gen_rx_fields(g);
	struct item shape = gen_rx_shape(g);
	uint32_t len = gen_between(g, 60, 140), shorter = gen_between(g, 1, 20);

	if (gen_chance(g, 25))
		len = shorter;
	shape.u.frame.column = any_column(g);
	shape.u.frame.error_at = (int32_t)gen_below(g, len);
	shape.u.frame.error_len = gen_chance(g, 70) ? 1 : gen_between(g, 2, 9);
	shape.u.frame.error_code = any_lanes(g) ? GEN_PICK(g, codes) : STIM_CODE_ERROR;
	gen_rx(g, &shape, &fields, len);
	gen_rx_train(g, 1, 64, gen_between(g, 1, 12));
}

static void pause_with_code(struct generator *g)
{
	static const uint8_t codes[] = { STIM_CODE_ERROR, 0x5C, STIM_CODE_END };
	struct stim_pause pause = stim_pause_fields();
	struct item shape = gen_rx_shape(g);

	pause.time = (uint16_t)gen_between(g, 2, 6);
	shape.u.frame.error_at = (int32_t)gen_below(g, STIM_FRAME_LEN);
	shape.u.frame.error_len = 1;
	shape.u.frame.error_code = any_lanes(g) ? GEN_PICK(g, codes) : STIM_CODE_ERROR;
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_wait_clocks(g, gen_between(g, PAUSE_ACTS - 2, PAUSE_ACTS + 6));
	gen_tx_any(g, 0, 0);
}

static void illegal_end(struct generator *g)
{
	struct stim_fields fields = gen_rx_fields(g);
	struct item shape = gen_rx_shape(g);
	uint32_t count = gen_between(g, 1, 3);

	while (count--) {
		shape.u.frame.end_code = any_lanes(g) ? GEN_PICK(g, ends) : gen_chance(g, 50) ? XGMII_IDLE : STIM_CODE_ERROR;
		shape.u.frame.column = any_column(g);
		gen_rx(g, &shape, &fields, gen_between(g, 1, 90));
	}
	gen_rx_train(g, 1, 64, gen_between(g, 1, 12));
}

/* An /S/ within a frame: in the first lane of a column it begins the next frame. */
static void start_inside(struct generator *g)
{
	struct lanes l = { .len = 0 };

	put_start(&l);
	put_data(g, &l, gen_between(g, 0, 18));
	put_start(&l);
	put_data(g, &l, gen_between(g, 1, 18));
	put(&l, STIM_CODE_END, true);
	send_lanes(g, &l, gen_gap(g));
	gen_rx_train(g, 1, 64, gen_between(g, 1, 8));
}

/* One or two of the first eight lanes are wrong. */
static void malformed_start(struct generator *g)
{
	uint32_t count = gen_between(g, 1, 3);

	while (count--) {
		struct lanes l = { .len = 0 };
		uint32_t at = gen_between(g, 1, 7);
		put_start(&l);
		l.control[at] = gen_chance(g, 60);
		l.octets[at] = l.control[at] ? GEN_PICK(g, ends) : (uint8_t)gen_below(g, 256);
		if (gen_chance(g, 20))
			l.octets[7] = gen_chance(g, 50) ? 0x55 : 0x5D;
		put_data(g, &l, gen_between(g, 0, 70));
		put(&l, STIM_CODE_END, true);
		send_lanes(g, &l, gen_between(g, 0, 12));
	}
	gen_pause_any(g);
}

/* Random lanes come. */
static void noise(struct generator *g)
{
	static const uint8_t codes[] = { XGMII_IDLE,      XGMII_IDLE,         XGMII_START, STIM_CODE_END,
		                         STIM_CODE_ERROR, STIM_CODE_SEQUENCE, 0x5C };
	static const uint8_t data[] = { 0x55, 0x55, 0xD5, 0x00, 0x01, 0x02, 0xFB, 0xFD };
	struct lanes l = { .len = 0 };
	uint32_t count = gen_between(g, 4, 60), percent = gen_between(g, 5, 60);

	while (count--) {
		bool control = gen_chance(g, percent);
		put(&l, control ? GEN_PICK(g, codes) : GEN_PICK(g, data), control);
	}
	send_lanes(g, &l, gen_between(g, 0, 12));
	gen_rx_train(g, 1, 64, gen_between(g, 1, 12));
}

/* ---- link faults ---- */

static enum stim_fault any_fault(struct generator *g)
{
	return gen_chance(g, 50) ? STIM_FAULT_LOCAL : STIM_FAULT_REMOTE;
}

static void fault_and_data(struct generator *g)
{
	uint32_t before = gen_below(g, 14);

	gen_wait_for(g, WAIT_IDLE, 1500);
	some_faults(g, 2, 9);
	gen_wait_clocks(g, before);
	gen_tx_any(g, 0, 0);
	gen_tx_any(g, 0, 0);
	if (gen_chance(g, 40))
		gen_pause_any(g);
	gen_wait_clocks(g, FAULT_ENDS + gen_below(g, 30));
	gen_tx_any(g, 0, 0);
}

/* Fault sequences that last, change their kind, or are too far apart to count. */
static void fault_sequences(struct generator *g)
{
	uint32_t count = gen_between(g, 3, 10);

	gen_tx_any(g, 0, 0);
	while (count--) {
		struct item item = stim_lanes_item();
		enum stim_fault kind = any_fault(g);
		item.u.frame.gap = gen_chance(g, 70) ? 0 : 4 * gen_between(g, 1, gen_chance(g, 50) ? 8 : 130);
		if (!g->error)
			g->error = stim_fault_lanes(&item, kind, gen_between(g, 1, 3));
		gen_item(g, &item);
	}
	gen_tx_any(g, 0, 3);
	gen_wait_clocks(g, gen_between(g, 1, 80));
}

/* Ordered sets that are no fault sequence, or nearly one. */
static void other_ordered_sets(struct generator *g)
{
	static const uint8_t third[] = { 0, 1, 2, 3, 0xFF };
	uint32_t count = gen_between(g, 4, 8);
	struct lanes l = { .len = 0 };

	while (count--) {
		put(&l, STIM_CODE_SEQUENCE, true);
		put(&l, gen_chance(g, 90) ? 0 : 1, false);
		put(&l, gen_chance(g, 90) ? 0 : 1, false);
		l.control[l.len - 1] = any_lanes(g) && gen_chance(g, 5);
		put(&l, GEN_PICK(g, third), false);
	}
	send_lanes(g, &l, 0);
	gen_tx_any(g, 0, 3);
	gen_wait_clocks(g, FAULT_ENDS + 8);
}

/* Fault sequences within a frame, which they cut or not, and right after a frame. */
static void fault_around_frame(struct generator *g)
{
	struct lanes l = { .len = 0 };
	uint32_t octets = gen_between(g, 1, 30), sets = gen_between(g, 1, 6);
	enum stim_fault kind = any_fault(g);

	put_start(&l);
	put_data(g, &l, octets);
	if (gen_chance(g, 60))
		put(&l, STIM_CODE_END, true);
	while (l.len % STIM_COLUMN_LANES && gen_chance(g, 95))
		put(&l, XGMII_IDLE, true);
	while (sets--) {
		put(&l, STIM_CODE_SEQUENCE, true);
		put(&l, 0, false);
		put(&l, 0, false);
		put(&l, (uint8_t)kind, false);
	}
	send_lanes(g, &l, 1);
	gen_tx_any(g, 0, 2);
	gen_rx_train(g, 1, 64, gen_between(g, 0, 12));
	gen_wait_clocks(g, gen_between(g, 1, FAULT_ENDS + 20));
}

static void fault_and_pause(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	some_faults(g, 4, 6);
	gen_pause(g, (uint16_t)gen_between(g, 5, 12), 4);
	gen_tx_any(g, 0, 4);
	gen_wait_clocks(g, gen_between(g, 60, 90));
	gen_pause(g, (uint16_t)gen_below(g, 3), STIM_GAP);
	gen_tx_any(g, 0, 4);
}

/* ---- transmit ---- */

/* Lengths with each remainder, one after the other, which exercise the deficit idle count. */
static void gap_train(struct generator *g)
{
	uint32_t count = gen_between(g, 5, 14), len = gen_between(g, 60, 90), add = gen_below(g, 8);

	while (count--) {
		gen_tx(g, len, gen_chance(g, 85) ? 0 : gen_between(g, 1, 4));
		len += gen_chance(g, 70) ? add : gen_below(g, 8);
	}
}

/* Returns true if the host can mark a frame as bad; a MAC of a profile may have no port for that. */
static bool marks_frames(const struct generator *g)
{
	return !g->dut->profile || dut_ieee8023(g->dut)->host_errors;
}

static void host_error(struct generator *g)
{
	uint32_t count = gen_between(g, 1, 3);

	while (count--) {
		struct stim_fields fields = stim_tx_fields();
		struct item item = stim_tx_item();
		uint32_t shortest = dut_shortest_host_frame(g->dut);
		item.u.frame.len = gen_chance(g, 50) ? gen_between(g, shortest, 70) : gen_tx_len(g);
		if (item.u.frame.len < shortest)
			item.u.frame.len = shortest;
		item.u.frame.gap = gen_below(g, 3);
		item.u.frame.host_error = gen_chance(g, 75) && marks_frames(g);
		item.u.frame.octets = stim_octets(&fields, item.u.frame.len);
		gen_item(g, &item);
	}
	gen_tx_any(g, 0, 2);
}

/* Underruns at the second word, at the last word and at one that meets a PAUSE; and a frame that ends with a host error as well. */
static void underrun_words(struct generator *g)
{
	struct stim_fields fields = stim_tx_fields();
	struct item item = stim_tx_item();
	uint32_t shortest = dut_shortest_host_frame(g->dut), len = gen_between(g, shortest > 9 ? shortest : 9, 120),
		 words = (len + 7) / 8, at = 8 * gen_between(g, 1, words - 1);

	item.u.frame.len = len;
	item.u.frame.stall_at = (int32_t)at;
	item.u.frame.stall = gen_chance(g, 50) ? 1 : gen_between(g, 2, 40);
	item.u.frame.host_error = gen_chance(g, 20) && marks_frames(g);
	item.u.frame.octets = stim_octets(&fields, len);
	gen_rest(g);
	gen_item(g, &item);
	if (gen_chance(g, 40) && any_lanes(g))
		gen_pause(g, (uint16_t)gen_between(g, 1, 4), 1);
	gen_tx_any(g, 0, 2);
	gen_rest(g);
}

/* ---- PAUSE, clock by clock ---- */

static void pause_meets_start(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)gen_between(g, 1, 4), STIM_GAP);
	gen_wait_clocks(g, gen_between(g, PAUSE_ACTS - 4, PAUSE_ACTS + 4));
	gen_tx_any(g, 0, 0);
	gen_tx_any(g, 0, 0);
}

static void expiry_meets_data(struct generator *g)
{
	uint32_t quanta = gen_between(g, 1, 4);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)quanta, STIM_GAP);
	gen_wait_clocks(g, PAUSE_ACTS + quanta * QUANTUM_CLOCKS - 4 + gen_below(g, 8));
	gen_tx_any(g, 0, 0);
}

static void expiry_meets_pause(struct generator *g)
{
	uint32_t quanta = gen_between(g, 2, 5);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)quanta, STIM_GAP);
	gen_wait_clocks(g, quanta * QUANTUM_CLOCKS - 3 + gen_below(g, 6));
	gen_pause(g, (uint16_t)gen_below(g, 4), STIM_GAP);
	gen_tx_any(g, 0, 12);
	gen_tx_any(g, 0, 0);
}

/* A PAUSE that acts around the end of a sent frame. */
static void pause_meets_end(struct generator *g)
{
	uint32_t len = gen_between(g, 60, 250);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx(g, len, 0);
	gen_tx(g, gen_tx_len(g), 0);
	gen_wait_clocks(g, gen_below(g, len / 8 + 4));
	gen_pause(g, (uint16_t)gen_below(g, 4), 1);
	if (gen_chance(g, 40))
		gen_pause_short(g, 1, 8);
}

static void full_rate(struct generator *g)
{
	for (int i = 0; i < 10; i++) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = stim_rx_item();
		shape.u.frame.gap = gen_between(g, 1, 12);
		gen_tx(g, gen_tx_len(g), 0);
		if (gen_chance(g, 15))
			gen_pause(g, (uint16_t)gen_below(g, 4), 1);
		gen_rx(g, &shape, &fields, gen_rx_len(g));
	}
}

/* The host takes every word, every second word, or bursts of words; and stops in the middle of a frame. */
static void host_words(struct generator *g)
{
	uint32_t on = gen_between(g, 1, 5), off = gen_between(g, 0, 5), count = gen_between(g, 3, 10);

	gen_host_rate(g, on, off);
	while (count--) {
		uint32_t len = gen_between(g, 64, 120);
		gen_rx_train(g, 1, len, gen_between(g, 1, 12));
	}
	gen_wait_clocks(g, gen_below(g, 60));
	gen_kind(g, ITEM_HOST_STOP);
	gen_wait_clocks(g, gen_between(g, 1, 30));
	gen_kind(g, ITEM_HOST_START);
	gen_host_rate(g, 1, 0);
}

static const struct scenario rows[] = {
	{ "starts-and-ends", 8, 0, starts_and_ends },
	{ "short-train", 8, 0, short_train },
	{ "densest-train", 5, 0, densest_train },
	{ "code-inside", 8, 0, code_inside },
	{ "pause-with-code", 4, CAP_FULL_DUPLEX, pause_with_code },
	{ "illegal-end", 6, 0, illegal_end },
	{ "start-inside", 4, GEN_DEVICE_MODEL, start_inside },
	{ "malformed-start", 5, GEN_DEVICE_MODEL, malformed_start },
	{ "noise", 4, GEN_DEVICE_MODEL, noise },
	{ "fault-and-data", 5, CAP_FAULT, fault_and_data },
	{ "fault-sequences", 5, CAP_FAULT, fault_sequences },
	{ "other-ordered-sets", 2, 0, other_ordered_sets },
	{ "fault-around-frame", 4, CAP_FAULT, fault_around_frame },
	{ "fault-and-pause", 3, CAP_FAULT | CAP_FULL_DUPLEX, fault_and_pause },
	{ "gap-train", 10, 0, gap_train },
	{ "host-error", 5, 0, host_error },
	{ "underrun-words", 5, CAP_UNDERRUN, underrun_words },
	{ "pause-meets-start", 6, CAP_FULL_DUPLEX, pause_meets_start },
	{ "expiry-meets-data", 5, CAP_FULL_DUPLEX, expiry_meets_data },
	{ "expiry-meets-pause", 6, CAP_FULL_DUPLEX, expiry_meets_pause },
	{ "pause-meets-end", 8, CAP_FULL_DUPLEX, pause_meets_end },
	{ "full-rate", 4, 0, full_rate },
	{ "host-words", 5, CAP_STALL, host_words },
	{ .name = NULL },
};

static const struct scenario *const lists[] = { rows, NULL };
const struct scenario_set scenarios_xgmii = { .neutral = true, .lists = lists, .needs = CAP_XGMII };
