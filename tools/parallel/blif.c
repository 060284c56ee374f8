/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a netlist of gates. */
#include "netlist.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Names of nets by their hash. */
struct names {
	net_id *slot;
	size_t size;
};

struct reader {
	struct netlist *netlist;
	struct names names;
	char *line;
	size_t line_size;
	struct memory *memory; /* whose .param lines follow, or NULL */
	char **words;
	size_t word_count;
};

void netlist_fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "lanes_gen: ");
	vfprintf(stderr, format, args);
	fprintf(stderr, "\n");
	va_end(args);
	exit(2);
}

void *netlist_memory(void *old, size_t count, size_t size)
{
	void *ret = realloc(old, (count + 1) * size);

	if (!ret)
		netlist_fail("there is no memory");
	return ret;
}

/* ---- nets ---- */

net_id netlist_new_net(struct netlist *n)
{
	NETLIST_GROW(n->net, n->nets);
	n->net[n->nets] = (struct net){ .alias = NO_NET };
	return (net_id)n->nets++;
}

net_id netlist_new_gate(struct netlist *n, enum gate_kind kind, net_id a, net_id b, net_id s)
{
	net_id y = netlist_new_net(n);

	NETLIST_GROW(n->gate, n->gates);
	n->gate[n->gates] = (struct gate){ kind, a, b, s, y };
	n->net[y].driver = DRIVEN_BY_GATE;
	n->net[y].by = (uint32_t)n->gates++;
	return y;
}

static size_t hash_of(const char *name)
{
	size_t ret = 5381;

	while (*name)
		ret = ret * 33 + (unsigned char)*name++;
	return ret;
}

static net_id *names_find(const struct reader *r, const char *name)
{
	size_t i = hash_of(name) & (r->names.size - 1);

	while (r->names.slot[i] != NO_NET && strcmp(r->netlist->net[r->names.slot[i]].name, name))
		i = (i + 1) & (r->names.size - 1);
	return &r->names.slot[i];
}

static void names_grow(struct reader *r)
{
	free(r->names.slot);
	r->names.size = r->names.size ? 4 * r->names.size : 1 << 12;
	r->names.slot = netlist_memory(NULL, r->names.size, sizeof(net_id));
	memset(r->names.slot, 0xff, r->names.size * sizeof(net_id));
	for (net_id i = 0; i < r->netlist->nets; i++)
		*names_find(r, r->netlist->net[i].name) = i;
}

static net_id net_of(struct reader *r, const char *name)
{
	net_id *slot;

	if (2 * r->netlist->nets >= r->names.size)
		names_grow(r);
	slot = names_find(r, name);
	if (*slot == NO_NET) {
		*slot = netlist_new_net(r->netlist);
		if (!(r->netlist->net[*slot].name = strdup(name)))
			netlist_fail("there is no memory");
	}
	return *slot;
}

static void drive(struct reader *r, net_id net, enum driver_kind driver, size_t by, unsigned port)
{
	struct net *n = &r->netlist->net[net];

	if (n->driver != DRIVEN_BY_NONE || n->alias != NO_NET)
		netlist_fail("%s has two drivers", n->name);
	n->driver = driver;
	n->by = (uint32_t)by;
	n->port = port;
}

/* ---- ports of the netlist ---- */

/* NAME or NAME[BIT]; the bits of a name follow each other. */
static void read_ports(struct reader *r, struct port **ports, size_t *count, bool input)
{
	for (size_t i = 1; i < r->word_count; i++) {
		size_t length = strcspn(r->words[i], "[");
		struct port *last = *count ? &(*ports)[*count - 1] : NULL;
		net_id net = net_of(r, r->words[i]);

		if (!last || strlen(last->name) != length || memcmp(last->name, r->words[i], length)) {
			NETLIST_GROW(*ports, *count);
			last = &(*ports)[(*count)++];
			*last = (struct port){ .width = 0 };
			snprintf(last->name, sizeof(last->name), "%.*s", (int)length, r->words[i]);
		}
		NETLIST_GROW(last->bit, last->width);
		last->bit[last->width++] = net;
		if (input)
			drive(r, net, DRIVEN_BY_INPUT, *count - 1, 0);
	}
}

/* ---- cells ---- */

static net_id pin(struct reader *r, const char *name)
{
	size_t length = strlen(name);

	for (size_t i = 2; i < r->word_count; i++)
		if (!strncmp(r->words[i], name, length) && r->words[i][length] == '=')
			return net_of(r, r->words[i] + length + 1);
	return NO_NET;
}

static void read_gate(struct reader *r, const char *type)
{
	static const char *const types[GATE_KINDS] = { "$_AND_", "$_OR_", "$_XOR_", "$_ANDNOT_", "$_ORNOT_", "$_NOT_", "$_MUX_" };
	struct netlist *n = r->netlist;
	struct gate gate = { GATE_AND, pin(r, "A"), pin(r, "B"), pin(r, "S"), pin(r, "Y") };

	while (gate.kind < GATE_KINDS && strcmp(types[gate.kind], type))
		gate.kind++;
	if (gate.kind == GATE_KINDS)
		netlist_fail("there is a cell of the unknown type %s", type);
	NETLIST_GROW(n->gate, n->gates);
	n->gate[n->gates] = gate;
	drive(r, gate.y, DRIVEN_BY_GATE, n->gates++, 0);
}

static void read_flop(struct reader *r)
{
	struct netlist *n = r->netlist;
	struct flop flop = { pin(r, "D"), pin(r, "Q") };

	if (pin(r, "C") != net_of(r, "tick"))
		netlist_fail("%s has another clock", n->net[flop.q].name);
	NETLIST_GROW(n->flop, n->flops);
	n->flop[n->flops] = flop;
	drive(r, flop.q, DRIVEN_BY_FLOP, n->flops++, 0);
}

static net_id *pins_of(struct reader *r, const char *name, unsigned count)
{
	net_id *ret = netlist_memory(NULL, count, sizeof(*ret));
	char bit[64];

	for (unsigned i = 0; i < count; i++) {
		snprintf(bit, sizeof(bit), "%s[%u]", name, i);
		ret[i] = pin(r, bit);
		if (ret[i] == NO_NET && count == 1)
			ret[i] = pin(r, name);
		if (ret[i] == NO_NET)
			netlist_fail("a memory has no pin %s", bit);
	}
	return ret;
}

/* The .param lines tell its size, so that the nets are read when they are over: the line is kept. */
static void read_memory(struct reader *r)
{
	struct netlist *n = r->netlist;

	NETLIST_GROW(n->memory, n->memories);
	r->memory = &n->memory[n->memories++];
	*r->memory = (struct memory){ .size = 0 };
}

static unsigned number_of(const char *bits)
{
	return (unsigned)strtoul(bits, NULL, 2);
}

static void read_param(struct reader *r)
{
	struct memory *m = r->memory;
	const char *name = r->words[1], *value = r->words[2];

	if (!m)
		return;
	if (!strcmp(name, "ABITS"))
		m->abits = number_of(value);
	else if (!strcmp(name, "INIT"))
		m->init = strdup(value);
	else if (!strcmp(name, "MEMID"))
		snprintf(m->name, sizeof(m->name), "%s", value);
	else if (!strcmp(name, "RD_PORTS"))
		m->reads = number_of(value);
	else if (!strcmp(name, "SIZE"))
		m->size = number_of(value);
	else if (!strcmp(name, "WIDTH"))
		m->width = number_of(value);
	else if (!strcmp(name, "WR_PORTS"))
		m->writes = number_of(value);
	else if ((!strcmp(name, "RD_CLK_ENABLE") || !strcmp(name, "OFFSET")) && strchr(value, '1'))
		netlist_fail("%s: a read that is clocked, and an offset, are unknown here", m->name);
}

/* CELL: the words of its .subckt line. */
static void memory_pins(struct reader *r, struct memory *m)
{
	m->read_address = pins_of(r, "RD_ADDR", m->reads * m->abits);
	m->read_data = pins_of(r, "RD_DATA", m->reads * m->width);
	m->write_address = pins_of(r, "WR_ADDR", m->writes * m->abits);
	m->write_data = pins_of(r, "WR_DATA", m->writes * m->width);
	m->write_enable = pins_of(r, "WR_EN", m->writes * m->width);
	if (m->width > 64 || m->abits > 32 || !m->init)
		netlist_fail("%s: a memory of %u words of %u bits with an address of %u is unknown here", m->name, m->size,
		             m->width, m->abits);
	for (unsigned i = 0; i < m->reads * m->width; i++)
		drive(r, m->read_data[i], DRIVEN_BY_READ, (size_t)(m - r->netlist->memory), i / m->width);
}

/* ---- lines ---- */

static bool read_line(struct reader *r, FILE *in)
{
	char *save = NULL;

	if (getline(&r->line, &r->line_size, in) < 0)
		return false;
	r->word_count = 0;
	for (char *word = strtok_r(r->line, " \n", &save); word; word = strtok_r(NULL, " \n", &save)) {
		NETLIST_GROW(r->words, r->word_count);
		r->words[r->word_count++] = word;
	}
	return true;
}

/* The pins of a memory are read when the .param lines are over, from a copy of its line. */
static void memory_end(struct reader *r, char *cell)
{
	struct reader of_cell = { .netlist = r->netlist, .names = r->names };
	FILE *in = fmemopen(cell, strlen(cell), "r");

	if (!in || !read_line(&of_cell, in))
		netlist_fail("there is no memory");
	memory_pins(&of_cell, r->memory);
	fclose(in);
	r->names = of_cell.names;
	r->memory = NULL;
	free(of_cell.line);
	free(of_cell.words);
	free(cell);
}

static char *joined(const struct reader *r)
{
	char *ret = NULL;
	size_t size;
	FILE *out = open_memstream(&ret, &size);

	for (size_t i = 0; i < r->word_count; i++)
		fprintf(out, "%s ", r->words[i]);
	fclose(out);
	return ret;
}

static void read_names(struct reader *r)
{
	net_id y;

	if (r->word_count != 3)
		netlist_fail("a table of .names is not another name of a net");
	y = net_of(r, r->words[2]);
	if (r->netlist->net[y].driver != DRIVEN_BY_NONE)
		netlist_fail("%s has two drivers", r->words[2]);
	r->netlist->net[y].alias = net_of(r, r->words[1]);
}

static void resolve(const struct netlist *n, net_id *net)
{
	while (*net != NO_NET && n->net[*net].alias != NO_NET)
		*net = n->net[*net].alias;
}

static void resolve_all(struct netlist *n)
{
	for (size_t i = 0; i < n->gates; i++) {
		resolve(n, &n->gate[i].a);
		resolve(n, &n->gate[i].b);
		resolve(n, &n->gate[i].s);
	}
	for (size_t i = 0; i < n->flops; i++)
		resolve(n, &n->flop[i].d);
	for (size_t i = 0; i < n->outputs; i++)
		for (unsigned bit = 0; bit < n->output[i].width; bit++)
			resolve(n, &n->output[i].bit[bit]);
	for (size_t i = 0; i < n->memories; i++) {
		struct memory *m = &n->memory[i];
		for (unsigned k = 0; k < m->reads * m->abits; k++)
			resolve(n, &m->read_address[k]);
		for (unsigned k = 0; k < m->writes * m->abits; k++)
			resolve(n, &m->write_address[k]);
		for (unsigned k = 0; k < m->writes * m->width; k++) {
			resolve(n, &m->write_data[k]);
			resolve(n, &m->write_enable[k]);
		}
	}
}

void netlist_read(struct netlist *netlist, FILE *in)
{
	struct reader r = { .netlist = netlist };
	char *cell = NULL;

	/* An unknown value is 0. */
	if (net_of(&r, "$false") != NET_FALSE || net_of(&r, "$true") != NET_TRUE)
		netlist_fail("the constants are not the first nets");
	netlist->net[net_of(&r, "$undef")].alias = NET_FALSE;
	while (read_line(&r, in)) {
		const char *what = r.word_count ? r.words[0] : "";
		if (r.memory && strcmp(what, ".param"))
			memory_end(&r, cell);
		if (!strcmp(what, ".inputs"))
			read_ports(&r, &netlist->input, &netlist->inputs, true);
		else if (!strcmp(what, ".outputs"))
			read_ports(&r, &netlist->output, &netlist->outputs, false);
		else if (!strcmp(what, ".names"))
			read_names(&r);
		else if (!strcmp(what, ".param"))
			read_param(&r);
		else if (!strcmp(what, ".subckt") && !strcmp(r.words[1], "$mem_v2")) {
			cell = joined(&r);
			read_memory(&r);
		} else if (!strcmp(what, ".subckt") && !strcmp(r.words[1], "$_DFF_P_"))
			read_flop(&r);
		else if (!strcmp(what, ".subckt"))
			read_gate(&r, r.words[1]);
	}
	resolve_all(netlist);
	free(r.names.slot);
	free(r.line);
	free(r.words);
}
