/* SPDX-License-Identifier: Apache-2.0 */
/* 82598EB: classes of received frames, address filter, delivery, when PAUSE frames are sent, counters and registers.
 * 82598EB DS p.119, p.120, p.214 to p.217, p.322, p.356 to p.366; doc/i82598.md 1-5.
 *
 * Sending PAUSE. The buffer becomes full when its level reaches the high mark (FCRTH0) and stays full until the level is below the low mark
 * (FCRTL0). The part requests an XOFF while the buffer is full and this crossing has not had its XOFF yet, and an XON while the buffer is not
 * full, FCRTL0.XONE is set and an XOFF of ours is outstanding. The shadow timer runs from the end of an XOFF; when it has come down to the
 * refresh threshold (FCRTV) and the buffer is still full, the part requests an XOFF again. A level that passes its mark in cycle c is a
 * request in c + 1, step(), and a frame on an idle wire in c + 2 (machine/cycle.c). */
#include "i82598.h"

#include <string.h>

enum {
	SHORTEST_DELIVERED = 14,
	NOT_DATA_OCTETS = 18, /* of a frame: header and FCS */
	LONGEST_STANDARD = 1518,
	LONGEST_TAGGED = LONGEST_STANDARD + FRAME_TAG_OCTETS,
	STATIONS = 4,
	SIZE_CLASSES = 6,
	LENGTH_MAX = 0xFFFF,
	SLOT_512_NS_OCTETS = 640, /* at 10 Gb/s */

	RXCTRL_RXEN = 1 << 0,
	HLREG0_TXCRCEN = 1 << 0,
	HLREG0_RXCRCSTRP = 1 << 1,
	HLREG0_JUMBOEN = 1 << 2,
	HLREG0_TXPADEN = 1 << 10,
	HLREG0_RXLNGTHERREN = 1 << 27,
	MHADD_MFS_SHIFT = 16,
	FCTRL_SBP = 1 << 1,
	FCTRL_MPE = 1 << 8,
	FCTRL_UPE = 1 << 9,
	FCTRL_BAM = 1 << 10,
	FCTRL_PMCF = 1 << 12,
	FCTRL_DPF = 1 << 13,
	FCTRL_RFCE = 1 << 15,
	RMCS_TFCE_802_3X = 1 << 3,
	RMCS_TFCE_PRIORITY = 1 << 4,
	TFCS_TXOFF = 1 << 0,
};
#define TOP_BIT 0x80000000u /* FCRTL0.XONE, FCRTH0.FCEN, RAH.AV */

/* The registers that do something: their place in m->reg. REG_AT(number, name in regs/i82598/registers.def, class, rule of a
 * wrong value) */
#define REGISTERS(REG_AT)                      \
	REG_AT(RXCTRL, STORED, REG_VALUE)      \
	REG_AT(FCTTV0, STORED, REG_VALUE)      \
	REG_AT(FCRTL0, STORED, REG_VALUE)      \
	REG_AT(FCRTH0, STORED, REG_VALUE)      \
	REG_AT(FCRTV, STORED, REG_VALUE)       \
	REG_AT(RMCS, STORED, REG_VALUE)        \
	REG_AT(HLREG0, STORED, REG_VALUE)      \
	REG_AT(MHADD, STORED, REG_VALUE)       \
	REG_AT(FCTRL, STORED, REG_VALUE)       \
	REG_AT(RAL0, STORED, REG_VALUE)        \
	REG_AT(TFCS, STATUS, TX_OFF_BIT)       \
	REG_AT(LXONTXC, COUNTER, COUNT_PAUSE)  \
	REG_AT(LXOFFTXC, COUNTER, COUNT_PAUSE) \
	REG_AT(LXONRXC, COUNTER, COUNT_PAUSE)  \
	REG_AT(LXOFFRXC, COUNTER, COUNT_PAUSE) \
	REG_AT(MPC0, COUNTER, COUNT_LOST)      \
	REG_AT(CRCERRS, COUNTER, COUNT_ERROR)  \
	REG_AT(ILLERRC, COUNTER, COUNT_ERROR)  \
	REG_AT(ERRBC, COUNTER, COUNT_ERROR)    \
	REG_AT(MLFC, COUNTER, COUNT_FAULT)     \
	REG_AT(MRFC, COUNTER, COUNT_FAULT)     \
	REG_AT(RLEC, COUNTER, COUNT_ERROR)     \
	REG_AT(PRC64, COUNTER, COUNT_SIZE)     \
	REG_AT(PRC127, COUNTER, COUNT_SIZE)    \
	REG_AT(PRC255, COUNTER, COUNT_SIZE)    \
	REG_AT(PRC511, COUNTER, COUNT_SIZE)    \
	REG_AT(PRC1023, COUNTER, COUNT_SIZE)   \
	REG_AT(PRC1522, COUNTER, COUNT_SIZE)   \
	REG_AT(GPRC, COUNTER, COUNT_GOOD)      \
	REG_AT(BPRC, COUNTER, COUNT_ADDRESS)   \
	REG_AT(MPRC, COUNTER, COUNT_ADDRESS)   \
	REG_AT(GPTC, COUNTER, COUNT_GOOD)      \
	REG_AT(GORCL, COUNTER, COUNT_OCTETS)   \
	REG_AT(GORCH, COUNTER, COUNT_OCTETS)   \
	REG_AT(GOTCL, COUNTER, COUNT_OCTETS)   \
	REG_AT(GOTCH, COUNTER, COUNT_OCTETS)   \
	REG_AT(RUC, COUNTER, COUNT_SIZE)       \
	REG_AT(RFC, COUNTER, COUNT_SIZE)       \
	REG_AT(ROC, COUNTER, COUNT_SIZE)       \
	REG_AT(RJC, COUNTER, COUNT_SIZE)       \
	REG_AT(TORL, COUNTER, COUNT_OCTETS)    \
	REG_AT(TORH, COUNTER, COUNT_OCTETS)    \
	REG_AT(TPR, COUNTER, COUNT_RX)         \
	REG_AT(TPT, COUNTER, COUNT_TX)         \
	REG_AT(PTC64, COUNTER, COUNT_SIZE)     \
	REG_AT(PTC127, COUNTER, COUNT_SIZE)    \
	REG_AT(PTC255, COUNTER, COUNT_SIZE)    \
	REG_AT(PTC511, COUNTER, COUNT_SIZE)    \
	REG_AT(PTC1023, COUNTER, COUNT_SIZE)   \
	REG_AT(PTC1522, COUNTER, COUNT_SIZE)   \
	REG_AT(MPTC, COUNTER, COUNT_ADDRESS)   \
	REG_AT(BPTC, COUNTER, COUNT_ADDRESS)
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

enum frame_class { CLASS_GOOD, CLASS_SHORT, CLASS_LONG, CLASS_ERROR, CLASS_LENGTH_ERROR };

static struct i82598_state *state_of(const struct pm_model *m)
{
	return m->state;
}

static uint32_t stored(const struct pm_model *m, enum reg_number number)
{
	return m->regs.value[m->reg[number]];
}

static void count(struct pm_model *m, enum reg_number number, uint32_t amount, uint64_t cycle)
{
	counting_add(&m->count, m->reg[number], amount, cycle);
}

/* LOW is the low word of a pair. With OctetsInHigh the high word is the whole counter. */
static void count_octets(struct pm_model *m, enum reg_number low, uint32_t amount, uint64_t cycle)
{
	count(m, m->config.i82598.octets_in_high ? low + 1 : low, amount, cycle);
}

static uint32_t length_of(uint32_t octets)
{
	return octets < LENGTH_MAX ? octets : LENGTH_MAX;
}

/* 64, 65-127, 128-255, 256-511, 512-1023, more: the counters of a size follow each other. */
static unsigned size_class(uint32_t len)
{
	unsigned class = 0;

	while (class + 1 < SIZE_CLASSES && len >= (class ? 64u << class : 65u))
		class ++;
	return class;
}

/* ---- modes ---- */

/* Fills in station address I, 6 octets. Returns false if it is not valid (RAH.AV). */
static bool station(const struct pm_model *m, unsigned i, uint8_t *ret)
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
	station(m, 0, mode->station);
}

/* The octet counter whose low word is ROW. I9 */
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

/* ---- received frames ---- */

/* Returns the length of the longest legal frame. I17 */
static uint32_t longest_legal(const struct pm_model *m, const struct pm_rx_frame *rx)
{
	bool tagged = rx->len >= FRAME_TYPE_OFFSET + 2 && frame_u16(rx->octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_TAG;

	if (stored(m, REG_HLREG0) & HLREG0_JUMBOEN)
		return stored(m, REG_MHADD) >> MHADD_MFS_SHIFT;
	return tagged ? LONGEST_TAGGED : LONGEST_STANDARD;
}

static bool length_error(const struct pm_model *m, const struct pm_rx_frame *rx, uint32_t len)
{
	uint16_t type = frame_u16(rx->octets + FRAME_TYPE_OFFSET);

	return stored(m, REG_HLREG0) & HLREG0_RXLNGTHERREN && type <= FRAME_LENGTH_MAX && len - NOT_DATA_OCTETS < type;
}

static enum frame_class class_of(const struct pm_model *m, const struct pm_run *run, uint32_t len)
{
	if (len < FRAME_MIN_OCTETS)
		return CLASS_SHORT;
	if (len > longest_legal(m, &run->rx))
		return CLASS_LONG;
	if (run->frame.fcs_wrong || run->frame.code_error)
		return CLASS_ERROR;
	return length_error(m, &run->rx, len) ? CLASS_LENGTH_ERROR : CLASS_GOOD;
}

/* Is it MAC control, and a PAUSE? 82598EB DS p.119, p.120; I11, I19, X5 */
static void classify_pause(const struct pm_model *m, const struct pm_run *run, struct pm_rx_frame *rx, enum frame_class class)
{
	const struct i82598_parameters *p = &m->config.i82598;
	struct pause_frame *f = &rx->pause_frame;
	uint8_t own[FRAME_ADDRESS_OCTETS];

	pause_frame_read(f, rx->octets, rx->len, m->mode.station, false);
	if (f->own_address && p->address_needs_valid && !station(m, 0, own)) {
		f->own_address = false;
		f->address = !memcmp(rx->octets, frame_pause_address, FRAME_ADDRESS_OCTETS);
	}
	f->wrong_length = class == CLASS_SHORT || class == CLASS_LONG || (p->pause_exact64 && rx->len != PAUSE_FRAME_OCTETS);
	f->code_error = run->frame.code_error;
	f->fcs_wrong = run->frame.fcs_wrong;
	f->gate_closed = !m->mode.rx_flow;
	rx->control = f->type && f->address && class == CLASS_GOOD;
	rx->pause = pause_frame_matches(f);
}

/* The address filter: the exact addresses, unicast or not, then the modes. 82598EB DS p.214, p.217 */
static bool address_passes(const struct pm_model *m, const uint8_t *octets, enum frame_address_type address_type,
                           enum rule *ret_accepted)
{
	uint32_t fctrl = stored(m, REG_FCTRL);
	uint8_t own[FRAME_ADDRESS_OCTETS];

	for (unsigned i = 0; i < STATIONS; i++) {
		if (!station(m, i, own) || memcmp(octets, own, sizeof(own)))
			continue;
		if (i || address_type != ADDRESS_UNICAST)
			*ret_accepted = RULE_RX_FILTER;
		return true;
	}
	*ret_accepted = RULE_RX_FILTER;
	switch (address_type) {
	case ADDRESS_UNICAST:
		return fctrl & FCTRL_UPE;
	case ADDRESS_BROADCAST:
		return fctrl & (FCTRL_BAM | FCTRL_MPE);
	default:
		return fctrl & FCTRL_MPE;
	}
}

/* FCTRL.DPF keeps the PAUSE from the host. 82598EB DS p.120; I5 */
static bool discards_pause(const struct pm_model *m, const struct pm_rx_frame *rx)
{
	return stored(m, REG_FCTRL) & FCTRL_DPF && (rx->pause_frame.own_address || m->config.i82598.dpf_multicast);
}

/* Returns the rule that keeps the frame from the host, or PM_NO_RULE. doc/i82598.md 1. */
static enum rule unwanted(const struct pm_model *m, const struct pm_rx_frame *rx, enum frame_class class, bool passes)
{
	uint32_t fctrl = stored(m, REG_FCTRL);

	if (rx->len < SHORTEST_DELIVERED)
		return RULE_RX_BAD_FRAME;
	if (rx->pause && discards_pause(m, rx))
		return RULE_KEEP_PAUSE;
	if (rx->control && !rx->pause_frame.opcode && !(fctrl & FCTRL_PMCF))
		return RULE_KEEP_MAC_CONTROL;
	if (!passes)
		return RULE_RX_FILTER;
	return class != CLASS_GOOD && !(fctrl & FCTRL_SBP) ? RULE_RX_BAD_FRAME : PM_NO_RULE;
}

static void classify_delivery(struct pm_model *m, const struct pm_run *run, struct pm_rx_frame *rx, enum frame_class class,
                              enum frame_address_type address_type, bool *ret_passes)
{
	rx->accepted = RULE_RX_HOST_MISSING;
	*ret_passes = rx->len >= FRAME_ADDRESS_OCTETS && address_passes(m, run->octets.at, address_type, &rx->accepted);
	rx->refused = unwanted(m, rx, class, *ret_passes);
	if (rx->refused == PM_NO_RULE) {
		if (rx->pause_frame.type && class == CLASS_GOOD)
			rx->accepted = rx->pause ? RULE_KEEP_PAUSE : RULE_KEEP_MAC_CONTROL;
		else if (class != CLASS_GOOD)
			rx->accepted = RULE_RX_BAD_FRAME;
		rx->discarded = run->overflow;
		rx->refused = run->overflow ? RULE_RX_OVERFLOW : PM_NO_RULE;
	}
	rx->delivered = rx->refused == PM_NO_RULE;
	rx->host_len = rx->len - (stored(m, REG_HLREG0) & HLREG0_RXCRCSTRP ? FRAME_FCS_OCTETS : 0);
}

/* Each of the following counters has its own conditions: doc/i82598.md 1. */

/* 82598EB DS p.356, p.362; I12, I13, I20 */
static void count_good(struct pm_model *m, const struct pm_rx_frame *rx, uint32_t len, enum frame_address_type address_type)
{
	bool broadcast = address_type == ADDRESS_BROADCAST;

	if (rx->discarded && !m->config.i82598.gprc_has_missed)
		return;
	count(m, REG_GPRC, 1, rx->visible);
	count_octets(m, REG_GORCL, len, rx->visible);
	count(m, REG_PRC64 + size_class(len), 1, rx->visible);
	if (broadcast && stored(m, REG_FCTRL) & FCTRL_BAM)
		count(m, REG_BPRC, 1, rx->visible);
	if (address_type == ADDRESS_MULTICAST || (broadcast && m->config.i82598.multicast_has_broadcast))
		count(m, REG_MPRC, 1, rx->visible);
}

/* 82598EB DS p.356, p.364; I14, I16, I18, I21 */
static void count_errors(struct pm_model *m, const struct pm_run *run, uint32_t len, enum frame_class class, bool passes)
{
	const struct i82598_parameters *p = &m->config.i82598;
	bool fcs_wrong = run->frame.fcs_wrong;
	uint64_t cycle = run->rx.visible;

	if (len >= FRAME_MIN_OCTETS && fcs_wrong && (passes || !p->crcerrs_filtered))
		count(m, REG_CRCERRS, 1, cycle);
	if (run->frame.illegal)
		count(m, REG_ILLERRC, 1, cycle);
	if (run->frame.error)
		count(m, REG_ERRBC, 1, cycle);
	if (class == CLASS_LENGTH_ERROR)
		count(m, REG_RLEC, 1, cycle);
	if (class == CLASS_SHORT && passes)
		count(m, fcs_wrong ? REG_RFC : REG_RUC, 1, cycle);
	if (class == CLASS_LONG && passes && !(fcs_wrong && p->oversize_needs_fcs))
		count(m, REG_ROC, 1, cycle);
	if (class == CLASS_LONG && passes && fcs_wrong)
		count(m, REG_RJC, 1, cycle);
}

static void count_received(struct pm_model *m, const struct pm_run *run, enum frame_class class,
                           enum frame_address_type address_type, bool passes)
{
	const struct pm_rx_frame *rx = &run->rx;
	uint32_t len = length_of(rx->len);

	count_errors(m, run, len, class, passes);
	if (class == CLASS_GOOD && !rx->pause && passes)
		count_good(m, rx, len, address_type);
	if (passes || address_type == ADDRESS_BROADCAST) { /* 82598EB DS p.366; I15 */
		count(m, REG_TPR, 1, rx->visible);
		count_octets(m, REG_TORL, len, rx->visible);
	}
	if (rx->discarded)
		count(m, REG_MPC0, 1, rx->visible);
	if (rx->pause)
		count(m, rx->pause_frame.quanta ? REG_LXOFFRXC : REG_LXONRXC, 1, rx->visible);
}

static void classify(struct pm_model *m, struct pm_run *run)
{
	struct pm_rx_frame *rx = &run->rx;
	uint32_t len = length_of(rx->len);
	enum frame_class class = class_of(m, run, len);
	enum frame_address_type address_type = rx->len < FRAME_ADDRESS_OCTETS ? ADDRESS_UNICAST
	                                                                      : frame_address_type(run->octets.at);
	bool passes;

	rx->bad = class != CLASS_GOOD;
	rx->too_long = class == CLASS_LONG;
	classify_pause(m, run, rx, class);
	classify_delivery(m, run, rx, class, address_type, &passes);
	rx->record = len | (rx->bad ? RX_RECORD_BAD : 0) | (rx->pause ? RX_RECORD_PAUSE : 0) |
	             (rx->control ? RX_RECORD_CONTROL : 0) | (rx->delivered ? RX_RECORD_DELIVERED : 0) |
	             (rx->discarded ? RX_RECORD_DISCARDED : 0);
	count_received(m, run, class, address_type, passes);
}

/* ---- PAUSE frames of our own ---- */

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

/* A PAUSE frame of ours ends in the open cycle. */
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

/* True if the buffer is full in the next cycle: its level is at the high mark in the open cycle, or it is full and the level is not below the
 * low mark. request() of the next cycle turns full into an XOFF, and no longer full, after an XOFF, into an XON. */
static bool full_next(const struct pm_model *m)
{
	uint32_t high = mark(m, REG_FCRTH0), level = m->buffer.level;

	if (m->config.i82598.high_mark_above ? level > high : level >= high)
		return true;
	return level >= m->mode.low_mark && state_of(m)->full;
}

/* A PAUSE with time 0 ends software's hold too. */
static void hold_ends(struct pm_model *m)
{
	if (!m->mode.tx_off || !m->rx.commanded || m->rx.command.visible != m->now || m->rx.command.quanta)
		return;
	m->changed = true;
	m->mode.tx_off = false;
	m->notes.tx_off_cycle = m->now + m->step;
}

/* True if a refresh is ahead: an XOFF was sent, its time is not over, and the buffer is still full. */
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
	if (full != was_full)
		s->crossing = m->now + m->step;
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
	unsigned row = m->write.valid ? registers_row(&m->regs, m->write.address) : REGISTERS_NONE;
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
	.classify = classify,
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
