/* SPDX-License-Identifier: Apache-2.0 */
/* The management pins of a DUT that has them, against the model of the MDIO master. 802.3 clause 22. */
#include "score_parts.h"

#include "base/dut.h"

enum { MDIO_STEP = 4096 };

static bool has_mdio(const struct scoreboard *sb)
{
	return sb->dut->capabilities & CAP_MDIO;
}

static void mdio_found(struct scoreboard *sb, const struct finding *finding)
{
	if (finding)
		scoreboard_add(sb, finding);
}

void score_mdio_advance(struct scoreboard *sb)
{
	const struct finding *finding;

	sb->mdio_next = PM_NEVER;
	if (!has_mdio(sb))
		return;
	sb->mdio_next = sb->now + MDIO_STEP;
	do {
		finding = mdio_model_advance(pm_mdio(sb->m), sb->now, &sb->result.checks[CHECK_MDIO]);
		mdio_found(sb, finding);
	} while (finding);
}

void score_mdio_pins(struct scoreboard *sb, unsigned pins)
{
	if (!has_mdio(sb))
		return;
	mdio_found(sb, mdio_model_pins(pm_mdio(sb->m), sb->now, pins, &sb->result.checks[CHECK_MDIO]));
}

unsigned scoreboard_mdio_due(const struct scoreboard *sb, unsigned *ret_known, unsigned *ret_bit)
{
	return mdio_model_due(pm_mdio(sb->m), sb->now, ret_known, ret_bit);
}
