/* SPDX-License-Identifier: Apache-2.0 */
/* Resolves auto-negotiation: makes duplex, speed and flow control of the two base pages. 802.3 28.2.3.3, annex 28B.2, 28B.3 (table
 * 28B-3). */
#ifndef PAUSEBENCH_AUTONEG_H
#define PAUSEBENCH_AUTONEG_H
#include <stdbool.h>
#include <stdint.h>

/* Bits of registers 4 (advertised) and 5 (link partner), clause 22 and 28.2.4.1. */
enum autoneg_ability {
	AUTONEG_SELECTOR = 0x0001, /* 802.3 */
	AUTONEG_10_HALF = 0x0020,
	AUTONEG_10_FULL = 0x0040,
	AUTONEG_100_HALF = 0x0080,
	AUTONEG_100_FULL = 0x0100,
	AUTONEG_PAUSE = 0x0400,
	AUTONEG_ASM_DIR = 0x0800,
	AUTONEG_ACK = 0x4000,
};

struct autoneg_result {
	bool link; /* the two sides have an ability in common; without one all other members are 0 */
	uint16_t mbps;
	bool full;
	bool send; /* this side may send PAUSE frames */
	bool obey; /* this side must obey PAUSE frames */
};

/* Returns what the side that advertises LOCAL does with a partner that advertises PARTNER. */
struct autoneg_result autoneg_resolve(uint16_t local, uint16_t partner);
#endif
