// SPDX-License-Identifier: Apache-2.0
// The BCM5718 MAC at the ports of the module around it, without observation ports.
  bcm5718_mac u_mac (
      .gmii_rxd       (gmii_rxd),
      .gmii_rx_dv     (gmii_rx_dv),
      .gmii_rx_er     (gmii_rx_er),
`include "examples/row/gmii_pass.vh"
  );

`include "examples/row/no_observation.vh"
