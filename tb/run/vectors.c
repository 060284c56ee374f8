/* SPDX-License-Identifier: Apache-2.0 */
/* A simulation behind the seam that writes down the ports of another one in each clock. */
#include "vectors.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A port of the wrappers: where struct seam_pins has the pointer to it, and how many octets it has. */
struct place {
	const char *name;
	size_t offset, octets;
};
#define PLACE(name, member)                                                                            \
	{                                                                                              \
#name, offsetof(struct seam_pins, member), sizeof(*((struct seam_pins *)NULL)->member) \
	}
static const struct place common[] = {
	PLACE(in_rst_n, common.rst_n),
	PLACE(in_host_ready, common.host_ready),
	PLACE(in_apb, common.apb),
	PLACE(in_paddr, common.paddr),
	PLACE(in_pwdata, common.pwdata),
	PLACE(in_pstrb_upper, upper.pstrb),
	PLACE(in_pwdata_upper, upper.pwdata),
	PLACE(in_turned, common.turned),
	PLACE(out_ready, common.ready),
	PLACE(out_prdata, common.prdata),
	PLACE(out_prdata_upper, upper.prdata),
	PLACE(out_pause_timer, common.pause_timer),
	PLACE(out_rx_record, common.rx_record),
	PLACE(out_tx_record, common.tx_record),
};
static const struct place octets[] = {
	PLACE(in_rx, gmii.rx),  PLACE(in_send, gmii.send),  PLACE(in_mdio, gmii.mdio_i), PLACE(in_carrier, gmii.carrier),
	PLACE(out_tx, gmii.tx), PLACE(out_host, gmii.host), PLACE(out_side, gmii.side),
};
static const struct place xgmii[] = {
	PLACE(in_rxd, xgmii.rxd),
	PLACE(in_rxc, xgmii.rxc),
	PLACE(in_send_data, xgmii.send_data),
	PLACE(in_send, xgmii.send),
	PLACE(in_request, xgmii.request),
	PLACE(out_txd, xgmii.txd),
	PLACE(out_txc, xgmii.txc),
	PLACE(out_host_data, xgmii.host_data),
	PLACE(out_host, xgmii.host),
	PLACE(out_side, xgmii.side),
};

/* The ports of pins.def, and in_turned, which is no row there, since it has no pins. */
enum { GMII = 1 << PHY_GMII, MII = 1 << PHY_MII, XGMII = 1 << PHY_XGMII, OCTETS = GMII | MII, ALL = OCTETS | XGMII };
struct port {
	unsigned phys;
	const char *name;
	unsigned bits;
};
#define WORD(phys, word, bits) { phys, #word, bits },
#define PORT(phys, word, pin, bits) { phys, #word, bits },
#define PIN(phys, word, name, pin, bit)
#define PINS(phys, word, name, pin, msb, lsb)
#define SPARE(phys, word, msb, lsb)
static const struct port ports[] = {
	{ ALL, "in_turned", 32 },
#include "seam/pins.def"
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

struct noted {
	const void *value;
	size_t octets;
	unsigned bits;
};

struct seam {
	struct seam_ops ops;         /* the functions of this simulation */
	const struct seam_ops *real; /* the functions of .inner */
	struct seam *inner;
	FILE *out;
	bool ahead; /* the clocks that are simulated now are no part of the run, so they are not written */
	struct noted input[COUNT(ports)], output[COUNT(ports)];
	size_t inputs, outputs;
};

static const struct place *find_place(const struct place *table, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(table[i].name, name))
			return &table[i];
	return NULL;
}

/* Returns where the value of PORT is and how wide it is. Each port of pins.def has a place. */
static struct noted noted_of(const struct seam_pins *pins, enum phy_kind phy, const struct port *port)
{
	const struct place *place = find_place(common, COUNT(common), port->name);
	struct noted ret = { .bits = port->bits };

	if (!place && phy == PHY_XGMII)
		place = find_place(xgmii, COUNT(xgmii), port->name);
	else if (!place)
		place = find_place(octets, COUNT(octets), port->name);
	assert(place);
	memcpy(&ret.value, (const char *)pins + place->offset, sizeof(ret.value));
	assert(ret.value);
	ret.octets = place->octets;
	return ret;
}

/* Finds the ports of one direction, and writes their names and bits. */
static size_t find_ports(const struct seam *s, enum phy_kind phy, const char *prefix, struct noted *ret)
{
	const struct seam_pins *pins = s->real->pins(s->inner);
	size_t count = 0;

	for (size_t i = 0; i < COUNT(ports); i++) {
		if (!(ports[i].phys & 1u << phy) || strncmp(ports[i].name, prefix, strlen(prefix)))
			continue;
		ret[count++] = noted_of(pins, phy, &ports[i]);
		fprintf(s->out, " %s:%u", ports[i].name, ports[i].bits);
	}
	return count;
}

static void write_values(const struct seam *s, const struct noted *noted, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t value = 0;
		memcpy(&value, noted[i].value, noted[i].octets);
		fprintf(s->out, "%0*llx", (int)(noted[i].bits + 3) / 4, (unsigned long long)value);
	}
}

static void recorded_cycle(struct seam *s)
{
	if (!s->ahead)
		write_values(s, s->input, s->inputs);
	s->real->cycle(s->inner);
	if (s->ahead)
		return;
	write_values(s, s->output, s->outputs);
	putc('\n', s->out);
}

static void recorded_close(struct seam *s)
{
	s->real->close(s->inner);
	fclose(s->out);
	free(s);
}

static const struct seam_pins *recorded_pins(struct seam *s)
{
	return s->real->pins(s->inner);
}

static int recorded_trace_open(struct seam *s, const char *path, const struct seam_changes *expected)
{
	return s->real->trace_open(s->inner, path, expected);
}

static void recorded_trace_close(struct seam *s, uint64_t until)
{
	s->real->trace_close(s->inner, until);
}

static void recorded_eval(struct seam *s)
{
	s->real->eval(s->inner);
}

/* Stops writing in a copy of the process: the copy ends without flushing the file, and until then it must not fill the buffer. */
static void recorded_trace_leave(struct seam *s)
{
	s->ahead = true;
	if (s->real->trace_leave)
		s->real->trace_leave(s->inner);
}

static bool recorded_ahead_begin(struct seam *s)
{
	return s->ahead = s->real->ahead_begin(s->inner);
}

static void recorded_ahead_end(struct seam *s)
{
	s->real->ahead_end(s->inner);
	s->ahead = false;
}

static struct seam_ops ops_of(const struct seam_ops *real)
{
	struct seam_ops ret = *real;

	ret.open = NULL;
	ret.close = recorded_close;
	ret.pins = recorded_pins;
	ret.cycle = recorded_cycle;
	ret.eval = recorded_eval;
	ret.trace_leave = recorded_trace_leave;
	if (real->trace_open) {
		ret.trace_open = recorded_trace_open;
		ret.trace_close = recorded_trace_close;
	}
	if (real->ahead_begin) {
		ret.ahead_begin = recorded_ahead_begin;
		ret.ahead_end = recorded_ahead_end;
	}
	return ret;
}

struct seam *vectors_open(const struct seam_ops *ops, struct seam *inner, enum phy_kind phy, const char *path,
                          const struct seam_ops **ret_ops)
{
	struct seam *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->real = ops;
	s->inner = inner;
	s->ops = ops_of(ops);
	s->out = fopen(path, "we");
	if (!s->out) {
		int number = errno;
		free(s);
		errno = number;
		return NULL;
	}
	fputs("//", s->out);
	s->inputs = find_ports(s, phy, "in_", s->input);
	s->outputs = find_ports(s, phy, "out_", s->output);
	putc('\n', s->out);
	*ret_ops = &s->ops;
	return s;
}

int vectors_flush(struct seam *seam)
{
	errno = EIO; /* the error of an earlier write, which left no number */
	return fflush(seam->out) || ferror(seam->out) ? -errno : 0;
}
