/* SPDX-License-Identifier: Apache-2.0 */
/* The inhibit of the transmitter by received PAUSE frames. part/pause_rx.c has the rules; this file passes it the gate, the times and the
 * state of the wire. */
#include "machine.h"

void inhibit_receive(struct pm_model *m, struct pm_rx_frame *rx)
{
	struct pause_command command = { .visible = rx->visible, .last = rx->last, .quanta = rx->pause_frame.quanta };

	rx->not_pause = rx->pause ? PM_NO_RULE : pause_frame_taken(&rx->pause_frame);
	if (rx->pause && rx->not_obeyed == PM_NO_RULE) {
		command.rule = pause_frame_missed(&rx->pause_frame, rx->len);
		pause_rx_command(&m->rx, &command);
		return;
	}
	command.rule = rx->pause ? rx->not_obeyed : rx->not_pause;
	if (command.rule != PM_NO_RULE)
		pause_rx_note(&m->rx, &command);
}

/* Returns true if a pending pause time has to wait for the frame on the wire. Between two frames no frame is in progress (802.3
 * figure 31B-1, TRANSMIT READY), even if they follow each other so closely that each cycle has an octet of one of them: with
 * waits_once the time then begins with the second frame. */
static bool frame_in_progress(const struct pm_model *m)
{
	bool again = m->manner.waits_once && m->tx.busy && m->rx.pending && m->tx.frame.start > m->tx.last_wire &&
	             m->tx.last_wire >= m->rx.pending_from;

	return pm_tx_on_wire(m) && !again;
}

void inhibit_settle(struct pm_model *m)
{
	if (m->mii && m->now)
		m->rx.clocks = pm_octet_clocks(m, pm_mode_in(m, m->now - 1));
	m->changed |= pause_rx_settle(&m->rx, m->now, frame_in_progress(m));
}

void inhibit_step(struct pm_model *m)
{
	struct pause_rx_gate gate = {
		.closed = (!m->mode.rx_flow && !m->mode.pause_lasts) || m->mode.half_duplex,
		.ignores = !m->mode.rx_flow,
		.reset = m->rx_reset == m->now && m->now,
		.rule = m->mode.half_duplex ? RULE_PAUSE_HALF_DUPLEX
		      : m->mode.flow_rule   ? m->mode.flow_rule
		                            : RULE_PAUSE_GATE,
		.load_delay = m->config.timing.inhibit - m->config.timing.classify,
	};
	m->changed |= pause_rx_step(&m->rx, m->now, &gate);
}
