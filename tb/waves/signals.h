/* SPDX-License-Identifier: Apache-2.0 */
/* The signals that a wave file has. In an edited RTL one of them may have another width than waves.def says. */
#ifndef PAUSEBENCH_WAVES_SIGNALS_H
#define PAUSEBENCH_WAVES_SIGNALS_H
#include <stdio.h>

struct waves_signals;

/* Reads the signals of DIR/waves.fst. Returns NULL if there is no such file, if there is no memory, or if this program cannot
 * read wave files. A traced program can, if Verilator's runtime has the library for it. */
struct waves_signals *waves_signals_read(const char *dir);
/* Reads the signals in the head of a VCD file. Returns NULL if there is no memory. */
struct waves_signals *waves_signals_parse(FILE *vcd);
void waves_signals_free(struct waves_signals *signals);
/* Returns the range, such as "[31:0]", of the signal NAME, such as "TOP.u_dut.count_q"; "" if it has one bit. Returns NULL if
 * SIGNALS is NULL or has no signal of that name. */
const char *waves_signals_range(const struct waves_signals *signals, const char *name);
#endif
