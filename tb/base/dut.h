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
	CAP_GMII = 32,       /* set by the PHY of the row, not written in its list */
	CAP_XGMII = 64,
	CAP_MII = 128,
	CAP_HALF_DUPLEX = 256, /* CSMA/CD */
	CAP_PRESET =
	    512, /* every counter is near an end after a reset, so of the stimuli that name registers only those of this row run */
};
enum phy_kind { PHY_GMII, PHY_XGMII, PHY_MII };

/* How time is counted at a kind of PHY. */
struct phy_row {
	const char *name;      /* as in tb/seam/<name>_tick.v */
	uint32_t step;         /* octet times per clock; 1 at MII, where clocks are counted */
	const char *wave_unit; /* unit of time in a wave file */
	uint32_t wave_clock;   /* length of a clock in this unit */
};
extern const struct phy_row phy_table[];

/* Latencies in octet times (doc/dut-contract.md), in the order of TIMING() in a row. */
struct dut_timing {
	uint32_t inhibit, resume, request, classify, host, sent, slack, granularity;
};

struct dut {
	const char *name, *top, *sources;
	enum phy_kind phy;
	uint32_t clock_hz;
	unsigned capabilities;
	const char *model;  /* name of its golden model: "bcm5718" */
	const char *params; /* "Name=value Name=value"; RTL and golden model both take them */
	struct dut_timing timing;
	const char *document;
};

/* All rows, in the order of the file. */
extern const struct dut dut_table[];
extern const size_t dut_count;
const struct dut *dut_by_name(const char *name);
/* Octet times per clock, and per second. */
uint32_t dut_step(const struct dut *dut);
uint64_t dut_octet_hz(const struct dut *dut);
/* The name of capability 1 << BIT, as "CAP_OBS"; NULL after the last one. */
const char *dut_capability_name(unsigned bit);
/* The value of parameter NAME in the row, or FALLBACK. */
uint64_t dut_param(const struct dut *dut, const char *name, uint64_t fallback);
#endif
