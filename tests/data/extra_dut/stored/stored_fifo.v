// SPDX-License-Identifier: Apache-2.0
// A store-and-forward FIFO in front of a transmitter: it holds up to AHEAD frames, and offers a frame when its last octet was taken.
// FAULT: each fifth frame 1: is lost; 2: is sent twice; 3: follows the one after it; 4: is offered from its first octet on.
`default_nettype none

module stored_fifo #(
    parameter Ahead = 4,
    parameter Fault = 0
) (
    input  wire       clk,
    input  wire       rst_n,
    input  wire [7:0] s_tdata,
    input  wire       s_tvalid,
    input  wire       s_tlast,
    output wire       s_tready,
    output wire [7:0] m_tdata,
    output wire       m_tvalid,
    output wire       m_tlast,
    input  wire       m_tready
);

  reg [8:0] mem[0:131071];
  reg [16:0] first[0:15];  // of each frame
  reg [16:0] wr_q, start_q, rd_q;
  reg [3:0] in_q, out_q;  // frames: next place to fill, next one to send
  reg [2:0] count_in_q, count_out_q;
  reg reading_q, again_q;

  wire [ 3:0] frames = in_q - out_q;
  wire        take = s_tvalid && s_tready;
  wire        lost = Fault == 1 && count_in_q == 4;
  wire        swap = Fault == 3 && count_out_q == 4 && !reading_q && frames >= 2;
  wire        early = Fault == 4 && frames == 0 && count_in_q == 4 && wr_q != start_q;
  wire [16:0] at = reading_q ? rd_q : frames == 0 ? start_q : first[out_q];
  wire        sent = m_tvalid && m_tready && m_tlast;
  wire        twice = Fault == 2 && count_out_q == 4 && !again_q;

  assign s_tready = frames < Ahead;
  assign m_tvalid = (frames != 0 || (Fault == 4 && reading_q && rd_q != wr_q) || early) && !swap;
  assign {m_tlast, m_tdata} = mem[at];

  always @(posedge clk)
    if (!rst_n) begin
      wr_q <= 0;
      start_q <= 0;
      rd_q <= 0;
      in_q <= 0;
      out_q <= 0;
      count_in_q <= 0;
      count_out_q <= 0;
      reading_q <= 0;
      again_q <= 0;
    end else begin
      if (take) begin
        mem[wr_q] <= {s_tlast, s_tdata};
        wr_q <= wr_q + 1;
        if (s_tlast) begin
          count_in_q <= count_in_q == 4 ? 0 : count_in_q + 1;
          if (lost) wr_q <= start_q;
          else begin
            first[in_q] <= start_q;
            start_q <= wr_q + 1;
            in_q <= in_q + 1;
          end
        end
      end
      if (swap) begin
        first[out_q] <= first[out_q+4'd1];
        first[out_q+4'd1] <= first[out_q];
        count_out_q <= 0;
      end
      if (m_tvalid && m_tready) begin
        rd_q <= at + 1;
        reading_q <= 1;
      end
      if (sent) begin
        reading_q <= 0;
        again_q <= twice;
        if (!twice) begin
          out_q <= out_q + 1;
          count_out_q <= count_out_q == 4 ? 0 : count_out_q + 1;
        end
      end
    end

endmodule

`default_nettype wire
