/* SPDX-License-Identifier: Apache-2.0 */
/* The GTKWave view beside a wave file. */
#ifndef PAUSEBENCH_WAVES_H
#define PAUSEBENCH_WAVES_H
#include "dut.h"
#include "finding.h"
#include <stdint.h>

/* Writes DIR/waves.gtkw for the DIR/waves.fst of DUT, recorded in the cycles FROM..TO: groups by part, states and frame kinds as
 * words, markers at the cycle and the cause of FINDING (NULL: a run without one, no markers). Filter files that the view needs go
 * into DIR too; a DIR/waves.tcl, if written, is given to gtkwave with --script. 0 or negative errno. */
int waves_write(const char *dir, const struct dut *dut, const struct finding *finding, uint64_t from, uint64_t to);
#endif
