// SPDX-License-Identifier: Apache-2.0
// Hands received frames from the receive FIFO to the host stream in host_clk.
//
// If the FIFO is cleared by a reset of rx_clk within a frame, one more octet, marked as bad, ends the frame.
`default_nettype none

module fourclk_rx_read (
    input  wire       clk,
    input  wire       rst_n,          // of the host's clock
    input  wire       fifo_cleared,   // the FIFO is in reset
    input  wire       fifo_valid,
    input  wire [9:0] fifo_word,
    output wire       fifo_ready,
    output reg  [7:0] m_axis_tdata,
    output reg        m_axis_tvalid,
    output reg        m_axis_tlast,
    output reg        m_axis_tuser,
    input  wire       m_axis_tready
);

  reg in_frame;  // the octet that was shown last is not the last one of its frame
  reg cut;

  wire free = !m_axis_tvalid || m_axis_tready;

  assign fifo_ready = free && !cut && !fifo_cleared;

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      m_axis_tdata <= 8'd0;
      m_axis_tvalid <= 1'b0;
      m_axis_tlast <= 1'b0;
      m_axis_tuser <= 1'b0;
      in_frame <= 1'b0;
      cut <= 1'b0;
    end else if (fifo_cleared && in_frame && !cut) begin
      cut <= 1'b1;
      if (free) m_axis_tvalid <= 1'b0;
    end else if (free) begin
      m_axis_tvalid <= cut || (fifo_valid && fifo_ready);
      m_axis_tlast <= cut || fifo_word[8];
      m_axis_tuser <= cut || fifo_word[9];
      m_axis_tdata <= cut ? 8'd0 : fifo_word[7:0];
      if (cut) begin
        cut <= 1'b0;
        in_frame <= 1'b0;
      end else if (fifo_valid && fifo_ready) in_frame <= !fifo_word[8];
    end

endmodule

`default_nettype wire
