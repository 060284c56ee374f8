/* SPDX-License-Identifier: Apache-2.0 */
/* What the worlds found, as findings of the scoreboard. doc/develop/window.md */
#ifndef PAUSEBENCH_WINDOW_REPORT_H
#define PAUSEBENCH_WINDOW_REPORT_H
struct scoreboard;
struct window;

/* Adds what WINDOW found since the last call to the findings of SB; where the worlds do not decide for it, frames by class alone. */
void window_report(struct window *window, struct scoreboard *sb);
/* Notes the rules of own frames that WINDOW put to the test. */
void window_exercise(const struct window *window, struct scoreboard *sb);
#endif
