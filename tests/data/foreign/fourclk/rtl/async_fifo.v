// SPDX-License-Identifier: Apache-2.0
// A FIFO from wr_clk to rd_clk with pointers in Gray code.
//
// A pointer has one bit more than an address, so that a full FIFO differs from an empty one. Each side compares its own
// pointer with that of the other side as it was two or three clocks ago: room is seen late, and words are seen late, but
// neither is ever seen too early. The read side has a register behind the memory, which holds one word more.
`default_nettype none

module async_fifo #(
    parameter integer Width = 8,
    parameter integer AddressBits = 4,
    parameter integer Stages = 2
) (
    input  wire             wr_clk,
    input  wire             wr_rst_n,
    input  wire             wr_valid,   // only with wr_room
    input  wire [Width-1:0] wr_word,
    output wire             wr_room,    // a word has room
    output wire             wr_room_2,  // two words have room
    input  wire             rd_clk,
    input  wire             rd_rst_n,
    output reg              rd_valid,
    output reg  [Width-1:0] rd_word,
    input  wire             rd_ready
);

  localparam [AddressBits:0] DEPTH = {1'b1, {AddressBits{1'b0}}};

  reg [Width-1:0] memory[0:(1<<AddressBits)-1];

  // Write side
  reg  [AddressBits:0] wr_pointer;
  reg  [AddressBits:0] wr_gray;
  wire [AddressBits:0] wr_next = wr_pointer + 1'b1;
  wire [AddressBits:0] wr_next_gray;
  wire [AddressBits:0] rd_gray_wr;
  wire [AddressBits:0] rd_pointer_wr;
  wire [AddressBits:0] wr_used = wr_pointer - rd_pointer_wr;

  assign wr_room   = wr_used < DEPTH;
  assign wr_room_2 = wr_used < DEPTH - 1'b1;

  gray_of_binary #(.Width(AddressBits + 1)) u_wr_gray (.binary(wr_next), .gray(wr_next_gray));

  always @(posedge wr_clk) if (wr_valid) memory[wr_pointer[AddressBits-1:0]] <= wr_word;

  always @(posedge wr_clk or negedge wr_rst_n)
    if (!wr_rst_n) begin
      wr_pointer <= {AddressBits + 1{1'b0}};
      wr_gray <= {AddressBits + 1{1'b0}};
    end else if (wr_valid) begin
      wr_pointer <= wr_next;
      wr_gray <= wr_next_gray;
    end

  // Read side
  reg  [AddressBits:0] rd_pointer;
  reg  [AddressBits:0] rd_gray;
  wire [AddressBits:0] rd_next = rd_pointer + 1'b1;
  wire [AddressBits:0] rd_next_gray;
  wire [AddressBits:0] wr_gray_rd;
  wire                 rd_take = rd_gray != wr_gray_rd && (!rd_valid || rd_ready);

  gray_of_binary #(.Width(AddressBits + 1)) u_rd_gray (.binary(rd_next), .gray(rd_next_gray));

  always @(posedge rd_clk) if (rd_take) rd_word <= memory[rd_pointer[AddressBits-1:0]];

  always @(posedge rd_clk or negedge rd_rst_n)
    if (!rd_rst_n) begin
      rd_pointer <= {AddressBits + 1{1'b0}};
      rd_gray <= {AddressBits + 1{1'b0}};
      rd_valid <= 1'b0;
    end else begin
      if (rd_take) begin
        rd_pointer <= rd_next;
        rd_gray <= rd_next_gray;
      end
      if (!rd_valid || rd_ready) rd_valid <= rd_take;
    end

  // Crossings
  sync_gray #(.Width(AddressBits + 1), .Stages(Stages)) u_rd_to_wr (
      .clk(wr_clk), .rst_n(wr_rst_n), .d(rd_gray), .q(rd_gray_wr)
  );
  sync_gray #(.Width(AddressBits + 1), .Stages(Stages)) u_wr_to_rd (
      .clk(rd_clk), .rst_n(rd_rst_n), .d(wr_gray), .q(wr_gray_rd)
  );
  binary_of_gray #(.Width(AddressBits + 1)) u_rd_pointer_wr (.gray(rd_gray_wr), .binary(rd_pointer_wr));

endmodule

`default_nettype wire
