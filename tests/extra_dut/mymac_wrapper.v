// SPDX-License-Identifier: Apache-2.0
// Example of a wrapper for a MAC without observation ports: the ports of doc/dut-contract.md around it, obs_* tied to 0.
`default_nettype none

module mymac_wrapper (
`include "tests/extra_dut/gmii_ports.vh"
);

  bcm5718_mac u_mac (
      .gmii_rxd       (gmii_rxd),
      .gmii_rx_dv     (gmii_rx_dv),
      .gmii_rx_er     (gmii_rx_er),
`include "tests/extra_dut/gmii_pass.vh"
  );

`include "tests/extra_dut/no_observation.vh"

endmodule

`default_nettype wire
