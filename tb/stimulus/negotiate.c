/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the sequence of accesses with which a device driver negotiates flow control. doc/devices/bcm1250.md 7; 802.3 28B.3,
 * 22.2.4.5; tg3.c; sb1250-mac.c. */
#include "negotiate.h"

#include "part/autoneg.h"
#include "regs.h"

#include <assert.h>
#include <string.h>

enum {
	CONTROL = 0,
	STATUS = 1,
	ADVERTISED = 4,
	PARTNER = 5,
	CONTROL_ENABLE_RESTART = 0x1200,
	STATUS_COMPLETE = 0x0020,
	STATUS_LINK = 0x0004,
	POLLS_MAX = 64,
	NO_PHY = 0xFFFF,

	FRAME_BITS = 64,
	RELEASE_BIT = 46,    /* in a read the station stops driving here */
	TURNAROUND_BIT = 47, /* in a read the PHY drives 0 here */
	HALF_PERIOD = 25,    /* in clocks of 8 ns: MDC has at most 2.5 MHz */
	ACCESS_CLOCKS = 2,
	MASTER_CLOCKS = 3200, /* a frame of the clause 22 master */
};
enum opcode { OPCODE_WRITE = 1, OPCODE_READ = 2 }; /* 22.2.4.5.4 */

enum flow { FLOW_NONE, FLOW_SEND = 1, FLOW_OBEY = 2 };

/* The rows of table 28B-3: P (PAUSE) and A (ASM_DIR) of this side, P and A of the partner (-1: either value). */
static const struct {
	int8_t p, a, partner_p, partner_a;
	uint8_t flow;
} table_28b_3[] = {
	{ 0, 0, -1, -1, FLOW_NONE }, { 0, 1, 0, -1, FLOW_NONE }, { 0, 1, 1, 0, FLOW_NONE },
	{ 0, 1, 1, 1, FLOW_SEND },   { 1, 0, 0, -1, FLOW_NONE }, { 1, 0, 1, -1, FLOW_SEND | FLOW_OBEY },
	{ 1, 1, 0, 0, FLOW_NONE },   { 1, 1, 0, 1, FLOW_OBEY },  { 1, 1, 1, -1, FLOW_SEND | FLOW_OBEY },
};

static bool fits(int8_t row, bool bit)
{
	return row < 0 || row == bit;
}

static unsigned flow_of(uint16_t local, uint16_t partner)
{
	bool p = local & AUTONEG_PAUSE, a = local & AUTONEG_ASM_DIR;
	bool pp = partner & AUTONEG_PAUSE, pa = partner & AUTONEG_ASM_DIR;

	for (size_t i = 0; i < sizeof(table_28b_3) / sizeof(table_28b_3[0]); i++)
		if (fits(table_28b_3[i].p, p) && fits(table_28b_3[i].a, a) && fits(table_28b_3[i].partner_p, pp) &&
		    fits(table_28b_3[i].partner_a, pa))
			return table_28b_3[i].flow;
	return FLOW_NONE;
}

/* The outcome of auto-negotiation. */
struct outcome {
	uint16_t mbps;
	bool full, send, obey;
};

/* A field that the driver sets to what .value returns for the outcome. */
struct change {
	const char *reg, *field;
	uint64_t (*value)(const struct outcome *o);
};

struct negotiation_port {
	const char *model;
	/* The register of the clause 22 master and its fields; NULL: the device has no management interface. */
	struct {
		const char *reg, *busy, *failed, *opcode, *phy, *phy_reg, *data;
	} master;
	/* The register of the management pins and its fields; NULL: there is none. */
	struct {
		const char *reg, *mdc, *input, *out, *in;
	} pins;
	/* A change without a register ends the list; the changes of one register follow each other. */
	const struct change *changes;
};

static uint64_t half_duplex(const struct outcome *o)
{
	return !o->full;
}

static uint64_t send(const struct outcome *o)
{
	return o->send;
}

static uint64_t obey(const struct outcome *o)
{
	return o->obey;
}

static uint64_t not_obey(const struct outcome *o)
{
	return !o->obey;
}

static uint64_t speed(const struct outcome *o)
{
	return o->mbps == 10 ? 0 : o->mbps == 100 ? 1 : 2;
}

static uint64_t ifg_tx(const struct outcome *o)
{
	return o->mbps == 1000 ? 8 : 20;
}

static uint64_t ifg_threshold(const struct outcome *o)
{
	return o->mbps == 1000 ? 0 : 4;
}

/* clang-format off */
#define DEVICE_BEGIN(device) static const struct change device##_changes[] = {
#define DEVICE_END(device) { 0 } };
/* clang-format on */
#define MASTER(reg, busy, failed, opcode, phy, phy_reg, data)
#define PINS(reg, mdc, input, out, in)
#define CHANGE(reg, field, value) { #reg, #field, value },
#include "each/negotiate.def"
#undef MASTER
#undef PINS
#undef CHANGE

/* clang-format off */
#define DEVICE_BEGIN(device) { .model = #device, .changes = device##_changes,
#define DEVICE_END(device) },
/* clang-format on */
#define MASTER(reg, busy, failed, opcode, phy, phy_reg, data) .master = { #reg, #busy, #failed, #opcode, #phy, #phy_reg, #data },
#define PINS(reg, mdc, input, out, in) .pins = { #reg, #mdc, #input, #out, #in },
#define CHANGE(reg, field, value)
static const struct negotiation_port ports[] = {
#include "each/negotiate.def"
};

static const struct negotiation_port *port_of(const char *model)
{
	for (size_t i = 0; i < sizeof(ports) / sizeof(ports[0]); i++)
		if (ports[i].master.reg && !strcmp(ports[i].model, model))
			return &ports[i];
	return NULL;
}

static const struct reg_page *page_of(const struct negotiation *d)
{
	return reg_page_by_model(d->port->model);
}

static uint16_t address_of(const struct negotiation *d, const char *name)
{
	const struct reg_row *row = reg_by_name(page_of(d), name);

	assert(row);
	return row->address;
}

static const struct reg_field *field_of(const struct negotiation *d, const char *reg, const char *name)
{
	const struct reg_field *field = reg_field_by_name(page_of(d), reg, name);

	assert(field);
	return field;
}

/* Returns a word of REG in which the field NAME has VALUE and all others are 0. */
static uint64_t field_word(const struct negotiation *d, const char *reg, const char *name, uint64_t value)
{
	const struct reg_field *field = field_of(d, reg, name);

	return value << field->lsb & reg_field_mask(field);
}

/* Returns the value of the field NAME in WORD, a word of REG. */
static uint64_t field_value(const struct negotiation *d, const char *reg, const char *name, uint64_t word)
{
	const struct reg_field *field = field_of(d, reg, name);

	return (word & reg_field_mask(field)) >> field->lsb;
}

/* ---- management frames ---- */

static void frame_begin(struct negotiation *d, bool read, unsigned reg, uint16_t data)
{
	d->read = read;
	d->refused = false;
	d->bit = d->step = 0;
	d->data = data;
	d->word = 0xFFFFFFFFull << 32 | 1ull << 30 | (uint64_t)(read ? OPCODE_READ : OPCODE_WRITE) << 28 |
	          (uint64_t)d->phy << 23 | (uint64_t)reg << 18 | 2ull << 16 | data;
}

static void phase_begin(struct negotiation *d, enum negotiation_phase phase)
{
	d->phase = phase;
	switch (phase) {
	case NEGOTIATION_ADVERTISE:
		frame_begin(d, false, ADVERTISED, d->advertise);
		break;
	case NEGOTIATION_RESTART:
		frame_begin(d, false, CONTROL, CONTROL_ENABLE_RESTART);
		break;
	case NEGOTIATION_POLL:
		frame_begin(d, true, STATUS, 0);
		break;
	case NEGOTIATION_READ_LOCAL:
		frame_begin(d, true, ADVERTISED, 0);
		break;
	case NEGOTIATION_READ_PARTNER:
		frame_begin(d, true, PARTNER, 0);
		break;
	default:
		d->change = 0;
		d->writing = false;
		break;
	}
}

/* Ends a management frame; the data of a read go to d->data. */
static void frame_end(struct negotiation *d)
{
	bool absent = d->read && (d->refused || d->data == NO_PHY);

	switch (absent ? NEGOTIATION_DONE : d->phase) {
	case NEGOTIATION_ADVERTISE:
		phase_begin(d, NEGOTIATION_RESTART);
		break;
	case NEGOTIATION_RESTART:
		phase_begin(d, NEGOTIATION_POLL);
		break;
	case NEGOTIATION_POLL:
		if ((d->data & STATUS_COMPLETE) && (d->data & STATUS_LINK))
			phase_begin(d, NEGOTIATION_READ_LOCAL);
		else
			phase_begin(d,
			            ++d->polls < POLLS_MAX && !(d->data & STATUS_COMPLETE) ? NEGOTIATION_POLL : NEGOTIATION_DONE);
		break;
	case NEGOTIATION_READ_LOCAL:
		d->local = d->data;
		phase_begin(d, NEGOTIATION_READ_PARTNER);
		break;
	case NEGOTIATION_READ_PARTNER:
		d->partner = d->data;
		phase_begin(d, NEGOTIATION_PROGRAM);
		break;
	default:
		phase_begin(d, NEGOTIATION_DONE);
		break;
	}
}

static void access_of(const struct negotiation *d, struct item *ret, const char *reg, bool write, uint64_t value)
{
	*ret = (struct item){ .kind = write ? ITEM_REG_WRITE : ITEM_REG_READ };
	ret->u.reg.address = address_of(d, reg);
	ret->u.reg.value = value;
	ret->u.reg.strobe = write ? reg_strobe(page_of(d)) : 0;
}

/* Gives the next access if the master makes the frame: one write, then reads until the master is not busy. */
static uint32_t master_access(const struct negotiation *d, struct item *ret)
{
	const char *reg = d->port->master.reg;

	if (d->step) {
		access_of(d, ret, reg, false, 0);
		return d->step == 1 ? MASTER_CLOCKS : HALF_PERIOD;
	}
	access_of(d, ret, reg, true,
	          field_word(d, reg, d->port->master.busy, 1) |
	              field_word(d, reg, d->port->master.opcode, d->read ? OPCODE_READ : OPCODE_WRITE) |
	              field_word(d, reg, d->port->master.phy, d->phy) |
	              field_word(d, reg, d->port->master.phy_reg, d->word >> 18 & 31) |
	              field_word(d, reg, d->port->master.data, d->data));
	return 0;
}

static void master_result(struct negotiation *d, uint64_t value)
{
	const char *reg = d->port->master.reg;

	if (!d->step++ || field_value(d, reg, d->port->master.busy, value))
		return;
	d->refused = field_value(d, reg, d->port->master.failed, value);
	if (d->read)
		d->data = (uint16_t)field_value(d, reg, d->port->master.data, value);
	frame_end(d);
}

/* Gives the next access if the pins make the frame: each bit is a write with MDC low, a read if the PHY drives, and a write with
 * MDC high. */
static uint32_t pins_access(const struct negotiation *d, struct item *ret)
{
	const char *reg = d->port->pins.reg;
	bool idle = d->bit == FRAME_BITS, input = idle || (d->read && d->bit >= RELEASE_BIT);
	bool out = !input && d->word >> (FRAME_BITS - 1 - d->bit) & 1, mdc = !idle && d->step;

	if (!idle && d->step == 1)
		access_of(d, ret, reg, false, 0);
	else
		access_of(d, ret, reg, true,
		          field_word(d, reg, d->port->pins.input, input) | field_word(d, reg, d->port->pins.out, out) |
		              field_word(d, reg, d->port->pins.mdc, mdc));
	return HALF_PERIOD - ACCESS_CLOCKS;
}

static void pins_result(struct negotiation *d, uint64_t value)
{
	bool sampled = d->read && d->bit >= TURNAROUND_BIT;

	if (d->bit == FRAME_BITS) {
		frame_end(d);
		return;
	}
	if (d->step == 1) {
		bool in = field_value(d, d->port->pins.reg, d->port->pins.in, value);
		if (d->bit == TURNAROUND_BIT)
			d->refused = in;
		else
			d->data = (uint16_t)(d->data << 1 | in);
	}
	d->step += d->step == 0 && !sampled ? 2 : 1;
	if (d->step > 2) {
		d->step = 0;
		d->bit++;
	}
}

/* ---- the MAC's bits ---- */

static struct outcome outcome_of(const struct negotiation *d)
{
	struct outcome o = { .mbps = 10 };
	uint16_t both = d->local & d->partner;
	unsigned flow = flow_of(d->local, d->partner);

	/* The result is the highest ability that both sides have, by the priorities of 28B.3. */
	if (both & (AUTONEG_100_FULL | AUTONEG_100_HALF))
		o.mbps = 100;
	o.full = both & (o.mbps == 100 ? AUTONEG_100_FULL : AUTONEG_10_FULL);
	o.send = o.full && (flow & FLOW_SEND);
	o.obey = o.full && (flow & FLOW_OBEY);
	return o;
}

static uint32_t program_access(const struct negotiation *d, struct item *ret)
{
	access_of(d, ret, d->port->changes[d->change].reg, d->writing, d->value);
	return 0;
}

/* Reads a register of the MAC, changes its fields and writes it back. */
static void program_result(struct negotiation *d, uint64_t value)
{
	const struct change *change = &d->port->changes[d->change];
	const struct outcome o = outcome_of(d);
	const char *reg = change->reg;

	if (!d->writing) {
		d->value = value;
		for (; change->reg && !strcmp(change->reg, reg); change++) {
			d->value &= ~reg_field_mask(field_of(d, reg, change->field));
			d->value |= field_word(d, reg, change->field, change->value(&o));
		}
		d->writing = true;
		return;
	}
	d->writing = false;
	while (d->port->changes[d->change].reg && !strcmp(d->port->changes[d->change].reg, reg))
		d->change++;
	if (d->port->changes[d->change].reg)
		return;
	d->completed = true;
	phase_begin(d, NEGOTIATION_DONE);
}

/* ---- */

void negotiation_begin(struct negotiation *d, const struct dut *dut, const struct item *item)
{
	*d = (struct negotiation){
		.port = port_of(dut->model),
		.phy = item->u.negotiate.phy,
		.advertise = item->u.negotiate.advertise,
	};
	d->master = item->u.negotiate.master || !d->port || !d->port->pins.reg;
	phase_begin(d, d->port ? NEGOTIATION_ADVERTISE : NEGOTIATION_DONE);
}

bool negotiation_next(struct negotiation *d, struct item *ret_access, uint32_t *ret_pause)
{
	if (d->phase == NEGOTIATION_DONE)
		return false;
	if (d->phase == NEGOTIATION_PROGRAM)
		*ret_pause = program_access(d, ret_access);
	else
		*ret_pause = d->master ? master_access(d, ret_access) : pins_access(d, ret_access);
	return true;
}

void negotiation_result(struct negotiation *d, uint64_t value)
{
	if (d->phase == NEGOTIATION_PROGRAM)
		program_result(d, value);
	else if (d->master)
		master_result(d, value);
	else
		pins_result(d, value);
}
