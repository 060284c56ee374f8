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
	/* Makes a clock CLOCK_PS long from now on; to be called before the first cycle. */
	void (*pace)(struct seam *seam, uint64_t clock_ps);
	/* Traced builds: the DUT's signals become part of FST, a VerilatedFstC that is not open yet; after sc_start(SC_ZERO_TIME). The
	 * caller opens FST and dumps. NULL in other builds. */
	void (*trace)(struct seam *seam, void *fst);
};

/* Returns the DUT called NAME, or NULL. */
const struct seam_sc *seam_sc_by_dut(const char *name);

#ifdef __cplusplus
}
#endif
#endif
