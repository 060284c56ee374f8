/* SPDX-License-Identifier: Apache-2.0 */
/* Intel Low Latency 10G MAC: delivery, counters and registers. UG 683426; doc/devices/ll10g.md. ll10g_request.c has the requests,
 * ll10g_count.c decides in which counters a frame counts, part/pfc.c has the rules of class timers and requests. */
#include "ll10g_state.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
	LENGTH_MAX = 0xFFFF,
	NOT_PAYLOAD_OCTETS = 18,
	PRESET_QUANTUM_OCTETS = 64, /* the preset of an octet counter is StatPreset times so many octets */
	IPG_SHORT = 8,

	MAC_TX_RESET = 1 << 0,
	MAC_RX_RESET = 1 << 8,
	STATUS_BUSY = 1 << 8,
	STATUS_IN_RESET = 1 << 12,
	CRC_INSERT = 1 << 1,
	CRC_CHECK = 1 << 1,
	PAUSE_ENABLE = 1 << 0,
	UNIDIR_ENABLE = 1 << 0,
	UNIDIR_NO_REMOTE = 1 << 1,
	REMOVE_FCS = 1 << 0,
	REMOVE_PAD = 1 << 1,
	EN_ALLUCAST = 1 << 0,
	EN_ALLMCAST = 1 << 1,
	FWD_CONTROL = 1 << 3,
	FWD_PAUSE = 1 << 4,
	IGNORE_PAUSE = 1 << 5,
	EN_SUPP_SHIFT = 16,
	PFC_IGNORE = 0xFF,
	FWD_PFC = 1 << 16,
	STATS_CLEAR = 1 << 0,
};

static const char *const register_names[REG_NUMBERS] = {
#define REG_AT(name) #name,
	REGISTERS(REG_AT)
#undef REG_AT
};
_Static_assert((int)REG_NUMBERS <= (int)PM_DEVICE_REGISTERS, "m->reg is too small");

/* ---- modes ---- */

static void address_at(const struct pm_model *m, unsigned row, uint8_t *ret)
{
	uint32_t low = m->regs.value[row], high = m->regs.value[row + 1];

	ret[0] = (uint8_t)(high >> 8);
	ret[1] = (uint8_t)high;
	for (int k = 0; k < 4; k++)
		ret[2 + k] = (uint8_t)(low >> (24 - 8 * k));
}

static void setup_update(struct pm_model *m, struct ll10g_mode *own)
{
	struct ll10g_setup *rx = &own->setup[SIDE_RX], *tx = &own->setup[SIDE_TX];
	uint32_t control = stored(m, REG_rx_frame_control);

	ll10g_setup_init(rx);
	rx->strict = m->config.ll10g.rfc2819_strict;
	rx->if_errors = (enum ll10g_if_errors)m->config.ll10g.iferr_mode;
	rx->err_excludes_filtered = m->config.ll10g.err_excludes_filtered;
	rx->octets_ok_all = m->config.ll10g.octets_ok_all;
	rx->oversize_ends_bin = m->config.ll10g.oversize_ends_bin;
	rx->payload_check_always = m->config.ll10g.payload_check_always;
	rx->pause_exact64 = m->config.ll10g.pause_exact64;
	address_at(m, m->reg[REG_primary_mac_addr0], rx->station);
	*tx = *rx;
	tx->tags_off = stored(m, REG_tx_vlan_detection);
	tx->longest = stored(m, REG_tx_frame_maxlength);
	for (unsigned i = 0; i < LL10G_EXTRA_ADDRESSES; i++)
		address_at(m, m->reg[REG_rx_frame_spaddr0_0] + 2 * i, rx->extra[i]);
	rx->extra_enabled = (uint8_t)(control >> EN_SUPP_SHIFT);
	rx->all_unicast = control & EN_ALLUCAST;
	rx->all_multicast = control & EN_ALLMCAST;
	rx->tags_off = stored(m, REG_rx_vlan_detection);
	rx->longest = stored(m, REG_rx_frame_maxlength);
	rx->check_fcs = stored(m, REG_rx_crccheck_control) & CRC_CHECK;
}

static void mode_update(struct pm_model *m)
{
	struct ll10g_mode *own = pm_own_mode(m);
	struct pm_mode *mode = &m->mode;
	uint32_t resets = stored(m, REG_mac_reset_control), fault = stored(m, REG_tx_unidir_control);
	bool tx_reset = resets & MAC_TX_RESET;

	setup_update(m, own);
	mode->rx_reset = resets & MAC_RX_RESET;
	mode->rx_enable = !stored(m, REG_rx_transfer_control) && !mode->rx_reset;
	mode->rx_flow = !(stored(m, REG_rx_frame_control) & IGNORE_PAUSE) && !mode->rx_reset;
	mode->tx_enable = !stored(m, REG_tx_packet_control) && !tx_reset;
	mode->ipg = stored(m, REG_tx_ipg_10g) ? FRAME_GAP_OCTETS : IPG_SHORT;
	mode->insert_fcs = stored(m, REG_tx_crc_control) & CRC_INSERT;
	mode->pad = stored(m, REG_tx_pad_control);
	mode->override_source = stored(m, REG_tx_src_addr_override);
	mode->ignore_faults = fault & UNIDIR_ENABLE;
	mode->no_remote_fault = fault & UNIDIR_NO_REMOTE;
	mode->quanta = (uint16_t)stored(m, REG_tx_pauseframe_quanta);
	memcpy(mode->station, own->setup[SIDE_TX].station, sizeof(mode->station));
	mode->send_pause = (stored(m, REG_tx_pauseframe_enable) & PAUSE_ENABLE) && !tx_reset;
	own->pfc_enabled = tx_reset ? 0 : (uint8_t)stored(m, REG_tx_pfc_priority_enable);
	own->holdoff = (uint16_t)stored(m, REG_tx_pauseframe_holdoff_quanta);
	for (unsigned i = 0; i < PFC_CLASSES; i++)
		own->pfc_holdoff[i] = (uint16_t)stored_next(m, REG_pfc_holdoff_quanta_0, i);
}

/* ---- life ---- */

static unsigned counter_row(const struct pm_model *m, enum side side, unsigned counter)
{
	char name[64];

	snprintf(name, sizeof(name), "%cx_stats_%s", side == SIDE_RX ? 'r' : 't', ll10g_counters[counter].name);
	return registers_named(&m->regs, name);
}

static bool has(enum side side, unsigned counter)
{
	return ll10g_counters[counter].directions & (side == SIDE_RX ? LL10G_RX : LL10G_TX);
}

/* Every counter shares the latch of its direction and has the preset. */
static void init_counter(struct pm_model *m, unsigned row, enum side side)
{
	struct counting_kind *kind = &m->count.kind[row];
	uint64_t preset = m->config.ll10g.stat_preset + (m->config.ll10g.preset_carry ? UINT64_C(1) << 35 : 0);

	kind->latch = m->reg[side == SIDE_RX ? REG_rx_pktovrflow_error : REG_tx_underflow_counter0];
	if (kind->width == 64)
		preset *= PRESET_QUANTUM_OCTETS;
	kind->preset = (0 - preset) & (UINT64_MAX >> (64 - kind->width));
}

static void init(struct pm_model *m)
{
	struct ll10g_state *s = state_of(m);

	m->lanes.watched = true;
	for (unsigned i = 0; i < REG_NUMBERS; i++)
		m->reg[i] = (uint16_t)registers_named(&m->regs, register_names[i]);
	for (enum side side = 0; side < SIDES; side++) {
		for (unsigned i = 0; i < LL10G_COUNTER_COUNT; i++) {
			if (!has(side, i))
				continue;
			s->counters[side] |= 1u << i;
			s->row[side][i] = (uint16_t)counter_row(m, side, i);
			init_counter(m, s->row[side][i], side);
		}
	}
	init_counter(m, m->reg[REG_tx_underflow_counter0], SIDE_TX);
	init_counter(m, m->reg[REG_rx_pktovrflow_error], SIDE_RX);
	init_counter(m, m->reg[REG_rx_pktovrflow_etherStatsDropEvents], SIDE_RX);
}

static void reset(struct pm_model *m)
{
	struct ll10g_state *s = state_of(m);

	pfc_timers_reset(&s->timers);
	s->pause = (struct pfc_request){ 0 };
	memset(s->pfc, 0, sizeof(s->pfc));
	memset(s->clear_cycle, 0, sizeof(s->clear_cycle));
	s->pulse_cycle = 0;
	mode_update(m);
}

static void count_frame(struct pm_model *m, enum side side, const struct ll10g_class *class, const struct ll10g_setup *setup,
                        uint64_t cycle)
{
	const struct ll10g_state *s = state_of(m);
	uint64_t amount[LL10G_COUNTER_COUNT];

	for (uint32_t some = ll10g_count(amount, class, setup) & s->counters[side]; some; some &= some - 1) {
		unsigned i = (unsigned)__builtin_ctz(some);
		counting_add(&m->count, s->row[side][i], amount[i], cycle);
	}
}

/* ---- received frames ---- */

/* Returns how many octets of the frame the host gets. */
static uint32_t host_len(const struct pm_model *m, const struct ll10g_class *class)
{
	uint32_t remove = stored(m, REG_rx_padcrc_control);

	if (!(remove & REMOVE_FCS))
		return class->len;
	if (remove & REMOVE_PAD && class->length && class->payload > class->length_type)
		return NOT_PAYLOAD_OCTETS - FRAME_FCS_OCTETS + FRAME_TAG_OCTETS * class->tags + class->length_type;
	return class->len - FRAME_FCS_OCTETS;
}

static enum rule unwanted(const struct pm_model *m, const struct ll10g_class *class, enum rule *ret_accepted)
{
	uint32_t control = stored(m, REG_rx_frame_control);

	*ret_accepted = class->error ? RULE_RX_BAD_FRAME : class->to_us ? RULE_RX_HOST_MISSING : RULE_RX_FILTER;
	if (class->invalid)
		return RULE_RX_FILTER;
	if (!class->good || !class->control)
		return PM_NO_RULE;
	*ret_accepted = class->pause ? RULE_KEEP_PAUSE : RULE_KEEP_MAC_CONTROL;
	if (class->pause)
		return control & FWD_PAUSE ? PM_NO_RULE : RULE_KEEP_PAUSE;
	if (class->pfc)
		return stored(m, REG_rx_pfc_control) & FWD_PFC ? PM_NO_RULE : RULE_KEEP_MAC_CONTROL;
	return control & FWD_CONTROL ? PM_NO_RULE : RULE_KEEP_MAC_CONTROL;
}

/* Fills in why the frame is a PAUSE or not; ll10g_classify() decided it. */
static void fill_pause_frame(const struct pm_model *m, struct pm_rx_frame *rx, const struct ll10g_class *class)
{
	struct pause_frame *f = &rx->pause_frame;

	if (class->pfc)
		return;
	pause_frame_read(f, rx->octets, rx->len, m->mode.station, false);
	f->wrong_length = class->under || class->over || (m->config.ll10g.pause_exact64 && rx->len != PAUSE_FRAME_OCTETS);
	f->code_error = class->phy;
	f->fcs_wrong = class->crc;
}

static void act_on_pfc(struct pm_model *m, const struct pm_rx_frame *rx, const struct ll10g_class *class)
{
	struct ll10g_state *s = state_of(m);
	struct pfc_command command = { .visible = rx->visible, .last = rx->last, .rule = RULE_PFC_VALID };

	if (rx->len < PFC_PARSED_OCTETS || class->control + class->to_all + class->looks_pfc < 2)
		return;
	pfc_parse(&command.fields, rx->octets);
	if (class->pfc)
		pfc_timers_command(&s->timers, &command);
	else
		pfc_timers_note(&s->timers, &command);
}

/* Discards a frame that would have been delivered if there were room for it. */
static void discard(struct pm_model *m, const struct pm_run *run, struct pm_rx_frame *rx)
{
	enum reg_number counter = run->room ? REG_rx_pktovrflow_error : REG_rx_pktovrflow_etherStatsDropEvents;

	rx->refused = RULE_RX_OVERFLOW;
	rx->discarded = true;
	counting_add(&m->count, m->reg[counter], 1, rx->visible);
}

static void classify(struct pm_model *m, struct pm_run *run)
{
	const struct ll10g_setup *setup = &mode_of(m)->setup[SIDE_RX];
	struct pm_rx_frame *rx = &run->rx;
	struct ll10g_frame frame = { .octets = run->octets.at,
		                     .len = rx->len < LENGTH_MAX ? rx->len : LENGTH_MAX,
		                     .fcs_wrong = run->frame.fcs_wrong,
		                     .code_error = run->frame.code_error };
	struct ll10g_class class;

	if (rx->len < LL10G_THROWN_AWAY) {
		rx->ignored = true;
		return;
	}
	ll10g_classify(&class, setup, &frame);
	rx->bad = class.error;
	rx->too_long = class.over;
	rx->pause = class.pause;
	rx->control = class.good && class.control;
	fill_pause_frame(m, rx, &class);
	rx->host_len = host_len(m, &class);
	rx->refused = unwanted(m, &class, &rx->accepted);
	if (rx->refused == PM_NO_RULE && run->overflow)
		discard(m, run, rx);
	rx->delivered = rx->refused == PM_NO_RULE;
	rx->record = frame.len | (rx->bad ? RX_RECORD_BAD : 0) | (rx->pause ? RX_RECORD_PAUSE : 0) |
	             (rx->control ? RX_RECORD_CONTROL : 0) | (rx->delivered ? RX_RECORD_DELIVERED : 0) |
	             (rx->discarded ? RX_RECORD_DISCARDED : 0) | (class.pfc ? RX_RECORD_PFC : 0);
	count_frame(m, SIDE_RX, &class, setup, rx->visible);
	act_on_pfc(m, rx, &class);
}

/* ---- sent frames ---- */

static void sent(struct pm_model *m, uint64_t cycle)
{
	const struct ll10g_mode *mode = pm_own_mode_ended(m);
	struct ll10g_frame frame = { .octets = m->tx.end.head,
		                     .len = m->tx.end.octets < LENGTH_MAX ? m->tx.end.octets : LENGTH_MAX,
		                     .underrun = m->tx.end.underrun,
		                     .host_error = m->tx.end.host_error };
	struct ll10g_class class;

	ll10g_classify(&class, &mode->setup[SIDE_TX], &frame);
	count_frame(m, SIDE_TX, &class, &mode->setup[SIDE_TX], cycle);
	if (class.underrun)
		counting_add(&m->count, m->reg[REG_tx_underflow_counter0], 1, cycle);
	ll10g_requests_ended(m, cycle - m->step);
}

/* ---- a cycle ---- */

static void clear_counters(struct pm_model *m, enum side side)
{
	struct ll10g_state *s = state_of(m);

	for (unsigned i = 0; i < LL10G_COUNTER_COUNT; i++)
		if (has(side, i))
			counting_clear_at(&m->count, s->row[side][i], m->now + m->step);
	for (unsigned i = 0; i < LL10G_COUNTER_COUNT; i++)
		if (has(!side, i))
			counting_spare(&m->count, s->row[!side][i], m->now + m->step);
}

static void step(struct pm_model *m)
{
	struct ll10g_state *s = state_of(m);

	ll10g_requests_step(m);
	m->changed |= pfc_timers_step(&s->timers, m->now, m->step, stored(m, REG_rx_pfc_control) & PFC_IGNORE, m->mode.rx_reset);
	for (enum side side = 0; side < SIDES; side++) {
		if (!s->clear_cycle[side] || s->clear_cycle[side] != m->now)
			continue;
		clear_counters(m, side);
		m->changed = true;
	}
}

static uint64_t next(const struct pm_model *m)
{
	const struct ll10g_state *s = state_of(m);
	uint64_t next_cycle = pfc_timers_next(&s->timers, m->now);
	uint64_t cycle = pfc_request_next(&s->pause, m->now);
	next_cycle = cycle < next_cycle ? cycle : next_cycle;
	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		cycle = pfc_request_next(&s->pfc[i], m->now);
		next_cycle = cycle < next_cycle ? cycle : next_cycle;
	}
	return next_cycle;
}

static void settle(struct pm_model *m)
{
	m->view.pfc_xoff = pfc_timers_xoff(&state_of(m)->timers, m->now);
}

/* ---- registers ---- */

static unsigned clears(const struct pm_model *m, unsigned row, uint64_t value)
{
	if (!(value & STATS_CLEAR))
		return 0;
	return row == m->reg[REG_rx_stats_clr] ? CLEARS_RX : row == m->reg[REG_tx_stats_clr] ? CLEARS_TX : 0;
}

static void write(struct pm_model *m)
{
	struct ll10g_state *s = state_of(m);
	unsigned row = registers_row(&m->regs, m->write.address);
	uint32_t bits;

	if (row == REGISTERS_NONE)
		return;
	bits = registers_write(&m->regs, row, m->write.value, m->write.strobe);
	if (clears(m, row, bits) & CLEARS_TX)
		s->clear_cycle[SIDE_TX] = m->now + m->step;
	if (clears(m, row, bits) & CLEARS_RX)
		s->clear_cycle[SIDE_RX] = m->now + m->step;
	if (row == m->reg[REG_tx_pauseframe_control]) {
		s->pulse = bits & REQUEST_BITS;
		s->pulse_cycle = m->now + m->step;
	}
	mode_update(m);
}

static uint64_t read(struct pm_model *m, unsigned row)
{
	const struct ll10g_state *s = state_of(m);
	uint32_t resets = stored(m, REG_mac_reset_control);

	if (row == m->reg[REG_tx_transfer_status])
		return (pm_tx_on_wire(m) ? STATUS_BUSY : 0) | (resets & MAC_TX_RESET ? STATUS_IN_RESET : 0);
	if (row == m->reg[REG_rx_transfer_status])
		return (pm_rx_in_frame(m) ? STATUS_BUSY : 0) | (resets & MAC_RX_RESET ? STATUS_IN_RESET : 0);
	if (row == m->reg[REG_tx_stats_clr])
		return s->clear_cycle[SIDE_TX] && s->clear_cycle[SIDE_TX] == m->now;
	if (row == m->reg[REG_rx_stats_clr])
		return s->clear_cycle[SIDE_RX] && s->clear_cycle[SIDE_RX] == m->now;
	return m->regs.value[row];
}

/* Returns the rule about the counter whose low or high word is ROW. */
static enum rule rule_of_counter(const struct pm_model *m, unsigned row)
{
	const struct ll10g_state *s = state_of(m);
	unsigned low = m->regs.page->rows[row].kind == REG_COUNTER_HIGH ? row - 1 : row;

	for (enum side side = 0; side < SIDES; side++)
		for (unsigned i = 0; i < LL10G_COUNTER_COUNT; i++)
			if (has(side, i) && s->row[side][i] == low)
				return ll10g_counters[i].rule;
	return RULE_COUNT_LOST;
}

static void info(const struct pm_model *m, unsigned row, struct pm_reg_info *ret)
{
	if (ret->class == PM_REG_COUNTER) {
		ret->rule = rule_of_counter(m, row);
	} else if (row == m->reg[REG_tx_transfer_status] || row == m->reg[REG_rx_transfer_status]) {
		ret->class = PM_REG_STATUS;
		ret->rule = RULE_REG_STATUS;
	} else if (row == m->reg[REG_tx_stats_clr] || row == m->reg[REG_rx_stats_clr]) {
		ret->rule = RULE_COUNTER_CLEAR;
	} else if (row == m->reg[REG_tx_pauseframe_control]) {
		ret->rule = RULE_PAUSE_REQUEST;
	}
}

static void resync_pfc(struct pm_model *m, uint8_t actual)
{
	pfc_timers_resync(&state_of(m)->timers, m->now, actual);
}

static const struct pfc_timers *pfc(const struct pm_model *m, uint8_t *ret_ignored)
{
	*ret_ignored = stored(m, REG_rx_pfc_control) & PFC_IGNORE;
	return &state_of(m)->timers;
}

static uint32_t buffer(const struct pm_config *config)
{
	return (uint32_t)config->ll10g.buffer_octets;
}

const struct pm_device pm_device_ll10g = {
	.name = "ll10g",
	.timing = { .inhibit = 56, .resume = 8, .request = 16, .classify = 48, .host = 64, .sent = 8 },
	.buffer = buffer,
	.clock_octets = XGMII_CLOCK_OCTETS,
	.reads_sent = true,
	.strips = true,
	.state_size = sizeof(struct ll10g_state),
	.mode_size = sizeof(struct ll10g_mode),
	.init = init,
	.reset = reset,
	.classify = classify,
	.request = ll10g_request,
	.started = ll10g_started,
	.unstarted = ll10g_unstarted,
	.sent = sent,
	.step = step,
	.next = next,
	.settle = settle,
	.write = write,
	.read = read,
	.info = info,
	.clears = clears,
	.resync_pfc = resync_pfc,
	.pfc = pfc,
	.pfc_time = ll10g_pfc_time,
};
