// SPDX-License-Identifier: Apache-2.0
// The time that the newest XOFF advertised to the partner, from the end of its frame on. Section 3 of the devices' pages.
`default_nettype none

module formal_advertised #(
    parameter Width = 23,
    parameter Step  = 1                   // in a clock
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire             clear_i,
    input  wire             load_i,
    input  wire [Width-1:0] time_i,
    output wire [Width-1:0] left_o
);

  reg [Width-1:0] left_q;

  always @(posedge clk) begin
    if (!rst_n || clear_i) left_q <= 0;
    else if (load_i) left_q <= time_i;
    else if (left_q != 0) left_q <= left_q - Step;
  end

  assign left_o = left_q;

endmodule

`default_nettype wire
