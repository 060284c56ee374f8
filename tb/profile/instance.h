/* SPDX-License-Identifier: Apache-2.0 */
/* Which nets an instance, a piece of Verilog, names. */
#ifndef PAUSEBENCH_INSTANCE_H
#define PAUSEBENCH_INSTANCE_H
#include "../models/profile.h"

#include <stdbool.h>

/* Returns the line of the first place at which NAME stands in TEXT as an identifier of its own, outside of comments and strings; 0: nowhere. The
 * name of a port (".name") is none: a port may have the name of a net that it is not tied to. */
unsigned instance_line_of(const char *text, const char *name);
/* True if the instance has a net of the control: cfg_<control>, or those of a request. */
bool instance_has_control(const char *text, enum pm_control control);
extern const char *const pm_control_names[PM_CONTROL_COUNT + 1];
#endif
