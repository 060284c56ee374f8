/* SPDX-License-Identifier: Apache-2.0 */
/* A wrong bit of a management frame: the sentence says what clause 22 puts there. 802.3 22.2.4.5. */
#include "bcm1250_drive.h"
#include "question.h"
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* A frame of COMMAND (1 write, 2 read) to register 9 of PHY 5 with data 0x8001; TEXT is what the sentence says of BIT. */
static void expect_bit(unsigned command, unsigned bit, const char *text)
{
	char what[64], why[sizeof(((struct finding *)NULL)->why)];
	struct pm_question question = { .rule = RULE_MDIO_FRAME, .what = what };
	struct drive d;

	drive_open(&d, NULL, DRIVE_GIG, 0);
	drive_write(&d, "mdio_cmd", 1u << 29 | command << 26 | 5u << 21 | 9u << 16 | 0x8001);
	drive_run(&d, 20);
	question.cycle = question.cause = pm_cycle(d.m);
	snprintf(what, sizeof(what), "management frame, bit %u (x)", bit);
	pm_why(d.m, &question, why, sizeof(why));
	cr_expect(strstr(why, text), "bit %u: '%s' is missing in '%s'", bit, text, why);
	drive_close(&d);
}

Test(why_mdio, a_bit_of_a_read_is_explained)
{
	expect_bit(2, 3, "the read of register 9 of PHY 5 was started in cycle ");
	expect_bit(2, 3, "; bit 3 is of the preamble, 32 ones");
	expect_bit(2, 34, "; bit 34 is bit 1 of 2 of the operation: the MAC drives 1");
	expect_bit(2, 38, "; bit 38 is bit 3 of 5 of the PHY address: the MAC drives 1");
	expect_bit(2, 45, "; bit 45 is bit 5 of 5 of the register address: the MAC drives 1");
	expect_bit(2, 46,
	           "; bit 46 is bit 1 of 2 of the turnaround: in a read the MAC lets go of MDIO there, so that the PHY can drive "
	           "the next one low");
	expect_bit(2, 47, "; bit 47 is bit 2 of 2 of the turnaround: in a read the PHY drives it low, and the MAC does not");
	expect_bit(2, 48, "; bit 48 is bit 1 of 16 of the data: in a read the PHY drives it, and the MAC does not");
}

Test(why_mdio, a_bit_of_a_write_is_explained)
{
	expect_bit(1, 46, "; bit 46 is bit 1 of 2 of the turnaround: the MAC drives 1");
	expect_bit(1, 47, "; bit 47 is bit 2 of 2 of the turnaround: the MAC drives 0");
	expect_bit(1, 63, "; bit 63 is bit 16 of 16 of the data: the MAC drives 1");
}
