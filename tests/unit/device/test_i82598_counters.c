/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of the 82598EB through the library's public functions: counters that stick, octet counters of two words, link faults.
 * 82598EB DS p.356; doc/devices/i82598.md. */
#include "i82598_drive.h"
#include "support.h"

#include <criterion/criterion.h>

Test(i82598, counters_stick_at_all_ones_of_their_width)
{
	struct pm_config config;
	struct i82598_drive d;

	pm_config_init(&config, "i82598");
	config.i82598.stat_bits = 8;
	i82598_open(&d, &config);
	i82598_setup(&d, DPF | RFCE | MPE);
	for (int i = 0; i < 254; i++)
		i82598_pause(&d, multicast, 0);
	cr_expect_eq(pm_reg_peek(d.m, LXONRXC), 254);
	for (int i = 0; i < 3; i++)
		i82598_pause(&d, multicast, 0);
	cr_expect_eq(i82598_read(&d, LXONRXC), 255);
	cr_expect_eq(i82598_read(&d, LXONRXC), 0);
	cr_expect_eq(i82598_read(&d, TPR), 255);
	cr_expect_eq(i82598_read(&d, TORH), 257 * 64, "octet counters keep their 32 bits");
	pm_free(d.m);
}

/* GORC, GOTC and TOR are described at the address of their upper word as 32 bits that stick: drivers of this part read that word alone. */
Test(i82598, octet_counters_are_at_the_address_of_their_high_word)
{
	struct i82598_drive d;

	i82598_default(&d);
	i82598_setup(&d, 0);
	i82598_data(&d, 1000, station);
	cr_expect_eq(i82598_read(&d, TORL), 0);
	cr_expect_eq(i82598_read(&d, TORH), 1000, "a read of the low word changes nothing");
	i82598_data(&d, 64, station);
	cr_expect_eq(i82598_read(&d, TORH), 64);
	cr_expect_eq(i82598_read(&d, TORH), 0);
	cr_expect_eq(i82598_read(&d, GORCL), 0);
	cr_expect_eq(i82598_read(&d, GORCH), 1064);
	cr_expect_eq(i82598_read(&d, GORCL), 0);
	pm_free(d.m);
}

Test(i82598, octet_counters_stick_at_32_bits)
{
	struct pm_config config;
	struct i82598_drive d;

	pm_config_init(&config, "i82598");
	config.i82598.octet_preset = 100;
	config.i82598.stat_bits = 8;
	i82598_open(&d, &config);
	i82598_setup(&d, 0);
	cr_expect_eq(i82598_read(&d, GOTCH), 0xFFFFFF9C, "2^32 - 100");
	i82598_data(&d, 64, station);
	cr_expect_eq(i82598_read(&d, GORCH), 0xFFFFFFDC, "2^32 - 36");
	i82598_data(&d, 64, station);
	cr_expect_eq(i82598_read(&d, TORH), 0xFFFFFFFF, "2^32 + 28 is beyond the end");
	cr_expect_eq(i82598_read(&d, TORH), 0);
	cr_expect_eq(i82598_read(&d, GORCH), 64);
	pm_free(d.m);
	config.i82598.preset_carry = 1;
	i82598_open(&d, &config);
	i82598_setup(&d, 0);
	i82598_data(&d, 64, station);
	cr_expect_eq(i82598_read(&d, GORCH), 0x7FFFFFDC, "2^31 - 36");
	i82598_data(&d, 64, station);
	cr_expect_eq(i82598_read(&d, TORH), 0x8000001C, "2^31 + 28");
	pm_free(d.m);
}

/* The other reading: one number of 64 bits in two words. */
static void i82598_pairs(struct i82598_drive *d, uint64_t preset)
{
	struct pm_config config;

	pm_config_init(&config, "i82598");
	config.i82598.octets_in_high = 0;
	config.i82598.octet_preset = preset;
	i82598_open(d, &config);
	i82598_setup(d, 0);
}

Test(i82598, a_pair_is_cleared_by_its_low_word_and_nothing_is_lost)
{
	struct i82598_drive d;

	i82598_pairs(&d, 0);
	i82598_data(&d, 1000, station);
	cr_expect_eq(i82598_read(&d, TORL), 1000);
	i82598_data(&d, 64, station);
	cr_expect_eq(i82598_read(&d, TORH), 0);
	cr_expect_eq(i82598_read(&d, TORL), 64);
	cr_expect_eq(i82598_read(&d, TORL), 0);
	cr_expect_eq(i82598_read(&d, GORCH), 0);
	cr_expect_eq(i82598_read(&d, GORCL), 1064);
	pm_free(d.m);
}

Test(i82598, a_pair_sticks_at_its_end_and_keeps_its_high_word)
{
	struct i82598_drive d;

	i82598_pairs(&d, 100);
	i82598_data(&d, 64, station);
	cr_expect_eq(i82598_read(&d, GORCL), 0xFFFFFFDC, "2^64 - 36");
	i82598_data(&d, 64, station);
	cr_expect_eq(i82598_read(&d, TORL), 0xFFFFFFFF, "2^64 + 28 is beyond the end");
	cr_expect_eq(i82598_read(&d, TORH), 0xFFFFFFFF);
	cr_expect_eq(i82598_read(&d, TORH), 0);
	cr_expect_eq(i82598_read(&d, GORCH), 0xFFFFFFFF, "of the read before the second frame");
	cr_expect_eq(i82598_read(&d, GORCL), 64);
	cr_expect_eq(i82598_read(&d, GORCH), 0);
	pm_free(d.m);
}

Test(i82598, each_transition_to_a_link_fault_counts)
{
	enum { COLUMNS = 4 };
	static struct lanes l;
	struct i82598_drive d;

	i82598_default(&d);
	i82598_setup(&d, 0);
	for (uint8_t type = 1; type <= 2; type++) {
		l.len = 0;
		for (int i = 0; i < COLUMNS; i++) {
			lane(&l, 0x9C, 1);
			lane(&l, 0, 0);
			lane(&l, 0, 0);
			lane(&l, type, 0);
		}
		i82598_lanes(&d, &l);
	}
	cr_expect_eq(i82598_read(&d, MLFC), 1);
	cr_expect_eq(i82598_read(&d, MRFC), 1);
	pm_free(d.m);
}
