// SPDX-License-Identifier: Apache-2.0
// Example of a wrapper for a MAC without observation ports: the ports of doc/dut-contract.md around it, obs_* tied to 0.
`default_nettype none

module mymac_wrapper (
`include "tests/data/extra_dut/gmii_ports.vh"
);

`include "tests/data/extra_dut/plain_mac.vh"

endmodule

`default_nettype wire
