/* SPDX-License-Identifier: Apache-2.0 */
/* BCM1250/BCM1125: classes of received frames, delivery, RMON slots, mac_status and registers. UM100CB p.266-288; doc/bcm1250.md. */
#include "bcm1250.h"

#include <string.h>

enum {
	SHORTEST_DELIVERED = 14,
	SHORTEST_WITH_LENGTH = 18, /* header and FCS */
	PADDED_DATA = 46,          /* octets of data in the shortest frame of 802.3 */
	LENGTH_MAX = 0xFFFF,
	FILTERS = 8,
	SLOT_OCTETS = 8, /* of addresses */
	SHORTEST_PAUSE_QUANTA = 512,
	LONGEST_PAUSE_QUANTA = 0xFFFF,
	GAP_EXTRA_CLOCKS = 4,
	SLOT_BITS = 512,
	BITS_PER_CLOCK = 4, /* at 10 and 100 Mb/s */

	FC_OFF = 0,
	FC_FALSE_CARRIER = 2,

	FILTER_ALL = 1 << 0, /* adfilter_cfg */
	FILTER_UNICAST = 1 << 1,
	FILTER_UNICAST_INVERTED = 1 << 2,
	FILTER_MULTICAST = 1 << 3,
	FILTER_MULTICAST_INVERTED = 1 << 4,
	FILTER_BROADCAST = 1 << 5,
	FILTER_ALL_MULTICAST = 1 << 7,

	MDIO_MDC = 1 << 0, /* mdio */
	MDIO_INPUT = 1 << 1,
	MDIO_OUT = 1 << 2,
};

/* The registers that do something: their place in m->reg. REG_AT(number, name in regs/bcm1250/registers.def, class, rule of a wrong value) */
#define REGISTERS(REG_AT)                             \
	REG_AT(TX_BYTES, COUNTER, COUNT_OCTETS)       \
	REG_AT(COLLISIONS, COUNTER, COUNT_COLLISION)  \
	REG_AT(LATE_COL, COUNTER, COUNT_COLLISION)    \
	REG_AT(EX_COL, COUNTER, COUNT_COLLISION)      \
	REG_AT(TX_FCS_ERROR, COUNTER, COUNT_ERROR)    \
	REG_AT(TX_ABORT, COUNTER, COUNT_ABORT)        \
	REG_AT(TX_BAD, COUNTER, COUNT_ABORT)          \
	REG_AT(TX_GOOD, COUNTER, COUNT_ABORT)         \
	REG_AT(TX_RUNT, COUNTER, COUNT_SIZE)          \
	REG_AT(TX_OVERSIZE, COUNTER, COUNT_SIZE)      \
	REG_AT(RX_BYTES, COUNTER, COUNT_OCTETS)       \
	REG_AT(RX_MCAST, COUNTER, COUNT_ADDRESS)      \
	REG_AT(RX_BCAST, COUNTER, COUNT_ADDRESS)      \
	REG_AT(RX_BAD, COUNTER, COUNT_ERROR)          \
	REG_AT(RX_GOOD, COUNTER, COUNT_GOOD)          \
	REG_AT(RX_RUNT, COUNTER, COUNT_SIZE)          \
	REG_AT(RX_OVERSIZE, COUNTER, COUNT_SIZE)      \
	REG_AT(RX_FCS_ERROR, COUNTER, COUNT_ERROR)    \
	REG_AT(RX_LENGTH_ERROR, COUNTER, COUNT_ERROR) \
	REG_AT(RX_CODE_ERROR, COUNTER, COUNT_ERROR)   \
	REG_AT(RX_ALIGN_ERROR, COUNTER, COUNT_ERROR)  \
	REG_AT(mac_cfg, STORED, REG_VALUE)            \
	REG_AT(frame_cfg, STORED, REG_VALUE)          \
	REG_AT(adfilter_cfg, STORED, REG_VALUE)       \
	REG_AT(ethernet_addr, STORED, REG_VALUE)      \
	REG_AT(addr_filter_0, STORED, REG_VALUE)      \
	REG_AT(enable, STORED, REG_VALUE)             \
	REG_AT(mac_status, STATUS, REG_EVENTS)        \
	REG_AT(mdio, MDIO, MDIO_PINS)                 \
	REG_AT(mdio_cmd, MDIO, MDIO_RESULT)           \
	REG_AT(dma_config0, STORED, REG_VALUE)
enum reg_number {
#define REG_AT(name, class, rule) REG_##name,
	REGISTERS(REG_AT)
#undef REG_AT
	    REG_NUMBERS
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

/* Each error has a slot and a drop bit of mac_cfg, and sets its bit in a frame's errors. */
enum rx_error { ERROR_RUNT, ERROR_OVERSIZE, ERROR_FCS, ERROR_LENGTH, ERROR_CODE, ERROR_ALIGNMENT, ERROR_COUNT };
static const struct {
	uint8_t counter, drop_bit;
	bool marks; /* the record shows it */
} errors[ERROR_COUNT] = {
	[ERROR_RUNT] = { REG_RX_RUNT, 23, false },      [ERROR_OVERSIZE] = { REG_RX_OVERSIZE, 24, false },
	[ERROR_FCS] = { REG_RX_FCS_ERROR, 20, true },   [ERROR_LENGTH] = { REG_RX_LENGTH_ERROR, 25, false },
	[ERROR_CODE] = { REG_RX_CODE_ERROR, 21, true }, [ERROR_ALIGNMENT] = { REG_RX_ALIGN_ERROR, 22, true },
};
enum { DROP_ANY_BIT = 19 };

/* The modes that only this device knows. */
struct bcm1250_mode {
	bool fifo;                       /* packet FIFO mode */
	bool report_drop;                /* mac_cfg.ret_drpreq_en */
	uint32_t min_octets, max_octets; /* of a frame with its FCS */
};

static struct bcm1250 *state_of(const struct pm_model *m)
{
	return m->state;
}

static const struct bcm1250_mode *mode_of(const struct pm_model *m)
{
	return pm_own_mode(m);
}

static uint64_t stored(const struct pm_model *m, enum reg_number number)
{
	return m->regs.value[m->reg[number]];
}

static uint64_t bits(uint64_t value, unsigned msb, unsigned lsb)
{
	return value >> lsb & (UINT64_MAX >> (63 - (msb - lsb)));
}

/* ---- slots and events; FIFO: packet FIFO mode, which holds them ---- */

static void count(struct pm_model *m, bool fifo, enum reg_number counter, uint64_t amount, uint64_t cycle)
{
	if (fifo)
		counting_hold(&m->count, m->reg[counter], amount);
	else
		counting_add(&m->count, m->reg[counter], amount, cycle);
}

/* Returns the counter of event BIT, which is after the rows of the page: pm_count_total() says of it when there was an event. */
static unsigned event_counter(const struct pm_model *m, unsigned bit)
{
	return (unsigned)m->regs.page->count + STATUS_SHIFT + bit;
}

static void set_events(struct pm_model *m, uint32_t events, uint64_t cycle)
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

/* All events that are visible in the open cycle are known: a counter that came to its end sets its event, too. */
static void settle(struct pm_model *m)
{
	int row = counting_overflowed(&m->count, m->now);

	if (row < 0)
		return;
	m->device_bits = (m->device_bits & ~(uint32_t)STATUS_COUNTER) | slot_of(m, (unsigned)row) << STATUS_COUNTER_SHIFT;
	set_events(m, STATUS_COUNTER_OVERFLOW, m->now);
	m->changed = true;
}

/* ---- modes ---- */

static void address_of(uint64_t value, uint8_t *ret)
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

static bool forwards_pause(const struct pm_model *m)
{
	return bits(stored(m, REG_adfilter_cfg), 32, 32);
}

static void flow_update(struct pm_model *m, uint64_t mac, unsigned command, bool port_reset)
{
	struct bcm1250 *s = state_of(m);
	bool forward = forwards_pause(m);
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
	address_of(stored(m, REG_ethernet_addr), mode->station);
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

/* ---- received frames ---- */

static bool length_disagrees(const uint8_t *octets, uint32_t len)
{
	uint32_t says, has;

	if (len < SHORTEST_WITH_LENGTH)
		return false;
	says = frame_u16(octets + FRAME_TYPE_OFFSET);
	has = len - SHORTEST_WITH_LENGTH;
	return says <= FRAME_LENGTH_MAX && (has < says || has > (says > PADDED_DATA ? says : PADDED_DATA));
}

/* Returns the errors of the frame as bits by enum rx_error. */
static unsigned classify_errors(const struct pm_model *m, const struct pm_run *run, uint32_t len)
{
	const struct frame_run *frame = &run->frame;
	bool alignment = frame->dribble && (frame->fcs_wrong || m->config.bcm1250.dribble_always);

	return (len < mode_of(m)->min_octets ? 1u << ERROR_RUNT : 0) | (len > mode_of(m)->max_octets ? 1u << ERROR_OVERSIZE : 0) |
	       (frame->fcs_wrong && !alignment ? 1u << ERROR_FCS : 0) |
	       (length_disagrees(run->octets.at, len) ? 1u << ERROR_LENGTH : 0) | (frame->code_error ? 1u << ERROR_CODE : 0) |
	       (alignment ? 1u << ERROR_ALIGNMENT : 0);
}

static bool errors_marked(unsigned all)
{
	for (unsigned i = 0; i < ERROR_COUNT; i++)
		if (errors[i].marks && all >> i & 1)
			return true;
	return false;
}

/* Is it MAC control, and a PAUSE? Both are without errors, but for a length that disagrees: the field is the type. */
static void classify_pause(const struct pm_model *m, struct pm_rx_frame *rx, unsigned found)
{
	struct pause_frame *f = &rx->pause_frame;

	pause_frame_read(f, rx->octets, rx->len, m->mode.station, false);
	f->wrong_length = found & (1u << ERROR_RUNT | 1u << ERROR_OVERSIZE) || rx->len < FRAME_MIN_OCTETS ||
	                  (m->config.bcm1250.pause_exact64 && rx->len != PAUSE_FRAME_OCTETS);
	f->code_error = found & 1u << ERROR_CODE;
	f->fcs_wrong = found & (1u << ERROR_FCS | 1u << ERROR_ALIGNMENT);
	f->half_duplex = m->mode.half_duplex;
	f->gate_closed = mode_of(m)->fifo;
	rx->control = f->type && !(found & ~(1u << ERROR_LENGTH));
	rx->pause = pause_frame_matches(f);
	if (rx->pause && forwards_pause(m))
		rx->not_obeyed = RULE_PAUSE_FORWARD;
}

static bool in_table(const struct pm_model *m, const uint8_t *destination)
{
	uint8_t entry[FRAME_ADDRESS_OCTETS];

	for (unsigned i = 0; i < FILTERS; i++) {
		address_of(m->regs.value[m->reg[REG_addr_filter_0] + i], entry);
		if (!memcmp(destination, entry, sizeof(entry)))
			return true;
	}
	return false;
}

static bool address_passes(const struct pm_model *m, const uint8_t *octets)
{
	uint32_t filter = (uint32_t)stored(m, REG_adfilter_cfg);

	if (filter & FILTER_ALL)
		return true;
	switch (frame_address_type(octets)) {
	case ADDRESS_BROADCAST:
		return filter & FILTER_BROADCAST;
	case ADDRESS_MULTICAST:
		return filter & FILTER_ALL_MULTICAST ||
		       (filter & FILTER_MULTICAST && in_table(m, octets) != !!(filter & FILTER_MULTICAST_INVERTED));
	default:
		return filter & FILTER_UNICAST && in_table(m, octets) != !!(filter & FILTER_UNICAST_INVERTED);
	}
}

static bool error_drops(const struct pm_model *m, unsigned found)
{
	uint64_t mac = stored(m, REG_mac_cfg);

	if (found && mac >> DROP_ANY_BIT & 1)
		return true;
	for (unsigned i = 0; i < ERROR_COUNT; i++)
		if (found >> i & 1 && mac >> errors[i].drop_bit & 1)
			return true;
	return false;
}

/* Returns the rule that keeps the frame from the host, or PM_NO_RULE. doc/bcm1250.md 1. */
static enum rule unwanted(const struct pm_model *m, const struct pm_rx_frame *rx, unsigned found, enum rule *ret_accepted)
{
	*ret_accepted = RULE_RX_HOST_MISSING;
	if (rx->len < SHORTEST_DELIVERED)
		return RULE_RX_BAD_FRAME;
	if (rx->pause) {
		*ret_accepted = RULE_PAUSE_FORWARD;
		return forwards_pause(m) ? PM_NO_RULE : RULE_PAUSE_FORWARD;
	}
	if (!address_passes(m, rx->octets))
		return RULE_RX_FILTER;
	if (error_drops(m, found))
		return RULE_RX_BAD_FRAME;
	*ret_accepted = found                                    ? RULE_RX_BAD_FRAME
	              : stored(m, REG_adfilter_cfg) & FILTER_ALL ? RULE_RX_HOST_MISSING
	                                                         : RULE_RX_FILTER;
	return PM_NO_RULE;
}

static void find_room(struct pm_model *m, const struct pm_run *run, struct pm_rx_frame *rx)
{
	if (rx->refused != PM_NO_RULE)
		return;
	rx->delivered = !run->overflow;
	rx->discarded = run->overflow;
	if (!run->overflow)
		return;
	rx->refused = RULE_RX_OVERFLOW;
	if (!mode_of(m)->fifo)
		set_events(m, STATUS_RX_OVERFLOW, rx->visible);
}

static void count_received(struct pm_model *m, const struct pm_rx_frame *rx, unsigned found, uint32_t len)
{
	bool fifo = mode_of(m)->fifo;

	for (unsigned i = 0; i < ERROR_COUNT; i++)
		if (found >> i & 1)
			count(m, fifo, errors[i].counter, 1, rx->visible);
	if (found) {
		count(m, fifo, REG_RX_BAD, 1, rx->visible);
		return;
	}
	count(m, fifo, REG_RX_GOOD, 1, rx->visible);
	count(m, fifo, REG_RX_BYTES, len, rx->visible);
	if (len < FRAME_ADDRESS_OCTETS || frame_address_type(rx->octets) == ADDRESS_UNICAST)
		return;
	count(m, fifo, frame_address_type(rx->octets) == ADDRESS_BROADCAST ? REG_RX_BCAST : REG_RX_MCAST, 1, rx->visible);
}

static void classify(struct pm_model *m, struct pm_run *run)
{
	struct pm_rx_frame *rx = &run->rx;
	uint32_t len = rx->len < LENGTH_MAX ? rx->len : LENGTH_MAX;
	unsigned found = classify_errors(m, run, len);

	rx->bad = found;
	rx->dribble = run->frame.dribble;
	rx->too_long = found >> ERROR_OVERSIZE & 1;
	classify_pause(m, rx, found);
	rx->refused = unwanted(m, rx, found, &rx->accepted);
	find_room(m, run, rx);
	rx->record = len | (errors_marked(found) ? RX_RECORD_BAD : 0) | (rx->pause ? RX_RECORD_PAUSE : 0) |
	             (rx->control ? RX_RECORD_CONTROL : 0) | (rx->delivered ? RX_RECORD_DELIVERED : 0) |
	             (rx->discarded ? RX_RECORD_DISCARDED : 0);
	count_received(m, rx, found, len);
}

/* ---- PAUSE frames of our own ---- */

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
		set_events(m, events, cycle);
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
	unsigned row = m->write.valid ? registers_row(&m->regs, m->write.address) : REGISTERS_NONE;

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
	.classify = classify,
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
