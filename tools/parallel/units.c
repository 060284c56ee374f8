/* SPDX-License-Identifier: Apache-2.0 */
/* Divides a netlist into units. A unit is what computes the next state of a word of flip-flops, a port of the netlist, or what a memory reads or is
 * written with, as far as the units before it do not compute it already. It is simulated in a clock only if something that it reads has changed, so
 * that words, which rest together, are the right size. */
#include "netlist.h"

#include <stdlib.h>
#include <string.h>

enum { UNIT_GATES_MAX = 400 }; /* a longer one is split, or the compiler takes long */

enum visit { NEW, OPEN, DONE };

struct maker {
	struct units *units;
	const struct netlist *n;
	unsigned char *ordered; /* enum visit of a gate for the order */
	uint32_t *sought;       /* the last search for memories that saw the gate */
	uint32_t searches;
	bool **read_made; /* of each memory and port */
	struct unit now;  /* under construction */
};

static struct unit *add_unit(struct maker *mk)
{
	NETLIST_GROW(mk->units->unit, mk->units->count);
	mk->units->unit[mk->units->count] = (struct unit){ .is_read = false };
	return &mk->units->unit[mk->units->count++];
}

static void unit_close(struct maker *mk)
{
	struct unit *u;

	if (!mk->now.gates && !mk->now.flops)
		return;
	u = add_unit(mk);
	*u = mk->now;
	for (size_t i = 0; i < u->gates; i++)
		mk->units->of_gate[u->gate[i]] = (uint32_t)(mk->units->count - 1);
	mk->now = (struct unit){ .is_read = false };
}

static void order_net(struct maker *mk, net_id net)
{
	const struct gate *g;
	uint32_t index;

	if (net == NO_NET || mk->n->net[net].driver != DRIVEN_BY_GATE)
		return;
	index = mk->n->net[net].by;
	if (mk->ordered[index] == DONE)
		return;
	if (mk->ordered[index] == OPEN)
		netlist_fail("%s is in a loop without a register", mk->n->net[net].name ? mk->n->net[net].name : "a table");
	mk->ordered[index] = OPEN;
	g = &mk->n->gate[index];
	order_net(mk, g->a);
	order_net(mk, g->b);
	order_net(mk, g->s);
	mk->ordered[index] = DONE;
	if (mk->now.gates == UNIT_GATES_MAX)
		unit_close(mk);
	NETLIST_GROW(mk->now.gate, mk->now.gates);
	mk->now.gate[mk->now.gates++] = index;
}

static void make_read(struct maker *mk, uint32_t memory, uint32_t port);

/* Makes the units of the memories that NET depends on. */
static void seek_reads(struct maker *mk, net_id net, uint32_t search)
{
	const struct net *n = net == NO_NET ? NULL : &mk->n->net[net];

	if (n && n->driver == DRIVEN_BY_READ)
		make_read(mk, n->by, n->port);
	if (!n || n->driver != DRIVEN_BY_GATE || mk->sought[n->by] == search || mk->ordered[n->by] == DONE)
		return;
	mk->sought[n->by] = search;
	seek_reads(mk, mk->n->gate[n->by].a, search);
	seek_reads(mk, mk->n->gate[n->by].b, search);
	seek_reads(mk, mk->n->gate[n->by].s, search);
}

static void make_of_nets(struct maker *mk, const net_id *net, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		seek_reads(mk, net[i], ++mk->searches);
	for (unsigned i = 0; i < count; i++)
		order_net(mk, net[i]);
}

static void make_read(struct maker *mk, uint32_t memory, uint32_t port)
{
	const struct memory *m = &mk->n->memory[memory];
	struct unit *u;

	if (mk->read_made[memory][port])
		return;
	mk->read_made[memory][port] = true;
	make_of_nets(mk, &m->read_address[port * m->abits], m->abits);
	unit_close(mk);
	u = add_unit(mk);
	u->is_read = true;
	u->memory = memory;
	u->port = port;
}

/* ---- words ---- */

static const struct netlist *sorted_netlist;

static size_t word_length(const char *name)
{
	const char *bracket = strrchr(name, '[');

	return bracket ? (size_t)(bracket - name) : strlen(name);
}

static int by_word(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	int order = strcmp(sorted_netlist->net[sorted_netlist->flop[x].q].name,
	                   sorted_netlist->net[sorted_netlist->flop[y].q].name);

	return order ? order : (x > y) - (x < y);
}

static bool same_word(const struct netlist *n, uint32_t x, uint32_t y)
{
	const char *a = n->net[n->flop[x].q].name, *b = n->net[n->flop[y].q].name;

	return word_length(a) == word_length(b) && !memcmp(a, b, word_length(a));
}

static void make_words(struct maker *mk)
{
	const struct netlist *n = mk->n;
	uint32_t *flop = netlist_memory(NULL, n->flops, sizeof(*flop));

	for (uint32_t i = 0; i < n->flops; i++)
		flop[i] = i;
	sorted_netlist = n;
	qsort(flop, n->flops, sizeof(*flop), by_word);
	for (size_t first = 0, end; first < n->flops; first = end) {
		for (end = first; end < n->flops && same_word(n, flop[first], flop[end]); end++)
			make_of_nets(mk, &n->flop[flop[end]].d, 1);
		for (size_t i = first; i < end; i++) {
			NETLIST_GROW(mk->now.flop, mk->now.flops);
			mk->now.flop[mk->now.flops++] = flop[i];
		}
		unit_close(mk);
	}
	free(flop);
}

void units_make(struct units *units, const struct netlist *n)
{
	struct maker mk = { .units = units, .n = n };

	*units = (struct units){ .of_gate = netlist_memory(NULL, n->gates, sizeof(uint32_t)) };
	memset(units->of_gate, 0xff, n->gates * sizeof(uint32_t));
	mk.ordered = netlist_memory(NULL, n->gates, 1);
	memset(mk.ordered, NEW, n->gates);
	mk.sought = netlist_memory(NULL, n->gates, sizeof(uint32_t));
	memset(mk.sought, 0, n->gates * sizeof(uint32_t));
	mk.read_made = netlist_memory(NULL, n->memories, sizeof(bool *));
	for (size_t i = 0; i < n->memories; i++)
		if (!(mk.read_made[i] = calloc(n->memory[i].reads + 1, sizeof(bool))))
			netlist_fail("there is no memory");
	make_words(&mk);
	for (size_t i = 0; i < n->memories; i++) {
		const struct memory *m = &n->memory[i];
		make_of_nets(&mk, m->write_address, m->writes * m->abits);
		make_of_nets(&mk, m->write_data, m->writes * m->width);
		make_of_nets(&mk, m->write_enable, m->writes * m->width);
		unit_close(&mk);
	}
	for (size_t i = 0; i < n->outputs; i++) {
		make_of_nets(&mk, n->output[i].bit, n->output[i].width);
		unit_close(&mk);
	}
	free(mk.ordered);
	free(mk.sought);
	for (size_t i = 0; i < n->memories; i++)
		free(mk.read_made[i]);
	free(mk.read_made);
}
