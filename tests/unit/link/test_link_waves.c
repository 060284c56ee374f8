/* SPDX-License-Identifier: Apache-2.0 */
/* Waves of a link in a real GTKWave: both ends, RTL and golden model, and the frames on the cable. */
#include "waves/waves.h"
#include "support.h"
#include "vcd.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A link whose cable damages and loses frames; the host of b stops, so that b sends PAUSE frames. */
static const char link_text[] = "pausebench-link 1\n"
				"link time=150us seed=3\n"
				"cable length=300 ber=2e-6 lose=0.02\n"
				"end a dut=%s as=%s\n"
				"end b dut=%s as=%s\n"
				"traffic a len=64..1518 load=1\n"
				"traffic b len=64..1518 load=1\n"
				"host b stop=100us phase=20us\n";

static void open_in_gtkwave(const char *a, const char *kind_a, const char *b, const char *kind_b)
{
	char dir[128], name[64], path[192], text[1024];
	struct command c;

	snprintf(name, sizeof(name), "link-waves-%s-%s-%s", a, kind_a, b);
	scratch_make(dir, sizeof(dir), name);
	snprintf(path, sizeof(path), "%s/in.link", dir);
	snprintf(text, sizeof(text), link_text, a, kind_a, b, kind_b);
	file_write(path, text, strlen(text));
	command_run(&c, "build/pausebench-link run --link %s --waves --out %s/out", path, dir);
	cr_assert(c.status == 0 || c.status == 1, "status %d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
	command_run(&c, "tests/unit/waves/gtkwave_check.sh %s/out %s/waves.png", dir, dir);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "sed -i 's/ab_fate/ab_no_such_fate/' %s/out/waves.gtkw && tests/unit/waves/gtkwave_check.sh %s/out", dir, dir);
	cr_assert_eq(c.status, 1, "a signal that is missing was not found out: %s%s", c.out, c.err);
	command_release(&c);
}

Test(link_waves, gtkwave_shows_rtl_and_model)
{
	open_in_gtkwave("bcm5718", "rtl", "bcm5718", "model");
}

Test(link_waves, gtkwave_shows_two_devices_of_10_gigabit)
{
	open_in_gtkwave("i82598", "rtl", "ll10g", "rtl");
	open_in_gtkwave("i82598", "model", "ll10g", "rtl");
}

Test(link_waves, gtkwave_shows_devices_with_another_register_bus)
{
	open_in_gtkwave("bcm1250", "model", "bcm1250", "rtl");
}

/* The markers are at cause and finding, and the window reaches from before the cause to after the finding. */
Test(link_waves, marks_finding_and_cause)
{
	const struct waves_mark mark = { RULE_LINK_LOST, 1, "frame 7 from a", "delivered", "dropped", 90000000, 100000000 };
	const struct waves_link link = {
		.end = { { dut_by_name("bcm5718"), "bcm5718, RTL", "link.a.bcm5718.gmii_tick.u_dut.",
		           "link.a.expected.seam_expected.", false },
		         { dut_by_name("bcm5718"), "bcm5718, golden model", "link.b.bcm5718.model_gmii.u_dut.",
		           "link.b.expected.seam_expected.", true } },
		.cable_scope = "cable.cable_probe.",
		.mark = &mark,
		.clock = 8000,
	};
	const struct {
		const char *file, *line;
	} expected[] = {
		{ "waves.gtkw", "*0 100000000 90000000 100000000" },
		{ "waves.gtkw", "-END A: bcm5718, RTL" },
		{ "waves.gtkw", "-END B: bcm5718, golden model" },
		{ "waves.gtkw", "-CABLE A>B" },
		{ "waves.gtkw", "-CABLE B>A" },
		{ "waves.gtkw", "-link-lost" },
		{ "waves.gtkw", "-actual dropped" },
		{ "waves.tcl", "gtkwave::setNamedMarker A 90000000 cause" },
		{ "waves.tcl", "gtkwave::setNamedMarker B 100000000 finding" },
		{ "waves.tcl", "gtkwave::setZoomRangeTimes 74000000 104800000" },
		{ "cable-kind.flt", "B ?DarkOrange3?PAUSE" },
		{ "register-names-b.flt", "0468 RX_MODE" },
	};
	char dir[128];
	struct command c;

	scratch_make(dir, sizeof(dir), "link-waves-marks");
	cr_assert_eq(waves_link_write(dir, &link, 0, 200000000), 0);
	for (size_t i = 0; i < COUNT_OF(expected); i++) {
		command_run(&c, "grep -qxF -e '%s' %s/%s", expected[i].line, dir, expected[i].file);
		cr_expect_eq(c.status, 0, "%s: no line '%s'", expected[i].file, expected[i].line);
		command_release(&c);
	}
	/* a model has pins only, no signals below them */
	command_run(&c, "grep 'link.b' %s/waves.gtkw | grep -E 'u_dut.u_|model_gmii.u_dut.rx_classify'", dir);
	cr_expect_eq(c.status, 1, "signals of the RTL at the model's end: %s", c.out);
	command_release(&c);
}

struct agreeing_case {
	const char *dut[2], *as[2];
};

/* The name of a signal of seam_expected.v at END. */
static const char *beside(unsigned end, const char *name, char *ret, size_t size)
{
	snprintf(ret, size, "link.%c.expected.seam_expected.%s", 'a' + (int)end, name);
	return ret;
}

/* The time of the finding in DIR, and the end where it was seen. */
static uint64_t finding_of(const char *dir, unsigned *ret_end)
{
	char path[224];
	json_t *report, *first;
	double us;

	snprintf(path, sizeof(path), "%s/report.json", dir);
	report = json_read(path);
	first = json_object_get(report, "first");
	us = json_number_value(json_object_get(first, "time_us"));
	*ret_end = (unsigned)(json_string_value(json_object_get(first, "end"))[0] - 'a');
	json_decref(report);
	return (uint64_t)(us * 1e6 + 0.5);
}

/* The view shows the marks as some dashes in the curve of the level, which has its own value at the finding. */
static void check_dashes(const struct vcd *vcd, unsigned end, uint64_t finding, uint64_t clock)
{
	enum { CLOCKS = 1500 }; /* that a view shows before the finding */
	char drawn[96], level[96], mark[96];
	unsigned dashes = 0;
	uint64_t before = 0;

	beside(end, "level_drawn", drawn, sizeof(drawn));
	beside(end, "level[31:0]", level, sizeof(level));
	beside(end, "in_expected_mark_drawn", mark, sizeof(mark));
	finding -= finding % clock;
	cr_expect_eq(vcd_value(vcd, drawn, finding), vcd_value(vcd, level, finding), "end %u", end);
	for (uint64_t time = finding - CLOCKS * clock; time < finding; time += clock) {
		uint64_t value = vcd_value(vcd, mark, time);
		dashes += value && value != before;
		before = value;
	}
	cr_expect(dashes >= 4 && dashes <= 30, "end %u: %u dashes", end, dashes);
}

/* Both ends do what their models expect, and only the findings of the link are differences. */
static void check_agreement(const struct vcd *vcd, const struct agreeing_case *c, const char *dir)
{
	static const char *const bits[] = { "xoff_differs", "timer_differs", "level_differs", "pfc_differs",
		                            "rx_differs",   "tx_differs",    "read_differs",  "mdio_differs" };
	unsigned seen;
	uint64_t finding = finding_of(dir, &seen), rises;
	char name[96];

	for (unsigned end = 0; end < 2; end++) {
		const uint64_t clock = phy_table[dut_by_name(c->dut[end])->phy].clock_ps;
		for (size_t i = 0; i < COUNT_OF(bits); i++)
			cr_expect_eq(vcd_rises(vcd, beside(end, bits[i], name, sizeof(name)), 0), UINT64_MAX, "%s, %s: at %llu",
			             c->dut[end], name, (unsigned long long)vcd_rises(vcd, name, 0));
		rises = vcd_rises(vcd, beside(end, "differs", name, sizeof(name)), 0);
		check_dashes(vcd, end, finding, clock);
		cr_expect(end == seen ? rises == finding - finding % clock : rises > finding, "%s of %s: at %llu", name,
		          c->dut[end], (unsigned long long)rises);
	}
	cr_expect(vcd_shows(vcd, beside(seen, "rule", name, sizeof(name)), "link-duplicated"));
}

/* The first group has the rows of the rule, from both ends, each with its end before its name. */
static void check_first_group(const char *dir)
{
	static const char *const rows[] = { "\n-this finding\n",        "+{a: rule of the finding} ",
		                            "+{a: frame to the host} ", "+{a: frame to the host, expected} ",
		                            "+{b: sent frame} ",        "\n-END A: " };
	char path[224], *text, *at;

	snprintf(path, sizeof(path), "%s/waves.gtkw", dir);
	at = text = file_read(path, NULL);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		char *row = strstr(at, rows[i]);
		cr_expect(row, "'%s' is missing or not in its place in %s", rows[i], path);
		at = row ? row : at;
	}
	free(text);
}

/* tests/unit/systemc/failing_link.cpp has a host that takes frames twice, so that the ends themselves have no finding. */
Test(link_waves, what_is_expected_stands_beside_both_ends)
{
	static const struct agreeing_case cases[] = {
		{ { "bcm5718", "bcm5718" }, { "rtl", "model" } },
		{ { "i82598", "ll10g" }, { "rtl", "rtl" } },
	};
	char dir[128], name[64], path[192], text[1024];
	struct command c;
	struct vcd *vcd;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		snprintf(name, sizeof(name), "link-waves-expected-%zu", i);
		scratch_make(dir, sizeof(dir), name);
		snprintf(path, sizeof(path), "%s/in.link", dir);
		snprintf(text, sizeof(text), link_text, cases[i].dut[0], cases[i].as[0], cases[i].dut[1], cases[i].as[1]);
		file_write(path, text, strlen(text));
		command_run(&c, "build/tests/systemc/failing_link run --link %s --reduce 0 --out %s/out", path, dir);
		cr_assert_eq(c.status, 1, "status %d\n%s%s", c.status, c.out, c.err);
		command_release(&c);
		command_run(&c, "tests/unit/waves/gtkwave_check.sh %s/out %s/waves.png", dir, dir);
		cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
		command_release(&c);
		snprintf(path, sizeof(path), "%s/out/waves.fst", dir);
		vcd = vcd_read(path);
		snprintf(path, sizeof(path), "%s/out", dir);
		check_agreement(vcd, &cases[i], path);
		check_first_group(path);
		vcd_free(vcd);
	}
}
