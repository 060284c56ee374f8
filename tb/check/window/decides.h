/* SPDX-License-Identifier: Apache-2.0 */
/* Which rules the sets of worlds decide, of MACs that are known by a profile. doc/develop/window.md */
#ifndef PAUSEBENCH_DECIDES_H
#define PAUSEBENCH_DECIDES_H
#include "finding/finding.h"

#include <stdbool.h>

/* Returns true if RULE is one that the worlds decide. */
bool window_decides(enum rule rule);
#endif
