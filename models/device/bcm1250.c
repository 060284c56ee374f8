/* SPDX-License-Identifier: Apache-2.0 */
/* BCM1250/BCM1125: modes, sent frames, RMON slots, mac_status and registers; bcm1250_receive.c has the received frames. UM100CB p.266-288;
 * doc/devices/bcm1250.md. */
#include "bcm1250_state.h"

enum {
	SLOT_OCTETS = 8, /* of addresses */
	SHORTEST_PAUSE_QUANTA = 512,
	LONGEST_PAUSE_QUANTA = 0xFFFF,
	GAP_EXTRA_CLOCKS = 4,
	SLOT_BITS = 512,
	BITS_PER_CLOCK = 4, /* at 10 and 100 Mb/s */

	FC_OFF = 0,
	FC_FALSE_CARRIER = 2,

	MDIO_MDC = 1 << 0, /* mdio */
	MDIO_INPUT = 1 << 1,
	MDIO_OUT = 1 << 2,
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

static uint64_t bits(uint64_t value, unsigned msb, unsigned lsb)
{
	return value >> lsb & (UINT64_MAX >> (63 - (msb - lsb)));
}

/* ---- slots and events; FIFO: packet FIFO mode, which holds them ---- */

/* Returns the number of the counter of event BIT. These counters come after the rows of the page; pm_count_total() says how often
 * an event came. */
static unsigned event_counter(const struct pm_model *m, unsigned bit)
{
	return (unsigned)m->regs.page->count + STATUS_SHIFT + bit;
}

void bcm1250_set_events(struct pm_model *m, uint32_t events, uint64_t cycle)
{
	m->device_bits |= events;
	for (unsigned bit = 0; bit < STATUS_EVENT_COUNT; bit++) {
		if (!(events >> bit & 1))
			continue;
		counting_add(&m->count, event_counter(m, bit), 1, cycle);
		state_of(m)->event_cycle[bit] = cycle;
	}
}

static unsigned slot_of(const struct pm_model *m, unsigned row)
{
	return m->regs.page->rows[row].address / SLOT_OCTETS;
}

/* All events that are visible in the open cycle are known. A counter that came to its end sets the event for that, too. */
static void settle(struct pm_model *m)
{
	int row = counting_overflowed(&m->count, m->now);

	if (row < 0)
		return;
	m->device_bits = (m->device_bits & ~(uint32_t)STATUS_COUNTER) | slot_of(m, (unsigned)row) << STATUS_COUNTER_SHIFT;
	bcm1250_set_events(m, STATUS_COUNTER_OVERFLOW, m->now);
	m->changed = true;
}

/* ---- modes ---- */

void bcm1250_address_of(uint64_t value, uint8_t *ret)
{
	for (int i = 0; i < FRAME_ADDRESS_OCTETS; i++)
		ret[i] = (uint8_t)(value >> 8 * i);
}

static void csma_update(struct pm_mode *mode, uint64_t frame, unsigned command)
{
	uint32_t ifg_tx = (uint32_t)bits(frame, 11, 6), ifg_thrsh = (uint32_t)bits(frame, 17, 12);
	int32_t slot_size = (int32_t)bits(frame, 39, 30);

	if (slot_size >= 512)
		slot_size -= 1024;
	mode->csma = (struct csma_mode){
		.half_duplex = mode->half_duplex,
		.gap_clocks = ifg_tx + GAP_EXTRA_CLOCKS,
		.first_clocks = ifg_tx > ifg_thrsh ? ifg_tx - ifg_thrsh : 0,
		.slot_clocks = (uint32_t)(SLOT_BITS + slot_size) / BITS_PER_CLOCK,
		.hit_clocks = 2 * (uint32_t)bits(frame, 5, 0),
		.pressure = !mode->half_duplex || command == FC_OFF ? CSMA_NO_PRESSURE
		          : command == FC_FALSE_CARRIER             ? CSMA_FALSE_CARRIER
		                                                    : CSMA_FORCED_COLLISION,
	};
}

bool bcm1250_forwards_pause(const struct pm_model *m)
{
	return bits(stored(m, REG_adfilter_cfg), 32, 32);
}

static void flow_update(struct pm_model *m, uint64_t mac, unsigned command, bool port_reset)
{
	struct bcm1250 *s = state_of(m);
	bool forward = bcm1250_forwards_pause(m);
	struct pm_mode *mode = &m->mode;
	uint32_t quanta = SHORTEST_PAUSE_QUANTA << bits(mac, 8, 6);

	mode->rx_flow = !mode_of(m)->fifo && !forward && !port_reset;
	mode->flow_rule = port_reset ? RULE_PAUSE_RESET : forward ? RULE_PAUSE_FORWARD : 0;
	mode->send_pause = !mode->half_duplex && !mode_of(m)->fifo && command != FC_OFF && !port_reset;
	mode->quanta = (uint16_t)(quanta < LONGEST_PAUSE_QUANTA ? quanta : LONGEST_PAUSE_QUANTA);
	mode->low_mark = (uint32_t)bits(stored(m, REG_dma_config0), 63, 48);
	s->pause.no_xon = !m->config.bcm1250.xon_frames;
	s->pause.no_memory = true;
	s->pause.refreshes = m->config.bcm1250.xoff_refresh;
	if (bits(mac, 54, 54) != s->pause.forced && !s->pause.low)
		s->pause.crossing = m->now + 1;
	s->pause.forced = bits(mac, 54, 54);
}

static void mode_update(struct pm_model *m)
{
	uint64_t mac = stored(m, REG_mac_cfg), frame = stored(m, REG_frame_cfg), enable = stored(m, REG_enable);
	bool port_reset = bits(enable, 8, 8);
	unsigned command = (unsigned)bits(mac, 56, 55);
	struct pm_mode *mode = &m->mode;
	struct bcm1250_mode *own = pm_own_mode(m);

	own->fifo = bits(mac, 32, 32);
	mode->gig = bits(mac, 35, 35);
	mode->half_duplex = bits(mac, 33, 33) && !mode->gig && !own->fifo;
	mode->rx_enable = bits(enable, own->fifo ? 12 : 10, own->fifo ? 12 : 10) && !port_reset;
	mode->tx_enable = bits(enable, own->fifo ? 13 : 11, own->fifo ? 13 : 11) && !port_reset;
	mode->retry = bits(mac, 2, 2);
	own->report_drop = bits(mac, 3, 3);
	own->min_octets = (uint32_t)bits(frame, 47, 40);
	own->max_octets = (uint32_t)bits(frame, 63, 48);
	bcm1250_address_of(stored(m, REG_ethernet_addr), mode->station);
	csma_update(mode, frame, command);
	flow_update(m, mac, command, port_reset);
}

static bool invoked(const struct pm_model *m, uint64_t *ret_since)
{
	const struct bcm1250 *s = state_of(m);

	*ret_since = s->pause.crossing;
	return !mode_of(m)->fifo && bits(stored(m, REG_mac_cfg), 56, 55) != FC_OFF && m->mode.tx_enable &&
	       pause_tx_low(&s->pause);
}

static void init(struct pm_model *m)
{
	struct counting *c = &m->count;

	for (unsigned i = 0; i < REG_NUMBERS; i++)
		m->reg[i] = (uint16_t)registers_named(&m->regs, numbered[i].name);
	for (unsigned row = 0; row < m->regs.page->count; row++) {
		if (m->regs.page->rows[row].kind != REG_COUNTER)
			continue;
		c->kind[row].to_zero = m->config.bcm1250.wrap_to_zero;
		if (m->config.bcm1250.rmon_preset)
			c->kind[row].preset = counting_shown(c, row, 0 - (uint64_t)m->config.bcm1250.rmon_preset);
	}
}

static void reset(struct pm_model *m)
{
	struct bcm1250 *s = state_of(m);

	pause_tx_reset(&s->pause);
	m->device_bits = 0;
	s->shown = s->shown_before = 0;
	mdio_model_bang_init(&m->mdio);
	mode_update(m);
}

/* ---- PAUSE frames that the device sends ---- */

/* XOFF and XON by the free blocks that are visible in the open cycle: part/pause_tx.h has the rule. */
static void step(struct pm_model *m)
{
	struct pause_tx_input in = {
		.send = m->mode.send_pause,
		.xoff_busy = pm_pause_on_way(m, true),
		.free = m->buffer.free,
		.low_mark = m->mode.low_mark,
		.xon_mark = m->mode.low_mark,
	};
	bool rose;

	m->changed |= pause_tx_step(&state_of(m)->pause, m->now, &in, &rose);
}

/* ---- sent frames ---- */

static const struct bcm1250_mode *mode_ended(const struct pm_model *m)
{
	return pm_own_mode_ended(m);
}

static void count_whole(struct pm_model *m, uint64_t cycle, bool fcs_wrong)
{
	uint32_t octets = m->tx.end.octets;
	const struct bcm1250_mode *mode = mode_ended(m);
	bool runt = octets < mode->min_octets;
	bool oversize = octets > mode->max_octets;

	if (fcs_wrong)
		count(m, mode->fifo, REG_TX_FCS_ERROR, 1, cycle);
	if (runt)
		count(m, mode->fifo, REG_TX_RUNT, 1, cycle);
	if (oversize)
		count(m, mode->fifo, REG_TX_OVERSIZE, 1, cycle);
	if (fcs_wrong || runt || oversize) {
		count(m, mode->fifo, REG_TX_BAD, 1, cycle);
		return;
	}
	count(m, mode->fifo, REG_TX_BYTES, octets, cycle);
	count(m, mode->fifo, REG_TX_GOOD, 1, cycle);
}

static void count_collisions(struct pm_model *m, uint64_t cycle)
{
	bool fifo = mode_ended(m)->fifo;

	if (m->tx.end.collision && !m->config.bcm1250.collisions_at_end)
		count(m, fifo, REG_COLLISIONS, 1, cycle);
	if (!m->tx.end.repeat && m->tx.end.collisions && m->config.bcm1250.collisions_at_end)
		count(m, fifo, REG_COLLISIONS, m->tx.end.collisions, cycle);
	if (m->tx.end.late)
		count(m, fifo, REG_LATE_COL, 1, cycle);
	if (m->tx.end.excessive)
		count(m, fifo, REG_EX_COL, 1, cycle);
}

static void sent_pause(struct pm_model *m, uint64_t cycle)
{
	struct pause_tx *pause = &state_of(m)->pause;

	pause->clocks = pm_octet_clocks(m, &m->tx.end.mode);
	pause_tx_sent(pause, m->now, m->tx.end.quanta, m->tx.end.mode.send_pause);
	if (!m->config.bcm1250.pause_in_tx)
		return;
	count(m, mode_ended(m)->fifo, REG_TX_BYTES, m->tx.end.octets, cycle);
	count(m, mode_ended(m)->fifo, REG_TX_GOOD, 1, cycle);
}

static void sent(struct pm_model *m, uint64_t cycle)
{
	const struct bcm1250_mode *mode = mode_ended(m);
	uint32_t events = 0;

	if (m->tx.end.kind == PM_TX_PAUSE)
		sent_pause(m, cycle);
	if (m->tx.end.kind != PM_TX_DATA)
		return;
	count_collisions(m, cycle);
	if (m->tx.end.repeat)
		return;
	if (!m->tx.end.dropped && !m->tx.end.underrun) {
		count_whole(m, cycle, m->tx.end.own_fcs && m->tx.end.fcs_wrong);
		return;
	}
	count(m, mode->fifo, REG_TX_ABORT, 1, cycle);
	count(m, mode->fifo, REG_TX_BAD, 1, cycle);
	if (m->tx.end.underrun)
		events |= STATUS_TX_UNDERRUN;
	if (m->tx.end.late && mode->report_drop)
		events |= STATUS_LATE_COLLISION;
	if (m->tx.end.excessive && mode->report_drop)
		events |= STATUS_EXCESSIVE;
	if (!mode->fifo)
		bcm1250_set_events(m, events, cycle);
}

/* ---- registers ---- */

static void write_row(struct pm_model *m, unsigned row)
{
	uint64_t mask = reg_bytes(m->write.strobe), *value = &m->regs.value[row];

	switch (m->regs.page->rows[row].kind) {
	case REG_COUNTER:
		counting_load(&m->count, row, m->write.value, mask, m->now + 1);
		return;
	case REG_RESERVED:
		if (m->config.bcm1250.reserved_storage)
			*value = ((*value & ~mask) | (m->write.value & mask)) & UINT32_MAX;
		return;
	default:
		registers_write(&m->regs, row, m->write.value, m->write.strobe);
	}
	if (row == m->reg[REG_mdio_cmd])
		mdio_model_write(&m->mdio, m->now, (uint32_t)m->write.value, m->write.strobe & 15);
	if (row == m->reg[REG_mdio])
		mdio_model_bang(&m->mdio, m->now,
		                (*value & MDIO_MDC ? MDIO_PIN_MDC : 0u) | (*value & MDIO_OUT ? MDIO_PIN_O : 0u) |
		                    (*value & MDIO_INPUT ? 0u : MDIO_PIN_OE));
	mode_update(m);
}

static void write(struct pm_model *m)
{
	unsigned row = registers_row(&m->regs, m->write.address);

	if (row != REGISTERS_NONE)
		write_row(m, row);
}

static uint64_t read(struct pm_model *m, unsigned row)
{
	if (row == m->reg[REG_mac_status])
		return (uint64_t)(m->device_bits | (m->rx.xoff ? STATUS_TX_PAUSE_ON : 0)) << STATUS_SHIFT;
	if (row == m->reg[REG_mdio])
		return m->regs.value[row] | (m->mdio.low ? 0 : MDIO_REGISTER_IN);
	if (row == m->reg[REG_mdio_cmd])
		return mdio_model_read(&m->mdio, m->now);
	return m->regs.value[row];
}

static void was_read(struct pm_model *m, unsigned row)
{
	struct bcm1250 *state = state_of(m);

	if (row != m->reg[REG_mac_status])
		return;
	state->shown_before = state->shown;
	state->read_before = state->read_cycle;
	state->shown = m->device_bits & STATUS_EVENTS;
	state->read_cycle = m->now;
	m->device_bits &= ~(uint32_t)STATUS_EVENTS;
}

unsigned bcm1250_status_row(const struct pm_model *m)
{
	return m->reg[REG_mac_status];
}

static void info(const struct pm_model *m, unsigned row, struct pm_reg_info *ret)
{
	ret->loads = ret->class == PM_REG_COUNTER;
	ret->to_zero = ret->loads && m->config.bcm1250.wrap_to_zero;
	if (m->regs.page->rows[row].kind == REG_RESERVED && m->config.bcm1250.reserved_storage)
		ret->rule = RULE_REG_VALUE;
	if (row == m->reg[REG_mac_status]) {
		ret->events = (uint64_t)STATUS_EVENTS << STATUS_SHIFT;
		ret->wraps = (uint64_t)(STATUS_COUNTER_OVERFLOW | STATUS_COUNTER) << STATUS_SHIFT;
		ret->levels = (uint64_t)STATUS_TX_PAUSE_ON << STATUS_SHIFT;
		ret->counter = (unsigned)m->regs.page->count;
	}
	for (unsigned i = 0; i < REG_NUMBERS; i++) {
		if (m->reg[i] != row)
			continue;
		ret->class = numbered[i].class;
		ret->rule = numbered[i].rule;
		return;
	}
}

static uint32_t buffer(const struct pm_config *config)
{
	return (uint32_t)config->bcm1250.block_count;
}

const struct pm_device pm_device_bcm1250 = {
	.name = "bcm1250",
	.timing = { .inhibit = 4, .resume = 1, .request = 2, .classify = 3, .host = 5, .sent = 1 },
	.buffer = buffer,
	.clock_octets = 1,
	.mii = true,
	.state_size = sizeof(struct bcm1250),
	.mode_size = sizeof(struct bcm1250_mode),
	.init = init,
	.reset = reset,
	.classify = bcm1250_classify,
	.sent = sent,
	.request = pause_marks_request,
	.request_undue = pause_marks_request_undue,
	.started = pause_marks_started,
	.unstarted = pause_marks_unstarted,
	.resync_sent = pause_marks_resync_sent,
	.step = step,
	.next = pause_marks_next,
	.settle = settle,
	.invoked = invoked,
	.pause_memory = pause_marks_pause_memory,
	.write = write,
	.read = read,
	.was_read = was_read,
	.info = info,
};
