// SPDX-License-Identifier: Apache-2.0
// Decides which PAUSE frame should go: XOFF while the buffer is full, again before it runs out, XON when it is full no more.
// 82598EB datasheet p.119, p.322; IEEE 802.3 31B.3.2; doc/devices/i82598.md 3.
//
// Rules. A request depends only on the present, so that a reason that goes away before the frame starts is
// forgotten.
//  1. The buffer becomes full at the high mark and is full until its level is below the low mark.
//  2. XOFF: sending enabled, buffer full, and this crossing has not had its XOFF yet (done).
//  3. XON: sending enabled, buffer not full, XONE, an XOFF outstanding, no XON on its way.
//  4. done ends with the crossing, with sending disabled, and when the shadow timer of the advertised time has come down to
//     the refresh threshold while no XOFF is on its way.
//  5. The shadow timer starts at the end of an XOFF; it and what is outstanding end with an XON or sending disabled.
`default_nettype none

module i82598_pause_tx #(
    parameter QuantumOctets = 64             // octet times in a quantum
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        cfg_high_mark_above_i,   // full when above the high mark, not at it
    input  wire        cfg_enable_i,
    input  wire        cfg_xon_i,
    input  wire [18:0] cfg_high_mark_i,      // octets
    input  wire [18:0] cfg_low_mark_i,
    input  wire [15:0] cfg_quanta_i,         // time of an XOFF that starts now
    input  wire [15:0] cfg_refresh_i,        // quanta, 0 for no refresh
    input  wire [31:0] level_i,              // octets
    output wire        request_o,
    output wire [15:0] request_quanta_o,
    input  wire        start_i,              // the requested frame starts in the next cycle
    input  wire        end_i,                // the end code of a PAUSE frame of this MAC is on the wire
    output wire        xoff_sent_o,          // with end_i: the time in it was not 0
    output wire        xon_sent_o
);

  localparam [25:0] OCTET_TIMES = 26'd8;     // in a clock
  localparam [25:0] QUANTUM     = QuantumOctets;

  reg        full_q;
  reg        done_q;
  reg        outstanding_q;
  reg        xoff_wire_q;
  reg        xon_wire_q;
  reg [15:0] quanta_q;
  reg [25:0] shadow_q;

  wire above          = cfg_high_mark_above_i ? level_i > {13'd0, cfg_high_mark_i} : level_i >= {13'd0, cfg_high_mark_i};
  wire below          = level_i < {13'd0, cfg_low_mark_i};
  wire xoff_requested = cfg_enable_i && full_q && !done_q;
  wire xon_requested  = cfg_enable_i && !full_q && cfg_xon_i && outstanding_q && !xon_wire_q;
  wire running        = shadow_q != 26'd0;
  wire refresh        = running && shadow_q <= {10'd0, cfg_refresh_i} * QUANTUM && !xoff_wire_q;

  always @(posedge clk) begin
    if (!rst_n) full_q <= 1'b0;
    else if (above) full_q <= 1'b1;
    else if (below) full_q <= 1'b0;
  end

  always @(posedge clk) begin
    if (!rst_n || !full_q || !cfg_enable_i) done_q <= 1'b0;
    else if (start_i) done_q <= 1'b1;
    else if (refresh) done_q <= 1'b0;
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      xoff_wire_q <= 1'b0;
      xon_wire_q  <= 1'b0;
    end else if (start_i) begin
      xoff_wire_q <= xoff_requested;
      xon_wire_q  <= xon_requested;
    end else if (end_i) begin
      xoff_wire_q <= 1'b0;
      xon_wire_q  <= 1'b0;
    end
  end

  always @(posedge clk) begin
    if (start_i) quanta_q <= request_quanta_o;
  end

  always @(posedge clk) begin
    if (!rst_n || !cfg_enable_i) begin
      outstanding_q <= 1'b0;
      shadow_q      <= 26'd0;
    end else if (end_i) begin
      outstanding_q <= xoff_wire_q;
      shadow_q      <= xoff_wire_q ? {10'd0, quanta_q} * QUANTUM : 26'd0;
    end else if (running) shadow_q <= shadow_q - OCTET_TIMES;
  end

  assign request_o        = xoff_requested || xon_requested;
  assign request_quanta_o = xoff_requested ? cfg_quanta_i : 16'd0;
  assign xoff_sent_o      = end_i && quanta_q != 16'd0;
  assign xon_sent_o       = end_i && quanta_q == 16'd0;

endmodule

`default_nettype wire
