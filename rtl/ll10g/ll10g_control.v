// SPDX-License-Identifier: Apache-2.0
// Decides which PAUSE or PFC frame the MAC sends next and what it carries.
// Intel LL 10G MAC user guide 683426, tx_pauseframe_*, pfc_*; IEEE 802.3 31B, 31D; doc/devices/ll10g.md 3.
//
// Rules.
//  1. A PAUSE frame goes before a PFC frame.
//  2. A PFC frame carries every class that wants to send when it starts.
`default_nettype none

module ll10g_control (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         reset_i,            // of the transmit path
    input  wire         cfg_pause_enable_i,
    input  wire         cfg_pause_from_port_i,
    input  wire [15:0]  cfg_pause_quanta_i,
    input  wire [15:0]  cfg_pause_holdoff_i,
    input  wire [7:0]   cfg_pfc_enable_i,
    input  wire [127:0] cfg_pfc_quanta_i,
    input  wire [127:0] cfg_pfc_holdoff_i,
    input  wire [1:0]   pause_req,
    input  wire [15:0]  pfc_req,
    input  wire         register_off_i,
    input  wire         register_on_i,
    input  wire         start_i,            // a control frame begins in the next cycle
    input  wire         end_i,              // the end code of a control frame is on the wire
    output wire         request_o,
    output wire [15:0]  opcode_o,
    output reg  [143:0] parameters_o,
    output wire         pause_end_o,        // the frame that ends is a PAUSE frame
    output wire         pfc_end_o
);

  localparam CLASSES = 8;
  localparam [15:0] OPCODE_PAUSE = 16'h0001;
  localparam [15:0] OPCODE_PFC   = 16'h0101;
  localparam [1:0]  REQUEST_XON  = 2'b01;
  localparam [1:0]  REQUEST_XOFF = 2'b10;   // 2'b11 is reserved and requests nothing

  wire         pause_requested;
  wire [15:0]  pause_quanta;
  wire [7:0]   pfc_requested;
  wire [127:0] pfc_quanta;
  wire         pause_start = start_i && pause_requested;
  wire         pfc_start   = start_i && !pause_requested;
  reg          pfc_q;                       // what the control frame on its way is

  ll10g_request u_pause_request (
      .clk          (clk),
      .rst_n        (rst_n),
      .enable_i     (cfg_pause_enable_i && !reset_i),
      .off_i        (pause_req == REQUEST_XOFF && cfg_pause_from_port_i),
      .on_i         ((pause_req == REQUEST_XON && cfg_pause_from_port_i) || register_on_i),
      .off_now_i    (register_off_i),
      .cfg_quanta_i (cfg_pause_quanta_i),
      .cfg_holdoff_i(cfg_pause_holdoff_i),
      .start_i      (pause_start),
      .end_i        (pause_end_o),
      .requested_o  (pause_requested),
      .quanta_o     (pause_quanta)
  );

  genvar i;
  generate
    for (i = 0; i < CLASSES; i = i + 1) begin : g_class
      ll10g_request u_request (
          .clk          (clk),
          .rst_n        (rst_n),
          .enable_i     (cfg_pfc_enable_i[i] && !reset_i),
          .off_i        (pfc_req[2*i+:2] == REQUEST_XOFF),
          .on_i         (pfc_req[2*i+:2] == REQUEST_XON),
          .off_now_i    (1'b0),
          .cfg_quanta_i (cfg_pfc_quanta_i[16*i+:16]),
          .cfg_holdoff_i(cfg_pfc_holdoff_i[16*i+:16]),
          .start_i      (pfc_start && pfc_requested[i]),
          .end_i        (pfc_end_o),
          .requested_o  (pfc_requested[i]),
          .quanta_o     (pfc_quanta[16*i+:16])
      );
    end
  endgenerate

  always @* begin
    parameters_o = {pause_quanta, 128'd0};
    if (!pause_requested)
      parameters_o = {8'd0, pfc_requested,
          pfc_requested[0] ? pfc_quanta[15:0] : 16'd0, pfc_requested[1] ? pfc_quanta[31:16] : 16'd0,
          pfc_requested[2] ? pfc_quanta[47:32] : 16'd0, pfc_requested[3] ? pfc_quanta[63:48] : 16'd0,
          pfc_requested[4] ? pfc_quanta[79:64] : 16'd0, pfc_requested[5] ? pfc_quanta[95:80] : 16'd0,
          pfc_requested[6] ? pfc_quanta[111:96] : 16'd0, pfc_requested[7] ? pfc_quanta[127:112] : 16'd0};
  end

  assign request_o   = pause_requested || pfc_requested != 8'd0;
  assign opcode_o    = pause_requested ? OPCODE_PAUSE : OPCODE_PFC;
  assign pause_end_o = end_i && !pfc_q;
  assign pfc_end_o   = end_i && pfc_q;

  always @(posedge clk) begin
    if (start_i) pfc_q <= !pause_requested;
  end

endmodule

`default_nettype wire
