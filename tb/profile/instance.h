/* SPDX-License-Identifier: Apache-2.0 */
/* Finds which nets an instance, a piece of Verilog, names. */
#ifndef PAUSEBENCH_INSTANCE_H
#define PAUSEBENCH_INSTANCE_H
#include "../models/profile.h"

#include <stdbool.h>

/* Returns the line of the first place at which NAME stands in TEXT as an identifier, outside of comments and strings; 0: there is
 * none. The name of a port (".name") does not count, since a port may have the name of a net to which it is not tied. */
unsigned instance_line_of(const char *text, const char *name);
/* Returns true if the instance names a net of the control: cfg_<control>, or a net of a request. */
bool instance_has_control(const char *text, enum pm_control control);
extern const char *const pm_control_names[PM_CONTROL_COUNT + 1];
#endif
