// SPDX-License-Identifier: Apache-2.0
// Receive buffer: frames in MBUFs of 128 octets, a circular memory, free count, and the stream to the host.
// BCM5718 PG108-R p.224, p.430-431.
//
// Rules, writing. Every octet is written as it arrives. The first octet of each 128 takes an MBUF; with none free the
// frame overflows and takes no more. At its end a frame is kept (commit_i) or gives its MBUFs back (drop_i).
// Rules, reading. Frames leave in order.
//  IDLE    a frame is queued: fetch its descriptor.
//  FETCH   fetch its first octet.
//  STREAM  one octet for each tready; the last octet of an MBUF or of the frame frees that MBUF.
`default_nettype none

module rx_buffer #(
    parameter MbufCount = 319                // usable; the memory has one more
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [7:0]  octet_i,
    input  wire        octet_valid_i,
    input  wire        commit_i,
    input  wire        drop_i,
    input  wire [15:0] length_i,             // with commit_i
    input  wire        bad_i,
    output wire        overflow_o,
    output wire [15:0] free_o,               // MBUFs
    output wire [7:0]  m_axis_tdata,
    output wire        m_axis_tvalid,
    output wire        m_axis_tlast,
    output wire        m_axis_tuser,
    input  wire        m_axis_tready
);

  localparam MBUF_OCTETS   = 128;
  localparam MEMORY_OCTETS = MBUF_OCTETS * (MbufCount + 1);
  localparam INDEX_WIDTH   = $clog2(MbufCount + 1);
  localparam ADDRESS_WIDTH = INDEX_WIDTH + 7;
  localparam [31:0] LAST_INDEX = MbufCount;

  localparam [1:0] IDLE   = 2'd0;
  localparam [1:0] FETCH  = 2'd1;
  localparam [1:0] STREAM = 2'd2;

  reg [7:0]  memory[0:MEMORY_OCTETS-1];
  reg [16:0] descriptor_memory[0:MbufCount];

  reg [INDEX_WIDTH-1:0]   write_mbuf_q;
  reg [6:0]               write_offset_q;
  reg [INDEX_WIDTH-1:0]   first_mbuf_q;       // of the frame that arrives
  reg [15:0]              taken_q;
  reg                     overflow_q;
  reg [15:0]              free_q;
  reg [INDEX_WIDTH-1:0]   write_frame_q;
  reg [INDEX_WIDTH-1:0]   read_frame_q;
  reg [1:0]               state_q;
  reg [16:0]              descriptor_q;
  reg [15:0]              left_q;             // octets of the frame not yet fetched
  reg [INDEX_WIDTH-1:0]   read_mbuf_q;        // next octet to fetch
  reg [6:0]               read_offset_q;
  reg [7:0]               data_q;
  reg                     last_q;

  wire boundary    = octet_valid_i && !overflow_q && write_offset_q == 7'd0;
  wire take        = boundary && free_q != 16'd0;
  wire write       = octet_valid_i && !overflow_q && (write_offset_q != 7'd0 || free_q != 16'd0);
  wire queued      = write_frame_q != read_frame_q;
  wire load        = state_q == IDLE && queued;
  wire accept      = state_q == STREAM && m_axis_tready;
  wire fetch       = state_q == FETCH || (accept && !last_q);
  wire read_done   = accept && (last_q || read_offset_q == 7'd0);

  wire [ADDRESS_WIDTH-1:0] write_address = {write_mbuf_q, write_offset_q};
  wire [ADDRESS_WIDTH-1:0] read_address  = {read_mbuf_q, read_offset_q};

  function [INDEX_WIDTH-1:0] next_index;
    input [INDEX_WIDTH-1:0] index;
    next_index = (index == LAST_INDEX[INDEX_WIDTH-1:0]) ? {INDEX_WIDTH{1'b0}} : index + {{(INDEX_WIDTH-1){1'b0}}, 1'b1};
  endfunction

  always @(posedge clk) begin
    if (write) memory[write_address] <= octet_i;
    if (fetch) data_q <= memory[read_address];
  end

  always @(posedge clk) begin
    if (commit_i) descriptor_memory[write_frame_q] <= {bad_i, length_i};
    if (load) descriptor_q <= descriptor_memory[read_frame_q];
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      write_mbuf_q   <= {INDEX_WIDTH{1'b0}};
      write_offset_q <= 7'd0;
      first_mbuf_q   <= {INDEX_WIDTH{1'b0}};
      write_frame_q  <= {INDEX_WIDTH{1'b0}};
      taken_q        <= 16'd0;
      overflow_q     <= 1'b0;
    end else if (commit_i) begin
      // A frame that ends at the end of an MBUF has already moved on.
      if (write_offset_q != 7'd0) write_mbuf_q <= next_index(write_mbuf_q);
      first_mbuf_q   <= (write_offset_q != 7'd0) ? next_index(write_mbuf_q) : write_mbuf_q;
      write_offset_q <= 7'd0;
      write_frame_q  <= next_index(write_frame_q);
      taken_q        <= 16'd0;
    end else if (drop_i) begin
      write_mbuf_q   <= first_mbuf_q;
      write_offset_q <= 7'd0;
      taken_q        <= 16'd0;
      overflow_q     <= 1'b0;
    end else if (octet_valid_i) begin
      if (write) begin
        write_offset_q <= write_offset_q + 7'd1;
        if (write_offset_q == 7'd127) write_mbuf_q <= next_index(write_mbuf_q);
      end
      if (take) taken_q <= taken_q + 16'd1;
      if (boundary && !take) overflow_q <= 1'b1;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) free_q <= LAST_INDEX[15:0];
    else if (take || drop_i || read_done)
      free_q <= free_q - {15'd0, take} + (drop_i ? taken_q : 16'd0) + {15'd0, read_done};
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      state_q       <= IDLE;
      read_frame_q  <= {INDEX_WIDTH{1'b0}};
      read_mbuf_q   <= {INDEX_WIDTH{1'b0}};
      read_offset_q <= 7'd0;
    end else begin
      case (state_q)
        IDLE:
        if (load) begin
          state_q      <= FETCH;
          read_frame_q <= next_index(read_frame_q);
        end
        FETCH: state_q <= STREAM;
        default:
        if (accept && last_q) begin
          state_q       <= IDLE;
          read_offset_q <= 7'd0;
          if (read_offset_q != 7'd0) read_mbuf_q <= next_index(read_mbuf_q);
        end
      endcase
      if (fetch) begin
        read_offset_q <= read_offset_q + 7'd1;
        if (read_offset_q == 7'd127) read_mbuf_q <= next_index(read_mbuf_q);
      end
    end
  end

  always @(posedge clk) begin
    if (state_q == FETCH) begin
      left_q <= descriptor_q[15:0] - 16'd1;
      last_q <= descriptor_q[15:0] == 16'd1;
    end else if (fetch) begin
      left_q <= left_q - 16'd1;
      last_q <= left_q == 16'd1;
    end
  end

  assign overflow_o    = overflow_q;
  assign free_o        = free_q;
  assign m_axis_tdata  = data_q;
  assign m_axis_tvalid = state_q == STREAM;
  assign m_axis_tlast  = last_q && state_q == STREAM;
  assign m_axis_tuser  = m_axis_tlast && descriptor_q[16];

endmodule

`default_nettype wire
