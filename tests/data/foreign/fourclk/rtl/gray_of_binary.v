// SPDX-License-Identifier: Apache-2.0
// The Gray code of a binary number.
`default_nettype none

module gray_of_binary #(
    parameter integer Width = 4
) (
    input  wire [Width-1:0] binary,
    output wire [Width-1:0] gray
);

  assign gray = binary ^ (binary >> 1);

endmodule

`default_nettype wire
