// SPDX-License-Identifier: Apache-2.0
// The 82598EB MAC with a receive wire that is 200 words late, 1.28 us: its counters show an event later than its datasheet says.
`default_nettype none

module late_counters_wrapper (
`include "rtl/common/xgmii_ports.vh"
);

  wire [71:0] late;

  late_wire #(
      .Bits  (72),
      .Clocks(200),
      .Idle  ({8'hFF, 64'h0707070707070707})
  ) u_late (
      .clk  (clk),
      .rst_n(rst_n),
      .i    ({xgmii_rxc, xgmii_rxd}),
      .o    (late)
  );

  i82598_mac u_mac (
      .xgmii_rxd      (late[63:0]),
      .xgmii_rxc      (late[71:64]),
`include "examples/row/xgmii_pass.vh"
  );

`include "examples/row/no_observation.vh"

endmodule

`default_nettype wire
