/* SPDX-License-Identifier: Apache-2.0 */
/* Answers questions about a DUT from its row. */
#include "dut.h"

#include "../models/profile.h"
#include "regs.h"

#include <assert.h>
#include <string.h>

const struct dut_capability_row dut_capabilities[CAPABILITY_COUNT] = {
#define CAPABILITY(name, word, what) { CAP_##name, "CAP_" #name, word, what },
#include "capabilities.def"
};

const struct phy_row phy_table[] = {
	[PHY_GMII] = { "gmii", 1, 8000, "1ns", 1000 },
	[PHY_XGMII] = { "xgmii", 8, 6400, "1ps", 1 },
	[PHY_MII] = { "mii", 1, 8000, "1ns", 1000 },
};

#define DEVICE(name)                                                      \
	const struct name##_parameters *dut_##name(const struct dut *dut) \
	{                                                                 \
		assert(!strcmp(dut->model, #name));                       \
		return &dut->name;                                        \
	}
#include "devices.def"

uint64_t dut_param(const struct dut *dut, const char *name)
{
	size_t count;
	const struct parameter *parameter = parameter_by_name(dut->model, name);

	assert(parameter);
	return dut->parameter[parameter - parameters_of(dut->model, &count)];
}

void dut_turn(struct dut *dut, uint32_t readings)
{
	size_t count;
	const struct parameter *parameters = parameters_of(dut->model, &count);

	for (size_t i = 0; i < count; i++)
		if (parameters[i].reading)
			dut->parameter[i] ^= readings >> reading_bit(parameters, &parameters[i]) & 1;
	dut->turned ^= readings;
}

/* Returns the freedoms of DUT if the standard alone is its model, or NULL. */
static const struct ieee8023_parameters *freedoms(const struct dut *dut)
{
	return strcmp(dut->model, "ieee8023") ? NULL : dut_ieee8023(dut);
}

bool dut_obeys(const struct dut *dut)
{
	return !dut->profile || dut_ieee8023(dut)->obeys_multicast || dut_ieee8023(dut)->obeys_own;
}

uint32_t dut_shortest_host_frame(const struct dut *dut)
{
	return freedoms(dut) ? (uint32_t)freedoms(dut)->host_shortest : 1;
}

/* The gap is 64 bit times at 1 Gb/s, 47 at 10 and 100 Mb/s, and 40 at 10 Gb/s. */
uint32_t dut_standard_gap(const struct dut *dut)
{
	return dut->phy == PHY_XGMII ? 5 : dut->phy == PHY_GMII ? 8 : 6;
}

uint32_t dut_needed_gap(const struct dut *dut)
{
	return freedoms(dut) ? (uint32_t)freedoms(dut)->receive_gap : 0;
}

uint32_t dut_buffer_unit(const struct dut *dut)
{
	const struct ieee8023_parameters *p = freedoms(dut);

	return p && p->buffer_octets ? (uint32_t)p->buffer_unit : 0;
}

enum dut_host_ready dut_host_ready(const struct dut *dut)
{
	return dut->profile ? (enum dut_host_ready)dut_ieee8023(dut)->host_ready : DUT_HOST_KEEPS;
}

uint32_t dut_readings(const struct dut *dut)
{
	size_t count;
	const struct parameter *parameters = parameters_of(dut->model, &count);
	uint32_t readings = 0;

	for (size_t i = 0; i < count; i++)
		if (parameters[i].reading && dut->parameter[i])
			readings |= 1u << reading_bit(parameters, &parameters[i]);
	return readings;
}

uint64_t dut_clocks_of(const struct dut *dut, enum clock_domain domain, uint64_t clocks)
{
	const struct clock_plan *plan = &dut->clocks;
	uint64_t million = 1000000, hz = plan->several && plan->hz[domain] ? plan->hz[domain] : dut->clock_hz;

	if (hz == dut->clock_hz && !plan->ppm)
		return clocks;
	/* the one as fast, and the other as slow, as they may be */
	return (clocks * dut->clock_hz / million * (million + 2ull * plan->ppm) + hz - 1) / hz + 1;
}

uint32_t dut_step(const struct dut *dut)
{
	return phy_table[dut->phy].step;
}

uint64_t dut_clock(const struct dut *dut, uint64_t time)
{
	return time / dut_step(dut);
}

uint64_t dut_clock_begin(const struct dut *dut, uint64_t time)
{
	return time - time % dut_step(dut);
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
