// SPDX-License-Identifier: Apache-2.0
// The BCM5718 MAC in a simulation that dies when software writes 0x666 or more to RX_MTU: at 0x666 by $finish, at 0x667 because its process breaks,
// at 0x668 because it does not go on.
`default_nettype none

module dying_wrapper (
`include "rtl/common/gmii_ports.vh"
);

  wire [31:0] mtu = psel && penable && pwrite && paddr == 16'h043C ? pwdata : 32'd0;

`include "examples/row/plain_mac.vh"

  always @(posedge clk)
    case (mtu)
      32'h666: $finish;
      32'h667: $c("*(volatile int *)0 = 0;");
      32'h668: $c("for (volatile int on = 1; on;) {}");
      default: ;
    endcase

endmodule

`default_nettype wire
