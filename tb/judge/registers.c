/* SPDX-License-Identifier: Apache-2.0 */
/* Registers in the order of time: accesses as they happen, and what the registers say of the wires. */
#include "judge_parts.h"

/* The register in ROW has VALUE: half duplex, or not. */
static void note_duplex(struct pm_judge *judge, size_t row, uint64_t value)
{
	const struct pm_profile *golden = &judge->profile->golden;

	for (size_t i = 0; i < golden->slice_count && judge->dut.capabilities & CAP_HALF_DUPLEX; i++) {
		const struct pm_control_slice *slice = &golden->slices[i];
		if (slice->row == row && slice->control == PM_CONTROL_half_duplex)
			judge->half_duplex = (value >> slice->reg_bit & 1) != slice->inverted;
	}
	judge->was_half_duplex |= judge->half_duplex;
}

void judge_duplex_reset(struct pm_judge *judge)
{
	for (size_t i = 0; i < judge->profile->golden.slice_count; i++) {
		size_t row = judge->profile->golden.slices[i].row;
		note_duplex(judge, row, judge->profile->page.rows[row].reset);
	}
}

void judge_write_at(struct pm_judge *judge, uint64_t cycle, uint16_t address, uint64_t value)
{
	const struct event event = { .kind = EVENT_REG_WRITE,
		                     .cycle = cycle,
		                     .address = address,
		                     .value = value,
		                     .strobe = reg_strobe(&judge->profile->page) };

	judge_events(judge, &event, 1);
	note_duplex(judge, (size_t)(reg_by_address(&judge->profile->page, address) - judge->profile->page.rows), value);
}

/* What the registers say of the speed, or USUAL where none does. */
static uint64_t speed_now(const struct pm_judge *judge, uint64_t usual)
{
	const struct pm_profile *golden = &judge->profile->golden;

	for (size_t i = 0; i < golden->slice_count; i++) {
		const struct pm_control_slice *slice = &golden->slices[i];
		uint64_t mask = slice->len < 64 ? ((uint64_t)1 << slice->len) - 1 : UINT64_MAX,
			 word = scoreboard_peek(judge->sb, judge->profile->page.rows[slice->row].address) >> slice->reg_bit;
		if (slice->control != PM_CONTROL_speed)
			continue;
		word = (slice->inverted ? ~word : word) & mask;
		if (!slice->value_count)
			usual = (usual & ~(mask << slice->at)) | word << slice->at;
		for (unsigned v = slice->value_count; v-- > 0;)
			usual = slice->value[v] == word ? v : usual;
	}
	return usual;
}

/* 10 and 100 Mb/s differ only in the clock of the wires, which their PHY may have chosen (802.3 22.2.2.1, 35.2.2.1). */
int judge_check_speed(struct pm_judge *judge)
{
	uint64_t usual = dut_first_speed(&judge->dut), now = judge->dut.phy == PHY_MII ? speed_now(judge, usual) : usual;

	if (judge->dut.phy != PHY_MII || (now >= SPEED_1000) == (judge->mbps == 1000))
		return PM_JUDGE_OK;
	return judge_fail(judge, PM_JUDGE_EVENTS,
	                  "a frame while the registers of %s say %s Mb/s, and the speed of the wires is %u Mb/s; state it (--set "
	                  "speed=N: 0 is 10, 1 is 100, 2 is 1000 Mb/s)",
	                  judge->dut.name, now >= SPEED_1000 ? "1000" : "10 or 100", judge->mbps);
}

/* Compares one word of the bus with the model. */
static void read_at(struct pm_judge *judge, uint64_t cycle, uint16_t address, uint64_t value)
{
	const struct event read = { .kind = EVENT_REG_READ, .cycle = cycle, .address = address, .value = value, .duration = 1 };

	judge_events(judge, &read, 1);
}

/* What the model has counted in ROW up to CYCLE. */
static uint64_t counted(struct pm_judge *judge, const struct reg_row *row, uint64_t cycle)
{
	uint64_t low, high;

	scoreboard_awaits(judge->sb, cycle);
	low = scoreboard_peek(judge->sb, row->address);
	high = row->partner ? scoreboard_peek(judge->sb, row[row->partner].address) : 0;
	return row->partner ? high << 32 | (low & UINT32_MAX) : low;
}

/* The counter of ROW began at COUNTER.from and had room for so much more than ITEM shows, or for no more: then it sticks there. */
static bool sticks(struct pm_judge *judge, const struct judge_item *item, const struct reg_row *row, uint64_t cycle)
{
	return item->full && counted(judge, row, cycle) >= item->value;
}

static void read_counter(struct pm_judge *judge, const struct judge_item *item, const struct reg_row *row, uint64_t cycle)
{
	if (sticks(judge, item, row, cycle))
		return;
	if (!item->counter || !row->partner) {
		read_at(judge, cycle, item->address, item->value);
		return;
	}
	read_at(judge, cycle, item->address, item->value & UINT32_MAX);
	read_at(judge, cycle, row[row->partner].address, item->value >> 32);
}

void judge_access(struct pm_judge *judge, const struct judge_item *item, uint64_t cycle)
{
	const struct reg_row *row = reg_by_address(&judge->profile->page, item->address), *first = row;
	struct judge_counter *counter;
	const char *why;

	if (item->write) {
		judge_own_written(judge, item->address);
		judge_write_at(judge, cycle, item->address, item->value);
		return;
	}
	if (row->kind != REG_COUNTER && row->kind != REG_COUNTER_HIGH) {
		read_at(judge, cycle, item->address, item->value);
		return;
	}
	if (row->kind == REG_COUNTER_HIGH)
		first = row + row->partner;
	counter = &judge->counter[first - judge->profile->page.rows];
	why = judge->counters_lost ? "frames may be missing among the events" : judge_counter_unknown(judge, row);
	if (why) {
		counter->why = why;
		return;
	}
	counter->compared++;
	judge->counters_read |= row->kind == REG_COUNTER;
	read_counter(judge, item, row, cycle);
}
