/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that each statement has its proof: the things that the tables name must be in the checkout, and runs must have exercised
 * them often enough, by the exercised.json of a regression. */
#ifndef PAUSEBENCH_PROOF_H
#define PAUSEBENCH_PROOF_H
#include "base/env.h"
#include "statements.h"

#include <stdint.h>

enum { PROOF_EXACT, PROOF_BLACK_BOX, PROOF_MODES };

struct proof_row {
	const struct statement *statement;
	char missing[256]; /* the things that the proof lacks; "" if it is whole. A statement with a text here is red. */
	/* In how many runs of the regression the condition held, and in how many it did not. */
	uint64_t when[PROOF_MODES], otherwise[PROOF_MODES];
};

struct proof {
	struct proof_row *rows; /* one for each statement, in the order of the table */
	size_t count, red;
	bool counted; /* exercised.json was read */
};

/* Looks up all statements in the checkout TREE. EXERCISED is the exercised.json of a regression; if it is NULL, the bounds of
 * regs/exercised.def say whether a statement was exercised. Returns 0 or negative errno. */
int proof_open(struct proof *ret, const char *tree, const char *exercised, struct env_error *ret_error);
void proof_release(struct proof *proof);

/* Writes the path of the file NAME SUFFIX in FOLDER, or in a folder below it, such as "rtl/common/pause_rx.v", into RET. Returns
 * false if there is no such file, or more than one. */
bool proof_find_file(const char *tree, const char *folder, const char *name, const char *suffix, char *ret, size_t size);
/* Writes the path of the file NAME.c in a folder of models/ that defines FUNCTION into RET. Returns false if there is none. */
bool proof_find_function(const char *tree, const char *name, const char *function, char *ret, size_t size);

/* Prints doc/quality/proof.md, with the bounds of regs/exercised.def. */
void proof_page(FILE *out, const struct proof *proof, const char *tree);
/* Prints regs/exercised.def for the counts of PROOF. */
void proof_bounds(FILE *out, const struct proof *proof);
/* Prints a row for a terminal; with COLOURS in red if it is red. */
void proof_text(FILE *out, const struct proof *proof, const struct proof_row *row, bool colours);
/* Prints how many statements there are of each class, and how many of them are red. */
void proof_totals(FILE *out, const struct proof *proof, bool colours);
/* Prints a line for each statement that was exercised less often than regs/exercised.def says. Returns how many these are. */
size_t proof_check(FILE *out, const struct proof *proof);
#endif
