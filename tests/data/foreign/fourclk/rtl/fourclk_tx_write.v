// SPDX-License-Identifier: Apache-2.0
// Writes frames of the host stream in host_clk into the transmit FIFO, and for each whole frame a descriptor into the
// FIFO of descriptors, one clock behind its last octet.
//
// The descriptor says whether the frame is void: it was longer than the FIFO takes, and is not sent. If the FIFO is
// cleared by a reset of tx_clk within a frame, the rest of the frame is taken and left out.
`default_nettype none

module fourclk_tx_write #(
    parameter integer LongestOctets = 1996  // of the host, without FCS
) (
    input  wire       clk,
    input  wire       rst_n,           // of the host's clock
    input  wire       fifo_cleared,    // the FIFOs are in reset
    input  wire [7:0] s_axis_tdata,
    input  wire       s_axis_tvalid,
    input  wire       s_axis_tlast,
    output wire       s_axis_tready,
    input  wire       fifo_room,
    output wire       fifo_valid,
    output wire [8:0] fifo_word,       // last, octet
    input  wire       descriptor_room_2,
    output reg        descriptor_valid,
    output reg        descriptor_void,
    output reg        too_long         // a void frame
);

  localparam [10:0] LONGEST = LongestOctets[10:0];

  reg in_frame;
  reg leave;          // the rest of the frame is left out
  reg [10:0] octets;

  wire taken = s_axis_tvalid && s_axis_tready;
  wire excess = octets == LONGEST;

  assign s_axis_tready = rst_n && !fifo_cleared && (leave || (fifo_room && descriptor_room_2));
  assign fifo_valid = taken && !leave && (!excess || s_axis_tlast);
  assign fifo_word = {s_axis_tlast, s_axis_tdata};

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      in_frame <= 1'b0;
      leave <= 1'b0;
      octets <= 11'd0;
      descriptor_valid <= 1'b0;
      descriptor_void <= 1'b0;
      too_long <= 1'b0;
    end else begin
      descriptor_valid <= taken && s_axis_tlast && !leave;
      descriptor_void <= excess;
      too_long <= taken && s_axis_tlast && !leave && excess;
      if (taken) begin
        in_frame <= !s_axis_tlast;
        octets <= s_axis_tlast ? 11'd0 : excess ? LONGEST : octets + 11'd1;
        if (s_axis_tlast) leave <= 1'b0;
      end else if (fifo_cleared) begin
        leave <= in_frame;
        octets <= 11'd0;
      end
    end

endmodule

`default_nettype wire
