/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of MI_COM and its clause 22 management master. BCM5718 MI_COM (tg3.h), doc/devices/bcm5718.md 6; 802.3 22.2.4.5 and 22.3.4
 * (R70-R72).
 *
 * A write is a start if it has bit 29 set and command 01 or 10, and the master is not busy. A start in access cycle w sends 64
 * bits of 50 cycles each. Bit k begins in cycle w+2+50k; MDC is low for 25 cycles, then high for 25. Of a read the master samples
 * mdio_i of bits 47 to 63, each in the last low cycle. In cycle w+2+3200 the result is visible and busy ends.
 *
 * The pins of every cycle are compared with what they should be. If mdio_o or mdio_oe is wrong at the expected rise of MDC, a bit
 * is wrong (MDIO_FRAME). If it is wrong before and right by then, or if MDC is wrong, the timing is wrong (MDIO_TIMING). The
 * limits of clause 22 are checked as well; if nobody knows in which cycle a frame begins (.exact is false), they alone are.
 *
 * A device may have a register that drives the pins while the master is idle (mdio_model_bang()). A difference between that
 * register and the pins then breaks MDIO_PINS. The model follows a bit-banged frame bit by bit from what the software writes. The
 * software chooses its times: the limits of clause 22 hold for the pins where the writes to the register keep them. */
#include "mdio.h"

#include "regs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
	CYCLE_NS = 8,
	BIT_CYCLES = 50, /* MDC 2.5 MHz */
	LOW_CYCLES = 25,
	FRAME_BITS = 64,
	PREAMBLE_BITS = 32,
	READ_DRIVEN_BITS = 46, /* up to the register address; the PHY drives TA and data */
	TA_SAMPLE_BIT = 47,
	START_CYCLES = 2, /* from the write access to bit 0 */
	FRAME_CYCLES = FRAME_BITS * BIT_CYCLES,

	/* clause 22 */
	PERIOD_MIN_NS = 400,
	HALF_MIN_NS = 160,
	STABLE_NS = 10, /* before and after the rise of MDC */

	MI_COM_WRITABLE = 0x0FFFFFFF,
	MI_COM_DATA = 0xFFFF,
	MI_COM_FAILED = 1 << 28,
	MI_COM_BUSY = 1 << 29,
	COMMAND_WRITE = 1,
	COMMAND_READ = 2,

	DATA_PINS = MDIO_PIN_O | MDIO_PIN_OE,
	ALL_PINS = DATA_PINS | MDIO_PIN_MDC,
	PINS_SLACK = 128, /* without .exact: cycles from a register to its pins, and from a pin to its register */
};

/* The values that the pins must have in a cycle, and the next cycle in which they may change. */
struct expectation {
	unsigned pins, mask;
	unsigned bit; /* the bit of the frame; FRAME_BITS: the master is idle */
	bool rise;    /* MDC rises in this cycle */
	uint64_t next;
};

void mdio_model_reset(struct mdio_model *m, uint64_t idle_from)
{
	*m = (struct mdio_model){ .exact = true,
		                  .end_cycle = UINT64_MAX,
		                  .low = m->low,
		                  .low_before = m->low_before,
		                  .level_cycle = m->level_cycle,
		                  .pins = m->pins,
		                  .idle_from = idle_from,
		                  .verified = idle_from };
}

static uint64_t frame_start(const struct mdio_model *m)
{
	return m->write_cycle + START_CYCLES;
}

static unsigned bit_pins(const struct mdio_model *m, unsigned bit)
{
	if (bit >= m->driven_bits)
		return 0;
	return MDIO_PIN_OE | (m->word >> (FRAME_BITS - 1 - bit) & 1 ? MDIO_PIN_O : 0);
}

static unsigned pins_mask(unsigned expected)
{
	return MDIO_PIN_MDC | MDIO_PIN_OE | (expected & MDIO_PIN_OE ? MDIO_PIN_O : 0);
}

/* Returns what the pins must be in CYCLE if the master is idle. */
static struct expectation expect_idle(const struct mdio_model *m, uint64_t cycle)
{
	const struct mdio_bang *b = &m->bang;
	struct expectation e = { .mask = MDIO_PIN_MDC | MDIO_PIN_OE, .bit = FRAME_BITS, .next = UINT64_MAX };

	if (!b->has)
		return e;
	e.mask = ALL_PINS;
	e.pins = cycle < b->from ? b->pins : b->next;
	e.rise = cycle == b->from && b->next & ~b->pins & MDIO_PIN_MDC;
	if (cycle < b->from)
		e.next = b->from;
	else if (e.rise)
		e.next = cycle + 1;
	return e;
}

static struct expectation expect(const struct mdio_model *m, uint64_t cycle)
{
	struct expectation e = expect_idle(m, cycle);
	uint64_t start = frame_start(m), phase;

	if (!m->started || cycle >= start + FRAME_CYCLES)
		return e;
	if (cycle < start) {
		e.next = e.next < start ? e.next : start;
		return e;
	}
	e.rise = false;
	e.bit = (unsigned)((cycle - start) / BIT_CYCLES);
	phase = (cycle - start) % BIT_CYCLES;
	e.rise = phase == LOW_CYCLES;
	e.pins = bit_pins(m, e.bit) | (phase >= LOW_CYCLES ? MDIO_PIN_MDC : 0);
	e.mask = pins_mask(e.pins);
	e.next = cycle - phase + (phase < LOW_CYCLES ? LOW_CYCLES : BIT_CYCLES);
	return e;
}

unsigned mdio_model_due(const struct mdio_model *m, uint64_t cycle, unsigned *ret_mask, unsigned *ret_bit)
{
	struct expectation e = { .bit = FRAME_BITS };

	if (m->exact && cycle >= m->idle_from)
		e = expect(m, cycle);
	*ret_mask = e.mask;
	*ret_bit = e.bit;
	return e.pins;
}

const char *mdio_field(unsigned bit)
{
	static const struct {
		unsigned first;
		const char *name;
	} fields[] = { { 48, "data" }, { 46, "TA" }, { 41, "register" }, { 36, "PHY" },
		       { 34, "OP" },   { 32, "ST" }, { 0, "preamble" } };
	size_t i = 0;

	while (bit < fields[i].first)
		i++;
	return fields[i].name;
}

static void print_pins(char *to, size_t size, unsigned pins)
{
	const char *data = !(pins & MDIO_PIN_OE) ? "mdio_oe=0" : pins & MDIO_PIN_O ? "mdio_oe=1 mdio_o=1" : "mdio_oe=1 mdio_o=0";

	snprintf(to, size, "mdc=%u %s", pins & MDIO_PIN_MDC, data);
}

/* Returns the finding to fill in, or NULL if the frame has had a finding already. */
static struct finding *new_finding(struct mdio_model *m, uint64_t cycle, enum rule rule, unsigned bit)
{
	struct finding *f = &m->finding;

	if (m->mute || m->found)
		return NULL;
	m->mute = m->found = true;
	*f = (struct finding){ .cycle = cycle, .cause_cycle = m->busy ? m->write_cycle : cycle, .rule = rule };
	if (bit < FRAME_BITS)
		snprintf(f->what, sizeof(f->what), "%smanagement frame, bit %u (%s)", rule == RULE_MDIO_PINS ? "bit-banged " : "",
		         bit, mdio_field(bit));
	else
		snprintf(f->what, sizeof(f->what), "management pins while idle");
	return f;
}

static void find_pins(struct mdio_model *m, uint64_t cycle, enum rule rule, const struct expectation *e, unsigned actual)
{
	struct finding *f = new_finding(m, cycle, rule, e->bit);

	if (!f)
		return;
	print_pins(f->expected, sizeof(f->expected), e->pins);
	print_pins(f->actual, sizeof(f->actual), actual);
}

/* Returns which bit of a bit-banged frame the newest rise of MDC belongs to, or FRAME_BITS if it belongs to none. */
static unsigned banged_bit(const struct mdio_bang *b)
{
	if (b->bit)
		return b->bit - 1;
	return b->ones ? (b->ones < PREAMBLE_BITS ? b->ones - 1 : PREAMBLE_BITS - 1) : FRAME_BITS;
}

/* Compares the pins with the register that drives them. */
static void check_banged(struct mdio_model *m, uint64_t cycle, const struct expectation *e)
{
	struct expectation named = *e;

	if (e->rise && !m->mute)
		m->checks++;
	if (!((m->pins ^ e->pins) & e->mask))
		return;
	named.bit = banged_bit(&m->bang);
	find_pins(m, cycle, RULE_MDIO_PINS, &named, m->pins);
}

/* Compares the pins in CYCLE with what the model expects of that very cycle. */
static void check(struct mdio_model *m, uint64_t cycle, const struct expectation *e)
{
	unsigned diff = (m->pins ^ e->pins) & e->mask;
	bool rise_ahead = e->bit < FRAME_BITS || (m->started && cycle < frame_start(m));

	if (m->bang.has && e->bit == FRAME_BITS) {
		check_banged(m, cycle, e);
		return;
	}
	if (e->rise && !m->mute)
		m->checks++;
	if (diff & DATA_PINS && !m->late) {
		m->late = true;
		m->late_cycle = cycle;
		m->late_pins = m->pins;
	}
	if (diff & MDIO_PIN_MDC)
		find_pins(m, cycle, diff & DATA_PINS ? RULE_MDIO_FRAME : RULE_MDIO_TIMING, e, m->pins);
	if (!m->late || (!e->rise && rise_ahead))
		return;
	m->late = false;
	if (diff & DATA_PINS) {
		find_pins(m, cycle, RULE_MDIO_FRAME, e, m->pins);
	} else {
		struct expectation then = expect(m, m->late_cycle);

		find_pins(m, m->late_cycle, RULE_MDIO_TIMING, &then, m->late_pins);
	}
}

/* Checks all cycles before CYCLE, in which the pins did not change. */
static void verify(struct mdio_model *m, uint64_t cycle)
{
	while (m->exact && m->verified < cycle) {
		struct expectation e = expect(m, m->verified);

		check(m, m->verified, &e);
		m->verified = e.next < cycle ? e.next : cycle;
	}
	if (m->verified < cycle)
		m->verified = cycle;
}

/* Samples mdio_i for the bits of a read whose sampling cycle lies before CYCLE. */
static void take_samples(struct mdio_model *m, uint64_t cycle)
{
	while (m->exact && m->busy && m->is_read && m->sampled < FRAME_BITS &&
	       frame_start(m) + (uint64_t)m->sampled * BIT_CYCLES + LOW_CYCLES - 1 < cycle) {
		m->sample = m->sample << 1 | !m->low;
		m->sampled++;
	}
}

/* Brings MI_COM to the state that is visible in CYCLE. */
static void settle(struct mdio_model *m, uint64_t cycle)
{
	take_samples(m, cycle);
	if (!m->busy || cycle < m->end_cycle)
		return;
	m->busy = false;
	if (!m->is_read)
		return;
	m->fields = (m->fields & ~(uint32_t)MI_COM_DATA) | (m->sample & MI_COM_DATA);
	m->failed = m->sample >> 16 & 1;
}

/* Forgets the changes that the register made before the frame of the master: the times of that frame are not measured from them. */
static void forget_banged(struct mdio_model *m)
{
	if (!m->bang.has)
		return;
	m->rose = m->fell = m->changed = false;
	m->bang.rise_count = 0;
}

static void start_frame(struct mdio_model *m, uint64_t access_cycle)
{
	uint32_t phy = m->fields >> 21 & 31, reg = m->fields >> 16 & 31;
	uint64_t head;

	m->is_read = (m->fields >> 26 & 3) == COMMAND_READ;
	/* ST 01, OP, PHY, register, TA 10 */
	head = 1u << 14 | (m->is_read ? 2u : 1u) << 12 | phy << 7 | reg << 2 | 2u;
	m->word = (uint64_t)UINT32_MAX << 32 | head << 16 | (m->fields & MI_COM_DATA);
	m->driven_bits = m->is_read ? READ_DRIVEN_BITS : FRAME_BITS;
	m->started = m->busy = true;
	m->failed = m->late = m->mute = m->all_bits = false;
	m->sampled = TA_SAMPLE_BIT;
	m->sample = 0;
	m->preamble = m->bit = 0;
	m->write_cycle = access_cycle;
	m->end_cycle = m->exact ? frame_start(m) + FRAME_CYCLES : UINT64_MAX;
	forget_banged(m);
}

void mdio_model_write(struct mdio_model *m, uint64_t access_cycle, uint32_t value, uint8_t strobe)
{
	uint32_t mask = (uint32_t)reg_bytes(strobe), command;

	settle(m, access_cycle);
	verify(m, access_cycle);
	if (m->busy)
		return;
	m->fields = (m->fields & ~mask) | (value & mask & MI_COM_WRITABLE);
	command = m->fields >> 26 & 3;
	if (value & mask & MI_COM_BUSY && (command == COMMAND_WRITE || command == COMMAND_READ))
		start_frame(m, access_cycle);
}

uint32_t mdio_model_read(struct mdio_model *m, uint64_t setup_cycle)
{
	settle(m, setup_cycle);
	verify(m, setup_cycle);
	return m->fields | (m->failed ? MI_COM_FAILED : 0) | (m->busy ? MI_COM_BUSY : 0);
}

uint32_t mdio_model_known(const struct mdio_model *m, uint64_t setup_cycle)
{
	uint64_t last_rise = m->end_cycle - LOW_CYCLES;

	if (m->exact || !m->all_bits || setup_cycle >= last_rise + 2 * m->period)
		return UINT32_MAX;
	return ~(uint32_t)(MI_COM_BUSY | (m->is_read ? MI_COM_FAILED | MI_COM_DATA : 0));
}

/* ---- a register that drives the pins ---- */

void mdio_model_bang_init(struct mdio_model *m)
{
	m->bang = (struct mdio_bang){ .has = true, .fall = m->idle_from, .change = m->idle_from };
}

/* The register makes MDC rise. Finds out which bit of a frame this rise belongs to. */
static void banged_rise(struct mdio_model *m, unsigned pins)
{
	struct mdio_bang *b = &m->bang;
	bool one = !(pins & MDIO_PIN_OE) || pins & MDIO_PIN_O;

	if (!b->bit && one) {
		b->ones = pins & MDIO_PIN_OE ? b->ones + 1 : 0;
		return;
	}
	if (!b->bit) {
		b->bit = b->ones >= PREAMBLE_BITS ? PREAMBLE_BITS + 1 : 0;
		b->ones = b->bit ? b->ones : 0;
		return;
	}
	if (++b->bit <= FRAME_BITS)
		return;
	b->frames++;
	b->ones = one && pins & MDIO_PIN_OE;
	b->bit = 0;
	m->mute = false;
}

static void find_missing_rise(struct mdio_model *m, uint64_t cycle)
{
	struct mdio_bang *b = &m->bang;

	while (b->rise_count && b->rises[b->rise_head].cycle + PINS_SLACK < cycle) {
		struct expectation e = { .pins = b->rises[b->rise_head].pins, .bit = b->rises[b->rise_head].bit };
		find_pins(m, b->rises[b->rise_head].cycle, RULE_MDIO_PINS, &e, m->pins);
		b->rise_head = (b->rise_head + 1) % MDIO_BANGS;
		b->rise_count--;
	}
}

static void queue_rise(struct mdio_model *m, uint64_t cycle, unsigned pins)
{
	struct mdio_bang *b = &m->bang;
	unsigned at = (b->rise_head + b->rise_count) % MDIO_BANGS;

	if (m->exact || m->busy || b->rise_count == MDIO_BANGS)
		return;
	b->rises[at].cycle = cycle;
	b->rises[at].pins = (uint8_t)pins;
	b->rises[at].bit = (uint8_t)banged_bit(b);
	b->rise_count++;
}

/* MDC rises and no frame of the master is due: the register must have made it rise. */
static void check_banged_rise(struct mdio_model *m, uint64_t cycle, unsigned pins)
{
	static const struct expectation idle = { .bit = FRAME_BITS };
	struct mdio_bang *b = &m->bang;
	struct expectation e;

	if (!b->rise_count) {
		find_pins(m, cycle, RULE_MDIO_PINS, &idle, pins);
		return;
	}
	e = (struct expectation){ .pins = b->rises[b->rise_head].pins, .bit = b->rises[b->rise_head].bit };
	b->rise_head = (b->rise_head + 1) % MDIO_BANGS;
	b->rise_count--;
	m->checks += !m->mute;
	if ((pins ^ e.pins) & pins_mask(e.pins))
		find_pins(m, cycle, RULE_MDIO_PINS, &e, pins);
}

void mdio_model_bang(struct mdio_model *m, uint64_t access_cycle, unsigned pins)
{
	struct mdio_bang *b = &m->bang;
	uint64_t from = access_cycle + 1;
	unsigned diff;

	settle(m, access_cycle);
	verify(m, access_cycle);
	find_missing_rise(m, access_cycle);
	if (access_cycle >= b->from)
		b->pins = b->next;
	diff = b->pins ^ pins;
	b->next = pins;
	b->from = from;
	if (diff & DATA_PINS)
		b->change = from;
	if (diff & ~pins & MDIO_PIN_MDC)
		b->fall = from;
	if (!(diff & pins & MDIO_PIN_MDC))
		return;
	b->rise_before = b->rise;
	b->rise = from;
	banged_rise(m, pins);
	queue_rise(m, from, pins);
}

bool mdio_model_in_known(const struct mdio_model *m, uint64_t setup_cycle)
{
	return m->exact || m->level_cycle + PINS_SLACK <= setup_cycle || !m->level_cycle;
}

void mdio_model_mdio_in(struct mdio_model *m, uint64_t cycle, bool level)
{
	settle(m, cycle);
	m->low_before = m->low;
	m->low = !level;
	m->level_cycle = cycle;
}

static uint64_t span(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

/* Reports a finding if CYCLES cycles are shorter than MIN_NS, unless the software itself left too little time between its writes,
 * BANGED cycles. */
static void find_limit(struct mdio_model *m, uint64_t cycle, const char *what, uint64_t cycles, uint64_t banged, unsigned min_ns)
{
	struct finding *f;

	if (cycles * CYCLE_NS >= min_ns)
		return;
	if (m->bang.has && !m->busy && banged * CYCLE_NS < min_ns)
		return;
	f = new_finding(m, cycle, RULE_MDIO_TIMING, FRAME_BITS);
	if (!f)
		return;
	snprintf(f->what, sizeof(f->what), "%s", what);
	snprintf(f->expected, sizeof(f->expected), "at least %u ns", min_ns);
	snprintf(f->actual, sizeof(f->actual), "%" PRIu64 " ns", cycles * CYCLE_NS);
}

/* Checks the limits of clause 22 at a change of the pins from .pins to PINS. */
static void check_limits(struct mdio_model *m, uint64_t cycle, unsigned pins)
{
	unsigned diff = (m->pins ^ pins) & (pins_mask(pins) | pins_mask(m->pins));
	const struct mdio_bang *b = &m->bang;

	if (diff & DATA_PINS) {
		if (m->rose)
			find_limit(m, cycle, "mdio_o after the rise of mdc", cycle - m->rise_cycle, span(b->rise, b->change),
			           STABLE_NS);
		m->changed = true;
		m->change_cycle = cycle;
	}
	if (!(diff & MDIO_PIN_MDC))
		return;
	if (!(pins & MDIO_PIN_MDC)) {
		if (m->rose)
			find_limit(m, cycle, "mdc high", cycle - m->rise_cycle, span(b->rise, b->fall), HALF_MIN_NS);
		m->fell = true;
		m->fall_cycle = cycle;
		return;
	}
	if (m->fell)
		find_limit(m, cycle, "mdc low", cycle - m->fall_cycle, span(b->fall, b->rise), HALF_MIN_NS);
	if (m->rose) {
		m->period = cycle - m->rise_cycle;
		find_limit(m, cycle, "mdc period", m->period, span(b->rise_before, b->rise), PERIOD_MIN_NS);
	}
	if (m->changed)
		find_limit(m, cycle, "mdio_o before the rise of mdc", cycle - m->change_cycle, span(b->change, b->rise),
		           STABLE_NS);
	m->rose = true;
	m->rise_cycle = cycle;
}

static void check_bit(struct mdio_model *m, uint64_t cycle, unsigned pins, unsigned bit)
{
	struct expectation e = { .pins = MDIO_PIN_MDC | bit_pins(m, bit), .bit = bit };

	if ((pins ^ e.pins) & pins_mask(e.pins))
		find_pins(m, cycle, RULE_MDIO_FRAME, &e, pins);
}

/* Checks the preamble of a frame of which nobody knows when it begins: bits before it that nobody drives do not matter, and more
 * than 32 ones are allowed. */
static void check_preamble(struct mdio_model *m, uint64_t cycle, unsigned pins)
{
	bool driven = pins & MDIO_PIN_OE;

	if (driven && pins & MDIO_PIN_O) {
		m->preamble++;
	} else if (driven && m->preamble >= PREAMBLE_BITS) {
		m->bit = PREAMBLE_BITS + 1;
	} else if (driven || m->preamble) {
		check_bit(m, cycle, pins, m->preamble < PREAMBLE_BITS ? m->preamble : PREAMBLE_BITS);
		m->preamble = 0;
	}
}

/* Checks a rise of MDC in a frame of which nobody knows when it begins. */
static void check_rise(struct mdio_model *m, uint64_t cycle, unsigned pins)
{
	static const struct expectation idle = { .pins = MDIO_PIN_MDC, .bit = FRAME_BITS };

	if (!m->busy && m->bang.has) {
		check_banged_rise(m, cycle, pins);
		return;
	}
	if (!m->busy) {
		if (pins & MDIO_PIN_OE)
			find_pins(m, cycle, RULE_MDIO_FRAME, &idle, pins);
		return;
	}
	if (m->all_bits)
		return;
	m->checks += !m->mute;
	if (m->bit < PREAMBLE_BITS) {
		check_preamble(m, cycle, pins);
		return;
	}
	check_bit(m, cycle, pins, m->bit);
	if (m->is_read && m->bit >= TA_SAMPLE_BIT)
		m->sample = m->sample << 1 | !(m->level_cycle < cycle ? m->low : m->low_before);
	if (++m->bit == FRAME_BITS) {
		m->all_bits = true;
		m->end_cycle = cycle + LOW_CYCLES;
	}
}

static const struct finding *report(struct mdio_model *m, uint64_t *ret_checks)
{
	bool found = m->found;

	*ret_checks += m->checks;
	m->checks = 0;
	m->found = false;
	return found ? &m->finding : NULL;
}

const struct finding *mdio_model_pins(struct mdio_model *m, uint64_t cycle, unsigned pins, uint64_t *ret_checks)
{
	bool rise = pins & ~m->pins & MDIO_PIN_MDC;
	struct expectation e;

	settle(m, cycle);
	verify(m, cycle);
	if (cycle < m->idle_from) { /* after a reset the pins may be anything up to then */
		m->pins = pins;
		return report(m, ret_checks);
	}
	check_limits(m, cycle, pins);
	m->pins = pins;
	if (m->exact) {
		e = expect(m, cycle);
		check(m, cycle, &e);
		m->verified = cycle + 1;
	} else if (rise) {
		check_rise(m, cycle, pins);
	}
	return report(m, ret_checks);
}

const struct finding *mdio_model_advance(struct mdio_model *m, uint64_t cycle, uint64_t *ret_checks)
{
	settle(m, cycle);
	verify(m, cycle);
	find_missing_rise(m, cycle);
	return report(m, ret_checks);
}
