/* SPDX-License-Identifier: Apache-2.0 */
/* The values that the waves of a traced build show beside the DUT (expected.def), as changes over time. */
#ifndef PAUSEBENCH_EXPECTED_H
#define PAUSEBENCH_EXPECTED_H
#include <stddef.h>
#include <stdint.h>

enum seam_expected {
#define EXPECTED(name, bits) SEAM_EXPECTED_##name,
#define EXPECTED_TEXT(name, octets) SEAM_EXPECTED_##name,
#include "expected.def"
	SEAM_EXPECTED_COUNT
};
/* From .clock on, counted from power-up, .what has this value, or this text, which is cut to the octets of its row. */
struct seam_change {
	uint64_t clock;
	union {
		uint64_t value;
		const char *text;
	};
	uint32_t order; /* its place among the changes of a clock */
	uint8_t what;   /* enum seam_expected */
};

/* Changes in the order of their clocks. */
struct seam_changes {
	struct seam_change *change;
	size_t count;
};
#endif
