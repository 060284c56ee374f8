/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the driver and the monitor of XGMII that the cycle loop for XGMII calls. */
#ifndef PAUSEBENCH_LOOP_XGMII_H
#define PAUSEBENCH_LOOP_XGMII_H
#include "base/lanes.h"
#include "loop_parts.h"

static inline const struct seam_xgmii *words_pins(const struct loop *l)
{
	return &l->pins->xgmii;
}

/* Pulses, which l->side never has, so that each cycle with one differs from it. */
#define SIDE_PULSES (uint64_t)(SEAM_WIDE_RX_VALID | SEAM_WIDE_TX_VALID)

/* driver_xgmii.c: struct loop_wires */
void words_rx_schedule(struct loop *l);
bool words_rx_idle(const struct loop *l);
uint64_t words_rx_horizon(const struct loop *l, uint64_t horizon);
void words_rx_keep(struct loop *l);
void words_send_word(struct loop *l);
/* Drives the word from POS on, behind the one that the DUT took. Returns true if none follows at once. */
bool words_send_next(struct loop *l, uint32_t pos);
void words_send_none(struct loop *l);
uint32_t words_stall_at(const struct item_frame *frame);
void words_request(struct loop *l, const struct item *item);

/* monitor_xgmii.c: handle a word of the host stream, or of the transmit wire, that is not one more of the frame under way; and a
 * change of the outputs that rarely change, or a record. */
void words_host_monitor(struct loop *l, uint16_t word, uint64_t data);
void words_tx_word(struct loop *l, uint64_t data, uint8_t control);
void words_side_monitor(struct loop *l, uint64_t side);

/* edges_xgmii.c: struct loop_wires of a MAC with several clocks. */
void words_rx_sampled(struct loop *l);
void words_host_sampled(struct loop *l);
bool words_tx_sampled(struct loop *l);
void words_rx_drive(struct loop *l);

/* Handles a word of the transmit wire that is not one more of the frame under way. Returns true if something must be scheduled. */
static inline bool words_tx_monitor(struct loop *l, uint64_t data, uint8_t control)
{
	bool was = l->in_tx;

	words_tx_word(l, data, control);
	if (was | l->in_tx)
		l->last_activity = l->cycle;
	return was && !l->in_tx && loop_polls(l);
}
#endif
