/* SPDX-License-Identifier: Apache-2.0 */
/* Which rules the sets of worlds decide; and where link faults may hide frames, so that they do not: would they have said the same as the scoreboard?
 * doc/develop/window.md */
#ifndef PAUSEBENCH_BESIDE_H
#define PAUSEBENCH_BESIDE_H
#include "check/scoreboard.h"

struct window;

/* Returns true if RULE is one that the worlds decide. */
bool window_decides(enum rule rule);
/* Returns true if the scoreboard, with RESULT, and WINDOW do not agree whether a run broke any of those rules. */
bool window_differs(const struct window *window, const struct scoreboard_result *result);
/* If they do not, or the worlds had to begin anew, and the environment variable PAUSEBENCH_WINDOW names a file, appends a line about the run of DUT to
 * it. */
void window_beside(const struct window *window, const struct scoreboard_result *result, const char *dut);
#endif
