// SPDX-License-Identifier: Apache-2.0
// Monitors of a MAC's pins that feed the judge of a port, to be bound to the MAC or put beside it. doc/use/library.md 4.
//
// PORT is the name that the bench gave the judge (pausemodel_pkg::judge). A monitor samples, at each rising edge of its clock, the values before the edge.
// It passes a clock on only while something is on the wire, so that an idle wire costs nothing.
`timescale 1ps / 1ps

// One direction of GMII (802.3 clause 35).
module pausemodel_gmii #(
	parameter string PORT = "port0",
	parameter int WIRE = pausemodel_pkg::SENT
) (
	input logic clk,
	input logic [7:0] data,
	input logic enable,
	input logic error
);
	import pausemodel_pkg::*;
	judge port;
	bit busy;

	always @(posedge clk)
		if (enable || busy) begin
			if (port == null) port = judge_must_be(PORT);
			port.must(pm_judge_gmii(port.handle, WIRE, now_ps(), data, int'(enable), int'(error)));
			busy <= enable;
		end
endmodule

// One direction of MII (802.3 clause 22): a nibble in a clock.
module pausemodel_mii #(
	parameter string PORT = "port0",
	parameter int WIRE = pausemodel_pkg::SENT
) (
	input logic clk,
	input logic [3:0] data,
	input logic enable,
	input logic error
);
	import pausemodel_pkg::*;
	judge port;
	bit busy;

	always @(posedge clk)
		if (enable || busy) begin
			if (port == null) port = judge_must_be(PORT);
			port.must(pm_judge_mii(port.handle, WIRE, now_ps(), {4'h0, data}, int'(enable), int'(error)));
			busy <= enable;
		end
endmodule

// One direction of 64-bit XGMII (802.3 clause 46), lane 0 in bits 7:0, a word in a clock of CLOCK_PS.
module pausemodel_xgmii #(
	parameter string PORT = "port0",
	parameter int WIRE = pausemodel_pkg::SENT,
	parameter longint unsigned CLOCK_PS = 6400
) (
	input logic clk,
	input logic [63:0] data,
	input logic [7:0] control
);
	import pausemodel_pkg::*;
	judge port;

	always @(posedge clk)
		if (control != 8'hFF || data != {8{8'h07}}) begin
			if (port == null) port = judge_must_be(PORT);
			port.must(pm_judge_xgmii(port.handle, WIRE, now_ps(), CLOCK_PS, data, control));
		end
endmodule

// One AXI4-Stream of the client, of DATA_BYTES octets, the first one of a word in bits 7:0. STREAM says whether the MAC sends these frames or has received
// them. The judge must have been made with CLIENT. Tie keep to 1 for a stream of one octet, and ready to 1 for one that is always ready.
module pausemodel_axis #(
	parameter string PORT = "port0",
	parameter int STREAM = pausemodel_pkg::SENT,
	parameter int DATA_BYTES = 1
) (
	input logic clk,
	input logic [8*DATA_BYTES-1:0] data,
	input logic [DATA_BYTES-1:0] keep,
	input logic last,
	input logic user,
	input logic valid,
	input logic ready
);
	import pausemodel_pkg::*;
	judge port;
	bit busy, was_ready = 1;

	always @(posedge clk)
		if (valid || busy || ready != was_ready) begin
			if (port == null) port = judge_must_be(PORT);
			port.must(pm_judge_axis(port.handle, STREAM, now_ps(), 64'(data), 8'(keep), int'(last), int'(user), int'(valid), int'(ready)));
			busy <= valid && !(ready && last) || busy && !(valid && ready && last);
			was_ready <= ready;
		end
endmodule

// The client's requests for PAUSE frames and, a bit for each class, for PFC frames. PULSES 0: xoff and class_xoff are levels, which are up while an XOFF is
// requested; the other two are unused. PULSES 1: each clock with one of them up is a request, for an XOFF or an XON. The judge must have been made with
// REQUESTS.
module pausemodel_request #(
	parameter string PORT = "port0",
	parameter bit PULSES = 0
) (
	input logic clk,
	input logic xoff,
	input logic xon,
	input logic [7:0] class_xoff,
	input logic [7:0] class_xon
);
	import pausemodel_pkg::*;
	judge port;
	bit was_xoff;
	bit [7:0] were_xoff;

	function automatic void classes(bit [7:0] up, bit [7:0] down);
		if (up != 0) port.class_request(up, 1);
		if (down != 0) port.class_request(down, 0);
	endfunction

	always @(posedge clk) begin
		if (xoff != was_xoff || class_xoff != were_xoff || (PULSES && (xoff || xon || class_xoff != 0 || class_xon != 0))) begin
			if (port == null) port = judge_must_be(PORT);
			if (PULSES ? xoff : xoff && !was_xoff) port.request(1);
			if (PULSES ? xon : !xoff && was_xoff) port.request(0);
			if (PULSES) classes(class_xoff, class_xon);
			else classes(class_xoff & ~were_xoff, ~class_xoff & were_xoff);
		end
		was_xoff <= xoff;
		were_xoff <= class_xoff;
	end
endmodule

// An APB bus (AMBA 3 and 4): the registers of the MAC. An access that ends with pslverr is ignored.
module pausemodel_apb #(
	parameter string PORT = "port0"
) (
	input logic pclk,
	input logic psel,
	input logic penable,
	input logic pready,
	input logic pwrite,
	input logic pslverr,
	input logic [15:0] paddr,
	input logic [63:0] pwdata,
	input logic [63:0] prdata
);
	import pausemodel_pkg::*;
	judge port;

	always @(posedge pclk)
		if (psel && penable && pready && !pslverr) begin
			if (port == null) port = judge_must_be(PORT);
			if (pwrite) port.must(pm_judge_write(port.handle, now_ps(), paddr, pwdata));
			else port.must(pm_judge_read(port.handle, now_ps(), paddr, prdata));
		end
endmodule
