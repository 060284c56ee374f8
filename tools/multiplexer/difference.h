/* SPDX-License-Identifier: Apache-2.0 */
/* What a fault changes in a file of the RTL, as parts of its tree that a multiplexer can stand for (multiplex.c). */
#ifndef PAUSEBENCH_DIFFERENCE_H
#define PAUSEBENCH_DIFFERENCE_H
#include "verilog.h"

struct name {
	const struct token *token;
	struct name *next;
};

struct fault {
	unsigned number;
	struct name *names; /* that it adds, in all of its files */
	struct fault *next;
};

/* Tokens of a file of FAULT; none: nothing. What is added is from the token .guarded on a statement for the fault alone, unless that is 0. */
struct change {
	const struct fault *fault;
	const struct verilog *file;
	size_t begin, end, guarded;
	struct change *next;
};

/* The comparison of files, OLD with NEW, that of FAULT. */
struct difference {
	const struct verilog *old, *new;
	struct fault *fault;
	struct pending *pending; /* what will change, if all differences can be joined */
};

/* Returns whether the difference of the files can be joined, and adds what has to change to .pending. */
bool difference_compare(struct difference *d);
/* Makes the changes, in the trees of all files that were compared since .pending was NULL. */
void difference_commit(struct difference *d);
/* Returns whether TOKEN is a name that FAULT adds. */
bool fault_adds(const struct fault *fault, const struct token *token);
#endif
