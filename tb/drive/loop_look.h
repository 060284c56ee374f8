/* SPDX-License-Identifier: Apache-2.0 */
/* Finds a moment among the events of the monitors. */
#ifndef PAUSEBENCH_LOOP_LOOK_H
#define PAUSEBENCH_LOOP_LOOK_H
#include "loop_parts.h"

struct look {
	enum item_wait what;
	uint64_t from;    /* only events from this octet time on count */
	uint64_t started; /* start of the newest frame on the transmit wire since then, or LOOP_NO_MOMENT */
	bool seen;
	uint64_t moment; /* if .seen */
	const struct dut *dut;
	uint32_t octets; /* WAIT_BELOW, WAIT_ABOVE */
	bool left;       /* the state that held before ended in the open cycle */
	uint8_t nibbles; /* clocks of an octet of a captured frame */
};

/* Returns the look for the moment of ITEM, from the open cycle on. */
struct look look_of(const struct loop *l, const struct item *item);
/* Looks at EVENTS until it finds the moment. */
void look_events(void *look, const struct event *events, size_t count);
/* Returns true if the state that ITEM waits for held in the cycle before. */
bool look_held(const struct loop *l, const struct item *item);
#endif
