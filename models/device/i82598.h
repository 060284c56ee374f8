/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the 82598EB. doc/devices/i82598.md 3. */
#ifndef PAUSEBENCH_I82598_H
#define PAUSEBENCH_I82598_H
#include "machine/model.h"

enum { I82598_CROSSED = 4 };

struct i82598_state {
	bool full; /* the level has reached the high mark, and has not fallen below the low mark since */
	bool done; /* an XOFF has been sent since the buffer became full */
	bool out;  /* an XOFF is outstanding: no XON has followed it */
	uint64_t shadow_end;
	uint64_t crossing;  /* newest change of .full */
	uint64_t refreshed; /* a refresh has been due since this cycle */
	uint64_t xoff_end;  /* the end of the newest XOFF */
	struct i82598_crossed {
		uint64_t cycle;
		uint32_t level, mark;
	} crossed[I82598_CROSSED]; /* a ring of the newest changes of .full, each with the level and the mark that made it */
	unsigned crossed_next;
};

/* Returns true if the part may request an XON (FCRTL0.XONE). */
bool i82598_xon_enabled(const struct pm_model *m);
/* Returns the high mark in octets. */
uint32_t i82598_high_mark(const struct pm_model *m);
#endif
