/* SPDX-License-Identifier: Apache-2.0 */
/* The signals that a wave file has: the RTL may have given one of them another width than waves.def says. */
#ifndef PAUSEBENCH_WAVES_SIGNALS_H
#define PAUSEBENCH_WAVES_SIGNALS_H
#include <stdio.h>

struct waves_signals;

/* Reads the signals of DIR/waves.fst; NULL if there is none, or no memory, or if this program cannot read wave files: a traced one can, as far as
 * Verilator's runtime has the library for it. */
struct waves_signals *waves_signals_read(const char *dir);
/* Reads the signals of the head of a VCD file; NULL if there is no memory. */
struct waves_signals *waves_signals_parse(FILE *vcd);
void waves_signals_free(struct waves_signals *signals);
/* Returns the range, "[31:0]", of the signal NAME, "TOP.u_dut.count_q", or "" of one bit; NULL if SIGNALS is NULL or has none of that name. */
const char *waves_signals_range(const struct waves_signals *signals, const char *name);
#endif
