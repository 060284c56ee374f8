// SPDX-License-Identifier: Apache-2.0
// Two flip-flops for each of WIDTH bits of another clock. Of more than one bit only one may change in a clock of their source.

module cdc_bits #(
    parameter int WIDTH = 1
) (
    input  logic             clk,
    input  logic             rst,
    input  logic [WIDTH-1:0] d,
    output logic [WIDTH-1:0] q
);

    (* async_reg = "true" *) logic [WIDTH-1:0] first, second;

    always_ff @(posedge clk) begin
        first <= d;
        second <= first;
        if (rst) begin
            first <= '0;
            second <= '0;
        end
    end

    assign q = second;

endmodule
