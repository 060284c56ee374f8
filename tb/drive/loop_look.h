/* SPDX-License-Identifier: Apache-2.0 */
/* How a moment is seen among the events of the monitors. */
#ifndef PAUSEBENCH_LOOP_LOOK_H
#define PAUSEBENCH_LOOP_LOOK_H
#include "loop_parts.h"

struct look {
	enum item_wait what;
	uint64_t from;    /* octet time from which on an event is a moment to come */
	uint64_t started; /* the newest frame on the transmit wire that began since, or LOOP_NO_MOMENT */
	bool seen;
	uint64_t moment; /* if .seen */
	const struct dut *dut;
	uint32_t octets; /* WAIT_BELOW, WAIT_ABOVE */
	bool left;       /* the state that held before was left in the open cycle */
	uint8_t nibbles; /* clocks per octet of a captured frame */
};

/* For the moment of ITEM, from the open cycle on. */
struct look look_of(const struct loop *l, const struct item *item);
/* Looks at EVENTS until the moment is seen. */
void look_events(void *look, const struct event *events, size_t count);
/* Returns true if the state that ITEM waits for held in the cycle before. */
bool look_held(const struct loop *l, const struct item *item);
#endif
