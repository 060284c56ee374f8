/* SPDX-License-Identifier: Apache-2.0 */
/* Where a stimulus comes from: a file, a seed or a capture. Plain data, so that a process can make the stimulus itself. */
#ifndef PAUSEBENCH_SOURCE_H
#define PAUSEBENCH_SOURCE_H
#include "base/dut.h"
#include "base/env.h"
#include "stimulus/item.h"

enum source_kind { SOURCE_FILE, SOURCE_SEED, SOURCE_PCAP };

struct source {
	enum source_kind kind;
	const char *path; /* FILE, PCAP; the caller's, outlives the source */
	const struct stimulus
	    *made;     /* FILE: what .path has, or would have if somebody wrote it; the caller's; NULL: it is read */
	uint32_t seed; /* SEED */
	size_t items;  /* SEED */
	const char
	    *scenarios; /* SEED: names between commas, as stimulus_generate_of(); the caller's, outlives the source; NULL: all */
	struct pcap_options pcap;
	uint64_t *carried_out; /* as in the stimulus that is made, memory that is shared with the process of the run; or NULL */
};

/* Makes the stimulus of SOURCE for DUT. Returns 0 or a negative errno; the caller releases RET in any case. */
int source_load(const struct source *source, const struct dut *dut, struct stimulus *ret, struct env_error *ret_error);
/* Writes the line of what a reader of stimuli or captures returned as RC: "file:line:column: message", or the errno at PATH. Returns RC. */
int source_fail(struct env_error *ret_error, int rc, const char *path, const struct stim_error *where);
/* Writes the stem of PATH into RET: without folders and the last suffix. */
void source_stem(const char *path, char *ret, size_t size);
#endif
