/* SPDX-License-Identifier: Apache-2.0 */
/* DUTs as `verilator --sc` makes them, behind the seam of the C bench: a clock is one wait() of the calling SystemC thread. */
#ifndef PAUSEBENCH_SEAM_SC_H
#define PAUSEBENCH_SEAM_SC_H
#include "seam/seam.h"

#ifdef __cplusplus
extern "C" {
#endif

struct seam_sc {
	/* .open makes an sc_module inside the module under construction, so it may be called only before simulation starts. .cycle must be called from a
	 * SystemC thread. .trace_open and .trace_close are NULL: see .trace below. */
	struct seam_ops ops;
	/* Sets the time of a clock to CLOCK_PS; to be called before the first cycle. Clock N ends at the whole picosecond before N + 1 such times. */
	void (*pace)(struct seam *seam, double clock_ps);
	/* Adds the DUT's signals to FST, a VerilatedFstC that is not open yet; to be called after sc_start(SC_ZERO_TIME). The
	 * caller opens FST and writes the dumps. NULL in builds that are not traced. */
	void (*trace)(struct seam *seam, void *fst);
};

/* Returns the DUT called NAME, or NULL. */
const struct seam_sc *seam_sc_by_dut(const char *name);

#ifdef __cplusplus
}
#endif
#endif
