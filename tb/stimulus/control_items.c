/* SPDX-License-Identifier: Apache-2.0 */
/* Makes items of controls: writes of whole registers, and values of the request ports; control.h. */
#include "control.h"
#include "regs.h"
#include "stim.h"

#include <string.h>

/* Returns the value that the items so far leave in the register at ADDRESS: the bytes of the newest writes since the newest
 * reset, as far as the register stores them. */
static uint64_t shadow_of(const struct stimulus *st, const struct reg_page *page, uint16_t address)
{
	const struct reg_row *row = reg_by_address(page, address);
	uint8_t known = 0;
	uint64_t value = 0;

	for (size_t i = st->count; i-- && known != reg_strobe(page);) {
		const struct item *item = &st->items[i];
		uint8_t fresh;
		if (item->kind == ITEM_RESET)
			break;
		if (item->kind != ITEM_REG_WRITE || item->u.reg.address != address)
			continue;
		fresh = (uint8_t)(item->u.reg.strobe & ~known);
		value |= item->u.reg.value & row->write_mask & reg_bytes(fresh);
		known |= fresh;
	}
	return value | (row->reset & ~reg_bytes(known));
}

/* Adds W to the writes of LINE; the writes of one register become one. */
static bool merge(struct control_line *line, const struct control_write *w)
{
	size_t i = 0;

	while (i < line->count && (w->port || line->at[i].port || line->at[i].address != w->address))
		i++;
	if (i == CONTROL_LINE_MAX)
		return false;
	if (i == line->count) {
		line->at[line->count++] = *w;
		return true;
	}
	line->at[i].value = (line->at[i].value & ~w->mask) | w->value;
	line->at[i].mask |= w->mask;
	return true;
}

bool control_add(struct control_line *line, const struct dut *dut, enum pm_control which, const uint64_t values[PM_CONTROL_COUNT])
{
	struct control_write writes[CONTROL_WRITES_MAX];
	size_t count = control_writes(dut, which, values, writes);
	bool room = true;

	for (size_t i = 0; i < count && room; i++)
		room = merge(line, &writes[i]);
	return room;
}

int control_append(struct stimulus *st, const struct dut *dut, const struct control_line *line)
{
	const struct reg_page *page = dut_page(dut);
	int err = 0;

	for (size_t i = 0; i < line->count && !err; i++) {
		const struct control_write *w = &line->at[i];
		struct item item = { .kind = w->pfc ? ITEM_PFC_REQ : ITEM_PAUSE_REQ, .u.request = (uint16_t)w->value };
		if (!w->port) {
			item = (struct item){ .kind = ITEM_REG_WRITE, .u.reg = { .address = w->address } };
			item.u.reg.strobe = reg_strobe(page);
			item.u.reg.value = (shadow_of(st, page, w->address) & ~w->mask) | w->value;
		}
		err = stimulus_append(st, &item);
	}
	return err;
}

/* ---- a walk over the registers of the controls ---- */

/* Returns true if the control is a request. A walk writes none: a request is no state of the MAC but makes it send frames. */
static bool makes_send(enum pm_control which)
{
	return which == PM_CONTROL_request_xoff || which == PM_CONTROL_request_xon || which == PM_CONTROL_pfc_xoff ||
	       which == PM_CONTROL_pfc_xon;
}

/* A walk over the controls of a DUT, with their registers, each once. */
struct walk {
	struct stimulus *st;
	const struct dut *dut;
	uint64_t values[PM_CONTROL_COUNT];
	struct {
		uint16_t address;
		uint64_t before; /* the value that the items before the walk leave in it */
	} reg[PM_CONTROL_COUNT * CONTROL_WRITES_MAX];
	size_t count;
};

static void note_registers(struct walk *walk, enum pm_control which)
{
	struct control_write writes[CONTROL_WRITES_MAX];
	size_t count = control_writes(walk->dut, which, walk->values, writes);

	for (size_t i = 0; i < count; i++) {
		size_t known = 0;
		while (known < walk->count && walk->reg[known].address != writes[i].address)
			known++;
		if (known < walk->count || writes[i].port)
			continue;
		walk->reg[walk->count].address = writes[i].address;
		walk->reg[walk->count++].before = shadow_of(walk->st, dut_page(walk->dut), writes[i].address);
	}
}

static int write_control(struct walk *walk, enum pm_control which)
{
	struct control_line line = { .count = 0 };

	control_add(&line, walk->dut, which, walk->values);
	return control_append(walk->st, walk->dut, &line);
}

static int read_registers(struct walk *walk)
{
	int err = 0;

	for (size_t i = 0; i < walk->count && !err; i++)
		err = stimulus_append(walk->st, &(struct item){ .kind = ITEM_REG_READ, .u.reg.address = walk->reg[i].address });
	return err;
}

/* Gives control WHICH the value TO, unless it is a speed that the MAC does not have. */
static int walk_to(struct walk *walk, enum pm_control which, uint64_t to)
{
	int err;

	if (which == PM_CONTROL_speed && !dut_has_speed(walk->dut, to))
		return 0;
	walk->values[which] = to;
	err = write_control(walk, which);
	return err ? err : read_registers(walk);
}

/* Gives a mark values above 0, so that the empty buffer is below it: for some MACs a mark of 0 is no mark, and for others each
 * buffer is at it. */
static int walk_mark(struct walk *walk, enum pm_control which)
{
	int err = walk_to(walk, which, 0x5550);

	if (!err)
		err = walk_to(walk, which, 0xAAA0);
	return err ? err : walk_to(walk, which, 0xFFF0);
}

/* Gives a narrow control each of its values; a wide one gets all zeros, all ones, and two values that no other control has. */
static int walk_control(struct walk *walk, enum pm_control which, uint32_t seed)
{
	enum { NARROW_BITS = 3, PATTERNS = 4 };
	unsigned bits = control_table[which].bits;
	uint64_t all = ((uint64_t)1 << bits) - 1, mixed = ((seed + which) * 2 + 1) * 0x9E3779B97F4A7C15;
	const uint64_t patterns[PATTERNS] = { 0, all, mixed >> (64 - bits), ~mixed >> (64 - bits) };
	int err = 0;

	if (which == PM_CONTROL_high_mark || which == PM_CONTROL_low_mark)
		return walk_mark(walk, which);
	for (uint64_t n = 0; n < (bits <= NARROW_BITS ? all + 1 : PATTERNS) && !err; n++)
		err = walk_to(walk, which, bits <= NARROW_BITS ? n : patterns[n]);
	return err;
}

static int write_back(const struct walk *walk)
{
	const uint8_t strobe = reg_strobe(dut_page(walk->dut));
	int err = 0;

	for (size_t i = 0; i < walk->count && !err; i++)
		err = stimulus_append(
		    walk->st, &(struct item){
				  .kind = ITEM_REG_WRITE,
				  .u.reg = { .address = walk->reg[i].address, .strobe = strobe, .value = walk->reg[i].before } });
	return err;
}

int control_walk(struct stimulus *st, const struct dut *dut, const uint64_t values[PM_CONTROL_COUNT], uint32_t seed, bool reads)
{
	struct walk walk = { .st = st, .dut = dut };
	int err;

	memcpy(walk.values, values, sizeof(walk.values));
	for (size_t i = 0; i < PM_CONTROL_COUNT; i++)
		note_registers(&walk, (enum pm_control)i);
	err = read_registers(&walk);
	if (err || reads)
		return err;
	for (size_t i = 0; i < PM_CONTROL_COUNT && !err; i++) {
		enum pm_control which = (enum pm_control)i;
		if (!makes_send(which) && control_has(dut, which))
			err = walk_control(&walk, which, seed);
	}
	if (!err)
		err = write_back(&walk);
	return err ? err : read_registers(&walk);
}
