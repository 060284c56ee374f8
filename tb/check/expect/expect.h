/* SPDX-License-Identifier: Apache-2.0 */
/* The expectations of a stimulus about the transmit wire (ITEM_EXPECT), checked without the golden model. */
#ifndef PAUSEBENCH_EXPECT_H
#define PAUSEBENCH_EXPECT_H
#include "base/dut.h"
#include "base/event.h"
#include "stimulus/item.h"
#include <stddef.h>

struct expect;
struct scoreboard;

/* Returns whether STIM has expectations; without any, a run needs no struct expect. */
bool expect_any(const struct stimulus *stim);
/* For a run of STIM on DUT, which must both outlive it. BLACK_BOX: what is due may be late by the slack of the row. NULL: there is no memory. */
struct expect *expect_new(const struct dut *dut, const struct stimulus *stim, bool black_box);
void expect_free(struct expect *x);
/* Notes what the wires carry. */
void expect_events(struct expect *x, const struct event *events, size_t count);
/* After EVENT_END: adds a finding to SB for each expectation that was not met. Returns 0, or -ENOMEM if the notes are not complete. */
int expect_check(struct expect *x, struct scoreboard *sb);
#endif
