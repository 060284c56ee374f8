/* SPDX-License-Identifier: Apache-2.0 */
/* What the golden device without a datasheet (ieee8023) knows of one MAC besides its PARAMETERs: its page, where its controls are, and what its
 * counters count. */
#ifndef PAUSEBENCH_MODEL_PROFILE_H
#define PAUSEBENCH_MODEL_PROFILE_H
#include "regs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pm_control {
#define CONTROL(name, bits, default_, meaning, source) PM_CONTROL_##name,
#include "controls.def"
	PM_CONTROL_COUNT
};

struct predicate;

enum { PM_CONTROL_VALUES = 4 };

/* LEN bits of a control from bit AT on are the bits of the register at index ROW of the page, from REG_BIT on; inverted: 0 means 1. With
 * VALUE_COUNT the LEN bits of the register are VALUE[V] for the value V of the whole control. If two values of a control are the same there, the
 * bits say the lowest one, unless a later slice says more. */
struct pm_control_slice {
	enum pm_control control;
	uint8_t at, len;
	uint16_t row;
	uint8_t reg_bit;
	bool inverted;
	uint8_t value_count;
	uint32_t value[PM_CONTROL_VALUES];
};

/* The counter at index ROW of the page (of a pair the low word) counts 1, or the octets, of each frame for which PREDICATE holds. */
struct pm_counted {
	uint16_t row;
	bool octets;
	const struct predicate *predicate;
	uint32_t early; /* it may count so many octet times (MII: clocks) before the end of a frame; 0: as the latencies say */
};

struct pm_profile {
	const struct reg_page *page;
	const struct pm_control_slice *slices;
	size_t slice_count;
	const struct pm_counted *counted;
	size_t counted_count;
};
#endif
