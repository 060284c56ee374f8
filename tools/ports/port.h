/* SPDX-License-Identifier: Apache-2.0 */
/* A port that runs: the MAC of a nature with a script, and what it sent. */
#ifndef PORTS_PORT_H
#define PORTS_PORT_H

#include "counters.h"
#include "script.h"
#include "wrong.h"

struct sent {
	struct frame *frame;
	int count;
};

/* Runs the port of a nature with a script, as a right port or as a wrong one. The caller releases what was sent. */
void port_run(const struct nature *n, const struct script *s, enum wrong wrong, struct sent *ret_sent);
void port_release(struct sent *sent);

/* Returns when a write has its effect, and the value that a control has at a time. */
int64_t port_effect(const struct nature *n, const struct script *s, int written);
uint64_t port_control(const struct nature *n, const struct script *s, enum control control, int64_t at);

/* Returns true if a right port takes a received frame for a PAUSE frame, with the addresses that it had at the frame's end. */
bool port_is_pause(const struct nature *n, const struct script *s, const struct frame *f);

/* Returns what a counter of the port shows at a time, in all. */
uint32_t port_counter(const struct nature *n, const struct script *s, enum wrong wrong, const struct sent *sent,
                      enum counter counter, int64_t at);
/* The same of a right port whose frames all count as late as they may (LEAST), or as soon as they may. */
uint32_t port_counter_within(const struct nature *n, const struct script *s, const struct sent *sent, enum counter counter,
                             int64_t at, bool least);

#endif
