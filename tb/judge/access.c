/* SPDX-License-Identifier: Apache-2.0 */
/* Registers: the set-up, controls, and readings of counters. */
#include "judge_parts.h"

#include "predicate/predicate.h"
#include "stimulus/control.h"

#include <string.h>

enum { SET_UP_CLOCKS = 4, RESET_CLOCKS = 4 };

static uint64_t next_of_set_up(struct pm_judge *judge)
{
	return judge->cycle += SET_UP_CLOCKS * (uint64_t)dut_step(&judge->dut);
}

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

static void write_at(struct pm_judge *judge, uint64_t cycle, uint16_t address, uint64_t value)
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

/* Bits of the register in ROW that a write of 1 makes an event, and that do not stay. */
static uint64_t pulses(const struct pm_judge *judge, size_t row)
{
	const struct pm_profile *golden = &judge->profile->golden;
	bool by_pulse = judge_sends_by(judge) == JUDGE_BY_PULSE;
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
		write_at(judge, cycle, writes[i].address, word);
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
		write_at(judge, next_of_set_up(judge), judge->dut.setup[i].address, judge->dut.setup[i].value);
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

/* True if a received frame with an error counts in P. */
static bool counts_damaged(const struct predicate *p)
{
	static const uint64_t bad = PREDICATE(rx) | PREDICATE(bad),
			      wrong = PREDICATE(error) | PREDICATE(fcs_error) | PREDICATE(fcs_wrong),
			      code = PREDICATE(error) | PREDICATE(fcs_error) | PREDICATE(code_error);
	const uint64_t words[] = {
		bad | wrong | PREDICATE(unicast),
		bad | wrong | PREDICATE(multicast),
		bad | wrong | PREDICATE(broadcast),
		bad | code | PREDICATE(unicast),
		bad | PREDICATE(short),
		bad | PREDICATE(short) | wrong,
		bad | PREDICATE(long),
		bad | PREDICATE(long) | wrong,
		bad | PREDICATE(error) | PREDICATE(alignment),
	};
	static const uint32_t octets[] = { 20, 64, 100, 200, 400, 800, 1200, 1518, 2000, 20000 };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		for (size_t j = 0; j < sizeof(octets) / sizeof(octets[0]); j++)
			if (predicate_true(p, &(struct predicate_frame){ words[i], octets[j], octets[j] }))
				return true;
	return false;
}

/* Returns the words that P names, as bits PREDICATE(word). */
static uint64_t words_named(const struct predicate *p)
{
	uint64_t ret = 0;

	for (unsigned w = 0; w < PREDICATE_WORDS; w++)
		if (predicate_names(p, (enum predicate_word)w))
			ret |= UINT64_C(1) << w;
	return ret;
}

/* True if P counts a frame of some length of which WORDS hold. */
static bool counts_at_some_length(const struct predicate *p, uint64_t words)
{
	enum { LONGEST = 1 << 16 };
	struct predicate_frame frame = { .words = words };

	for (unsigned i = 0; i <= p->count; i++) { /* the lengths that it compares with, and those beside them */
		uint32_t octets = i < p->count ? p->step[i].number : LONGEST;
		for (frame.octets = octets - (octets > 0); frame.octets <= octets + 1; frame.octets++)
			if (predicate_true(p, &frame))
				return true;
	}
	return false;
}

/* True if P may count a sent frame, BAD: one that is not good, whatever else holds of it. */
static bool may_count_sent(const struct predicate *p, bool bad)
{
	enum { OPEN_MAX = 10 };
	const uint64_t holds = PREDICATE(tx) | (bad ? PREDICATE(bad) : 0),
		       decided = PREDICATE(tx) | PREDICATE(rx) | (bad ? PREDICATE(bad) | PREDICATE(good) : 0),
		       open = words_named(p) & ~decided;
	uint64_t also = 0;

	if (__builtin_popcountll(open) > OPEN_MAX) /* too many sets of words to try each */
		return true;
	do {
		if (counts_at_some_length(p, holds | also))
			return true;
		also = (also - open) & open; /* the next set of open words; 0 after the last one */
	} while (also);
	return false;
}

/* True if a link fault that is not seen may change what P counts. Of a MAC that counts what a fault cut or lost nobody knows how much that was; where it
 * counts no such frame, one that looks bad may be one. doc/devices/ieee8023.md 4, FaultCuts, FaultCounts. */
static bool faults_matter(const struct pm_judge *judge, const struct predicate *p)
{
	const struct ieee8023_parameters *stated = dut_ieee8023(&judge->profile->dut);
	bool cuts = stated->fault_cuts, loses = stated->fault_loses, counts = stated->fault_counts;

	if (judge->dut.phy != PHY_XGMII || (judge->faults_seen && !judge->faults) || !(cuts || (loses && counts)))
		return false;
	return may_count_sent(p, !counts && !judge->own_short);
}

/* Frames take whole pieces of the buffer (doc/devices/ieee8023.md, BufferOctets). */
void judge_take_room(struct pm_judge *judge, const struct judge_item *frame)
{
	enum { FCS_OCTETS = 4 };
	uint64_t unit = dut_ieee8023(&judge->profile->dut)->buffer_unit,
		 octets = (uint64_t)frame->whole + (frame->flags & PM_JUDGE_NO_FCS ? FCS_OCTETS : 0);

	unit += !unit;
	judge->room_taken += (octets + unit - 1) / unit * unit;
}

bool judge_may_discard(const struct pm_judge *judge)
{
	uint64_t room = dut_ieee8023(&judge->profile->dut)->buffer_octets;

	return room && (!judge->room_known || judge->room_taken > room);
}

/* True if a received frame may have had half an octet more than its capture shows: MII carries four bits a clock below 1000 Mb/s. */
static bool half_octets_unseen(const struct pm_judge *judge)
{
	return judge->dut.phy == PHY_MII && judge->mbps != 1000 && !judge->pins_seen[PM_JUDGE_RECEIVED];
}

/* Returns why P counts by what the client did or got, or by what only the MAC knows; or NULL. */
static const char *unknown_word(const struct pm_judge *judge, const struct predicate *p)
{
	static const uint64_t never = PREDICATE(underrun) | PREDICATE(host_error),
			      room = PREDICATE(delivered) | PREDICATE(discarded),
			      half_duplex = PREDICATE(collision) | PREDICATE(repeated) | PREDICATE(dropped) | PREDICATE(single) |
	                                    PREDICATE(multiple) | PREDICATE(deferred) | PREDICATE(late) | PREDICATE(excessive),
			      half_octet = PREDICATE(alignment) | PREDICATE(dribble) | PREDICATE(fcs_error),
			      control = PREDICATE(pause) | PREDICATE(pfc) | PREDICATE(xoff) | PREDICATE(xon) | PREDICATE(class0) |
	                                PREDICATE(class1) | PREDICATE(class2) | PREDICATE(class3) | PREDICATE(class4) |
	                                PREDICATE(class5) | PREDICATE(class6) | PREDICATE(class7);
	const uint64_t named = words_named(p);
	const struct { /* while .unseen, the events do not show of which frames .words hold */
		bool unseen;
		uint64_t words;
		const char *why;
	} gaps[] = {
		{ judge_may_discard(judge), room, "it is not known for which frames the receive buffer had room" },
		{ judge->was_half_duplex, half_duplex, "carrier and collisions are not seen" },
		{ half_octets_unseen(judge), half_octet, "half an octet more than whole octets is in no capture" },
		{ judge->code_errors, PREDICATE(fcs_wrong),
		  "it is not known where a frame had an error of the PHY, nor whether its FCS was right" },
		{ judge->options.client_control && named & PREDICATE(tx), control,
		  "the client sends MAC control frames of its own" },
	};

	if (named & never)
		return "it counts by what no wire shows";
	if (faults_matter(judge, p))
		return "it is not seen which frames a link fault cut, or took the place of";
	for (size_t i = 0; i < sizeof(gaps) / sizeof(gaps[0]); i++)
		if (gaps[i].unseen && named & gaps[i].words)
			return gaps[i].why;
	return NULL;
}

const char *judge_counter_unknown(const struct pm_judge *judge, const struct reg_row *row)
{
	const struct pm_profile *golden = &judge->profile->golden;
	size_t at = (size_t)(row - judge->profile->page.rows);
	const char *why = NULL;

	if (row->kind == REG_COUNTER_HIGH)
		at = (size_t)((long)at + row->partner);
	for (size_t i = 0; i < golden->counted_count && !why; i++) {
		if (golden->counted[i].row != at)
			continue;
		why = unknown_word(judge, golden->counted[i].predicate);
		if (!why && !judge->options.damaged_seen && counts_damaged(golden->counted[i].predicate))
			why = "it counts frames with errors, which the capture may lack";
	}
	return why;
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
		write_at(judge, cycle, item->address, item->value);
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

const char *judge_counter_undecided(const struct pm_judge *judge, size_t row)
{
	const struct judge_counter *counter = row < JUDGE_COUNTERS_MAX ? &judge->counter[row] : NULL;

	if (!counter || counter->why)
		return counter ? counter->why : NULL;
	return counter->known && !counter->compared && judge->began ? "it was read before the first frame, and not after it"
	                                                            : NULL;
}
