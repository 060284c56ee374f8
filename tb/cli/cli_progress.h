/* SPDX-License-Identifier: Apache-2.0 */
/* How far the one run of a command is, for who waits for it. */
#ifndef PAUSEBENCH_CLI_PROGRESS_H
#define PAUSEBENCH_CLI_PROGRESS_H
#include <stddef.h>
#include <stdint.h>

struct cli_progress;

/* Begins to show on stderr how many of ITEMS items the run has carried out, once it goes on for more than two seconds: on a terminal in one line that is
 * rewritten, elsewhere in a line for each fifth. NULL if there is no memory or no thread; the run goes on without it. */
struct cli_progress *cli_progress_begin(size_t items);
/* Where the process of the run notes the number, as .carried_out of its source; NULL for PROGRESS NULL. */
uint64_t *cli_progress_count(const struct cli_progress *progress);
/* Removes the line of a terminal. PROGRESS may be NULL. */
void cli_progress_end(struct cli_progress *progress);
#endif
