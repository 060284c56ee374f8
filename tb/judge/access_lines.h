/* SPDX-License-Identifier: Apache-2.0 */
/* Files of text that tell a judge of registers, one statement a line; '#' begins a comment. Readings of counters: `NAME VALUE`. Accesses, in the order of
 * time, which is in nanoseconds of the captures:
 *
 *     TIME write ADDRESS VALUE
 *     TIME read ADDRESS VALUE
 *     TIME control NAME VALUE
 *     TIME reset NANOSECONDS */
#ifndef PAUSEBENCH_ACCESS_LINES_H
#define PAUSEBENCH_ACCESS_LINES_H
#include "base/capture.h"

struct access_lines;
struct pm_judge;

/* Each returns 0, or -1 with a line in MESSAGE, of SIZE octets, that names file and line. */
int access_lines_open(const char *path, struct access_lines **ret, char *message, size_t size);
/* Passes the next access to JUDGE as one at TIME, and reads the one after it. */
int access_lines_pass(struct access_lines *lines, struct pm_judge *judge, uint64_t time, char *message, size_t size);
/* Passes the readings of counters in the file PATH. */
int access_counters(const char *path, struct pm_judge *judge, uint64_t time, char *message, size_t size);

/* LINES may be NULL, which has none. */
bool access_lines_ready(const struct access_lines *lines);
/* Returns the time of the next access, in picoseconds as those of captures. */
/* Returns the number of the line that is next. */
unsigned access_lines_line(const struct access_lines *lines);
capture_time access_lines_time(const struct access_lines *lines);
void access_lines_close(struct access_lines *lines);
#endif
