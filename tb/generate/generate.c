/* SPDX-License-Identifier: Apache-2.0 */
/* The constrained-random generator: it draws weighted scenarios until the number of items is reached; the end brings everything to rest
 * and reads all counters. The items depend on seed, DUT row and count only. */
#include "generate.h"

#include "base/limits.h"
#include "parameters.h"
#include "seed.h"

#include "base/random.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	END_IDLE_CYCLES = 60000, /* a full buffer drains in 41,000 */
	SETTLE_CYCLES = 1500,
};

/* ---- random numbers ---- */

uint32_t gen_below(struct generator *g, uint32_t limit)
{
	return random_below(&g->state, limit);
}

uint32_t gen_between(struct generator *g, uint32_t low, uint32_t high)
{
	assert(low <= high);
	return low + gen_below(g, high - low + 1);
}

bool gen_chance(struct generator *g, uint32_t percent)
{
	return gen_below(g, 100) < percent;
}

/* ---- items ---- */

/* Nothing says whether an error on the SFD leaves no frame, or a frame with an error. Moves the errors of FRAME so that they end
 * before the SFD, or begin after it. */
static void spare_delimiter(struct item_frame *frame)
{
	if (frame->error_len <= 0 || frame->error_at > -1 || frame->error_at + (int32_t)frame->error_len <= -1)
		return;
	if (frame->error_at < -1)
		frame->error_len = (uint32_t)(-1 - frame->error_at);
	else
		frame->error_at = 0;
}

/* Returns ITEM, changed so that a MAC without a device model must receive it: frames are not too close, and at XGMII have the
 * usual preamble (46.3.3.3). */
static struct item receivable(const struct generator *g, const struct item *item)
{
	bool received = item->kind == ITEM_RX_FRAME || item->kind == ITEM_RX_RAW || item->kind == ITEM_RX_LANES;
	struct item ret = *item;
	uint32_t gap;

	if (!received || !(g->dut->capabilities & CAP_NEUTRAL))
		return ret;
	gap = dut_needed_gap(g->dut);
	if (!gap)
		gap = dut_standard_gap(g->dut);
	if (ret.u.frame.gap < gap)
		ret.u.frame.gap = gap;
	if (g->dut->phy == PHY_XGMII)
		spare_delimiter(&ret.u.frame);
	if (ret.kind == ITEM_RX_FRAME && g->dut->phy == PHY_XGMII)
		ret.u.frame.preamble = 7;
	return ret;
}

void gen_item(struct generator *g, const struct item *wanted)
{
	struct item got = receivable(g, wanted), *item = &got;
	bool owns = item_is_frame(item);

	if (owns && (!item->u.frame.octets || (item->kind == ITEM_RX_LANES && !item->u.frame.control)))
		g->error = -ENOMEM;
	if (!g->error) {
		g->error = stimulus_append(g->st, item);
	} else if (owns) {
		free(item->u.frame.octets);
		free(item->u.frame.control);
	}
}

enum { NOT_STATED = 2 };

/* Returns within how many octet times, at MII clocks, a MAC sends a requested frame: after the longest frame and a PAUSE frame. */
static uint32_t request_sent(const struct generator *g)
{
	enum { USUAL = 2000, JUMBO = 12000 };

	return (g->dut->capabilities & CAP_JUMBO ? JUMBO : USUAL) * (g->dut->phy == PHY_MII ? 2 : 1);
}

void gen_control(struct generator *g, enum pm_control which, uint64_t value)
{
	struct control_line line = { .count = 0 };

	if (which == PM_CONTROL_request_xoff && g->dut->profile && dut_ieee8023(g->dut)->request_kept == NOT_STATED) {
		if (!g->controls[PM_CONTROL_tx_enable])
			gen_control(g, PM_CONTROL_tx_enable, 1);
		gen_wait(g, request_sent(g));
	}
	g->controls[which] = value;
	control_add(&line, g->dut, which, g->controls);
	if (!g->error)
		g->error = control_append(g->st, g->dut, &line);
}

void gen_wait_clocks(struct generator *g, uint32_t clocks)
{
	gen_item(g, &(struct item){ .kind = ITEM_WAIT, .u.wait = { .what = WAIT_CYCLES, .cycles = clocks } });
}

void gen_wait(struct generator *g, uint32_t octets)
{
	gen_wait_clocks(g, octets / g->step);
}

void gen_wait_for(struct generator *g, enum item_wait what, uint32_t max)
{
	gen_item(g, &(struct item){ .kind = ITEM_WAIT, .u.wait = { .what = what, .cycles = max } });
}

void gen_wait_moment(struct generator *g, enum item_wait moment, int32_t at, uint32_t max)
{
	uint32_t clocks = max * g->octet_clocks / g->step;

	gen_item(g, &(struct item){ .kind = ITEM_WAIT, .u.wait = { .what = moment, .at = at, .cycles = clocks ? clocks : 1 } });
}

void gen_rest(struct generator *g)
{
	if (!(g->dut->capabilities & CAP_NEUTRAL))
		return;
	gen_wait(g, 2 * STIM_FRAME_LEN + g->dut->timing.request + limit_slack(g->dut).request);
	gen_wait_for(g, WAIT_IDLE, 1500);
}

void gen_kind(struct generator *g, enum item_kind kind)
{
	gen_item(g, &(struct item){ .kind = kind });
}

void gen_host_rate(struct generator *g, uint32_t on, uint32_t off)
{
	gen_item(g, &(struct item){ .kind = ITEM_HOST_RATE, .u.rate = { .on = on, .off = off } });
}

void gen_stop(struct generator *g, uint32_t clocks)
{
	gen_item(g, &(struct item){ .kind = ITEM_CLOCK_STOP, .u.clock = { .domain = CLOCK_RX, .cycles = clocks } });
}

void gen_clock_reset(struct generator *g, uint32_t clocks)
{
	gen_item(g, &(struct item){ .kind = ITEM_CLOCK_RESET, .u.clock = { .domain = CLOCK_RX, .cycles = clocks } });
}

void gen_reset(struct generator *g, uint32_t clocks)
{
	gen_item(g, &(struct item){ .kind = ITEM_RESET, .u.wait.cycles = clocks });
}

/* Returns the length without FCS; a frame too short for an FCS gets none. At XGMII the /S/ is the first octet of the preamble. */
static uint32_t without_fcs(struct generator *g, struct item *item, uint32_t len)
{
	if (g->dut->phy == PHY_XGMII && !item->u.frame.preamble)
		item->u.frame.preamble = 1;
	if (len < STIM_FCS_OCTETS)
		item->u.frame.fcs = FCS_NONE;
	if (item->u.frame.fcs != FCS_VALUE)
		item->u.frame.fcs_value = 0;
	return item->u.frame.fcs == FCS_NONE ? len : len - STIM_FCS_OCTETS;
}

void gen_rx(struct generator *g, const struct item *shape, const struct stim_fields *fields, uint32_t len)
{
	struct item item = *shape;

	item.u.frame.len = without_fcs(g, &item, len);
	item.u.frame.octets = stim_octets(fields, item.u.frame.len);
	gen_item(g, &item);
}

void gen_rx_pause(struct generator *g, const struct item *shape, const struct stim_pause *pause, uint32_t len)
{
	struct item item = *shape;

	item.u.frame.len = without_fcs(g, &item, len);
	item.u.frame.octets = stim_pause_octets(pause, item.u.frame.len);
	gen_item(g, &item);
}

void gen_rx_pfc(struct generator *g, const struct item *shape, const struct stim_pfc *pfc, uint32_t len)
{
	struct item item = *shape;

	item.u.frame.len = without_fcs(g, &item, len);
	item.u.frame.octets = stim_pfc_octets(pfc, item.u.frame.len);
	gen_item(g, &item);
}

static uint8_t *copy_of(const uint8_t *octets, uint32_t len)
{
	uint8_t *copy = malloc(len);

	if (copy)
		memcpy(copy, octets, len);
	return copy;
}

void gen_lanes(struct generator *g, const uint8_t *octets, const uint8_t *control, uint32_t len, uint32_t gap, uint8_t column)
{
	struct item item = stim_lanes_item();

	item.u.frame.octets = copy_of(octets, len);
	item.u.frame.control = copy_of(control, len);
	item.u.frame.len = len;
	item.u.frame.gap = gap;
	item.u.frame.column = column;
	gen_item(g, &item);
}

void gen_fault(struct generator *g, enum stim_fault kind, uint32_t count)
{
	struct item item = stim_lanes_item();

	item.u.frame.gap = 4 * gen_below(g, 3);
	if (!g->error)
		g->error = stim_fault_lanes(&item, kind, count);
	gen_item(g, &item);
}

void gen_request(struct generator *g, enum item_kind kind, uint16_t request)
{
	gen_item(g, &(struct item){ .kind = kind, .u.request = request });
}

void gen_rx_train(struct generator *g, uint32_t count, uint32_t len, uint32_t gap)
{
	struct stim_fields fields = stim_rx_fields();
	struct item shape = stim_rx_item();

	shape.u.frame.gap = gap;
	while (count--)
		gen_rx(g, &shape, &fields, len);
}

void gen_pause(struct generator *g, uint16_t time, uint32_t gap)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = stim_rx_item();

	pause.time = time;
	shape.u.frame.gap = gap;
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
}

void gen_pause_any(struct generator *g)
{
	uint16_t time = gen_short_time(g);

	gen_pause(g, time, gen_gap(g));
}

void gen_pause_short(struct generator *g, uint32_t low, uint32_t high)
{
	uint16_t time = gen_short_time(g);

	gen_pause(g, time, gen_between(g, low, high));
}

void gen_tx_any(struct generator *g, uint32_t low, uint32_t high)
{
	uint32_t len = gen_tx_len(g);

	gen_tx(g, len, gen_between(g, low, high));
}

void gen_tx_after(struct generator *g, uint32_t low, uint32_t high)
{
	if (high)
		gen_wait(g, gen_between(g, low, high));
	gen_tx_any(g, 0, 0);
}

void gen_tx(struct generator *g, uint32_t len, uint32_t gap)
{
	struct stim_fields fields = stim_tx_fields();

	switch (gen_below(g, 6)) {
	case 0:
		memcpy(fields.da, stim_broadcast, sizeof(fields.da));
		break;
	case 1:
		memcpy(fields.da, stim_multicast, sizeof(fields.da));
		break;
	default:
		break;
	}
	fields.fill = gen_chance(g, 30) ? STIM_FILL_RAND : STIM_FILL_INC;
	fields.seed = gen_below(g, 10000);
	gen_tx_fields(g, &fields, len, gap);
}

void gen_tx_fields(struct generator *g, const struct stim_fields *fields, uint32_t len, uint32_t gap)
{
	struct item item = stim_tx_item();
	uint32_t shortest = dut_shortest_host_frame(g->dut);

	item.u.frame.len = len > shortest ? len : shortest;
	item.u.frame.gap = gap;
	item.u.frame.octets = stim_octets(fields, item.u.frame.len);
	gen_item(g, &item);
}

void gen_write_bytes(struct generator *g, uint16_t address, uint64_t value, uint8_t strobe)
{
	gen_item(g, &(struct item){ .kind = ITEM_REG_WRITE, .u.reg = { .address = address, .value = value, .strobe = strobe } });
}

void gen_write(struct generator *g, const char *name, uint64_t value)
{
	const struct reg_row *row = reg_by_name(g->page, name);

	assert(row);
	gen_write_bytes(g, row->address, value, reg_strobe(g->page));
}

void gen_read_at(struct generator *g, uint16_t address)
{
	gen_item(g, &(struct item){ .kind = ITEM_REG_READ, .u.reg.address = address });
}

void gen_read(struct generator *g, const char *name)
{
	const struct reg_row *row = reg_by_name(g->page, name);

	assert(row);
	gen_read_at(g, row->address);
}

uint32_t gen_field(const struct generator *g, const char *reg, const char *name)
{
	const struct reg_field *field = reg_field_by_name(g->page, reg, name);

	assert(field);
	return (UINT32_MAX >> (31 - (field->msb - field->lsb))) << field->lsb;
}

uint32_t gen_bits(struct generator *g, uint32_t bits, uint32_t percent)
{
	uint32_t chosen = 0;

	for (uint32_t one = 1; one; one <<= 1)
		if ((bits & one) && gen_chance(g, percent))
			chosen |= one;
	return chosen;
}

/* ---- distributions ---- */

uint32_t gen_rx_len(struct generator *g)
{
	static const uint16_t small[] = { 1, 5, 13, 14, 18, 59, 60, 63, 64, 65, 68, 127, 128, 129, 255, 256 };
	static const uint16_t large[] = { 511, 512, 513, 1023, 1024, 1025, 1517, 1518, 1519, 1522, 2000 };
	uint32_t len = gen_chance(g, 80) ? GEN_PICK(g, small) : GEN_PICK(g, large);

	if (gen_chance(g, 50))
		len += gen_below(g, 3) - 1;
	return len ? len : 1;
}

uint32_t gen_tx_len(struct generator *g)
{
	static const uint16_t small[] = { 1, 2, 13, 14, 15, 45, 46, 59, 60, 61, 63, 64, 123, 124, 125, 200 };
	static const uint16_t large[] = { 508, 1020, 1514, 1518 };

	return gen_chance(g, 90) ? GEN_PICK(g, small) : GEN_PICK(g, large);
}

uint32_t gen_gap(struct generator *g)
{
	switch (gen_below(g, 10)) {
	case 0:
	case 1:
		return gen_between(g, 1, 11);
	case 2:
		return gen_between(g, 13, 100);
	case 3:
		return gen_between(g, 100, 400);
	default:
		return STIM_GAP;
	}
}

uint16_t gen_short_time(struct generator *g)
{
	switch (gen_below(g, 5)) {
	case 0:
		return 0;
	case 1:
		return 1;
	case 2:
		return (uint16_t)gen_between(g, 5, 20);
	default:
		return (uint16_t)gen_between(g, 1, 5);
	}
}

void gen_flip_bit(struct generator *g, uint8_t address[STIM_ADDRESS_OCTETS])
{
	uint32_t at = gen_below(g, 8 * STIM_ADDRESS_OCTETS);

	address[at / 8] ^= (uint8_t)(1u << at % 8);
}

void gen_rx_address(struct generator *g, uint8_t da[STIM_ADDRESS_OCTETS])
{
	switch (gen_below(g, 8)) {
	case 0:
		memcpy(da, stim_broadcast, STIM_ADDRESS_OCTETS);
		break;
	case 1:
		memcpy(da, stim_multicast, STIM_ADDRESS_OCTETS);
		break;
	case 2: /* another station */
		memcpy(da, stim_partner, STIM_ADDRESS_OCTETS);
		da[5] = 0x77;
		break;
	case 3: /* the station address with one bit changed */
		memcpy(da, stim_station, STIM_ADDRESS_OCTETS);
		gen_flip_bit(g, da);
		break;
	default:
		memcpy(da, stim_station, STIM_ADDRESS_OCTETS);
		break;
	}
}

struct stim_fields gen_rx_fields(struct generator *g)
{
	struct stim_fields fields = stim_rx_fields();

	gen_rx_address(g, fields.da);
	if (gen_chance(g, 30)) {
		fields.fill = gen_chance(g, 50) ? STIM_FILL_ZERO : gen_chance(g, 50) ? STIM_FILL_ONES : STIM_FILL_RAND;
		fields.seed = gen_below(g, 10000);
	}
	return fields;
}

struct item gen_rx_shape(struct generator *g)
{
	struct item shape = stim_rx_item();

	shape.u.frame.gap = gen_gap(g);
	return shape;
}

/* ---- the stimulus ---- */

/* Sometimes waits between scenarios, so that some begin at rest and others run into the one before. */
static void settle(struct generator *g)
{
	switch (gen_below(g, 5)) {
	case 0:
	case 1:
		gen_wait_for(g, WAIT_IDLE, SETTLE_CYCLES);
		break;
	case 2:
		gen_wait_for(g, WAIT_RX, SETTLE_CYCLES);
		break;
	case 3:
		gen_wait(g, gen_below(g, 200));
		break;
	default:
		break;
	}
}

static void come_to_rest(struct generator *g)
{
	gen_kind(g, ITEM_HOST_START);
	gen_wait_for(g, WAIT_REG, SETTLE_CYCLES);
	gen_restore(g);
	gen_wait_for(g, WAIT_RX, END_IDLE_CYCLES);
	gen_pause(g, 0, STIM_GAP);
	gen_wait_for(g, WAIT_IDLE, END_IDLE_CYCLES);
}

static void read_at_the_end(struct generator *g)
{
	if (!g->error)
		g->error = stim_read_all(g->st, g->dut);
	gen_wait_for(g, WAIT_IDLE, SETTLE_CYCLES);
}

/* Draws the readings of a row whose readings come from a port; they differ from seed to seed. */
static void draw_readings(struct stimulus *st, const struct dut *dut, uint32_t seed)
{
	struct generator g = { .state = (uint64_t)seed << 16 ^ 0x72656164 };
	size_t count, readings = 0;
	const struct parameter *parameters = parameters_of(dut->model, &count);

	if (!(dut->capabilities & CAP_READINGS))
		return;
	for (size_t i = 0; i < count; i++)
		readings += parameters[i].reading;
	for (size_t i = 0; i < readings; i++) {
		st->readings_named |= 1u << i;
		st->readings |= gen_below(&g, 2) << i;
	}
}

int stimulus_generate(struct stimulus *st, const struct dut *row, uint32_t seed, size_t items)
{
	return stimulus_generate_of(st, row, seed, items, NULL);
}

/* Returns the generator of a stimulus of DUT, before its first item. */
static struct generator generator_of(struct stimulus *st, const struct dut *dut, uint32_t seed, const char *scenarios)
{
	struct generator g = { .st = st,
		               .dut = dut,
		               .page = dut_page(dut),
		               .step = dut_step(dut),
		               .octet_clocks = dut_octet_clocks(dut, dut_first_mbps(dut)),
		               .only = scenarios,
		               .capabilities = control_capabilities(dut) |
		                               (dut->capabilities & CAP_NEUTRAL ? 0 : GEN_DEVICE_MODEL) };

	for (size_t i = 0; i < PM_CONTROL_COUNT; i++)
		g.controls[i] = control_usual(dut, (enum pm_control)i);
	g.state = (uint64_t)seed << 16 ^ 0x5041555345;
	return g;
}

int stimulus_generate_of(struct stimulus *st, const struct dut *row, uint32_t seed, size_t items, const char *scenarios)
{
	draw_readings(st, row, seed);

	const struct dut with_readings = stimulus_dut(st, row), *dut = &with_readings;
	struct generator g = generator_of(st, dut, seed, scenarios);

	snprintf(st->name, sizeof(st->name), "seed-%u", seed);
	st->seed = seed;
	g.error = stimulus_setup(st, dut);
	gen_begin(&g);
	while (!g.error && st->count < items) {
		const struct scenario *scenario = gen_scenario(&g);
		if (!scenario)
			return -ENOENT;
		st->needs |= scenario->needs & ~(CAP_USUAL | CAP_NEUTRAL | GEN_DEVICE_MODEL);
		scenario->run(&g);
		settle(&g);
	}
	come_to_rest(&g);
	if (!scenarios)
		gen_end(&g);
	read_at_the_end(&g);
	return g.error;
}

int stimulus_generate_frame(const struct dut *dut, struct stimulus *ret_begin, struct stimulus *ret_end)
{
	struct generator g = generator_of(ret_begin, dut, 0, NULL);

	g.error = stimulus_setup(ret_begin, dut);
	gen_begin(&g);
	g.st = ret_end;
	come_to_rest(&g);
	read_at_the_end(&g);
	return g.error;
}
