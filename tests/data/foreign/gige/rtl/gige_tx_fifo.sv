// SPDX-License-Identifier: Apache-2.0
// Store-and-forward transmit FIFO: octets in a ring, lengths of whole frames in a queue. A frame becomes visible to
// the transmitter only when its last octet is stored. A frame that is longer than the whole ring can never be sent;
// it is swallowed to its end and reported. The queue also says of each frame whether it is a MAC control frame of the
// host: type 88-08 right behind the addresses.
`include "gige_pkg.svh"

module gige_tx_fifo
  import gige_pkg::*;
#(
    parameter int AddressBits = 12,  // 2**AddressBits octets
    parameter int QueueBits = 3      // 2**QueueBits whole frames
) (
    input  logic   clk,
    input  logic   rst,
    input  octet_t host_data,
    input  logic   host_valid,
    input  logic   host_last,
    output logic   host_ready,
    output logic   dropped,
    output logic   frame_ready,
    output logic [15:0] frame_octets,
    output logic   frame_control,    // the oldest whole frame is a MAC control frame
    output octet_t frame_octet,      // the oldest octet that was not taken
    input  logic   take,             // takes it
    input  logic   done              // the oldest frame is over; its length leaves the queue
);
  localparam int Octets = 1 << AddressBits;
  localparam int Frames = 1 << QueueBits;
  typedef logic [AddressBits:0] pointer_t;  // one bit more than an address: tells full from empty
  typedef logic [QueueBits:0] index_t;

  octet_t ring[Octets];
  typedef struct packed {
    logic control;
    logic [15:0] octets;
  } entry_t;
  entry_t queue[Frames];

  pointer_t write_at, frame_at, read_at;
  index_t push_at, pop_at;
  logic swallowing;

  wire pointer_t used = write_at - read_at;
  wire pointer_t part = write_at - frame_at;
  wire index_t waiting = push_at - pop_at;
  wire full = used == pointer_t'(Octets);
  wire overlong = part == pointer_t'(Octets);
  wire accept = host_valid && host_ready;
  wire store = accept && !swallowing;
  wire push = store && host_last;

  // The type field as it passes. A frame of fewer than 14 octets has none.
  logic type_begins, type_control;
  wire type_ends = part == pointer_t'(13) && type_begins && host_data == ControlType[7:0];
  wire control = type_ends || (part > pointer_t'(13) && type_control);

  always_ff @(posedge clk or posedge rst)
    if (rst) {type_begins, type_control} <= '0;
    else if (store) begin
      if (part == pointer_t'(12)) type_begins <= host_data == ControlType[15:8];
      if (part == pointer_t'(13)) type_control <= type_ends;
    end

  assign host_ready = !rst && (swallowing || (!full && waiting != index_t'(Frames)));

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      write_at <= '0;
      frame_at <= '0;
      push_at <= '0;
      swallowing <= 1'b0;
      dropped <= 1'b0;
    end else begin
      dropped <= 1'b0;
      if (store) write_at <= write_at + 1'b1;
      if (push) begin
        frame_at <= write_at + 1'b1;
        push_at <= push_at + 1'b1;
      end
      if (overlong && !swallowing) begin
        swallowing <= 1'b1;
        write_at <= frame_at;
      end
      if (swallowing && accept && host_last) begin
        swallowing <= 1'b0;
        dropped <= 1'b1;
      end
    end

  always_ff @(posedge clk) begin
    if (store) ring[write_at[AddressBits-1:0]] <= host_data;
    if (push) queue[push_at[QueueBits-1:0]] <= '{control, 16'(part) + 16'd1};
  end

  wire pointer_t read_next = read_at + pointer_t'(take);
  wire index_t pop_next = pop_at + index_t'(done);

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      read_at <= '0;
      pop_at <= '0;
      frame_ready <= 1'b0;
    end else begin
      read_at <= read_next;
      pop_at <= pop_next;
      frame_ready <= push_at != pop_next;
    end

  always_ff @(posedge clk) begin
    frame_octet <= ring[read_next[AddressBits-1:0]];
    {frame_control, frame_octets} <= queue[pop_next[QueueBits-1:0]];
  end
endmodule
