/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a port's name, and patterns of such parts. */
#ifndef PAUSEBENCH_NEW_MAC_NAME_H
#define PAUSEBENCH_NEW_MAC_NAME_H
#include <stdbool.h>
#include <stddef.h>

enum { NAME_PARTS = 16, NAME_PART = 32 };
struct name {
	char part[NAME_PARTS][NAME_PART]; /* in lower case; words.def gives each spelling its word */
	size_t count;
};

/* Splits a name: "cfg_rxPauseEn" has the parts cfg, rx, pause, enable. A direction at the end ("_i") is no part. */
void name_split(struct name *ret, const char *name);
bool name_has(const struct name *name, const char *part);
/* Returns true if the name fits PATTERN, which is explained in places.def. */
bool name_fits(const struct name *name, const char *pattern);
/* Returns true if the name is that of a reset; *RET_LOW: it is active low. */
bool name_is_reset(const struct name *name, bool *ret_low);
/* Returns the enum clock_domain (base/clocks.h) that the name of a clock or of a reset names, or -1. */
int name_domain(const struct name *name);
#endif
