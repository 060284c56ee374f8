// SPDX-License-Identifier: Apache-2.0
// Takes one bit, which a flip-flop of another clock drives, into the clock clk by a chain of two flip-flops or more.
`default_nettype none

module sync_bit #(
    parameter integer Stages = 2,
    parameter ResetValue = 1'b0
) (
    input  wire clk,
    input  wire rst_n,
    input  wire d,
    output wire q
);

  (* async_reg = "true" *) reg [Stages-1:0] chain;

  always @(posedge clk or negedge rst_n)
    if (!rst_n) chain <= {Stages{ResetValue}};
    else chain <= {chain[Stages-2:0], d};

  assign q = chain[Stages-1];

endmodule

`default_nettype wire
