/* SPDX-License-Identifier: Apache-2.0 */
/* An and-inverter graph of a netlist with mutations, as prove.c wants it (memory_ports.v). */
#ifndef AIGER_H
#define AIGER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t lit; /* 2 * gate, + 1: inverted; 0 and 1 are constants */

enum { PLANTED_BITS = 16, PORT_BITS_MAX = 512 };

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

/* Prints a line "prove: ..." and ends the program with the status 2. */
void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* Makes room for COUNT objects of SIZE octets, in place of OLD, which realloc() or this gave. */
void *memory(void *old, size_t count, size_t size);
/* Reads the file at PATH; RET owns what it points to, until the program ends. */
void graph_read(struct graph *ret, const char *path);
#endif
