/* SPDX-License-Identifier: Apache-2.0 */
/* The absolute limits of regs/limits.def, and the slack of rows that state none. */
#ifndef PAUSEBENCH_LIMITS_H
#define PAUSEBENCH_LIMITS_H
#include "dut.h"

enum limit_kind { LIMIT_PAUSE, LIMIT_PFC, LIMIT_PFC_PORT };

/* Returns how long after the end of a PAUSE or PFC frame DUT may still react as if it had not come: octet times, at MII clocks, of which an
 * octet takes OCTET_CLOCKS (1 elsewhere). UINT64_MAX if regs/limits.def has no limit of KIND for the speed. */
uint64_t limit_response(const struct dut *dut, enum limit_kind kind, unsigned octet_clocks);
/* Returns its source. NULL: there is no limit. */
const char *limit_source(const struct dut *dut, enum limit_kind kind, unsigned octet_clocks);
/* Returns the octet times from an event on the wire within which the document of the device says that its counter shows it (COUNTERS_WITHIN of
 * regs/<device>/registers.def); UINT64_MAX: it says nothing. */
uint64_t limit_counter(const struct dut *dut);
/* Returns the slack of the row: its own figures. For those that it leaves out it has the limit of the reaction to PAUSE, which is the time
 * that the standard concedes to a MAC and its MAC control for receiving and sending together; .inhibit has what the contract leaves of it. */
struct dut_slack limit_slack(const struct dut *dut);
#endif
