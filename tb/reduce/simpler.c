/* SPDX-License-Identifier: Apache-2.0 */
/* Gives the fields of the items their defaults, or else smaller values, so that all values that remain in a reduced stimulus
 * matter.
 *
 * A frame first becomes one of the shortest frames as a whole; then all keys of its run on the wire get their defaults, at once
 * or else one by one. A number gets its smallest value; if the run does not fail with that, halving finds the smallest value with
 * which it fails. */
#include "reduction.h"

#include "part/frame.h"
#include "regs.h"
#include "stimulus/stim.h"

#include <stdlib.h>
#include <string.h>

/* Returns item number I of the best stimulus, whose place in memory changes with each run that fails. */
static const struct item *at(const struct reduction *r, size_t i)
{
	return &r->best.items[i];
}

/* ---- numbers ---- */

/* Writes a value into an item. Returns false if there is no memory. */
typedef bool set_number(struct reduction *r, struct item *item, unsigned which, uint64_t value);

static bool try_number(struct reduction *r, size_t i, set_number *set, unsigned which, uint64_t value)
{
	struct item item = *at(r, i);

	return set(r, &item, which, value) && reduction_try_item(r, i, &item);
}

/* Makes a number with the value NOW as small as possible, but not smaller than LOW. */
static bool shrink(struct reduction *r, size_t i, set_number *set, unsigned which, uint64_t now, uint64_t low)
{
	if (now <= low)
		return false;
	if (try_number(r, i, set, which, low))
		return true;
	if (now - 1 == low || !try_number(r, i, set, which, now - 1))
		return false;
	for (now--; now - low > 1 && !reduction_over(r);) {
		uint64_t middle = low + (now - low) / 2;
		if (try_number(r, i, set, which, middle))
			now = middle;
		else
			low = middle;
	}
	return true;
}

/* Gives MEMBER of item number I the value VALUE. */
#define USUAL(changed, r, i, member, usual)                           \
	do {                                                          \
		struct item usual_ = *at(r, i);                       \
		if (usual_.u.member != (usual)) {                     \
			usual_.u.member = (usual);                    \
			changed |= reduction_try_item(r, i, &usual_); \
		}                                                     \
	} while (0)
/* Makes MEMBER of item number I as small as possible. */
#define SHRINK(changed, r, i, set, member, low) changed |= shrink(r, i, set, 0, at(r, i)->u.member, low)
#define SETTER(name, member)                                                                     \
	static bool name(struct reduction *r, struct item *item, unsigned which, uint64_t value) \
	{                                                                                        \
		(void)r;                                                                         \
		(void)which;                                                                     \
		item->u.member = (__typeof__(item->u.member))value;                              \
		return true;                                                                     \
	}
SETTER(set_gap, frame.gap)
SETTER(set_idle_len, idle.len)
SETTER(set_idle_gap, idle.gap)
SETTER(set_stall, frame.stall)
SETTER(set_error_len, frame.error_len)
SETTER(set_wait, wait.cycles)
SETTER(set_on, rate.on)
SETTER(set_off, rate.off)
SETTER(set_collision_at, collision.at)
SETTER(set_collision_len, collision.len)
SETTER(set_collisions, collision.count)
SETTER(set_carrier_at, carrier.at)
SETTER(set_carrier_len, carrier.len)
SETTER(set_clock, clock.cycles)

/* ---- octets ---- */

static bool set_octets(struct reduction *r, struct item *item, const uint8_t *octets, uint32_t len)
{
	uint8_t *copy = reduction_own(r, malloc(len + 1));

	if (copy)
		memcpy(copy, octets, len);
	item->u.frame.octets = copy;
	item->u.frame.len = len;
	return copy;
}

/* Puts SIZE octets into the frame from octet OFFSET on. */
static bool put(struct reduction *r, size_t i, uint32_t offset, const uint8_t *octets, uint32_t size)
{
	struct item item = *at(r, i);

	if (item.u.frame.len < offset + size || !memcmp(item.u.frame.octets + offset, octets, size) ||
	    !set_octets(r, &item, item.u.frame.octets, item.u.frame.len))
		return false;
	memcpy(item.u.frame.octets + offset, octets, size);
	return reduction_try_item(r, i, &item);
}

static bool put_u16(struct reduction *r, size_t i, uint32_t offset, uint16_t value)
{
	const uint8_t octets[2] = { (uint8_t)(value >> 8), (uint8_t)value };

	return put(r, i, offset, octets, 2);
}

/* Fills the frame from octet OFFSET on with zeros, or as a data frame is filled by default. */
static bool put_fill(struct reduction *r, size_t i, uint32_t offset, bool zero)
{
	const struct stim_fields fields = { .fill = zero ? STIM_FILL_ZERO : STIM_FILL_INC };
	uint32_t len = at(r, i)->u.frame.len;
	uint8_t *octets = len > offset ? malloc(len - offset) : NULL;
	bool changed;

	if (!octets)
		return false;
	stim_fill(octets, len - offset, &fields);
	changed = put(r, i, offset, octets, len - offset);
	free(octets);
	return changed;
}

static bool set_len(struct reduction *r, struct item *item, unsigned which, uint64_t value)
{
	(void)which;
	return set_octets(r, item, item->u.frame.octets, (uint32_t)value);
}

/* Sets the number of 16 bits from octet WHICH of the frame on. */
static bool set_u16(struct reduction *r, struct item *item, unsigned which, uint64_t value)
{
	if (!set_octets(r, item, item->u.frame.octets, item->u.frame.len))
		return false;
	item->u.frame.octets[which] = (uint8_t)(value >> 8);
	item->u.frame.octets[which + 1] = (uint8_t)value;
	return true;
}

static bool shrink_u16(struct reduction *r, size_t i, unsigned offset)
{
	return shrink(r, i, set_u16, offset, frame_u16(at(r, i)->u.frame.octets + offset), 1);
}

/* ---- frames ---- */

static bool same_frame(const struct item_frame *a, const struct item_frame *b)
{
	return a->len == b->len && !memcmp(a->octets, b->octets, a->len) && !a->control == !b->control && a->fcs == b->fcs &&
	       a->error_at == b->error_at && a->preamble == b->preamble && a->sfd == b->sfd && a->end_code == b->end_code &&
	       a->column == b->column && a->gap == b->gap && a->lead == b->lead && a->dribble == b->dribble &&
	       a->collides == b->collides && a->stall_at == b->stall_at && a->host_error == b->host_error &&
	       a->host_fcs == b->host_fcs;
}

/* Tries a frame with the octets of ITEM, and owns these octets from now on. */
static bool try_frame(struct reduction *r, size_t i, struct item *item, uint8_t *octets, uint32_t len)
{
	item->u.frame.octets = reduction_own(r, octets);
	item->u.frame.len = len;
	if (!item->u.frame.octets || (item->kind == at(r, i)->kind && same_frame(&item->u.frame, &at(r, i)->u.frame)))
		return false;
	return reduction_try_item(r, i, item);
}

/* Try the shortest frames: a data frame, and a PAUSE frame with the time TIME. */
static bool try_data(struct reduction *r, size_t i)
{
	struct item item = stim_rx_item();
	const struct stim_fields fields = stim_rx_fields();

	return try_frame(r, i, &item, stim_octets(&fields, STIM_FRAME_LEN - STIM_FCS_OCTETS), STIM_FRAME_LEN - STIM_FCS_OCTETS);
}

static bool try_pause(struct reduction *r, size_t i, uint16_t time)
{
	struct item item = stim_rx_item();
	struct stim_pause pause = stim_pause_fields();

	pause.time = time;
	return try_frame(r, i, &item, stim_pause_octets(&pause, STIM_FRAME_LEN - STIM_FCS_OCTETS),
	                 STIM_FRAME_LEN - STIM_FCS_OCTETS);
}

/* Gives the keys of a run that are not about its octets their defaults, all at once or one by one. */
static bool plain_run(struct reduction *r, size_t i)
{
	const struct item_frame usual = stim_rx_item().u.frame;
	struct item item = *at(r, i);
	bool changed = false;

	if (item.kind == ITEM_RX_FRAME) {
		item.u.frame = usual;
		item.u.frame.octets = at(r, i)->u.frame.octets;
		item.u.frame.len = at(r, i)->u.frame.len;
		if (at(r, i)->u.frame.fcs == FCS_NONE || same_frame(&item.u.frame, &at(r, i)->u.frame))
			item.kind = ITEM_KIND_COUNT;
		if (item.kind != ITEM_KIND_COUNT && reduction_try_item(r, i, &item))
			return true;
		USUAL(changed, r, i, frame.preamble, usual.preamble);
		USUAL(changed, r, i, frame.sfd, usual.sfd);
		USUAL(changed, r, i, frame.error_at, usual.error_at);
		if (at(r, i)->u.frame.fcs == FCS_VALUE)
			USUAL(changed, r, i, frame.fcs, FCS_BAD);
		if (at(r, i)->u.frame.fcs == FCS_BAD)
			USUAL(changed, r, i, frame.fcs, FCS_GOOD);
		USUAL(changed, r, i, frame.error_code, usual.error_code);
		USUAL(changed, r, i, frame.end_code, usual.end_code);
	}
	USUAL(changed, r, i, frame.lead, false);
	USUAL(changed, r, i, frame.dribble, 0);
	USUAL(changed, r, i, frame.collides, false);
	USUAL(changed, r, i, frame.column, usual.column);
	USUAL(changed, r, i, frame.gap, STIM_GAP);
	SHRINK(changed, r, i, set_gap, frame.gap, STIM_GAP);
	if (at(r, i)->u.frame.error_at != INT32_MIN)
		SHRINK(changed, r, i, set_error_len, frame.error_len, 1);
	return changed;
}

/* Simplifies the addresses of a PAUSE frame and the octets after its time, and then its time. */
static bool plain_pause(struct reduction *r, size_t i)
{
	bool tagged = frame_u16(at(r, i)->u.frame.octets + FRAME_TYPE_OFFSET) == STIM_TYPE_TAG;
	uint16_t time = frame_u16(at(r, i)->u.frame.octets + FRAME_TYPE_OFFSET + (tagged ? 8 : 4));
	bool changed = at(r, i)->u.frame.fcs == FCS_GOOD && try_pause(r, i, time);

	if (tagged && !changed)
		return false;
	changed |= put(r, i, 0, stim_multicast, STIM_ADDRESS_OCTETS);
	changed |= put(r, i, STIM_ADDRESS_OCTETS, stim_partner, STIM_ADDRESS_OCTETS);
	changed |= put_fill(r, i, FRAME_TYPE_OFFSET + 6, true);
	changed |= put_u16(r, i, FRAME_OPCODE_OFFSET, STIM_OPCODE_PAUSE);
	return changed | shrink_u16(r, i, FRAME_TYPE_OFFSET + 4);
}

/* Simplifies the enabled classes of a PFC frame and their times. */
static bool plain_pfc(struct reduction *r, size_t i)
{
	bool changed = put(r, i, 0, stim_multicast, STIM_ADDRESS_OCTETS);

	changed |= put(r, i, STIM_ADDRESS_OCTETS, stim_partner, STIM_ADDRESS_OCTETS);
	changed |= put_fill(r, i, STIM_PFC_OCTETS, true);
	for (unsigned c = 0; c < STIM_CLASSES; c++) {
		uint16_t enable = frame_u16(at(r, i)->u.frame.octets + FRAME_ENABLE_OFFSET);
		changed |= put_u16(r, i, FRAME_ENABLE_OFFSET, (uint16_t)(enable & ~(1u << c)));
		changed |= put_u16(r, i, FRAME_TIMES_OFFSET + 2 * c, 0);
		if (frame_u16(at(r, i)->u.frame.octets + FRAME_TIMES_OFFSET + 2 * c))
			changed |= shrink_u16(r, i, FRAME_TIMES_OFFSET + 2 * c);
	}
	return changed;
}

static bool plain_data(struct reduction *r, size_t i, const struct stim_fields *usual)
{
	const uint8_t type[2] = { usual->type >> 8, usual->type & 0xFF };
	bool changed = put(r, i, 0, usual->da, STIM_ADDRESS_OCTETS);

	changed |= put(r, i, STIM_ADDRESS_OCTETS, usual->sa, STIM_ADDRESS_OCTETS);
	changed |= put(r, i, FRAME_TYPE_OFFSET, type, 2);
	return changed | put_fill(r, i, STIM_HEADER_OCTETS, false);
}

static bool simpler_rx_frame(struct reduction *r, size_t i)
{
	const struct stim_fields usual = stim_rx_fields();
	uint32_t extra = at(r, i)->u.frame.fcs == FCS_NONE ? 0 : STIM_FCS_OCTETS;
	bool changed = try_data(r, i);
	struct stim_pause pause;
	struct stim_pfc pfc;

	if (changed)
		return true;
	changed |= plain_run(r, i);
	if (stim_pfc_of(&at(r, i)->u.frame, &pfc))
		changed |= plain_pfc(r, i);
	else if (stim_pause_of(&at(r, i)->u.frame, &pause))
		changed |= plain_pause(r, i);
	else
		changed |= plain_data(r, i, &usual);
	return changed | shrink(r, i, set_len, 0, at(r, i)->u.frame.len, STIM_FRAME_LEN - extra);
}

static bool simpler_tx_frame(struct reduction *r, size_t i)
{
	const struct stim_fields usual = stim_tx_fields();
	struct item item = stim_tx_item();
	bool changed = try_frame(r, i, &item, stim_octets(&usual, STIM_SEND_LEN), STIM_SEND_LEN);

	if (changed)
		return true;
	USUAL(changed, r, i, frame.stall_at, -1);
	if (at(r, i)->u.frame.stall_at >= 0)
		SHRINK(changed, r, i, set_stall, frame.stall, 1);
	USUAL(changed, r, i, frame.host_error, false);
	SHRINK(changed, r, i, set_gap, frame.gap, 0);
	changed |= plain_data(r, i, &usual);
	return changed | shrink(r, i, set_len, 0, at(r, i)->u.frame.len, STIM_SEND_LEN);
}

/* Puts a frame in place of raw octets or lanes, or makes these fewer. */
static bool simpler_raw(struct reduction *r, size_t i)
{
	uint32_t unit = at(r, i)->kind == ITEM_RX_LANES ? STIM_COLUMN_LANES : 1;
	bool changed = try_data(r, i);

	if (changed)
		return true;
	for (uint32_t len = at(r, i)->u.frame.len / 2 / unit * unit; len; len = len / 2 / unit * unit) {
		while (at(r, i)->u.frame.len > len && try_number(r, i, set_len, 0, at(r, i)->u.frame.len - len))
			changed = true;
	}
	return changed | plain_run(r, i);
}

/* ---- registers ---- */

/* Returns the bits of field number WHICH of the register; behind the last field come the bits that belong to none. */
static uint64_t bits_of(const struct reduction *r, uint16_t address, unsigned which)
{
	const struct reg_page *page = dut_page(r->dut);
	const struct reg_row *row = page ? reg_by_address(page, address) : NULL;
	uint64_t rest = UINT64_MAX;
	unsigned seen = 0;

	for (size_t i = 0; row && i < page->field_count; i++) {
		if (strcmp(page->fields[i].reg, row->name))
			continue;
		if (seen++ == which)
			return reg_field_mask(&page->fields[i]);
		rest &= ~reg_field_mask(&page->fields[i]);
	}
	return which == seen ? rest : 0;
}

/* Writes VALUE into field number WHICH of the value that is written. */
static bool set_field(struct reduction *r, struct item *item, unsigned which, uint64_t value)
{
	uint64_t bits = bits_of(r, item->u.reg.address, which);

	item->u.reg.value = (item->u.reg.value & ~bits) | (value << __builtin_ctzll(bits) & bits);
	return true;
}

static bool simpler_write(struct reduction *r, size_t i)
{
	const struct reg_page *page = dut_page(r->dut);
	bool changed = false;
	uint64_t bits;

	USUAL(changed, r, i, reg.strobe, reg_strobe(page));
	USUAL(changed, r, i, reg.value, 0);
	for (unsigned which = 0; !changed && (bits = bits_of(r, at(r, i)->u.reg.address, which)); which++)
		changed |= shrink(r, i, set_field, which, (at(r, i)->u.reg.value & bits) >> __builtin_ctzll(bits), 0);
	return changed;
}

/* ---- the others ---- */

static bool simpler_wait(struct reduction *r, size_t i)
{
	bool changed = false;

	if (at(r, i)->u.wait.what == WAIT_CYCLES)
		return shrink(r, i, set_wait, 0, at(r, i)->u.wait.cycles, 1);
	USUAL(changed, r, i, wait.cycles, 0);
	return changed;
}

static bool simpler_request(struct reduction *r, size_t i)
{
	bool changed = false;

	for (unsigned bit = 0; bit < 16; bit++)
		USUAL(changed, r, i, request, at(r, i)->u.request & ~(1u << bit));
	return changed;
}

static bool simpler_item(struct reduction *r, size_t i)
{
	bool changed = false;

	switch (at(r, i)->kind) {
	case ITEM_RX_FRAME:
		return simpler_rx_frame(r, i);
	case ITEM_RX_RAW:
	case ITEM_RX_LANES:
		return simpler_raw(r, i);
	case ITEM_RX_IDLE:
		if (at(r, i)->u.idle.len)
			SHRINK(changed, r, i, set_idle_len, idle.len, 1);
		SHRINK(changed, r, i, set_idle_gap, idle.gap, STIM_GAP);
		return changed;
	case ITEM_TX_FRAME:
		return simpler_tx_frame(r, i);
	case ITEM_REG_WRITE:
		return simpler_write(r, i);
	case ITEM_REG_READ:
		USUAL(changed, r, i, reg.expect_mask, 0);
		return changed;
	case ITEM_HOST_RATE:
		SHRINK(changed, r, i, set_on, rate.on, 1);
		SHRINK(changed, r, i, set_off, rate.off, 1);
		return changed;
	case ITEM_PAUSE_REQ:
	case ITEM_PFC_REQ:
		return simpler_request(r, i);
	case ITEM_COLLISION:
		SHRINK(changed, r, i, set_collisions, collision.count, 1);
		SHRINK(changed, r, i, set_collision_at, collision.at, 1);
		SHRINK(changed, r, i, set_collision_len, collision.len, 8);
		return changed;
	case ITEM_CARRIER:
		SHRINK(changed, r, i, set_carrier_at, carrier.at, 1);
		SHRINK(changed, r, i, set_carrier_len, carrier.len, 1);
		return changed;
	case ITEM_CLOCK_STOP:
	case ITEM_CLOCK_RESET:
		SHRINK(changed, r, i, set_clock, clock.cycles, 1);
		return changed;
	case ITEM_RESET:
		SHRINK(changed, r, i, set_wait, wait.cycles, STIM_RESET_CYCLES);
		return changed;
	case ITEM_WAIT:
		return simpler_wait(r, i);
	default:
		return false;
	}
}

bool simpler_fields(struct reduction *r)
{
	bool changed = false;

	for (size_t i = 0; i < r->best.count && !reduction_over(r);) {
		size_t setup = reduction_setup_at(r, i);
		if (!setup)
			changed |= simpler_item(r, i);
		i += setup ? setup : 1;
	}
	return changed;
}
