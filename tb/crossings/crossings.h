/* SPDX-License-Identifier: Apache-2.0 */
/* The crossings of a design: flip-flops that take what a flip-flop of another clock gives. */
#ifndef PAUSEBENCH_CROSSINGS_CROSSINGS_H
#define PAUSEBENCH_CROSSINGS_CROSSINGS_H
#include "design.h"

/* The edges of the clocks: those of enum clock_domain that rise, and behind them the same ones that fall. */
enum { EDGES = 8, EDGE_NONE = -1 };

enum crossing_kind {
	CROSS_SYNCHRONISED, /* one bit, and flip-flops of the same clock alone take it from this one */
	CROSS_ONE_FLOP,     /* one bit, but logic takes it from this flip-flop */
	CROSS_WORD,         /* taken when a condition of the own clock says so */
	CROSS_MEMORY,       /* a word of a memory */
	CROSS_LOGIC,        /* through logic */
	CROSS_RESET,        /* an asynchronous reset: .width is how many flip-flops it resets, .to the first of them */
	CROSS_KINDS
};

/* Bits .low to .low + .width - 1 of the variable .to get bits from .from_low on of the variable .from. */
struct crossing {
	enum crossing_kind kind;
	uint32_t to, low, from, from_low, width;
	int edge, from_edge;
	uint32_t
	    source; /* of the kinds from CROSS_MEMORY on: a variable of the other clock that reaches it; UINT32_MAX: of others */
	/* Where a simulation has them: NULL if it has not, or if the bench itself makes one of them. */
	const struct variable *to_var, *from_var;
	const char *to_module, *from_module;
};

struct crossings {
	struct crossing *crossing;
	size_t count, room;
	bool failed; /* no memory */
};

/* Finds the crossings of a design whose top is a wrapper of tb/seam. EDGE_OF: for each edge of a clock the one that is the same, which is another one for
 * clocks that the MAC does not have for itself. crossings_release() in any case. */
void crossings_find(struct crossings *ret, const struct design *design, const int edge_of[EDGES]);
/* Returns true if each of the bits LOW to HIGH of the register VAR is the exclusive or of two that stand side by side in one word, or the uppermost one. */
bool crossings_gray(const struct design *design, uint32_t var, uint32_t low, uint32_t high);
void crossings_release(struct crossings *crossings);
#endif
