/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of PHY, as a table. */
#ifndef PAUSEBENCH_PHY_KIND_H
#define PAUSEBENCH_PHY_KIND_H
#include <stdint.h>

enum phy_kind { PHY_GMII, PHY_XGMII, PHY_MII };

/* A kind of PHY, and how time is counted there. */
struct phy_row {
	const char *name;      /* the <name> of tb/seam/<name>_tick.v */
	uint32_t step;         /* octet times per clock; 1 at MII, where the bench counts clocks */
	uint32_t clock_ps;     /* how many picoseconds a clock lasts; at MII a clock at 1000 Mb/s */
	const char *wave_unit; /* the unit of time in a wave file ... */
	uint32_t wave_unit_ps; /* ... and how many picoseconds it has; half a clock is a multiple of it */
};
extern const struct phy_row phy_table[];
#endif
