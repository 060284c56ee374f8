/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the register writes that set a device up for a link, with the marks, times and address of its end. */
#include "link_device.h"

#include "link_clock.h"

#include "base/bounds.h"
#include "regs.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum value { VALUE_HEADROOM, VALUE_RESUME, VALUE_TIME, VALUE_LEN, VALUE_STATION, VALUE_HOLD, VALUE_RATE };
static const char *const value_names[] = { "headroom", "resume", "time", "len", "station", "hold", "rate" };

enum { LEN_PLAIN = 1518, LEN_JUMBO = 9018, STATION_LAST = 0x55, STATION_NEXT = 0xAA, QUANTUM_OCTETS = 64 };

/* A LINK_FIELD row of regs/<device>/link.def. */
struct field {
	enum value value;
	const char *reg;
	unsigned msb, lsb;
	bool follows;
};

/* Returns the smallest n with 512 << n not below QUANTA, or 7. */
static uint32_t exponent(uint32_t quanta)
{
	uint32_t n = 0;

	while (n < 7 && (512u << n) < quanta)
		n++;
	return n;
}

#define PARAM(field) parameters->field
#define CLASSIFY dut->timing.classify

bool link_buffer(const struct dut *dut, struct link_buffer *ret)
{
#define DEVICE_BEGIN(device)                                                      \
	if (!strcmp(dut->model, #device)) {                                       \
		const struct device##_parameters *parameters = dut_##device(dut); \
		(void)parameters;
#define DEVICE_END(device) }
#define LINK_BUFFER(unit, units_, grain_, shown, late_, below_)                                                            \
	*ret = (struct link_buffer){                                                                                       \
		.unit_octets = unit, .units = units_, .grain = grain_, .free_shown = shown, .late = late_, .below = below_ \
	};                                                                                                                 \
	return true;
#define LINK_FIELD(value_, reg_, msb_, lsb_, to, from)
#define LINK_FLOW(refresh, xon_, headroom_, resume_)
#include "each/link.def"
#undef LINK_BUFFER
#undef LINK_FIELD
#undef LINK_FLOW
	return false;
}

static const uint32_t nibble_rates[] = { 10, 100 };

static bool has_nibbles(const struct dut *dut, uint32_t mbps)
{
	return dut->phy == PHY_MII && (mbps == nibble_rates[0] || mbps == nibble_rates[1]);
}

static uint32_t own_rate(const struct dut *dut)
{
	return (uint32_t)(dut_octet_hz(dut) * 8 / 1000000);
}

bool link_pace(const struct dut *dut, uint32_t mbps, int32_t ppm, struct link_pace *ret)
{
	bool nibbles = has_nibbles(dut, mbps);

	if (mbps != LINK_AUTO && mbps != own_rate(dut) && !nibbles)
		return false;
	*ret = (struct link_pace){ .mbps = nibbles ? mbps : own_rate(dut),
		                   .octet_counts = nibbles ? 2 : 1,
		                   .clock_hz = nibbles ? mbps * 250000 : dut->clock_hz };
	ret->clock_ps = link_clock_ps(1e12 / ret->clock_hz, ppm);
	ret->count_ps = nibbles ? ret->clock_ps : link_clock_ps(1e12 / (double)dut_octet_hz(dut), ppm);
	ret->octet_ps = ret->octet_counts * ret->count_ps;
	return true;
}

struct link_pace link_pace_of(const struct link_description *link, unsigned end)
{
	struct link_pace pace = { 0 };
	bool known = link_pace(link->end[end].dut, link->rate, link->end[end].ppm, &pace);

	assert(known);
	(void)known;
	return pace;
}

void link_rates(const struct dut *dut, char ret[32])
{
	if (dut->phy == PHY_MII)
		snprintf(ret, 32, "%" PRIu32 ", %" PRIu32 ", %" PRIu32, nibble_rates[0], nibble_rates[1], own_rate(dut));
	else
		snprintf(ret, 32, "%" PRIu32, own_rate(dut));
}

uint32_t link_len_max(const struct dut *dut)
{
	return dut->capabilities & CAP_JUMBO ? LEN_JUMBO : LEN_PLAIN;
}

static uint64_t field_mask(const struct field *field)
{
	return (UINT64_MAX >> (63 - (field->msb - field->lsb))) << field->lsb;
}

/* Gives field number INDEX of DUT's model; returns false after the last one. With TO_OF, IN is an end's value and *RET_VALUE gets
 * the bits of the field; without it, IN has the bits of the field and *RET_VALUE gets the end's value. */
static bool field_at(const struct dut *dut, unsigned index, struct field *ret, bool to_of, uint32_t in, uint32_t *ret_value)
{
	struct link_buffer buffer;
	unsigned i = 0;
	uint32_t UNITS;

	if (!link_buffer(dut, &buffer))
		return false;
	UNITS = buffer.units;
#define DEVICE_BEGIN(device)                                                      \
	if (!strcmp(dut->model, #device)) {                                       \
		const struct device##_parameters *parameters = dut_##device(dut); \
		(void)parameters;
#define DEVICE_END(device) }
#define LINK_BUFFER(unit, units_, grain_, shown, late_, below_)
#define LINK_FIELD(value_, reg_, msb_, lsb_, to, from)                                           \
	if (i++ == index) {                                                                      \
		uint32_t v = in, f = in;                                                         \
		(void)f;                                                                         \
		*ret = (struct field){ VALUE_##value_, #reg_, msb_, lsb_, !strcmp(#from, "0") }; \
		*ret_value = to_of ? (uint32_t)(to) : (uint32_t)(from);                          \
		return true;                                                                     \
	}
#define LINK_FLOW(refresh, xon_, headroom_, resume_)
#include "each/link.def"
#undef LINK_FIELD
#undef LINK_FLOW
	(void)UNITS;
	return false;
}

static struct item *item_of(struct stimulus *st, const struct dut *dut, const char *name)
{
	const struct reg_row *row = reg_by_name(dut_page(dut), name);

	assert(row);
	for (size_t i = 0; i < st->count; i++)
		if (st->items[i].kind == ITEM_REG_WRITE && st->items[i].u.reg.address == row->address)
			return &st->items[i];
	return NULL;
}

/* Adds a write of NAME with its reset value before all others. */
static int prepend(struct stimulus *st, const struct dut *dut, const char *name)
{
	const struct reg_page *page = dut_page(dut);
	const struct reg_row *row = reg_by_name(page, name);
	struct item item = { .kind = ITEM_REG_WRITE };
	int err;

	item.u.reg.address = row->address;
	item.u.reg.strobe = reg_strobe(page);
	item.u.reg.value = row->reset;
	err = stimulus_append(st, &item);
	if (err)
		return err;
	memmove(&st->items[1], &st->items[0], (st->count - 1) * sizeof(*st->items));
	st->items[0] = item;
	return 0;
}

/* Keeps only the writes of the set-up, since the caller waits for each of them. */
static int setup_writes(struct stimulus *st, const struct dut *dut)
{
	size_t kept = 0;
	int err = stimulus_setup(st, dut);

	for (size_t i = 0; i < st->count; i++)
		if (st->items[i].kind == ITEM_REG_WRITE)
			st->items[kept++] = st->items[i];
	st->count = kept;
	return err;
}

/* Reads VALUE from the set-up of DUT. Returns false if the set-up has no such value. */
static bool setup_value(struct stimulus *st, const struct dut *dut, enum value value, uint32_t *ret)
{
	struct field field;
	uint32_t ignored;

	for (unsigned i = 0; field_at(dut, i, &field, false, 0, &ignored); i++) {
		struct item *item = item_of(st, dut, field.reg);
		if (field.value != value || field.follows || !item)
			continue;
		field_at(dut, i, &field, false, (uint32_t)((item->u.reg.value & field_mask(&field)) >> field.lsb), ret);
		return true;
	}
	return false;
}

/* Puts NUMBER into all fields of VALUE. */
static int put_value(struct stimulus *st, const struct dut *dut, enum value value, uint32_t number)
{
	struct field field;
	uint32_t bits = 0;
	int err = 0;

	for (unsigned i = 0; !err && field_at(dut, i, &field, true, number, &bits); i++) {
		struct item *item;
		if (field.value != value)
			continue;
		if (!item_of(st, dut, field.reg))
			err = prepend(st, dut, field.reg);
		item = err ? NULL : item_of(st, dut, field.reg);
		if (item)
			item->u.reg.value = (item->u.reg.value & ~field_mask(&field)) |
			                    (((uint64_t)bits << field.lsb) & field_mask(&field));
	}
	return err;
}

/* Returns the resume mark of the set-up, or the end's own headroom if that is larger. */
static uint32_t not_below(uint32_t resume, uint32_t headroom)
{
	return headroom != LINK_AUTO && resume < headroom ? headroom : resume;
}

/* Gives the properties that only the rows of the device have. HOLD is the number of quanta between two XOFFs that a client
 * requests. */
static void flow_of(const struct dut *dut, uint32_t q, uint32_t hold, struct link_flow *ret)
{
	struct link_buffer buffer = { 0 };
	uint32_t UNITS;

	link_buffer(dut, &buffer);
	UNITS = buffer.units;
	(void)UNITS;
	(void)hold;
#define DEVICE_BEGIN(device)                                                      \
	if (!strcmp(dut->model, #device)) {                                       \
		const struct device##_parameters *parameters = dut_##device(dut); \
		(void)parameters;
#define DEVICE_END(device) }
#define LINK_FIELD(value_, reg_, msb_, lsb_, to, from)
#define LINK_FLOW(refresh, xon_, headroom_, resume_)                           \
	*ret = (struct link_flow){ .headroom = headroom_, .resume = resume_ }; \
	ret->quanta = q;                                                       \
	ret->refresh_quanta = refresh;                                         \
	ret->xon = xon_;
#include "each/link.def"
}

/* Reads the flow control that the writes in ST set up. */
static void read_flow(struct stimulus *st, const struct link_end *end, struct link_flow *ret)
{
	uint32_t quanta = 0, hold = 0;

	setup_value(st, end->dut, VALUE_TIME, &quanta);
	setup_value(st, end->dut, VALUE_HOLD, &hold);
	flow_of(end->dut, quanta, hold, ret);
	if (!setup_value(st, end->dut, VALUE_HEADROOM, &ret->headroom)) {
		ret->client = true;
		if (end->headroom != LINK_AUTO)
			ret->headroom = end->headroom;
		ret->resume = end->resume != LINK_AUTO ? end->resume : not_below(ret->resume, end->headroom);
	} else if (!setup_value(st, end->dut, VALUE_RESUME, &ret->resume)) {
		ret->resume = ret->headroom; /* there is one mark for both */
	}
}

/* Returns a hold-off so short that the buffer cannot fill from one mark to the other in it. */
static uint32_t hold_of(const struct link_flow *flow, const struct link_buffer *buffer)
{
	uint32_t between = flow->resume > flow->headroom ? (flow->resume - flow->headroom) * buffer->unit_octets : 0;
	uint32_t hold = least(flow->quanta / 2, between / QUANTUM_OCTETS);

	return hold ? hold : 1;
}

/* Puts the values of END into ST; where END leaves one out, the value of the set-up stays. */
static int put_flow(struct stimulus *st, const struct link_end *end)
{
	const uint32_t requested[] = { [VALUE_HEADROOM] = end->headroom, [VALUE_RESUME] = end->resume, [VALUE_TIME] = end->time };
	struct link_buffer buffer = { 0 };
	struct link_flow flow = { 0 };
	int err = 0;

	for (unsigned value = 0; !err && value <= VALUE_TIME; value++) {
		uint32_t number = requested[value];
		if (number == LINK_AUTO && !setup_value(st, end->dut, (enum value)value, &number))
			continue;
		if (value == VALUE_RESUME && requested[value] == LINK_AUTO)
			number = not_below(number, end->headroom);
		err = put_value(st, end->dut, (enum value)value, number);
	}
	link_buffer(end->dut, &buffer);
	read_flow(st, end, &flow);
	return err ? err : put_value(st, end->dut, VALUE_HOLD, hold_of(&flow, &buffer));
}

static int refuse_value(struct env_error *ret_error, const char *text, const struct link_end *end, enum value value,
                        uint32_t requested, const char *expected)
{
	return env_refuse(ret_error, "%s: %s: %s=%" PRIu32 " is not possible; %s", text, end->dut->name, value_names[value],
	                  requested, expected);
}

static int check_flow(const struct link_end *end, const struct link_buffer *buffer, const struct link_flow *flow,
                      const char *text, struct env_error *ret_error)
{
	char expected[96];

	snprintf(expected, sizeof(expected), "the buffer has %" PRIu32 " units of %" PRIu32 " octets", buffer->units,
	         buffer->unit_octets);
	if (flow->headroom < 1 || flow->headroom >= buffer->units)
		return refuse_value(ret_error, text, end, VALUE_HEADROOM, flow->headroom, expected);
	if (flow->resume > buffer->units)
		return refuse_value(ret_error, text, end, VALUE_RESUME, flow->resume, expected);
	if (flow->resume < flow->headroom)
		return refuse_value(ret_error, text, end, VALUE_RESUME, flow->resume,
		                    "XON below the headroom at which XOFF is due; give a larger one or a smaller headroom");
	if (end->time != LINK_AUTO && flow->quanta < end->time)
		return refuse_value(ret_error, text, end, VALUE_TIME, end->time, "the device has no time as long as that");
	if (end->headroom != LINK_AUTO && flow->headroom < end->headroom)
		return refuse_value(ret_error, text, end, VALUE_HEADROOM, end->headroom,
		                    "no mark of the device is as early as that");
	return 0;
}

struct dut link_row(const struct link_end *end)
{
	struct dut row = *end->dut;
	uint32_t step = (uint32_t)dut_step(&row);

	if (end->model && end->reaction != LINK_AUTO)
		row.timing.inhibit = (end->reaction + step - 1) / step * step;
	return row;
}

int link_flow(const struct link_end *end, struct link_flow *ret, const char *text, struct env_error *ret_error)
{
	struct stimulus st = { 0 };
	struct link_buffer buffer;
	int err;

	*ret = (struct link_flow){ 0 };
	if (!link_buffer(end->dut, &buffer))
		return env_refuse(ret_error, "%s: %s: the model '%s' has no LINK_BUFFER row in its link.def", text,
		                  end->dut->name, end->dut->model);
	/* This is checked here, since put_value() cuts a number to the width of its field. */
	if (end->headroom != LINK_AUTO && end->headroom >= buffer.units) {
		ret->headroom = end->headroom;
		return check_flow(end, &buffer, ret, text, ret_error);
	}
	if (end->resume != LINK_AUTO && end->resume > buffer.units)
		return refuse_value(ret_error, text, end, VALUE_RESUME, end->resume, "it is more than the buffer has");
	err = setup_writes(&st, end->dut);
	if (!err)
		err = put_flow(&st, end);
	if (err)
		env_fail(ret_error, -err, "%s", text);
	else
		read_flow(&st, end, ret);
	stimulus_release(&st);
	if (!err && !ret->client && ret->resume == ret->headroom && end->resume != LINK_AUTO && end->resume != ret->resume)
		return refuse_value(ret_error, text, end, VALUE_RESUME, end->resume,
		                    "the device has one mark, its headroom; leave it out");
	return err ? err : check_flow(end, &buffer, ret, text, ret_error);
}

static uint8_t station(unsigned end)
{
	return end ? STATION_NEXT : STATION_LAST;
}

void link_address(unsigned end, uint8_t ret[LINK_ADDRESS_OCTETS])
{
	const uint8_t address[LINK_ADDRESS_OCTETS] = { 0x00, 0x11, 0x22, 0x33, 0x44, station(end) };

	memcpy(ret, address, sizeof(address));
}

int link_setup(const struct link_description *link, unsigned end, struct stimulus *ret, struct env_error *ret_error)
{
	const struct dut *dut = link->end[end].dut;
	uint32_t longest = LEN_PLAIN;
	int err;

	for (unsigned i = 0; i < LINK_ENDS; i++)
		if (link->end[i].traffic.len_max > longest)
			longest = link->end[i].traffic.len_max;
	*ret = (struct stimulus){ 0 };
	err = setup_writes(ret, dut);
	if (!err)
		err = put_flow(ret, &link->end[end]);
	if (!err)
		err = put_value(ret, dut, VALUE_LEN, longest);
	if (!err)
		err = put_value(ret, dut, VALUE_STATION, station(end));
	if (!err)
		err = put_value(ret, dut, VALUE_RATE, link_pace_of(link, end).mbps);
	return err ? env_fail(ret_error, -err, "cannot set up %s", dut->name) : 0;
}
