// SPDX-License-Identifier: Apache-2.0
// Counters of 32 bits, which wrap: each adds its own number in each clock. A reset of their clock clears them.
`default_nettype none

module stat_counters #(
    parameter integer Counters = 4,
    parameter integer AddBits  = 20
) (
    input  wire                        clk,
    input  wire                        rst_n,
    input  wire [Counters*AddBits-1:0] add,
    output wire [     Counters*32-1:0] values
);

  genvar i;
  generate
    for (i = 0; i < Counters; i = i + 1) begin : g_counter
      reg [31:0] value;

      always @(posedge clk or negedge rst_n)
        if (!rst_n) value <= 32'd0;
        else value <= value + {{32 - AddBits{1'b0}}, add[i*AddBits+:AddBits]};

      assign values[i*32+:32] = value;
    end
  endgenerate

endmodule

`default_nettype wire
