/* SPDX-License-Identifier: Apache-2.0 */
/* The verb new-mac: top modules in different manners, each with the lines that it gets in the instance and in the profile, and refusals. */
#include "support.h"

#include "new_mac/name.h"
#include "profile/profile.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 40 };

/* Files of a MAC in a folder of the test; the first is the top module's. */
struct source {
	const char *name, *text;
};

static void write_sources(char *dir, size_t size, const char *name, const struct source *sources)
{
	char path[256];

	scratch_make(dir, size, name);
	for (; sources->name; sources++) {
		snprintf(path, sizeof(path), "%s/%s", dir, sources->name);
		file_write(path, sources->text, strlen(sources->text));
	}
}

/* Writes first.vh and first.mac for FILE in DIR. */
static void write_first(struct command *c, const char *dir, const char *file, const char *options)
{
	command_run(c, "cd %s && ../../pausebench new-mac first --top %s %s", dir, file, options);
}

static char *read_first(const char *dir, const char *end)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/first.%s", dir, end);
	return file_read(path, NULL);
}

static void expect_lines(const char *text, const char *const *lines, const char *which)
{
	for (; *lines; lines++)
		cr_expect_not_null(strstr(text, *lines), "%s has no line '%s':\n%s", which, *lines, text);
}

/* The bench itself takes the two files, and the module that it generates around the instance compiles. */
static void expect_taken(const char *dir)
{
	struct profile profile;
	struct profile_error error;
	struct command c;
	char path[256];

	snprintf(path, sizeof(path), "%s/first.mac", dir);
	cr_assert_eq(profile_read(&profile, path, &error), 0, "%s:%u:%u: %s", error.file, error.line, error.column,
	             error.message);
	profile_release(&profile);
	command_run(&c,
	            "mkdir %s/build && build/gen/mac_gen %s/build %s && row() { sed -n \"s/^$1_first := //p\" "
	            "%s/build/macs/first/row.mk; } && "
	            "$(row FILTER) verilator --lint-only -Wno-fatal $(row FLAGS) --top-module $(row TOP) $(row SOURCES)",
	            dir, dir, path, dir);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

/* DIR, which has 128 characters, gets the folder. */
static void expect_first(char *dir, const char *name, const struct source *sources, const char *options,
                         const char *const *instance, const char *const *profile)
{
	struct command c;
	char *text;

	write_sources(dir, 128, name, sources);
	write_first(&c, dir, sources->name, options);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	text = read_first(dir, "vh");
	expect_lines(text, instance, "first.vh");
	free(text);
	text = read_first(dir, "mac");
	expect_lines(text, profile, "first.mac");
	free(text);
}

/* Pins only: clocks and resets of its own for each side, settings as pins, statistics as strobes. */
Test(new_mac, a_gmii_mac_with_pins_only)
{
	static const struct source sources[] = {
		{ "pins.v",
		  "module pins #(parameter PAUSE_ENABLE = 0, parameter Depth = 4) (\n"
		  "  input tx_clk, tx_rst, rx_clk, rx_rst, tx_clk_enable,\n"
		  "  input [7:0] gmii_rxd, input gmii_rx_dv, gmii_rx_er,\n"
		  "  output [7:0] gmii_txd, output gmii_tx_en, gmii_tx_er,\n"
		  "  input [7:0] tx_axis_tdata, input tx_axis_tvalid, tx_axis_tlast, tx_axis_tuser, output tx_axis_tready,\n"
		  "  output [7:0] rx_axis_tdata, output rx_axis_tvalid, rx_axis_tlast, output [3:0] rx_axis_tuser,\n"
		  "  input cfg_rx_enable, cfg_tx_en, rx_pause_en, tx_lfc_en, input [47:0] mac_addr, input [15:0] pause_time,\n"
		  "  input [15:0] cfg_tx_lfc_refresh, input [3:0] cfg_ifg, input tx_lfc_req, input fwd_ctrl, input "
		  "rx_pause_req,\n"
		  "  input rx_pause_ack, input what_is_this, output led,\n"
		  "  output stat_rx_bad_fcs, stat_rx_bcast, stat_tx_pause_pkt, stat_tx_xon, stat_secret, rx_err_bad_fcs,\n"
		  "  output [15:0] stat_rx_bytes, output [47:0] stat_tx_frames);\n"
		  "endmodule\n" },
		{ NULL, NULL },
	};
	static const char *const instance[] = {
		"  // parameters at their defaults: Depth=4\n",
		"  pins #(\n      .PAUSE_ENABLE (1)  // guess: what the bench tests is switched on\n  ) u_mac (\n",
		"      .tx_clk (clk),  // guess: a clock; the bench has one\n",
		"      .rx_rst (rst),  // guess: a reset, active high\n",
		"      .tx_clk_enable (1'b1),  // guess: a clock enable\n",
		"      .gmii_rxd (gmii_rxd),\n",
		"      .gmii_tx_er (gmii_tx_er),\n",
		"      .tx_axis_tdata (s_axis_tdata),  // guess: frames to send\n",
		"      .tx_axis_tuser (1'b0),  // guess: no frame is errored\n",
		"  wire [3:0] rx_axis_tuser_of_mac;\n  assign m_axis_tuser = rx_axis_tuser_of_mac[0];\n",
		"      .rx_axis_tuser (rx_axis_tuser_of_mac),  // guess: marks a bad frame with tlast\n",
		"      .cfg_rx_enable (cfg_rx_enable),\n",
		"      .cfg_tx_en (cfg_tx_enable),  // guess: the transmitter\n",
		"      .rx_pause_en (cfg_rx_pause),  // guess: a received PAUSE is obeyed\n",
		"      .tx_lfc_en (cfg_tx_pause),  // guess: PAUSE frames may be sent\n",
		"      .mac_addr (cfg_station),  // guess: the station's address; say which end its first octet is at\n",
		"      .pause_time (cfg_quanta),  // guess: the time of an XOFF\n",
		"      .cfg_tx_lfc_refresh (cfg_refresh),  // guess: quanta from one XOFF to the next\n",
		"      .cfg_ifg (cfg_ipg[3:0]),  // guess: octets between two frames\n",
		"      .tx_lfc_req (req_xoff),  // guess: an XOFF is requested as long as it is high\n",
		"      .fwd_ctrl (cfg_forward_control),  // guess: control frames reach the host\n",
		"      .rx_pause_req (1'd0),  // not placed: say what it is\n",
		"      .what_is_this (1'd0),  // not placed: say what it is\n",
		"      .led (),  // not placed: say what it is\n",
		"      .stat_rx_bad_fcs (event_bits[0]),  // guess: a strobe or a counter; see the profile\n",
		"      .stat_rx_bytes (event_bits[21:6]),",
		"  assign port_aFramesTransmittedOK[63:48] = 0;\n",
		"      .stat_tx_frames (port_aFramesTransmittedOK[47:0])  // guess",
		"  );\n  assign event_bits[127:22] = 0;\n",
		NULL,
	};
	static const char *const profile[] = {
		"pausebench-mac 1\n",
		"mac first\ninstance first.vh\nsources pins.v\nphy gmii  # guess",
		"clock 125000000",
		"host rx=cut-through fcs=stripped bad=marked filter=no ready=no control=dropped\n",
		"host tx=cut-through shortest=14 ahead=2\n",
		"obeys multicast own\n",
		"sends by=level refresh=decision xon=yes\n",
		"event 0 = dot3StatsFCSErrors  # guess: stat_rx_bad_fcs\n",
		"event 1 = etherStatsBroadcastPkts  # guess: stat_rx_bcast\n",
		"event 2 = aPAUSEMACCtrlFramesTransmitted  # guess: stat_tx_pause_pkt\n",
		"event 3 = stat_tx_xon = tx and xon  # guess: stat_tx_xon\n",
		"# event 4 = stat_secret = PREDICATE  not placed: say what stat_secret counts\n",
		"# event 5 = rx_err_bad_fcs = PREDICATE  not placed: say what rx_err_bad_fcs counts\n",
		"event 21:6 = etherStatsOctets  # guess: stat_rx_bytes\n",
		"counter aFramesTransmittedOK port width=48  # guess: stat_tx_frames\n",
		NULL,
	};

	char dir[128];

	expect_first(dir, "new_mac_pins", sources, "", instance, profile);
	expect_taken(dir);
}

/* A clock for each wire, the host and the registers; one whose name says nothing is the host's. */
Test(new_mac, a_mac_with_several_clocks)
{
	static const struct source sources[] = {
		{ "apart.v",
		  "module apart (input rx_clk, rx_rst, gmii_gtx_clk, tx_rst_n, logic_clk, logic_rst, apb_pclk, presetn, "
		  "ref_clk,\n"
		  "  input [7:0] gmii_rxd, input gmii_rx_dv, gmii_rx_er, output [7:0] gmii_txd, output gmii_tx_en, gmii_tx_er,\n"
		  "  input [7:0] tx_axis_tdata, input tx_axis_tvalid, tx_axis_tlast, output tx_axis_tready,\n"
		  "  output [7:0] rx_axis_tdata, output rx_axis_tvalid, rx_axis_tlast, rx_axis_tuser, input tx_clk_enable, input "
		  "tx_clk);\n"
		  "endmodule\n" },
		{ NULL, NULL },
	};
	static const char *const instance[] = {
		"      .rx_clk (rx_clk),",
		"      .rx_rst (~rx_rst_n),  // guess: of the receive wire's side\n",
		"      .tx_rst_n (tx_rst_n),",
		"      .gmii_gtx_clk (tx_clk),  // guess: of the transmit wire's side\n",
		"      .presetn (bus_rst_n),  // guess: of the register bus\n",
		"      .logic_clk (host_clk),  // guess: of the host's side\n",
		"      .logic_rst (~host_rst_n),  // guess: of the host's side\n",
		"      .apb_pclk (bus_clk),  // guess: of the register bus\n",
		"      .ref_clk (host_clk),  // guess: of the host's side\n",
		"      .tx_clk_enable (1'b1),  // guess: a clock enable\n",
		"      .tx_clk (tx_clk)",
		NULL,
	};
	static const char *const profile[] = {
		"phy gmii  # guess",
		"clock tx 125000000  # guess, and all clocks below\nclock rx 125000000\nclock host 150000000  # guess",
		"clock bus 50000000  # guess\nppm 100  # guess",
		NULL,
	};
	char dir[128];

	expect_first(dir, "new_mac_apart", sources, "", instance, profile);
	expect_taken(dir);
}

/* AXI4-Lite, requests as pulses, PFC, and SystemVerilog with a package. */
Test(new_mac, an_xgmii_mac_with_axi_and_pulses)
{
	static const struct source sources[] = {
		{ "ten.sv", "module ten import ten_pkg::*; (input logic clk156, aresetn, input word_t xgmii_rxd, input logic "
		            "[7:0] xgmii_rxc,\n"
		            "  output word_t xgmii_txd, output logic [7:0] xgmii_txc,\n"
		            "  input word_t s_axis_tx_tdata, input [7:0] s_axis_tx_tkeep, input s_axis_tx_tvalid, "
		            "s_axis_tx_tlast, output s_axis_tx_tready,\n"
		            "  output word_t m_axis_rx_tdata, output [7:0] m_axis_rx_tkeep, output m_axis_rx_tvalid, "
		            "m_axis_rx_tlast, m_axis_rx_tuser,\n"
		            "  input m_axis_rx_tready, input [63:0] s_axis_ptp_tdata, input s_axis_ptp_tvalid,\n"
		            "  input [11:0] regs_awaddr, input [2:0] regs_awprot, input regs_awvalid, output regs_awready, input "
		            "[31:0] regs_wdata,\n"
		            "  input [3:0] regs_wstrb, input regs_wvalid, output regs_wready, output [1:0] regs_bresp, output "
		            "regs_bvalid,\n"
		            "  input regs_bready, input [11:0] regs_araddr, input regs_arvalid, output regs_arready, output "
		            "[31:0] regs_rdata,\n"
		            "  output [1:0] regs_rresp, output regs_rvalid, input regs_rready,\n"
		            "  input xoff_req, xon_req, input [7:0] pfc_xoff_req, pfc_xon_req, input [7:0] rx_pfc_en, output "
		            "[7:0] pfc_xoff,\n"
		            "  input tx_lfc_pause_en, cfg_tx_lfc_en, cfg_tx_pfc_en, input [7:0] rx_pfc_ack);\n"
		            "endmodule\n" },
		{ "ten_pkg.sv", "package ten_pkg;\n  typedef logic [63:0] word_t;\nendpackage\n" },
		{ NULL, NULL },
	};
	static const char *const instance[] = {
		"      .clk156 (clk),  // guess: a clock; the bench has one\n",
		"      .aresetn (rst_n),  // guess: a reset, active low\n",
		"      .xgmii_rxd (xgmii_rxd),\n",
		"      .s_axis_tx_tkeep (s_axis_tkeep),  // guess: frames to send\n",
		"      .m_axis_rx_tready (m_axis_tready),  // guess: received frames\n",
		"      .regs_awaddr (s_axil_awaddr[11:0]),  // guess: registers by AXI4-Lite\n",
		"      .regs_rdata (s_axil_rdata),  // guess: registers by AXI4-Lite\n",
		"      .xoff_req (req_xoff_pulse),  // guess: an XOFF is requested by a pulse, as an XON is\n",
		"      .xon_req (req_xon_pulse),  // guess: an XON is requested by a pulse\n",
		"      .pfc_xoff_req (req_pfc_xoff_pulse & cfg_pfc_tx),  // guess: requests of the classes that may be sent, "
		"since one enable is for all of them\n",
		"      .pfc_xon_req (req_pfc_xon_pulse & cfg_pfc_tx),  // guess: requests of the classes that may be sent, since "
		"one enable is for all of them\n",
		"      .cfg_tx_pfc_en (|cfg_pfc_tx),  // guess: PFC frames may be sent\n",
		"      .rx_pfc_en (cfg_pfc_rx),",
		"      .pfc_xoff (pfc_xoff),\n",
		"      .tx_lfc_pause_en (cfg_rx_pause),  // guess: the transmitter obeys a received PAUSE, as lfc_pause says\n",
		"      .cfg_tx_lfc_en (cfg_tx_pause),  // guess: PAUSE frames may be sent\n",
		"      .rx_pfc_ack (pfc_xoff)  // guess: a class that the partner holds is held at once, so that its time runs\n",
		NULL,
	};
	static const char *const profile[] = {
		"sources ten_pkg.sv ten.sv\n",
		"phy xgmii  # guess",
		"clock 156250000",
		"host rx=stored fcs=stripped bad=marked filter=no ready=yes control=dropped\n",
		"obeys multicast pfc\n",
		"sends by=pulse refresh=none xon=yes quanta=65535\n",
		"# not placed: its registers: register NAME at ADDRESS",
		NULL,
	};

	char dir[128];

	expect_first(dir, "new_mac_ten", sources, "--source ten_pkg.sv", instance, profile);
	expect_taken(dir);
}

/* Nibbles, APB, management with an output enable that is low, names in capitals and humps, delays, and a part in a file of another case. */
Test(new_mac, an_mii_mac_in_an_old_manner)
{
	static const struct source sources[] = {
		{ "OldMac.v", "`include \"old_defs.vh\"\n"
		              "module OldMac (Clk, nReset, MRxD, MRxDV, MRxErr, MTxD, MTxEn, MTxErr, MCrs, MColl, Mdc, MdiPad, "
		              "MdoPad, MdoT, PSEL, paddr,\n"
		              "  psel, penable, pwrite, pwdata, prdata, pready, FullDuplex, SpeedSel, Level, q);\n"
		              "  input Clk, nReset, MRxDV, MRxErr, MCrs, MColl, MdiPad, PSEL, psel, penable, pwrite, FullDuplex; "
		              "input [3:0] MRxD;\n"
		              "  output [3:0] MTxD; output MTxEn, MTxErr, Mdc, MdoPad, MdoT; output pready; input [9:0] paddr; "
		              "input [31:0] pwdata;\n"
		              "  output [31:0] prdata; input [1:0] SpeedSel; input [`LEVEL_BITS-1:0] Level; output reg q;\n"
		              "  always @(posedge Clk) q <= #1 1'b0;\n"
		              "  old_part u_part (.Clk(Clk));\n"
		              "endmodule\n" },
		{ "old_defs.vh", "`define LEVEL_BITS 7\n" },
		{ "Old_Part.v", "module old_part (input Clk);\nendmodule\n" },
		{ NULL, NULL },
	};
	static const char *const instance[] = {
		"  // not placed: no port has s_axis_tvalid (frames to send)\n",
		"      .Clk (clk),  // guess: a clock; the bench has one\n",
		"      .nReset (rst_n),  // guess: a reset, active low\n",
		"      .MRxD (gmii_rxd[3:0]),  // guess: the receive wire\n",
		"  assign gmii_txd[7:4] = 0;\n",
		"      .MTxD (gmii_txd[3:0]),  // guess: the transmit wire\n",
		"      .MCrs (mii_crs),  // guess: carrier sense\n",
		"  wire MdoT_of_mac;\n  assign mdio_oe = ~MdoT_of_mac;\n",
		"      .MdoT (MdoT_of_mac),  // guess: management: high while the MAC does not drive\n",
		"      .paddr (paddr[9:0]),  // guess: registers by APB\n",
		"      .pwdata (pwdata[31:0]),  // guess: registers by APB\n",
		"  assign prdata[63:32] = 0;\n",
		"      .FullDuplex (~cfg_half_duplex),  // guess: full duplex\n",
		"      .SpeedSel (cfg_speed),  // guess: 0: 10, 1: 100, 2: 1000 Mb/s\n",
		"      .Level (7'd0),  // not placed: say what it is\n",
		NULL,
	};
	static const char *const profile[] = {
		"sources OldMac.v", "Old_Part.v\n",   "incdir .\n",      "verilator --no-timing\n",
		"phy mii  # guess", "clock 25000000", "sends by=none\n", NULL,
	};

	struct command c;
	char dir[128];

	expect_first(dir, "new_mac_old", sources, "", instance, profile);
	command_run(&c, "mkdir %s/build && build/gen/mac_gen %s/build %s/first.mac", dir, dir, dir);
	cr_expect_eq(c.status, 2);
	cr_expect_not_null(strstr(c.err, "s_axis_tready"), "%s", c.err);
	command_release(&c);
}

/* Pins that a MAC had and that were taken for others: the enable of a pad, of PAUSE both ways, a length less one; parameters that are texts; a port whose name
 * is a word of SystemVerilog. */
Test(new_mac, pins_that_look_like_others)
{
	static const struct source sources[] = {
		{ "odd.sv", "module odd #(parameter VENDOR = \"GENERIC\", parameter string FAMILY = \"fam\", parameter NOTE = "
		            "\"NO\", parameter DEPTH = 4,\n"
		            "  parameter [39:0] WIDE = 40'h0102030405, parameter PAUSE_EN = \"FALSE\") (\n"
		            "  input clk, rst_n, input [7:0] gmii_rxd, input gmii_rx_dv, gmii_rx_er, output [7:0] gmii_txd, "
		            "output gmii_tx_en, gmii_tx_er,\n"
		            "  input [7:0] s_axis_tdata, input s_axis_tvalid, s_axis_tlast, output s_axis_tready,\n"
		            "  output [7:0] m_axis_tdata, output m_axis_tvalid, m_axis_tlast, m_axis_tuser,\n"
		            "  input cfg_tx_pad_en, cfg_rx_pad_strip, cfg_pause_en, input [1:0] fc_enable, input [13:0] "
		            "max_len_m1, input [15:0] max_len,\n"
		            "  input \\priority , input \\odd.name , output [3:0] \\m_user[0] );\n"
		            "endmodule\n" },
		{ NULL, NULL },
	};
	static const char *const instance[] = {
		"parameters at their defaults: VENDOR=\"GENERIC\" FAMILY=\"fam\" NOTE=\"NO\" DEPTH=4 WIDE=40'h102030405 "
		"PAUSE_EN=\"FALSE\"\n",
		"      .cfg_tx_pad_en (1'b1),  // guess: short frames are padded\n",
		"      .cfg_rx_pad_strip (1'b0),  // guess: a pad goes to the host\n",
		"      .cfg_pause_en (1'b1),  // guess: PAUSE both ways in one pin, so that the bench can tell neither alone\n",
		"      .fc_enable ({cfg_tx_pause, cfg_rx_pause}),  // guess: PAUSE each way; say which bit is which\n",
		"      .max_len_m1 (cfg_max_frame[13:0] - 14'd1),  // guess: the longest frame that is right, less one\n",
		"      .max_len (cfg_max_frame),  // guess: the longest frame that is right; where the MAC wants one less, "
		"cfg_max_frame - 16'd1\n",
		"      .\\priority  (1'd0),  // not placed",
		"      .\\odd.name  (1'd0),  // not placed: an escaped name",
		"      .\\m_user[0]  ()  // not placed",
		NULL,
	};
	static const char *const profile[] = { "sources odd.sv\nlanguage 1800-2017\nphy gmii  # guess", NULL };
	char dir[128];

	expect_first(dir, "new_mac_odd", sources, "", instance, profile);
	expect_taken(dir);
}

/* A PHY side that the bench has not is named, and guessed as nothing else. */
Test(new_mac, a_phy_side_that_the_bench_has_not)
{
	static const char stream[] =
	    "input clk, rst, input [7:0] s_axis_tdata, input s_axis_tvalid, s_axis_tlast, output s_axis_tready, "
	    "output [7:0] m_axis_tdata, output m_axis_tvalid, m_axis_tlast, input cfg_rx_enable";
	static const struct {
		const char *ports, *said, *phy, *pin;
	} sides[] = {
		{ "input rgmii_rx_clk, input [3:0] rgmii_rxd, input rgmii_rx_ctl, output [3:0] rgmii_txd, output rgmii_tx_ctl",
		  "its PHY side is RGMII, of which", "phy gmii  # not placed: its PHY side is RGMII; convert it to GMII",
		  "      .rgmii_rxd (4'd0),  // not placed: RGMII\n" },
		{ "input [3:0] rxd, input rx_ctl, output [3:0] txd, output tx_ctl", "its PHY side is RGMII, of which",
		  "phy gmii  # not placed: its PHY side is RGMII;", "      .tx_ctl (),  // not placed: RGMII\n" },
		{ "input [1:0] rxd, input crs_dv, rx_er, output [1:0] txd, output tx_en", "its PHY side is RMII, of which",
		  "phy mii  # not placed: its PHY side is RMII; convert it to MII", "      .tx_en (),  // not placed: RMII\n" },
		{ "input [31:0] xgmii_rxd, input [3:0] xgmii_rxc, output [31:0] xgmii_txd, output [3:0] xgmii_txc",
		  "its PHY side is XGMII of 32 bits, of which",
		  "phy xgmii  # not placed: its PHY side is XGMII of 32 bits; convert it to XGMII of 64 bits",
		  "      .xgmii_rxc (4'd0),  // not placed: XGMII of 32 bits\n" },
		{ "input [511:0] cgmii_rxd, input [63:0] cgmii_rxc, output [511:0] cgmii_txd, output [63:0] cgmii_txc",
		  "its PHY side is CGMII of 512 bits, of which", "phy xgmii  # not placed: its PHY side is CGMII of 512 bits;",
		  "      .cgmii_txd (),  // not placed: CGMII of 512 bits\n" },
		{ "input [63:0] xgmii_rxd, input [7:0] xgmii_rxc, output [63:0] xgmii_txd, output [7:0] xgmii_txc, input [511:0] "
		  "rx_axis_tdata, "
		  "input rx_axis_tvalid, rx_axis_tlast",
		  "ports: ", "phy xgmii  # guess",
		  "      .rx_axis_tdata (512'd0),  // not placed: a stream with words of 512 bits; the bench's have 64: convert "
		  "them in the instance\n" },
	};

	for (size_t i = 0; i < COUNT_OF(sides); i++) {
		char dir[128], text[2048], *written;
		const struct source sources[] = { { "side.v", text }, { NULL, NULL } };
		struct command c;
		snprintf(text, sizeof(text), "module side (%s, %s, output last);\nendmodule\n", stream, sides[i].ports);
		write_sources(dir, sizeof(dir), "new_mac_side", sources);
		write_first(&c, dir, "side.v", "");
		cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
		cr_expect_not_null(strstr(c.out, sides[i].said), "%s", c.out);
		command_release(&c);
		written = read_first(dir, "vh");
		cr_expect_not_null(strstr(written, sides[i].pin), "no '%s' in\n%s", sides[i].pin, written);
		cr_expect_not_null(strstr(written, "      .cfg_rx_enable (cfg_rx_enable),\n"), "%s", written);
		free(written);
		written = read_first(dir, "mac");
		cr_expect_not_null(strstr(written, sides[i].phy), "no '%s' in\n%s", sides[i].phy, written);
		free(written);
	}
}

/* Versions of Verilator after 5.044 have no XML. */
Test(new_mac, a_newer_verilator_writes_json)
{
	static const char fake[] =
	    "#!/bin/sh\n"
	    "[ \"$1\" = --json-only ] || { echo '%Error: Invalid option: --xml-only' >&2; exit 1; }\n"
	    "echo '{\"files\": {\"e\": {\"filename\": \"pair.v\"}, \"a\": {\"filename\": \"<built-in>\"}}}' > \"$5\"\n"
	    "cat > \"$3\" <<'END'\n"
	    "{\"type\":\"NETLIST\",\"modulesp\":[{\"type\":\"MODULE\",\"name\":\"pair\",\"loc\":\"e,1:8,1:12\",\"origName\":"
	    "\"pair\",\"level\":2,\"stmtsp\":[\n"
	    "{\"type\":\"VAR\",\"name\":\"W\",\"dtypep\":\"(G)\",\"origName\":\"W\",\"direction\":\"NONE\",\"varType\":"
	    "\"GPARAM\",\"isGParam\":true,\n"
	    " \"valuep\":[{\"type\":\"CONST\",\"name\":\"32'sh8\"}]},\n"
	    "{\"type\":\"VAR\",\"name\":\"clk\",\"dtypep\":\"(J)\",\"origName\":\"clk\",\"direction\":\"INPUT\"},\n"
	    "{\"type\":\"VAR\",\"name\":\"gmii_rxd\",\"dtypep\":\"(L)\",\"origName\":\"gmii_rxd\",\"direction\":\"INPUT\"},\n"
	    "{\"type\":\"VAR\",\"name\":\"stat_rx_octets\",\"dtypep\":\"(V)\",\"origName\":\"stat_rx_octets\",\"direction\":"
	    "\"OUTPUT\"},\n"
	    "{\"type\":\"VAR\",\"name\":\"mac_addr\",\"dtypep\":\"(R)\",\"origName\":\"mac_addr\",\"direction\":\"INPUT\"}]}],\n"
	    "\"miscsp\":[{\"type\":\"TYPETABLE\",\"typesp\":[\n"
	    "{\"type\":\"BASICDTYPE\",\"addr\":\"(J)\",\"dtypep\":\"(J)\",\"keyword\":\"logic\"},\n"
	    "{\"type\":\"BASICDTYPE\",\"addr\":\"(L)\",\"dtypep\":\"(L)\",\"keyword\":\"logic\",\"range\":\"7:0\"},\n"
	    "{\"type\":\"BASICDTYPE\",\"addr\":\"(Q)\",\"dtypep\":\"(Q)\",\"keyword\":\"logic\",\"range\":\"47:0\"},\n"
	    "{\"type\":\"REFDTYPE\",\"addr\":\"(R)\",\"dtypep\":\"(Q)\",\"refDTypep\":\"(Q)\"},\n"
	    "{\"type\":\"PACKARRAYDTYPE\",\"addr\":\"(V)\",\"dtypep\":\"(V)\",\"declRange\":\"[1:0]\",\"refDTypep\":\"(L)\"}]}]}"
	    "\n"
	    "END\n";
	static const struct source sources[] = { { "pair.v", "module pair;\nendmodule\n" },
		                                 { "verilator", fake },
		                                 { NULL, NULL } };
	static const char *const instance[] = {
		"parameters at their defaults: W=8\n",
		"      .clk (clk),\n      .gmii_rxd (gmii_rxd),\n",
		"      .stat_rx_octets (event_bits[15:0]),",
		"      .mac_addr (cfg_station)  // guess",
		NULL,
	};
	struct command c;
	char dir[128], *text;

	write_sources(dir, sizeof(dir), "new_mac_json", sources);
	command_run(&c, "cd %s && chmod +x verilator && PATH=$PWD:$PATH ../../pausebench new-mac first --top pair.v", dir);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	text = read_first(dir, "vh");
	expect_lines(text, instance, "first.vh");
	free(text);
}

/* ---- what is refused ---- */

static const struct source several[] = {
	{ "good.v", "module one (input clk);\nendmodule\nmodule two (input clk, output q);\nendmodule\n" },
	{ "bad.v", "module bad (input clk);\n  assign q = ;\nendmodule\n" },
	{ "part.v", "module part (input clk);\n  absent u_absent (.clk(clk));\nendmodule\n" },
	{ "none.v", "module none;\nendmodule\n" },
	{ "empty.v", "\n" },
	{ "entity.vhd", "entity e is end;\n" },
	{ NULL, NULL },
};

Test(new_mac, each_refusal_is_one_line)
{
	static const struct {
		const char *arguments, *line;
	} refusals[] = {
		{ "first --top nowhere.v", "pausebench: cannot read nowhere.v: No such file or directory" },
		{ "first --top bad.v", "pausebench: bad.v:2:14: syntax error, unexpected ';'" },
		{ "first --top part.v",
		  "pausebench: part.v:2:3: Cannot find file containing module: 'absent'; name the file or the folder that "
		  "has it by --source" },
		{ "first --top .",
		  "pausebench: . is a folder; give the file of the MAC's top module, and the folder by --source" },
		{ "first --top empty.v", "pausebench: empty.v: it has no module; give the file of the MAC's top module" },
		{ "first --top entity.vhd", "pausebench: entity.vhd is VHDL, which Verilator does not read" },
		{ "first --top good.v --source nowhere",
		  "pausebench: cannot read the source nowhere: No such file or directory" },
		{ "first --top good.v", "pausebench: good.v: it has the modules one, two; say which one by --top-module" },
		{ "first --top good.v --top-module twoo", "pausebench: good.v: there is no module 'twoo', did you mean 'two'?" },
		{ "first --top good.v --top-module elephant",
		  "pausebench: good.v: there is no module 'elephant'; it has one, two" },
		{ "first --top none.v", "pausebench: none.v: the module 'none' has no ports" },
		{ "first", "new-mac NAME --top FILE.v: give the row's name and the file of the top module" },
		{ "1st --top good.v", "'1st' is no name of a row: letters, digits and _, at most 31 characters" },
		{ "first second --top good.v", "one name is enough: 'first' or 'second'" },
	};
	char dir[128];

	write_sources(dir, sizeof(dir), "new_mac_refused", several);
	for (size_t i = 0; i < COUNT_OF(refusals); i++) {
		struct command c;
		command_run(&c, "cd %s && ../../pausebench new-mac %s", dir, refusals[i].arguments);
		cr_expect_eq(c.status, 2, "%s: %d", refusals[i].arguments, c.status);
		cr_expect_str_empty(c.out);
		cr_expect_not_null(strstr(c.err, refusals[i].line), "%s: '%s', not '%s'", refusals[i].arguments, c.err,
		                   refusals[i].line);
		cr_expect(strchr(c.err, '\n') && !strchr(c.err, '\n')[1], "%s: more than a line: %s", refusals[i].arguments,
		          c.err);
		command_release(&c);
	}
}

/* The user's work is in these files. */
Test(new_mac, a_file_that_exists_is_not_overwritten)
{
	struct command c;
	char dir[128], path[256], *text;

	write_sources(dir, sizeof(dir), "new_mac_exists", several);
	snprintf(path, sizeof(path), "%s/first.mac", dir);
	file_write(path, "mine\n", 5);
	write_first(&c, dir, "good.v", "--top-module two");
	cr_expect_eq(c.status, 2);
	cr_expect_str_eq(
	    c.err, "pausebench: ./first.mac exists, and is never overwritten; remove it, or name another folder by --out\n");
	command_release(&c);
	text = file_read(path, NULL);
	cr_expect_str_eq(text, "mine\n");
	free(text);
	snprintf(path, sizeof(path), "%s/first.vh", dir);
	cr_expect(!file_is_there(path), "the instance was written without its profile");
	write_first(&c, dir, "good.v", "--top-module two --out other/folder");
	cr_expect_eq(c.status, 0, "%s", c.err);
	cr_expect_str_eq(c.out, "two: 2 ports: 0 guesses, 1 not placed\nother/folder/first.vh\nother/folder/first.mac\n");
	command_release(&c);
	snprintf(path, sizeof(path), "%s/other/folder/first.mac", dir);
	text = file_read(path, NULL);
	cr_expect_not_null(strstr(text, "sources ../../good.v\n"), "%s", text);
	free(text);
}

/* ---- tables ---- */

static bool is_standard(const char *name)
{
	static const char *const names[] = {
#define STANDARD(name, predicate, source) #name,
#include "ieee8023/counters.def"
	};

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

Test(new_mac, each_strobe_is_a_standard_counter_or_has_a_predicate)
{
	static const struct {
		const char *words, *counter, *predicate;
	} strobes[] = {
#define STROBE(words, counter, predicate) { words, counter, predicate },
#include "new_mac/strobes.def"
	};

	for (size_t i = 0; i < COUNT_OF(strobes); i++)
		cr_expect(*strobes[i].counter ? is_standard(strobes[i].counter) : *strobes[i].predicate, "%s: %s",
		          strobes[i].words, strobes[i].counter);
}

Test(new_mac, names_are_split_into_words)
{
	static const struct {
		const char *name, *pattern;
		bool fits;
	} cases[] = {
		{ "cfg_rxPauseEn", "=rx pause enable", true },
		{ "RX_PAUSE_EN_i", "rx pause enable", true },
		{ "rx_pause_en_hi", "=rx pause enable", false },
		{ "tx_pause_en", "rx pause enable", false },
		{ "tx_xoff_req", "xoff|pause request", true },
		{ "tx_xon_req", "xoff|pause request", false },
		{ "tx_pause_req", "request !pause", false },
		{ "stat_rx_64", "rx 64", true },
		{ "stat_rx_640", "rx 64", false },
	};
	static const struct {
		const char *name;
		bool reset, low;
	} resets[] = {
		{ "rst", true, false },   { "rst_n", true, true },     { "reset_156m25_n", true, true },
		{ "nReset", true, true }, { "aresetn", true, true },   { "rx_rst", true, false },
		{ "rst_ni", true, true }, { "restart", false, false }, { "s_axi_aresetn", true, true },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct name name;
		name_split(&name, cases[i].name);
		cr_expect_eq(name_fits(&name, cases[i].pattern), cases[i].fits, "%s, %s", cases[i].name, cases[i].pattern);
	}
	for (size_t i = 0; i < COUNT_OF(resets); i++) {
		struct name name;
		bool low = false, reset;
		name_split(&name, resets[i].name);
		reset = name_is_reset(&name, &low);
		cr_expect_eq(reset, resets[i].reset, "%s", resets[i].name);
		cr_expect(!reset || low == resets[i].low, "%s", resets[i].name);
	}
}
