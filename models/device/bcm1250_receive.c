/* SPDX-License-Identifier: Apache-2.0 */
/* BCM1250/BCM1125: errors of received frames, address filter, delivery, and what a received frame counts. UM100CB p.266-288; doc/devices/bcm1250.md. */
#include "bcm1250_state.h"

#include <string.h>

enum {
	SHORTEST_DELIVERED = 14,
	SHORTEST_WITH_LENGTH = 18, /* header and FCS */
	PADDED_DATA = 46,          /* octets of data in the shortest frame of 802.3 */
	LENGTH_MAX = 0xFFFF,
	FILTERS = 8,

	FILTER_ALL = 1 << 0, /* adfilter_cfg */
	FILTER_UNICAST = 1 << 1,
	FILTER_UNICAST_INVERTED = 1 << 2,
	FILTER_MULTICAST = 1 << 3,
	FILTER_MULTICAST_INVERTED = 1 << 4,
	FILTER_BROADCAST = 1 << 5,
	FILTER_ALL_MULTICAST = 1 << 7,
};

/* Each error has a slot and a drop bit of mac_cfg, and sets its bit in a frame's errors. */
enum rx_error { ERROR_RUNT, ERROR_OVERSIZE, ERROR_FCS, ERROR_LENGTH, ERROR_CODE, ERROR_ALIGNMENT, ERROR_COUNT };
static const struct {
	uint8_t counter, drop_bit;
	bool marks; /* the record shows the error */
} errors[ERROR_COUNT] = {
	[ERROR_RUNT] = { REG_RX_RUNT, 23, false },      [ERROR_OVERSIZE] = { REG_RX_OVERSIZE, 24, false },
	[ERROR_FCS] = { REG_RX_FCS_ERROR, 20, true },   [ERROR_LENGTH] = { REG_RX_LENGTH_ERROR, 25, false },
	[ERROR_CODE] = { REG_RX_CODE_ERROR, 21, true }, [ERROR_ALIGNMENT] = { REG_RX_ALIGN_ERROR, 22, true },
};
enum { DROP_ANY_BIT = 19 };

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

/* Decides whether the frame is MAC control, and whether it is a PAUSE. Neither may have an error, but for a length that
 * disagrees, since the field is the type. */
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
	if (rx->pause && bcm1250_forwards_pause(m))
		rx->not_obeyed = RULE_PAUSE_FORWARD;
}

static bool in_table(const struct pm_model *m, const uint8_t *destination)
{
	uint8_t entry[FRAME_ADDRESS_OCTETS];

	for (unsigned i = 0; i < FILTERS; i++) {
		bcm1250_address_of(m->regs.value[m->reg[REG_addr_filter_0] + i], entry);
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

/* Returns the rule that keeps the frame from the host, or PM_NO_RULE. doc/devices/bcm1250.md 1. */
static enum rule unwanted(const struct pm_model *m, const struct pm_rx_frame *rx, unsigned found, enum rule *ret_accepted)
{
	*ret_accepted = RULE_RX_HOST_MISSING;
	if (rx->len < SHORTEST_DELIVERED)
		return RULE_RX_BAD_FRAME;
	if (rx->pause) {
		*ret_accepted = RULE_PAUSE_FORWARD;
		return bcm1250_forwards_pause(m) ? PM_NO_RULE : RULE_PAUSE_FORWARD;
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
		bcm1250_set_events(m, STATUS_RX_OVERFLOW, rx->visible);
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

void bcm1250_classify(struct pm_model *m, struct pm_run *run)
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
