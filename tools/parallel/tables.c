/* SPDX-License-Identifier: Apache-2.0 */
/* Memories that are never written become gates: each bit of a word is the exclusive or of products of bits of the address, its algebraic normal form,
 * which is unique. For the tables of a CRC, whose words are linear in the address, the products are single bits. */
#include "netlist.h"

#include <stdlib.h>
#include <string.h>

enum { ABITS_MAX = 10 };

static bool bit_of(const struct memory *m, unsigned address, unsigned bit)
{
	size_t from_end = (size_t)address * m->width + bit;

	return address < m->size && m->init[(size_t)m->size * m->width - 1 - from_end] == '1';
}

/* Bit MASK of ret_form is 1 if the product of the bits of the address that are in MASK is one of the products. */
static void form_of(const struct memory *m, unsigned bit, bool *ret_form)
{
	for (unsigned a = 0; a < 1U << m->abits; a++)
		ret_form[a] = bit_of(m, a, bit);
	for (unsigned i = 0; i < m->abits; i++)
		for (unsigned a = 0; a < 1U << m->abits; a++)
			if (a >> i & 1)
				ret_form[a] ^= ret_form[a ^ 1U << i];
}

/* PRODUCT remembers those that there are. */
static net_id product_of(struct netlist *n, const net_id *address, unsigned mask, net_id *product)
{
	unsigned lowest = 0;

	if (product[mask] != NO_NET)
		return product[mask];
	while (!(mask >> lowest & 1))
		lowest++;
	product[mask] = mask == 1U << lowest ? address[lowest]
	                                     : netlist_new_gate(n, GATE_AND, address[lowest],
	                                                        product_of(n, address, mask & (mask - 1), product), NO_NET);
	return product[mask];
}

static void map_port(struct netlist *n, const struct memory *m, unsigned port)
{
	net_id product[1 << ABITS_MAX];
	bool form[1 << ABITS_MAX];

	memset(product, 0xff, sizeof(product));
	product[0] = NET_TRUE;
	for (unsigned bit = 0; bit < m->width; bit++) {
		net_id sum = NO_NET, data = m->read_data[port * m->width + bit];

		form_of(m, bit, form);
		for (unsigned mask = 0; mask < 1U << m->abits; mask++) {
			net_id term;

			if (!form[mask])
				continue;
			term = product_of(n, &m->read_address[port * m->abits], mask, product);
			sum = sum == NO_NET ? term : netlist_new_gate(n, GATE_XOR, sum, term, NO_NET);
		}
		/* The data's own gate, so that those who read it need not be sought. */
		NETLIST_GROW(n->gate, n->gates);
		n->gate[n->gates] = (struct gate){ GATE_OR, sum == NO_NET ? NET_FALSE : sum, NET_FALSE, NO_NET, data };
		n->net[data].driver = DRIVEN_BY_GATE;
		n->net[data].by = (uint32_t)n->gates++;
	}
}

void netlist_map_tables(struct netlist *n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n->memories; i++) {
		struct memory m = n->memory[i];

		if (!m.writes && m.abits > ABITS_MAX)
			netlist_fail("%s: a table of %u words is unknown here", m.name, m.size);
		for (unsigned port = 0; !m.writes && port < m.reads; port++)
			map_port(n, &m, port);
		if (!m.writes)
			continue;
		for (unsigned bit = 0; bit < m.reads * m.width; bit++)
			n->net[m.read_data[bit]].by = (uint32_t)kept;
		n->memory[kept++] = m;
	}
	n->memories = kept;
}
