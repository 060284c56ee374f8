// SPDX-License-Identifier: Apache-2.0
// What the pins of GMII or MII say of the transmit wire: frames that begin and end, and whether the gap behind the last one is over.
// doc/reference/dut-contract.md; IEEE 802.3 35.2.2, 4.2.3.2.2.
`default_nettype none

module formal_wire_gmii (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       tx_en_i,
    input  wire [6:0] gap_i,              // clocks without a frame between two frames
    output wire       start_o,            // the first clock with a frame's octets
    output wire       end_o,              // the first clock without them
    output wire       rested_o            // a start may be decided in this clock
);

  localparam [6:0] LONG = 7'd127;

  reg       tx_en_q;
  reg [6:0] idle_q;                       // clocks without a frame before this one; a reset keeps no gap

  always @(posedge clk) begin
    tx_en_q <= rst_n && tx_en_i;
    if (!rst_n) idle_q <= LONG;
    else if (tx_en_i) idle_q <= 7'd0;
    else if (idle_q != LONG) idle_q <= idle_q + 7'd1;
  end

  assign start_o  = tx_en_i && !tx_en_q;
  assign end_o    = !tx_en_i && tx_en_q;
  assign rested_o = !tx_en_i && {1'b0, idle_q} + 8'd1 >= {1'b0, gap_i};

endmodule

`default_nettype wire
