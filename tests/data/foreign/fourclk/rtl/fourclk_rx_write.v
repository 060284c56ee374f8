// SPDX-License-Identifier: Apache-2.0
// Writes received octets into the receive FIFO in rx_clk.
//
// A frame that begins while there is no room for two octets is left out whole. If the FIFO becomes full within a frame,
// the octet that takes the last room ends the frame and is marked as bad, and the rest of the frame is left out. Both are
// a drop. After a reset of the FIFO the rest of a frame is left out, too.
`default_nettype none

module fourclk_rx_write (
    input  wire       clk,
    input  wire       rst_n,        // of the FIFO
    input  wire       octet_valid,
    input  wire [7:0] octet,
    input  wire       octet_first,
    input  wire       octet_last,
    input  wire       octet_bad,
    input  wire       fifo_room,
    input  wire       fifo_room_2,
    output wire       fifo_valid,
    output wire [9:0] fifo_word,    // bad, last, octet
    output reg        dropped
);

  reg in_frame;  // the frame is being written

  wire full = !fifo_room_2;
  wire begins = octet_valid && octet_first && !full;
  wire goes_on = octet_valid && !octet_first && in_frame && fifo_room;
  wire cut = goes_on && full && !octet_last;

  assign fifo_valid = begins || goes_on;
  assign fifo_word  = {octet_bad || cut, octet_last || cut, octet};

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      in_frame <= 1'b0;
      dropped <= 1'b0;
    end else begin
      if (octet_valid) in_frame <= (begins || (goes_on && !cut)) && !octet_last;
      dropped <= cut || (octet_valid && octet_first && full);
    end

endmodule

`default_nettype wire
