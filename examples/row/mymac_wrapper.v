// SPDX-License-Identifier: Apache-2.0
// Example of a wrapper for a MAC without observation ports: the ports of doc/reference/dut-contract.md around it, obs_* tied to 0.
`default_nettype none

module mymac_wrapper (
`include "rtl/common/gmii_ports.vh"
);

`include "examples/row/plain_mac.vh"

endmodule

`default_nettype wire
