/* SPDX-License-Identifier: Apache-2.0 */
/* What a regression is to run, as a text: two regressions with the same text have the same runs. */
#ifndef PAUSEBENCH_SELECTION_H
#define PAUSEBENCH_SELECTION_H
#include "regress/regress.h"

/* Returns the text, to be freed, without the shard; NULL if there is no memory. */
char *selection_text(const struct regress_options *options);
/* Fills OPTIONS from TEXT. The rows go to *RET_DUTS, other texts to *RET_ROOT (json_decref()). False if a row is unknown here, whose name is in RET_UNKNOWN. */
bool selection_read(const char *text, struct regress_options *options, const struct dut ***ret_duts, void **ret_root,
                    char *ret_unknown, size_t size);
/* Writes what distinguishes RUN from runs of the same name on the same DUT into RET. */
void selection_of_run(const struct regress_options *options, const struct suite_run *run, char *ret, size_t size);
#endif
