/* SPDX-License-Identifier: Apache-2.0 */
/* Maps the controls of any MAC to a DUT; control.h. */
#include "control.h"

#include "base/bounds.h"
#include "base/spelling.h"
#include "regs.h"

#include <assert.h>
#include <string.h>

const struct control_row control_table[PM_CONTROL_COUNT] = {
#define CONTROL(name, bits, usual, meaning, source) { #name, bits, usual, meaning, source },
#include "controls.def"
};

enum pm_control control_by_name(const char *name)
{
	size_t i = 0;

	while (i < PM_CONTROL_COUNT && strcmp(control_table[i].name, name))
		i++;
	return (enum pm_control)i;
}

const char *control_nearest(const char *name)
{
	struct spelling spelling = spelling_of(name);

	for (size_t i = 0; i < PM_CONTROL_COUNT; i++)
		spelling_offer(&spelling, control_table[i].name);
	return spelling.nearest;
}

/* ---- the devices ---- */

struct writes {
	const struct reg_page *page;
	struct control_write *at;
	size_t count;
};

static void put_field(struct writes *w, const char *name, unsigned msb, unsigned lsb, uint64_t value)
{
	const struct reg_row *row = reg_by_name(w->page, name);
	uint64_t mask = (msb - lsb == 63 ? UINT64_MAX : ((uint64_t)1 << (msb - lsb + 1)) - 1) << lsb;

	assert(row && w->count < CONTROL_WRITES_MAX);
	w->at[w->count++] = (struct control_write){ .address = row->address, .mask = mask, .value = value << lsb & mask };
}

static void put_port(struct writes *w, bool pfc, uint64_t value)
{
	assert(w->count < CONTROL_WRITES_MAX);
	w->at[w->count++] = (struct control_write){ .port = true, .pfc = pfc, .mask = UINT64_MAX, .value = value };
}

/* Returns the value of pfc_req that requests XOFF of the classes of V and XON of the others. */
static uint64_t pfc_request(uint64_t v)
{
	uint64_t request = 0;

	for (unsigned class = 0; class < 8; class ++)
		request |= (v >> class & 1 ? 2ull : 1ull) << 2 * class;
	return request;
}

/* Returns OCTETS, rounded up to a multiple of UNIT. */
static uint64_t units_up(uint64_t octets, uint64_t unit)
{
	return (octets + unit - 1) / unit * unit;
}

/* Returns the free units of 128 octets of a buffer of UNITS when OCTETS are in use. */
static uint64_t free_units(uint64_t units, uint64_t octets)
{
	uint64_t used = (octets + 127) / 128;

	return used < units ? units - used : 0;
}

/* Returns the 48 bits of an address with its first octet in bits 7:0. */
static uint64_t octets_reversed(uint64_t address)
{
	return __builtin_bswap64(address) >> 16;
}

enum { REQUEST_XON = 1, REQUEST_XOFF = 2 }; /* values of pause_req, doc/reference/dut-contract.md */

/* The questions that the rows of control.def answer. */
enum ask { ASK_WRITES, ASK_LACKS, ASK_COUNTER, ASK_LEVEL };
struct question {
	enum ask ask;
	enum pm_control which;
	const uint64_t *values;
	struct writes *writes; /* ASK_WRITES: the answer */
	const char *counter;   /* ASK_COUNTER: the question */
	const char *reg;       /* ASK_COUNTER: the answer, or NULL */
	uint64_t lacks;        /* ASK_LACKS: the answer */
	uint64_t level;        /* ASK_LEVEL: obs_level, and then the answer */
	bool has_level;
};

static void ask_device(const struct dut *dut, struct question *q)
{
	uint64_t v = q->values ? q->values[q->which] : q->level;

	(void)v;
#define PARAM(field) parameters->field
#define VALUE(name) q->values[PM_CONTROL_##name]
#define DEVICE_BEGIN(device)                                                      \
	if (!strcmp(dut->model, #device)) {                                       \
		const struct device##_parameters *parameters = dut_##device(dut); \
		(void)parameters;
#define DEVICE_END(device) }
#define CONTROL_AT(control, reg_, msb, lsb) CONTROL_AT_VALUE(control, reg_, msb, lsb, v)
#define CONTROL_AT_VALUE(control, reg_, msb, lsb, to)                 \
	if (q->ask == ASK_WRITES && q->which == PM_CONTROL_##control) \
		put_field(q->writes, #reg_, msb, lsb, to);
#define CONTROL_PORT(control, to)                                     \
	if (q->ask == ASK_WRITES && q->which == PM_CONTROL_##control) \
		put_port(q->writes, false, to);
#define CONTROL_PFC_PORT(control, to)                                 \
	if (q->ask == ASK_WRITES && q->which == PM_CONTROL_##control) \
		put_port(q->writes, true, to);
#define CONTROL_LACKS(control, condition)                                            \
	if (q->ask == ASK_WRITES && q->which == PM_CONTROL_##control && (condition)) \
		q->writes->count = 0;
#define LACKS(capability, condition)            \
	if (q->ask == ASK_LACKS && (condition)) \
		q->lacks |= CAP_##capability;
#define COUNTER_AT(name, reg_)                                   \
	if (q->ask == ASK_COUNTER && !strcmp(q->counter, #name)) \
		q->reg = #reg_;
#define COUNTERS_FROM_ZERO(condition)              \
	if (q->ask == ASK_COUNTER && !(condition)) \
		q->reg = NULL;
#define LEVEL_OCTETS(octets)         \
	if (q->ask == ASK_LEVEL) {   \
		q->has_level = true; \
		q->level = octets;   \
	}
#include "each/control.def"
#undef PARAM
#undef VALUE
}

/* ---- a profile ---- */

/* Puts a slice of a control into the writes; the slices in one register become one write. */
static void put_slice(struct writes *w, const struct pm_control_slice *slice, uint64_t value)
{
	uint64_t mask = slice->len >= 64 ? UINT64_MAX : ((uint64_t)1 << slice->len) - 1;
	uint64_t part = (slice->inverted ? ~(value >> slice->at) : value >> slice->at) & mask;
	uint16_t address = w->page->rows[slice->row].address;
	size_t i = 0;

	if (slice->value_count)
		part = slice->value[value < slice->value_count ? value : slice->value_count - 1U];
	while (i < w->count && (w->at[i].port || w->at[i].address != address))
		i++;
	if (i == w->count) {
		assert(w->count < CONTROL_WRITES_MAX);
		w->at[w->count++] = (struct control_write){ .address = address };
	}
	w->at[i].mask |= mask << slice->reg_bit;
	w->at[i].value |= part << slice->reg_bit;
}

static void put_slices(struct writes *w, const struct pm_profile *profile, enum pm_control which, uint64_t value)
{
	for (size_t i = 0; i < profile->slice_count; i++)
		if (profile->slices[i].control == which)
			put_slice(w, &profile->slices[i], value);
}

/* ---- any DUT ---- */

size_t control_writes(const struct dut *dut, enum pm_control which, const uint64_t values[PM_CONTROL_COUNT],
                      struct control_write ret[CONTROL_WRITES_MAX])
{
	struct writes writes = { .page = dut_page(dut), .at = ret };
	struct question question = { .ask = ASK_WRITES, .which = which, .values = values, .writes = &writes };

	if (!dut->profile) {
		ask_device(dut, &question);
		return writes.count;
	}
	put_slices(&writes, dut->profile, which, values[which]);
	/* Where requests are pulses, a pulse that requests XON ends a request of XOFF. */
	if (which == PM_CONTROL_request_xoff && !values[which])
		put_slices(&writes, dut->profile, PM_CONTROL_request_xon, 1);
	return writes.count;
}

bool control_has(const struct dut *dut, enum pm_control which)
{
	const uint64_t values[PM_CONTROL_COUNT] = { 0 };
	struct control_write writes[CONTROL_WRITES_MAX];

	return control_writes(dut, which, values, writes);
}

uint64_t control_usual(const struct dut *dut, enum pm_control which)
{
	return which == PM_CONTROL_speed ? dut_first_speed(dut) : control_table[which].usual;
}

/* The capabilities that a DUT has if it has a control. */
static const struct {
	uint64_t capability;
	enum pm_control control;
} controlled[] = {
	{ CAP_TX_ENABLE, PM_CONTROL_tx_enable },  { CAP_RX_ENABLE, PM_CONTROL_rx_enable },
	{ CAP_RX_PAUSE, PM_CONTROL_rx_pause },    { CAP_TX_PAUSE, PM_CONTROL_tx_pause },
	{ CAP_REQUEST, PM_CONTROL_request_xoff }, { CAP_QUANTA, PM_CONTROL_quanta },
	{ CAP_STATION, PM_CONTROL_station },      { CAP_FORWARD, PM_CONTROL_forward_control },
	{ CAP_PFC_REQUEST, PM_CONTROL_pfc_xoff },
};

enum { NOT_STATED = 2 }; /* a value of RequestKept */

uint64_t control_capabilities(const struct dut *dut)
{
	struct question question = { .ask = ASK_LACKS };

	ask_device(dut, &question);
	for (size_t i = 0; i < sizeof(controlled) / sizeof(controlled[0]); i++)
		if (!control_has(dut, controlled[i].control))
			question.lacks |= controlled[i].capability;
	if (dut->profile && dut_ieee8023(dut)->request_kept == NOT_STATED)
		question.lacks |= CAP_BRIEF;
	if (dut->manner.tx == PM_HOST_TX_STORED)
		/* A profile says `lacks underrun` itself. */
		question.lacks |= CAP_CUT_THROUGH | (dut->profile ? 0 : CAP_UNDERRUN);
	if (dut->phy == PHY_XGMII)
		question.lacks |= CAP_RX_ER;
	return (dut->capabilities | CAP_CUT_THROUGH | CAP_RX_ER) & ~question.lacks;
}

uint64_t control_level(const struct dut *dut, uint64_t level)
{
	struct question question = { .ask = ASK_LEVEL, .level = level };

	ask_device(dut, &question);
	return question.has_level ? question.level : CONTROL_NO_LEVEL;
}

bool control_counter(const struct dut *dut, const char *name, uint16_t *ret_address)
{
	const struct reg_page *page = dut_page(dut);
	struct question question = { .ask = ASK_COUNTER, .counter = name };
	const struct reg_row *row;

	if (dut->profile)
		question.reg = name;
	else
		ask_device(dut, &question);
	row = question.reg ? reg_by_name(page, question.reg) : NULL;
	if (row)
		*ret_address = row->address;
	return row;
}
