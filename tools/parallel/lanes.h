/* SPDX-License-Identifier: Apache-2.0 */
/* A netlist of gates that is simulated for many mutants at once: each net is a vector with a bit, a lane, for each of them. Lane 0 is the netlist without
 * a mutation. So are lanes 1 to 31, whose registers and memories have other random states at power-up: a value in which they differ from lane 0 depends
 * on that state. lanes_gen writes the netlist as C. */
#ifndef PAUSEBENCH_MUTANTS_LANES_H
#define PAUSEBENCH_MUTANTS_LANES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LANES = 512, LANES_WORDS = LANES / 64, LANES_FIRST_MUTANT = 32 };
#define LANES_OTHERS UINT64_C(0xFFFFFFFE) /* lanes 1 to 31 */
typedef uint64_t lanes __attribute__((vector_size(LANES / 8)));

static inline bool lanes_any(lanes x)
{
	uint64_t any = 0;

	for (unsigned i = 0; i < LANES_WORDS; i++)
		any |= x[i];
	return any;
}

/* All lanes 0, or all 1. */
static inline lanes lanes_all(bool value)
{
	return (lanes){ 0 } - (uint64_t)value;
}

static inline bool lanes_bit(lanes x, unsigned lane)
{
	return x[lane / 64] >> lane % 64 & 1;
}

struct lanes_machine;
typedef void lanes_step(struct lanes_machine *machine);

/* A port of the netlist: the places of its bits in lanes_machine.net. Of an input, READERS has as many words for each bit as the netlist has for its units:
 * those that read it. */
struct lanes_port {
	const char *name;
	unsigned width;
	const uint32_t *net;
	const uint64_t *readers;
};

/* As in struct memory of netlist.h; READERS of a port as above. */
struct lanes_memory {
	unsigned size, width, abits, reads, writes;
	const uint32_t *read_address, *read_data, *write_address, *write_data, *write_enable;
	const uint64_t *readers;
	const uint32_t *read_unit;
};

/* What lanes_gen writes. Units are numbered in an order in which each follows those that it reads; the last is the comparison of the outputs. */
struct lanes_netlist {
	unsigned nets, flops, units, unit_words, memories, inputs, outputs, mutants;
	const uint32_t *q;         /* places of the outputs of flip-flops */
	uint32_t reset_q;          /* of the one that takes in_rst_n: 0 at power-up */
	lanes_step *const *eval;   /* of a unit: its gates; NULL if it reads a memory, see there */
	lanes_step *const *commit; /* its flip-flops take their next state */
	const struct lanes_memory *memory;
	const struct lanes_port *input, *output;
	const unsigned *number;  /* of the mutants: that of `mutate` */
	const uint32_t *control; /* of the mutants: a net that is 1 in the mutant's lane */
};
extern const struct lanes_netlist lanes_netlist;

struct lanes_content;
struct lanes_machine {
	lanes *net, *next;             /* next: states of flip-flops */
	uint64_t *dirty, *ran;         /* sets of units: to be simulated; simulated in this clock */
	struct lanes_content *content; /* of the memories */
	uint64_t random;
};

/* Powered up; SEED makes the state. The mutants of the lanes in ACTIVE, LANES_WORDS words, have their mutations, the others are like lane 0. NULL if there
 * is no memory. */
struct lanes_machine *lanes_open(uint32_t seed, const uint64_t *active);
void lanes_close(struct lanes_machine *machine);
/* Sets bit BIT of input port INPUT in all lanes. */
void lanes_set(struct lanes_machine *machine, unsigned input, unsigned bit, bool value);
/* The clock edge with the inputs as set, and then all gates. True if an output may have changed. */
bool lanes_clock(struct lanes_machine *machine);
#endif
