/* SPDX-License-Identifier: Apache-2.0 */
/* The selection of a regression: what it is to run, as a text. Two regressions with the same text have the same runs. */
#ifndef PAUSEBENCH_SELECTION_H
#define PAUSEBENCH_SELECTION_H
#include "regress/regress.h"

/* Returns the text without the shard, which the caller frees; NULL if there is no memory. */
char *selection_text(const struct regress_options *options);
/* Fills OPTIONS from TEXT. The rows go to *RET_DUTS, and the memory of other texts to *RET_ROOT (json_decref()). Returns false if
 * this program does not know a row, whose name is then in RET_UNKNOWN. */
bool selection_read(const char *text, struct regress_options *options, const struct dut ***ret_duts, void **ret_root,
                    char *ret_unknown, size_t size);
/* Writes the options that distinguish RUN from runs of the same name on the same DUT into RET. */
void selection_of_run(const struct regress_options *options, const struct suite_run *run, char *ret, size_t size);
#endif
