/* SPDX-License-Identifier: Apache-2.0 */
/* Calls about registers: the set-up, controls, accesses, and readings of counters. */
#include "judge_parts.h"

#include "stimulus/control.h"

enum { SET_UP_CLOCKS = 4, RESET_CLOCKS = 4 };

static uint64_t next_of_set_up(struct pm_judge *judge)
{
	return judge->cycle += SET_UP_CLOCKS * (uint64_t)dut_step(&judge->dut);
}

/* Bits of the register in ROW that a write of 1 makes an event, and that do not stay. */
static uint64_t pulses(const struct pm_judge *judge, size_t row)
{
	const struct pm_profile *golden = &judge->profile->golden;
	bool by_pulse = judge_sends_by(judge) == SENDS_BY_PULSE;
	uint64_t ret = 0;

	for (size_t i = 0; i < golden->slice_count; i++) {
		const struct pm_control_slice *slice = &golden->slices[i];
		bool off = slice->control == PM_CONTROL_request_xoff || slice->control == PM_CONTROL_pfc_xoff,
		     on = slice->control == PM_CONTROL_request_xon || slice->control == PM_CONTROL_pfc_xon;
		if (slice->row == row && (on || (off && by_pulse)))
			ret |= (slice->len < 64 ? ((uint64_t)1 << slice->len) - 1 : UINT64_MAX) << slice->reg_bit;
	}
	return ret;
}

/* The register at ADDRESS was written with VALUE, in the order of calls: the model may not have reached the write yet. */
static void note_written(struct pm_judge *judge, uint16_t address, uint64_t value)
{
	size_t row = (size_t)(reg_by_address(&judge->profile->page, address) - judge->profile->page.rows);

	if (row >= JUDGE_COUNTERS_MAX)
		return;
	judge->written[row] = value & ~pulses(judge, row);
	judge->was_written[row] = true;
}

/* Returns the word with which WRITE changes its bits of the register alone. */
static uint64_t word_of(const struct pm_judge *judge, const struct control_write *write)
{
	size_t row = (size_t)(reg_by_address(&judge->profile->page, write->address) - judge->profile->page.rows);
	bool known = row < JUDGE_COUNTERS_MAX && judge->was_written[row];

	return ((known ? judge->written[row] : scoreboard_peek(judge->sb, write->address)) & ~write->mask) | write->value;
}

static void write_control(struct pm_judge *judge, enum pm_control which, uint64_t cycle)
{
	struct control_write writes[CONTROL_WRITES_MAX];
	size_t count = control_writes(&judge->dut, which, judge->controls, writes);

	for (size_t i = 0; i < count; i++) {
		uint64_t word = word_of(judge, &writes[i]);
		if (writes[i].port)
			continue;
		judge_write_at(judge, cycle, writes[i].address, word);
		note_written(judge, writes[i].address, word);
	}
}

void judge_set_up(struct pm_judge *judge)
{
	const struct event reset = { .kind = EVENT_RESET, .value = RESET_CLOCKS * (uint64_t)dut_step(&judge->dut) };

	judge_events(judge, &reset, 1);
	judge_duplex_reset(judge);
	judge->cycle = reset.value;
	if (judge->options.client_seen)
		judge_client(judge, &(struct judge_item){ .kind = JUDGE_READY, .value = 1 }, judge->cycle);
	for (size_t i = 0; i < judge->dut.setup_count; i++) {
		judge_write_at(judge, next_of_set_up(judge), judge->dut.setup[i].address, judge->dut.setup[i].value);
		note_written(judge, judge->dut.setup[i].address, judge->dut.setup[i].value);
	}
	judge->station_known = judge->dut.setup_count;
}

/* ---- calls ---- */

static int check_control(struct pm_judge *judge, const char *name, uint64_t value, enum pm_control *ret)
{
	const char *nearest = control_nearest(name);
	enum pm_control which = control_by_name(name);

	if (which == PM_CONTROL_COUNT)
		return judge_fail(judge, PM_JUDGE_USAGE, "there is no control '%s'%s%s", name, nearest ? "; nearest is " : "",
		                  nearest ? nearest : "");
	if (control_table[which].bits < 64 && value >> control_table[which].bits)
		return judge_fail(judge, PM_JUDGE_USAGE, "control %s has %u bits, and not the value 0x%llx", name,
		                  control_table[which].bits, (unsigned long long)value);
	if (!control_has(&judge->dut, which) && value != control_usual(&judge->dut, which))
		return judge_fail(judge, PM_JUDGE_USAGE, "%s has no control %s; its profile says so", judge->dut.name, name);
	if (which == PM_CONTROL_speed && !dut_has_speed(&judge->dut, value))
		return judge_fail(judge, PM_JUDGE_USAGE, "%s has no speed %llu by the line phy of its profile", judge->dut.name,
		                  (unsigned long long)value);
	if (which == PM_CONTROL_speed && judge->began && dut_wire_mbps(&judge->dut, (unsigned)value) != judge->mbps)
		return judge_fail(judge, PM_JUDGE_USAGE,
		                  "the speed changes to %u Mb/s; judge the captures of each speed by themselves",
		                  dut_wire_mbps(&judge->dut, (unsigned)value));
	if (which == PM_CONTROL_half_duplex && value)
		return judge_fail(judge, PM_JUDGE_USAGE, "half duplex has no PAUSE, and its carrier is in no capture");
	*ret = which;
	return PM_JUDGE_OK;
}

int judge_control(struct pm_judge *judge, uint64_t time, const char *name, uint64_t value, bool happens)
{
	struct control_write writes[CONTROL_WRITES_MAX];
	enum pm_control which = PM_CONTROL_COUNT;
	size_t count;
	int err = judge_admit(judge, judge && !judge->began && !happens ? judge->time : time);

	if (!err && !name)
		err = judge_fail(judge, PM_JUDGE_USAGE, "a control without a name");
	if (!err)
		err = check_control(judge, name, value, &which);
	if (err)
		return err;
	judge->controls[which] = value;
	judge->station_known |= which == PM_CONTROL_station;
	if (which == PM_CONTROL_speed) {
		judge->mbps = dut_wire_mbps(&judge->dut, (unsigned)value);
		judge->hz = dut_clock_hz(&judge->dut, judge->mbps) * dut_step(&judge->dut);
	}
	if (!judge->began && !happens) {
		write_control(judge, which, next_of_set_up(judge));
		return PM_JUDGE_OK;
	}
	count = control_writes(&judge->dut, which, judge->controls, writes);
	for (size_t i = 0; i < count && !err; i++) {
		uint64_t word = word_of(judge, &writes[i]);
		if (writes[i].port)
			continue;
		err = judge_take(
		    judge, &(struct judge_item){
			       .kind = JUDGE_ACCESS, .time = time, .write = true, .address = writes[i].address, .value = word });
		note_written(judge, writes[i].address, word);
	}
	return err;
}

int pm_judge_control(struct pm_judge *judge, uint64_t time, const char *name, uint64_t value)
{
	return judge_control(judge, time, name, value, false);
}

int pm_judge_write(struct pm_judge *judge, uint64_t time, uint16_t address, uint64_t value)
{
	int err = judge_admit(judge, time);

	if (!err && !reg_by_address(&judge->profile->page, address))
		err = judge_fail(judge, PM_JUDGE_USAGE, "the profile has no register at 0x%04x", address);
	if (err)
		return err;
	judge->station_known = true;
	note_written(judge, address, value);
	return judge_take(
	    judge, &(struct judge_item){ .kind = JUDGE_ACCESS, .time = time, .write = true, .address = address, .value = value });
}

int pm_judge_read(struct pm_judge *judge, uint64_t time, uint16_t address, uint64_t value)
{
	int err = judge_admit(judge, time);

	if (!err && !reg_by_address(&judge->profile->page, address))
		err = judge_fail(judge, PM_JUDGE_USAGE, "the profile has no register at 0x%04x", address);
	return err ? err
	           : judge_take(judge,
	                        &(struct judge_item){ .kind = JUDGE_ACCESS, .time = time, .address = address, .value = value });
}

/* The counter begins at VALUE. One that a read clears begins at 0 from now on. */
static void begin_counter(struct pm_judge *judge, const struct reg_row *row, struct judge_counter *counter, uint64_t value)
{
	const struct event read = { .kind = EVENT_REG_READ,
		                    .cycle = next_of_set_up(judge),
		                    .address = row->address,
		                    .value = row->partner ? row->reset & UINT32_MAX : row->reset,
		                    .duration = 1 };

	counter->known = true;
	counter->from = value - row->reset;
	if (row->effect != COUNTER_CLEAR)
		return;
	counter->from = 0;
	judge_events(judge, &read, 1);
}

/* Returns what the counter of ROW, all of whose bits are ALL, has counted since it began. One that sticks never shows less than before: ALL is wrong then. */
static uint64_t since_begin(const struct reg_row *row, const struct judge_counter *counter, uint64_t value, uint64_t all)
{
	return row->full == COUNTER_STICK && value < counter->from ? all : (value - counter->from) & all;
}

int pm_judge_counter(struct pm_judge *judge, uint64_t time, const char *name, uint64_t value)
{
	const struct reg_row *row;
	struct judge_counter *counter;
	int err = judge_admit(judge, judge && !judge->began ? judge->time : time);
	uint64_t all;

	if (!err && !name)
		err = judge_fail(judge, PM_JUDGE_USAGE, "a counter without a name");
	if (err)
		return err;
	row = reg_by_name(&judge->profile->page, name);
	if (!row || row->kind != REG_COUNTER || row - judge->profile->page.rows >= JUDGE_COUNTERS_MAX)
		return judge_fail(judge, PM_JUDGE_USAGE, "the profile has no counter '%s'", name);
	all = row->width < 64 ? ((uint64_t)1 << row->width) - 1 : UINT64_MAX;
	if (value > all)
		return judge_fail(judge, PM_JUDGE_USAGE, "counter %s has %u bits, and not the value %llu", name, row->width,
		                  (unsigned long long)value);
	counter = &judge->counter[row - judge->profile->page.rows];
	if (!judge->began) {
		begin_counter(judge, row, counter, value);
		return PM_JUDGE_OK;
	}
	return judge_take(judge, &(struct judge_item){ .kind = JUDGE_ACCESS,
	                                               .time = time,
	                                               .counter = true,
	                                               .full = row->full == COUNTER_STICK && value == all,
	                                               .address = row->address,
	                                               .value = since_begin(row, counter, value, all) });
}
