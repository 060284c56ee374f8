/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the 82598EB. doc/devices/i82598.md 3. */
#ifndef PAUSEBENCH_I82598_H
#define PAUSEBENCH_I82598_H
#include "machine/model.h"

enum { I82598_CROSSED = 4 };

struct i82598_state {
	bool full; /* the fullness reached the high mark, and not yet fell below the low one */
	bool done; /* this crossing has had its XOFF */
	bool out;  /* an XOFF is outstanding */
	uint64_t shadow_end;
	uint64_t crossing;  /* newest change of full */
	uint64_t refreshed; /* a refresh is due since */
	uint64_t xoff_end;  /* newest XOFF: its end */
	struct i82598_crossed {
		uint64_t cycle;
		uint32_t level, mark;
	} crossed[I82598_CROSSED]; /* the newest changes of full, in turn: when, and the fullness and the mark that made it */
	unsigned crossed_next;
};

/* True if the part may request an XON (FCRTL0.XONE). */
bool i82598_xon_enabled(const struct pm_model *m);
/* Returns the high mark in octets. */
uint32_t i82598_high_mark(const struct pm_model *m);
#endif
