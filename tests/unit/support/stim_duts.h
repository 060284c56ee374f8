/* SPDX-License-Identifier: Apache-2.0 */
/* The DUTs for tests of the text form of stimuli, its first line, and its reader. */
#ifndef PAUSEBENCH_TESTS_STIM_DUTS_H
#define PAUSEBENCH_TESTS_STIM_DUTS_H
#include "support.h"

#include "base/dut.h"

#include <criterion/criterion.h>
#include <string.h>

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
	                                .model = "ll10g",
	                                .ll10g = { .buffer_octets = 32768 } };
static const struct dut other_ten_gigabit = { .name = "other",
	                                      .phy = PHY_XGMII,
	                                      .clock_hz = 156250000,
	                                      .capabilities = CAP_FULL_DUPLEX | CAP_XGMII,
	                                      .model = "i82598",
	                                      .i82598 = { .buffer_octets = 4096 } };

static const struct dut nibbles = { .name = "nibbles",
	                            .phy = PHY_MII,
	                            .clock_hz = 125000000,
	                            .capabilities = CAP_FULL_DUPLEX | CAP_HALF_DUPLEX | CAP_MDIO | CAP_MII,
	                            .model = "bcm1250",
	                            .bcm1250 = { .block_count = 63 } };

/* Reads the items of BODY, which follow the first line. */
static inline void read_body_on(struct stimulus *st, const char *body, const struct dut *on)
{
	struct stim_error error;
	char *text = NULL;
	int rc;

	cr_assert_geq(asprintf(&text, "%s%s", head, body), 0);
	*st = (struct stimulus){ 0 };
	rc = read_text(st, text, strlen(text), on, &error);
	cr_assert_eq(rc, 0, "%s\n%u:%u: %s", text, error.line, error.column, error.message);
	free(text);
}

static inline void read_body(struct stimulus *st, const char *body)
{
	read_body_on(st, body, dut());
}
#endif
