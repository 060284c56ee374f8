/* SPDX-License-Identifier: Apache-2.0 */
/* Controls as items: writes of whole registers, and values of the request port; control.h. */
#include "control.h"
#include "regs.h"
#include "stim.h"

/* Returns what the items so far leave in the register at ADDRESS: the bytes of the newest writes since the newest reset, as far as they are
 * stored. */
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

/* Adds W to the writes of LINE; those of one register become one. */
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
	const struct reg_page *page = reg_page_by_model(dut->model);
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
