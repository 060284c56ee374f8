// SPDX-License-Identifier: Apache-2.0
// The BCM5718 MAC with a receive wire that is 200 clocks late, longer than 802.3 31B.3.7 allows a MAC to obey a PAUSE frame.
`default_nettype none

module late_pause_wrapper (
`include "rtl/common/gmii_ports.vh"
);

  wire [9:0] late;

  late_wire #(
      .Bits  (10),
      .Clocks(200),
      .Idle  (10'd0)
  ) u_late (
      .clk  (clk),
      .rst_n(rst_n),
      .i    ({gmii_rx_er, gmii_rx_dv, gmii_rxd}),
      .o    (late)
  );

  bcm5718_mac u_mac (
      .gmii_rxd       (late[7:0]),
      .gmii_rx_dv     (late[8]),
      .gmii_rx_er     (late[9]),
`include "examples/row/gmii_pass.vh"
  );

`include "examples/row/no_observation.vh"

endmodule

`default_nettype wire
