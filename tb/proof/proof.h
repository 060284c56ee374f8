/* SPDX-License-Identifier: Apache-2.0 */
/* Does each statement have its proof? What the tables name is looked up in the checkout, and how often it was exercised in the exercised.json of a
 * regression. */
#ifndef PAUSEBENCH_PROOF_H
#define PAUSEBENCH_PROOF_H
#include "base/env.h"
#include "statements.h"

#include <stdint.h>

enum { PROOF_EXACT, PROOF_BLACK_BOX, PROOF_MODES };

struct proof_row {
	const struct statement *statement;
	char missing[256]; /* what the proof lacks; "" if it is whole. A statement with text here is red. */
	uint64_t when[PROOF_MODES], otherwise[PROOF_MODES]; /* runs of that regression */
};

struct proof {
	struct proof_row *rows; /* one for each statement, in the order of the table */
	size_t count, red;
	bool counted; /* exercised.json was read */
};

/* TREE: the checkout. EXERCISED: the exercised.json of a regression, or NULL: the bounds of regs/exercised.def say whether a statement was
 * exercised. 0 or negative errno. */
int proof_open(struct proof *ret, const char *tree, const char *exercised, struct env_error *ret_error);
void proof_release(struct proof *proof);

/* The file NAME SUFFIX of FOLDER or of a folder in it, as "rtl/common/pause_rx.v", into RET; false if there is not just one. */
bool proof_find_file(const char *tree, const char *folder, const char *name, const char *suffix, char *ret, size_t size);
/* The file NAME.c of a folder of models/ that defines FUNCTION, into RET; false if there is none. */
bool proof_find_function(const char *tree, const char *name, const char *function, char *ret, size_t size);

/* Prints doc/quality/proof.md, with the bounds of regs/exercised.def. */
void proof_page(FILE *out, const struct proof *proof, const char *tree);
/* Prints regs/exercised.def for the counts of PROOF. */
void proof_bounds(FILE *out, const struct proof *proof);
/* Prints a row for a terminal, a red one in red if COLOURS. */
void proof_text(FILE *out, const struct proof *proof, const struct proof_row *row, bool colours);
/* Prints how many statements there are of each class, and how many of them are red. */
void proof_totals(FILE *out, const struct proof *proof, bool colours);
/* Prints a line for each statement that was exercised less often than regs/exercised.def says. Returns how many these are. */
size_t proof_check(FILE *out, const struct proof *proof);
#endif
