/* SPDX-License-Identifier: Apache-2.0 */
/* The lanes beside the model.
 *
 * Rules.
 *  1. A lane has been seen if an output differs from lane 0 in any clock, also before the reset.
 *  2. From the first clock without reset on, the outputs of lane 0 must be those of the model, but for bits in which a lane of 1 to 31 differs: they depend on
 *     the state at power-up, which is not that of the model.
 *  3. Where the bench looks ahead for a moment, in a copy of its process, what it sees there decides what it does. So both rules hold for the copy. */
#include "watch.h"

#include "lanes.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORTS_MAX = 24 };

_Static_assert((int)WATCH_LANES == (int)LANES && (int)WATCH_FIRST_MUTANT == (int)LANES_FIRST_MUTANT,
               "watch.h repeats lanes.h without vectors");

struct watch *watch_now;

/* A port of tb/seam/<phy>_tick.v: where struct seam_pins points to its value. */
struct place {
	const char *name;
	size_t pointer;
	unsigned size;
	uint64_t hidden; /* bits that a black box does not have; UINT64_MAX: all */
};
#define PLACE(name, pointer, hidden)                                                                         \
	{                                                                                                    \
		name, offsetof(struct seam_pins, pointer), sizeof(*((struct seam_pins *)0)->pointer), hidden \
	}

static const struct place places[] = {
	PLACE("in_rst_n", common.rst_n, 0),
	PLACE("in_host_ready", common.host_ready, 0),
	PLACE("in_apb", common.apb, 0),
	PLACE("in_paddr", common.paddr, 0),
	PLACE("in_pwdata", common.pwdata, 0),
	PLACE("in_turned", common.turned, 0),
	PLACE("in_pwdata_upper", upper.pwdata, 0),
	PLACE("in_pstrb_upper", upper.pstrb, 0),
	PLACE("in_rx", gmii.rx, 0),
	PLACE("in_mdio", gmii.mdio_i, 0),
	PLACE("in_carrier", gmii.carrier, 0),
	PLACE("in_rxd", xgmii.rxd, 0),
	PLACE("in_rxc", xgmii.rxc, 0),
	PLACE("in_send_data", xgmii.send_data, 0),
	PLACE("in_send", gmii.send, 0),
	PLACE("in_send", xgmii.send, 0),
	PLACE("in_request", xgmii.request, 0),
	PLACE("out_ready", common.ready, 0),
	PLACE("out_prdata", common.prdata, 0),
	PLACE("out_prdata_upper", upper.prdata, 0),
	PLACE("out_pause_timer", common.pause_timer, UINT64_MAX),
	PLACE("out_rx_record", common.rx_record, UINT64_MAX),
	PLACE("out_tx_record", common.tx_record, UINT64_MAX),
	PLACE("out_tx", gmii.tx, 0),
	PLACE("out_host", gmii.host, 0),
	PLACE("out_side", gmii.side, ~(uint64_t)SEAM_SIDE_MDIO),
	PLACE("out_txd", xgmii.txd, 0),
	PLACE("out_txc", xgmii.txc, 0),
	PLACE("out_host_data", xgmii.host_data, 0),
	PLACE("out_host", xgmii.host, 0),
	PLACE("out_side", xgmii.side, ~((uint64_t)SEAM_KEEP << SEAM_WIDE_PFC_SHIFT)),
};

struct pin {
	const struct place *place;
	const void *at;
	uint64_t value;   /* the last one of an input; of lane 0 */
	uint64_t unknown; /* of an output: bits in which a lane of 1 to 31 differs */
};

struct watched {
	struct seam *model;
	struct lanes_machine *machine;
	struct watch *watch;
	bool started; /* the reset was over */
	uint64_t hash, clocks;
	struct pin input[PORTS_MAX], output[PORTS_MAX];
	struct seam_pins pins;
	/* What the bench sees of the observation ports. */
	uint32_t zero, narrow_side;
	uint64_t wide_side;
};

static uint64_t value_of(const struct pin *pin)
{
	uint64_t ret = 0;

	memcpy(&ret, pin->at, pin->place->size); /* of a machine whose lowest byte is the first, as Verilator's */
	return ret;
}

static void find(struct pin *pin, const struct lanes_port *port, const struct seam_pins *pins)
{
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		const void *at;
		if (strcmp(places[i].name, port->name))
			continue;
		memcpy(&at, (const char *)pins + places[i].pointer, sizeof(at));
		if (at)
			*pin = (struct pin){ .place = &places[i], .at = at };
	}
	if (!pin->place && strcmp(port->name, "tick")) {
		fprintf(stderr, "parallel: %s: the pins have no such port\n", port->name);
		exit(2);
	}
}

/* ---- the outputs ---- */

static void note_seen(struct watched *s, enum watch_view view, unsigned output, lanes differs)
{
	struct watch *w = s->watch;

	for (unsigned i = 0; i < LANES_WORDS; i++) {
		uint64_t fresh = differs[i] & ~w->seen[view][i] & w->active[i];
		w->seen[view][i] |= fresh;
		for (; fresh; fresh &= fresh - 1) {
			unsigned lane = 64 * i + (unsigned)__builtin_ctzll(fresh);
			w->first[view][lane] = (uint32_t)s->clocks;
			w->port[view][lane] = (unsigned char)output;
		}
	}
}

static void compare_lanes(struct watched *s, unsigned output)
{
	const struct lanes_port *port = &lanes_netlist.output[output];
	struct pin *pin = &s->output[output];
	lanes all = { 0 }, visible = { 0 };

	pin->value = pin->unknown = 0;
	for (unsigned bit = 0; bit < port->width; bit++) {
		lanes net = s->machine->net[port->net[bit]];
		uint64_t first = net[0] & 1;
		lanes differs = net ^ lanes_all(first);
		pin->value |= first << bit;
		pin->unknown |= (uint64_t)((differs[0] & LANES_OTHERS) != 0) << bit;
		all |= differs;
		if (!(pin->place->hidden >> bit & 1))
			visible |= differs;
	}
	note_seen(s, WATCH_ALL, output, all);
	note_seen(s, WATCH_BLACK_BOX, output, visible);
}

static void compare_model(struct watched *s, unsigned output)
{
	const struct pin *pin = &s->output[output];
	uint64_t model = value_of(pin);

	s->watch->compared += lanes_netlist.output[output].width;
	s->watch->unknown += (unsigned)__builtin_popcountll(pin->unknown);
	if (((model ^ pin->value) & ~pin->unknown) && !s->watch->wrong[0])
		snprintf(s->watch->wrong, sizeof(s->watch->wrong),
		         "clock %llu: %s is %llx, lane 0 has %llx, of which %llx depend on power-up",
		         (unsigned long long)s->clocks, lanes_netlist.output[output].name, (unsigned long long)model,
		         (unsigned long long)pin->value, (unsigned long long)pin->unknown);
}

/* ---- the seam ---- */

static void set_inputs(struct watched *s)
{
	for (unsigned i = 0; i < lanes_netlist.inputs; i++) {
		struct pin *pin = &s->input[i];
		uint64_t value, changed;

		if (!pin->place || !(changed = (value = value_of(pin)) ^ pin->value))
			continue;
		s->hash = (s->hash ^ value ^ s->clocks << 40 ^ (uint64_t)i << 34) * 0x9E3779B97F4A7C15U;
		s->hash ^= s->hash >> 29;
		pin->value = value;
		if (s->machine)
			for (; changed; changed &= changed - 1) {
				unsigned bit = (unsigned)__builtin_ctzll(changed);
				if (bit < lanes_netlist.input[i].width)
					lanes_set(s->machine, i, bit, value >> bit & 1);
			}
		if (!strcmp(pin->place->name, "in_rst_n") && value)
			s->started = true;
	}
}

static struct seam *watch_open(uint32_t seed)
{
	struct watched *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->watch = watch_now;
	s->model = seam_ops_mutant.open(seed);
	if (!s->model || (s->watch->lanes && !(s->machine = lanes_open(seed, s->watch->active)))) {
		free(s);
		return NULL;
	}
	s->pins = *seam_ops_mutant.pins(s->model);
	if (lanes_netlist.inputs > PORTS_MAX || lanes_netlist.outputs > PORTS_MAX)
		abort();
	for (unsigned i = 0; i < lanes_netlist.inputs; i++)
		find(&s->input[i], &lanes_netlist.input[i], &s->pins);
	for (unsigned i = 0; i < lanes_netlist.outputs; i++)
		find(&s->output[i], &lanes_netlist.output[i], &s->pins);
	if (s->watch->blind) {
		s->pins.common.pause_timer = s->pins.common.rx_record = s->pins.common.tx_record = &s->zero;
		if (s->pins.gmii.side)
			s->pins.gmii.side = &s->narrow_side;
		else
			s->pins.xgmii.side = &s->wide_side;
	}
	return (struct seam *)s;
}

static void watch_close(struct seam *seam)
{
	struct watched *s = (struct watched *)seam;

	s->watch->hash = s->hash;
	s->watch->clocks = s->clocks;
	seam_ops_mutant.close(s->model);
	if (s->machine)
		lanes_close(s->machine);
	free(s);
}

static const struct seam_pins *watch_pins(struct seam *seam)
{
	return &((struct watched *)seam)->pins;
}

static void watch_cycle(struct seam *seam)
{
	struct watched *s = (struct watched *)seam;
	const struct seam_pins *model = seam_ops_mutant.pins(s->model);

	set_inputs(s);
	seam_ops_mutant.cycle(s->model);
	if (model->gmii.side)
		s->narrow_side = *model->gmii.side & SEAM_SIDE_MDIO;
	else
		s->wide_side = *model->xgmii.side & (uint64_t)SEAM_KEEP << SEAM_WIDE_PFC_SHIFT;
	if (s->machine) {
		if (lanes_clock(s->machine) || !s->clocks)
			for (unsigned i = 0; i < lanes_netlist.outputs; i++)
				compare_lanes(s, i);
		for (unsigned i = 0; s->started && i < lanes_netlist.outputs; i++)
			compare_model(s, i);
	}
	s->clocks++;
}

const struct seam_ops watch_ops = {
	.dut = "watched",
	.open = watch_open,
	.close = watch_close,
	.pins = watch_pins,
	.cycle = watch_cycle,
	.eval = watch_cycle,
	.rtl_hash = "",
};

unsigned watch_mutants(void)
{
	return lanes_netlist.mutants;
}

unsigned watch_number(unsigned index)
{
	return lanes_netlist.number[index];
}

const char *watch_port(unsigned output)
{
	return lanes_netlist.output[output].name;
}
