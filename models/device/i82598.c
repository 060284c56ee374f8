/* SPDX-License-Identifier: Apache-2.0 */
/* 82598EB: when PAUSE frames are sent, counters of sent frames, and registers; i82598_receive.c has the received frames. 82598EB
 * DS p.119, p.120, p.214 to p.217, p.322, p.356 to p.366; doc/devices/i82598.md 1-5.
 *
 * Sending PAUSE. The buffer becomes full when its level reaches the high mark (FCRTH0) and stays full until the level is below
 * the low mark (FCRTL0). The part requests an XOFF while the buffer is full and this crossing has not had its XOFF yet, and an
 * XON while the buffer is not full, FCRTL0.XONE is set and an XOFF of the device is outstanding. The shadow timer runs from the
 * end of an XOFF; when it has come down to the refresh threshold (FCRTV) and the buffer is still full, the part requests an XOFF
 * again. A level that passes its mark in cycle c is a request in c + 1, step(), and a frame on an idle wire in c + 2
 * (machine/cycle.c). */
#include "i82598_state.h"

enum {
	SLOT_512_NS_OCTETS = 640, /* at 10 Gb/s */

	RXCTRL_RXEN = 1 << 0,
	HLREG0_TXCRCEN = 1 << 0,
	HLREG0_TXPADEN = 1 << 10,
	FCTRL_RFCE = 1 << 15,
	RMCS_TFCE_802_3X = 1 << 3,
	RMCS_TFCE_PRIORITY = 1 << 4,
	TFCS_TXOFF = 1 << 0,
};

static const struct {
	const char *name;
	enum pm_reg_class class;
	enum rule rule;
} numbered[REG_NUMBERS] = {
#define REG_AT(name, class, rule) { #name, PM_REG_##class, RULE_##rule },
	REGISTERS(REG_AT)
#undef REG_AT
};
_Static_assert((int)REG_NUMBERS <= (int)PM_DEVICE_REGISTERS, "m->reg is too small");

/* ---- modes ---- */

bool i82598_station(const struct pm_model *m, unsigned i, uint8_t *ret)
{
	unsigned row = m->reg[REG_RAL0] + 2 * i;
	uint32_t low = m->regs.value[row], high = m->regs.value[row + 1];

	for (int k = 0; k < 4; k++)
		ret[k] = (uint8_t)(low >> 8 * k);
	ret[4] = (uint8_t)high;
	ret[5] = (uint8_t)(high >> 8);
	return high & TOP_BIT;
}

/* Returns the mark in FCRTL0 or FCRTH0, in octets. I2 */
static uint32_t mark(const struct pm_model *m, enum reg_number number)
{
	static const uint32_t bits[] = { 0x7FFF0 /* 18:4 */, 0xFFF8 /* 15:3 */, 0x7FF00 /* 18:8 */ };

	return stored(m, number) & bits[m->config.i82598.mark_format];
}

uint32_t i82598_high_mark(const struct pm_model *m)
{
	return mark(m, REG_FCRTH0);
}

static uint32_t quantum_octets(const struct pm_model *m)
{
	return m->config.i82598.quantum_512ns ? SLOT_512_NS_OCTETS : PAUSE_QUANTUM_OCTETS;
}

static void mode_update(struct pm_model *m)
{
	uint32_t rmcs = stored(m, REG_RMCS), hlreg0 = stored(m, REG_HLREG0);
	struct pm_mode *mode = &m->mode;

	mode->rx_enable = stored(m, REG_RXCTRL) & RXCTRL_RXEN;
	mode->rx_flow = stored(m, REG_FCTRL) & FCTRL_RFCE;
	mode->tx_enable = true;
	mode->ipg = FRAME_GAP_OCTETS;
	mode->send_pause = (rmcs & RMCS_TFCE_802_3X) && !(rmcs & RMCS_TFCE_PRIORITY) && (stored(m, REG_FCRTH0) & TOP_BIT);
	mode->quanta = (uint16_t)stored(m, REG_FCTTV0);
	mode->low_mark = mark(m, REG_FCRTL0);
	mode->high_mark = mark(m, REG_FCRTH0);
	mode->pad = hlreg0 & HLREG0_TXPADEN;
	mode->insert_fcs = hlreg0 & HLREG0_TXCRCEN;
	i82598_station(m, 0, mode->station);
}

/* Sets the kind of the octet counter whose low word is ROW. I9 */
static void init_octets(struct pm_model *m, unsigned row)
{
	const struct i82598_parameters *p = &m->config.i82598;
	struct counting_kind *low = &m->count.kind[row], *high = low + 1;

	if (!p->octets_in_high) {
		low->preset = -p->octet_preset - (p->preset_carry ? UINT64_C(1) << 63 : 0);
		return;
	}
	low->width = high->width = COUNTING_WORD_BITS;
	high->high = false;
	high->preset = (uint32_t)(-p->octet_preset - (p->preset_carry ? UINT32_C(1) << 31 : 0));
}

static void init(struct pm_model *m)
{
	for (unsigned i = 0; i < REG_NUMBERS; i++)
		m->reg[i] = (uint16_t)registers_named(&m->regs, numbered[i].name);
	for (unsigned row = 0; row < m->regs.page->count; row++) {
		const struct reg_row *counter = &m->regs.page->rows[row];
		struct counting_kind *kind = &m->count.kind[row];
		if (counter->kind != REG_COUNTER)
			continue;
		if (kind->width > COUNTING_WORD_BITS) {
			init_octets(m, row);
			continue;
		}
		kind->width = (uint8_t)m->config.i82598.stat_bits;
		if (counter->full != COUNTER_ZERO)
			kind->preset = -m->config.i82598.stat_preset & (UINT64_MAX >> (64 - kind->width));
	}
	m->rx.quantum = quantum_octets(m);
}

static void reset(struct pm_model *m)
{
	*state_of(m) = (struct i82598_state){ 0 };
	m->mode.tx_off = false;
	mode_update(m);
}

/* ---- PAUSE frames that the device sends ---- */

bool i82598_xon_enabled(const struct pm_model *m)
{
	return stored(m, REG_FCRTL0) & TOP_BIT;
}

static void request(const struct pm_model *m, struct pm_request *ret)
{
	const struct i82598_state *s = state_of(m);

	if (!m->mode.send_pause)
		return;
	if (s->full && !s->done)
		*ret = (struct pm_request){ .kind = PM_TX_PAUSE,
			                    .xoff = true,
			                    .quanta = m->mode.quanta,
			                    .cause = s->refreshed > s->crossing ? s->refreshed : s->crossing,
			                    .rule = s->refreshed > s->crossing ? RULE_XOFF_REFRESH : RULE_XOFF_AT_HIGH };
	else if (!s->full && s->out && i82598_xon_enabled(m) && !pm_pause_on_wire(m, false))
		*ret = (struct pm_request){ .kind = PM_TX_PAUSE, .cause = s->crossing, .rule = RULE_XON_BELOW_LOW };
}

static void started(struct pm_model *m, const struct pm_request *what)
{
	if (what->xoff)
		state_of(m)->done = true;
}

static void unstarted(struct pm_model *m)
{
	if (m->tx.sent.xoff)
		state_of(m)->done = false;
}

static void resync_sent(struct pm_model *m)
{
	struct i82598_state *s = state_of(m);

	if (s->full)
		s->done = true;
	else
		s->out = false;
}

/* A PAUSE frame of the device ends in the open cycle. */
static void pause_ended(struct pm_model *m)
{
	struct i82598_state *s = state_of(m);

	if (m->tx.end.xoff && m->mode.send_pause) {
		s->out = true;
		s->shadow_end = m->now + m->step + (uint64_t)quantum_octets(m) * m->tx.end.quanta;
		s->xoff_end = m->now;
	} else if (!m->tx.end.xoff) {
		s->out = false;
		s->shadow_end = 0;
	}
}

static uint64_t refresh_octets(const struct pm_model *m)
{
	return (uint64_t)quantum_octets(m) * stored(m, REG_FCRTV);
}

/* Returns true if the buffer is full in the next cycle: in the open cycle its level has reached the high mark, or it is full and
 * its level is not below the low mark. When the buffer becomes full, request() of the next cycle requests an XOFF; when it is no
 * longer full after an XOFF, an XON. */
static bool full_next(const struct pm_model *m)
{
	uint32_t high = mark(m, REG_FCRTH0), level = m->buffer.level;

	if (m->config.i82598.high_mark_above ? level > high : level >= high)
		return true;
	return level >= m->mode.low_mark && state_of(m)->full;
}

/* A PAUSE with time 0 ends the hold by software, too. */
static void hold_ends(struct pm_model *m)
{
	if (!m->mode.tx_off || !m->rx.commanded || m->rx.command.visible != m->now || m->rx.command.quanta)
		return;
	m->changed = true;
	m->mode.tx_off = false;
	m->notes.tx_off_cycle = m->now + m->step;
}

/* Returns true if a refresh is ahead: an XOFF was sent, its time is not over, and the buffer is still full. */
static bool refreshes(const struct pm_model *m)
{
	const struct i82598_state *s = state_of(m);

	return m->mode.send_pause && s->full && s->done && s->shadow_end > m->now;
}

static void step(struct pm_model *m)
{
	struct i82598_state *s = state_of(m);
	bool full = full_next(m), was_full = s->full, was_done = s->done, was_out = s->out;

	hold_ends(m);
	if (refreshes(m) && s->shadow_end - m->now <= refresh_octets(m) && !pm_pause_on_way(m, true)) {
		s->done = false;
		s->refreshed = m->now + m->step;
	}
	if (!s->full || !full || !m->mode.send_pause)
		s->done = false;
	if (!m->mode.send_pause) {
		s->out = false;
		s->shadow_end = s->refreshed = 0;
	}
	if (full != was_full) {
		s->crossing = m->now + m->step;
		s->crossed[s->crossed_next++ % I82598_CROSSED] = (struct i82598_crossed){ s->crossing, m->buffer.level,
			                                                                  full ? mark(m, REG_FCRTH0)
			                                                                       : m->mode.low_mark };
	}
	s->full = full;
	m->changed |= full != was_full || s->done != was_done || s->out != was_out;
}

static uint64_t next(const struct pm_model *m)
{
	uint64_t end = state_of(m)->shadow_end, refresh;

	if (!refreshes(m))
		return PM_NEVER;
	refresh = refresh_octets(m);
	if (!refresh)
		return PM_NEVER;
	return end - m->now > refresh ? end - refresh : m->now + m->step;
}

/* ---- sent frames and faults ---- */

static void sent(struct pm_model *m, uint64_t cycle)
{
	bool pause = m->tx.end.kind == PM_TX_PAUSE;
	enum frame_address_type address_type = m->tx.end.address_type;
	uint32_t len = length_of(m->tx.end.octets);

	count(m, REG_TPT, 1, cycle);
	if (pause)
		count(m, m->tx.end.quanta ? REG_LXOFFTXC : REG_LXONTXC, 1, cycle);
	if (m->tx.end.underrun || m->tx.end.host_error || (pause && !m->config.i82598.tx_fc_in_good))
		return;
	count(m, REG_GPTC, 1, cycle);
	count_octets(m, REG_GOTCL, len, cycle);
	count(m, REG_PTC64 + size_class(len), 1, cycle);
	if (address_type != ADDRESS_UNICAST)
		count(m, address_type == ADDRESS_BROADCAST ? REG_BPTC : REG_MPTC, 1, cycle);
}

static void fault(struct pm_model *m, enum xgmii_fault now)
{
	if (now != XGMII_FAULT_NONE)
		count(m, now == XGMII_FAULT_LOCAL ? REG_MLFC : REG_MRFC, 1, m->now);
}

/* ---- registers ---- */

/* Writes TFCS.TXOFF, the hold by software; a 0 ends the inhibit by received PAUSE frames too. */
static void write_txoff(struct pm_model *m, bool off)
{
	m->notes.tx_off_cycle = m->now + m->step;
	m->mode.tx_off = off;
	if (!off)
		pause_rx_end(&m->rx, m->now, RULE_TX_OFF_BIT, m->now);
}

static void write(struct pm_model *m)
{
	unsigned row = registers_row(&m->regs, m->write.address);
	uint32_t bits;

	if (row == REGISTERS_NONE)
		return;
	bits = registers_write(&m->regs, row, m->write.value, m->write.strobe);
	if (row == m->reg[REG_TFCS] && m->write.strobe & 1)
		write_txoff(m, bits & TFCS_TXOFF);
	mode_update(m);
}

static uint64_t read(struct pm_model *m, unsigned row)
{
	uint32_t value = m->regs.value[row];

	return row == m->reg[REG_TFCS] && (m->rx.xoff || m->mode.tx_off) ? value | TFCS_TXOFF : value;
}

static void info(const struct pm_model *m, unsigned row, struct pm_reg_info *ret)
{
	bool low_word = m->regs.page->rows[row].kind == REG_COUNTER && m->regs.page->rows[row].width > COUNTING_WORD_BITS;

	for (unsigned i = 0; i < REG_NUMBERS; i++) {
		if (m->reg[i] != row)
			continue;
		ret->class = numbered[i].class;
		ret->rule = low_word && m->config.i82598.octets_in_high ? RULE_COUNTER_ZERO : numbered[i].rule;
		return;
	}
}

static uint32_t buffer(const struct pm_config *config)
{
	return (uint32_t)config->i82598.buffer_octets;
}

const struct pm_device pm_device_i82598 = {
	.name = "i82598",
	.timing = { .inhibit = 56, .resume = 8, .request = 16, .classify = 48, .host = 64, .sent = 8 },
	.buffer = buffer,
	.clock_octets = XGMII_CLOCK_OCTETS,
	.strips = true,
	.state_size = sizeof(struct i82598_state),
	.init = init,
	.reset = reset,
	.classify = i82598_classify,
	.request = request,
	.started = started,
	.unstarted = unstarted,
	.resync_sent = resync_sent,
	.control_ended = pause_ended,
	.step = step,
	.next = next,
	.sent = sent,
	.fault = fault,
	.write = write,
	.read = read,
	.info = info,
};
