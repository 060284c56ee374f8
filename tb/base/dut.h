/* SPDX-License-Identifier: Apache-2.0 */
/* A DUT as data: the rows of regs/<device>/duts.def. */
#ifndef PAUSEBENCH_DUT_H
#define PAUSEBENCH_DUT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dut_capability {
	CAP_OBS = 1,         /* observation ports */
	CAP_MDIO = 2,        /* MDIO master behind registers */
	CAP_FULL_DUPLEX = 4, /* PAUSE */
	CAP_JUMBO = 8,       /* frames up to 9,018 octets and more */
	CAP_PFC = 16,        /* pause_req, pfc_req, pfc_xoff */
	CAP_GMII = 32,       /* this and the next two come from the PHY of the row; the row does not state them */
	CAP_XGMII = 64,
	CAP_MII = 128,
	CAP_HALF_DUPLEX = 256, /* CSMA/CD */
	/* Every counter is near an end after a reset: of the stimuli that name registers, only those for this row run. */
	CAP_PRESET = 512,
};
enum phy_kind { PHY_GMII, PHY_XGMII, PHY_MII };

/* How time is counted at a kind of PHY. */
struct phy_row {
	const char *name;      /* as in tb/seam/<name>_tick.v */
	uint32_t step;         /* octet times per clock; 1 at MII, where the bench counts clocks */
	const char *wave_unit; /* the unit of time in a wave file */
	uint32_t wave_clock;   /* one clock in this unit */
};
extern const struct phy_row phy_table[];

/* In octet times, in the order of TIMING() in a row; doc/dut-contract.md. */
struct dut_timing {
	uint32_t inhibit, resume, request, classify, host, sent, slack, granularity;
};

struct dut {
	const char *name, *top, *sources;
	enum phy_kind phy;
	uint32_t clock_hz;
	unsigned capabilities;
	const char *model;  /* which golden model: "bcm5718" */
	const char *params; /* "Name=value Name=value", given to RTL and model alike */
	struct dut_timing timing;
	const char *document;
};

/* All rows: those of regs/<device>/duts.def in the order of regs/devices.def, then those of the user's own file. */
extern const struct dut dut_table[];
extern const size_t dut_count;
const struct dut *dut_by_name(const char *name);
/* Returns the octet times per clock. */
uint32_t dut_step(const struct dut *dut);
/* Returns the octet times per second. */
uint64_t dut_octet_hz(const struct dut *dut);
/* Returns the name of a bit of .capabilities: "CAP_OBS" of bit 0; NULL after the last one. */
const char *dut_capability_name(unsigned bit);
/* Returns the value of NAME, a parameter of the row's model: the one in the row, or the default if the row has none. */
uint64_t dut_param(const struct dut *dut, const char *name);
#endif
