/* SPDX-License-Identifier: Apache-2.0 */
/* Writes what the ports of a simulation carry, clock by clock, to a file of vectors with which another simulator repeats the run
 * (doc/quality/second-simulator.md). */
#ifndef PAUSEBENCH_VECTORS_H
#define PAUSEBENCH_VECTORS_H
#include "base/dut.h"
#include "seam/seam.h"

/* Returns a simulation that does what INNER does, which was opened by OPS, and writes to the file at PATH a line for each clock.
 * Its functions are *RET_OPS, which live as long as the simulation. Closing it closes INNER, too. Returns NULL with errno if it
 * fails; INNER then still belongs to the caller.
 *
 * The first line is a comment with NAME:BITS for each port of tb/seam/<phy>_tick.v except tick, inputs before outputs. Each other
 * line is one hexadecimal number: the ports in this order, each with as many digits as its bits need; inputs as they were during
 * the clock, outputs after it. */
struct seam *vectors_open(const struct seam_ops *ops, struct seam *inner, enum phy_kind phy, const char *path,
                          const struct seam_ops **ret_ops);
/* Returns 0 if all lines so far are in the file, or negative errno. */
int vectors_flush(struct seam *seam);
#endif
