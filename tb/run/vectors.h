/* SPDX-License-Identifier: Apache-2.0 */
/* What the ports of a simulation carry, clock by clock, as a file of vectors with which another simulator repeats the run (doc/quality/second-simulator.md). */
#ifndef PAUSEBENCH_VECTORS_H
#define PAUSEBENCH_VECTORS_H
#include "base/dut.h"
#include "seam/seam.h"

/* Returns a simulation that is INNER, opened by OPS, and writes to the file at PATH a line for each clock; its functions are *RET_OPS, which live as long as
 * it does. Closing it closes INNER, too. NULL with errno, and INNER is still the caller's.
 *
 * The first line is a comment with NAME:BITS for each port of tb/seam/<phy>_tick.v but tick, inputs before outputs. Each other line is one hexadecimal
 * number: the ports in this order, each in as many whole digits as its bits need, the inputs as they were during the clock, the outputs after it. */
struct seam *vectors_open(const struct seam_ops *ops, struct seam *inner, enum phy_kind phy, const char *path,
                          const struct seam_ops **ret_ops);
/* Returns 0 if all lines so far are in the file, or negative errno. */
int vectors_flush(struct seam *seam);
#endif
