/* SPDX-License-Identifier: Apache-2.0 */
/* The description of one MAC that the golden model of the standard (ieee8023) has besides its PARAMETERs: its page of registers,
 * the bits of them that are its controls, and the predicates of its counters. */
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

/* A slice of a control: its LEN bits from bit AT on are LEN bits from REG_BIT on of the register at index ROW of the page;
 * inverted if so stated. If VALUE_COUNT is not 0, the bits of the register are a code instead: they are VALUE[v] when the whole
 * control has the value v. If several values have the same code, the code stands for the lowest of them, unless a later slice of
 * the control tells them apart. */
struct pm_control_slice {
	enum pm_control control;
	uint8_t at, len;
	uint16_t row;
	uint8_t reg_bit;
	bool inverted;
	uint8_t value_count;
	uint32_t value[PM_CONTROL_VALUES];
};

/* The counter at index ROW of the page (of a pair, that of the low word) grows by 1, or by the octets of the frame, for each
 * frame for which PREDICATE holds. */
struct pm_counted {
	uint16_t row;
	bool octets;
	const struct predicate *predicate;
	/* It may count up to so many octet times (MII: clocks) before the end of the frame; 0: as the latencies say. */
	uint32_t early;
};

struct pm_profile {
	const struct reg_page *page;
	const struct pm_control_slice *slices;
	size_t slice_count;
	const struct pm_counted *counted;
	size_t counted_count;
};
#endif
