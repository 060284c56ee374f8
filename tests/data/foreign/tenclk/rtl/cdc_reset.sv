// SPDX-License-Identifier: Apache-2.0
// A synchronous reset of one clock: it begins and ends one or two clocks after any of the asynchronous ones.

module cdc_reset (
    input  logic clk,
    input  logic async_rst_n,
    output logic rst
);

    (* async_reg = "true" *) logic [1:0] chain;

    always_ff @(posedge clk or negedge async_rst_n)
        if (!async_rst_n) chain <= 2'b11;
        else chain <= {chain[0], 1'b0};

    assign rst = chain[1];

endmodule
