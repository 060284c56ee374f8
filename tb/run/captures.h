/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the files in which a run records both wires and the register bus; each only if the options name it. */
#ifndef PAUSEBENCH_RUN_CAPTURES_H
#define PAUSEBENCH_RUN_CAPTURES_H
#include "run/run_result.h"

struct captures {
	struct pcap_out *sent, *received;
	struct access_out *accesses;
};

/* Opens the files. Returns 0 or a negative errno; the caller calls captures_close() in any case. */
int captures_open(struct captures *ret, const struct dut *dut, const struct run_options *options);
void captures_events(struct captures *captures, const struct event *events, size_t count);
/* Adds a comment to each frame that was on a wire when a finding of SCORE, whose times are octet times, or its cause was seen. */
void captures_comment(struct captures *captures, const struct scoreboard_result *score);
/* Closes the files. Returns 0, or the negative errno of a file that could not be written. */
int captures_close(struct captures *captures);
#endif
