/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a statement's stimuli show that a control of the MAC does anything. */
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
	bool seen;         /* a control that keeps the value of the set-up would have been found ... */
	char stimulus[96]; /* ... by this stimulus */
	unsigned varied;   /* so many stimuli write other values */
};

/* Of each control that the profile of DUT has: runs the stimuli of FOLDER that write other values than those of the set-up, and tells the golden model that
 * the control keeps the value of the set-up, until a run that has no finding else has one. A MAC whose control is dead gives none. STOP may be NULL. 0 or
 * a negative errno with the line. */
int controls_seen(const struct dut *dut, const char *folder, const atomic_bool *stop, struct control_seen ret[PM_CONTROL_COUNT],
                  struct env_error *ret_error);
#endif
