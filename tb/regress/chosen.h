/* SPDX-License-Identifier: Apache-2.0 */
/* Says which runs a suite needs, by a measurement of each run: the file FOLDER/NAME.suite, which `make choice` writes beside the stimuli.
 *
 * Lines of the file; # begins a comment.
 *   rows ROW...                     the rows of which all runs were measured
 *   built ROW...                    those of them that `make smoke` builds if nobody names others (mk/rows.sh reads this line)
 *   seeds ROW HASH SEED...          which of the seeds 1 to 600 the suite runs on ROW, exact; HASH is the hash of what the generator makes
 *   STIMULUS HASH ROW[:MODE]...     a file below FOLDER, without its suffix, and the hash of the lines that it stands for: the rows that
 *                                   run it, exact and as black box, or in one MODE alone; "-": no row needs it
 * A run that was not measured is not left out: one of another row, of a file that is not listed or stands for other lines, or of a seed of
 * another generator. */
#ifndef PAUSEBENCH_CHOSEN_H
#define PAUSEBENCH_CHOSEN_H
#include "base/dut.h"
#include "base/env.h"

#include <stdint.h>

enum chosen_answer {
	CHOSEN_UNKNOWN, /* it was not measured */
	CHOSEN_NOT,     /* it adds nothing to what the chosen runs find and reach */
	CHOSEN,
};

struct chosen;
/* Reads FOLDER/NAME.suite. *RET is NULL if there is no such file. Returns 0 or a negative errno with the line; the caller closes
 * *RET by chosen_close(). */
int chosen_open(const char *folder, const char *name, struct chosen **ret, struct env_error *ret_error);
/* CHOSEN may be NULL. */
void chosen_close(struct chosen *chosen);
/* Answers for the run of the stimulus file PATH, below FOLDER, on DUT. CHOSEN may be NULL: then nothing was measured. */
enum chosen_answer chosen_file(struct chosen *chosen, const struct dut *dut, const char *path, bool black_box);
/* Answers for the exact run of SEED, with as many items as the suites have. */
enum chosen_answer chosen_seed(struct chosen *chosen, const struct dut *dut, uint32_t seed);

/* Writes into RET the hash of the lines that a stimulus file stands for (stimulus_put_lines()), which decide its items on each DUT, and of the
 * captures that they name. Returns 0 or a positive errno. */
int chosen_hash_file(const char *path, char ret[17]);
/* Writes the hash of the stimuli of the first seeds of DUT into RET. Returns likewise. */
int chosen_hash_seeds(const struct dut *dut, char ret[17]);
#endif
