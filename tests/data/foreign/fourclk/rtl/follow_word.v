// SPDX-License-Identifier: Apache-2.0
// A word of dst_clk that follows one of src_clk: it is sent again and again, each time whole, by a handshake. It is 0
// after a reset, until the first one has come. While either clock is stopped, it stays as it is.
`default_nettype none

module follow_word #(
    parameter integer Width = 16,
    parameter integer Stages = 2
) (
    input  wire             src_clk,
    input  wire             src_rst_n,
    input  wire [Width-1:0] src_word,
    input  wire             dst_clk,
    input  wire             dst_rst_n,
    output wire [Width-1:0] dst_word
);

  wire src_ready;
  wire unused_valid;

  handshake_word #(.Width(Width), .Stages(Stages)) u_handshake (
      .src_clk(src_clk), .src_rst_n(src_rst_n), .src_valid(src_ready), .src_word(src_word), .src_ready(src_ready),
      .dst_clk(dst_clk), .dst_rst_n(dst_rst_n), .dst_valid(unused_valid), .dst_word(dst_word)
  );

endmodule

`default_nettype wire
