// SPDX-License-Identifier: Apache-2.0
// The binary number of a Gray code: each bit is the parity of its own bit and of those above it.
`default_nettype none

module binary_of_gray #(
    parameter integer Width = 4
) (
    input  wire [Width-1:0] gray,
    output wire [Width-1:0] binary
);

  genvar i;
  generate
    for (i = 0; i < Width; i = i + 1) begin : g_bit
      assign binary[i] = ^gray[Width-1:i];
    end
  endgenerate

endmodule

`default_nettype wire
