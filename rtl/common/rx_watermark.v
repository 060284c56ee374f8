// SPDX-License-Identifier: Apache-2.0
// Low and high mark of the free count, and the allowance of frames after the low mark.
// Its low_o requests the PAUSE frames of pause_tx.v.
// BCM5718 PG108-R p.224, p.430.
//
// Rules. low_o rises when the free count is below the low mark and falls when it is above the other mark; equality
// is no event. When low_o rises the allowance is loaded; while low, each accepted frame takes one from it, and at 0
// none is accepted.
`default_nettype none

module rx_watermark (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [15:0] free_i,
    input  wire [8:0]  cfg_low_mark_i,
    input  wire [8:0]  cfg_high_mark_i,
    input  wire [15:0] cfg_allowance_i,
    input  wire        accepted_i,       // a frame was accepted
    output wire        accept_o,         // a frame may be accepted
    output wire        low_o,
    output wire        rise_o            // low_o rises with the next cycle
);

  reg        low_q;
  reg [15:0] allowance_q;

  wire below = free_i < {7'd0, cfg_low_mark_i};
  wire above = free_i > {7'd0, cfg_high_mark_i};

  always @(posedge clk) begin
    if (!rst_n) low_q <= 1'b0;
    else if (below) low_q <= 1'b1;
    else if (above) low_q <= 1'b0;
  end

  always @(posedge clk) begin
    if (!rst_n) allowance_q <= 16'd0;
    else if (rise_o) allowance_q <= cfg_allowance_i;
    else if (accepted_i && low_q) allowance_q <= allowance_q - 16'd1;
  end

  assign rise_o   = below && !low_q;
  assign low_o    = low_q;
  assign accept_o = !low_q || allowance_q != 16'd0;

endmodule

`default_nettype wire
