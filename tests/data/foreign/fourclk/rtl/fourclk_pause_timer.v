// SPDX-License-Identifier: Apache-2.0
// Holds data frames for the time of a received PAUSE, in tx_clk (802.3 31B.3, figure 31B-2).
//
// A quantum is 64 octet times. The time begins when no frame is on the transmit wire. A new PAUSE replaces the time that
// is left, and time 0 ends it. It also ends when PAUSE operation is disabled.
`default_nettype none

module fourclk_pause_timer (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        cfg_enable,
    input  wire        pause_valid,
    input  wire [15:0] pause_quanta,
    input  wire        on_wire,       // a frame is on the transmit wire
    output wire        paused
);

  reg waiting;
  reg [15:0] waiting_quanta;
  reg [21:0] left_octets;

  assign paused = waiting || left_octets != 22'd0;

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      waiting <= 1'b0;
      waiting_quanta <= 16'd0;
      left_octets <= 22'd0;
    end else if (!cfg_enable) begin
      waiting <= 1'b0;
      left_octets <= 22'd0;
    end else begin
      if (pause_valid) begin
        waiting <= 1'b1;
        waiting_quanta <= pause_quanta;
      end else if (!on_wire) waiting <= 1'b0;
      if (waiting && !on_wire) left_octets <= {waiting_quanta, 6'd0};
      else if (left_octets != 22'd0) left_octets <= left_octets - 22'd1;
    end

endmodule

`default_nettype wire
