/* SPDX-License-Identifier: Apache-2.0 */
/* A netlist of gates, as Yosys writes it in BLIF, and its division into units: what lanes_gen makes a simulator of. */
#ifndef PAUSEBENCH_MUTANTS_NETLIST_H
#define PAUSEBENCH_MUTANTS_NETLIST_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint32_t net_id;
#define NO_NET UINT32_MAX
enum { NET_FALSE, NET_TRUE, NETS_FIXED };

/* The value of y: a & b, a | b, a ^ b, a & ~b, a | ~b, ~a, s ? b : a. */
enum gate_kind { GATE_AND, GATE_OR, GATE_XOR, GATE_ANDNOT, GATE_ORNOT, GATE_NOT, GATE_MUX, GATE_KINDS };
struct gate {
	enum gate_kind kind;
	net_id a, b, s, y; /* NO_NET if the kind has no such input */
};

/* All flip-flops have the same clock and no reset of their own. */
struct flop {
	net_id d, q;
};

/* Reads are not clocked, writes are. A port's nets are those from PORT * abits or PORT * width on, the lowest bit first. */
struct memory {
	char name[128];
	unsigned size, width, abits, reads, writes;
	net_id *read_address, *read_data, *write_address, *write_data, *write_enable;
	char *init; /* size * width characters, the highest bit of the last word first */
};

struct port {
	char name[64];
	unsigned width;
	net_id *bit;
};

enum driver_kind { DRIVEN_BY_NONE, DRIVEN_BY_INPUT, DRIVEN_BY_GATE, DRIVEN_BY_FLOP, DRIVEN_BY_READ };
struct net {
	char *name;
	net_id alias; /* the net that this is another name of, or NO_NET */
	enum driver_kind driver;
	uint32_t by, port; /* gate, flop or memory, and the port of the latter */
};

/* Growing arrays. */
struct netlist {
	struct net *net;
	struct gate *gate;
	struct flop *flop;
	struct memory *memory;
	struct port *input, *output;
	size_t nets, gates, flops, memories, inputs, outputs;
};

/* Ends the program with exit status 2. */
void netlist_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* realloc() that does not fail. */
void *netlist_memory(void *old, size_t count, size_t size);
/* Makes room for one more in an array of COUNT, whose size is the next power of two. */
#define NETLIST_GROW(array, count) \
	((count) & ((count) + 1) ? (void)0 : (void)((array) = netlist_memory((array), 2 * (size_t)(count) + 2, sizeof(*(array)))))

/* Reads BLIF of `write_blif -icells -param -impltf`. */
void netlist_read(struct netlist *netlist, FILE *in);
net_id netlist_new_net(struct netlist *netlist);
net_id netlist_new_gate(struct netlist *netlist, enum gate_kind kind, net_id a, net_id b, net_id s);
/* Replaces each memory that is never written by gates. */
void netlist_map_tables(struct netlist *netlist);

/* A unit: gates in an order in which each follows those that it reads, with the flip-flops whose next state they compute; or a port of a memory. */
struct unit {
	uint32_t *gate, *flop;
	size_t gates, flops;
	bool is_read;
	uint32_t memory, port;
};

/* Each unit reads only inputs, flip-flops and units before it. */
struct units {
	struct unit *unit;
	size_t count;
	uint32_t *of_gate; /* the unit of each gate */
};

void units_make(struct units *units, const struct netlist *netlist);
/* Writes C to OUT; doc of the tables: lanes.h. */
void units_emit(const struct units *units, const struct netlist *netlist, const char *folder, unsigned parts);
#endif
