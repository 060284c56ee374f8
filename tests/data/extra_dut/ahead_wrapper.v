// SPDX-License-Identifier: Apache-2.0
// Two MACs that end themselves where the bench looks ahead. What the second one counts in C, and the state of $random, is no part of its model.
`default_nettype none

module ends_ahead (
`include "rtl/common/gmii_ports.vh"
);

`include "tests/data/extra_dut/ahead_mac.vh"

endmodule

module rolls_ahead (
`include "rtl/common/gmii_ports.vh"
);

`include "tests/data/extra_dut/ahead_mac.vh"

  reg [31:0] count;
  always @(posedge clk)
    if (rst_n && begins) begin
      count = $c("([] { static unsigned n; return ++n; })()");
      $display("rolls %0d, the number %0d", $random, count);
    end

endmodule

`default_nettype wire
