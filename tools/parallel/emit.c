/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a netlist that was divided into units as C, for lanes.h. */
#include "netlist.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NO_PLACE UINT32_MAX

struct emitter {
	const struct units *units;
	const struct netlist *n;
	FILE *out;
	size_t words;    /* of a set of units */
	uint32_t *place; /* of a net in lanes_machine.net, or NO_PLACE: then it is a variable of its unit */
	uint32_t places;
	uint64_t *readers; /* of each net: a set of units */
};

/* ---- who reads what ---- */

static uint64_t *readers_of(const struct emitter *e, net_id net)
{
	return &e->readers[net * e->words];
}

/* The unit reads NET, if another one computes it. */
static void note_reader(struct emitter *e, net_id net, size_t unit)
{
	const struct net *n;

	if (net == NO_NET || net < NETS_FIXED)
		return;
	n = &e->n->net[net];
	if (n->driver == DRIVEN_BY_NONE)
		netlist_fail("nothing drives %s", n->name);
	if (n->driver == DRIVEN_BY_GATE && e->units->of_gate[n->by] == unit)
		return;
	readers_of(e, net)[unit / 64] |= 1ULL << unit % 64;
	e->place[net] = 0;
}

/* A memory reads NET when it is written, in each clock. */
static void note_kept(struct emitter *e, const net_id *net, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (net[i] >= NETS_FIXED)
			e->place[net[i]] = 0;
}

static void note_unit(struct emitter *e, size_t unit)
{
	const struct unit *u = &e->units->unit[unit];

	for (size_t i = 0; i < u->gates; i++) {
		const struct gate *g = &e->n->gate[u->gate[i]];
		note_reader(e, g->a, unit);
		note_reader(e, g->b, unit);
		note_reader(e, g->s, unit);
	}
	for (size_t i = 0; i < u->flops; i++)
		note_reader(e, e->n->flop[u->flop[i]].d, unit);
	if (u->is_read) {
		const struct memory *m = &e->n->memory[u->memory];
		for (unsigned i = 0; i < m->abits; i++)
			note_reader(e, m->read_address[u->port * m->abits + i], unit);
	}
}

static void give_place(struct emitter *e, net_id net)
{
	e->place[net] = e->places++;
}

/* Flip-flops, inputs and what memories read always have a place, other nets if another unit reads them. */
static void give_places(struct emitter *e)
{
	const struct netlist *n = e->n;

	give_place(e, NET_FALSE);
	give_place(e, NET_TRUE);
	for (net_id i = NETS_FIXED; i < n->nets; i++)
		if (n->net[i].driver != DRIVEN_BY_NONE && (n->net[i].driver != DRIVEN_BY_GATE || e->place[i] == 0))
			give_place(e, i);
}

static void note_all(struct emitter *e)
{
	const struct netlist *n = e->n;

	e->words = (e->units->count + 1 + 63) / 64;
	e->place = netlist_memory(NULL, n->nets, sizeof(uint32_t));
	memset(e->place, 0xff, n->nets * sizeof(uint32_t));
	e->readers = netlist_memory(NULL, n->nets * e->words, sizeof(uint64_t));
	memset(e->readers, 0, n->nets * e->words * sizeof(uint64_t));
	for (size_t i = 0; i < e->units->count; i++)
		note_unit(e, i);
	for (size_t i = 0; i < n->outputs; i++)
		for (unsigned bit = 0; bit < n->output[i].width; bit++)
			note_reader(e, n->output[i].bit[bit], e->units->count);
	for (size_t i = 0; i < n->memories; i++) {
		const struct memory *m = &n->memory[i];
		note_kept(e, m->write_address, m->writes * m->abits);
		note_kept(e, m->write_data, m->writes * m->width);
		note_kept(e, m->write_enable, m->writes * m->width);
	}
	give_places(e);
}

/* ---- units ---- */

static const char *operand(const struct emitter *e, net_id net, size_t unit, char *ret)
{
	const struct net *n = &e->n->net[net];

	if (net >= NETS_FIXED && n->driver == DRIVEN_BY_GATE && e->units->of_gate[n->by] == unit)
		sprintf(ret, "g%" PRIu32, n->by);
	else
		sprintf(ret, "n[%" PRIu32 "]", e->place[net]);
	return ret;
}

static void emit_gate(const struct emitter *e, uint32_t index, size_t unit)
{
	static const char *const forms[GATE_KINDS] = {
		"%s & %s", "%s | %s", "%s ^ %s", "%s & ~%s", "%s | ~%s", "~%s", "%s ^ ((%s ^ %s) & %s)"
	};
	const struct gate *g = &e->n->gate[index];
	char a[32], b[32] = "", s[32];

	operand(e, g->a, unit, a);
	if (g->b != NO_NET)
		operand(e, g->b, unit, b);
	fprintf(e->out, "\tconst lanes g%" PRIu32 " = ", index);
	if (g->kind == GATE_MUX)
		fprintf(e->out, forms[GATE_MUX], a, a, b, operand(e, g->s, unit, s));
	else
		fprintf(e->out, forms[g->kind], a, b);
	fprintf(e->out, ";\n");
}

static void emit_marks(const struct emitter *e, const uint64_t *readers)
{
	for (size_t i = 0; i < e->words; i++)
		if (readers[i])
			fprintf(e->out, " m->dirty[%zu] |= 0x%" PRIx64 "U;", i, readers[i]);
}

struct change {
	net_id net;
	const uint64_t *readers;
	char value[40];
};
static size_t change_words;

static int by_readers(const void *a, const void *b)
{
	const struct change *x = a, *y = b;
	int order = memcmp(x->readers, y->readers, change_words * sizeof(uint64_t));

	return order ? order : (x->net > y->net) - (x->net < y->net);
}

/* Gives nets their values, and has the units simulated that read one that has changed. */
static void emit_changes(const struct emitter *e, struct change *change, size_t count)
{
	change_words = e->words;
	qsort(change, count, sizeof(*change), by_readers);
	for (size_t first = 0, end; first < count; first = end) {
		fprintf(e->out, "\tlanes c%zu = {0};\n", first);
		for (end = first; end < count && !memcmp(change[end].readers, change[first].readers, e->words * sizeof(uint64_t));
		     end++)
			fprintf(e->out, "\tc%zu |= n[%" PRIu32 "] ^ %s; n[%" PRIu32 "] = %s;\n", first, e->place[change[end].net],
			        change[end].value, e->place[change[end].net], change[end].value);
		fprintf(e->out, "\tif (lanes_any(c%zu)) {", first);
		emit_marks(e, change[first].readers);
		fprintf(e->out, " }\n");
	}
}

static void emit_eval(const struct emitter *e, size_t unit)
{
	const struct unit *u = &e->units->unit[unit];
	struct change *change = netlist_memory(NULL, u->gates, sizeof(*change));
	size_t changes = 0;
	char d[32];

	fprintf(e->out, "void lanes_eval_%zu(struct lanes_machine *m)\n{\n\tlanes *restrict n = m->net;\n", unit);
	if (u->flops)
		fprintf(e->out, "\tlanes *restrict d = m->next;\n");
	for (size_t i = 0; i < u->gates; i++) {
		net_id y = e->n->gate[u->gate[i]].y;
		emit_gate(e, u->gate[i], unit);
		if (e->place[y] == NO_PLACE)
			continue;
		change[changes] = (struct change){ .net = y, .readers = readers_of(e, y) };
		operand(e, y, unit, change[changes++].value);
	}
	for (size_t i = 0; i < u->flops; i++)
		fprintf(e->out, "\td[%" PRIu32 "] = %s;\n", u->flop[i], operand(e, e->n->flop[u->flop[i]].d, unit, d));
	emit_changes(e, change, changes);
	fprintf(e->out, "}\n");
	free(change);
}

static void emit_commit(const struct emitter *e, size_t unit)
{
	const struct unit *u = &e->units->unit[unit];
	struct change *change = netlist_memory(NULL, u->flops, sizeof(*change));

	for (size_t i = 0; i < u->flops; i++) {
		net_id q = e->n->flop[u->flop[i]].q;
		change[i] = (struct change){ .net = q, .readers = readers_of(e, q) };
		sprintf(change[i].value, "d[%" PRIu32 "]", u->flop[i]);
	}
	fprintf(e->out,
	        "void lanes_commit_%zu(struct lanes_machine *m)\n{\n\tlanes *restrict n = m->net;\n\tconst lanes *restrict d = "
	        "m->next;\n",
	        unit);
	emit_changes(e, change, u->flops);
	fprintf(e->out, "}\n");
	free(change);
}

/* ---- tables ---- */

static void emit_places(const struct emitter *e, const char *name, size_t number, const net_id *net, size_t count)
{
	fprintf(e->out, "static const uint32_t %s_%zu[] = {", name, number);
	for (size_t i = 0; i < count; i++)
		fprintf(e->out, " %" PRIu32 ",", e->place[net[i]]);
	fprintf(e->out, "%s };\n", count ? "" : " 0");
}

static void emit_set(const struct emitter *e, const uint64_t *readers)
{
	for (size_t i = 0; i < e->words; i++)
		fprintf(e->out, " 0x%" PRIx64 "U,", readers[i]);
}

static bool is_control(const struct port *port, unsigned *ret_number)
{
	return sscanf(port->name, "lane_%u", ret_number) == 1;
}

static void emit_ports(const struct emitter *e, const char *name, const struct port *port, size_t count, bool input)
{
	unsigned number;

	for (size_t i = 0; i < count; i++) {
		emit_places(e, name, i, port[i].bit, port[i].width);
		fprintf(e->out, "static const uint64_t %s_readers_%zu[] = {", name, i);
		for (unsigned bit = 0; input && bit < port[i].width; bit++)
			emit_set(e, readers_of(e, port[i].bit[bit]));
		fprintf(e->out, " 0 };\n");
	}
	fprintf(e->out, "static const struct lanes_port %ss[] = {\n", name);
	for (size_t i = 0; i < count; i++)
		if (!is_control(&port[i], &number))
			fprintf(e->out, "\t{ \"%s\", %u, %s_%zu, %s_readers_%zu },\n", port[i].name, port[i].width, name, i, name,
			        i);
	fprintf(e->out, "};\n");
}

/* The sets of units that read what the ports of a memory read. */
static void emit_read_readers(const struct emitter *e, size_t number)
{
	const struct memory *m = &e->n->memory[number];
	uint64_t *readers = netlist_memory(NULL, e->words, sizeof(*readers));

	fprintf(e->out, "static const uint64_t memory_readers_%zu[] = {", number);
	for (unsigned port = 0; port < m->reads; port++) {
		memset(readers, 0, e->words * sizeof(*readers));
		for (unsigned bit = 0; bit < m->width; bit++)
			for (size_t i = 0; i < e->words; i++)
				readers[i] |= readers_of(e, m->read_data[port * m->width + bit])[i];
		emit_set(e, readers);
	}
	fprintf(e->out, " 0 };\nstatic const uint32_t read_unit_%zu[] = {", number);
	for (unsigned port = 0; port < m->reads; port++)
		for (size_t i = 0; i < e->units->count; i++)
			if (e->units->unit[i].is_read && e->units->unit[i].memory == number && e->units->unit[i].port == port)
				fprintf(e->out, " %zu,", i);
	fprintf(e->out, " 0 };\n");
	free(readers);
}

static void emit_memories(const struct emitter *e)
{
	for (size_t i = 0; i < e->n->memories; i++) {
		const struct memory *m = &e->n->memory[i];
		emit_places(e, "read_address", i, m->read_address, m->reads * m->abits);
		emit_places(e, "read_data", i, m->read_data, m->reads * m->width);
		emit_places(e, "write_address", i, m->write_address, m->writes * m->abits);
		emit_places(e, "write_data", i, m->write_data, m->writes * m->width);
		emit_places(e, "write_enable", i, m->write_enable, m->writes * m->width);
		emit_read_readers(e, i);
	}
	fprintf(e->out, "static const struct lanes_memory memories[] = {\n");
	for (size_t i = 0; i < e->n->memories; i++) {
		const struct memory *m = &e->n->memory[i];
		fprintf(e->out,
		        "\t{ %u, %u, %u, %u, %u, read_address_%zu, read_data_%zu, write_address_%zu, write_data_%zu, "
		        "write_enable_%zu, memory_readers_%zu, read_unit_%zu },\n",
		        m->size, m->width, m->abits, m->reads, m->writes, i, i, i, i, i, i, i);
	}
	fprintf(e->out, "\t{ 0 } };\n");
}

static void emit_steps(const struct emitter *e)
{
	for (size_t i = 0; i < e->units->count; i++)
		fprintf(e->out, "lanes_step lanes_eval_%zu, lanes_commit_%zu;\n", i, i);
	fprintf(e->out, "static lanes_step *const evals[] = {");
	for (size_t i = 0; i < e->units->count; i++)
		fprintf(e->out, e->units->unit[i].is_read ? " 0," : " lanes_eval_%zu,", i);
	fprintf(e->out, " };\nstatic lanes_step *const commits[] = {");
	for (size_t i = 0; i < e->units->count; i++)
		fprintf(e->out, e->units->unit[i].flops ? " lanes_commit_%zu," : " 0,", i);
	fprintf(e->out, " };\n");
}

/* The mutants, and the flip-flop of the reset. Returns the number of the former. */
static unsigned emit_mutants(const struct emitter *e)
{
	unsigned count = 0, number;

	fprintf(e->out, "static const unsigned numbers[] = {");
	for (size_t i = 0; i < e->n->inputs; i++)
		if (is_control(&e->n->input[i], &number))
			fprintf(e->out, " %u,", number);
	fprintf(e->out, " 0 };\nstatic const uint32_t controls[] = {");
	for (size_t i = 0; i < e->n->inputs; i++)
		if (is_control(&e->n->input[i], &number)) {
			fprintf(e->out, " %" PRIu32 ",", e->place[e->n->input[i].bit[0]]);
			count++;
		}
	fprintf(e->out, " 0 };\n");
	return count;
}

static uint32_t reset_place(const struct emitter *e)
{
	for (size_t i = 0; i < e->n->flops; i++)
		if (!strcmp(e->n->net[e->n->flop[i].d].name ? e->n->net[e->n->flop[i].d].name : "", "in_rst_n"))
			return e->place[e->n->flop[i].q];
	netlist_fail("there is no register of in_rst_n");
}

static void emit_tables(const struct emitter *e)
{
	unsigned mutants;

	fprintf(e->out, "#include \"parallel/lanes.h\"\n");
	emit_steps(e);
	emit_memories(e);
	emit_ports(e, "input", e->n->input, e->n->inputs, true);
	emit_ports(e, "output", e->n->output, e->n->outputs, false);
	mutants = emit_mutants(e);
	fprintf(e->out, "static const uint32_t q[] = {");
	for (size_t i = 0; i < e->n->flops; i++)
		fprintf(e->out, " %" PRIu32 ",", e->place[e->n->flop[i].q]);
	fprintf(e->out, " };\nconst struct lanes_netlist lanes_netlist = {\n\t%" PRIu32 ", %zu, %zu, %zu, %zu, %zu, %zu, %u,\n",
	        e->places, e->n->flops, e->units->count, e->words, e->n->memories, e->n->inputs - mutants, e->n->outputs,
	        mutants);
	fprintf(e->out, "\tq, %" PRIu32 ", evals, commits, memories, inputs, outputs, numbers, controls\n};\n", reset_place(e));
}

static FILE *file_of(const char *folder, unsigned part)
{
	char path[512];
	FILE *ret;

	snprintf(path, sizeof(path), "%s/lanes_%u.c", folder, part);
	if (!(ret = fopen(path, "w")))
		netlist_fail("%s: it cannot be written", path);
	return ret;
}

void units_emit(const struct units *units, const struct netlist *n, const char *folder, unsigned parts)
{
	struct emitter e = { .units = units, .n = n };

	note_all(&e);
	for (unsigned part = 0; part < parts; part++) {
		e.out = file_of(folder, part);
		fprintf(e.out, "#include \"parallel/lanes.h\"\n");
		for (size_t i = part; i < units->count; i += parts) {
			if (!units->unit[i].is_read)
				emit_eval(&e, i);
			if (units->unit[i].flops)
				emit_commit(&e, i);
		}
		if (fclose(e.out))
			netlist_fail("%s: a file cannot be written", folder);
	}
	e.out = file_of(folder, parts);
	emit_tables(&e);
	if (fclose(e.out))
		netlist_fail("%s: a file cannot be written", folder);
	fprintf(stderr, "lanes_gen: %zu gates, %zu flip-flops, %zu memories, %zu units, %" PRIu32 " nets kept\n", n->gates,
	        n->flops, n->memories, units->count, e.places);
	free(e.place);
	free(e.readers);
}
