/* SPDX-License-Identifier: Apache-2.0 */
/* 82598EB: classes of received frames, address filter, delivery, and what a received frame counts.
 * 82598EB DS p.119, p.120, p.322, p.356 to p.366; doc/devices/i82598.md. */
#include "i82598_state.h"

#include <string.h>

enum {
	SHORTEST_DELIVERED = 14,
	NOT_DATA_OCTETS = 18, /* header and FCS of a frame */
	LONGEST_TAGGED = I82598_LONGEST + FRAME_TAG_OCTETS,
	STATIONS = 4,
	HLREG0_RXCRCSTRP = 1 << 1,
	HLREG0_JUMBOEN = 1 << 2,
	HLREG0_RXLNGTHERREN = 1 << 27,
	MHADD_MFS_SHIFT = 16,
	FCTRL_SBP = 1 << 1,
	FCTRL_MPE = 1 << 8,
	FCTRL_UPE = 1 << 9,
	FCTRL_BAM = 1 << 10,
	FCTRL_PMCF = 1 << 12,
	FCTRL_DPF = 1 << 13,
};

enum frame_class { CLASS_GOOD, CLASS_SHORT, CLASS_LONG, CLASS_ERROR, CLASS_LENGTH_ERROR };

/* Returns the length of the longest legal frame. I17 */
static uint32_t longest_legal(const struct pm_model *m, const struct pm_rx_frame *rx)
{
	bool tagged = rx->len >= FRAME_TYPE_OFFSET + 2 && frame_u16(rx->octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_TAG;

	if (stored(m, REG_HLREG0) & HLREG0_JUMBOEN)
		return stored(m, REG_MHADD) >> MHADD_MFS_SHIFT;
	return tagged ? LONGEST_TAGGED : I82598_LONGEST;
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

/* Decides whether the frame is MAC control, and whether it is a PAUSE. 82598EB DS p.119, p.120; I11, I19, X5 */
static void classify_pause(const struct pm_model *m, const struct pm_run *run, struct pm_rx_frame *rx, enum frame_class class)
{
	const struct i82598_parameters *p = &m->config.i82598;
	struct pause_frame *f = &rx->pause_frame;
	uint8_t own[FRAME_ADDRESS_OCTETS];

	pause_frame_read(f, rx->octets, rx->len, m->mode.station, false);
	if (f->own_address && p->address_needs_valid && !i82598_station(m, 0, own)) {
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

/* Returns true if the frame passes the address filter: by an exact address, unicast or not, or by a mode. 82598EB DS p.214, p.217 */
static bool address_passes(const struct pm_model *m, const uint8_t *octets, enum frame_address_type address_type,
                           enum rule *ret_accepted)
{
	uint32_t fctrl = stored(m, REG_FCTRL);
	uint8_t own[FRAME_ADDRESS_OCTETS];

	for (unsigned i = 0; i < STATIONS; i++) {
		if (!i82598_station(m, i, own) || memcmp(octets, own, sizeof(own)))
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

/* Returns true if FCTRL.DPF keeps the PAUSE from the host. 82598EB DS p.120; I5 */
static bool discards_pause(const struct pm_model *m, const struct pm_rx_frame *rx)
{
	return stored(m, REG_FCTRL) & FCTRL_DPF && (rx->pause_frame.own_address || m->config.i82598.dpf_multicast);
}

/* Returns the rule that keeps the frame from the host, or PM_NO_RULE. doc/devices/i82598.md 1. */
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

/* Each of the following counters has its own conditions: doc/devices/i82598.md 1. */

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

void i82598_classify(struct pm_model *m, struct pm_run *run)
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
