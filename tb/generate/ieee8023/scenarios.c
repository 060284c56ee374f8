/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: the MAC of a profile has no scenarios but the neutral ones. */
#include "generate/generate.h"

static const struct scenario none[] = { { .name = NULL } };

static void nothing(struct generator *g)
{
	(void)g;
}

const struct scenario_set scenarios_ieee8023 = {
	.model = "ieee8023",
	.lists = (const struct scenario *const[]){ none, NULL },
	.restore = nothing,
	.calm = nothing,
};
