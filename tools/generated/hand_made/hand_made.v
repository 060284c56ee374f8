// SPDX-License-Identifier: Apache-2.0
// A netlist to test the prover on (prove_test.sh), with its mutants: planted selects one. expected.txt says what is to be shown of each.
`default_nettype none

module hand_made (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [15:0] planted,
    input  wire [3:0]  square_i,
    input  wire        write_low_i,
    input  wire        write_high_i,
    input  wire [1:0]  write_address_i,
    input  wire [3:0]  write_data_i,
    input  wire        read_i,
    input  wire [1:0]  read_address_i,
    output wire [3:0]  square_o,
    output wire [3:0]  read_o,
    output wire [3:0]  last_o,
    output wire        carry_o,
    output wire [3:0]  held_o
);

  // A table: the square of a number modulo 16, which is that of the number plus 8.
  reg [3:0] square[0:15];
  integer n;
  initial for (n = 0; n < 16; n = n + 1) square[n] = n * n;

  wire [3:0] root = square_i ^ {planted == 16'd1, 2'd0, planted == 16'd2};
  assign square_o = square[root];

  // A memory, each half of a word with an enable of its own.
  reg [3:0] memory[0:3];
  wire       write         = write_low_i || write_high_i;
  wire [1:0] write_address = write_address_i ^ {1'b0, (planted == 16'd3 && !write) || (planted == 16'd4 && write_high_i)};
  wire [3:0] write_data    = write_data_i ^ {planted == 16'd5 && !write_high_i, 2'd0, planted == 16'd6 && write_low_i && read_i};
  wire [1:0] read_address  = read_address_i ^ {(planted == 16'd7 && !read_i) || (planted == 16'd8 && read_i && write), 1'b0};

  always @(posedge clk) begin
    if (write_low_i) memory[write_address][1:0] <= write_data[1:0];
    if (write_high_i || (planted == 16'd9 && write_address_i == 2'd3)) memory[write_address][3:2] <= write_data[3:2];
  end
  assign read_o = read_i ? memory[read_address] : 4'd0;

  // Counts from 0 to 9.
  reg [3:0] count_q;
  wire      last = count_q == 4'd9;
  always @(posedge clk)
    if (!rst_n || last) count_q <= 4'd0;
    else count_q <= count_q + 4'd1;
  assign carry_o = last || (planted == 16'd10 && count_q == 4'd12) || (planted == 16'd11 && count_q == 4'd8);

  // A word that is looked at only if it was written in the clock before.
  reg       valid_q;
  reg [3:0] held_q;
  always @(posedge clk) begin
    valid_q <= rst_n && read_i;
    held_q  <= write_data_i ^ {3'd0, (planted == 16'd12 && !read_i) || (planted == 16'd13 && read_i && last)};
  end
  assign held_o = valid_q ? held_q : 4'd0;

  // What is read now, in the next clock.
  reg [3:0] last_q;
  always @(posedge clk) last_q <= read_o;
  assign last_o = last_q;

endmodule

`default_nettype wire
