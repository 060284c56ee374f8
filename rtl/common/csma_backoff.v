// SPDX-License-Identifier: Apache-2.0
// Truncated binary exponential back-off: how long a station waits after its n-th collision.
// IEEE 802.3 4.2.3.2.5; doc/devices/bcm1250.md 3.
//
// Rules.
//  1. After n collisions the wait is r slots, 0 <= r < 2^min(n,10), counted from the end of the jam.
//  2. r comes from a linear feedback shift register that moves with every clock of half duplex: 64 bits, because each r
//     decides when the next one is drawn, and a short register would soon go in circles.
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

  localparam [63:0] BEGIN = 64'h9E3779B97F4A7C15;

  reg [63:0] lfsr_q;
  reg [17:0] left_q;             // clocks
  reg [9:0]  mask;

  // Marsaglia's full-period triple 13, 7, 17.
  function automatic [63:0] step;
    input [63:0] state;
    reg [63:0] x;
    begin
      x = state ^ (state << 13);
      x = x ^ (x >> 7);
      step = x ^ (x << 17);
    end
  endfunction

  always @(posedge clk) begin
    if (!rst_n) lfsr_q <= BEGIN;
    else if (cfg_seed_load_i) lfsr_q <= BEGIN ^ {56'd0, cfg_seed_i};
    else if (cfg_half_duplex_i) lfsr_q <= step(lfsr_q);
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
