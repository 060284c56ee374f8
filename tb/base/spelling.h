/* SPDX-License-Identifier: Apache-2.0 */
/* How like two names are, for messages that suggest what somebody meant. */
#ifndef PAUSEBENCH_SPELLING_H
#define PAUSEBENCH_SPELLING_H
#include <stddef.h>

/* How many characters must be changed, put in or taken out to make B of A; SIZE_MAX if B is too long for a name. */
size_t spelling_edits(const char *a, const char *b);
#endif
