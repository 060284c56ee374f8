// SPDX-License-Identifier: Apache-2.0
// Decides which PAUSE frame should go: XOFF while the buffer is low, XON when it is low no more.
// rx_watermark.v, or the device, says when the buffer is low (low_i).
// IEEE 802.3 31B.3.2; BCM5718 PG108-R p.223-225; BCM1250 UM100CB p.283.
//
// Rules. A request depends only on the present, so that a reason that goes away before the frame starts is
// forgotten.
//  1. XOFF: flow control on, buffer low, and this crossing has not had its XOFF yet (done).
//  2. XON, where such frames are sent: flow control on, buffer not low, the advertised time not yet over, no XON of this MAC on
//     the wire.
//  3. done ends with the crossing, with flow control off, by a reset, and, with refresh, when half of the
//     advertised time is over.
//  4. The advertised time starts at the end of an XOFF and ends with an XON, flow control off, or a reset. Where an octet
//     takes two clocks (cfg_double_i at that end) it is counted in clocks.
`default_nettype none

module pause_tx (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        cfg_enable_i,
    input  wire        cfg_refresh_i,     // XOFF again at half of the advertised time
    input  wire        cfg_xon_frames_i,  // XON frames are sent
    input  wire [15:0] cfg_quanta_i,      // time of an XOFF that starts now
    input  wire        cfg_double_i,      // an XOFF that ends now advertises twice the clocks
    input  wire        reset_i,
    input  wire        low_i,
    output wire        request_o,
    output wire [15:0] request_quanta_o,
    input  wire        start_i,           // the requested frame begins in the next cycle
    input  wire        end_i,             // the last octet of a PAUSE frame of this MAC is on the wire
    output wire        xoff_sent_o,       // with end_i: the frame is an XOFF
    output wire        xon_sent_o,
    output wire        stat_remote_xoff_o,
    output wire        stat_sent_xoff_o,
    output wire        stat_sent_xon_o
);

  reg        done_q;
  reg        xoff_wire_q;
  reg        xon_wire_q;
  reg [15:0] quanta_q;
  reg        double_q;                  // of the advertised time
  reg [22:0] advertised_q;
  reg        sent_xoff_q;
  reg        sent_xon_q;

  wire [22:0] advertised = cfg_double_i ? {quanta_q, 7'd0} : {1'b0, quanta_q, 6'd0};
  wire [22:0] half       = double_q ? {1'b0, quanta_q, 6'd0} : {2'd0, quanta_q, 5'd0};
  wire remote         = advertised_q != 23'd0;
  wire xoff_requested = cfg_enable_i && low_i && !done_q;
  wire xon_requested  = cfg_xon_frames_i && cfg_enable_i && !low_i && remote && !xon_wire_q;
  wire refresh        = cfg_refresh_i && remote && !xoff_wire_q && advertised_q <= half;

  always @(posedge clk) begin
    if (!rst_n || reset_i || !low_i || !cfg_enable_i) done_q <= 1'b0;
    else if (start_i && xoff_requested) done_q <= 1'b1;
    else if (refresh) done_q <= 1'b0;
  end

  always @(posedge clk) begin
    if (!rst_n || end_i) begin
      xoff_wire_q <= 1'b0;
      xon_wire_q  <= 1'b0;
    end else if (start_i) begin
      xoff_wire_q <= xoff_requested;
      xon_wire_q  <= xon_requested;
    end
  end

  always @(posedge clk) begin
    if (start_i && xoff_requested) quanta_q <= cfg_quanta_i;
    if (xoff_sent_o) double_q <= cfg_double_i;
  end

  always @(posedge clk) begin
    if (!rst_n || reset_i || !cfg_enable_i || xon_sent_o) advertised_q <= 23'd0;
    else if (xoff_sent_o) advertised_q <= advertised;
    else if (remote) advertised_q <= advertised_q - 23'd1;
  end

  always @(posedge clk) begin
    if (!rst_n || reset_i) begin
      sent_xoff_q <= 1'b0;
      sent_xon_q  <= 1'b0;
    end else if (end_i) begin
      sent_xoff_q <= xoff_wire_q;
      sent_xon_q  <= xon_wire_q;
    end
  end

  assign request_o          = xoff_requested || xon_requested;
  assign request_quanta_o   = xoff_requested ? cfg_quanta_i : 16'd0;
  assign xoff_sent_o        = end_i && xoff_wire_q;
  assign xon_sent_o         = end_i && xon_wire_q;
  assign stat_remote_xoff_o = remote;
  assign stat_sent_xoff_o   = sent_xoff_q;
  assign stat_sent_xon_o    = sent_xon_q;

endmodule

`default_nettype wire
