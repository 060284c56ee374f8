// SPDX-License-Identifier: Apache-2.0
// Whether the receive buffer asks for an XOFF: from the clock after it passes one mark until the clock after it passes the other.
// Section 3 of the devices' pages; IEEE 802.3 31B.
`default_nettype none

module formal_mark (
    input  wire clk,
    input  wire rst_n,
    input  wire fills_i,                  // the level is past the mark of XOFF; this one wins
    input  wire drains_i,                 // the level is past the mark of XON
    output wire full_o
);

  reg full_q;

  always @(posedge clk) full_q <= rst_n && (fills_i || (full_q && !drains_i));

  assign full_o = full_q;

endmodule

`default_nettype wire
