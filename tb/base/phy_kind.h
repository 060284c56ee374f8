/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of PHY, as a table. */
#ifndef PAUSEBENCH_PHY_KIND_H
#define PAUSEBENCH_PHY_KIND_H
#include <stdint.h>

enum phy_kind { PHY_GMII, PHY_XGMII, PHY_MII };

/* How time is counted at a kind of PHY. */
struct phy_row {
	const char *name;      /* as in tb/seam/<name>_tick.v */
	uint32_t step;         /* octet times per clock; 1 at MII, where the bench counts clocks */
	uint32_t clock_ps;     /* picoseconds of a clock; at MII of one at 1000 Mb/s */
	const char *wave_unit; /* the unit of time in a wave file ... */
	uint32_t wave_unit_ps; /* ... and its picoseconds; half a clock is a multiple of them */
};
extern const struct phy_row phy_table[];
#endif
