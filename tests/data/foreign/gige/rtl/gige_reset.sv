// SPDX-License-Identifier: Apache-2.0
// Reset bridge: asserts at once, whatever the clock does, and releases two clocks after the pin.
module gige_reset (
    input  logic clk,
    input  logic arst,
    output logic rst
);
  logic first;

  always_ff @(posedge clk or posedge arst)
    if (arst) {rst, first} <= 2'b11;
    else {rst, first} <= {first, 1'b0};
endmodule
