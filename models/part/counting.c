/* SPDX-License-Identifier: Apache-2.0 */
/* Counters: width, end of range, what a read does. tg3.c, X2; 82598EB DS p.356; UG 683426 5.11; UM100CB p.288; section 5 of the
 * devices' pages in doc/. */
#include "counting.h"

#include <string.h>

void counting_init(struct counting *c, const struct reg_page *page, uint32_t step)
{
	c->step = step;
	c->wide = page->word_octets > sizeof(uint32_t);
	for (unsigned i = 0; i < page->count && i < COUNTING_MAX; i++) {
		const struct reg_row *row = &page->rows[i];
		if (row->kind != REG_COUNTER && row->kind != REG_COUNTER_HIGH)
			continue;
		c->kind[i] = (struct counting_kind){
			.width = row->width,
			.sticks = row->full == COUNTER_STICK,
			.keeps = row->effect != COUNTER_CLEAR,
			.high = row->kind == REG_COUNTER_HIGH,
			.low = row->kind == REG_COUNTER_HIGH ? row->partner : 0,
			.plain = row->plain,
			.latch = (uint16_t)i,
		};
	}
}

static unsigned width_of(const struct counting *c, unsigned counter)
{
	return c->kind[counter].width ? c->kind[counter].width : COUNTING_WORD_BITS;
}

static uint64_t most(const struct counting *c, unsigned counter)
{
	return UINT64_MAX >> (64 - width_of(c, counter));
}

void counting_reset(struct counting *c)
{
	memset(c->latch, 0, sizeof(c->latch));
	memset(c->memory, 0, sizeof(c->memory));
	memset(&c->overflow, 0, sizeof(c->overflow));
	for (unsigned i = 0; i < COUNTING_MAX; i++)
		c->counter[i] = (struct counting_counter){ .value = c->kind[i].preset,
			                                   .total = c->counter[i].total,
			                                   .most = most(c, i) };
}

void counting_recall(struct counting *c)
{
	c->recalls = true;
}

static uint32_t upper_mask(const struct counting *c, unsigned counter)
{
	return (uint32_t)(most(c, counter) >> COUNTING_WORD_BITS);
}

static uint32_t *latch_of(struct counting *c, unsigned counter)
{
	return &c->latch[c->kind[counter].latch];
}

uint64_t counting_shown(const struct counting *c, unsigned counter, uint64_t sum)
{
	uint64_t max = most(c, counter);

	if (!c->kind[counter].sticks)
		return sum & max;
	return sum < max ? sum : max;
}

static void note_overflow(struct counting *c, unsigned counter, uint64_t cycle)
{
	c->overflow.cycle = cycle;
	c->overflow.set[counter / 64] |= (uint64_t)1 << counter % 64;
}

/* SUM takes the counter over the end of its range. Returns how much of SUM its total loses: 0, unless the counter has .to_zero. */
static uint64_t past_end(struct counting *c, unsigned counter, uint64_t sum, uint64_t cycle)
{
	const struct counting_kind *kind = &c->kind[counter];
	uint64_t max = c->counter[counter].most, beyond = sum & max;

	if (!c->memory[counter].full)
		c->memory[counter].full_cycle = cycle;
	c->memory[counter].full = true;
	c->memory[counter].residue = kind->to_zero ? 0 - beyond : beyond;
	note_overflow(c, counter, cycle);
	c->counter[counter].value = kind->sticks ? max : kind->to_zero ? 0 : beyond;
	return kind->to_zero ? beyond : 0;
}

static void remember(struct counting *c, unsigned counter, uint64_t amount, uint64_t cycle)
{
	c->recent[c->recent_next++ % COUNTING_RECENT] = (struct counting_event){ .cycle = cycle,
		                                                                 .amount = amount,
		                                                                 .counter = (uint16_t)counter };
}

static void note_moment(struct counting *c, unsigned counter, uint64_t cycle)
{
	struct counting_moment *moment = &c->moment[c->moment_newest];

	if (moment->cycle != cycle) {
		c->moment_newest = (c->moment_newest + 1) % COUNTING_MOMENTS;
		moment = &c->moment[c->moment_newest];
		*moment = (struct counting_moment){ .cycle = cycle };
	}
	moment->set[counter / 64] |= (uint64_t)1 << counter % 64;
}

bool counting_changed(const struct counting *c, unsigned counter, uint64_t from, uint64_t to)
{
	for (unsigned i = 0; i < COUNTING_MOMENTS; i++)
		if (c->moment[i].cycle >= from && c->moment[i].cycle <= to && c->moment[i].set[counter / 64] >> counter % 64 & 1)
			return true;
	return false;
}

/* Adds AMOUNT, which becomes visible in CYCLE, to the value. Returns how much of it is lost at the end of the range. */
static uint64_t add(struct counting *c, unsigned counter, uint64_t amount, uint64_t cycle)
{
	struct counting_counter *own = c->counter + counter;
	uint64_t value = own->value;

	note_moment(c, counter, cycle);
	if (own->event_cycle == cycle) {
		own->event_amount += amount;
	} else {
		own->event_cycle = cycle;
		own->event_amount = amount;
		own->event_before = value;
	}
	if (amount > own->most - value)
		return past_end(c, counter, value + amount, cycle);
	own->value = value + amount;
	return 0;
}

static void add_total(struct counting *c, unsigned counter, uint64_t amount, uint64_t cycle)
{
	c->counter[counter].total += amount;
	if (c->recalls)
		remember(c, counter, amount, cycle);
}

void counting_add(struct counting *c, unsigned counter, uint64_t amount, uint64_t cycle)
{
	struct counting_memory *memory = &c->memory[counter];

	if (cycle < memory->counts_from) {
		add_total(c, counter, amount, cycle);
		memory->lost_amount += amount;
		return;
	}
	if (cycle == memory->after_load)
		memory->load_next += amount;
	if (cycle == memory->after_read)
		memory->next_amount += amount;
	add_total(c, counter, amount - add(c, counter, amount, cycle), cycle);
}

uint64_t counting_met(const struct counting *c, unsigned counter, uint64_t cycle)
{
	return c->counter[counter].event_cycle == cycle ? c->counter[counter].event_amount : 0;
}

/* Returns the cycle after CYCLE. */
static uint64_t after(const struct counting *c, uint64_t cycle)
{
	return cycle + (c->step ? c->step : 1);
}

static void note_read(struct counting *c, unsigned row, unsigned counter, uint64_t cycle)
{
	c->last_read.row = row;
	c->last_read.met = counting_met(c, counter, cycle);
	c->last_read.whole = c->counter[counter].value;
	c->last_read.latch = *latch_of(c, counter);
	c->last_read.before = c->memory[counter];
}

/* Returns the counter whose high word is in ROW. */
static unsigned low_of(const struct counting *c, unsigned row)
{
	return (unsigned)((int)row + (c->kind[row].low ? c->kind[row].low : -1));
}

static uint32_t read_high(struct counting *c, unsigned row)
{
	unsigned counter = low_of(c, row);
	uint32_t value = *latch_of(c, counter) & upper_mask(c, counter);

	if (c->kind[counter].plain) {
		value = (uint32_t)(c->counter[counter].value >> COUNTING_WORD_BITS);
		if (!c->kind[counter].keeps)
			c->counter[counter].value &= UINT32_MAX;
		return value;
	}
	if (!c->kind[counter].keeps)
		*latch_of(c, counter) = 0;
	return value;
}

uint64_t counting_read(struct counting *c, unsigned row, uint64_t cycle)
{
	struct counting_memory *memory = &c->memory[row];
	uint64_t value = c->counter[row].value;

	note_read(c, row, c->kind[row].high ? low_of(c, row) : row, cycle);
	if (c->kind[row].high)
		return read_high(c, row);
	memory->met_amount = c->last_read.met;
	memory->next_amount = 0;
	memory->read = true;
	memory->read_cycle = cycle;
	memory->after_read = after(c, cycle);
	memory->read_value = value;
	if (width_of(c, row) > COUNTING_WORD_BITS && !c->wide)
		*latch_of(c, row) = (uint32_t)(value >> COUNTING_WORD_BITS);
	if (!c->kind[row].keeps) {
		c->counter[row].value &= c->kind[row].plain && !c->wide ? ~(uint64_t)UINT32_MAX : 0;
		memory->full = false;
	}
	return c->wide ? value : (uint32_t)value;
}

uint64_t counting_peek(const struct counting *c, unsigned row)
{
	if (c->kind[row].high && c->kind[low_of(c, row)].plain)
		return c->counter[low_of(c, row)].value >> COUNTING_WORD_BITS;
	if (c->kind[row].high)
		return c->latch[c->kind[low_of(c, row)].latch] & upper_mask(c, low_of(c, row));
	return c->wide ? c->counter[row].value : (uint32_t)c->counter[row].value;
}

static void forget(struct counting *c, unsigned counter)
{
	c->counter[counter].value = 0;
	c->memory[counter].full = false;
	c->memory[counter].spared = 0;
}

void counting_clear(struct counting *c, unsigned counter, uint64_t cycle)
{
	c->memory[counter].clear_cycle = cycle;
	c->memory[counter].clear_value = c->counter[counter].value;
	c->memory[counter].lost_amount = 0;
	forget(c, counter);
}

void counting_restart(struct counting *c, unsigned counter, uint64_t cycle)
{
	counting_clear(c, counter, cycle);
	c->counter[counter].value = c->kind[counter].preset;
}

void counting_spare(struct counting *c, unsigned counter, uint64_t cycle)
{
	c->memory[counter].spared = c->counter[counter].value;
	c->memory[counter].spare_cycle = cycle;
}

void counting_clear_at(struct counting *c, unsigned counter, uint64_t cycle)
{
	struct counting_memory *memory = &c->memory[counter];

	memory->clear_cycle = cycle;
	memory->counts_from = cycle + 1;
	memory->clear_value = c->counter[counter].value;
	memory->lost_amount = counting_met(c, counter, cycle);
	forget(c, counter);
}

void counting_load(struct counting *c, unsigned counter, uint64_t value, uint64_t mask, uint64_t cycle)
{
	struct counting_memory *memory = &c->memory[counter];
	struct counting_counter *own = c->counter + counter;
	uint64_t before = own->event_cycle == cycle ? own->event_before : own->value;

	memory->load_cycle = cycle;
	memory->counts_from = cycle + 1;
	memory->after_load = after(c, cycle);
	memory->load_before = before;
	memory->load_written = value;
	memory->load_mask = mask;
	memory->load_value = ((before & ~mask) | (value & mask)) & most(c, counter);
	memory->lost_amount = counting_met(c, counter, cycle);
	memory->full = false;
	if (memory->full_cycle == cycle)
		memory->full_cycle = 0;
	memory->residue = memory->held = memory->load_next = 0;
	if (c->overflow.cycle == cycle)
		c->overflow.set[counter / 64] &= ~((uint64_t)1 << counter % 64);
	own->value = memory->load_value;
}

void counting_hold(struct counting *c, unsigned counter, uint64_t amount)
{
	c->memory[counter].held += amount;
}

int counting_overflowed(struct counting *c, uint64_t cycle)
{
	int highest = -1;

	if (c->overflow.cycle > cycle)
		return -1;
	for (int i = 0; i < COUNTING_MAX / 64; i++) {
		if (c->overflow.set[i])
			highest = 64 * i + 63 - __builtin_clzll(c->overflow.set[i]);
		c->overflow.set[i] = 0;
	}
	return highest;
}

uint64_t counting_total_at(const struct counting *c, unsigned counter, uint64_t cycle)
{
	uint64_t total = c->counter[counter].total;
	uint32_t kept = c->recent_next < COUNTING_RECENT ? c->recent_next : COUNTING_RECENT;

	for (uint32_t i = 1; i <= kept; i++) {
		const struct counting_event *event = &c->recent[(c->recent_next - i) % COUNTING_RECENT];
		if (event->cycle <= cycle)
			break;
		if (event->counter == counter)
			total -= event->amount;
	}
	return total;
}

bool counting_read_race(const struct counting_memory *before, uint64_t met, uint64_t expected, uint64_t actual)
{
	uint32_t more = (uint32_t)(actual - expected), less = (uint32_t)(expected - actual);

	if ((uint32_t)met && less == (uint32_t)met) /* an event of the read's own cycle is missing */
		return true;
	if (!before->read)
		return false;
	return (before->read_value && more == (uint32_t)before->read_value) ||
	       (before->met_amount && more == (uint32_t)before->met_amount) ||
	       (before->next_amount && less == (uint32_t)before->next_amount);
}

/* Returns true if the counter has reached the end of its range and ACTUAL is what another end leaves: it went on, or began again at
 * another width. */
static bool wrong_end(const struct counting *c, unsigned counter, const struct counting_memory *before, uint32_t expected,
                      uint32_t actual)
{
	uint32_t all = (uint32_t)most(c, counter);

	if (!before->full)
		return false;
	return c->kind[counter].sticks || actual == all || actual > all || expected < actual;
}

/* Returns true if ACTUAL is the upper word, at the newest read, of a counter that a clear did not clear. */
static bool wrong_clear_high(const struct counting *c, uint32_t actual)
{
	const struct counting_memory *before = &c->last_read.before;

	return before->clear_cycle && before->clear_value &&
	       actual == (uint32_t)((c->last_read.whole + before->clear_value) >> COUNTING_WORD_BITS);
}

static bool wrong_clear(const struct counting_memory *before, bool keeps, uint32_t expected, uint32_t actual)
{
	if (keeps && before->spared && expected - actual == (uint32_t)before->spared)
		return true;
	if (!before->clear_cycle || (!keeps && before->read && before->read_cycle >= before->clear_cycle))
		return false;
	return (before->clear_value && actual - expected == (uint32_t)before->clear_value) ||
	       (before->lost_amount && actual - expected == (uint32_t)before->lost_amount);
}

static enum rule explain_high(const struct counting *c, unsigned row, uint32_t actual)
{
	unsigned counter = low_of(c, row);
	uint32_t mask = upper_mask(c, counter), now = (uint32_t)(c->last_read.whole >> COUNTING_WORD_BITS);

	if (actual & ~mask)
		return RULE_COUNTER_WRAP;
	if (actual == (now & mask) && now != c->last_read.latch)
		return RULE_COUNTER_LATCH;
	if (wrong_clear_high(c, actual))
		return RULE_COUNTER_CLEAR;
	for (unsigned i = 0; i < COUNTING_MAX; i++)
		if (i != counter && c->counter[i].value &&
		    actual == ((uint32_t)(c->counter[i].value >> COUNTING_WORD_BITS) & mask))
			return RULE_COUNTER_LATCH;
	if (c->last_read.before.full)
		return c->kind[counter].sticks ? RULE_COUNTER_STICKS : RULE_COUNTER_WRAP;
	return RULE_COUNTER_LATCH;
}

/* Returns true if a load that went wrong could have left each octet of VALUE. */
static bool wrong_octets(const struct counting_memory *memory, uint64_t value)
{
	for (unsigned shift = 0; shift < 64; shift += 8) {
		uint8_t octet = (uint8_t)(value >> shift);
		if (octet && octet != (uint8_t)(memory->load_before >> shift) &&
		    octet != (uint8_t)(memory->load_written >> shift))
			return false;
	}
	return true;
}

static bool wrong_load(const struct counting *c, unsigned row, const struct counting_memory *before, uint64_t expected,
                       uint64_t actual)
{
	uint64_t max = most(c, row), since = (expected - before->load_value) & max, missing = (expected - actual) & max;

	if (!before->load_cycle)
		return false;
	if (before->lost_amount && ((actual - expected) & max) == before->lost_amount)
		return true;
	/* Events since the load may be missing. Only those of the cycle after the load have to do with it. */
	if (missing <= since)
		return before->load_next && missing == before->load_next;
	if (((actual - expected) & max) == 1) /* one event too many; near the end of the range that looks like a load of 0 */
		return false;
	return ((actual - since) & max) != before->load_value && wrong_octets(before, (actual - since) & max);
}

static enum rule explain_wide(const struct counting *c, unsigned row, const struct counting_memory *before, uint64_t expected,
                              uint64_t actual)
{
	uint64_t max = most(c, row);

	if (actual > max)
		return RULE_COUNTER_WRAP;
	if (before->held && ((actual - expected) & max) == before->held)
		return RULE_COUNTER_HOLD;
	if (before->full && (actual == max || expected - actual == before->residue))
		return RULE_COUNTER_WRAP;
	if (width_of(c, row) > COUNTING_WORD_BITS && expected > UINT32_MAX && actual == (uint32_t)expected)
		return RULE_COUNTER_WRAP;
	if (wrong_load(c, row, before, expected, actual))
		return RULE_COUNTER_LOAD;
	if (before->read && before->read_value && expected - actual == before->read_value)
		return RULE_READ_CLEARS;
	return RULE_COUNT;
}

enum rule counting_explain_as(const struct counting *c, unsigned row, const struct counting_memory *before, uint64_t met,
                              uint64_t expected64, uint64_t actual64)
{
	uint32_t expected = (uint32_t)expected64, actual = (uint32_t)actual64;

	if (c->wide)
		return explain_wide(c, row, before, expected64, actual64);
	if (wrong_clear(before, c->kind[row].keeps, expected, actual))
		return RULE_COUNTER_CLEAR;
	if (!c->kind[row].keeps && counting_read_race(before, met, expected, actual))
		return RULE_READ_CLEARS;
	if (c->kind[row].keeps && before->read && before->read_value && expected - actual == (uint32_t)before->read_value)
		return RULE_READ_CLEARS;
	if (wrong_end(c, row, before, expected, actual))
		return c->kind[row].sticks ? RULE_COUNTER_STICKS : RULE_COUNTER_WRAP;
	return RULE_COUNT;
}

enum rule counting_explain(const struct counting *c, unsigned row, uint64_t expected, uint64_t actual)
{
	if (c->last_read.row != row)
		return RULE_COUNT;
	if (c->kind[row].high && !c->wide)
		return explain_high(c, row, (uint32_t)actual);
	return counting_explain_as(c, row, &c->last_read.before, c->last_read.met, expected, actual);
}
