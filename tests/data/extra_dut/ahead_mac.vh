// SPDX-License-Identifier: Apache-2.0
// The BCM5718 MAC, which says in which clock a frame begins. A write of 0x700 to RX_MTU arms it: 20 clocks into the next frame it ends the simulation; 0x701
// by $stop. Any other value disarms it.
  wire [31:0] mtu = psel && penable && pwrite && paddr == 16'h043C ? pwdata : 32'd0;
  reg  [ 1:0] armed;
  reg  [ 4:0] left;
  reg  [31:0] clocks;
  reg         sends;
  wire        begins = gmii_tx_en && !sends;

`include "examples/row/plain_mac.vh"

  always @(posedge clk) begin
    sends  <= rst_n && gmii_tx_en;
    clocks <= rst_n ? clocks + 1 : 0;
    if (!rst_n || (mtu != 0 && mtu[31:1] != 31'h380)) armed <= 0;
    else if (mtu != 0) armed <= {mtu[0], 1'b1};
    if (!rst_n || armed == 0) left <= 0;
    else if (begins) left <= 20;
    else if (left != 0) left <= left - 1;
    if (rst_n && begins) $display("begins at %0d", clocks);
    if (rst_n && left == 1 && armed == 2'b01) $finish;
    if (rst_n && left == 1 && armed == 2'b11) $stop;
  end
