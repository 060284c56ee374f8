// SPDX-License-Identifier: Apache-2.0
// An octet counter that sticks when full and is cleared by a read: 32 bits in its high word, or 64 bits in both words.
// 82598EB datasheet p.356, p.362-366; doc/devices/i82598.md 5.
//
// Rules. With OctetsInHigh the high word is the counter, its read clears it, and the low word reads 0. Without it a
// read of the low word clears all of the counter and keeps the upper half for the read of the high word.
`default_nettype none

module i82598_octets #(
    parameter OctetsInHigh = 1,
    parameter OctetPreset  = 0,      // octets left to the end at reset, 0: all
    parameter PresetCarry  = 0       // to the carry into the highest bit instead
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        add_i,
    input  wire [15:0] octets_i,
    input  wire        low_read_i,
    input  wire        high_read_i,
    output wire [31:0] low_o,
    output wire [31:0] high_o
);

  localparam BITS = (OctetsInHigh != 0) ? 32 : 64;
  localparam [BITS-1:0] ZERO   = 0;
  localparam [BITS-1:0] CARRY  = {1'b1, {(BITS - 1) {1'b0}}};
  localparam [BITS-1:0] PRESET = ((PresetCarry != 0) ? CARRY : ZERO) - OctetPreset;

  reg [BITS-1:0] count_q;

  wire            clear = (OctetsInHigh != 0) ? high_read_i : low_read_i;
  wire [BITS-1:0] add   = {{(BITS - 16) {1'b0}}, octets_i};
  wire [BITS-1:0] sum   = count_q + add;

  always @(posedge clk) begin
    if (!rst_n) count_q <= PRESET;
    else if (clear) count_q <= add_i ? add : ZERO;
    else if (add_i) count_q <= (sum < count_q) ? {BITS{1'b1}} : sum;
  end

  generate
    if (OctetsInHigh != 0) begin : g_high
      wire unused_low_read = low_read_i;
      assign low_o  = 32'd0;
      assign high_o = count_q;
    end else begin : g_both
      reg [31:0] kept_q;
      always @(posedge clk) begin
        if (!rst_n) kept_q <= 32'd0;
        else if (low_read_i) kept_q <= count_q[63:32];
        else if (high_read_i) kept_q <= 32'd0;
      end
      assign low_o  = count_q[31:0];
      assign high_o = kept_q;
    end
  endgenerate

endmodule

`default_nettype wire
