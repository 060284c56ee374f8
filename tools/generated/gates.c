/* SPDX-License-Identifier: Apache-2.0 */
/* Builds and-inverter graphs and writes them (AIGER, binary). */
#include "gates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lit gate_new(struct gates *s, enum kind kind, lit a, lit b)
{
	if (s->count == s->size) {
		s->size = s->size ? 2 * s->size : 1 << 16;
		s->gate = memory(s->gate, s->size, sizeof(*s->gate));
	}
	s->gate[s->count] = (struct gate){ kind, a, b };
	return 2 * s->count++;
}

static uint32_t place_of(const struct gates *s, lit a, lit b)
{
	uint64_t hash = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15U;
	uint32_t i = (uint32_t)(hash >> 32) & (s->table_size - 1);

	while (s->table[i] && (s->gate[s->table[i]].a != a || s->gate[s->table[i]].b != b))
		i = (i + 1) & (s->table_size - 1);
	return i;
}

static void table_grow(struct gates *s)
{
	s->table_size = s->table_size ? 2 * s->table_size : 1 << 18;
	s->table = memory(s->table, s->table_size, sizeof(*s->table));
	memset(s->table, 0, s->table_size * sizeof(*s->table));
	for (uint32_t i = 1; i < s->count; i++)
		if (s->gate[i].kind == AND)
			s->table[place_of(s, s->gate[i].a, s->gate[i].b)] = i;
}

void gates_init(struct gates *s)
{
	*s = (struct gates){ 0 };
	gate_new(s, CONSTANT, 0, 0);
	table_grow(s);
}

lit both(struct gates *s, lit a, lit b)
{
	uint32_t place;

	if (a > b) {
		lit c = a;
		a = b;
		b = c;
	}
	if (a == 0 || a == (b ^ 1))
		return 0;
	if (a == 1 || a == b)
		return b;
	if (2 * s->count >= s->table_size)
		table_grow(s);
	place = place_of(s, a, b);
	if (!s->table[place])
		s->table[place] = gate_new(s, AND, a, b) / 2;
	return 2 * s->table[place];
}

lit either(struct gates *s, lit a, lit b)
{
	return both(s, a ^ 1, b ^ 1) ^ 1;
}

lit differ(struct gates *s, lit a, lit b)
{
	return either(s, both(s, a, b ^ 1), both(s, a ^ 1, b));
}

lit choose(struct gates *s, lit which, lit yes, lit no)
{
	return either(s, both(s, which, yes), both(s, which ^ 1, no));
}

/* Forgets the gates from COUNT on. */
void gates_cut(struct gates *s, uint32_t count)
{
	s->count = count;
	s->table_size /= 2;
	table_grow(s);
}

/* ---- writing ---- */

/* What is written: leaves as inputs, then registers, then gates. */
struct writer {
	const struct gates *s;
	lit *number;             /* of each gate, 2 * variable; UINT32_MAX: not written */
	uint32_t *input, inputs; /* gates */
	uint32_t *order, ands;
	const lit *state, *next; /* registers: leaf and next value */
	uint32_t states, *latch, latches;
};

static void mark(struct writer *w, uint32_t root)
{
	uint32_t *stack = memory(NULL, w->s->count, sizeof(*stack)), depth = 0;

	stack[depth++] = root;
	while (depth) {
		uint32_t i = stack[depth - 1];
		const struct gate *g = &w->s->gate[i];
		if (w->number[i] != UINT32_MAX) {
			depth--;
		} else if (g->kind == AND && w->number[g->a / 2] == UINT32_MAX) {
			stack[depth++] = g->a / 2;
		} else if (g->kind == AND && w->number[g->b / 2] == UINT32_MAX) {
			stack[depth++] = g->b / 2;
		} else {
			depth--;
			w->number[i] = 0;
			if (g->kind == AND)
				w->order[w->ands++] = i;
			else if (g->kind == LEAF)
				w->input[w->inputs++] = i;
		}
	}
	free(stack);
}

/* Leaves that are registers need their next values as well, until nothing is added. */
static void mark_states(struct writer *w)
{
	bool *done = calloc(w->states + 1, sizeof(*done)), more = true;

	while (more) {
		more = false;
		for (uint32_t i = 0; i < w->states; i++)
			if (!done[i] && w->number[w->state[i] / 2] != UINT32_MAX) {
				done[i] = more = true;
				w->latch[w->latches++] = i;
				mark(w, w->next[i] / 2);
			}
	}
	free(done);
}

static lit numbered(const struct writer *w, lit l)
{
	return w->number[l / 2] ^ (l & 1);
}

static void write_delta(FILE *out, uint32_t delta)
{
	for (; delta >= 0x80; delta >>= 7)
		putc((int)(delta & 0x7f) | 0x80, out);
	putc((int)delta, out);
}

void gates_write(const struct gates *s, lit bad, const lit *state, const lit *next, uint32_t states, const char *path)
{
	struct writer w = { .s = s, .state = state, .next = next, .states = states };
	uint32_t variable = 1, inputs = 0;
	FILE *out = fopen(path, "w");

	w.number = memory(NULL, s->count, sizeof(lit));
	w.input = memory(NULL, s->count, sizeof(lit));
	w.order = memory(NULL, s->count, sizeof(lit));
	w.latch = memory(NULL, states, sizeof(lit));
	memset(w.number, 0xff, s->count * sizeof(lit));
	w.number[0] = 0;
	mark(&w, bad / 2);
	mark_states(&w);
	for (uint32_t i = 0; i < w.latches; i++)
		w.number[state[w.latch[i]] / 2] = 1;
	for (uint32_t i = 0; i < w.inputs; i++)
		if (w.number[w.input[i]] == 0) {
			w.number[w.input[i]] = 2 * variable++;
			inputs++;
		}
	for (uint32_t i = 0; i < w.latches; i++)
		w.number[state[w.latch[i]] / 2] = 2 * variable++;
	for (uint32_t i = 0; i < w.ands; i++)
		w.number[w.order[i]] = 2 * variable++;
	if (!out)
		fail("%s: it cannot be written", path);
	fprintf(out, "aig %u %u %u 1 %u\n", variable - 1, inputs, w.latches, w.ands);
	for (uint32_t i = 0; i < w.latches; i++)
		fprintf(out, "%u\n", numbered(&w, next[w.latch[i]]));
	fprintf(out, "%u\n", numbered(&w, bad));
	for (uint32_t i = 0; i < w.ands; i++) {
		lit a = numbered(&w, s->gate[w.order[i]].a), b = numbered(&w, s->gate[w.order[i]].b), lhs = w.number[w.order[i]];
		write_delta(out, lhs - (a > b ? a : b));
		write_delta(out, (a > b ? a : b) - (a > b ? b : a));
	}
	if (fclose(out))
		fail("%s: it cannot be written", path);
	free(w.number);
	free(w.input);
	free(w.order);
	free(w.latch);
}
