/* SPDX-License-Identifier: Apache-2.0 */
/* The files that a run writes of what was on both wires and on the register bus, each only if the options name it. */
#ifndef PAUSEBENCH_RUN_CAPTURES_H
#define PAUSEBENCH_RUN_CAPTURES_H
#include "run/run_result.h"

struct captures {
	struct pcap_out *sent, *received;
	struct access_out *accesses;
};

/* Returns 0 or a negative errno; captures_close() is due in any case. */
int captures_open(struct captures *ret, const struct dut *dut, const struct run_options *options);
void captures_events(struct captures *captures, const struct event *events, size_t count);
/* Frames that were on a wire when a finding of SCORE, whose times are octet times, or its cause was seen get a comment. */
void captures_comment(struct captures *captures, const struct scoreboard_result *score);
/* Returns 0, or the negative errno of a file that could not be written. */
int captures_close(struct captures *captures);
#endif
