// SPDX-License-Identifier: Apache-2.0
// Takes pulses of one clock from src_clk to dst_clk: each one changes a level, whose changes are pulses again.
// Pulses have to be at least three clocks of dst_clk apart; of closer ones some have no pulse in dst_clk.
`default_nettype none

module sync_pulse #(
    parameter integer Stages = 2
) (
    input  wire src_clk,
    input  wire src_rst_n,
    input  wire src_pulse,
    input  wire dst_clk,
    input  wire dst_rst_n,
    output wire dst_pulse
);

  reg level;
  reg seen;
  wire level_dst;

  always @(posedge src_clk or negedge src_rst_n)
    if (!src_rst_n) level <= 1'b0;
    else if (src_pulse) level <= !level;

  sync_bit #(.Stages(Stages)) u_level (.clk(dst_clk), .rst_n(dst_rst_n), .d(level), .q(level_dst));

  always @(posedge dst_clk or negedge dst_rst_n)
    if (!dst_rst_n) seen <= 1'b0;
    else seen <= level_dst;

  assign dst_pulse = level_dst != seen;

endmodule

`default_nettype wire
