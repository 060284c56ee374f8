/* SPDX-License-Identifier: Apache-2.0 */
/* The statements of the documents, and what proves each of them here: regs/<device>/statements.def, regs/clauses.def. */
#ifndef PAUSEBENCH_STATEMENTS_H
#define PAUSEBENCH_STATEMENTS_H
#include "base/readings.h"

#include <stddef.h>

/* What kind of statement it is. Only STATEMENT_PROVEN names something that proves it. */
enum statement_class {
	STATEMENT_PROVEN,
	STATEMENT_STORAGE, /* what it speaks of is storage, or reads 0, in our part */
	STATEMENT_OUTSIDE, /* it says nothing that the pins or registers of a MAC show */
};
extern const char *const statement_class_names[STATEMENT_OUTSIDE + 1];

/* Lists have a space between two names; a list that proves nothing is "". */
struct statement {
	const char *model;     /* "bcm5718"; "802.3" for a clause, whose name is a tag of doc/reference/readings.md */
	const char *name;      /* of its own within the model */
	const char *source;    /* a document of doc/reference/readings.md */
	const char *place;     /* where in it */
	const char *text;      /* in our words */
	const char *tags;      /* how it is read: rows of doc/reference/readings.md */
	const char *rtl;       /* modules of rtl/ */
	const char *functions; /* of models/: "FILE:FUNCTION", without folder and ".c" */
	const char *rules;
	/* What the bench notes in runs in which the condition of the statement held, and in which it did not: the name of a rule that
	 * was exercised, or of a counter that moved or stood still. */
	const char *when, *otherwise;
	const char *stimuli, *mutants; /* without folder and suffix */
	enum statement_class class;
	const char *reason; /* of another class than STATEMENT_PROVEN */
};
extern const struct statement statement_table[];
extern const size_t statement_count;

#define STATEMENT_CLAUSE "802.3"
/* "bcm5718.xoff-state-crc", of a clause "R14"; into RET. */
enum { STATEMENT_NAME_SIZE = 96 };
const char *statement_name(const struct statement *statement, char ret[STATEMENT_NAME_SIZE]);
/* The statement of this name, or NULL. */
const struct statement *statement_by_name(const char *name);
/* The text of a statement, that of a clause from doc/reference/readings.md. */
const char *statement_text(const struct statement *statement);

/* The least number of runs of `make regress` in which the condition held, and in which it did not: regs/exercised.def. */
struct statement_bound {
	const char *name;
	unsigned when, otherwise;
};
extern const struct statement_bound statement_bounds[];
extern const size_t statement_bound_count;
/* The bound of a statement, or NULL. */
const struct statement_bound *statement_bound(const struct statement *statement);
/* The bound that a count of runs gives: less than half of it, as 1, 2 or 5 times a power of ten, so that it stays true when the generator
 * draws otherwise; 0 if COUNT is 0. */
unsigned statement_bound_of(unsigned long count);

/* Copies the next name of the list *LIST, which is moved behind it, into RET. False at the end. */
bool statement_next_name(const char **list, char *ret, size_t size);
#endif
