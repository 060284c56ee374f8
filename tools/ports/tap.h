/* SPDX-License-Identifier: Apache-2.0 */
/* What a tap records of the two wires: captures with the times, the errors of time and the resolution of the nature. */
#ifndef PORTS_TAP_H
#define PORTS_TAP_H

#include "port.h"

/* Writes the captures into FOLDER. Returns 0, or a negative errno. */
int tap_write(const struct nature *n, const struct script *s, const struct sent *sent, const char *folder);

/* Returns true if the two ports look different to the tap. */
bool tap_differs(const struct nature *n, const struct sent *a, const struct sent *b);

#endif
