/* SPDX-License-Identifier: Apache-2.0 */
/* The sentence of a back-off is about the collision that is judged, not about the newest one. */
#include "bcm1250_drive.h"
#include "question.h"

#include <criterion/criterion.h>

Test(why_backoff, the_collision_that_is_judged_is_named)
{
	const struct pm_backoff judged = { .jam_end = 1000, .slot = 512, .collisions = 3 };
	struct pm_question question = { .rule = RULE_TX_BACKOFF, .cycle = 9000, .cause = 1000, .backoff = &judged };
	char why[304];
	struct drive d;

	drive_open(&d, NULL, DRIVE_GIG, 0);
	cr_expect_eq(pm_why(d.m, &question, why, sizeof(why)), 1000);
	cr_expect_str_eq(why, "after collision 3 the jam ended in cycle 1000: a start after 0 to 7 slots of 512 clocks");
	question.backoff = NULL;
	pm_why(d.m, &question, why, sizeof(why));
	cr_expect_str_eq(why, "no frame waits to be repeated");
	drive_close(&d);
}
