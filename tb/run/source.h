/* SPDX-License-Identifier: Apache-2.0 */
/* The source of a stimulus: a file, a seed or a capture. It is plain data, so that another process can make the stimulus itself. */
#ifndef PAUSEBENCH_SOURCE_H
#define PAUSEBENCH_SOURCE_H
#include "base/dut.h"
#include "base/env.h"
#include "stimulus/item.h"

enum source_kind { SOURCE_FILE, SOURCE_SEED, SOURCE_PCAP };

struct source {
	enum source_kind kind;
	const char *path; /* for a file or a capture; it belongs to the caller and outlives the source */
	/* For a file: the stimulus that .path has or would have; it belongs to the caller; NULL: .path is read. */
	const struct stimulus *made;
	uint32_t seed; /* for a seed */
	size_t items;  /* for a seed */
	/* For a seed: names with commas between them, for stimulus_generate_of(); the caller's; NULL: all scenarios. */
	const char *scenarios;
	struct pcap_options pcap;
	/* Becomes .carried_out of the stimulus, in memory that is shared with the process of the run; or NULL. */
	uint64_t *carried_out;
};

/* Makes the stimulus of SOURCE for DUT. Returns 0 or a negative errno; the caller releases RET in any case. */
int source_load(const struct source *source, const struct dut *dut, struct stimulus *ret, struct env_error *ret_error);
/* Writes the message for RC, which a reader of stimuli or captures returned: "file:line:column: message", or the errno at PATH.
 * Returns RC. */
int source_fail(struct env_error *ret_error, int rc, const char *path, const struct stim_error *where);
/* Writes the last name of PATH without its suffix into RET. */
void source_stem(const char *path, char *ret, size_t size);
#endif
