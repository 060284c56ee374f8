// SPDX-License-Identifier: Apache-2.0
// A 64-bit octet counter in two words that sticks when full and is cleared by the read of its low word.
// 82598EB datasheet p.356; doc/i82598.md 5.
`default_nettype none

module i82598_octets #(
    parameter OctetPreset = 0,       // octets left to the end at reset, 0: all
    parameter PresetCarry = 0        // to the carry into bit 63 instead
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        add_i,
    input  wire [15:0] octets_i,
    input  wire        low_read_i,     // clears the counter and keeps its upper half
    input  wire        high_read_i,    // clears what was kept
    output wire [31:0] low_o,
    output wire [31:0] high_o          // what was kept
);

  reg [63:0] count_q;
  reg [31:0] kept_q;

  localparam [63:0] PRESET = ((PresetCarry != 0) ? 64'h8000000000000000 : 64'd0) - OctetPreset;

  wire [63:0] sum = count_q + {48'd0, octets_i};

  always @(posedge clk) begin
    if (!rst_n) count_q <= PRESET;
    else if (low_read_i) count_q <= add_i ? {48'd0, octets_i} : 64'd0;
    else if (add_i) count_q <= (sum < count_q) ? {64{1'b1}} : sum;
  end

  always @(posedge clk) begin
    if (!rst_n) kept_q <= 32'd0;
    else if (low_read_i) kept_q <= count_q[63:32];
    else if (high_read_i) kept_q <= 32'd0;
  end

  assign low_o  = count_q[31:0];
  assign high_o = kept_q;

endmodule

`default_nettype wire
