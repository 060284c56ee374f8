/* SPDX-License-Identifier: Apache-2.0 */
/* make with MACS: the way from a profile to its program, and the one line of each thing that can be wrong on it. Copies of tests/data/foreign/gige. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define FOLDER "build/tests/macs"

/* One change of a copy: in FILE each FROM (a pattern of sed) becomes TO; NULL: what SHELL does in the copy's folder. */
static void make_copy(const char *name, const char *file, const char *change)
{
	struct command c;

	command_run(&c,
	            "rm -rf " FOLDER "/%s && mkdir -p " FOLDER "/%s && cp -r tests/data/foreign/gige/. " FOLDER
	            "/%s && cd " FOLDER "/%s && sed -i 's/^mac gige$/mac %s/' gige.mac && sed -i '%s' %s",
	            name, name, name, name, name, change, file);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

static unsigned lines_of(const char *text, const char *beginning)
{
	unsigned count = 0;

	for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
		count += !strncmp(line, beginning, strlen(beginning));
		if (!strchr(line, '\n'))
			break;
	}
	return count;
}

/* make ends with 2 and one line, which begins with the file and the line of what is wrong. */
static void expect_refusal(const char *command, const char *place, const char *message)
{
	struct command c;
	char beginning[256];

	command_run(&c, "%s", command);
	snprintf(beginning, sizeof(beginning), "pausebench: ");
	cr_expect_eq(c.status, 2, "%s: %d: %s%s", command, c.status, c.out, c.err);
	cr_expect_eq(lines_of(c.err, beginning), 1, "%s: %s", command, c.err);
	cr_expect(strstr(c.err, place), "%s: expected the place %s in: %s", command, place, c.err);
	cr_expect(strstr(c.err, message), "%s: expected '%s' in: %s", command, message, c.err);
	command_release(&c);
}

Test(macs, whatever_is_wrong_with_a_profile_or_its_sources_is_one_line)
{
	static const struct {
		const char *file, *change, *target, *place, *message;
	} cases[] = {
		{ "gige.vh", "s/[.]arst(rst)/.areset(rst)/", "mac", "gige.vh:3:", "Pin not found: 'areset'; look at the ports" },
		{ "gige.vh", "s/cfg_quanta(cfg_quanta)/cfg_quanta(cfg_station)/", "mac",
		  "gige.vh:9:", "generates 48 bits; doc/use/your-own-mac.md" },
		{ "gige.vh", "s/(cfg_station)/(cfg_staton)/", "mac", "gige.vh:9:", "'cfg_staton'; declare the net" },
		{ "gige.vh", "s/s_axis_tready(s_axis_tready)/s_axis_tready()/", "mac",
		  "gige.vh:1:", "does not name the net s_axis_tready" },
		{ "gige.vh", "s/[.]clk(clk)/.clk(1\\x27b0 \\& clk)/", "smoke", "gige.vh:3:", "the MAC sends nothing in" },
		{ "gige.vh", "s/^gige_mac /gige_mak /", "mac",
		  "gige.vh:2:", "module: 'gige_mak'; add its file or folder to `sources`" },
		{ "gige.vh", "$ a wire rst;", "mac",
		  "gige.vh:19:6:", "'rst'; the bench has a net of this name (doc/use/your-own-mac.md, 2)" },
		{ "gige.vh", "$ a wire [7:0] priority;", "mac", "gige.vh:19:12:", "a word of SystemVerilog, such as" },
		{ "gige.vh", "$ a assign gmii_txd = 0;", "mac", "gige.vh:19:8:", "gmii_txd has a driver already, in line 5" },
		{ "gige.vh", "$ a assign gmii_txd[3:0] = 0;", "mac", "gige.vh:19:", "gmii_txd has a driver already, in line 5" },
		{ "gige.vh", "s/TxAddressBits/TxAdressBits/", "mac",
		  "gige.vh:2:", "Parameter pin not found: 'TxAdressBits'; look" },
		{ "gige.vh", "s/);$//", "mac", "gige.vh:18:", "the instance ends within a statement" },
		{ "gige.mac", "$ a verilator --no-such-flag", "mac", "gige.mac:", "look at the lines `verilator`" },
		{ "gige.mac", "d", "mac", "gige.mac", "expected 'pausebench-mac 1' in the first line" },
		{ "gige.mac", "$ a clock 0", "mac", "gige.mac:", "clock must be 1000000 to 1000000000" },
		{ "gige.mac", "$ a clock up 125000000", "mac",
		  "gige.mac:", "expected tx, rx, host, bus or clocks per second, not 'up'" },
		{ "gige.mac", "$ a clock rx 100000000", "mac",
		  "gige.mac:", "expected the same frequency of rx and tx, 125000000" },
		{ "gige.mac", "$ a clock rx 125000000 stop", "mac",
		  "gige.mac:", "expected 'stops', 'resets' or the end of the line, not 'stop'" },
		{ "gige.mac", "$ a clock bus 50000000 stops", "mac", "gige.mac:", "expected the end of the line, not 'stops'" },
		{ "gige.mac", "$ a ppm 100", "mac", "gige.mac:", "'ppm', 'jitter' and 'synchronisers' are for several clocks" },
		{ "gige.mac", "$ a synchronisers drawn", "mac", "gige.mac:", "'ppm', 'jitter' and 'synchronisers' are for several clocks" },
		{ "gige.mac", "$ a synchronisers late", "mac", "gige.mac:", "expected drawn, none or always, not 'late'" },
		{ "gige.mac", "$ a ppm 2000", "mac", "gige.mac:", "ppm must be 0 to 1000" },
		{ "gige.mac", "$ a jitter 50", "mac", "gige.mac:", "expected picoseconds, as 50ps, not '50'" },
		{ "gige.mac", "$ a clock host 500000000\\njitter 400ps", "mac",
		  "gige.mac:", "a jitter of 400ps is more than an eighth of the period of a clock" },
		{ "gige.mac",
		  "s/^phy gmii/phy mii/;s/, half-duplex//;$ a clock rx 125000000\\nregister MODE at 0x100 = half_duplex", "mac",
		  "gige.mac:", "several clocks are for full duplex: 'lacks half-duplex'" },
		{ "gige.mac", "$ a clock rx 125000000", "mac",
		  "gige.vh:3:", "the profile has several clocks, and none is called clk; name tx_clk" },
		{ "rtl/gige_mac.sv", "s/^endmodule/initial $finish;\\nendmodule/", "smoke",
		  "gige_mac.sv:", "the MAC ends the simulation before it has sent a frame" },
		{ "gige.mac", "s/^sources .*/sources nothing.sv/", "mac", "gige.mac:5:9:", "cannot find the source nothing.sv" },
		{ "gige.mac", "s/^sources .*/sources include/", "mac", "gige.mac:5:9:", "has no .v or .sv file" },
		{ "gige.mac", "s/^instance .*/instance nothing.vh/", "mac",
		  "gige.mac:4:", "cannot read the instance nothing.vh" },
		{ "gige.mac", "s/^incdir .*//", "mac", "rtl/gige_", "add its folder to `incdir`" },
		{ "rtl/gige_mac.sv", "s/^endmodule/xyzzy = ;/", "mac", "gige_mac.sv:", "syntax error" },
		{ "gige.mac", "s/^event 48 = .*/event 48 = etherStatsPakts/", "mac",
		  "gige.mac:", "did you mean 'etherStatsPkts'?" },
		{ "gige.mac", "s/^mac .*/mac bcm5718/", "mac", "gige.mac:3:5:", "a bundled row has the name 'bcm5718' already" },
		{ "gige.mac", "s/^phy .*/phy gmi/", "mac", "gige.mac:", "did you mean 'gmii'?" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char command[256];
		make_copy("wrong", cases[i].file, cases[i].change);
		snprintf(command, sizeof(command), "make -s %s JOBS=2 MACS=" FOLDER "/wrong/gige.mac", cases[i].target);
		expect_refusal(command, cases[i].place, cases[i].message);
	}
	make_copy("wrong", "gige.vh", "s/[.]arst(rst)/.arst(clk | 1)/");
	expect_refusal("build/pausebench calibrate " FOLDER "/wrong/gige.mac", "gige.vh:3:", "the MAC sends nothing in");
	make_copy("wrong", "gige.mac", "s/x/x/");
	expect_refusal("make -s mac MACS='" FOLDER "/wrong/gige.mac tests/../" FOLDER "/wrong/gige.mac'",
	               "gige.mac:3:5:", "has the name 'wrong' already");
	expect_refusal("make -s mac MACS='" FOLDER "/my folder/gige.mac'", FOLDER "/my:", "no path may have one");
	expect_refusal("make -s mac MACS='" FOLDER "/none.mac'", "none.mac:", "cannot read the profile");
	expect_refusal("make -s mac MACS='" FOLDER "'", FOLDER ":", "cannot read the profile: Is a directory");
}

Test(macs, a_mistyped_row_of_a_file_of_rows_is_one_line)
{
	static const struct {
		const char *change, *message;
	} cases[] = {
		{ "s/bcm5718,$/bcm5719,/", ":3: expected a model, not 'bcm5719'; did you mean 'bcm5718'?" },
		{ "s/PARAMS(\"\")/PARAMS(\"LongQanta=3\")/",
		  ":3: expected a parameter of bcm5718, not 'LongQanta'; did you mean 'LongQuanta'?" },
		{ "s/PARAMS(\"\")/PARAMS(\"LongQuanta=70000\")/", ":3: LongQuanta must be 1 to 65535 (0xffff), not 70000" },
		{ "s/DUT(mymac/DUT(bcm5718/", ":3: there is a row with the name 'bcm5718' already" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct command c;
		command_run(&c, "mkdir -p " FOLDER " && sed '%s' examples/row/mymac.def > " FOLDER "/rows.def", cases[i].change);
		cr_assert_eq(c.status, 0);
		command_release(&c);
		expect_refusal("make -s B=" FOLDER "/rows EXTRA_DUTS=" FOLDER "/rows.def " FOLDER "/rows/gen/duts.mk",
		               FOLDER "/rows.def", cases[i].message);
	}
}

/* The seconds from the profile to the verdict are printed; the line is FROM..., 15 s are the limit of a smoke on a machine of its own. */
Test(macs, an_edit_builds_only_what_it_touches)
{
	struct command c;
	static const struct {
		const char *edit;
		bool verilated, objects;
	} cases[] = {
		{ "true", false, false },
		{ "touch " FOLDER "/edit/rtl/gige_mac.sv", true, false },
		{ "echo '// a comment' >> " FOLDER "/edit/gige.vh", true, false },
		{ "echo 'waive pause-time seeds \"none\"' >> " FOLDER "/edit/gige.mac", false, false },
		{ "echo \"define NEW WIDTH=8'd5 A=\\$(shell>" FOLDER "/run) B=\\${HOME}#c\" >> " FOLDER "/edit/gige.mac", true,
		  false },
	};

	make_copy("edit", "gige.mac", "s/x/x/");
	command_run(&c, "make -s mac JOBS=2 MACS=" FOLDER "/edit/gige.mac");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		/* the pauses make the times of the files differ */
		command_run(&c,
		            "sleep 0.1 && touch " FOLDER "/before && sleep 0.1 && { %s; } && make -s mac JOBS=2 MACS=" FOLDER
		            "/edit/gige.mac && find build/plain/edit/V.stamp "
		            "build/obj -newer " FOLDER "/before -name '*.[so]*'",
		            cases[i].edit);
		cr_assert_eq(c.status, 0, "%s: %s%s", cases[i].edit, c.out, c.err);
		cr_expect_eq(strstr(c.out, "V.stamp") != NULL, cases[i].verilated, "%s: %s", cases[i].edit, c.out);
		cr_expect_eq(strstr(c.out, "build/obj/") != NULL, cases[i].objects, "%s: %s", cases[i].edit, c.out);
		command_release(&c);
	}
	/* a word of the profile reaches the compiler as it is, and no program on the way runs it */
	command_run(&c, "grep -aho 'define+[A-Z]*=[^ \"]*' build/plain/edit/Vedit__verFiles.dat | sort -u");
	cr_expect(strstr(c.out, "define+WIDTH=8'd5\n") && strstr(c.out, "define+A=$(shell>" FOLDER "/run)\n") &&
	              strstr(c.out, "define+B=${HOME}#c\n"),
	          "%s%s", c.out, c.err);
	cr_expect_not(file_is_there(FOLDER "/run"));
	command_release(&c);
}

Test(macs, the_program_of_a_profile_has_its_row_alone_and_writes_waves)
{
	struct command c;

	make_copy("alone", "gige.mac", "s/x/x/");
	command_run(&c, "make -s mac JOBS=2 MACS=" FOLDER
	                "/alone/gige.mac && build/macs/alone/pausebench list duts && mk/macs.sh build make 2 traced '' '' " FOLDER
	                "/alone/gige.mac && build/macs/alone/pausebench run --dut alone --stim "
	                "tests/data/stimuli/neutral/request_while_paused.stim --waves --out " FOLDER "/out");
	cr_expect(c.status == 0 || c.status == 1, "%d: %s%s", c.status, c.out, c.err);
	cr_expect(strstr(c.out, "\nalone "), "%s", c.out);
	cr_expect_not(strstr(c.out, "\nbcm5718 "), "%s", c.out);
	cr_expect(strstr(c.out, "--dump="), "%s%s", c.out, c.err);
	command_release(&c);
}

/* Runs the stimulus TEXT on the copy NAME, which make has built. */
static void expect_pass(const char *name, const char *text)
{
	struct command c;

	command_run(&c,
	            "printf '%s' > " FOLDER "/%s.stim && build/macs/%s/pausebench run --dut %s --stim " FOLDER
	            "/%s.stim --out " FOLDER "/out-%s",
	            text, name, name, name, name, name);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect(strstr(c.out, "findings  0"), "%s", c.out);
	command_release(&c);
}

Test(macs, each_byte_of_a_virtual_register_is_written_alone_and_reads_back)
{
	struct command c;

	make_copy("walked", "gige.mac", "s/x/x/");
	command_run(&c, "make -s mac JOBS=2 MACS=" FOLDER "/walked/gige.mac");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	expect_pass("walked", "pausebench-stim 1\\nsetup\\nreg.walk seed=3\\n");
}

/* Counters of data frames are measured by data frames; a MAC that has none by what its counters count. */
Test(macs, the_latency_of_counters_of_errors_alone_is_measured)
{
	struct command c;

	make_copy("errors", "gige.mac", "/^event\\|^early\\|^latency [es][ve]n/d");
	command_run(&c, "echo 'event 53 = etherStatsCRCAlignErrors' >> " FOLDER
	                "/errors/gige.mac && build/pausebench calibrate " FOLDER "/errors/gige.mac");
	cr_expect(strstr(c.out, "\nlatency event"), "%d: %s%s", c.status, c.out, c.err);
	command_release(&c);
}

/* The MAC stores frames, so that nothing moves in a pause but its clock: a wait that begins then lasts until all of them are sent. */
Test(macs, a_wait_lasts_while_a_pause_holds_what_the_mac_has_taken)
{
	struct command c;

	make_copy("waits", "gige.mac", "s/x/x/");
	command_run(&c, "make -s mac JOBS=2 MACS=" FOLDER "/waits/gige.mac");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	expect_pass("waits", "pausebench-stim 1\\nsetup\\nwait idle\\ntx.frame len=100\\ntx.frame\\ntx.frame\\nrx.pause "
	                     "time=40\\nwait 1500\\nwait idle max=9000\\nexpect no tx.frame until=3000\\nwait 3000\\n");
}

Test(macs, a_port_of_the_instance_is_a_counter_of_any_width)
{
	struct command c;

	make_copy("ported", "gige.mac", "s/x/x/");
	command_run(
	    &c,
	    "cd " FOLDER
	    "/ported && printf 'counter narrow port width=8 = rx\\ncounter wide port width=40 = rx\\n' >> gige.mac && "
	    "printf 'reg [63:0] n;\\nalways @(posedge clk) if (rst) n <= 64'\\''d0; else n <= n + {63'\\''d0, event_bits[48]};\\n"
	    "assign port_narrow = n;\\nassign port_wide = n;\\n' >> gige.vh && cd - && make -s mac JOBS=2 MACS=" FOLDER
	    "/ported/gige.mac");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	expect_pass("ported", "pausebench-stim 1\\nsetup\\nrx.frame\\nrx.frame\\nrx.frame\\nrx.frame\\nrx.frame\\nwait "
	                      "idle\\nreg.read narrow expect=5\\n"
	                      "reg.read wide expect=5\\nreg.read wide_HIGH expect=0\\n");
}

/* The generated module around an instance that names every net is clean, and so is one around an instance that names hardly any. */
Test(macs, the_generated_module_is_free_of_lint)
{
	static const struct {
		const char *phy, *ports, *tied;
	} phys[] = {
		{ "gmii", "gmii_rxd gmii_rx_dv gmii_txd gmii_tx_en", "gmii_txd gmii_tx_en" },
		{ "mii", "gmii_rxd gmii_rx_dv gmii_txd gmii_tx_en mii_crs mii_col", "gmii_txd gmii_tx_en" },
		{ "xgmii", "xgmii_rxd xgmii_rxc xgmii_txd xgmii_txc pfc_req pause_req", "xgmii_txd xgmii_txc pfc_xoff" },
	};
	static const struct {
		const char *nets, *tied, *lines;
	} sizes[] = {
		{ "clk", "s_axis_tready", "" },
		{ "clk rst psel penable paddr pwrite pwdata pstrb cfg_rx_enable cfg_tx_enable cfg_rx_pause cfg_tx_pause "
		  "cfg_station cfg_quanta cfg_refresh "
		  "cfg_forward_control cfg_half_duplex cfg_speed cfg_max_frame cfg_ipg cfg_pfc_rx cfg_pfc_tx cfg_pfc_quanta0 "
		  "cfg_pfc_quanta7 cfg_high_mark "
		  "cfg_low_mark req_xoff req_xoff_pulse req_xon_pulse req_pfc_xoff req_pfc_xoff_pulse req_pfc_xon_pulse",
		  "s_axis_tready prdata pready pslverr event_bits port_a port_b port_c m_axis_tdata m_axis_tvalid",
		  "event 127:96 = wide = rx\\nevent 3 = narrow = rx\\ncounter a port width=9 = rx\\ncounter b port width=32 = "
		  "rx\\ncounter c port width=64 = "
		  "tx\\n" },
		{ "clk rst_n s_axil_awaddr s_axil_awprot s_axil_awvalid s_axil_wdata s_axil_wstrb s_axil_wvalid s_axil_bready "
		  "s_axil_araddr s_axil_arprot "
		  "s_axil_arvalid s_axil_rready",
		  "s_axis_tready s_axil_awready s_axil_wready s_axil_bresp s_axil_bvalid s_axil_arready s_axil_rdata "
		  "s_axil_rresp s_axil_rvalid",
		  "" },
	};

	for (size_t p = 0; p < COUNT_OF(phys); p++)
		for (size_t s = 0; s < COUNT_OF(sizes); s++) {
			struct command c;
			command_run(&c,
			            "mkdir -p " FOLDER "/lint && cd " FOLDER
			            "/lint && printf 'module nothing; endmodule\\n' > nothing.v && "
			            "{ printf 'wire unused = &{1%sb0'; printf ', %%s' %s %s; printf '};\\n'; printf 'assign %%s "
			            "= 0;\\n' %s %s; } > "
			            "lint.vh && printf 'pausebench-mac 1\\nmac lint_%s_%zu\\ninstance lint.vh\\nsources "
			            "nothing.v\\nphy %s\\n%s' > lint.mac && cd - && "
			            "build/gen/mac_gen " FOLDER "/lint " FOLDER
			            "/lint/lint.mac && verilator --lint-only -Wall -Wno-WIDTH -Wno-DECLFILENAME -Wno-INCABSPATH "
			            "--default-language 1364-2005 --top-module pausebench_lint_%s_%zu " FOLDER
			            "/lint/macs/lint_%s_%zu/lint_%s_%zu_mac.v",
			            "'\\''", sizes[s].nets, phys[p].ports, sizes[s].tied, phys[p].tied, phys[p].phy, s,
			            phys[p].phy, sizes[s].lines, phys[p].phy, s, phys[p].phy, s, phys[p].phy, s);
			cr_expect_eq(c.status, 0, "%s %zu: %s%s", phys[p].phy, s, c.out, c.err);
			command_release(&c);
		}
}

/* A pause may then be shorter by up to a step, but need not be. */
Test(macs, a_pause_timer_may_count_finer_than_its_profile_says)
{
	struct command c;

	make_copy("coarse", "gige.mac", "s/granularity=1/granularity=64/");
	command_run(&c, "make -s smoke MACS=" FOLDER "/coarse/gige.mac");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect(strstr(c.out, "PASS: 0 findings"), "%s", c.out);
	command_release(&c);
}

/* 802.3 4.2.8: the octets of the pad are arbitrary. */
Test(macs, a_pad_that_is_not_zeros_wants_a_line)
{
	static const struct {
		const char *line;
		int status;
		const char *found;
	} cases[] = { { "PadZero=1", 1, "tx-pad" }, { "PadZero=0", 0, "PASS: 0 findings" } };

	make_copy("pads", "rtl/gige_tx.sv", "s/default: octet = 8.d0/TX_PAD: octet = ~count[7:0]; &/");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct command c;
		command_run(&c,
		            "sed -i '/^freedom PadZero/d' " FOLDER "/pads/gige.mac && echo 'freedom %s' >> " FOLDER
		            "/pads/gige.mac && make -s smoke MACS=" FOLDER "/pads/gige.mac",
		            cases[i].line);
		cr_expect_eq(c.status != 0, cases[i].status, "%s: %s%s", cases[i].line, c.out, c.err);
		cr_expect(strstr(c.out, cases[i].found), "%s: %s", cases[i].line, c.out);
		command_release(&c);
	}
}

/* An output that nothing is tied to drives nothing: the inputs after it are no drivers of their nets. An always block drives a net once, however often it
   assigns it; initial blocks and functions drive none. */
Test(macs, what_drives_a_net_and_what_does_not)
{
	static const char rtl[] = "module m(input a, output b, output c); assign b = a; assign c = a; endmodule\n"
				  "module pausebench_x_inside(input clk, output q, output r, output reg s);\n"
				  "m u(.c(), .a(clk), .b(q));\nm v(.c(), .a(clk), .b(%s));\n%s\nendmodule\n"
				  "module top(input clk, output q, output r, output s); pausebench_x_inside i(.clk(clk), .q(q), "
				  ".r(r), .s(s)); endmodule\n";
	static const struct {
		const char *net, *more, *said;
	} cases[] = {
		{ "r", "", "" },
		{ "q", "", "q has a driver already" },
		{ "r", "always @(*) case (clk)\n1'b0: s = q;\ndefault: s = !q;\nendcase", "" },
		{ "r", "initial s = 1'b0;\nalways @(posedge clk) begin s = q; if (r) s = !q; end", "" },
		{ "r", "function f(input x); begin f = x;\nif (!x) f = !f; end endfunction\nalways @(*) s = f(q);", "" },
		{ "r", "always @(posedge clk) s = q;\nalways @(posedge clk) if (r) s = !q;", "s has a driver already" },
		{ "r", "assign r = q;", "r has a driver already" },
		{ "r", "assign r = 1'b1;", "r has a driver already" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char folder[64], text[sizeof(rtl) + 128];
		struct command c;
		scratch_make(folder, sizeof(folder), "macs_drivers");
		snprintf(text, sizeof(text), rtl, cases[i].net, cases[i].more);
		text_write(folder, "x.v", text);
		command_run(&c,
		            "cd %s && verilator --xml-only --xml-output x.xml --top-module top -Wno-fatal x.v > log 2>&1 && awk "
		            "-f ../../../mk/verilator_drivers.awk x.xml",
		            folder);
		if (c.status) /* versions of Verilator without XML are not asked */
			cr_log_warn("no XML: %s", c.err);
		else
			cr_expect(*cases[i].said ? strstr(c.out, cases[i].said) != NULL : !*c.out, "%s %s: %s", cases[i].net,
			          cases[i].more, c.out);
		command_release(&c);
	}
}
