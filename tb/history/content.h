/* SPDX-License-Identifier: Apache-2.0 */
/* The content of a run as a hash of everything on which its result depends. Two runs with the same hash have the same result. */
#ifndef PAUSEBENCH_CONTENT_H
#define PAUSEBENCH_CONTENT_H
#include "base/env.h"
#include "regress/suite.h"

#include <stdint.h>

enum { CONTENT_OCTETS = 16 };
struct content_hash {
	uint8_t octet[CONTENT_OCTETS];
};

/* The objects from which the program was linked. When it is linked, mk/content.sh writes one hash of the objects of the bench and
 * of the golden models, and for each row a hash of the objects of Verilator's code; a row without a name ends the list. A program
 * without these is hashed as a whole. */
struct content_row {
	const char *dut, *hash;
};
extern const char *const content_bench __attribute__((weak));
extern const struct content_row content_rows[] __attribute__((weak));

struct content;
/* Hashes the program and the libraries that it has loaded. Returns NULL with the line if that fails. */
struct content *content_open(struct env_error *ret_error);
void content_close(struct content *content);
/* Hashes RUN of DUT with OPTIONS. Returns false if its stimulus cannot be read; the run will say so. */
bool content_of(struct content *content, const struct dut *dut, const struct suite_run *run, const struct run_options *options,
                struct content_hash *ret);
/* To be called after RUN: true if the files of its stimulus still have the content HASH, so that the run has read just that
 * content. */
bool content_still(struct content *content, const struct dut *dut, const struct suite_run *run, const struct run_options *options,
                   const struct content_hash *hash);
/* Writes the hash of the bench into RET, for the record. */
void content_program(const struct content *content, char ret[17]);
#endif
