/* SPDX-License-Identifier: Apache-2.0 */
/* Gates of an and-inverter graph that is being built, each of them once. */
#ifndef GATES_H
#define GATES_H
#include "aiger.h"

enum kind { CONSTANT, LEAF, AND };
struct gate {
	enum kind kind;
	lit a, b;
};

/* Gates, each once. */
struct gates {
	struct gate *gate;
	uint32_t count, size;
	uint32_t *table, table_size; /* of AND gates; 0: empty */
};

/* Makes S the gates of the constants alone. */
void gates_init(struct gates *s);
/* Appends a gate and returns its literal. */
lit gate_new(struct gates *s, enum kind kind, lit a, lit b);
/* Each of these returns the literal of a gate that is there once, or a constant. */
lit both(struct gates *s, lit a, lit b);
lit either(struct gates *s, lit a, lit b);
lit differ(struct gates *s, lit a, lit b);
lit choose(struct gates *s, lit which, lit yes, lit no);
/* Forgets all gates from number COUNT on. */
void gates_cut(struct gates *s, uint32_t count);
/* Writes the graph of BAD, a single output, as AIGER to PATH; STATES registers have the leaves STATE and the next values NEXT. */
void gates_write(const struct gates *s, lit bad, const lit *state, const lit *next, uint32_t states, const char *path);
#endif
