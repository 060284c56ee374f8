/* SPDX-License-Identifier: Apache-2.0 */
/* The statements of the documents, and the modules, rules, tests and so on that prove each of them: regs/<device>/statements.def,
 * regs/clauses.def. */
#ifndef PAUSEBENCH_STATEMENTS_H
#define PAUSEBENCH_STATEMENTS_H
#include "base/readings.h"

#include <stddef.h>

/* The class of a statement. Only one of the class STATEMENT_PROVEN names things that prove it. */
enum statement_class {
	STATEMENT_PROVEN,
	STATEMENT_STORAGE, /* it is about bits that only store, or read 0, in the bundled device */
	STATEMENT_OUTSIDE, /* the pins and registers of a MAC do not show what it is about */
};
extern const char *const statement_class_names[STATEMENT_OUTSIDE + 1];

/* A statement. Lists have a space between two names; a list that proves nothing is "". */
struct statement {
	const char *model;     /* "bcm5718"; "802.3" for a clause, whose name is a tag of doc/reference/readings.md */
	const char *name;      /* unique within the model */
	const char *source;    /* a document of doc/reference/readings.md */
	const char *place;     /* the place in this document */
	const char *text;      /* the statement in our words */
	const char *tags;      /* how it is read: rows of doc/reference/readings.md */
	const char *rtl;       /* modules of rtl/ */
	const char *functions; /* functions of models/: "FILE:FUNCTION", without folder and ".c" */
	const char *rules;
	/* What the bench notes in runs in which the condition of the statement holds, and in runs in which it does not: the name
	 * of a rule that was exercised, or of a counter that moved or stood still. */
	const char *when, *otherwise;
	const char *stimuli, *mutants; /* without folder and suffix */
	enum statement_class class;
	const char *reason; /* the reason for a class other than STATEMENT_PROVEN */
};
extern const struct statement statement_table[];
extern const size_t statement_count;

#define STATEMENT_CLAUSE "802.3"
/* Writes the name of a statement, such as "bcm5718.xoff-state-crc", or "R14" for a clause, into RET. */
enum { STATEMENT_NAME_SIZE = 96 };
const char *statement_name(const struct statement *statement, char ret[STATEMENT_NAME_SIZE]);
/* Returns the statement of this name, or NULL. */
const struct statement *statement_by_name(const char *name);
/* Returns the text of a statement; that of a clause comes from doc/reference/readings.md. */
const char *statement_text(const struct statement *statement);

/* The least number of runs of `make regress` in which the condition held, and in which it did not: regs/exercised.def. */
struct statement_bound {
	const char *name;
	unsigned when, otherwise;
};
extern const struct statement_bound statement_bounds[];
extern const size_t statement_bound_count;
/* Returns the bound of a statement, or NULL. */
const struct statement_bound *statement_bound(const struct statement *statement);
/* Returns the bound for a count of runs: a number below half of it that is 1, 2 or 5 times a power of ten, so that the bound
 * still holds when the generator draws other numbers. Returns 0 if COUNT is 0. */
unsigned statement_bound_of(unsigned long count);

/* Copies the next name of the list *LIST into RET, and moves *LIST behind it. Returns false at the end. */
bool statement_next_name(const char **list, char *ret, size_t size);
#endif
