// SPDX-License-Identifier: Apache-2.0
// Truncated binary exponential back-off: how long a station waits after its n-th collision.
// IEEE 802.3 4.2.3.2.5; doc/bcm1250.md 3.
//
// Rules.
//  1. After n collisions the wait is r slots, 0 <= r < 2^min(n,10), counted from the end of the jam.
//  2. r comes from a shift register that never stands still. A zero is inserted into its sequence, so that all of
//     its values, and with them all r, are equally frequent.
//  3. In full duplex there is no wait.
`default_nettype none

module csma_backoff (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       cfg_half_duplex_i,
    input  wire [7:0] cfg_seed_i,
    input  wire       cfg_seed_load_i,
    input  wire       start_i,           // the last clock of a jam
    input  wire [4:0] collisions_i,      // of this packet, this one included
    input  wire [7:0] slot_clocks_i,
    output wire       over_o
);

  reg [15:0] lfsr_q;
  reg [17:0] left_q;             // clocks
  reg [9:0]  mask;

  // x^16 + x^14 + x^13 + x^11 + 1, with the zero between 0x8000 and 0x0001.
  wire feedback = lfsr_q[15] ^ lfsr_q[13] ^ lfsr_q[12] ^ lfsr_q[10] ^ (lfsr_q[14:0] == 15'd0);

  always @(posedge clk) begin
    if (!rst_n) lfsr_q <= 16'd0;
    else if (cfg_seed_load_i) lfsr_q <= {~cfg_seed_i, cfg_seed_i};
    else lfsr_q <= {lfsr_q[14:0], feedback};
  end

  always @* begin
    case (collisions_i)
      5'd1:    mask = 10'h001;
      5'd2:    mask = 10'h003;
      5'd3:    mask = 10'h007;
      5'd4:    mask = 10'h00F;
      5'd5:    mask = 10'h01F;
      5'd6:    mask = 10'h03F;
      5'd7:    mask = 10'h07F;
      5'd8:    mask = 10'h0FF;
      5'd9:    mask = 10'h1FF;
      default: mask = 10'h3FF;
    endcase
  end

  // Loaded in the last clock of the jam: the count is 1 in the clock in which the wait ends.
  always @(posedge clk) begin
    if (!rst_n) left_q <= 18'd0;
    else if (start_i) left_q <= {8'd0, lfsr_q[9:0] & mask} * {10'd0, slot_clocks_i};
    else if (!cfg_half_duplex_i) left_q <= 18'd0;
    else if (left_q != 18'd0) left_q <= left_q - 18'd1;
  end

  assign over_o = left_q <= 18'd1 || !cfg_half_duplex_i;

endmodule

`default_nettype wire
