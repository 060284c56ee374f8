/* SPDX-License-Identifier: Apache-2.0 */
/* Shows how far the one run of a command is. */
#ifndef PAUSEBENCH_CLI_PROGRESS_H
#define PAUSEBENCH_CLI_PROGRESS_H
#include <stddef.h>
#include <stdint.h>

struct cli_progress;

/* Begins to show on stderr how many of ITEMS items the run has carried out, when it has taken more than two seconds: on a
 * terminal in one line that is rewritten, elsewhere in a line for each fifth. Returns NULL if there is no memory or no thread;
 * the run does not need it. */
struct cli_progress *cli_progress_begin(size_t items);
/* Returns where the process of the run notes the number, for .carried_out of its source; NULL if PROGRESS is NULL. */
uint64_t *cli_progress_count(const struct cli_progress *progress);
/* Ends the display and removes its line from a terminal. PROGRESS may be NULL. */
void cli_progress_end(struct cli_progress *progress);
#endif
