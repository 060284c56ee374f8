/* SPDX-License-Identifier: Apache-2.0 */
/* A counter that is wrong: the sentence names the frames that are as many as are missing, or too many. The golden model of the 82598EB is asked
 * about reads that show another value than its own. */
#include "i82598_drive.h"
#include "question.h"
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

/* Reads the counter at ADDRESS, of RULE, as if the DUT showed MORE than the model, or less if MORE is negative; expects PARTS of the sentence. */
static void expect_why(struct i82598_drive *d, uint16_t address, enum rule rule, int more, const char *const parts[])
{
	const uint32_t value = i82598_read(d, address);
	const struct pm_question question = { .rule = rule,
		                              .cycle = pm_cycle(d->m),
		                              .cause = pm_cycle(d->m),
		                              .what = "a counter",
		                              .read = true,
		                              .address = address,
		                              .expected = value,
		                              .actual = (uint32_t)(value + (uint32_t)more) };
	char why[sizeof(((struct finding *)NULL)->why)];

	pm_why(d->m, &question, why, sizeof(why));
	for (; *parts; parts++)
		cr_expect(strstr(why, *parts), "0x%04x by %d: '%s' is missing in '%s'", address, more, *parts, why);
}
#define EXPECT_WHY(d, address, rule, more, ...) expect_why(d, address, rule, more, (const char *const[]){ __VA_ARGS__, NULL })

static void begin(struct i82598_drive *d)
{
	i82598_default(d);
	i82598_setup(d, UPE | MPE | BAM | RFCE);
}

static void bad_frame(struct i82598_drive *d)
{
	uint8_t octets[100];

	make_frame(octets, 96, other, 0x0800);
	i82598_frame(d, octets, sizeof(octets), true);
}

Test(why_events, missing_frames_have_something_in_common)
{
	struct i82598_drive d;

	begin(&d);
	i82598_data(&d, 64, other);
	i82598_data(&d, 100, broadcast);
	i82598_data(&d, 64, other);
	EXPECT_WHY(&d, GPRC, RULE_COUNT_GOOD, -1, "+3 since the reset; 1 missing, as many as received frames that count: ",
	           "1 of 100 octets, broadcast, in cycle ");
	i82598_data(&d, 70, multicast);
	i82598_data(&d, 80, multicast);
	EXPECT_WHY(&d, GPRC, RULE_COUNT_GOOD, -2, "+2 since the read of cycle ", "which showed 3; 2 missing, which are all",
	           "2 of 70 to 80 octets, multicast");
	pm_free(d.m);
}

Test(why_events, surplus_frames_are_those_that_do_not_count)
{
	struct i82598_drive d;

	begin(&d);
	i82598_data(&d, 64, other);
	bad_frame(&d);
	i82598_pause(&d, multicast, 0);
	EXPECT_WHY(&d, GPRC, RULE_COUNT_GOOD, 1, "+1 since the reset; 1 too many, as many as received frames that do not count",
	           "1 of 100 octets, unicast, wrong FCS", ", or 1 of 64 octets, multicast, PAUSE, time 0");
	EXPECT_WHY(&d, BPRC, RULE_COUNT_ADDRESS, 3, "nothing counts since the reset; 3 too many", "3 of 64 to 100 octets");
	pm_free(d.m);
}

Test(why_events, lengths_near_the_bounds_of_a_class_come_first)
{
	struct i82598_drive d;

	begin(&d);
	i82598_data(&d, 1000, other);
	i82598_data(&d, 64, other);
	i82598_data(&d, 65, other);
	i82598_data(&d, 500, other);
	EXPECT_WHY(&d, PRC64, RULE_COUNT_SIZE, 1, "1 too many, as many as received frames that do not count: 1 of 65 octets");
	pm_free(d.m);
}

Test(why_events, octets_are_summed_and_divided)
{
	struct i82598_drive d;

	begin(&d);
	i82598_data(&d, 64, other);
	i82598_data(&d, 100, other);
	EXPECT_WHY(&d, TORH, RULE_COUNT_OCTETS, -8, "8 missing, 4 for each of the received frames that count: ");
	i82598_data(&d, 64, other);
	i82598_data(&d, 101, broadcast);
	i82598_data(&d, 102, other);
	EXPECT_WHY(&d, TORH, RULE_COUNT_OCTETS, -101,
	           "101 missing, as many as received frames that count: 1 of 101 octets, broadcast");
	pm_free(d.m);
}

Test(why_events, another_direction_and_nothing_are_said)
{
	struct i82598_drive d;

	begin(&d);
	EXPECT_WHY(&d, GPTC, RULE_COUNT_GOOD, 1, "nothing counts since the reset; 1 too many; no frame was sent since then");
	i82598_data(&d, 64, other);
	EXPECT_WHY(&d, GPTC, RULE_COUNT_GOOD, 1, "1 too many, as many as the received frames: 1 of 64 octets, unicast");
	pm_free(d.m);
}

Test(why_events, only_the_newest_frames_are_known)
{
	struct i82598_drive d;

	begin(&d);
	for (unsigned i = 0; i < 200; i++)
		i82598_data(&d, 64, other);
	EXPECT_WHY(&d, GPRC, RULE_COUNT_GOOD, -150,
	           "+200 since the reset; 150 missing; received, and count: 128 of 64 octets, unicast",
	           "; of older frames nothing is known");
	pm_free(d.m);
}
