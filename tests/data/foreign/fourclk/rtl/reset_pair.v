// SPDX-License-Identifier: Apache-2.0
// The resets of both sides of a crossing: a reset of either clock clears both sides, so that their states agree again.
`default_nettype none

module reset_pair #(
    parameter integer Stages = 2
) (
    input  wire a_clk,
    input  wire a_async_rst_n,
    output wire a_rst_n,
    input  wire b_clk,
    input  wire b_async_rst_n,
    output wire b_rst_n
);

  wire either_rst_n = a_async_rst_n & b_async_rst_n;

  sync_reset #(.Stages(Stages)) u_a (.clk(a_clk), .async_rst_n(either_rst_n), .rst_n(a_rst_n));
  sync_reset #(.Stages(Stages)) u_b (.clk(b_clk), .async_rst_n(either_rst_n), .rst_n(b_rst_n));

endmodule

`default_nettype wire
