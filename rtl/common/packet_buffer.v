// SPDX-License-Identifier: Apache-2.0
// Receive buffer of 64-bit words: whole frames in a circular memory, fill level, and the stream to the host.
// doc/devices/xgmii.md 1.
//
// Rules, writing. The words of a frame are stored behind the frames that were kept, as many as fit into the room that there
// was when its first word came. commit_i keeps the frame, in the cycle of its last word or later, before the first word of
// the next one; a frame that is not kept is overwritten.
// Rules, reading. Frames leave in order; what was stored of a frame but is not delivered is skipped.
//  IDLE    a frame is queued: fetch its descriptor.
//  FETCH   fetch its first word.
//  STREAM  one word for each tready; the last one frees the room of the whole frame.
`default_nettype none

module packet_buffer #(
    parameter BufferOctets = 32768           // a multiple of 64, up to 65536
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        word_valid_i,
    input  wire        word_first_i,
    input  wire [63:0] word_i,
    output wire        overflow_o,           // the frame so far, this cycle's word included, does not fit
    output wire        first_fits_o,         // there was room for its first word
    input  wire        commit_i,             // never with overflow_o
    input  wire [15:0] commit_length_i,      // octets stored, DA..FCS
    input  wire [15:0] commit_octets_i,      // octets to deliver, 1 to commit_length_i
    input  wire        commit_bad_i,
    output wire [31:0] level_o,              // octets stored
    output wire [63:0] m_axis_tdata,
    output wire [7:0]  m_axis_tkeep,
    output wire        m_axis_tvalid,
    output wire        m_axis_tlast,
    output wire        m_axis_tuser,
    input  wire        m_axis_tready
);

  localparam WORDS       = BufferOctets / 8;
  localparam INDEX_WIDTH = $clog2(WORDS);
  localparam [31:0] WORD_COUNT = WORDS;
  localparam [13:0] CAPACITY   = WORD_COUNT[13:0];

  localparam [1:0] IDLE   = 2'd0;
  localparam [1:0] FETCH  = 2'd1;
  localparam [1:0] STREAM = 2'd2;

  reg [63:0] memory[0:WORDS-1];
  reg [32:0] descriptor_memory[0:WORDS-1];   // {bad, stored octets, octets to deliver}

  reg [12:0] base_q;        // behind the frames that were kept
  reg [12:0] write_q;
  reg [13:0] room_q;        // room for the rest of the frame that arrives
  reg        overflow_q;
  reg        first_fits_q;
  reg [13:0] used_q;
  reg [16:0] level_q;
  reg [12:0] write_frame_q;
  reg [12:0] read_frame_q;
  reg [13:0] queued_q;
  reg [1:0]  state_q;
  reg [32:0] descriptor_q;
  reg [12:0] frame_q;       // first word of the frame that leaves
  reg [12:0] read_q;        // next word to fetch
  reg [12:0] left_q;        // words of the frame behind the fetched one
  reg [63:0] data_q;

  wire [13:0] room   = word_first_i ? CAPACITY - used_q : room_q;
  wire        fits   = room != 14'd0;
  wire [12:0] write  = word_first_i ? base_q : write_q;
  wire        load   = state_q == IDLE && queued_q != 14'd0;
  wire        last   = left_q == 13'd0;
  wire        accept = state_q == STREAM && m_axis_tready;
  wire        leave  = accept && last;
  wire        fetch  = state_q == FETCH || (accept && !last);

  // Returns how many words so many octets take.
  function [13:0] words_of;
    input [15:0] octets;
    words_of = {1'b0, octets[15:3]} + {13'd0, octets[2:0] != 3'd0};
  endfunction

  // Returns the place so many words further on in the circle.
  function automatic [12:0] advance;
    input [12:0] index;
    input [13:0] words;
    reg   [13:0] sum;
    begin
      sum     = {1'b0, index} + words;
      advance = (sum >= CAPACITY) ? sum[12:0] - CAPACITY[12:0] : sum[12:0];
    end
  endfunction

  always @(posedge clk) begin
    if (word_valid_i && fits) memory[write[INDEX_WIDTH-1:0]] <= word_i;
    if (fetch) data_q <= memory[read_q[INDEX_WIDTH-1:0]];
  end

  always @(posedge clk) begin
    if (commit_i) descriptor_memory[write_frame_q[INDEX_WIDTH-1:0]] <= {commit_bad_i, commit_length_i, commit_octets_i};
    if (load) descriptor_q <= descriptor_memory[read_frame_q[INDEX_WIDTH-1:0]];
  end

  always @(posedge clk) begin
    if (word_valid_i) begin
      overflow_q <= overflow_o;
      if (word_first_i) first_fits_q <= fits;
      if (fits) begin
        write_q <= advance(write, 14'd1);
        room_q  <= room - 14'd1;
      end
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      base_q        <= 13'd0;
      write_frame_q <= 13'd0;
    end else if (commit_i) begin
      base_q        <= advance(base_q, words_of(commit_length_i));
      write_frame_q <= advance(write_frame_q, 14'd1);
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      used_q   <= 14'd0;
      level_q  <= 17'd0;
      queued_q <= 14'd0;
    end else begin
      if (commit_i || leave) begin
        used_q  <= used_q + (commit_i ? words_of(commit_length_i) : 14'd0) - (leave ? words_of(descriptor_q[31:16]) : 14'd0);
        level_q <= level_q + (commit_i ? {1'b0, commit_length_i} : 17'd0) - (leave ? {1'b0, descriptor_q[31:16]} : 17'd0);
      end
      if (commit_i != load) queued_q <= commit_i ? queued_q + 14'd1 : queued_q - 14'd1;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      state_q      <= IDLE;
      read_frame_q <= 13'd0;
      frame_q      <= 13'd0;
      read_q       <= 13'd0;
    end else begin
      case (state_q)
        IDLE:
        if (load) begin
          state_q      <= FETCH;
          read_frame_q <= advance(read_frame_q, 14'd1);
        end
        FETCH: state_q <= STREAM;
        default: if (leave) state_q <= IDLE;
      endcase
      if (leave) begin
        frame_q <= advance(frame_q, words_of(descriptor_q[31:16]));
        read_q  <= advance(frame_q, words_of(descriptor_q[31:16]));
      end else if (fetch) read_q <= advance(read_q, 14'd1);
    end
  end

  always @(posedge clk) begin
    if (state_q == FETCH) left_q <= descriptor_q[15:3] - {12'd0, descriptor_q[2:0] == 3'd0};
    else if (fetch) left_q <= left_q - 13'd1;
  end

  assign overflow_o    = (overflow_q && !(word_valid_i && word_first_i)) || (word_valid_i && !fits);
  assign first_fits_o  = (word_valid_i && word_first_i) ? fits : first_fits_q;
  assign level_o       = {15'd0, level_q};
  assign m_axis_tdata  = data_q;
  assign m_axis_tkeep  = (last && descriptor_q[2:0] != 3'd0) ? ~(8'hFF << descriptor_q[2:0]) : 8'hFF;
  assign m_axis_tvalid = state_q == STREAM;
  assign m_axis_tlast  = last && state_q == STREAM;
  assign m_axis_tuser  = m_axis_tlast && descriptor_q[32];

endmodule

`default_nettype wire
