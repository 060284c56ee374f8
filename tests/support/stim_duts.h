/* SPDX-License-Identifier: Apache-2.0 */
/* The DUTs for tests of the text form of stimuli, and its first line. */
#ifndef PAUSEBENCH_TESTS_STIM_DUTS_H
#define PAUSEBENCH_TESTS_STIM_DUTS_H
#include "base/dut.h"

static const char head[] = "pausebench-stim 1\n";

static inline const struct dut *dut(void)
{
	return dut_by_name("bcm5718");
}

/* A DUT with XGMII and request ports and one without these ports, independent of regs/<device>/duts.def. */
static const struct dut ten_gigabit = { .name = "ten",
	                                .phy = PHY_XGMII,
	                                .clock_hz = 156250000,
	                                .capabilities = CAP_FULL_DUPLEX | CAP_PFC | CAP_XGMII,
	                                .model = "ll10g" };
static const struct dut other_ten_gigabit = { .name = "other",
	                                      .phy = PHY_XGMII,
	                                      .clock_hz = 156250000,
	                                      .capabilities = CAP_FULL_DUPLEX | CAP_XGMII,
	                                      .model = "i82598",
	                                      .params = "BufferOctets=4096" };

static const struct dut nibbles = { .name = "nibbles",
	                            .phy = PHY_MII,
	                            .clock_hz = 125000000,
	                            .capabilities = CAP_FULL_DUPLEX | CAP_HALF_DUPLEX | CAP_MDIO | CAP_MII,
	                            .model = "bcm1250",
	                            .params = "BlockCount=63" };
#endif
