/* SPDX-License-Identifier: Apache-2.0 */
/* Resolves auto-negotiation. 802.3 annex 28B.2 (priority), 28B.3 (PAUSE). */
#include "autoneg.h"

struct autoneg_result autoneg_resolve(uint16_t local, uint16_t partner)
{
	uint16_t both = local & partner;
	bool pause = both & AUTONEG_PAUSE, asymmetric = both & AUTONEG_ASM_DIR;
	struct autoneg_result result = { 0 };

	result.link = both & (AUTONEG_100_FULL | AUTONEG_100_HALF | AUTONEG_10_FULL | AUTONEG_10_HALF);
	if (!result.link)
		return result;
	result.mbps = both & (AUTONEG_100_FULL | AUTONEG_100_HALF) ? 100 : 10;
	result.full = result.mbps == 100 ? both & AUTONEG_100_FULL : both & AUTONEG_10_FULL;
	if (!result.full)
		return result;
	result.send = pause || (asymmetric && !(local & AUTONEG_PAUSE) && (partner & AUTONEG_PAUSE));
	result.obey = pause || (asymmetric && (local & AUTONEG_PAUSE) && !(partner & AUTONEG_PAUSE));
	return result;
}
