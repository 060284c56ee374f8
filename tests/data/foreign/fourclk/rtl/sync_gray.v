// SPDX-License-Identifier: Apache-2.0
// Takes a word of which one bit at most changes with each clock of its source, as in a Gray code, into the clock clk.
`default_nettype none

module sync_gray #(
    parameter integer Width  = 4,
    parameter integer Stages = 2
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire [Width-1:0] d,
    output wire [Width-1:0] q
);

  genvar i;
  generate
    for (i = 0; i < Width; i = i + 1) begin : g_bit
      sync_bit #(.Stages(Stages)) u_sync (.clk(clk), .rst_n(rst_n), .d(d[i]), .q(q[i]));
    end
  endgenerate

endmodule

`default_nettype wire
