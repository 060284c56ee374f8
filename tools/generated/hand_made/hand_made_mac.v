// SPDX-License-Identifier: Apache-2.0
// A netlist with resets that wait for no clock, and its mutants: planted selects one (prove_mac_test.sh). Macros make of it what cannot be proved.
`default_nettype none

module hand_made_mac (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [15:0] planted,
    input  wire        enable_i,
    input  wire [3:0]  data_i,
    output reg  [3:0]  held_o,
    output wire        carry_o,
    output wire        rst_o
);

  wire clock;
`ifdef GATED
  assign clock = clk & enable_i;
`elsif DIVIDED
  reg half_q;
  always @(posedge clk) half_q <= rst_n & ~half_q;
  assign clock = half_q;
`else
  assign clock = clk;
`endif

  // 1 changes what the reset has changed already; 2 what is seen as long as the reset, which ends two clocks after that of the port.
  reg [1:0] reset_q;
  always @(posedge clk or negedge rst_n)
    if (!rst_n) reset_q <= 2'b11;
    else reset_q <= {reset_q[0], 1'b0};
  wire rst = reset_q[1];
  assign rst_o = (rst && !(planted == 16'd2 && rst_n)) || (planted == 16'd1 && !rst_n);

  // Counts from 0 to 9; 3 is seen in a state that is never reached, 4 in one that is.
  reg [3:0] count_q;
  always @(posedge clk or posedge rst)
    if (rst) count_q <= 4'd0;
    else count_q <= count_q == 4'd9 ? 4'd0 : count_q + 4'd1;
  assign carry_o = count_q == 4'd9 || (planted == 16'd3 && count_q == 4'd12) || (planted == 16'd4 && count_q == 4'd8);

`ifdef FALLING
  always @(negedge clock)
`elsif LATCH
  always @*
`else
  always @(posedge clock)
`endif
    if (enable_i) held_o <= data_i;
`ifdef DATA
    else held_o[0] <= clk;
`endif

endmodule
