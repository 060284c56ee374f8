// SPDX-License-Identifier: Apache-2.0
// A reset for the flip-flops of one clock: it begins with the asynchronous input and ends two clocks or more after it.
`default_nettype none

module sync_reset #(
    parameter integer Stages = 2
) (
    input  wire clk,
    input  wire async_rst_n,
    output wire rst_n
);

  (* async_reg = "true" *) reg [Stages-1:0] chain;

  always @(posedge clk or negedge async_rst_n)
    if (!async_rst_n) chain <= {Stages{1'b0}};
    else chain <= {chain[Stages-2:0], 1'b1};

  assign rst_n = chain[Stages-1];

endmodule

`default_nettype wire
