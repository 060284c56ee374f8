/* SPDX-License-Identifier: Apache-2.0 */
/* Decides whether the stimuli of a statement show that a control of the MAC has an effect. */
#ifndef PAUSEBENCH_CONTROLS_SEEN_H
#define PAUSEBENCH_CONTROLS_SEEN_H
#include "base/dut.h"
#include "base/env.h"
#include "profile.h"
#include "../models/profile.h"

#include <stdatomic.h>
#include <stdbool.h>

struct control_seen {
	bool has;          /* the profile has the control in a register */
	bool seen;         /* a control without effect would have been found ... */
	char stimulus[96]; /* ... by this stimulus */
	unsigned varied;   /* how many stimuli write other values than the set-up */
};

/* For each control that the profile of DUT has: runs the stimuli of FOLDER that write other values than those of the set-up, with
 * a golden model for which the control keeps the value of the set-up, until a run has a finding that it does not have otherwise.
 * A MAC whose control has no effect has no such run. STOP may be NULL. Returns 0 or a negative errno with the line. */
int controls_seen(const struct dut *dut, const char *folder, const atomic_bool *stop, struct control_seen ret[PM_CONTROL_COUNT],
                  struct env_error *ret_error);
#endif
