/* SPDX-License-Identifier: Apache-2.0 */
/* Writes, for mutants of a netlist, what has to be shown unsatisfiable so that they are equivalent to it. The netlist is an and-inverter graph
 * (AIGER) with the inputs planted[0..15], which select a mutant, and no memories: what they are written with, and where they are read, are outputs,
 * and what is read are inputs.
 *
 * Rules.
 *  1. The graph is built twice over the same inputs and registers, without a mutation and with one, with each gate once. If all outputs and all next
 *     values of registers are the same gates then, the mutant is equivalent by "structure".
 *  2. Else NUMBER.comb.aig has one output, which is 1 if any of them differ. If that is impossible, the mutant is equivalent in any state of the
 *     registers.
 *  3. Else NUMBER.seq.aig has a second copy of those registers that may differ, and one output, which is 1 if the outputs differ. Both copies begin with
 *     the same arbitrary values, and rst_n is 0 in the first clock, whose outputs do not count.
 *
 * usage: prove GRAPH.aig OUT_DIR < NUMBERS; prints "structure NUMBER", or "open NUMBER" if it wrote the two files. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t lit; /* 2 * gate, + 1: inverted; 0 and 1 are constants */

enum { PLANTED_BITS = 16 };

/* The graph as it was read. Literals are those of the file: inputs, registers and gates in this order. */
struct graph {
	uint32_t inputs, latches, outputs, ands;
	lit *next, *output, (*and)[2];
	uint32_t planted[PLANTED_BITS], reset; /* indices of inputs */
};

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

static void fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "prove: ");
	vfprintf(stderr, format, args);
	fprintf(stderr, "\n");
	va_end(args);
	exit(2);
}

static void *memory(void *old, size_t count, size_t size)
{
	void *ret = realloc(old, (count + 1) * size);

	if (!ret)
		fail("there is no memory");
	return ret;
}

/* ---- reading ---- */

static uint32_t read_delta(FILE *in)
{
	uint32_t ret = 0;

	for (int shift = 0;; shift += 7) {
		int c = getc(in);
		if (c == EOF)
			fail("the graph ends too early");
		ret |= (uint32_t)(c & 0x7f) << shift;
		if (!(c & 0x80))
			return ret;
	}
}

static void read_names(struct graph *g, FILE *in)
{
	char line[1024];
	unsigned index, bit;

	g->reset = UINT32_MAX;
	memset(g->planted, 0xff, sizeof(g->planted));
	while (fgets(line, sizeof(line), in) && line[0] != 'c') {
		if (sscanf(line, "i%u planted[%u]", &index, &bit) == 2 && bit < PLANTED_BITS)
			g->planted[bit] = index;
		if (sscanf(line, "i%u ", &index) == 1 && !strcmp(strchr(line, ' '), " rst_n\n"))
			g->reset = index;
	}
	if (g->reset == UINT32_MAX)
		fail("the graph has no input rst_n");
}

static void graph_read(struct graph *g, const char *path)
{
	FILE *in = fopen(path, "r");
	char line[256];
	uint32_t max, lhs;

	if (!in || fscanf(in, "aig %u %u %u %u %u", &max, &g->inputs, &g->latches, &g->outputs, &g->ands) != 5 ||
	    !fgets(line, sizeof(line), in))
		fail("%s: not a graph", path);
	g->next = memory(NULL, g->latches, sizeof(lit));
	g->output = memory(NULL, g->outputs, sizeof(lit));
	g->and = memory(NULL, g->ands, sizeof(*g->and));
	for (uint32_t i = 0; i < g->latches; i++)
		if (!fgets(line, sizeof(line), in) || sscanf(line, "%u", &g->next[i]) != 1)
			fail("%s: a register is missing", path);
	for (uint32_t i = 0; i < g->outputs; i++)
		if (!fgets(line, sizeof(line), in) || sscanf(line, "%u", &g->output[i]) != 1)
			fail("%s: an output is missing", path);
	for (uint32_t i = 0; i < g->ands; i++) {
		lhs = 2 * (1 + g->inputs + g->latches + i);
		g->and[i][0] = lhs - read_delta(in);
		g->and[i][1] = g->and[i][0] - read_delta(in);
	}
	read_names(g, in);
	fclose(in);
}

/* ---- gates ---- */

static lit gate_new(struct gates *s, enum kind kind, lit a, lit b)
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

static lit both(struct gates *s, lit a, lit b)
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

static lit either(struct gates *s, lit a, lit b)
{
	return both(s, a ^ 1, b ^ 1) ^ 1;
}

static lit differ(struct gates *s, lit a, lit b)
{
	return either(s, both(s, a, b ^ 1), both(s, a ^ 1, b));
}

static lit choose(struct gates *s, lit which, lit yes, lit no)
{
	return either(s, both(s, which, yes), both(s, which ^ 1, no));
}

/* Forgets the gates from COUNT on. */
static void gates_cut(struct gates *s, uint32_t count)
{
	s->count = count;
	s->table_size /= 2;
	table_grow(s);
}

/* ---- copies ---- */

/* A copy of the graph: the gate of each of its variables. */
struct copy {
	lit *of;
};

static lit at(const struct copy *c, lit l)
{
	return c->of[l / 2] ^ (l & 1);
}

/* LEAF has the values of inputs and registers; mutant NUMBER is selected. */
static void copy_build(struct copy *c, const struct graph *g, struct gates *s, const lit *leaf, unsigned number)
{
	uint32_t leaves = g->inputs + g->latches;

	c->of[0] = 0;
	memcpy(c->of + 1, leaf, leaves * sizeof(lit));
	for (int i = 0; i < PLANTED_BITS; i++)
		if (g->planted[i] != UINT32_MAX)
			c->of[1 + g->planted[i]] = number >> i & 1;
	for (uint32_t i = 0; i < g->ands; i++)
		c->of[1 + leaves + i] = both(s, at(c, g->and[i][0]), at(c, g->and[i][1]));
}

static lit outputs_differ(const struct graph *g, struct gates *s, const struct copy *a, const struct copy *b)
{
	lit ret = 0;

	for (uint32_t i = 0; i < g->outputs; i++)
		ret = either(s, ret, differ(s, at(a, g->output[i]), at(b, g->output[i])));
	return ret;
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

static void write_graph(const struct gates *s, lit bad, const lit *state, const lit *next, uint32_t states, const char *path)
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

/* ---- the proofs ---- */

struct prover {
	struct graph g;
	struct gates s;
	lit *leaf; /* inputs and registers, all arbitrary */
	struct copy good, bad;
	uint32_t gates; /* without those of a mutant */
};

/* Rule 2. Returns false if nothing differs. */
static bool write_combinational(struct prover *p, unsigned number, const char *path)
{
	lit bad;

	copy_build(&p->bad, &p->g, &p->s, p->leaf, number);
	bad = outputs_differ(&p->g, &p->s, &p->good, &p->bad);
	for (uint32_t i = 0; i < p->g.latches; i++)
		bad = either(&p->s, bad, differ(&p->s, at(&p->good, p->g.next[i]), at(&p->bad, p->g.next[i])));
	if (bad)
		write_graph(&p->s, bad, NULL, NULL, 0, path);
	return bad != 0;
}

/* Rule 3. OWN: the registers of which the mutant has a copy; the set grows until the others are the same in both. */
static void write_sequential(struct prover *p, unsigned number, const char *path)
{
	const struct graph *g = &p->g;
	uint32_t states = 0;
	struct copy good = { memory(NULL, 1 + g->inputs + g->latches + g->ands, sizeof(lit)) };
	lit *state = memory(NULL, 2 * g->latches + 1, sizeof(lit)), *next = memory(NULL, 2 * g->latches + 1, sizeof(lit));
	lit *leaf = memory(NULL, g->inputs + g->latches, sizeof(lit)), *other = memory(NULL, g->inputs + g->latches, sizeof(lit));
	lit *value = memory(NULL, 2 * g->latches, sizeof(lit)), *first = memory(NULL, g->latches, sizeof(lit));
	bool *own = calloc(g->latches + 1, sizeof(*own)), more = true;
	lit started = gate_new(&p->s, LEAF, 0, 0);

	memcpy(leaf, p->leaf, g->inputs * sizeof(lit));
	leaf[g->reset] = both(&p->s, leaf[g->reset], started);
	for (uint32_t i = 0; i < g->latches; i++) {
		value[i] = gate_new(&p->s, LEAF, 0, 0);
		value[g->latches + i] = gate_new(&p->s, LEAF, 0, 0);
		first[i] = gate_new(&p->s, LEAF, 0, 0);
		leaf[g->inputs + i] = choose(&p->s, started, value[i], first[i]);
	}
	copy_build(&good, g, &p->s, leaf, 0);
	memcpy(other, leaf, (g->inputs + g->latches) * sizeof(lit));
	while (more) {
		more = false;
		copy_build(&p->bad, g, &p->s, other, number);
		for (uint32_t i = 0; i < g->latches; i++)
			if (!own[i] && at(&good, g->next[i]) != at(&p->bad, g->next[i])) {
				own[i] = more = true;
				other[g->inputs + i] = choose(&p->s, started, value[g->latches + i], first[i]);
			}
	}
	state[states] = started;
	next[states++] = 1;
	for (uint32_t i = 0; i < g->latches; i++) {
		state[states] = value[i];
		next[states++] = at(&good, g->next[i]);
		state[states] = value[g->latches + i];
		next[states] = at(&p->bad, g->next[i]);
		states += own[i];
	}
	write_graph(&p->s, both(&p->s, started, outputs_differ(g, &p->s, &good, &p->bad)), state, next, states, path);
	free(good.of);
	free(state);
	free(next);
	free(leaf);
	free(other);
	free(value);
	free(first);
	free(own);
}

int main(int argc, char **argv)
{
	struct prover p = { 0 };
	unsigned number;
	char path[512];
	size_t variables;

	if (argc != 3) {
		fprintf(stderr, "usage: prove GRAPH.aig OUT_DIR < NUMBERS\n");
		return 2;
	}
	graph_read(&p.g, argv[1]);
	gate_new(&p.s, CONSTANT, 0, 0);
	table_grow(&p.s);
	variables = 1 + p.g.inputs + p.g.latches + p.g.ands;
	p.leaf = memory(NULL, p.g.inputs + p.g.latches, sizeof(lit));
	for (uint32_t i = 0; i < p.g.inputs + p.g.latches; i++)
		p.leaf[i] = gate_new(&p.s, LEAF, 0, 0);
	p.good.of = memory(NULL, variables, sizeof(lit));
	p.bad.of = memory(NULL, variables, sizeof(lit));
	copy_build(&p.good, &p.g, &p.s, p.leaf, 0);
	p.gates = p.s.count;
	while (scanf("%u", &number) == 1) {
		snprintf(path, sizeof(path), "%s/%u.comb.aig", argv[2], number);
		if (!write_combinational(&p, number, path)) {
			printf("structure %u\n", number);
		} else {
			printf("open %u\n", number);
			snprintf(path, sizeof(path), "%s/%u.seq.aig", argv[2], number);
			write_sequential(&p, number, path);
		}
		gates_cut(&p.s, p.gates);
	}
	return 0;
}
