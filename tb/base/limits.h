/* SPDX-License-Identifier: Apache-2.0 */
/* The absolute limits of regs/limits.def, and the slack of rows that state none. */
#ifndef PAUSEBENCH_LIMITS_H
#define PAUSEBENCH_LIMITS_H
#include "dut.h"

enum limit_kind { LIMIT_PAUSE, LIMIT_PFC, LIMIT_PFC_PORT };

/* Returns how long after the end of a PAUSE or PFC frame DUT may still react as if the frame had not come, in octet times (MII:
 * clocks). OCTET_CLOCKS is how many clocks an octet takes at MII, else 1. Returns UINT64_MAX if regs/limits.def has no limit of
 * KIND for the speed. */
uint64_t limit_response(const struct dut *dut, enum limit_kind kind, unsigned octet_clocks);
/* Returns the source of that limit, or NULL if there is no limit. */
const char *limit_source(const struct dut *dut, enum limit_kind kind, unsigned octet_clocks);
/* Returns within how many octet times after an event on the wire a counter shows it, as the document of the device says
 * (COUNTERS_WITHIN of regs/<device>/registers.def). Returns UINT64_MAX if the document does not say it. */
uint64_t limit_counter(const struct dut *dut);
/* Returns the slack of the row. A figure that the row does not state is the limit of the reaction to PAUSE: the time that the
 * standard gives a MAC with its MAC control for receiving and sending together. For .inhibit it is that limit less the latency of
 * the contract. */
struct dut_slack limit_slack(const struct dut *dut);
#endif
