// SPDX-License-Identifier: Apache-2.0
// Takes words from src_clk to dst_clk, each of them whole.
//
// The source holds a word and changes the level req; the destination sees the change through a synchroniser, takes the
// word, which has been still for two clocks by then, and answers with the level ack. The source does not touch the held
// word before it has seen the answer. A word that comes meanwhile waits; a newer one takes its place.
`default_nettype none

module handshake_word #(
    parameter integer Width = 16,
    parameter integer Stages = 2
) (
    input  wire             src_clk,
    input  wire             src_rst_n,
    input  wire             src_valid,
    input  wire [Width-1:0] src_word,
    output wire             src_ready,   // a word of this clock is held at once
    input  wire             dst_clk,
    input  wire             dst_rst_n,
    output reg              dst_valid,   // one clock for each word; the word stays
    output reg  [Width-1:0] dst_word
);

  // Source
  reg req;
  reg pending;
  reg [Width-1:0] held;
  reg [Width-1:0] pending_word;
  wire ack_src;

  assign src_ready = req == ack_src;

  always @(posedge src_clk or negedge src_rst_n)
    if (!src_rst_n) begin
      req <= 1'b0;
      pending <= 1'b0;
      held <= {Width{1'b0}};
      pending_word <= {Width{1'b0}};
    end else if (src_ready && (src_valid || pending)) begin
      req <= !req;
      pending <= 1'b0;
      held <= src_valid ? src_word : pending_word;
    end else if (src_valid) begin
      pending <= 1'b1;
      pending_word <= src_word;
    end

  // Destination
  reg  ack;
  wire req_dst;

  always @(posedge dst_clk or negedge dst_rst_n)
    if (!dst_rst_n) begin
      ack <= 1'b0;
      dst_valid <= 1'b0;
      dst_word <= {Width{1'b0}};
    end else begin
      ack <= req_dst;
      dst_valid <= req_dst != ack;
      if (req_dst != ack) dst_word <= held;
    end

  sync_bit #(.Stages(Stages)) u_req (.clk(dst_clk), .rst_n(dst_rst_n), .d(req), .q(req_dst));
  sync_bit #(.Stages(Stages)) u_ack (.clk(src_clk), .rst_n(src_rst_n), .d(ack), .q(ack_src));

endmodule

`default_nettype wire
