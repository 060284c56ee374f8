/* SPDX-License-Identifier: Apache-2.0 */
/* Reads an and-inverter graph (AIGER, binary) with the names of its inputs and outputs. */
#include "aiger.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORTS_MAX = 64 };

void fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "prove: ");
	vfprintf(stderr, format, args);
	fprintf(stderr, "\n");
	va_end(args);
	exit(2);
}

void *memory(void *old, size_t count, size_t size)
{
	void *ret = realloc(old, (count + 1) * size);

	if (!ret)
		fail("there is no memory");
	return ret;
}

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

void graph_read(struct graph *g, const char *path)
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
