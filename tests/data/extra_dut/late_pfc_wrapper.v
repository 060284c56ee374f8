// SPDX-License-Identifier: Apache-2.0
// The LL 10G MAC with a receive wire that is 140 words late: 1,120 octet times are more than PFC allows.
`default_nettype none

module late_pfc_wrapper (
    input  wire [1:0]  pause_req,
    input  wire [15:0] pfc_req,
    output wire [7:0]  pfc_xoff,
`include "rtl/common/xgmii_ports.vh"
);

  wire [71:0] late;

  late_wire #(
      .Bits  (72),
      .Clocks(140),
      .Idle  ({8'hFF, 64'h0707070707070707})
  ) u_late (
      .clk  (clk),
      .rst_n(rst_n),
      .i    ({xgmii_rxc, xgmii_rxd}),
      .o    (late)
  );

  ll10g_mac u_mac (
      .xgmii_rxd      (late[63:0]),
      .xgmii_rxc      (late[71:64]),
      .pause_req      (pause_req),
      .pfc_req        (pfc_req),
      .pfc_xoff       (pfc_xoff),
`include "examples/row/xgmii_pass.vh"
  );

`include "examples/row/no_observation.vh"

endmodule

`default_nettype wire
