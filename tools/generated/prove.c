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
#include "gates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESET_CLOCKS = 2, STEPS = 5 };

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
	gates_init(&p->s);
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
	gates_write(&p->s, bad, state, next, states, path);
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
		gates_write(&p->s, differs, NULL, NULL, 0, path);
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
