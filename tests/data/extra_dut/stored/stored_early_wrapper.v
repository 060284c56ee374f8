// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module stored_early_wrapper (
`include "rtl/common/gmii_ports.vh"
);

  localparam FIFO_FAULT = 4;

`include "tests/data/extra_dut/stored/stored_inside.vh"

endmodule

`default_nettype wire
