// SPDX-License-Identifier: Apache-2.0
// The low watermark of the free blocks.
// Its low_o invokes flow control, as software does.
// BCM1250 UM100CB p.283; doc/devices/bcm1250.md 4.
//
// Rules. low_o is 1 in the cycle after one in which fewer blocks than the mark are free; equality is not low. There is no
// other mark: it is 0 again with the next cycle that follows a count of the mark or more.
`default_nettype none

module bcm1250_watermark (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [15:0] free_i,
    input  wire [15:0] cfg_low_mark_i,
    output wire        low_o
);

  reg low_q;

  always @(posedge clk) begin
    if (!rst_n) low_q <= 1'b0;
    else low_q <= free_i < cfg_low_mark_i;
  end

  assign low_o = low_q;

endmodule

`default_nettype wire
