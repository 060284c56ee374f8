// SPDX-License-Identifier: Apache-2.0
// One requester of flow control frames: the PAUSE of the port, or one class of PFC.
// Intel LL 10G MAC user guide 683426, tx_pauseframe_*, pfc_*; doc/devices/ll10g.md 3.
//
// Rules.
//  1. A request is accepted while none of this requester is requested, decided or on the wire.
//  2. XOFF goes before XON; a held XOFF waits for the hold-off; an XON needs an XOFF that went out before it.
//  3. The hold-off runs from the end of the frame that carried the XOFF.
`default_nettype none

module ll10g_request (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        enable_i,
    input  wire        off_i,               // requests, as levels
    input  wire        on_i,
    input  wire        off_now_i,           // request without hold-off
    input  wire [15:0] cfg_quanta_i,
    input  wire [15:0] cfg_holdoff_i,       // quanta
    input  wire        start_i,             // a frame with this requester begins in the next cycle
    input  wire        end_i,               // the end code of a frame that may have carried it is on the wire
    output wire        requested_o,
    output wire [15:0] quanta_o             // the time that its frame would carry now
);

  localparam [21:0] OCTET_TIMES = 22'd8;    // in a clock

  reg        off_q;
  reg        on_q;
  reg        sent_q;                        // the newest frame was an XOFF
  reg        flight_q;
  reg        flight_off_q;
  reg [21:0] hold_q;

  wire accept   = !off_q && !on_q && !flight_q;
  wire accept_off = accept && (off_now_i || (off_i && hold_q == 22'd0));

  always @(posedge clk) begin
    if (!rst_n || !enable_i || start_i) begin
      off_q <= 1'b0;
      on_q  <= 1'b0;
    end else if (accept_off) off_q <= 1'b1;
    else if (accept && on_i && sent_q) on_q <= 1'b1;
  end

  always @(posedge clk) begin
    if (!rst_n || !enable_i) sent_q <= 1'b0;
    else if (start_i) sent_q <= quanta_o != 16'd0;
  end

  always @(posedge clk) begin
    if (!rst_n) flight_q <= 1'b0;
    else if (start_i) flight_q <= 1'b1;
    else if (end_i) flight_q <= 1'b0;
    if (start_i) flight_off_q <= off_q;
  end

  always @(posedge clk) begin
    if (!rst_n || !enable_i) hold_q <= 22'd0;
    else if (end_i && flight_q && flight_off_q) hold_q <= {cfg_holdoff_i, 6'd0};
    else if (hold_q != 22'd0) hold_q <= hold_q - OCTET_TIMES;
  end

  assign requested_o = enable_i && (off_q || on_q);
  assign quanta_o    = off_q ? cfg_quanta_i : 16'd0;

endmodule

`default_nettype wire
