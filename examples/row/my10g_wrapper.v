// SPDX-License-Identifier: Apache-2.0
// Example of a wrapper for a 10 Gb/s MAC without observation ports: the ports of doc/reference/dut-contract.md around it, obs_* tied to 0.
`default_nettype none

module my10g_wrapper (
`include "rtl/common/xgmii_ports.vh"
);

  i82598_mac u_mac (
      .xgmii_rxd      (xgmii_rxd),
      .xgmii_rxc      (xgmii_rxc),
`include "examples/row/xgmii_pass.vh"
  );

`include "examples/row/no_observation.vh"

endmodule

`default_nettype wire
