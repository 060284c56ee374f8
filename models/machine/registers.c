/* SPDX-License-Identifier: Apache-2.0 */
/* Registers: the stored bits of a register page, and reads and writes of the device's registers. doc/devices/bcm5718.md 5. */
#include "machine.h"

#include "question.h"

#include <assert.h>
#include <string.h>

bool registers_init(struct registers *r, const struct reg_page *page)
{
	if (page->count > REGISTERS_MAX)
		return false;
	r->page = page;
	memset(r->row_of, REGISTERS_NONE, sizeof(r->row_of));
	for (size_t i = 0; i < page->count; i++)
		r->row_of[page->rows[i].address / 4] = (uint16_t)i; /* a page with words of 8 octets uses every second entry */
	registers_reset(r);
	return true;
}

void registers_reset(struct registers *r)
{
	for (size_t i = 0; i < r->page->count; i++)
		r->value[i] = r->page->rows[i].reset;
}

unsigned registers_row(const struct registers *r, uint16_t address)
{
	return address % r->page->word_octets ? REGISTERS_NONE : r->row_of[address / 4];
}

unsigned registers_named(const struct registers *r, const char *name)
{
	const struct reg_row *row = reg_by_name(r->page, name);

	assert(row);
	return (unsigned)(row - r->page->rows);
}

uint64_t registers_write(struct registers *r, unsigned row, uint64_t value, uint8_t strobe)
{
	uint64_t bytes = reg_bytes(strobe) & reg_mask(r->page), mask;

	if (r->page->rows[row].kind == REG_RW) {
		mask = bytes & r->page->rows[row].write_mask;
		r->value[row] = (r->value[row] & ~mask) | (value & mask);
	}
	return value & bytes;
}

/* The writes that were passed so far take effect, in their order. */
static void take_effect(struct pm_model *m)
{
	if (!m->writes_begun)
		registers_keep_modes(m);
	m->writes_begun = true;
	for (unsigned i = 0; i < m->write_count; i++) {
		unsigned row;
		m->write = m->writes[i];
		row = registers_row(&m->regs, m->write.address);
		if (row != REGISTERS_NONE)
			notes_write(m, row);
		m->device->write(m);
	}
	m->write_count = 0;
}

void pm_reg_write(struct pm_model *m, uint16_t address, uint64_t value, uint8_t strobe)
{
	m->changed = true;
	if (m->write_count == PM_WRITES)
		take_effect(m);
	m->writes[m->write_count++] = (struct pm_write){ .address = address, .value = value, .strobe = strobe };
}

const struct pm_mode *pm_mode_in(const struct pm_model *m, uint64_t cycle)
{
	return cycle < m->mode_from ? &m->mode_before : &m->mode;
}

void registers_keep_modes(struct pm_model *m)
{
	m->mode_before = m->mode;
	memcpy(m->own_mode_before, m->own_mode, m->device->mode_size);
	m->mode_from = m->now + m->step;
}

void registers_step(struct pm_model *m)
{
	if (!m->write_count && !m->writes_begun)
		return;
	take_effect(m);
	m->writes_begun = false;
	notes_modes(m);
	if (m->mode.csma.gap_clocks != m->mode_before.csma.gap_clocks)
		m->gap_cycle = m->now + 1;
}

bool pm_reg_mapped(const struct pm_model *m, uint16_t address)
{
	return registers_row(&m->regs, address) != REGISTERS_NONE;
}

static bool is_counter(const struct pm_model *m, unsigned row)
{
	return m->regs.page->rows[row].kind == REG_COUNTER || m->regs.page->rows[row].kind == REG_COUNTER_HIGH;
}

uint64_t pm_reg_read(struct pm_model *m, uint16_t address)
{
	unsigned row = registers_row(&m->regs, address);

	m->last_read.counter = false;
	if (row == REGISTERS_NONE)
		return 0;
	pm_settle(m);
	if (!is_counter(m, row)) {
		uint64_t value = m->device->read(m, row);
		if (m->device->was_read) {
			m->changed = true;
			m->device->was_read(m, row);
		}
		return value;
	}
	m->last_read.before = m->count.memory[row];
	m->last_read.met = counting_met(&m->count, row, m->now);
	m->last_read.counter = true;
	m->last_read.value = counting_read(&m->count, row, m->now);
	return m->last_read.value;
}

uint64_t pm_reg_peek(struct pm_model *m, uint16_t address)
{
	unsigned row = registers_row(&m->regs, address);

	if (row == REGISTERS_NONE)
		return 0;
	pm_settle(m);
	return is_counter(m, row) ? counting_peek(&m->count, row) : m->device->read(m, row);
}

bool pm_reg_read_race(const struct pm_model *m, uint64_t actual)
{
	return m->last_read.counter && counting_read_race(&m->last_read.before, m->last_read.met, m->last_read.value, actual);
}

static void row_info(const struct pm_model *m, unsigned row, struct pm_reg_info *ret)
{
	const struct reg_row *page_row = &m->regs.page->rows[row];

	*ret = (struct pm_reg_info){ .name = page_row->name, .class = PM_REG_STORED, .rule = RULE_REG_VALUE, .counter = row };
	if (is_counter(m, row)) {
		ret->class = PM_REG_COUNTER;
		ret->high_word = m->count.kind[row].high;
		ret->keeps = m->count.kind[row].keeps;
	}
	if (page_row->kind == REG_RESERVED) {
		ret->name = "reserved";
		ret->rule = RULE_COUNTER_ZERO;
	}
	ret->write_clears = page_row->kind == REG_W1C;
	m->device->info(m, row, ret);
	if (is_counter(m, row) && page_row->full == COUNTER_ZERO)
		ret->rule = RULE_COUNTER_ZERO;
}

bool pm_reg_info(const struct pm_model *m, uint16_t address, struct pm_reg_info *ret)
{
	unsigned row = registers_row(&m->regs, address);

	if (row == REGISTERS_NONE)
		return false;
	row_info(m, row, ret);
	return true;
}

size_t pm_reg_states(const struct pm_model *m, uint16_t *ret, size_t max)
{
	struct pm_reg_info info;
	size_t count = 0;

	for (unsigned row = 0; row < m->regs.page->count; row++) {
		row_info(m, row, &info);
		if (info.class != PM_REG_STATUS && info.class != PM_REG_LEVEL)
			continue;
		if (count < max)
			ret[count] = m->regs.page->rows[row].address;
		count++;
	}
	return count;
}

void pm_count_recalls(struct pm_model *m)
{
	counting_recall(&m->count);
}

uint64_t pm_count_total(const struct pm_model *m, unsigned counter, uint64_t cycle)
{
	return counting_total_at(&m->count, counter, cycle);
}

void pm_rx_reset(struct pm_model *m)
{
	m->changed = true;
	for (unsigned i = 0; i < m->regs.page->count; i++) {
		const struct reg_row *row = &m->regs.page->rows[i];
		if (row->kind != REG_COUNTER || row->direction != COUNTER_RX)
			continue;
		counting_restart(&m->count, i, m->now);
		m->doubt.more[i] = m->doubt.less[i] = 0;
	}
}

void pm_count_slack(struct pm_model *m, uint64_t before, uint64_t after)
{
	m->doubt.before = before;
	m->doubt.after = after;
}

void pm_count_doubt(const struct pm_model *m, unsigned counter, uint64_t *ret_more, uint64_t *ret_less)
{
	*ret_more = m->doubt.more[counter];
	*ret_less = m->doubt.less[counter];
}

uint64_t pm_count_shown(const struct pm_model *m, unsigned counter, uint64_t sum)
{
	return counting_shown(&m->count, counter, sum);
}

bool pm_count_sticks(const struct pm_model *m, unsigned counter)
{
	return m->count.kind[counter].sticks;
}

uint64_t pm_count_preset(const struct pm_model *m, unsigned counter)
{
	return m->count.kind[counter].preset;
}

void pm_count_then(const struct pm_model *m, unsigned counter, struct pm_count_then *ret)
{
	ret->memory = m->count.memory[counter];
	ret->event_cycle = m->count.counter[counter].event_cycle;
	ret->event_amount = m->count.counter[counter].event_amount;
}

uint32_t pm_count_next(const struct pm_model *m, unsigned counter)
{
	return m->count.memory[counter].next_amount;
}

void pm_reg_write_clears(const struct pm_model *m, uint16_t address, uint64_t value, uint8_t strobe,
                         void (*back)(void *context, unsigned counter), void *context)
{
	unsigned row = registers_row(&m->regs, address), sides;

	if (row == REGISTERS_NONE)
		return;
	sides = m->device->clears ? m->device->clears(m, row, value & reg_bytes(strobe)) : 0;
	for (unsigned i = 0; sides && i < m->regs.page->count; i++) {
		const struct reg_row *counter = &m->regs.page->rows[i];
		if (counter->kind != REG_COUNTER)
			continue;
		if ((counter->direction == COUNTER_RX && sides & CLEARS_RX) ||
		    (counter->direction == COUNTER_TX && sides & CLEARS_TX))
			back(context, i);
	}
}
