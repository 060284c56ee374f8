/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the page, the controls and the counters of a device from the lines of its profile. */
#include "profile_draft.h"

#include "instance.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OCTET_BUS_MII = 8, OCTET_BUS = 4, WORD_BITS = 32 };
#define PROFILE_SOURCE "the profile"

static const uint64_t control_resets[PM_CONTROL_COUNT] = {
#define CONTROL(name, bits, default_, meaning, source) default_,
#include "controls.def"
};

/* ---- the page ---- */

static const struct virtual_slice {
	const char *reg, *field;
	uint8_t msb, lsb;
	enum pm_control control;
	uint8_t at;
	bool stored;
} virtual_slices[] = {
#define VIRTUAL(reg, address, meaning)
#define SLICE(reg, field, msb, lsb, control, at, stored) { #reg, #field, msb, lsb, PM_CONTROL_##control, at, stored },
#include "virtual.def"
};
enum { VIRTUAL_SLICES = sizeof(virtual_slices) / sizeof(virtual_slices[0]) };

static const struct {
	const char *name;
	uint16_t address;
	const char *meaning;
} virtual_registers[] = {
#define VIRTUAL(reg, address, meaning) { #reg, address, meaning },
#define SLICE(reg, field, msb, lsb, control, at, stored)
#include "virtual.def"
};
enum { VIRTUAL_REGISTERS = sizeof(virtual_registers) / sizeof(virtual_registers[0]) };

static uint64_t slice_mask(const struct virtual_slice *s)
{
	return (UINT64_MAX >> (63 - (s->msb - s->lsb))) << s->lsb;
}

static uint64_t control_reset(const struct profile_owned *o, enum pm_control control)
{
	return o->reset_of[control];
}

static struct reg_row virtual_row(const struct profile_owned *o, size_t index)
{
	struct reg_row row = { .name = virtual_registers[index].name,
		               .address = virtual_registers[index].address,
		               .kind = REG_RW,
		               .direction = COUNTER_HOST,
		               .meaning = virtual_registers[index].meaning,
		               .source = PROFILE_SOURCE };

	for (const struct virtual_slice *s = virtual_slices; s < virtual_slices + VIRTUAL_SLICES; s++) {
		if (strcmp(s->reg, row.name) || !s->stored)
			continue;
		row.write_mask |= slice_mask(s);
		row.reset |= control_reset(o, s->control) >> s->at << s->lsb & slice_mask(s);
	}
	return row;
}

static enum counter_direction direction_of(const struct predicate *predicate)
{
	for (unsigned i = 0; i < predicate->count; i++)
		if (predicate->step[i].word == PREDICATE_tx)
			return COUNTER_TX;
	return COUNTER_RX;
}

/* Returns a row of a counter. Of a pair the low row has the reset value of the whole counter. */
static struct reg_row counter_row(const struct draft_counter *c, enum reg_kind kind)
{
	return (struct reg_row){ .name = c->name,
		                 .address = kind == REG_COUNTER ? c->address : c->high,
		                 .kind = kind,
		                 .reset = kind == REG_COUNTER ? c->reset : 0,
		                 .direction = direction_of(c->predicate),
		                 .effect = c->effect,
		                 .full = c->full,
		                 .width = c->width,
		                 .meaning = c->meaning,
		                 .source = PROFILE_SOURCE };
}

static int compare_rows(const void *a, const void *b)
{
	return (int)((const struct reg_row *)a)->address - (int)((const struct reg_row *)b)->address;
}

/* Returns a name of the upper word, which the profile owns; NULL: there is no memory. */
static const char *high_name(struct profile_owned *o, const char *name)
{
	size_t size = strlen(name) + sizeof("_HIGH");
	char *text = malloc(size), **place = text ? draft_grow(&o->names, &o->name_count, sizeof(*place)) : NULL;

	if (!place) {
		free(text);
		return NULL;
	}
	snprintf(text, size, "%s_HIGH", name);
	return *place = text;
}

static bool is_pair(const struct profile *p, const struct draft_counter *c)
{
	return c->width > 8 * p->page.word_octets;
}

static int make_rows(struct profile *p)
{
	struct profile_owned *o = p->owned;
	struct reg_row *row = calloc(VIRTUAL_REGISTERS + o->register_count + 2 * o->counter_count, sizeof(*row));

	if (!row)
		return -ENOMEM;
	p->page.rows = o->rows = row;
	for (size_t i = 0; i < VIRTUAL_REGISTERS; i++)
		*row++ = virtual_row(o, i);
	for (size_t i = 0; i < o->register_count; i++)
		*row++ = (struct reg_row){ .name = o->registers[i].name,
			                   .address = o->registers[i].address,
			                   .kind = REG_RW,
			                   .write_mask = o->registers[i].mask,
			                   .reset = o->registers[i].reset,
			                   .direction = COUNTER_HOST,
			                   .meaning = "a register of the profile",
			                   .source = PROFILE_SOURCE };
	for (size_t i = 0; i < o->counter_count; i++) {
		*row++ = counter_row(&o->counters[i], REG_COUNTER);
		if (!is_pair(p, &o->counters[i]))
			continue;
		*row = counter_row(&o->counters[i], REG_COUNTER_HIGH);
		row->name = high_name(o, o->counters[i].name);
		if (!row++->name)
			return -ENOMEM;
	}
	p->page.count = (size_t)(row - o->rows);
	qsort(o->rows, p->page.count, sizeof(*row), compare_rows);
	return 0;
}

static size_t row_index(const struct profile *p, const char *name)
{
	const struct reg_row *row = reg_by_name(&p->page, name);

	return row ? (size_t)(row - p->page.rows) : SIZE_MAX;
}

static struct draft_place place_of_row(const struct profile_owned *o, const char *name)
{
	for (size_t i = 0; i < o->register_count; i++)
		if (!strcmp(o->registers[i].name, name))
			return o->registers[i].place;
	for (size_t i = 0; i < o->counter_count; i++)
		if (!strncmp(o->counters[i].name, name, strlen(o->counters[i].name)))
			return o->counters[i].place;
	return (struct draft_place){ 1, 1 };
}

/* Refuses two rows at one address, and joins the rows of pairs. */
static int join_rows(struct profile *p, struct profile_text *t)
{
	struct profile_owned *o = p->owned;

	for (size_t i = 1; i < p->page.count; i++) {
		struct draft_place a = place_of_row(o, o->rows[i - 1].name), b = place_of_row(o, o->rows[i].name);
		if (o->rows[i].address == o->rows[i - 1].address)
			return draft_refuse(t, a.line > b.line ? a : b, "%s and %s are both at 0x%04X", o->rows[i - 1].name,
			                    o->rows[i].name, o->rows[i].address);
	}
	for (size_t i = 0; i < o->counter_count; i++) {
		const struct draft_counter *c = &o->counters[i];
		size_t low = row_index(p, c->name);
		const struct reg_row *high = is_pair(p, c) ? reg_by_address(&p->page, c->high) : NULL;
		long distance = high ? (high - p->page.rows) - (long)low : 0;
		if (!high)
			continue;
		if (distance > INT8_MAX || distance < INT8_MIN)
			return draft_refuse(t, c->place, "the two words of %s are too far from each other", c->name);
		o->rows[low].plain = o->rows[(long)low + distance].plain = !c->latched;
		o->rows[low].partner = (int8_t)distance;
		o->rows[(long)low + distance].partner = (int8_t)-distance;
	}
	return 0;
}

/* ---- controls and fields ---- */

static bool is_mapped(const struct profile_owned *o, enum pm_control control)
{
	for (size_t i = 0; i < o->control_count; i++)
		if (o->controls[i].control == control)
			return true;
	return false;
}

static bool has_net(const struct profile_owned *o, enum pm_control control)
{
	return !o->instance || instance_has_control(o->instance, control);
}

bool draft_has_control(const struct profile_owned *o, enum pm_control control)
{
	return is_mapped(o, control) || has_net(o, control);
}

enum { REGISTERS_OF_CONTROL = 4 };

/* Refuses a control that is in too many registers: a stimulus writes all of them together. */
static int check_spread(const struct profile_owned *o, struct profile_text *t, const struct draft_control *last)
{
	const char *names[REGISTERS_OF_CONTROL];
	size_t count = 0;

	for (const struct draft_control *c = o->controls; c <= last; c++) {
		size_t i = 0;
		while (i < count && strcmp(names[i], c->name))
			i++;
		if (c->control != last->control || i < count)
			continue;
		if (count == REGISTERS_OF_CONTROL)
			return draft_refuse(t, c->place, "expected the bits of %s in at most %d registers",
			                    pm_control_names[c->control], REGISTERS_OF_CONTROL);
		names[count++] = c->name;
	}
	return 0;
}

static int make_slice(struct profile *p, struct profile_text *t, const struct draft_control *c, struct pm_control_slice *ret)
{
	size_t row = row_index(p, c->name);

	if (row == SIZE_MAX)
		return draft_refuse(t, c->place, "expected the name of a register, not '%s': no line 'register %s at ADDRESS'",
		                    c->name, c->name);
	if (check_spread(p->owned, t, c))
		return -EINVAL;
	*ret = (struct pm_control_slice){ .control = c->control,
		                          .at = c->at,
		                          .len = (uint8_t)(c->msb - c->lsb + 1),
		                          .row = (uint16_t)row,
		                          .reg_bit = c->lsb,
		                          .inverted = c->inverted,
		                          .value_count = c->value_count };
	memcpy(ret->value, c->value, sizeof(ret->value));
	return 0;
}

static int make_slices(struct profile *p, struct profile_text *t)
{
	struct profile_owned *o = p->owned;
	struct pm_control_slice *slice = calloc(VIRTUAL_SLICES + o->control_count, sizeof(*slice));
	struct reg_field *field = calloc(VIRTUAL_SLICES, sizeof(*field));

	p->golden.slices = o->slices = slice;
	p->page.fields = o->fields = field;
	if (!slice || !field)
		return -ENOMEM;
	for (const struct virtual_slice *s = virtual_slices; s < virtual_slices + VIRTUAL_SLICES; s++) {
		*field++ = (struct reg_field){ s->reg, s->field, s->msb, s->lsb, "of the control", PROFILE_SOURCE };
		if (!is_mapped(o, s->control) && has_net(o, s->control))
			*slice++ = (struct pm_control_slice){ .control = s->control,
				                              .at = s->at,
				                              .len = (uint8_t)(s->msb - s->lsb + 1),
				                              .row = (uint16_t)row_index(p, s->reg),
				                              .reg_bit = s->lsb };
	}
	/* Slices with values come first: such a slice gives the whole control and would undo the bits that another slice gave
	 * before it. */
	for (unsigned plain = 0; plain <= 1; plain++)
		for (size_t i = 0; i < o->control_count; i++)
			if (plain == !o->controls[i].value_count && make_slice(p, t, &o->controls[i], slice++))
				return -EINVAL;
	p->golden.slice_count = (size_t)(slice - o->slices);
	p->page.field_count = VIRTUAL_SLICES;
	return 0;
}

static int make_counted(struct profile *p)
{
	struct profile_owned *o = p->owned;

	p->golden.counted = o->counted = calloc(o->counter_count + 1, sizeof(*o->counted));
	if (!o->counted)
		return -ENOMEM;
	for (size_t i = 0; i < o->counter_count; i++)
		o->counted[i] = (struct pm_counted){ .row = (uint16_t)row_index(p, o->counters[i].name),
			                             .early = o->counters[i].early,
			                             .octets = predicate_octets(o->counters[i].predicate),
			                             .predicate = o->counters[i].predicate };
	p->golden.counted_count = o->counter_count;
	return 0;
}

/* Gives the value of a register of the MAC with all its controls at their defaults. Returns false if the register needs no write:
 * it has a line `setup`, it has no controls, or they have their defaults after a reset. */
static bool default_value(const struct profile *p, const struct draft_register *r, uint64_t *ret)
{
	const struct profile_owned *o = p->owned;
	bool any = false;

	*ret = r->reset;
	for (size_t i = 0; i < o->setup_count; i++)
		if (!strcmp(o->setups[i].name, r->name))
			return false;
	for (size_t i = 0; i < o->control_count; i++) {
		const struct draft_control *c = &o->controls[i];
		uint64_t mask = (UINT64_MAX >> (63 - (c->msb - c->lsb))) << c->lsb,
			 value = control_reset(o, c->control) >> c->at << c->lsb;
		if (strcmp(c->name, r->name))
			continue;
		if (c->value_count)
			value = (uint64_t)c->value[control_reset(o, c->control) % c->value_count] << c->lsb;
		*ret = (*ret & ~mask) | ((c->inverted ? ~value : value) & mask);
		any = true;
	}
	return any && *ret != r->reset;
}

/* Makes the set-up: the `setup` lines of the profile, then writes of the registers whose controls do not have their defaults
 * after a reset. */
static int make_setup(struct profile *p, struct profile_text *t)
{
	struct profile_owned *o = p->owned;
	uint64_t value;

	p->dut.setup = o->writes = calloc(o->setup_count + o->register_count + 1, sizeof(*o->writes));
	if (!o->writes)
		return -ENOMEM;
	for (size_t i = 0; i < o->setup_count; i++) {
		size_t row = row_index(p, o->setups[i].name);
		if (row == SIZE_MAX)
			return draft_refuse(t, o->setups[i].place, "expected the name of a register, not '%s'",
			                    o->setups[i].name);
		o->writes[i] = (struct dut_setup){ p->page.rows[row].address, o->setups[i].value };
	}
	p->dut.setup_count = o->setup_count;
	for (size_t i = 0; i < o->register_count; i++)
		if (default_value(p, &o->registers[i], &value))
			o->writes[p->dut.setup_count++] = (struct dut_setup){ o->registers[i].address, value };
	return 0;
}

static int check_instance(struct profile *p, struct profile_text *t)
{
	const struct profile_owned *o = p->owned;

	for (size_t i = 0; o->instance && i < p->build.strobe_count; i++) {
		const struct profile_strobe *s = &p->build.strobes[i];
		char net[128] = "event_bits";
		if (s->port)
			snprintf(net, sizeof(net), "port_%s", s->name);
		if (!instance_line_of(o->instance, net))
			return draft_refuse(t, (struct draft_place){ s->line, 1 }, "the instance %s does not drive %s",
			                    p->build.instance, net);
	}
	return 0;
}

/* Checks that each address of the station is a control. */
static int check_stations(struct profile *p, struct profile_text *t)
{
	static const struct {
		enum pm_control control;
		const char *name;
	} further[] = { { PM_CONTROL_station_2, "station_2" },
		        { PM_CONTROL_station_3, "station_3" },
		        { PM_CONTROL_station_4, "station_4" } };
	const struct profile_owned *o = p->owned;

	for (size_t i = 0; i < sizeof(further) / sizeof(further[0]) && i + 1 < o->stations; i++)
		if (!draft_has_control(o, further[i].control))
			return draft_refuse(
			    t, (struct draft_place){ o->stations_line, 1 },
			    "%u addresses need the control %s: the net cfg_%s in the instance, or a line 'control %s'",
			    o->stations, further[i].name, further[i].name, further[i].name);
	return 0;
}

int profile_make_page(struct profile *p, struct profile_text *t)
{
	const struct reg_page *device = reg_page_by_model("ieee8023");
	int err;

	for (size_t i = 0; i < PM_CONTROL_COUNT; i++)
		if (p->owned->reset_of[i] == UINT64_MAX)
			p->owned->reset_of[i] = control_resets[i];
	p->page = (struct reg_page){ .model = "ieee8023", .level = "octets" };
	if (device) {
		p->page.parameters = device->parameters;
		p->page.parameter_count = device->parameter_count;
	}
	p->page.word_octets = p->dut.phy == PHY_MII ? OCTET_BUS_MII : OCTET_BUS;
	err = make_rows(p);
	if (!err)
		err = join_rows(p, t);
	if (!err)
		err = make_slices(p, t);
	if (!err)
		err = make_counted(p);
	if (!err)
		err = make_setup(p, t);
	if (!err)
		err = check_instance(p, t);
	if (!err)
		err = check_stations(p, t);
	p->golden.page = &p->page;
	return err;
}
