/* SPDX-License-Identifier: Apache-2.0 */
/* A corpus: stimuli that pass. It is a folder of files, each named after its content, or a pack: one file in which the stimuli follow each other. */
#ifndef PAUSEBENCH_CORPUS_H
#define PAUSEBENCH_CORPUS_H
#include "base/dut.h"
#include "base/env.h"
#include "stimulus/item.h"

#include <stdatomic.h>

/* Lists the stimuli of the corpus PATH: the files of a folder, or "PATH#1", "PATH#2" and so on for those of a pack, each of which begins with
 * its line "pausebench-stim VERSION". Returns 0 or negative errno; that there is no stimulus is an error. The caller releases the list with
 * stimuli_free(). */
int corpus_list(const char *path, char ***ret_stimuli, size_t *ret_count, struct env_error *ret_error);
/* Reads STIMULUS of a corpus, as corpus_list() names it, as an input of DUT: drops its expectations, and gives each wait a bound. *RET_FITS is
 * false if DUT lacks a capability that the stimulus needs. The caller releases RET in any case. Returns 0, or negative errno with a line about
 * STIMULUS in RET_ERROR. */
int corpus_load(const char *stimulus, const struct dut *dut, struct stimulus *ret, bool *ret_fits, struct env_error *ret_error);
/* Writes STIM, a stimulus of DUT, to PATH; if PATH is NULL, to a file of FOLDER that is named after its content. Returns 0 or
 * negative errno. */
int corpus_save(const struct stimulus *stim, const struct dut *dut, const char *path, const char *folder,
                struct env_error *ret_error);

struct distil_options {
	const struct dut *dut;
	const char *from, *to; /* a corpus, and a folder, which is made if it is missing and whose files are not touched */
	unsigned most;         /* how many stimuli .to gets at most */
	const atomic_bool *stop;
	FILE *log;
};
/* Makes a small corpus of a large one. Again and again it takes the stimulus of .from that reaches the most new classes for the
 * time of its run. Then it leaves items out of each as long as the stimulus reaches the classes for which it was taken. Returns
 * the exit status: 0, or 2 with RET_ERROR. */
int corpus_distil(const struct distil_options *options, struct env_error *ret_error);
#endif
