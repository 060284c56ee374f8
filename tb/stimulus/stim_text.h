/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the .stim text form that reader and writer share; doc/stimulus.md. */
#ifndef PAUSEBENCH_STIM_TEXT_H
#define PAUSEBENCH_STIM_TEXT_H
#include "base/dut.h"
#include "item.h"

#define STIM_MAGIC "pausebench-stim"

/* CAPABILITY(bit, "word of the needs line", "what a DUT without it lacks") */
#define STIM_CAPABILITIES(CAPABILITY)                                        \
	CAPABILITY(CAP_OBS, "obs", "observation ports")                      \
	CAPABILITY(CAP_MDIO, "mdio", "MDIO")                                 \
	CAPABILITY(CAP_FULL_DUPLEX, "full-duplex", "full duplex")            \
	CAPABILITY(CAP_HALF_DUPLEX, "half-duplex", "half duplex")            \
	CAPABILITY(CAP_JUMBO, "jumbo", "jumbo frames")                       \
	CAPABILITY(CAP_PFC, "pfc", "request ports for PAUSE and PFC frames") \
	CAPABILITY(CAP_GMII, "gmii", "GMII")                                 \
	CAPABILITY(CAP_XGMII, "xgmii", "XGMII")                              \
	CAPABILITY(CAP_MII, "mii", "MII")

/* WAIT(what, "word") */
#define STIM_WAITS(WAIT)        \
	WAIT(WAIT_RX, "rx")     \
	WAIT(WAIT_TX, "tx")     \
	WAIT(WAIT_HOST, "host") \
	WAIT(WAIT_REG, "reg")   \
	WAIT(WAIT_IDLE, "idle")

/* WAIT(what, "word"): waits for a moment, with at=N */
#define STIM_MOMENTS(WAIT)            \
	WAIT(WAIT_START, "start")     \
	WAIT(WAIT_END, "end")         \
	WAIT(WAIT_CONTROL, "control") \
	WAIT(WAIT_INHIBIT, "inhibit") \
	WAIT(WAIT_EXPIRY, "expiry")   \
	WAIT(WAIT_PFC, "pfc")         \
	WAIT(WAIT_JUDGED, "judged")   \
	WAIT(WAIT_READ, "read")
enum { STIM_AT_MAX = 1000000 }; /* of a moment: at=N */

/* "phy.present": the control register of a PHY that comes back, as after its power-up */
enum { STIM_PHY_CONTROL = 0x1140 };
enum { STIM_CYCLES_MAX = 1000000000 };

/* "phy.fault", by enum phy_fault. */
#define STIM_PHY_FAULTS                                               \
	{                                                             \
		"none", "turnaround", "stuck", "incomplete", "nolink" \
	}
#endif
