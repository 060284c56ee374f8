/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the GTKWave view, and a saved failure opened in a real GTKWave; doc/use/waves.md. */
#include "waves/rows.h"
#include "waves/waves.h"
#include "support.h"
#include "vcd.h"
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct finding sample = {
	.cycle = 5100,
	.cause_cycle = 5000,
	.rule = RULE_PAUSE_TIME,
	.what = "obs_xoff",
	.expected = "0 from cycle 5099",
	.actual = "1",
};

/* Makes a view in a folder of its own and returns its file NAME; to be freed. */
static char *view_file_to(const char *folder, const struct dut *dut, const struct finding *finding, uint64_t to, const char *name)
{
	char dir[128], path[192];

	scratch_make(dir, sizeof(dir), folder);
	cr_assert_eq(waves_write(dir, dut, 1, false, finding, 3000, to), 0);
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return file_read(path, NULL);
}

static char *view_file(const char *folder, const struct dut *dut, const struct finding *finding, const char *name)
{
	return view_file_to(folder, dut, finding, 5600, name);
}

static void has(const char *text, const char *part)
{
	cr_assert(strstr(text, part), "not in the file: %s", part);
}

Test(waves, view_has_finding_and_markers)
{
	char *text = view_file("waves-view", dut_by_name("bcm5718"), &sample, "waves.gtkw");

	has(text, "\n-pause-time\n-obs_xoff\n-expected 0 from cycle 5099\n-actual 1\n");
	has(text, "\n*0 40800 40000 40800\n[markername] Acause\n[markername] Bfinding\n");
	has(text, "+{gmii_txd[7:0]} TOP.gmii_tick.u_dut.gmii_txd[7:0]\n");
	has(text, "+{u_tx/state_q[2:0]} TOP.gmii_tick.u_dut.u_tx.state_q[2:0]\n");
	has(text, "\n-this finding\n@820\n[color] 1\n^0\n+{rule of the finding} TOP.gmii_tick.u_expected.rule[223:0]\n");
	has(text, "#{transmitter held, expected} TOP.gmii_tick.u_expected.xoff_expected\n");
	has(text, "\n@c00200\n-transmitter\n");
	has(text, "\n[size] 1400 900\n");
	free(text);
}

/* Only what the DUT saw within its latencies has a range. */
Test(waves, a_range_of_a_black_box_has_markers)
{
	struct finding seen = sample;
	char *text;

	seen.earliest = 5010;
	seen.latest = 5073;
	text = view_file("waves-range", dut_by_name("bcm5718"), &seen, "waves.gtkw");
	has(text, "\n*0 40800 40000 40800 40080 40584\n[markername] Acause\n[markername] Bfinding\n"
	          "[markername] Cearliest\n[markername] Dlatest\n");
	free(text);
	text = view_file("waves-range", dut_by_name("bcm5718"), &seen, "waves.tcl");
	has(text, "gtkwave::setNamedMarker C 40080 earliest\ngtkwave::setNamedMarker D 40584 latest\n");
	free(text);
	text = view_file("waves-range", dut_by_name("bcm5718"), &sample, "waves.tcl");
	cr_expect(!strstr(text, "earliest") && !strstr(text, "setNamedMarker D"), "%s", text);
	free(text);
}

Test(waves, window_begins_before_the_cause_and_ends_after_the_finding)
{
	char *text = view_file("waves-window", dut_by_name("bcm5718"), &sample, "waves.tcl");

	has(text, "gtkwave::setNamedMarker A 40000 cause\n");
	has(text, "gtkwave::setNamedMarker B 40800 finding\n");
	has(text, "gtkwave::setZoomRangeTimes 39232 41312\n"); /* 5000 - 96 and 5100 + 64 cycles of 8 ns */
	free(text);
}

/* A label takes about a twentieth of the window: in a window of 160 clocks those of neighbours are printed over each other. */
Test(waves, the_labels_of_cause_and_finding_stand_beside_each_other)
{
	static const char zoom[] = "gtkwave::setZoomRangeTimes ";

	for (uint64_t apart = 1; apart < 40; apart++) {
		struct finding near = sample;
		unsigned long long from, to;
		char *text, *at;
		near.cause_cycle = near.cycle - apart;
		text = view_file("waves-near", dut_by_name("bcm5718"), &near, "waves.tcl");
		at = strstr(text, zoom);
		cr_assert(at && sscanf(at + strlen(zoom), "%llu %llu", &from, &to) == 2, "%s", text);
		cr_expect_leq(to - from, 16 * 8 * apart, "%d clocks apart in a window of %llu ns", (int)apart, to - from);
		cr_expect(from < 8 * near.cause_cycle && to > 8 * near.cycle, "%s", text);
		if (apart > 10)
			cr_expect_eq(to - from, 8 * (96 + apart + 64), "%s", text);
		free(text);
	}
}

Test(waves, far_cause_is_left_to_its_marker)
{
	struct finding far = sample;
	char *text;

	far.cycle = 25000;
	far.cause_cycle = 4500;
	text = view_file_to("waves-far", dut_by_name("bcm5718"), &far, 25500, "waves.tcl");
	has(text, "gtkwave::setNamedMarker A 36000 cause\n");
	has(text, "gtkwave::setZoomRangeTimes 199232 200512\n");
	free(text);
}

Test(waves, a_finding_without_a_cause_has_one_marker)
{
	struct finding own = sample;
	char *text;

	own.cause_cycle = own.cycle;
	text = view_file("waves-own", dut_by_name("bcm5718"), &own, "waves.tcl");
	has(text, "gtkwave::setNamedMarker B 40800 finding\n");
	cr_expect_null(strstr(text, "setNamedMarker A"), "%s", text);
	free(text);
	text = view_file("waves-own", dut_by_name("bcm5718"), &own, "waves.gtkw");
	has(text, "\n*0 40800 -1 40800\n[markername] Bfinding\n");
	free(text);
}

Test(waves, without_finding_the_whole_run)
{
	char *text = view_file("waves-whole", dut_by_name("bcm5718"), NULL, "waves.tcl");

	cr_assert_str_eq(text, "gtkwave::setZoomRangeTimes 24000 44800\n");
	free(text);
}

Test(waves, ports_of_another_design_without_its_insides)
{
	struct dut other = *dut_by_name("bcm5718");
	char *text;

	other.top = "my_mac";
	other.capabilities &= ~(uint64_t)CAP_OBS;
	text = view_file("waves-other", &other, &sample, "waves.gtkw");
	has(text, "u_dut.gmii_txd[7:0]\n");
	cr_assert(!strstr(text, "u_tx"));
	cr_assert(!strstr(text, "obs_level"));
	free(text);
}

/* The save file of a MAC of another design with this PHY and these capabilities; to be freed. */
static char *view_of(const char *name, enum phy_kind phy, uint64_t capabilities)
{
	struct dut other = *dut_by_name("bcm5718");

	other.top = "my_mac";
	other.phy = phy;
	other.capabilities = capabilities;
	return view_file(name, &other, &sample, "waves.gtkw");
}

/* 6.4 ns a clock, in ps. */
Test(waves, an_xgmii_dut_shows_its_ports)
{
	char *text = view_of("waves-xgmii", PHY_XGMII, CAP_OBS | CAP_XGMII);

	has(text, "\n*0 32640000 32000000 32640000\n[markername] Acause\n[markername] Bfinding\n");
	has(text, " TOP.xgmii_tick.u_dut.xgmii_rxd[63:0]\n");
	has(text, " TOP.xgmii_tick.u_dut.m_axis_tdata[63:0]\n");
	has(text, " TOP.xgmii_tick.u_dut.obs_level[31:0]\n");
	cr_assert(!strstr(text, "gmii_tx_en") && !strstr(text, "mdio") && !strstr(text, "MDIO") && !strstr(text, "pfc_xoff"));
	free(text);
	text = view_of("waves-pfc", PHY_XGMII, CAP_OBS | CAP_XGMII | CAP_PFC);
	has(text, " TOP.xgmii_tick.u_dut.pfc_xoff[7:0]\n");
	free(text);
}

Test(waves, an_mii_dut_shows_carrier_and_a_wide_bus)
{
	char *text = view_of("waves-mii", PHY_MII, CAP_OBS | CAP_MII);

	has(text, " TOP.mii_tick.u_dut.gmii_rxd[7:0]\n");
	has(text, " TOP.mii_tick.u_dut.mii_crs\n");
	has(text, " TOP.mii_tick.u_dut.mii_col\n");
	has(text, " TOP.mii_tick.u_dut.s_axis_tuser\n");
	has(text, " TOP.mii_tick.u_dut.pwdata[63:0]\n");
	has(text, " TOP.mii_tick.u_dut.pstrb[7:0]\n");
	has(text, " TOP.mii_tick.u_dut.obs_level[15:0]\n");
	free(text);
}

Test(waves, registers_by_name)
{
	char *text = view_file("waves-registers", dut_by_name("bcm5718"), &sample, "register-names.flt");

	has(text, "\n044C MI_COM\n");
	has(text, "\n0468 RX_MODE\n");
	free(text);
}

Test(waves, missing_folder_is_an_errno)
{
	cr_assert_eq(waves_write("build/tests/no/such/folder", dut_by_name("bcm5718"), 1, false, &sample, 0, 100), -ENOENT);
}

/* ---- signals that the RTL has with another width ---- */

static const char vcd_head[] =
    "$date\n\ttoday\n$end\n$scope module TOP $end\n$var wire 1 ! tick $end\n$scope module u_dut $end\n"
    "$scope module u_stats $end\n$scope module g_counter[3] $end\n$var logic 6 # count_q [5:0] $end\n$upscope $end\n"
    "$upscope $end\n$var wire 16 $ timer [15:0] $end\n$upscope $end\n$var wire 8 % last [0:7] $end\n";

Test(waves, signals_are_known_with_their_ranges)
{
	static const struct {
		const char *name, *range;
	} cases[] = {
		{ "TOP.tick", "" },
		{ "TOP.u_dut.u_stats.g_counter[3].count_q", "[5:0]" },
		{ "TOP.u_dut.timer", "[15:0]" },
		{ "TOP.last", "[0:7]" },
		{ "TOP.timer", NULL },
	};
	FILE *in = fmemopen((void *)(uintptr_t)vcd_head, strlen(vcd_head), "r");
	struct waves_signals *signals = waves_signals_parse(in);

	cr_assert_not_null(signals);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *range = waves_signals_range(signals, cases[i].name);
		cr_expect_eq(range != NULL, cases[i].range != NULL, "%s", cases[i].name);
		if (range && cases[i].range)
			cr_expect_str_eq(range, cases[i].range, "%s", cases[i].name);
	}
	cr_expect_null(waves_signals_range(NULL, "TOP.tick"));
	waves_signals_free(signals);
	fclose(in);
}

/* GTKWave leaves out a signal whose range is another one. The counter is shown in decimal, and in hex like the values of a finding above 32 bits. */
Test(waves, a_counter_of_another_width_has_its_rows)
{
	static const char head[] = "$scope module TOP $end\n$scope module u_dut $end\n$scope module u_stats $end\n$scope module "
				   "g_counter[%u] $end\n$var logic 6 # count_q [5:0] $end\n$upscope $end\n$upscope $end\n";
	const struct dut *dut = dut_by_name("i82598");
	struct finding finding = { .rule = RULE_COUNT_RX, .what = "GPRC" };
	char vcd[sizeof(head) + 8], *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size), *in;
	struct place place = { .dut = dut, .scope = "TOP.u_dut.", .beside = "TOP.u_expected." };
	struct waves_signals *signals;
	unsigned number;

	first_rows(out, &place, NULL, &finding);
	fflush(out);
	cr_assert(strstr(text, "+{GPRC} ") &&
	              sscanf(strstr(text, "+{GPRC} "), "+{GPRC} TOP.u_dut.u_stats.g_counter[%u].count_q[31:0]", &number) == 1,
	          "%s", text);
	has(text, "+{the counter, expected, hex} TOP.u_expected.counter_expected[63:0]");
	snprintf(vcd, sizeof(vcd), head, number);
	in = fmemopen(vcd, strlen(vcd), "r");
	place.signals = signals = waves_signals_parse(in);
	rewind(out);
	first_rows(out, &place, NULL, &finding);
	fclose(out);
	snprintf(vcd, sizeof(vcd), "+{GPRC} TOP.u_dut.u_stats.g_counter[%u].count_q[5:0]\n", number);
	has(text, vcd);
	snprintf(vcd, sizeof(vcd), "@22\n[color] 0\n^0\n+{GPRC, hex} TOP.u_dut.u_stats.g_counter[%u].count_q[5:0]\n", number);
	has(text, vcd);
	waves_signals_free(signals);
	fclose(in);
	free(text);
}

/* Flow control invoked and the age of the packet are what the rule is about. */
Test(waves, back_pressure_shows_what_invokes_it)
{
	const struct finding finding = { .rule = RULE_BACK_PRESSURE, .what = "start of a frame" };
	const struct place place = {
		.dut = dut_by_name("bcm1250"), .scope = "TOP.u_dut.", .beside = "TOP.u_expected.", .exact = true
	};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	first_rows(out, &place, NULL, &finding);
	fclose(out);
	has(text, " TOP.u_dut.invoked\n");
	has(text, " TOP.u_dut.u_backpressure.age_q[7:0]\n");
	cr_expect_null(strstr(text, "u_backoff"), "%s", text);
	free(text);
}

/* The wrong expectation of a read is a finding in a run with a PAUSE, frames both ways and MDIO. */
static const char failing[] = "pausebench-stim 1\n"
			      "setup\n"
			      "reg.write MI_COM 0x28220000\n"
			      "tx.frame da=partner len=100\n"
			      "wait 40\n"
			      "rx.pause time=4\n"
			      "tx.frame da=partner len=60\n"
			      "rx.frame da=station len=200\n"
			      "wait idle\n"
			      "reg.read xoffPauseFramesReceived expect=2\n"
			      "wait idle\n";

/* A run with a collision at 100 Mb/s half duplex. */
static const char failing_mii[] = "pausebench-stim 1\n"
				  "setup\n"
				  "link speed=100 duplex=half\n"
				  "reg.write mac_cfg HDX_EN|SPEED_SEL=1|RETRY_EN|SS_EN\n"
				  "reg.write mdio_cmd BUSY|COMMAND=2|PHY=1|REGISTER=2\n"
				  "wait reg\n"
				  "wire.collision at=40\n"
				  "tx.frame da=partner len=100\n"
				  "wait 2000\n"
				  "rx.frame da=station len=200\n"
				  "wait idle\n"
				  "reg.read COLLISIONS expect=7\n"
				  "wait idle\n";

static const char failing_10g[] = "pausebench-stim 1\n"
				  "setup\n"
				  "wait reg\n"
				  "tx.frame da=partner len=100\n"
				  "wait 40\n"
				  "rx.pause time=4\n"
				  "tx.frame da=partner len=60\n"
				  "rx.frame da=station len=200\n"
				  "wait idle\n"
				  "reg.read %s expect=7\n"
				  "wait idle\n";

/* STATE is a register of the transmitter that the view shows. */
static void open_in_gtkwave(const char *dut, const char *stimulus, const char *state)
{
	char dir[128], name[32], path[192];
	struct command c;

	snprintf(name, sizeof(name), "waves-%s", dut);
	scratch_make(dir, sizeof(dir), name);
	snprintf(path, sizeof(path), "%s/failing.stim", dir);
	file_write(path, stimulus, strlen(stimulus));
	command_run(&c, "build/pausebench run --dut %s --stim %s --waves --out %s", dut, path, dir);
	cr_assert_eq(c.status, 1, "status %d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
	command_run(&c, "tests/unit/waves/gtkwave_check.sh %s %s/waves.png", dir, dir);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	/* the check notices a signal that does not exist */
	command_run(&c, "sed -i 's/%s/u_tx.no_such_q/' %s/waves.gtkw && tests/unit/waves/gtkwave_check.sh %s", state, dir, dir);
	cr_assert_eq(c.status, 1, "a signal that is missing was not found out: %s%s", c.out, c.err);
	command_release(&c);
}

Test(waves, gtkwave_shows_a_saved_failure)
{
	open_in_gtkwave("bcm5718", failing, "u_tx.state_q");
}

Test(waves, gtkwave_shows_a_saved_failure_with_other_parameters)
{
	open_in_gtkwave("bcm5718_alt", failing, "u_tx.state_q");
}

Test(waves, gtkwave_shows_a_saved_failure_at_10_gigabit)
{
	static const struct {
		const char *dut, *counter;
	} cases[] = { { "i82598", "LXOFFRXC" }, { "ll10g", "rx_stats_pauseMACCtrl_Frames" } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char stimulus[512];
		snprintf(stimulus, sizeof(stimulus), failing_10g, cases[i].counter);
		open_in_gtkwave(cases[i].dut, stimulus, "u_tx.busy_q");
	}
}

Test(waves, gtkwave_shows_a_saved_failure_in_half_duplex)
{
	open_in_gtkwave("bcm1250", failing_mii, "u_tx.state_q");
}

/* A limit of seconds cuts a run where the machine is, so that the RTL is not suspected if it is not cut again. */
Test(waves, of_a_run_that_a_limit_cut_name_no_race)
{
	struct command c;

	command_run(&c, "build/pausebench run --dut bcm5718 --seed 1 --items 3 --out build/tests/waves_limit && "
	                "build/pausebench-traced-bcm5718 replay build/tests/waves_limit --waves --first timeout");
	cr_expect_not_null(strstr(c.out, "waves     none: a limit cut the run, and with waves its first finding is none. "),
	                   "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "raise --max-seconds\n"), "%s", c.out);
	cr_expect_null(strstr(c.out, "race"), "%s", c.out);
	command_release(&c);
}

/* The traced program was built before the RTL was changed. DUT and model differ from the finding on, and not before. */
Test(waves, a_smoke_run_shows_the_rtl_of_now)
{
	struct command c;
	struct vcd *vcd;
	char *text;

	command_run(&c, "tests/unit/support/smoke_copy.sh build/tests/smoke_copy xoffed_stuck");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	vcd = vcd_read("build/tests/smoke_copy/found.fst");
	text = file_read("build/tests/smoke_copy/found.cycle", NULL);
	cr_expect_eq(vcd_rises(vcd, "TOP.gmii_tick.u_expected.differs", 0), 8 * strtoull(text, NULL, 10), "%s", text);
	free(text);
	vcd_free(vcd);
	command_run(&c, "rm -rf build/tests/smoke_copy");
	command_release(&c);
}
