/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of regs/<device>/duts.def (and of the user's own file) as a table. */
#include "dut.h"

#include "../models/profile.h"
#include "parameters.h"
#include "regs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define PARAMS(text) text
/* The timing contract in the order of struct dut_timing. */
#define TIMING(inhibit_, resume_, request_, classify_, host_, sent_) \
	{                                                            \
		inhibit_, resume_, request_, classify_, host_, sent_ \
	}
#define SLACK(...) .slack = { __VA_ARGS__ }
#define MANNER(...) .manner = { __VA_ARGS__ }
/* At its end a row may have SLACK() and MANNER(). */
#define DUT(name_, top_, sources_, phy_, clock_, capabilities_, model_, params_, timing_, ...)                             \
	{ .name = #name_,                                                                                                  \
	  .top = #top_,                                                                                                    \
	  .sources = sources_,                                                                                             \
	  .phy = PHY_##phy_,                                                                                               \
	  .clock_hz = clock_,                                                                                              \
	  .capabilities = (capabilities_) | CAP_USUAL | CAP_##phy_ | ((capabilities_)&CAP_OWN_QUANTUM ? 0 : CAP_QUANTUM) | \
		          ((capabilities_)&CAP_PFC ? CAP_PFC_REQUEST : 0),                                                 \
	  .model = #model_,                                                                                                \
	  .params = params_,                                                                                               \
	  .timing = timing_,                                                                                               \
	  .document = __VA_ARGS__ },
#define DEVICE_BEGIN(model)
#define DEVICE_END(model)
static const struct dut rows[] = {
#include "each/duts.def"
#ifdef EXTRA_DUTS
#include EXTRA_DUTS
#endif
};
const struct dut *dut_table = rows;
size_t dut_count = sizeof(rows) / sizeof(rows[0]);

void dut_use(const struct dut *own_rows, size_t count)
{
	dut_table = own_rows;
	dut_count = count;
}

const struct dut_capability_row dut_capabilities[CAPABILITY_COUNT] = {
#define CAPABILITY(name, word, what) { CAP_##name, "CAP_" #name, word, what },
#include "capabilities.def"
};

const struct phy_row phy_table[] = {
	[PHY_GMII] = { "gmii", 1, 8000, "1ns", 1000 },
	[PHY_XGMII] = { "xgmii", 8, 6400, "1ps", 1 },
	[PHY_MII] = { "mii", 1, 8000, "1ns", 1000 },
};

const struct dut *dut_by_name(const char *name)
{
	for (size_t i = 0; i < dut_count; i++)
		if (!strcmp(dut_table[i].name, name))
			return &dut_table[i];
	return NULL;
}

/* Replaces *RET by the value of NAME in "Name=value Name=value", if TEXT (may be NULL) has it. */
static void value_in(const char *text, const char *name, uint64_t *ret)
{
	size_t len = strlen(name);

	for (const char *p = text; p; p = strchr(p, ' ') ? strchr(p, ' ') + 1 : NULL)
		if (!strncmp(p, name, len) && p[len] == '=')
			*ret = strtoull(p + len + 1, NULL, 0);
}

uint64_t dut_param(const struct dut *dut, const char *name)
{
	size_t count;
	const struct parameter *parameters = parameters_of(dut->model, &count), *parameter = parameter_by_name(dut->model, name);
	uint64_t value;

	assert(parameter);
	value = parameter->value;
	value_in(dut->params, name, &value);
	value_in(dut->freedoms, name, &value);
	return parameter->reading ? value ^ (dut->turned >> reading_bit(parameters, parameter) & 1) : value;
}

bool dut_obeys(const struct dut *dut)
{
	return !dut->profile || dut_param(dut, "ObeysMulticast") || dut_param(dut, "ObeysOwn");
}

uint32_t dut_shortest_host_frame(const struct dut *dut)
{
	static const char name[] = "HostShortest";

	return parameter_by_name(dut->model, name) ? (uint32_t)dut_param(dut, name) : 1;
}

/* The gap is 64 bit times at 1 Gb/s, 47 at 10 and 100 Mb/s, and 40 at 10 Gb/s. */
uint32_t dut_standard_gap(const struct dut *dut)
{
	return dut->phy == PHY_XGMII ? 5 : dut->phy == PHY_GMII ? 8 : 6;
}

uint32_t dut_needed_gap(const struct dut *dut)
{
	static const char name[] = "ReceiveGap";

	return parameter_by_name(dut->model, name) ? (uint32_t)dut_param(dut, name) : 0;
}

uint32_t dut_buffer_unit(const struct dut *dut)
{
	static const char name[] = "BufferUnit";

	return parameter_by_name(dut->model, name) && dut_param(dut, "BufferOctets") ? (uint32_t)dut_param(dut, name) : 0;
}

enum dut_host_ready dut_host_ready(const struct dut *dut)
{
	return dut->profile ? (enum dut_host_ready)dut_param(dut, "HostReady") : DUT_HOST_KEEPS;
}

uint32_t dut_readings(const struct dut *dut)
{
	size_t count;
	const struct parameter *parameters = parameters_of(dut->model, &count);
	uint32_t readings = 0;

	for (size_t i = 0; i < count; i++)
		if (parameters[i].reading && dut_param(dut, parameters[i].name))
			readings |= 1u << reading_bit(parameters, &parameters[i]);
	return readings;
}

uint32_t dut_step(const struct dut *dut)
{
	return phy_table[dut->phy].step;
}

uint64_t dut_clock_hz(const struct dut *dut, unsigned mbps)
{
	return dut->phy == PHY_MII && mbps != 1000 ? (uint64_t)mbps * 1000000 / 4 : dut->clock_hz;
}

uint32_t dut_octet_clocks(const struct dut *dut, unsigned mbps)
{
	return dut->phy == PHY_MII && mbps != 1000 ? 2 : 1;
}

static const unsigned mbps_of_speed[] = { [SPEED_10] = 10, [SPEED_100] = 100, [SPEED_1000] = 1000 };

bool dut_has_speed(const struct dut *dut, uint64_t value)
{
	return value <= SPEED_1000 && (!dut->speeds || dut->speeds >> value & 1);
}

unsigned dut_first_speed(const struct dut *dut)
{
	unsigned speed = SPEED_1000;

	while (!dut_has_speed(dut, speed))
		speed--;
	return speed;
}

unsigned dut_mbps(unsigned speed)
{
	return mbps_of_speed[speed];
}

unsigned dut_wire_mbps(const struct dut *dut, unsigned speed)
{
	enum { MBPS_OF_XGMII = 10000 };

	return dut->phy == PHY_XGMII ? MBPS_OF_XGMII : mbps_of_speed[dut->phy == PHY_MII ? speed : SPEED_1000];
}

unsigned dut_first_mbps(const struct dut *dut)
{
	return mbps_of_speed[dut_first_speed(dut)];
}

uint64_t dut_octet_hz(const struct dut *dut)
{
	return (uint64_t)dut->clock_hz * dut_step(dut);
}

const struct reg_page *dut_page(const struct dut *dut)
{
	return dut->profile ? dut->profile->page : reg_page_by_model(dut->model);
}

bool dut_waiver_covers(const struct dut_waiver *waiver, const char *name)
{
	if (!strcmp(waiver->where, "seeds"))
		return !strncmp(name, "seed-", strlen("seed-"));
	return !strcmp(waiver->where, "all") || !strcmp(waiver->where, name);
}
