// SPDX-License-Identifier: Apache-2.0
// What a MAC may be written with, for tree_verilog.c: types, packages, functions that return early, loops, signed numbers, parts of expressions.
package sample_pkg;
  typedef logic [7:0] octet_t;
  typedef enum logic [1:0] {IDLE, BUSY, LATE, DONE} state_t;
  typedef struct packed {
    logic [3:0] high;
    octet_t low;
    logic flag;
  } record_t;
  localparam logic [3:0] Limit = 4'd9;
  function automatic logic [3:0] first_one(input octet_t of);
    for (int i = 0; i < 8; i++) if (of[i]) return 4'(i);
    return 4'd8;
  endfunction
  function automatic octet_t turned(input octet_t of);
    octet_t ret;
    for (int i = 0; i < 8; i++) ret[i] = of[7-i];
    return ret;
  endfunction
endpackage

module sample_part
  import sample_pkg::*;
#(
    parameter int Bits = 4,
    parameter bit Inverted = 0
) (
    input logic clk,
    input logic rst_n,
    input logic [Bits-1:0] d,
    output logic [Bits-1:0] q
);
  always_ff @(posedge clk or negedge rst_n)
    if (!rst_n) q <= '0;
    else q <= Inverted ? ~d : d;
endmodule

module sample
  import sample_pkg::*;
(
    input logic clk,
    input logic rst_n,
    input logic [31:0] in,
    output logic [127:0] out
);
  octet_t memory[16];
  state_t state;
  record_t kept;
  logic signed [7:0] small_number;
  logic signed [15:0] wide;
  logic [7:0] parts;
  logic [3:0] places;
  octet_t sum, read, mixed;
  logic [11:0] shifted;

  function automatic logic [7:0] biased(input logic [7:0] old);
    return old + in[7:0];
  endfunction

  for (genvar i = 0; i < 2; i++) begin : g_part
    logic [3:0] to;
    assign to = in[4*i+:4] ^ 4'(i);
    sample_part #(.Bits(4), .Inverted(i == 1)) u_part (.clk, .rst_n, .d(to), .q(parts[4*i+:4]));
  end

  always_comb begin
    places = first_one(in[15:8]);
    small_number = in[23:16];
    wide = 16'(small_number) >>> in[2:0];
    if (small_number < $signed(in[15:8])) wide = -wide;
    sum = '0;
    for (int i = 0; i < 4; i++) begin
      if (in[28+i]) continue;
      sum = sum + in[8*i+:8];
    end
    mixed = biased(8'd3) ^ turned(in[31:24]);
    shifted = 12'({in[7:0], in[15:8]} >> 3);
    {read[3:0], read[7:4]} = memory[in[3:0]];
  end

  always_ff @(posedge clk) if (in[31]) memory[in[19:16]] <= in[7:0];

  always_ff @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      state <= IDLE;
      kept <= '{high: 4'd1, low: 8'hA5, flag: 1'b0};
    end else begin
      kept.flag <= ^in;
      kept.low[in[26:24]] <= in[0];
      unique case (state)
        IDLE: if (in[0]) state <= BUSY;
        BUSY, LATE: begin
          state <= in[1] ? DONE : LATE;
          kept.high <= Limit - in[3:0];
        end
        default: state <= IDLE;
      endcase
      casez (in[7:4])
        4'b1??0: kept.low <= 8'h11;
        4'b01?1: kept.low <= {2{in[3:0]}};
        default: ;
      endcase
    end

  assign out = {9'd0, places == 4'd8, |parts, shifted, wide, parts, places, sum, read, mixed, state, kept, 32'(in[7:0] * in[15:8])};
endmodule
