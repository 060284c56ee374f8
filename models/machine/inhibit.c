/* SPDX-License-Identifier: Apache-2.0 */
/* The inhibit of the transmitter by received PAUSE frames. */
#include "machine.h"

bool inhibit_step(struct pm_model *m)
{
	bool closed = !m->mode.rx_flow || m->mode.half_duplex, reset = m->rx_reset == m->now && m->now;
	struct pause_rx_gate gate;

	if (!closed && !reset && !(m->rx.commanded && m->rx.command.visible == m->now))
		return false;
	gate = (struct pause_rx_gate){
		.closed = closed,
		.reset = reset,
		.rule = m->mode.half_duplex ? RULE_PAUSE_HALF_DUPLEX
		      : m->mode.flow_rule   ? m->mode.flow_rule
		                            : RULE_PAUSE_GATE,
		.load_delay = m->config.timing.inhibit - m->config.timing.classify,
	};
	return pause_rx_step(&m->rx, m->now, &gate);
}
