/* SPDX-License-Identifier: Apache-2.0 */
/* The speeds of an MII MAC: what its profile says of them, and what stimuli make of it. */
#include "profile/profile.h"
#include "stimulus/control.h"
#include "stimulus/stim.h"
#include "support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define INSTANCE "mac u (.clk(clk), .h(cfg_half_duplex), .p(cfg_rx_pause));\n"
enum { MII_OCTET_CLOCKS = 2, QUANTUM_OCTETS = 64 };

static int parse(struct profile *ret, const char *lines, struct profile_error *e)
{
	char text[256];

	snprintf(text, sizeof(text), "pausebench-mac 1\nmac mine\ninstance mine.vh\nsources rtl\n%s\n", lines);
	return profile_parse(ret, "dir/my.mac", text, INSTANCE, e);
}

static void read_good(struct profile *ret, const char *lines)
{
	struct profile_error e;

	cr_assert_eq(parse(ret, lines, &e), 0, "%s:%u:%u: %s", e.file, e.line, e.column, e.message);
}

Test(speeds, the_highest_one_is_that_of_the_row)
{
	static const struct {
		const char *line;
		unsigned mbps;
		bool has[3];
	} cases[] = {
		{ "phy mii", 1000, { true, true, true } },        { "phy mii 10 100", 100, { true, true, false } },
		{ "phy mii 100 10", 100, { true, true, false } }, { "phy mii 10", 10, { true, false, false } },
		{ "phy mii 1000", 1000, { false, false, true } },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct profile p;
		read_good(&p, cases[i].line);
		cr_expect_eq(dut_first_mbps(&p.dut), cases[i].mbps, "%s", cases[i].line);
		cr_expect_eq(dut_mbps((unsigned)control_usual(&p.dut, PM_CONTROL_speed)), cases[i].mbps, "%s", cases[i].line);
		cr_expect_eq(dut_mbps((unsigned)dut_param(&p.dut, "UsualSpeed")), cases[i].mbps, "%s", cases[i].line);
		for (unsigned speed = SPEED_10; speed <= SPEED_1000; speed++)
			cr_expect_eq(dut_has_speed(&p.dut, speed), cases[i].has[speed], "%s: %u", cases[i].line, speed);
		profile_release(&p);
	}
}

Test(speeds, a_wrong_one_is_refused_at_its_place)
{
	static const struct {
		const char *line;
		unsigned column;
		const char *message;
	} cases[] = {
		{ "phy mii 25", 9, "expected a speed of MII" },
		{ "phy mii 10 x", 12, "expected a speed of MII" },
		{ "phy gmii 10", 10, "speeds are for 'phy mii'" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct profile p;
		struct profile_error e;
		cr_assert_eq(parse(&p, cases[i].line, &e), -EINVAL, "%s", cases[i].line);
		cr_expect_eq(e.line, 5);
		cr_expect_eq(e.column, cases[i].column, "%s: %u", cases[i].line, e.column);
		cr_expect(strstr(e.message, cases[i].message), "%s: %s", cases[i].line, e.message);
	}
}

/* Without 1000 Mb/s the clock of the PHY says which speed it is, so that the control need not exist. */
Test(speeds, a_neutral_stimulus_with_another_one_is_not_for_the_mac)
{
	static const struct {
		const char *line, *lacking;
	} cases[] = {
		{ "control speed=0\nlink speed=10\n", "" },
		{ "control speed=1\nlink speed=100\n", "" },
		{ "control speed=2\n", "speed=2" },
		{ "link speed=1000\n", "1000 Mb/s" },
		{ "control tx_enable=0\n", "the control tx_enable" },
	};
	struct profile p;

	read_good(&p, "phy mii");
	cr_expect_not(control_has(&p.dut, PM_CONTROL_speed));
	profile_release(&p);
	read_good(&p, "phy mii 10 100");
	profile_use(&p);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stimulus st = { 0 };
		struct stim_error e;
		char text[128];
		snprintf(text, sizeof(text), "pausebench-stim 1\nneutral\n%s", cases[i].line);
		cr_assert_eq(read_text(&st, text, strlen(text), &p.dut, &e), 0, "%s: %s", cases[i].line, e.message);
		cr_expect_str_eq(st.lacking, cases[i].lacking, "%s", cases[i].line);
		stimulus_release(&st);
	}
	profile_release(&p);
}

Test(speeds, times_are_clocks_of_the_first_one)
{
	static const char text[] = "pausebench-stim 1\nneutral\nwait 1q\n";
	struct stimulus st = { 0 };
	struct stim_error e;
	struct profile p;

	read_good(&p, "phy mii 10 100\ntimer granularity=64");
	profile_use(&p);
	cr_assert_eq(read_text(&st, text, strlen(text), &p.dut, &e), 0, "%s", e.message);
	cr_expect_eq(st.items[0].u.wait.cycles, MII_OCTET_CLOCKS * QUANTUM_OCTETS);
	cr_expect_eq(p.dut.slack.granularity, MII_OCTET_CLOCKS * (QUANTUM_OCTETS - 1));
	stimulus_release(&st);
	profile_release(&p);
}
