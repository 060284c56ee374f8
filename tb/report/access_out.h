/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the accesses to registers, and the resets, of a run as lines of text with times in nanoseconds, as the verb judge reads them (doc/use/judge.md). */
#ifndef PAUSEBENCH_ACCESS_OUT_H
#define PAUSEBENCH_ACCESS_OUT_H
#include "base/event.h"

struct access_out;

/* Opens PATH for a run whose times are octet times, OCTET_HZ in a second. Returns NULL and errno if PATH cannot be written. */
struct access_out *access_out_open(const char *path, uint64_t octet_hz);
/* Says that times are clocks of an MII at MBPS from TIME on. */
void access_out_speed(struct access_out *out, uint64_t time, unsigned mbps);
/* Writes EVENT if it is an access or a reset. */
void access_out_event(struct access_out *out, const struct event *event);
/* Closes the file. Returns 0, or negative errno if anything could not be written. */
int access_out_close(struct access_out *out);
#endif
