/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps a stimulus as a list of items, makes the set-up writes of a DUT, and decides whether a DUT can take a stimulus. */
#include "item.h"

#include "base/bounds.h"
#include "base/dut.h"
#include "control.h"
#include "parameters.h"
#include "regs.h"
#include "stim.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool item_is_frame(const struct item *item)
{
	return item->kind == ITEM_RX_FRAME || item->kind == ITEM_RX_RAW || item->kind == ITEM_RX_LANES ||
	       item->kind == ITEM_TX_FRAME;
}

void item_release(const struct item *item)
{
	if (!item_is_frame(item))
		return;
	free(item->u.frame.octets);
	free(item->u.frame.control);
}

int stimulus_append(struct stimulus *st, const struct item *item)
{
	if (st->count == st->capacity) {
		size_t capacity = st->capacity ? 2 * st->capacity : 64;
		struct item *items = realloc(st->items, capacity * sizeof(*items));
		if (!items) {
			item_release(item);
			return -ENOMEM;
		}
		st->items = items;
		st->capacity = capacity;
	}
	st->items[st->count++] = *item;
	return 0;
}

/* Makes *RET a copy of LEN octets; NULL stays NULL. Returns false if there is no memory. */
static bool copy_octets(uint8_t **ret, const uint8_t *octets, size_t len)
{
	*ret = octets ? malloc(len + 1) : NULL;
	if (*ret)
		memcpy(*ret, octets, len);
	return *ret || !octets;
}

int item_copy(const struct item *item, struct item *ret)
{
	*ret = *item;
	ret->line = 0;
	if (!item_is_frame(item))
		return 0;
	if (copy_octets(&ret->u.frame.octets, item->u.frame.octets, item->u.frame.len) &&
	    copy_octets(&ret->u.frame.control, item->u.frame.control, item->u.frame.len))
		return 0;
	free(ret->u.frame.octets);
	return -ENOMEM;
}

int stimulus_copy(const struct stimulus *st, struct stimulus *ret)
{
	int err = 0;

	*ret = *st;
	ret->items = NULL;
	ret->count = ret->capacity = 0;
	for (size_t i = 0; i < st->count && !err; i++) {
		struct item item;
		err = item_copy(&st->items[i], &item);
		if (!err)
			err = stimulus_append(ret, &item);
	}
	return err;
}

void stimulus_release(struct stimulus *st)
{
	for (size_t i = 0; i < st->count; i++)
		item_release(&st->items[i]);
	free(st->items);
	st->items = NULL;
	st->count = st->capacity = 0;
}

/* The VALUE of a row may use the parameters of the DUT. */
static int setup_write(struct stimulus *st, const struct dut *dut, const char *name, uint64_t value)
{
	const struct reg_page *page = dut_page(dut);
	const struct reg_row *row = page ? reg_by_name(page, name) : NULL;
	struct item item = { .kind = ITEM_REG_WRITE, .u.reg = { .value = value } };

	assert(row);
	item.u.reg.address = row->address;
	item.u.reg.strobe = reg_strobe(page);
	return stimulus_append(st, &item);
}

int stimulus_setup(struct stimulus *st, const struct dut *dut)
{
	struct item wait = { .kind = ITEM_WAIT, .u.wait = { .what = WAIT_REG, .cycles = 0 } };
	struct item awake = { .kind = ITEM_WAIT, .u.wait = { .what = WAIT_CYCLES, .cycles = STIM_SETUP_CLOCKS } };
	int err = 0;

#define PARAM(field) parameters->field
#define SETUP(name, value) \
	if (!err)          \
		err = setup_write(st, dut, #name, value);
#define DEVICE_BEGIN(device)                                                      \
	if (!strcmp(dut->model, #device)) {                                       \
		const struct device##_parameters *parameters = dut_##device(dut); \
		(void)parameters;
#define DEVICE_END(device) }
#include "each/setup.def"
	for (size_t i = 0; i < dut->setup_count && !err; i++)
		err = stimulus_append(st, &(struct item){ .kind = ITEM_REG_WRITE,
		                                          .u.reg = { .address = dut->setup[i].address,
		                                                     .value = dut->setup[i].value,
		                                                     .strobe = reg_strobe(dut_page(dut)) } });
	if (!err)
		err = stimulus_append(st, &wait);
	return err || !(dut->capabilities & CAP_NEUTRAL) ? err : stimulus_append(st, &awake);
}

static bool same_access(const struct item *a, const struct item *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind == ITEM_WAIT)
		return a->u.wait.what == b->u.wait.what && a->u.wait.cycles == b->u.wait.cycles;
	return a->kind == ITEM_REG_WRITE && a->u.reg.address == b->u.reg.address && a->u.reg.value == b->u.reg.value &&
	       a->u.reg.strobe == b->u.reg.strobe;
}

size_t stimulus_setup_at(const struct stimulus *st, size_t first, const struct stimulus *setup)
{
	for (size_t i = 0; i < setup->count; i++)
		if (first + i >= st->count || !same_access(&st->items[first + i], &setup->items[i]))
			return 0;
	return setup->count;
}

void stimulus_name_model(struct stimulus *st, const struct dut *dut)
{
	bool preset = dut->capabilities & CAP_PRESET;

	if (st->only_dut[0] || st->only_model[0] || dut->capabilities & CAP_NEUTRAL)
		return;
	snprintf(preset ? st->only_dut : st->only_model, sizeof(st->only_dut), "%s", preset ? dut->name : dut->model);
	st->needs = 0;
}

struct dut stimulus_dut(const struct stimulus *stim, const struct dut *dut)
{
	struct dut row = *dut;

	if (dut->capabilities & CAP_READINGS)
		dut_turn(&row, (dut_readings(dut) ^ stim->readings) & stim->readings_named);
	return row;
}

/* Returns true if STIM needs another reading than the row has. A row without CAP_READINGS has its readings as parameters, which
 * do not change. */
static bool has_other_reading(const struct stimulus *stim, const struct dut *dut, char *ret, size_t size)
{
	uint32_t other = dut->capabilities & CAP_READINGS ? 0 : (dut_readings(dut) ^ stim->readings) & stim->readings_named;
	size_t count;
	const struct parameter *parameters = parameters_of(dut->model, &count);

	for (size_t i = 0; i < count && other; i++) {
		if (!parameters[i].reading || !(other >> reading_bit(parameters, &parameters[i]) & 1))
			continue;
		snprintf(ret, size, "needs the reading %s=%u", parameters[i].name,
		         stim->readings >> reading_bit(parameters, &parameters[i]) & 1);
		return true;
	}
	return false;
}

/* Returns true if STIM has host frames that are shorter than the MAC of a profile takes: the profile says that there are none. */
static bool has_shorter_frames(const struct stimulus *stim, const struct dut *dut, char *ret, size_t size)
{
	uint32_t shortest = dut->profile ? dut_shortest_host_frame(dut) : 1;

	for (size_t i = 0; i < stim->count; i++)
		if (stim->items[i].kind == ITEM_TX_FRAME && stim->items[i].u.frame.len < shortest) {
			snprintf(ret, size, "needs a host with frames of %" PRIu32 " octets, which %s has not",
			         stim->items[i].u.frame.len, dut->name);
			return true;
		}
	return false;
}

bool stimulus_unfit(const struct stimulus *stim, const struct dut *dut, char *ret, size_t size)
{
	uint64_t lacking = stim->needs & ~control_capabilities(dut);

	if (stim->only_model[0] && strcmp(stim->only_model, dut->model)) {
		snprintf(ret, size, "only for the model %s", stim->only_model);
		return true;
	}
	if (stim->only_dut[0] && strcmp(stim->only_dut, dut->name)) {
		snprintf(ret, size, "only for %s", stim->only_dut);
		return true;
	}
	if (has_other_reading(stim, dut, ret, size))
		return true;
	if (dut->capabilities & CAP_PRESET && stim->only_model[0] && !stim->only_dut[0]) {
		snprintf(ret, size, "expects counters that begin at 0");
		return true;
	}
	if (stim->lacking[0]) {
		snprintf(ret, size, "needs %s, which %s has not", stim->lacking, dut->name);
		return true;
	}
	for (size_t i = 0; i < CAPABILITY_COUNT; i++) {
		if (!(lacking & dut_capabilities[i].bit))
			continue;
		snprintf(ret, size, "needs %s, which %s has not", dut_capabilities[i].what, dut->name);
		return true;
	}
	return has_shorter_frames(stim, dut, ret, size);
}
