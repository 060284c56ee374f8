/* SPDX-License-Identifier: Apache-2.0 */
/* What the worlds found, as findings of the scoreboard. doc/develop/window.md */
#ifndef PAUSEBENCH_WINDOW_REPORT_H
#define PAUSEBENCH_WINDOW_REPORT_H
struct scoreboard;
struct window;

/* Adds what WINDOW found since the last call to the findings of SB: all of it if the worlds alone decide (struct scoreboard, .worlds); else, when the run is
 * over, what is about received PAUSE, own PAUSE frames, or own PFC frames, and SB has no finding of that. */
void window_report(struct window *window, struct scoreboard *sb);
/* Notes the rules that WINDOW put to the test. */
void window_exercise(const struct window *window, struct scoreboard *sb);
#endif
