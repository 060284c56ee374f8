/* SPDX-License-Identifier: Apache-2.0 */
/* BCM5718: classes of received frames, delivery, counters and registers. PG108-R p.223, p.225; doc/devices/bcm5718.md 1-5. */
#include "bcm5718_state.h"

#include "machine/model.h"

#include <stddef.h>
#include <string.h>

enum {
	RUNT_OCTETS = 64,
	SHORTEST_DELIVERED = 14,
	NOT_DATA_OCTETS = 18, /* header and FCS of a frame */
	MBUF_EXTRA = 1,       /* the memory has one MBUF more than frames can use */
	STATIONS = 4,

	MODE_RESET = 1 << 0,
	MAC_HALF_DUPLEX = 1 << 1,
	MAC_TAGGED_CONTROL = 1 << 7,
	MAC_RX_STATS_CLEAR = 1 << 12,
	MAC_TX_STATS_CLEAR = 1 << 15,
	TX_ENABLE = 1 << 1,
	TX_FLOW = 1 << 4,
	TX_LONG_PAUSE = 1 << 6,
	RX_ENABLE = 1 << 1,
	RX_FLOW = 1 << 2,
	RX_KEEP_CONTROL = 1 << 3,
	RX_KEEP_PAUSE = 1 << 4,
	RX_OVERSIZED = 1 << 5,
	RX_RUNTS = 1 << 6,
	RX_LENGTH_CHECK = 1 << 7,
	RX_PROMISCUOUS = 1 << 8,
	RX_NO_CRC_CHECK = 1 << 9,
	BUFMGR_LOW = 1 << 4, /* mode: attention enable; status: state */
	FLOW_ATTN_LOW = 1 << 6,
	TX_STATUS_LINK_UP = 1 << 3,

	LENGTH_MAX = 0xFFFF,
};

/* m->device_bits */
enum {
	STATE_SENT_XOFF = 1 << 1, /* at the bits that TX_STATUS has them */
	STATE_SENT_XON = 1 << 2,
	STATE_UNDERRUN = 1 << 4,
	STATE_TX = STATE_SENT_XOFF | STATE_SENT_XON | STATE_UNDERRUN,
	STATE_RX_SHIFT = 8, /* RX_STATUS << 8 */
	STATE_XOFF_RCVD = 1 << (STATE_RX_SHIFT + 1),
	STATE_XON_RCVD = 1 << (STATE_RX_SHIFT + 2),
	STATE_RX = STATE_XOFF_RCVD | STATE_XON_RCVD,
	STATE_ATTENTION = 1 << 16,
};

/* The registers that do something: their place in m->reg. REG_AT(number, name in regs/bcm5718/registers.def, class, rule of a
 * wrong value) */
#define REGISTERS(REG_AT)                                             \
	REG_AT(MAC_MODE, STORED, REG_VALUE)                           \
	REG_AT(MAC_ADDR_0_HIGH, STORED, REG_VALUE)                    \
	REG_AT(RX_MTU, STORED, REG_VALUE)                             \
	REG_AT(MI_COM, MDIO, MDIO_RESULT)                             \
	REG_AT(TX_MODE, STORED, REG_VALUE)                            \
	REG_AT(TX_STATUS, STATUS, REG_STATUS)                         \
	REG_AT(RX_MODE, STORED, REG_VALUE)                            \
	REG_AT(RX_STATUS, STATUS, REG_STATUS)                         \
	REG_AT(LOW_WMARK_MAX_RX_FRAME, STORED, REG_VALUE)             \
	REG_AT(HOSTCC_FLOW_ATTN, STATUS, REG_ATTENTION)               \
	REG_AT(BUFMGR_MODE, STORED, REG_VALUE)                        \
	REG_AT(BUFMGR_STATUS, STATUS, REG_ATTENTION)                  \
	REG_AT(MBUF_POOL_LENGTH, STORED, REG_VALUE)                   \
	REG_AT(MAC_RX_LOW_WATERMARK, STORED, REG_VALUE)               \
	REG_AT(HIGH_WATERMARK, STORED, REG_VALUE)                     \
	REG_AT(FREE_RX_MBUFS, LEVEL, REG_FREE_MBUFS)                  \
	REG_AT(ifHCOutOctets, COUNTER, COUNT_TX)                      \
	REG_AT(outXonSent, COUNTER, COUNT_OUT_XON)                    \
	REG_AT(outXoffSent, COUNTER, COUNT_OUT_XOFF)                  \
	REG_AT(internalMacTransmitErrors, COUNTER, COUNT_TX)          \
	REG_AT(ifHCOutUcastPkts, COUNTER, COUNT_TX)                   \
	REG_AT(ifHCInOctets, COUNTER, COUNT_RX)                       \
	REG_AT(etherStatsFragments, COUNTER, COUNT_RX)                \
	REG_AT(ifHCInUcastPkts, COUNTER, COUNT_RX)                    \
	REG_AT(dot3StatsFCSErrors, COUNTER, COUNT_RX)                 \
	REG_AT(xonPauseFramesReceived, COUNTER, COUNT_XON_RECEIVED)   \
	REG_AT(xoffPauseFramesReceived, COUNTER, COUNT_XOFF_RECEIVED) \
	REG_AT(macControlFramesReceived, COUNTER, COUNT_MAC_CONTROL)  \
	REG_AT(xoffStateEntered, COUNTER, COUNT_XOFF_STATE)           \
	REG_AT(dot3StatsFramesTooLong, COUNTER, COUNT_RX)             \
	REG_AT(etherStatsJabbers, COUNTER, COUNT_RX)                  \
	REG_AT(etherStatsUndersizePkts, COUNTER, COUNT_RX)            \
	REG_AT(ifInDiscards, COUNTER, COUNT_DISCARDS)                 \
	REG_AT(ifInErrors, COUNTER, COUNT_DISCARDS)
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

enum frame_class {
	CLASS_GOOD,
	CLASS_FRAGMENT,
	CLASS_UNDERSIZE,
	CLASS_FCS_ERROR,
	CLASS_TOO_LONG,
	CLASS_JABBER,
	CLASS_LENGTH_ERROR,
};

_Static_assert(offsetof(struct bcm5718, pause) == 0, "pause_marks() does not find the requests");

/* The modes that only this device knows. */
struct bcm5718_mode {
	bool tx_flow; /* TX_MODE[4] */
};

static struct bcm5718 *state_of(const struct pm_model *m)
{
	return m->state;
}

static uint32_t stored(const struct pm_model *m, enum reg_number number)
{
	return m->regs.value[m->reg[number]];
}

static void count(struct pm_model *m, unsigned row, uint32_t amount, uint64_t cycle)
{
	counting_add(&m->count, row, amount, cycle);
}

/* ---- modes ---- */

/* The pairs of station addresses follow each other in the page. */
static void station(const struct pm_model *m, unsigned i, uint8_t *ret)
{
	unsigned row = m->reg[REG_MAC_ADDR_0_HIGH] + 2 * i;
	uint32_t high = m->regs.value[row], low = m->regs.value[row + 1];

	ret[0] = (uint8_t)(high >> 8);
	ret[1] = (uint8_t)high;
	for (int k = 0; k < 4; k++)
		ret[2 + k] = (uint8_t)(low >> (24 - 8 * k));
}

static void mode_update(struct pm_model *m)
{
	uint32_t mac = stored(m, REG_MAC_MODE), tx = stored(m, REG_TX_MODE), rx = stored(m, REG_RX_MODE);
	struct pm_mode *mode = &m->mode;
	struct bcm5718_mode *own = pm_own_mode(m);

	mode->half_duplex = mac & MAC_HALF_DUPLEX;
	mode->rx_enable = rx & RX_ENABLE;
	mode->rx_flow = rx & RX_FLOW;
	mode->pause_lasts = m->config.bcm5718.pause_survives_disable;
	mode->tx_enable = tx & TX_ENABLE;
	own->tx_flow = tx & TX_FLOW;
	mode->send_pause = own->tx_flow && !mode->half_duplex;
	mode->quanta = (tx & TX_LONG_PAUSE) ? m->config.bcm5718.long_quanta : m->config.bcm5718.short_quanta;
	mode->low_mark = stored(m, REG_MAC_RX_LOW_WATERMARK);
	mode->high_mark = stored(m, REG_HIGH_WATERMARK);
	station(m, 0, mode->station);
}

static void init(struct pm_model *m)
{
	for (unsigned i = 0; i < REG_NUMBERS; i++)
		m->reg[i] = (uint16_t)registers_named(&m->regs, numbered[i].name);
	for (unsigned row = 0; row < m->regs.page->count; row++) {
		const struct reg_row *counter = &m->regs.page->rows[row];
		if (counter->kind == REG_COUNTER && counter->full == COUNTER_WRAP)
			m->count.kind[row].preset = counting_shown(&m->count, row, 0 - (uint64_t)m->config.bcm5718.stat_preset);
	}
}

static void reset(struct pm_model *m)
{
	*state_of(m) = (struct bcm5718){ .pause.refreshes = m->config.bcm5718.xoff_refresh };
	m->device_bits = 0;
	m->regs.value[m->reg[REG_MBUF_POOL_LENGTH]] = MBUF_OCTETS * (m->config.bcm5718.mbuf_count + MBUF_EXTRA);
	mode_update(m);
}

/* ---- received frames ---- */

static enum frame_class class_of(const struct pm_run *run, bool bad, uint32_t len, uint32_t longest, bool check_length)
{
	uint16_t type;

	if (len < RUNT_OCTETS)
		return bad ? CLASS_FRAGMENT : CLASS_UNDERSIZE;
	if (len > longest)
		return bad ? CLASS_JABBER : CLASS_TOO_LONG;
	if (bad)
		return CLASS_FCS_ERROR;
	type = frame_u16(run->octets.at + FRAME_TYPE_OFFSET);
	if (check_length && type <= FRAME_LENGTH_MAX && len - NOT_DATA_OCTETS < type)
		return CLASS_LENGTH_ERROR;
	return CLASS_GOOD;
}

/* Decides whether the frame is MAC control, and whether it is a PAUSE. */
static void classify_pause(const struct pm_model *m, const struct pm_run *run, struct pm_rx_frame *rx)
{
	struct pause_frame *f = &rx->pause_frame;
	bool wrong_length = rx->len < RUNT_OCTETS || rx->too_long;

	pause_frame_read(f, rx->octets, rx->len, m->mode.station, true);
	f->tag_refused = f->tagged && !(stored(m, REG_MAC_MODE) & MAC_TAGGED_CONTROL);
	f->wrong_length = wrong_length || (m->config.bcm5718.pause_exact64 && rx->len != PAUSE_FRAME_OCTETS);
	f->code_error = run->frame.code_error;
	f->fcs_wrong = rx->bad;
	rx->control = f->type && !f->tag_refused && !wrong_length && !rx->bad;
	rx->pause = pause_frame_matches(f);
}

static bool address_passes(const struct pm_model *m, const uint8_t *octets, enum rule *ret_accepted)
{
	uint8_t own[FRAME_ADDRESS_OCTETS];

	if (octets[0] & 1)
		return true;
	for (unsigned i = 0; i < STATIONS; i++) {
		station(m, i, own);
		if (!memcmp(octets, own, sizeof(own))) {
			if (i)
				*ret_accepted = RULE_RX_FILTER;
			return true;
		}
	}
	*ret_accepted = RULE_RX_FILTER;
	return stored(m, REG_RX_MODE) & RX_PROMISCUOUS;
}

/* Returns the rule that keeps the frame from the host, or PM_NO_RULE. */
static enum rule unwanted(const struct pm_model *m, const struct pm_rx_frame *rx, enum frame_class class, bool too_long,
                          enum rule *ret_accepted)
{
	uint32_t mode = stored(m, REG_RX_MODE);

	*ret_accepted = RULE_RX_HOST_MISSING;
	if (rx->len < SHORTEST_DELIVERED)
		return RULE_RX_BAD_FRAME;
	if (rx->pause && !(mode & RX_KEEP_PAUSE))
		return RULE_KEEP_PAUSE;
	if (rx->control && !rx->pause && !(mode & RX_KEEP_CONTROL))
		return RULE_KEEP_MAC_CONTROL;
	if (!rx->pause && !address_passes(m, rx->octets, ret_accepted))
		return RULE_RX_FILTER;
	if ((rx->bad && !(mode & RX_NO_CRC_CHECK)) || (rx->len < RUNT_OCTETS && !(mode & RX_RUNTS)) ||
	    (too_long && !(mode & RX_OVERSIZED)) || class == CLASS_LENGTH_ERROR)
		return RULE_RX_BAD_FRAME;
	if (rx->control)
		*ret_accepted = rx->pause ? RULE_KEEP_PAUSE : RULE_KEEP_MAC_CONTROL;
	else if (class != CLASS_GOOD)
		*ret_accepted = RULE_RX_BAD_FRAME;
	return PM_NO_RULE;
}

/* Decides whether there is room for a wanted frame (doc/devices/bcm5718.md 1). */
static void find_room(struct pm_model *m, const struct pm_run *run, struct pm_rx_frame *rx)
{
	struct bcm5718 *s = state_of(m);

	if (run->overflow) {
		rx->refused = RULE_BUFFER_LEVEL;
	} else if (s->pause.low && !s->allowance) {
		rx->refused = RULE_RX_DROP_ALLOWANCE;
	} else if (s->pause.low) {
		s->allowance--;
		if (rx->accepted == RULE_RX_HOST_MISSING)
			rx->accepted = RULE_RX_DROP_ALLOWANCE;
	}
	rx->delivered = rx->refused == PM_NO_RULE;
	rx->discarded = !rx->delivered;
}

/* Returns true if the frame counts in ifInErrors, whatever its address is: it is bad, or too long, or it has another error that
 * keeps it from the host. PG101-R p.58. */
static bool is_error(const struct pm_model *m, const struct pm_rx_frame *rx, enum frame_class class)
{
	uint32_t mode = stored(m, REG_RX_MODE);

	if (rx->bad || rx->len > LENGTH_MAX)
		return true;
	switch (class) {
	case CLASS_UNDERSIZE:
		return !(mode & RX_RUNTS) || rx->len < SHORTEST_DELIVERED;
	case CLASS_TOO_LONG:
		return !(mode & RX_OVERSIZED);
	default:
		return class == CLASS_LENGTH_ERROR;
	}
}

static void count_received(struct pm_model *m, const struct pm_rx_frame *rx, enum frame_class class, uint32_t len)
{
	static const uint8_t class_counter[] = {
		[CLASS_FRAGMENT] = REG_etherStatsFragments, [CLASS_UNDERSIZE] = REG_etherStatsUndersizePkts,
		[CLASS_FCS_ERROR] = REG_dot3StatsFCSErrors, [CLASS_TOO_LONG] = REG_dot3StatsFramesTooLong,
		[CLASS_JABBER] = REG_etherStatsJabbers,
	};
	const uint8_t *opcode = rx->octets + FRAME_TYPE_OFFSET + 2 + (rx->pause_frame.tagged ? FRAME_TAG_OCTETS : 0);

	count(m, m->reg[REG_ifHCInOctets], len, rx->visible);
	if (class != CLASS_GOOD && class != CLASS_LENGTH_ERROR)
		count(m, m->reg[class_counter[class]], 1, rx->visible);
	if (rx->discarded)
		count(m, m->reg[REG_ifInDiscards], 1, rx->visible);
	if (is_error(m, rx, class))
		count(m, m->reg[REG_ifInErrors], 1, rx->visible);
	if (class == CLASS_GOOD && rx->delivered)
		count(m, m->reg[REG_ifHCInUcastPkts] + frame_address_type(rx->octets), 1, rx->visible);
	if (rx->control && (m->config.bcm5718.macctrl_includes_pause || frame_u16(opcode) != FRAME_OPCODE_PAUSE))
		count(m, m->reg[REG_macControlFramesReceived], 1, rx->visible);
}

static void count_pause(struct pm_model *m, const struct pm_rx_frame *rx)
{
	bool xoff = rx->pause_frame.quanta;

	m->device_bits = (m->device_bits & ~(uint32_t)STATE_RX) | (xoff ? STATE_XOFF_RCVD : STATE_XON_RCVD);
	count(m, m->reg[xoff ? REG_xoffPauseFramesReceived : REG_xonPauseFramesReceived], 1, rx->visible);
	if (xoff && !(m->config.bcm5718.xoff_state_edges && (m->rx.xoff || m->rx.pending)))
		count(m, m->reg[REG_xoffStateEntered], 1, rx->visible);
}

static void classify(struct pm_model *m, struct pm_run *run)
{
	struct pm_rx_frame *rx = &run->rx;
	uint32_t longest = stored(m, REG_RX_MTU), len = rx->len < LENGTH_MAX ? rx->len : LENGTH_MAX;
	bool too_long = len > longest;
	enum frame_class class;

	rx->bad = run->frame.fcs_wrong || run->frame.code_error;
	rx->too_long = too_long;
	class = class_of(run, rx->bad, len, longest, stored(m, REG_RX_MODE) & RX_LENGTH_CHECK);
	classify_pause(m, run, rx);
	rx->refused = unwanted(m, rx, class, too_long, &rx->accepted);
	if (rx->refused == PM_NO_RULE)
		find_room(m, run, rx);
	rx->record = len | (rx->bad ? RX_RECORD_BAD : 0) | (rx->pause ? RX_RECORD_PAUSE : 0) |
	             (rx->control ? RX_RECORD_CONTROL : 0) | (rx->delivered ? RX_RECORD_DELIVERED : 0) |
	             (rx->discarded ? RX_RECORD_DISCARDED : 0);
	count_received(m, rx, class, len);
	if (rx->pause)
		count_pause(m, rx);
}

/* ---- PAUSE frames that the device sends ---- */

static void started(struct pm_model *m, const struct pm_request *what)
{
	struct bcm5718 *s = state_of(m);

	if (what->xoff)
		s->pause.done = !s->tx_reset || s->tx_reset + 1 != m->tx.frame.start;
}

/* XOFF and XON by the free MBUFs that are visible in the open cycle: part/pause_tx.h has the rule. */
static void step(struct pm_model *m)
{
	struct bcm5718 *s = state_of(m);
	struct pause_tx_input in = {
		.send = m->mode.send_pause,
		.reset = s->tx_reset == m->now && m->now,
		.xoff_busy = pm_pause_on_way(m, true),
		.free = m->buffer.free,
		.low_mark = m->mode.low_mark,
		.xon_mark = m->config.bcm5718.xon_uses_low_wm ? m->mode.low_mark : stored(m, REG_HIGH_WATERMARK),
	};
	bool rose;

	m->changed |= pause_tx_step(&s->pause, m->now, &in, &rose);
	if (rose)
		s->allowance = stored(m, REG_LOW_WMARK_MAX_RX_FRAME);
	s->attention_rises = rose && stored(m, REG_BUFMGR_MODE) & BUFMGR_LOW;
	if (s->attention_rises)
		m->device_bits |= STATE_ATTENTION;
}

/* ---- sent frames ---- */

static void ended(struct pm_model *m)
{
	struct bcm5718 *s = state_of(m);

	s->end_reset = s->tx_reset && s->tx_reset == m->tx.last_wire;
}

static void sent(struct pm_model *m, uint64_t cycle)
{
	struct bcm5718 *s = state_of(m);
	const struct bcm5718_mode *own = pm_own_mode_ended(m);
	bool pause = m->tx.end.kind == PM_TX_PAUSE, xoff = pause && m->tx.end.quanta;

	count(m, m->reg[REG_ifHCOutOctets], m->tx.end.octets < LENGTH_MAX ? m->tx.end.octets : LENGTH_MAX, cycle);
	if (pause) {
		pause_tx_sent(&s->pause, m->now, m->tx.end.quanta, m->tx.end.mode.send_pause && !s->end_reset);
		if (own->tx_flow || m->config.bcm5718.sent_counts_always)
			count(m, m->reg[xoff ? REG_outXoffSent : REG_outXonSent], 1, cycle);
		m->device_bits &= ~(uint32_t)(STATE_SENT_XOFF | STATE_SENT_XON);
		if (!s->end_reset)
			m->device_bits |= xoff ? STATE_SENT_XOFF : STATE_SENT_XON;
	} else if (m->tx.end.underrun) {
		count(m, m->reg[REG_internalMacTransmitErrors], 1, cycle);
		if (!s->end_reset)
			m->device_bits |= STATE_UNDERRUN;
	} else if (m->tx.end.kind == PM_TX_DATA) {
		count(m, m->reg[REG_ifHCOutUcastPkts] + m->tx.end.address_type, 1, cycle);
	}
}

/* ---- registers ---- */

static void clear_counters(struct pm_model *m, enum counter_direction direction)
{
	for (unsigned row = 0; row < m->regs.page->count; row++) {
		if (m->regs.page->rows[row].kind != REG_COUNTER)
			continue;
		if (m->regs.page->rows[row].direction == direction)
			counting_clear(&m->count, row, m->now + 1);
		else
			counting_spare(&m->count, row, m->now + 1);
	}
}

static void strobes(struct pm_model *m)
{
	struct bcm5718 *s = state_of(m);

	if (!m->now)
		return;
	if (s->clear_rx == m->now) {
		clear_counters(m, COUNTER_RX);
		m->changed = true;
	}
	if (s->clear_tx == m->now) {
		clear_counters(m, COUNTER_TX);
		m->changed = true;
	}
	if (m->rx_reset == m->now) {
		m->device_bits &= ~(uint32_t)STATE_RX;
		m->changed = true;
	}
	if (s->tx_reset == m->now) {
		m->device_bits &= ~(uint32_t)STATE_TX;
		m->changed = true;
	}
}

static unsigned clears(const struct pm_model *m, unsigned row, uint64_t value)
{
	if (row != m->reg[REG_MAC_MODE])
		return 0;
	return (value & MAC_RX_STATS_CLEAR ? CLEARS_RX : 0) | (value & MAC_TX_STATS_CLEAR ? CLEARS_TX : 0);
}

static void write_strobes(struct pm_model *m, unsigned row, uint32_t bits)
{
	struct bcm5718 *s = state_of(m);
	uint64_t visible = m->now + 1;
	unsigned sides = clears(m, row, bits);

	if (sides & CLEARS_RX)
		s->clear_rx = visible;
	if (sides & CLEARS_TX)
		s->clear_tx = visible;
	if (row == m->reg[REG_MAC_MODE] && bits & MODE_RESET) {
		m->rx_reset = s->tx_reset = visible;
	} else if (row == m->reg[REG_TX_MODE] && bits & MODE_RESET) {
		s->tx_reset = visible;
	} else if (row == m->reg[REG_RX_MODE] && bits & MODE_RESET) {
		m->rx_reset = visible;
	} else if (row == m->reg[REG_HOSTCC_FLOW_ATTN] && bits & FLOW_ATTN_LOW && !s->attention_rises) {
		m->device_bits &= ~(uint32_t)STATE_ATTENTION;
	}
}

static void write(struct pm_model *m)
{
	unsigned row = registers_row(&m->regs, m->write.address);

	if (row != REGISTERS_NONE) {
		uint32_t bits = registers_write(&m->regs, row, m->write.value, m->write.strobe);
		if (row == m->reg[REG_MI_COM])
			mdio_model_write(&m->mdio, m->now, m->write.value, m->write.strobe);
		write_strobes(m, row, bits);
		mode_update(m);
	}
}

static uint64_t read(struct pm_model *m, unsigned row)
{
	struct bcm5718 *s = state_of(m);

	if (row == m->reg[REG_TX_STATUS])
		return (m->device_bits & STATE_TX) | TX_STATUS_LINK_UP | m->rx.xoff;
	if (row == m->reg[REG_RX_STATUS])
		return (m->device_bits & STATE_RX) >> STATE_RX_SHIFT | (s->pause.adv_end > m->now);
	if (row == m->reg[REG_HOSTCC_FLOW_ATTN])
		return (m->device_bits & STATE_ATTENTION) ? FLOW_ATTN_LOW : 0;
	if (row == m->reg[REG_BUFMGR_STATUS])
		return s->pause.low ? BUFMGR_LOW : 0;
	if (row == m->reg[REG_FREE_RX_MBUFS])
		return m->buffer.free;
	if (row == m->reg[REG_MI_COM])
		return mdio_model_read(&m->mdio, m->now);
	return m->regs.value[row];
}

static void info(const struct pm_model *m, unsigned row, struct pm_reg_info *ret)
{
	for (unsigned i = 0; i < REG_NUMBERS; i++) {
		if (m->reg[i] != row)
			continue;
		ret->class = numbered[i].class;
		ret->rule = numbered[i].rule;
		return;
	}
	/* the multicast and broadcast counters follow the unicast ones */
	if (ret->class == PM_REG_COUNTER)
		ret->rule = m->regs.page->rows[row].direction == COUNTER_TX ? RULE_COUNT_TX : RULE_COUNT_RX;
}

static uint32_t buffer(const struct pm_config *config)
{
	return (uint32_t)config->bcm5718.mbuf_count;
}

const struct pm_device pm_device_bcm5718 = {
	.name = "bcm5718",
	.timing = { .inhibit = 4, .resume = 1, .request = 2, .classify = 3, .host = 5, .sent = 1 },
	.buffer = buffer,
	.clock_octets = 1,
	.passes_control = true,
	.state_size = sizeof(struct bcm5718),
	.mode_size = sizeof(struct bcm5718_mode),
	.init = init,
	.reset = reset,
	.classify = classify,
	.ended = ended,
	.sent = sent,
	.strobes = strobes,
	.request = pause_marks_request,
	.request_undue = pause_marks_request_undue,
	.started = started,
	.unstarted = pause_marks_unstarted,
	.resync_sent = pause_marks_resync_sent,
	.step = step,
	.next = pause_marks_next,
	.pause_memory = pause_marks_pause_memory,
	.write = write,
	.read = read,
	.info = info,
	.clears = clears,
};
