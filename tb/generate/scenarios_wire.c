/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios that need no register: received PAUSE frames of every shape and at every moment, frames of every size and fault, sent frames.
 *
 * Waits and gaps are octet times. A run of 64 octets takes 72 with its preamble. With E the last FCS octet of a PAUSE of n quanta on
 * an idle wire, the transmitter is inhibited from E+4 to E+4+64n (GMII); the next PAUSE acts at its own E+4 (doc/devices/bcm5718.md 2). */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

enum { RUN_64 = 72, QUANTUM = 64, SOAK_FRAMES = 8 };

/* ---- PAUSE and the transmitter ---- */

static void pause_single(struct generator *g)
{
	gen_pause_any(g);
	if (gen_chance(g, 70))
		gen_tx_after(g, 0, 149);
}

static void pause_idle_then_data(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)gen_between(g, 1, 4), 1);
	gen_tx_after(g, RUN_64 - 6, RUN_64 + 8); /* about the moment of the inhibit */
}

static void pause_large_then_xon(struct generator *g)
{
	uint16_t time = gen_chance(g, 50) ? 0xFFFF : (uint16_t)gen_between(g, 0x100, 0xFFFE);

	gen_pause(g, time, gen_gap(g));
	gen_tx_after(g, 0, 99);
	gen_wait(g, gen_between(g, 1, 800));
	gen_pause(g, 0, gen_gap(g));
}

static void pause_during_frame(struct generator *g)
{
	uint32_t len = gen_between(g, 60, 400);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx(g, len, 0);
	gen_tx(g, gen_tx_len(g), 0);
	gen_wait(g, gen_below(g, len + 40)); /* in the preamble, the frame, the gap after it */
	gen_pause(g, gen_short_time(g), 1);
	if (gen_chance(g, 40))
		gen_pause_any(g);
}

static void pause_in_gap(struct generator *g)
{
	uint32_t len = gen_between(g, RUN_64, 100);

	gen_wait_for(g, WAIT_IDLE, 1500);
	for (int i = 0; i < 3; i++)
		gen_tx(g, len, 0);
	gen_wait(g, len - 68 + gen_below(g, 28)); /* acts around the first frame's end and gap */
	gen_pause(g, (uint16_t)gen_between(g, 1, 3), 1);
}

static void pause_back_to_back(struct generator *g)
{
	uint32_t count = gen_between(g, 2, 6);

	gen_tx(g, gen_tx_len(g), 0);
	while (count--)
		gen_pause_short(g, 1, 13);
	gen_tx_after(g, 0, 299);
}

static void pause_while_paused(struct generator *g)
{
	uint32_t first = gen_between(g, 4, 12), second = gen_chance(g, 50) ? gen_between(g, 1, 3) : gen_between(g, 12, 20);

	gen_pause(g, (uint16_t)first, gen_gap(g));
	gen_pause(g, (uint16_t)second, gen_between(g, 12, first * QUANTUM - RUN_64));
	gen_tx_after(g, RUN_64 - 10, RUN_64 + 10);
	gen_tx(g, gen_tx_len(g), 0);
}

static void pause_at_expiry(struct generator *g)
{
	uint32_t quanta = gen_between(g, 2, 5);
	uint32_t gap = quanta * QUANTUM - RUN_64 + gen_below(g, 7) - 3;

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)quanta, STIM_GAP);
	gen_pause(g, (uint16_t)gen_below(g, 4), gap);
	gen_wait(g, gen_between(g, RUN_64, RUN_64 + 20));
	if (gen_chance(g, 50))
		gen_tx_after(g, 0, 0);
	else
		gen_tx_after(g, gap, gap + RUN_64 + 8);
	gen_tx(g, 60, 0);
}

static void data_at_expiry(struct generator *g)
{
	uint32_t quanta = gen_between(g, 1, 3);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)quanta, STIM_GAP);
	gen_tx_after(g, RUN_64 + quanta * QUANTUM, RUN_64 + quanta * QUANTUM + 8);
}

static void xon_without_xoff(struct generator *g)
{
	gen_pause(g, 0, gen_gap(g));
	gen_tx_after(g, 0, 99);
}

/* ---- control frames that are no PAUSE frames ---- */

static void wrong_da(struct generator *g, struct stim_pause *pause)
{
	static const uint8_t neighbours[][STIM_ADDRESS_OCTETS] = {
		{ 0x01, 0x80, 0xC2, 0x00, 0x00, 0x00 }, { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x02 },
		{ 0x01, 0x80, 0xC2, 0x00, 0x00, 0x03 }, { 0x00, 0x80, 0xC2, 0x00, 0x00, 0x01 },
		{ 0x02, 0x00, 0x00, 0x00, 0x00, 0x77 }, { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF },
	};
	uint32_t row = gen_below(g, 8);

	if (row < 6) {
		memcpy(pause->da, neighbours[row], STIM_ADDRESS_OCTETS);
		return;
	}
	memcpy(pause->da, row == 6 ? stim_multicast : stim_station, STIM_ADDRESS_OCTETS);
	gen_flip_bit(g, pause->da);
}

/* Gives the frame one of six faults; with another good length its octets are still those of a PAUSE. */
static uint32_t spoil(struct generator *g, struct stim_pause *pause, struct item *shape, uint32_t len)
{
	static const uint16_t types[] = { 0x8809, 0x0808, 0x8800, 0x0888, 0x8100, 0x0800, 0x8908, 0x002E };
	static const uint16_t opcodes[] = { 0, 2, 3, 0x0101, 0x0100, 0x8001, 0xFFFF };
	static const uint16_t lengths[] = { 1, 13, 14, 17, 18, 20, 22, 59, 60, 62, 63, 65, 68, 100, 1517, 1518, 1519, 1520 };

	switch (gen_below(g, 6)) {
	case 0:
		wrong_da(g, pause);
		break;
	case 1:
		pause->type = GEN_PICK(g, types);
		break;
	case 2:
		pause->opcode = GEN_PICK(g, opcodes);
		break;
	case 3:
		shape->u.frame.fcs = FCS_BAD;
		if (gen_chance(g, 30)) {
			shape->u.frame.fcs = FCS_VALUE;
			shape->u.frame.fcs_value = gen_below(g, UINT32_MAX);
		}
		break;
	case 4:
		return GEN_PICK(g, lengths);
	default:
		shape->u.frame.error_at = (int32_t)gen_below(g, len + 8) - 8;
		shape->u.frame.error_len = 1;
		break;
	}
	return len;
}

static void pause_spoiled(struct generator *g)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = gen_rx_shape(g);
	uint32_t len = STIM_FRAME_LEN, faults = gen_chance(g, 65) ? 1 : gen_between(g, 2, 3);

	if (gen_chance(g, 30))
		memcpy(pause.da, stim_station, sizeof(pause.da));
	pause.time = gen_chance(g, 80) ? (uint16_t)gen_between(g, 3, 12) : 0;
	if (!pause.time) /* an XON that is no PAUSE frame must not end this inhibit */
		gen_pause(g, (uint16_t)gen_between(g, 4, 8), STIM_GAP);
	while (faults--)
		len = spoil(g, &pause, &shape, len);
	if (shape.u.frame.error_at >= (int32_t)len)
		shape.u.frame.error_at = (int32_t)len - 1;
	gen_rx_pause(g, &shape, &pause, len);
	gen_tx_after(g, 0, 120);
	gen_tx(g, 60, 0);
}

static void pause_unicast(struct generator *g)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = gen_rx_shape(g);

	gen_rx_address(g, pause.da);
	pause.time = gen_short_time(g);
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_tx_after(g, 40, 120);
}

static void pause_reserved_octets(struct generator *g)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = gen_rx_shape(g);

	pause.time = gen_short_time(g);
	pause.reserved = (uint8_t)gen_between(g, 1, 255);
	if (gen_chance(g, 40))
		memset(pause.sa, 0, sizeof(pause.sa));
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_tx_after(g, 40, 120);
}

static void pause_long(struct generator *g)
{
	static const uint16_t lengths[] = { 65, 66, 127, 128, 129, 256, 600, 1517, 1518, 1519 };
	struct stim_pause pause = stim_pause_fields();
	struct item shape = gen_rx_shape(g);

	pause.time = gen_short_time(g);
	gen_rx_pause(g, &shape, &pause, GEN_PICK(g, lengths));
	gen_tx_after(g, 0, 199);
}

static void control_opcodes(struct generator *g)
{
	static const uint16_t opcodes[] = { 0, 2, 3, 4, 0x0101, 0x7777, 1 };
	struct stim_pause pause = stim_pause_fields();
	struct item shape = gen_rx_shape(g);

	for (int i = 0; i < 3; i++) {
		pause.opcode = GEN_PICK(g, opcodes);
		pause.time = gen_short_time(g);
		gen_rx_address(g, pause.da);
		gen_rx_pause(g, &shape, &pause, gen_chance(g, 80) ? STIM_FRAME_LEN : gen_between(g, 60, 140));
	}
}

static void pause_tagged(struct generator *g)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = gen_rx_shape(g);

	pause.tag = (int32_t)gen_below(g, 0x10000);
	pause.time = gen_short_time(g);
	gen_rx_pause(g, &shape, &pause, gen_chance(g, 50) ? STIM_FRAME_LEN : 68);
	gen_tx_after(g, 40, 140);
}

/* ---- received frames ---- */

static void rx_sizes(struct generator *g)
{
	uint32_t count = gen_between(g, 1, 4);

	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = gen_rx_shape(g);
		uint32_t len = gen_rx_len(g);
		if (gen_chance(g, 25))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, len);
	}
}

static void rx_back_to_back(struct generator *g)
{
	uint32_t count = gen_between(g, 2, 6), gap = gen_chance(g, 50) ? STIM_GAP : gen_between(g, 1, 11);

	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = stim_rx_item();
		shape.u.frame.gap = gap;
		gen_rx(g, &shape, &fields, gen_between(g, 60, 140));
	}
}

static void rx_runts(struct generator *g)
{
	uint32_t count = gen_between(g, 3, 8);

	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = stim_rx_item();
		shape.u.frame.gap = gen_between(g, 1, 12);
		shape.u.frame.preamble = gen_chance(g, 70) ? 7 : gen_below(g, 3);
		if (gen_chance(g, 30))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, gen_chance(g, 60) ? gen_between(g, 1, 20) : gen_between(g, 20, 63));
	}
}

static void rx_preamble(struct generator *g)
{
	static const uint8_t preambles[] = { 0, 1, 2, 5, 6, 8, 15, 40 };
	struct stim_fields fields = gen_rx_fields(g);
	struct item shape = gen_rx_shape(g);

	shape.u.frame.preamble = GEN_PICK(g, preambles);
	if (!(g->dut->capabilities & CAP_NEUTRAL) && gen_chance(g, 25))
		shape.u.frame.sfd = gen_chance(g, 50) ? 0x5D : (uint8_t)gen_below(g, 256);
	gen_rx(g, &shape, &fields, gen_between(g, 60, 90));
	gen_pause_any(g);
}

static void rx_code_error(struct generator *g)
{
	struct stim_fields fields = gen_rx_fields(g);
	struct item shape = gen_rx_shape(g);
	uint32_t len = gen_between(g, 60, 140);
	const int32_t offsets[] = { -8, -7, -2, -1, 0, 1, 13, (int32_t)len / 2, (int32_t)len - 5, (int32_t)len - 1 };

	shape.u.frame.error_at = GEN_PICK(g, offsets);
	shape.u.frame.error_len = gen_chance(g, 80) ? 1 : gen_between(g, 2, 10);
	gen_rx(g, &shape, &fields, len);
	gen_rx_train(g, 1, 64, gen_between(g, 1, 12));
}

/* A run of rx_dv comes that holds no frame, or barely one. */
static void rx_noise(struct generator *g)
{
	static const uint8_t octets[] = { 0x55, 0x55, 0x55, 0xD5, 0xD5, 0x5D, 0x00, 0xFF, 0xAA };
	struct item item = stim_raw_item();
	uint32_t len = gen_between(g, 1, 24);

	item.u.frame.octets = malloc(len);
	item.u.frame.len = len;
	item.u.frame.gap = gen_between(g, 1, 14);
	for (uint32_t i = 0; item.u.frame.octets && i < len; i++)
		item.u.frame.octets[i] = GEN_PICK(g, octets);
	if (gen_chance(g, 20)) {
		item.u.frame.error_at = (int32_t)gen_below(g, len);
		item.u.frame.error_len = 1;
	}
	gen_item(g, &item);
	gen_rx_train(g, 1, 64, gen_between(g, 1, 12));
}

static void rx_tagged(struct generator *g)
{
	struct stim_fields fields = gen_rx_fields(g);
	struct item shape = gen_rx_shape(g);

	fields.type = STIM_TYPE_TAG;
	gen_rx(g, &shape, &fields, gen_between(g, 64, 90));
	gen_rx(g, &shape, &fields, gen_chance(g, 80) ? 68 : 1522);
}

static void rx_jumbo(struct generator *g)
{
	static const uint16_t lengths[] = { 2000, 4096, 9017, 9018, 9019 };
	struct stim_fields fields = gen_rx_fields(g);
	struct item shape = gen_rx_shape(g);

	fields.fill = STIM_FILL_RAND;
	if (gen_chance(g, 20))
		shape.u.frame.fcs = FCS_BAD;
	gen_rx(g, &shape, &fields, GEN_PICK(g, lengths));
}

/* ---- sent frames ---- */

static void tx_sizes(struct generator *g)
{
	uint32_t count = gen_between(g, 1, 4);

	while (count--)
		gen_tx_any(g, 0, gen_chance(g, 60) ? 0 : 30);
}

static void tx_underrun(struct generator *g)
{
	static const uint16_t edges[] = { 1, 2, 13, 14, 58, 59, 60, 61 };
	struct stim_fields fields = stim_tx_fields();
	struct item item = stim_tx_item();
	uint32_t len = gen_between(g, 2, 130) + dut_shortest_host_frame(g->dut) - 1,
		 at = gen_chance(g, 70) ? GEN_PICK(g, edges) : gen_between(g, 1, len);

	item.u.frame.len = len;
	item.u.frame.stall_at = (int32_t)(at < len ? at : len - 1);
	item.u.frame.stall = gen_chance(g, 70) ? gen_between(g, 1, 4) : gen_between(g, 5, 60);
	item.u.frame.octets = stim_octets(&fields, len);
	gen_rest(g);
	gen_item(g, &item);
	gen_tx_any(g, 0, 2);
	gen_rest(g);
}

static void tx_jumbo(struct generator *g)
{
	gen_tx(g, gen_chance(g, 50) ? 9014 : gen_between(g, 1519, 4000), 0);
	gen_pause_short(g, 12, 500);
}

/* ---- host and mixed traffic ---- */

static void host_slow(struct generator *g)
{
	uint32_t on = gen_between(g, 1, 4), off = gen_between(g, 1, 6), count = gen_between(g, 2, 5);

	gen_host_rate(g, on, off);
	gen_rx_train(g, count, gen_between(g, 64, 140), STIM_GAP);
	gen_wait_for(g, WAIT_IDLE, 2000);
	gen_kind(g, ITEM_HOST_START);
}

static void host_stalls(struct generator *g)
{
	uint32_t count = gen_between(g, 2, 4), frames = gen_between(g, 3, 6);

	gen_rx_train(g, frames, gen_between(g, 64, 200), STIM_GAP);
	while (count--) {
		gen_wait(g, gen_below(g, 150));
		gen_kind(g, ITEM_HOST_STOP);
		gen_wait(g, gen_between(g, 1, 200));
		gen_kind(g, ITEM_HOST_START);
	}
}

static void soak(struct generator *g)
{
	for (int i = 0; i < SOAK_FRAMES; i++) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = stim_rx_item();
		gen_tx(g, gen_tx_len(g), 0);
		if (gen_chance(g, 20))
			gen_pause(g, (uint16_t)gen_below(g, 4), STIM_GAP);
		gen_rx(g, &shape, &fields, gen_rx_len(g));
	}
}

static const struct scenario rows[] = {
	{ "pause-single", 8, CAP_FULL_DUPLEX, pause_single },
	{ "pause-idle-then-data", 6, CAP_FULL_DUPLEX, pause_idle_then_data },
	{ "pause-large-then-xon", 5, CAP_FULL_DUPLEX, pause_large_then_xon },
	{ "pause-during-frame", 8, CAP_FULL_DUPLEX, pause_during_frame },
	{ "pause-in-gap", 6, CAP_FULL_DUPLEX, pause_in_gap },
	{ "pause-back-to-back", 6, CAP_FULL_DUPLEX, pause_back_to_back },
	{ "pause-while-paused", 6, CAP_FULL_DUPLEX, pause_while_paused },
	{ "pause-at-expiry", 8, CAP_FULL_DUPLEX, pause_at_expiry },
	{ "data-at-expiry", 5, CAP_FULL_DUPLEX, data_at_expiry },
	{ "xon-without-xoff", 3, CAP_FULL_DUPLEX, xon_without_xoff },
	{ "pause-spoiled", 20, CAP_FULL_DUPLEX, pause_spoiled },
	{ "pause-unicast", 5, CAP_FULL_DUPLEX, pause_unicast },
	{ "pause-reserved-octets", 3, CAP_FULL_DUPLEX, pause_reserved_octets },
	{ "pause-long", 5, CAP_FULL_DUPLEX, pause_long },
	{ "control-opcodes", 5, CAP_FULL_DUPLEX, control_opcodes },
	{ "pause-tagged", 3, CAP_FULL_DUPLEX, pause_tagged },
	{ "rx-sizes", 10, 0, rx_sizes },
	{ "rx-back-to-back", 5, 0, rx_back_to_back },
	{ "rx-runts", 4, 0, rx_runts },
	{ "rx-preamble", 5, 0, rx_preamble },
	{ "rx-code-error", 5, 0, rx_code_error },
	{ "rx-noise", 4, CAP_GMII | GEN_DEVICE_MODEL, rx_noise },
	{ "rx-tagged", 3, 0, rx_tagged },
	{ "rx-jumbo", 2, CAP_JUMBO, rx_jumbo },
	{ "tx-sizes", 8, 0, tx_sizes },
	{ "tx-underrun", 6, CAP_UNDERRUN, tx_underrun },
	{ "tx-jumbo", 1, CAP_JUMBO, tx_jumbo },
	{ "host-slow", 4, CAP_STALL, host_slow },
	{ "host-stalls", 4, CAP_STALL, host_stalls },
	{ "soak", 3, 0, soak },
	{ .name = NULL },
};

static const struct scenario *const lists[] = { rows, NULL };
const struct scenario_set scenarios_wire = { .neutral = true, .lists = lists };
