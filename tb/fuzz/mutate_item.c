/* SPDX-License-Identifier: Apache-2.0 */
/* Changes of one item, new items, and waits for moments: mutate.h. Numbers go to the bounds of the bins of points.def, because bugs live there. */
#include "mutate.h"

#include "part/frame.h"
#include "part/phy.h"
#include "stimulus/stim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	USUAL_LONGEST = 2000, /* longer frames take so many clocks that they are rare */
	LONG_ONE_IN = 12,
	WORD_BITS = 16,
};

static bool one_in(struct mutator *m, uint32_t count)
{
	return !mutator_below(m, count);
}

/* Returns a bound of a bin of GROUP, or a neighbour of it, but at most MOST. Of three bins it is the one that the fewest runs reached. */
static uint32_t edge(struct mutator *m, enum points group, uint32_t most)
{
	const struct points_row *row = &points_table[group];
	uint32_t bin = mutator_below(m, row->bins);
	int64_t value;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t other = mutator_below(m, row->bins);
		if (m->runs_of[group][other] < m->runs_of[group][bin])
			bin = other;
	}
	value = row->bounds[bin][mutator_below(m, 2)] + (one_in(m, 3) ? (int64_t)mutator_below(m, 3) - 1 : 0);
	return value < 0 ? 0 : value > most ? most : (uint32_t)value;
}

/* Draws a length of GROUP; a long one is rare, unless no run has had one. */
static uint32_t length(struct mutator *m, enum points group)
{
	uint32_t len = edge(m, group, ITEM_FRAME_OCTETS_MAX - STIM_FCS_OCTETS);

	for (unsigned i = 0; i < 4 && len > USUAL_LONGEST && !one_in(m, LONG_ONE_IN); i++)
		len = edge(m, group, ITEM_FRAME_OCTETS_MAX - STIM_FCS_OCTETS);
	return len;
}

static uint16_t quanta(struct mutator *m)
{
	return mutator_below(m, 4) ? (uint16_t)mutator_below(m, 6) : (uint16_t)edge(m, POINTS_RX_TIME, 0xFFFF);
}

/* Returns VALUE with one bit changed, or with all BITS bits drawn anew. */
static uint64_t other_bits(struct mutator *m, uint64_t value, unsigned bits)
{
	uint64_t all = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;

	switch (mutator_below(m, 6)) {
	case 0:
		return 0;
	case 1:
		return all;
	case 2:
		return (value + 1) & all;
	case 3:
		return (value - 1) & all;
	default:
		return value ^ (uint64_t)1 << mutator_below(m, bits);
	}
}

/* ---- frames ---- */

/* Returns how many octets the FCS adds to those of the frame. */
static uint32_t fcs_of(const struct item_frame *frame)
{
	return frame->fcs == FCS_NONE ? 0 : STIM_FCS_OCTETS;
}

/* Corrects offsets that now lie behind the end of the frame. */
static void keep_places(struct item *item)
{
	struct item_frame *frame = &item->u.frame;

	if (item->kind == ITEM_TX_FRAME && frame->stall_at >= (int32_t)frame->len)
		frame->stall_at = -1;
	if (item->kind != ITEM_TX_FRAME && frame->error_at != INT32_MIN &&
	    frame->error_at >= (int32_t)(frame->len + fcs_of(frame)))
		frame->error_at = INT32_MIN;
}

static bool resize(struct item *item, uint32_t len)
{
	struct item_frame *frame = &item->u.frame;
	const struct stim_fields fields = { .fill = STIM_FILL_INC };
	uint8_t *octets = realloc(frame->octets, len + 1);

	if (!octets)
		return false;
	if (len > frame->len)
		stim_fill(octets + frame->len, len - frame->len, &fields);
	frame->octets = octets;
	frame->len = len;
	keep_places(item);
	return true;
}

static bool put_u16(struct item_frame *frame, uint32_t offset, uint16_t value)
{
	if (frame->len < offset + 2)
		return false;
	frame->octets[offset] = (uint8_t)(value >> 8);
	frame->octets[offset + 1] = (uint8_t)value;
	return true;
}

static bool new_address(struct mutator *m, struct item_frame *frame)
{
	static const uint8_t *const known[] = { stim_station, stim_partner, stim_multicast, stim_broadcast };

	if (frame->len < STIM_ADDRESS_OCTETS)
		return false;
	if (one_in(m, 3))
		frame->octets[mutator_below(m, STIM_ADDRESS_OCTETS)] ^= (uint8_t)(1u << mutator_below(m, 8));
	else
		memcpy(frame->octets, known[mutator_below(m, 4)], STIM_ADDRESS_OCTETS);
	return true;
}

/* Changes the octets that make a frame a PAUSE or PFC frame: type, opcode, times. The frame may be neither. */
static bool new_control(struct mutator *m, struct item_frame *frame)
{
	static const uint16_t types[] = { STIM_TYPE, STIM_TYPE_CONTROL, STIM_TYPE_TAG, 46, 1500, 1501, 1535, 1536 };
	struct stim_pfc pfc;
	uint32_t class = mutator_below(m, STIM_CLASSES);

	if (stim_pfc_of(frame, &pfc))
		return one_in(m, 2) ? put_u16(frame, FRAME_TIMES_OFFSET + 2 * class, quanta(m))
		                    : put_u16(frame, FRAME_ENABLE_OFFSET, (uint16_t)other_bits(m, pfc.enable, STIM_CLASSES));
	if (frame->len >= FRAME_TYPE_OFFSET + 2 && frame_u16(frame->octets + FRAME_TYPE_OFFSET) == STIM_TYPE_CONTROL &&
	    !one_in(m, 5))
		return one_in(m, 6) ? put_u16(frame, FRAME_OPCODE_OFFSET, (uint16_t)other_bits(m, STIM_OPCODE_PAUSE, WORD_BITS))
		                    : put_u16(frame, FRAME_OPCODE_OFFSET + 2, quanta(m));
	return put_u16(frame, FRAME_TYPE_OFFSET, types[mutator_below(m, sizeof(types) / sizeof(types[0]))]);
}

static bool new_error(struct mutator *m, struct item_frame *frame)
{
	int32_t total = (int32_t)(frame->len + fcs_of(frame));

	if (frame->error_at != INT32_MIN && one_in(m, 2)) {
		frame->error_at = INT32_MIN;
		return true;
	}
	if (!total)
		return false;
	frame->error_at = one_in(m, 3) ? total - 1 - (int32_t)mutator_below(m, total < 6 ? (uint32_t)total : 6)
	                : one_in(m, 3) ? -1 - (int32_t)mutator_below(m, frame->preamble + 1)
	                               : (int32_t)mutator_below(m, (uint32_t)total);
	frame->error_len = 1;
	return true;
}

static bool new_fcs(struct mutator *m, struct item_frame *frame)
{
	if (frame->fcs == FCS_NONE)
		return false;
	frame->fcs = frame->fcs == FCS_GOOD ? FCS_BAD : FCS_GOOD;
	frame->fcs_value = 0;
	(void)m;
	return true;
}

/* Changes a value that only one kind of PHY has. */
static bool new_at_phy(struct mutator *m, struct item *item)
{
	struct item_frame *frame = &item->u.frame;

	if (m->dut->phy == PHY_XGMII) {
		static const uint8_t columns[] = { 0, 4, COLUMN_ANY };
		frame->column = columns[mutator_below(m, 3)];
	} else if (m->dut->phy == PHY_MII && one_in(m, 2)) {
		frame->lead = !frame->lead;
	} else if (m->dut->phy == PHY_MII) {
		frame->dribble = (uint8_t)mutator_below(m, 17);
	} else {
		return false;
	}
	return true;
}

static bool received(struct mutator *m, struct item *item)
{
	struct item_frame *frame = &item->u.frame;
	uint32_t len;

	switch (mutator_below(m, 12)) {
	case 0:
	case 1:
	case 2:
		len = length(m, POINTS_RX_LENGTH);
		return resize(item, len > fcs_of(frame) ? len - fcs_of(frame) : 0) && item->u.frame.len + fcs_of(frame);
	case 3:
	case 4:
		frame->gap = edge(m, POINTS_RX_GAP, 200);
		frame->gap += !frame->gap;
		return true;
	case 5:
		return new_address(m, frame);
	case 6:
	case 7:
	case 8:
		return new_control(m, frame);
	case 9:
		return new_fcs(m, frame);
	case 10:
		return new_error(m, frame);
	default:
		if (one_in(m, 3))
			return new_at_phy(m, item);
		frame->preamble = m->dut->phy == PHY_XGMII ? 1 + mutator_below(m, 8) : mutator_below(m, 10);
		if (frame->error_at < -(int32_t)frame->preamble - 1)
			frame->error_at = INT32_MIN;
		return true;
	}
}

static bool sent(struct mutator *m, struct item *item)
{
	struct item_frame *frame = &item->u.frame;
	uint32_t shortest = dut_shortest_host_frame(m->dut), len;

	switch (mutator_below(m, 8)) {
	case 0:
	case 1:
	case 2:
		len = length(m, POINTS_TX_LENGTH);
		return resize(item, len > shortest ? len : shortest);
	case 3:
	case 4:
		frame->gap = mutator_below(m, 2) ? mutator_below(m, 8) : edge(m, POINTS_TX_GAP, 200);
		return true;
	case 5:
		if (frame->len < 2)
			return false;
		frame->stall_at = one_in(m, 3) ? -1 : 1 + (int32_t)mutator_below(m, frame->len - 1);
		frame->stall = 1 + mutator_below(m, 3);
		return true;
	case 6:
		if (m->dut->phy == PHY_XGMII && one_in(m, 2)) {
			frame->host_error = !frame->host_error;
			return true;
		}
		return new_control(m, frame);
	default:
		return new_address(m, frame);
	}
}

/* ---- registers ---- */

static const struct reg_row *any_row(struct mutator *m, bool writable)
{
	enum { TRIES = 32 };

	for (unsigned i = 0; i < TRIES; i++) {
		const struct reg_row *row = &m->page->rows[mutator_below(m, (uint32_t)m->page->count)];
		if (row->kind == REG_RESERVED && !one_in(m, 8))
			continue;
		if (writable && !row->write_mask && row->kind != REG_W1C && row->effect != COUNTER_LOAD && !one_in(m, 8))
			continue;
		return row;
	}
	return &m->page->rows[0];
}

/* Returns VALUE with an extreme value in a field of the register, or with a bit changed. */
static uint64_t new_value(struct mutator *m, uint16_t address, uint64_t value)
{
	const struct reg_row *row = reg_by_address(m->page, address);
	unsigned bits = 8 * m->page->word_octets;
	const struct reg_field *field;
	uint64_t mask;

	if (row && row->kind == REG_COUNTER && row->width && one_in(m, 2)) {
		mask = row->width < bits ? ((uint64_t)1 << row->width) - 1 : reg_mask(m->page);
		return mask - mutator_below(m, 3);
	}
	for (unsigned i = 0; row && i < 16; i++) {
		field = m->page->field_count ? &m->page->fields[mutator_below(m, (uint32_t)m->page->field_count)] : NULL;
		if (!field || strcmp(field->reg, row->name))
			continue;
		mask = reg_field_mask(field);
		return (value & ~mask) |
		       (other_bits(m, (value & mask) >> field->lsb, (unsigned)(field->msb - field->lsb) + 1) << field->lsb &
		        mask);
	}
	if (row && row->write_mask && one_in(m, 2))
		return value ^ (row->write_mask & (uint64_t)1 << mutator_below(m, bits));
	return other_bits(m, value, bits);
}

static bool written(struct mutator *m, struct item *item)
{
	switch (mutator_below(m, 8)) {
	case 0:
	case 1:
		item->u.reg.strobe = (uint8_t)(1 + mutator_below(m, reg_strobe(m->page)));
		return true;
	case 2:
		item->u.reg.address = any_row(m, true)->address;
		return true;
	default:
		item->u.reg.value = new_value(m, item->u.reg.address, item->u.reg.value);
		return true;
	}
}

/* ---- the others ---- */

static bool waited(struct mutator *m, struct item *item)
{
	static const uint16_t clocks[] = { 1, 2, 7, 8, 9, 16, 63, 64, 65, 128, 256, 512, 1024 };

	if (item->u.wait.what == WAIT_CYCLES)
		item->u.wait.cycles = clocks[mutator_below(m, sizeof(clocks) / sizeof(clocks[0]))];
	else if (item->u.wait.what >= WAIT_START && item->u.wait.what <= WAIT_READ)
		item->u.wait.at = (int32_t)mutator_below(m, 6) - (one_in(m, 4) ? 4 : 0);
	else
		return false;
	return true;
}

/* Changes what the wire carries without rx_dv: to a code that has a meaning by the standard, or to any other. */
static bool rested(struct mutator *m, struct item *item)
{
	static const uint8_t meant[] = { 0x00, 0x01, 0x0E, 0x0F, 0x1F, 0x55, 0xD5 };

	switch (mutator_below(m, 4)) {
	case 0:
		item->u.idle.data = meant[mutator_below(m, sizeof(meant))];
		return true;
	case 1:
		item->u.idle.data = (uint8_t)mutator_below(m, 256);
		return true;
	case 2:
		item->u.idle.error = !item->u.idle.error;
		return true;
	default:
		if (!item->u.idle.len)
			return false;
		item->u.idle.len = 1 + mutator_below(m, 20);
		item->u.idle.gap = mutator_below(m, 20);
		return true;
	}
}

static bool collided(struct mutator *m, struct item *item)
{
	switch (mutator_below(m, 3)) {
	case 0:
		item->u.collision.at = 1 + mutator_below(m, one_in(m, 2) ? 20 : 1100);
		return true;
	case 1:
		item->u.collision.len = 1 + mutator_below(m, 80);
		return true;
	default:
		item->u.collision.count = 1 + mutator_below(m, 17);
		return true;
	}
}

/* Changes a PHY behind MDIO: a register, its presence, or its delay. */
static bool new_phy(struct mutator *m, struct item *item)
{
	static const uint16_t delays[] = { 0, 1, 100, PHY_DELAY_MAX_NS - 1, PHY_DELAY_MAX_NS };

	uint8_t phy = one_in(m, 8) ? (uint8_t)mutator_below(m, 32) : item->u.phy.phy;

	*item = (struct item){ .kind = ITEM_PHY, .u.phy = { .phy = phy } };
	switch (mutator_below(m, 4)) {
	case 0:
		item->u.phy.what = PHY_ITEM_DELAY;
		item->u.phy.value = delays[mutator_below(m, sizeof(delays) / sizeof(delays[0]))];
		break;
	case 1:
		break; /* the PHY does not answer */
	default:
		item->u.phy.present = true;
		item->u.phy.reg = (uint8_t)mutator_below(m, 32);
		item->u.phy.value = (uint16_t)other_bits(m, 0, WORD_BITS);
	}
	return true;
}

bool mutate_item(struct mutator *m, struct item *item)
{
	switch (item->kind) {
	case ITEM_RX_FRAME:
		return received(m, item);
	case ITEM_RX_RAW:
	case ITEM_RX_LANES:
		item->u.frame.gap = edge(m, POINTS_RX_GAP, 200);
		item->u.frame.gap += !item->u.frame.gap;
		return true;
	case ITEM_RX_IDLE:
		return rested(m, item);
	case ITEM_TX_FRAME:
		return sent(m, item);
	case ITEM_REG_WRITE:
		return written(m, item);
	case ITEM_REG_READ:
		item->u.reg.address = any_row(m, false)->address;
		return true;
	case ITEM_HOST_RATE:
		item->u.rate.on = 1 + mutator_below(m, 9);
		item->u.rate.off = mutator_below(m, 17);
		return true;
	case ITEM_PAUSE_REQ:
		item->u.request = (uint16_t)mutator_below(m, STIM_REQUESTS);
		return true;
	case ITEM_PFC_REQ:
		item->u.request ^= (uint16_t)(1u << mutator_below(m, 2 * STIM_CLASSES));
		return true;
	case ITEM_COLLISION:
		return collided(m, item);
	case ITEM_PHY:
		return new_phy(m, item);
	case ITEM_CARRIER:
		item->u.carrier.len = 1 + mutator_below(m, 200);
		return true;
	case ITEM_CLOCK_STOP:
	case ITEM_CLOCK_RESET:
		item->u.clock.cycles = 1 + mutator_below(m, 2000);
		return true;
	case ITEM_RESET:
		item->u.wait.cycles = STIM_RESET_CYCLES + mutator_below(m, 8);
		return true;
	case ITEM_WAIT:
		return waited(m, item);
	default:
		return false;
	}
}

/* ---- new items ---- */

static int new_received(struct mutator *m, struct item *ret)
{
	const struct stim_fields fields = stim_rx_fields();
	struct stim_pause pause = stim_pause_fields();
	bool is_pause = one_in(m, 2);

	*ret = stim_rx_item();
	pause.time = quanta(m);
	ret->u.frame.len = STIM_FRAME_LEN - STIM_FCS_OCTETS;
	ret->u.frame.octets = is_pause ? stim_pause_octets(&pause, ret->u.frame.len) : stim_octets(&fields, ret->u.frame.len);
	if (!ret->u.frame.octets)
		return -ENOMEM;
	if (!is_pause || one_in(m, 3))
		received(m, ret);
	return 0;
}

static int new_sent(struct mutator *m, struct item *ret)
{
	const struct stim_fields fields = stim_tx_fields();

	*ret = stim_tx_item();
	ret->u.frame.len = STIM_SEND_LEN;
	ret->u.frame.octets = stim_octets(&fields, ret->u.frame.len);
	if (!ret->u.frame.octets)
		return -ENOMEM;
	if (one_in(m, 2))
		sent(m, ret);
	return 0;
}

/* Returns the value that was last written to the register before item COUNT of ST; if there is none, its value after a reset. */
static uint64_t value_at(const struct stimulus *st, size_t count, const struct reg_row *row)
{
	while (count--)
		if (st->items[count].kind == ITEM_REG_WRITE && st->items[count].u.reg.address == row->address)
			return st->items[count].u.reg.value;
	return row->reset;
}

/* Draws a register by drawing one of all fields, since a register with fields controls something. */
static const struct reg_row *row_of_field(struct mutator *m)
{
	return reg_by_name(m->page, m->page->fields[mutator_below(m, (uint32_t)m->page->field_count)].reg);
}

static int new_access(struct mutator *m, const struct stimulus *st, size_t count, struct item *ret)
{
	const struct reg_row *row = m->page->field_count && one_in(m, 2) ? row_of_field(m) : any_row(m, one_in(m, 2));

	*ret = (struct item){ .kind = ITEM_REG_READ, .u.reg = { .address = row->address } };
	if ((row->write_mask || row->kind != REG_COUNTER) && mutator_below(m, 3)) {
		ret->kind = ITEM_REG_WRITE;
		ret->u.reg.value = new_value(m, row->address, value_at(st, count, row));
		ret->u.reg.strobe = one_in(m, 4) ? (uint8_t)(1 + mutator_below(m, reg_strobe(m->page))) : reg_strobe(m->page);
	}
	return 0;
}

int mutate_new(struct mutator *m, const struct stimulus *st, size_t count, struct item *ret)
{
	switch (mutator_below(m, 10)) {
	case 0:
	case 1:
	case 2:
		return new_received(m, ret);
	case 3:
	case 4:
		return new_sent(m, ret);
	case 5:
		*ret = (struct item){ .kind = one_in(m, 2) ? ITEM_HOST_STOP : ITEM_HOST_START };
		return 0;
	case 6:
		if (m->dut->capabilities & CAP_PFC) {
			*ret = (struct item){ .kind = one_in(m, 2) ? ITEM_PAUSE_REQ : ITEM_PFC_REQ };
			return mutate_item(m, ret) ? 0 : -ENOMEM;
		}
		if (m->dut->capabilities & CAP_MDIO && one_in(m, 2)) {
			*ret = (struct item){ .kind = ITEM_PHY,
				              .u.phy = { .phy = (uint8_t)mutator_below(m, 4), .present = true } };
			return mutate_item(m, ret) ? 0 : -ENOMEM;
		}
		/* fallthrough */
	default:
		return new_access(m, st, count, ret);
	}
}

/* ---- moments ---- */

/* Returns the clocks from the issue of ITEM until it takes effect. */
static int32_t lead_of(const struct mutator *m, const struct item *item)
{
	enum { WRITE_CLOCKS = 2, RUN_OCTETS = 11, WIDE_RUN_CLOCKS = 7 };
	uint32_t clocks = dut_octet_clocks(m->dut, dut_first_mbps(m->dut)), octets;

	if (item->kind == ITEM_REG_WRITE)
		return WRITE_CLOCKS;
	if (item->kind != ITEM_RX_FRAME)
		return 0;
	octets = item->u.frame.len + fcs_of(&item->u.frame);
	if (m->dut->phy == PHY_XGMII)
		return (int32_t)(octets / dut_step(m->dut) + WIDE_RUN_CLOCKS);
	return (int32_t)((octets + RUN_OCTETS) * clocks / dut_step(m->dut));
}

struct item mutate_moment(struct mutator *m, const struct item *follower)
{
	enum { BESIDE = 3, LEAST_CLOCKS = 100, MOST_CLOCKS = 1500 };
	static const enum item_wait any[] = { WAIT_START,   WAIT_END,    WAIT_CONTROL,    WAIT_READ,
		                              WAIT_INHIBIT, WAIT_EXPIRY, WAIT_CLASSIFIED, WAIT_PFC };
	uint32_t known = !(m->dut->capabilities & CAP_OBS) ? 4 : m->dut->capabilities & CAP_PFC ? 8 : 7;

	return (struct item){
		.kind = ITEM_WAIT,
		.u.wait = { .what = any[mutator_below(m, known)],
		            .at = (int32_t)mutator_below(m, 2 * BESIDE + 1) - BESIDE - lead_of(m, follower),
		            .cycles = LEAST_CLOCKS + mutator_below(m, MOST_CLOCKS - LEAST_CLOCKS) },
	};
}
