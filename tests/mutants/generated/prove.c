/* SPDX-License-Identifier: Apache-2.0 */
/* Writes, for mutants of a netlist, what has to be shown unsatisfiable so that they are equivalent to it. The netlist is an and-inverter graph
 * (AIGER) with the inputs planted[0..15], which select a mutant, and no memories (memory_ports.v): what has an effect on their content is an output,
 * where a port PORT reads are the outputs PORT.proof_address, and what it reads there are the inputs PORT.proof_data.
 *
 * Rules.
 *  1. The graph is built twice over the same inputs and registers, without a mutation and with one, with each gate once. If all outputs and all next
 *     values of registers are the same gates then, the mutant is equivalent by "structure".
 *  2. Else NUMBER.state.aig has one output, which is 1 if any of them differ. If that is impossible, the mutant is equivalent in any state of the
 *     registers.
 *  3. A run begins with the same arbitrary values of the registers in both copies, and rst_n is 0 in its first two clocks. The outputs of the first
 *     do not count. The mutant has a copy of some registers, the others are those of the netlist without a mutation: NUMBER.0.aig has no copies,
 *     NUMBER.1.aig has copies of the registers whose gates differ then, NUMBER.2.aig has those, and the registers whose gates differ then, and so on.
 *     NUMBER.all.aig has all that may differ at all. The output is 1 in a run in which an output or the value of a register without a copy ever differs,
 *     the latter from the end of the two clocks on. If that is impossible, there is no run in which an output differs. Few copies make small proofs:
 *     most mutants change nothing in a state that is reached, or only a register that nobody looks at then.
 *  4. In all of these a port of a memory reads the same arbitrary word in both copies if it reads at the same address in both, else any two words. This
 *     covers what happens up to the first clock in which an output differs: what has an effect on a memory is an output, so that until then it was
 *     written with the same and has the same content in both. Of the content it is assumed that it is the same after the first clock of a run.
 *
 * usage: prove GRAPH.aig OUT_DIR HOW < NUMBERS; writes the graphs of rule 2 if HOW is "state", those of rule 3 if it is "induction". Prints
 * "structure NUMBER", or "open NUMBER" if it wrote them. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t lit; /* 2 * gate, + 1: inverted; 0 and 1 are constants */

enum { PLANTED_BITS = 16, PORTS_MAX = 64, PORT_BITS_MAX = 512, RESET_CLOCKS = 2, STEPS = 5 };

/* Where a memory is read: indices of outputs and inputs of the graph. */
struct port {
	char name[256];
	uint32_t address[PORT_BITS_MAX], data[PORT_BITS_MAX];
	uint32_t address_bits, data_bits;
};

/* The graph as it was read. Literals are those of the file: inputs, registers and gates in this order. */
struct graph {
	uint32_t inputs, latches, outputs, ands;
	lit *next, *output, (*and)[2];
	uint32_t planted[PLANTED_BITS], reset; /* indices of inputs */
	struct port *port;
	uint32_t ports;
	bool *is_address; /* of each output */
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

/* The port whose wire NAME is, PORT.WIRE or PORT.WIRE[BIT], or NULL if it is another wire; SIZE is that of NAME. */
static struct port *port_of(struct graph *g, const char *name, const char *wire)
{
	const char *end = NULL;
	size_t length = strlen(wire);
	uint32_t i = 0;

	for (const char *c = name; (c = strstr(c, wire)); c++)
		if (c[length] == '[' || !c[length])
			end = c;
	if (!end)
		return NULL;
	while (i < g->ports && (strncmp(g->port[i].name, name, (size_t)(end - name)) || g->port[i].name[end - name]))
		i++;
	if (i == PORTS_MAX || (size_t)(end - name) >= sizeof(g->port[i].name))
		fail("%s: there are too many ports of memories, or its name is too long", name);
	if (i == g->ports)
		memcpy(g->port[g->ports++].name, name, (size_t)(end - name));
	return &g->port[i];
}

static void read_port_bit(struct graph *g, char kind, uint32_t index, const char *name)
{
	struct port *port = port_of(g, name, kind == 'i' ? ".proof_data" : ".proof_address");
	uint32_t *bits;

	if (!port)
		return;
	bits = kind == 'i' ? &port->data_bits : &port->address_bits;
	if (*bits == PORT_BITS_MAX)
		fail("%s: a port of a memory is too wide", name);
	(kind == 'i' ? port->data : port->address)[(*bits)++] = index;
	if (kind == 'o')
		g->is_address[index] = true;
}

static void read_names(struct graph *g, FILE *in)
{
	char line[1024], kind, name[1024];
	unsigned index, bit;

	g->reset = UINT32_MAX;
	memset(g->planted, 0xff, sizeof(g->planted));
	g->port = memory(NULL, PORTS_MAX, sizeof(*g->port));
	memset(g->port, 0, PORTS_MAX * sizeof(*g->port));
	g->is_address = calloc(g->outputs + 1, sizeof(*g->is_address));
	while (fgets(line, sizeof(line), in) && line[0] != 'c') {
		if (sscanf(line, "%c%u %1023s", &kind, &index, name) != 3 || (kind != 'i' && kind != 'o'))
			continue;
		if (kind == 'i' && sscanf(name, "planted[%u]", &bit) == 1 && bit < PLANTED_BITS)
			g->planted[bit] = index;
		if (kind == 'i' && !strcmp(name, "rst_n"))
			g->reset = index;
		read_port_bit(g, kind, index, name);
	}
	if (g->reset == UINT32_MAX)
		fail("the graph has no input rst_n");
	for (uint32_t i = 0; i < g->ports; i++)
		if (!g->port[i].address_bits)
			fail("%s: it is not known where this port of a memory reads", g->port[i].name);
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
		if (!g->is_address[i])
			ret = either(s, ret, differ(s, at(a, g->output[i]), at(b, g->output[i])));
	return ret;
}

static lit states_differ(const struct graph *g, struct gates *s, const struct copy *a, const struct copy *b)
{
	lit ret = 0;

	for (uint32_t i = 0; i < g->latches; i++)
		ret = either(s, ret, differ(s, at(a, g->next[i]), at(b, g->next[i])));
	return ret;
}

static lit addresses_differ(const struct graph *g, struct gates *s, const struct port *port, const struct copy *a,
                            const struct copy *b)
{
	lit ret = 0;

	for (uint32_t i = 0; i < port->address_bits; i++)
		ret = either(s, ret, differ(s, at(a, g->output[port->address[i]]), at(b, g->output[port->address[i]])));
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

/* A clock: the values of inputs and registers, and the copy without a mutation. */
struct clock {
	lit *leaf;
	lit *own; /* of an input: what a memory reads if only the mutant reads at that address */
	struct copy good;
};

struct prover {
	struct graph g;
	struct gates s;
	struct clock any;                 /* in any state of the registers */
	struct clock reset[RESET_CLOCKS]; /* the first of a run */
	struct clock run;                 /* one of the others */
	lit started;                      /* in run: it is not the first of these */
	lit *initial, *initial_bad;       /* of a register, in the first of these; of the mutant */
	lit *value;                       /* of a register, in the others; the second half is the mutant's */
	lit *leaf;                        /* of the mutant */
	struct copy bad;
	uint32_t gates; /* without those of a mutant */
};

static lit *leaves_new(struct gates *s, uint32_t count)
{
	lit *ret = memory(NULL, count, sizeof(*ret));

	for (uint32_t i = 0; i < count; i++)
		ret[i] = gate_new(s, LEAF, 0, 0);
	return ret;
}

static lit *copy_new(const struct graph *g)
{
	return memory(NULL, 1 + g->inputs + g->latches + g->ands, sizeof(lit));
}

/* The value of a register in a run, of which INITIAL is the first and VALUE a register that begins as 0. */
static lit state_of(struct prover *p, lit initial, lit value)
{
	return initial <= 1 ? value ^ initial : choose(&p->s, p->started, value, initial);
}

/* What that register is next, if NEXT is what the value is next. */
static lit state_next(lit initial, lit next)
{
	return initial <= 1 ? next ^ initial : next;
}

/* A clock with inputs of its own, and registers of which STATE says the values, or arbitrary ones if that is NULL. */
static void clock_init(struct clock *c, struct prover *p, const lit *state, bool reset)
{
	const struct graph *g = &p->g;

	c->leaf = leaves_new(&p->s, g->inputs + g->latches);
	c->own = leaves_new(&p->s, g->inputs);
	c->good.of = copy_new(g);
	if (state)
		memcpy(c->leaf + g->inputs, state, g->latches * sizeof(lit));
	if (reset)
		c->leaf[g->reset] = 0;
	copy_build(&c->good, g, &p->s, c->leaf, 0);
}

static void next_values(const struct graph *g, const struct copy *c, lit *ret)
{
	for (uint32_t i = 0; i < g->latches; i++)
		ret[i] = at(c, g->next[i]);
}

static void prover_init(struct prover *p, const char *path)
{
	const struct graph *g = &p->g;
	lit *state;

	graph_read(&p->g, path);
	gate_new(&p->s, CONSTANT, 0, 0);
	table_grow(&p->s);
	p->started = gate_new(&p->s, LEAF, 0, 0);
	p->value = leaves_new(&p->s, 2 * g->latches);
	p->initial = memory(NULL, g->latches, sizeof(lit));
	p->initial_bad = memory(NULL, g->latches, sizeof(lit));
	p->leaf = memory(NULL, g->inputs + g->latches, sizeof(lit));
	p->bad.of = copy_new(g);
	clock_init(&p->any, p, NULL, false);
	for (int i = 0; i < RESET_CLOCKS; i++) {
		clock_init(&p->reset[i], p, i ? p->initial : NULL, true);
		next_values(g, &p->reset[i].good, p->initial);
	}
	state = memory(NULL, g->latches, sizeof(lit));
	for (uint32_t i = 0; i < g->latches; i++)
		state[i] = state_of(p, p->initial[i], p->value[i]);
	clock_init(&p->run, p, state, false);
	free(state);
	p->gates = p->s.count;
}

/* Rule 4. What a port reads is in p->leaf then; returns whether that changed. */
static bool port_read(struct prover *p, const struct port *port, lit differs, const struct clock *clock)
{
	bool ret = false;

	for (uint32_t i = 0; i < port->data_bits; i++) {
		uint32_t input = port->data[i];
		lit value = choose(&p->s, differs, clock->own[input], clock->leaf[input]);
		ret = ret || p->leaf[input] != value;
		p->leaf[input] = value;
	}
	return ret;
}

/* Builds p->bad over p->leaf, where the registers are set. An address may depend on what another port reads, so that this takes as many rounds as
 * there are ports in a row; if an address depends on itself, what is read is arbitrary. */
static void mutant_build(struct prover *p, const struct clock *clock, unsigned number)
{
	bool more = true;

	memcpy(p->leaf, clock->leaf, p->g.inputs * sizeof(lit));
	for (uint32_t round = 0; more; round++) {
		copy_build(&p->bad, &p->g, &p->s, p->leaf, number);
		more = false;
		for (uint32_t i = 0; i < p->g.ports; i++) {
			const struct port *port = &p->g.port[i];
			lit differs = round > p->g.ports ? 1 : addresses_differ(&p->g, &p->s, port, &clock->good, &p->bad);
			more = port_read(p, port, differs, clock) || more;
		}
	}
}

/* Rules 1 and 2: is there a difference in any state of the registers? */
static lit state_differs(struct prover *p, unsigned number)
{
	memcpy(p->leaf + p->g.inputs, p->any.leaf + p->g.inputs, p->g.latches * sizeof(lit));
	mutant_build(p, &p->any, number);
	return either(&p->s, outputs_differ(&p->g, &p->s, &p->any.good, &p->bad),
	              states_differ(&p->g, &p->s, &p->any.good, &p->bad));
}

/* Writes a graph of runs whose output is 1 if BAD. OWN: the registers of which the mutant has a copy. */
static void write_runs(struct prover *p, lit bad, const bool *own, const char *path)
{
	const struct graph *g = &p->g;
	uint32_t states = 0;
	lit *state = memory(NULL, 2 * g->latches + 1, sizeof(lit)), *next = memory(NULL, 2 * g->latches + 1, sizeof(lit));

	state[states] = p->started;
	next[states++] = 1;
	for (uint32_t i = 0; i < g->latches; i++) {
		state[states] = p->value[i];
		next[states++] = state_next(p->initial[i], at(&p->run.good, g->next[i]));
		state[states] = p->value[g->latches + i];
		next[states] = state_next(p->initial_bad[i], at(&p->bad, g->next[i]));
		states += own[i];
	}
	write_graph(&p->s, bad, state, next, states, path);
	free(state);
	free(next);
}

/* The clocks of the reset. Returns whether outputs differ in them, and sets the states after them. */
static lit mutant_reset(struct prover *p, unsigned number)
{
	lit ret = 0;

	memcpy(p->leaf + p->g.inputs, p->reset[0].leaf + p->g.inputs, p->g.latches * sizeof(lit));
	for (int i = 0; i < RESET_CLOCKS; i++) {
		mutant_build(p, &p->reset[i], number);
		next_values(&p->g, &p->bad, p->initial_bad);
		memcpy(p->leaf + p->g.inputs, p->initial_bad, p->g.latches * sizeof(lit));
		if (i)
			ret = either(&p->s, ret, outputs_differ(&p->g, &p->s, &p->reset[i].good, &p->bad));
	}
	return both(&p->s, ret, p->started ^ 1);
}

/* Do the gates of a register differ, in the state after the reset or of its next value? */
static bool register_differs(const struct prover *p, uint32_t i)
{
	return p->initial[i] != p->initial_bad[i] || at(&p->run.good, p->g.next[i]) != at(&p->bad, p->g.next[i]);
}

/* Gives the mutant copies of the registers that differ. Returns false if all of them have one. */
static bool own_grow(struct prover *p, bool *own)
{
	bool ret = false;

	for (uint32_t i = 0; i < p->g.latches; i++)
		if (!own[i] && register_differs(p, i)) {
			own[i] = ret = true;
			p->leaf[p->g.inputs + i] = state_of(p, p->initial_bad[i], p->value[p->g.latches + i]);
		}
	return ret;
}

/* Is there a difference in a run, EARLY in the reset or later? */
static lit run_differs(struct prover *p, lit early, const bool *own)
{
	const struct graph *g = &p->g;
	lit ret = 0;

	for (uint32_t i = 0; i < g->latches; i++)
		if (!own[i])
			ret = either(&p->s, ret, differ(&p->s, p->initial[i], p->initial_bad[i]));
	ret = either(&p->s, early, both(&p->s, ret, p->started ^ 1));
	for (uint32_t i = 0; i < g->latches; i++)
		if (!own[i])
			ret = either(&p->s, ret, differ(&p->s, at(&p->run.good, g->next[i]), at(&p->bad, g->next[i])));
	return either(&p->s, ret, outputs_differ(g, &p->s, &p->run.good, &p->bad));
}

/* Rule 3. */
static void write_sequential(struct prover *p, unsigned number, const char *out_dir)
{
	char path[512];
	bool *own = calloc(p->g.latches + 1, sizeof(*own)), more = true;
	lit early = mutant_reset(p, number);

	memcpy(p->leaf + p->g.inputs, p->run.leaf + p->g.inputs, p->g.latches * sizeof(lit));
	for (int step = 0; more; step++) {
		mutant_build(p, &p->run, number);
		if (step <= STEPS) {
			snprintf(path, sizeof(path), "%s/%u.%d.aig", out_dir, number, step);
			write_runs(p, run_differs(p, early, own), own, path);
		}
		more = own_grow(p, own);
	}
	snprintf(path, sizeof(path), "%s/%u.all.aig", out_dir, number);
	write_runs(p, run_differs(p, early, own), own, path);
	free(own);
}

/* Writes the graph of rule 2, or those of rule 3. */
static void write_mutant(struct prover *p, unsigned number, bool induction, const char *out_dir)
{
	lit differs = state_differs(p, number);
	char path[512];

	printf("%s %u\n", differs ? "open" : "structure", number);
	snprintf(path, sizeof(path), "%s/%u.state.aig", out_dir, number);
	if (differs && !induction)
		write_graph(&p->s, differs, NULL, NULL, 0, path);
	else if (differs)
		write_sequential(p, number, out_dir);
	gates_cut(&p->s, p->gates);
}

int main(int argc, char **argv)
{
	struct prover p = { 0 };
	unsigned number;

	if (argc != 4 || (strcmp(argv[3], "state") && strcmp(argv[3], "induction"))) {
		fprintf(stderr, "usage: prove GRAPH.aig OUT_DIR state|induction < NUMBERS\n");
		return 2;
	}
	prover_init(&p, argv[1]);
	while (scanf("%u", &number) == 1)
		write_mutant(&p, number, !strcmp(argv[3], "induction"), argv[2]);
	return 0;
}
