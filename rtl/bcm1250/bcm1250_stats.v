// SPDX-License-Identifier: Apache-2.0
// The RMON slots: which event counts where, loads, overflows.
// BCM1250 UM100CB p.288; sb1250_regs.h; doc/devices/bcm1250.md 3, 5.
//
// Rules. A slot is a counter's place in the block, its address divided by eight. A write loads its slot and wins over
// an event of the same cycle. A counter wraps and keeps the residue, or with cfg_wrap_to_zero_i is 0; the carry out of it is an
// overflow, and of several in one cycle the highest slot is reported. In FIFO mode nothing counts.
`include "bcm1250_regs.vh"
`default_nettype none
`define SLOT(address) (0 + (address) / 8)

module bcm1250_stats #(
    parameter ReservedStorage = 0,
    parameter RmonPreset      = 0
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        cfg_fifo_i,
    input  wire        cfg_wrap_to_zero_i,
    input  wire [7:0]  cfg_length_min_i,
    input  wire [15:0] cfg_length_max_i,
    input  wire        cfg_collisions_at_end_i,
    input  wire        cfg_pause_in_tx_i,
    input  wire        tx_end_i,             // an attempt is over; with it:
    input  wire [15:0] tx_length_i,
    input  wire        tx_longer_i,          // more octets than that
    input  wire        tx_pause_i,
    input  wire        tx_fcs_error_i,       // the host's FCS is wrong
    input  wire        tx_underrun_i,
    input  wire        tx_collision_i,
    input  wire        tx_late_i,
    input  wire        tx_dropped_i,
    input  wire        tx_excessive_i,
    input  wire [4:0]  tx_collisions_i,      // of the frame, this one included
    input  wire        rx_classify_i,
    input  wire [15:0] rx_length_i,
    input  wire        rx_bad_i,
    input  wire        rx_runt_i,
    input  wire        rx_oversize_i,
    input  wire        rx_fcs_error_i,
    input  wire        rx_length_error_i,
    input  wire        rx_code_error_i,
    input  wire        rx_alignment_error_i,
    input  wire        rx_multicast_i,
    input  wire        rx_broadcast_i,
    input  wire        read_i,
    input  wire [4:0]  slot_i,               // of a read or write
    output reg  [63:0] read_data_o,
    input  wire        write_i,
    input  wire [63:0] write_data_i,
    input  wire [63:0] write_mask_i,
    output reg         overflow_o,           // in the cycle before the wrapped value is visible
    output reg  [4:0]  overflow_slot_o
);

  localparam SLOTS = 32;
  localparam [31:0] LONG_SLOTS = 32'd1 << `SLOT(`BCM1250_CNT_TX_BYTES_ADDR) | 32'd1 << `SLOT(`BCM1250_CNT_RX_BYTES_ADDR);
  localparam [31:0] BEGIN_LOW  = 0 - RmonPreset;
  localparam [31:0] BEGIN_HIGH = (RmonPreset == 0) ? 32'd0 : 32'hFFFFFFFF;

  reg [SLOTS-1:0] events;
  reg             sent_error;
  reg             runt;
  reg             oversize;
  reg [4:0]       collisions;

  wire [SLOTS-1:0] carry;
  wire [31:0]      stored;                     // in a reserved slot

  wire counting = (tx_end_i || rx_classify_i) && !cfg_fifo_i;
  wire update   = counting || write_i || !rst_n;
  wire complete = !tx_collision_i && !tx_underrun_i;

  always @* begin
    events     = {SLOTS{1'b0}};
    sent_error = 1'b0;
    runt       = 1'b0;
    oversize   = 1'b0;
    collisions = 5'd0;
    if (counting) begin
      if (tx_end_i && tx_pause_i) begin
        events[`SLOT(`BCM1250_CNT_TX_BYTES_ADDR)] = cfg_pause_in_tx_i;
        events[`SLOT(`BCM1250_CNT_TX_GOOD_ADDR)]  = cfg_pause_in_tx_i;
      end
      if (tx_end_i && !tx_pause_i) begin
        if (!cfg_collisions_at_end_i) collisions = {4'd0, tx_collision_i};
        else if (!tx_collision_i || tx_dropped_i) collisions = tx_collisions_i;
        runt       = complete && tx_length_i < {8'd0, cfg_length_min_i};
        oversize   = complete && (tx_longer_i || tx_length_i > cfg_length_max_i);
        sent_error = complete && (tx_fcs_error_i || runt || oversize);
        events[`SLOT(`BCM1250_CNT_TX_BYTES_ADDR)]     = complete && !sent_error;
        events[`SLOT(`BCM1250_CNT_TX_GOOD_ADDR)]      = complete && !sent_error;
        events[`SLOT(`BCM1250_CNT_TX_FCS_ERROR_ADDR)] = complete && tx_fcs_error_i;
        events[`SLOT(`BCM1250_CNT_TX_RUNT_ADDR)]      = runt;
        events[`SLOT(`BCM1250_CNT_TX_OVERSIZE_ADDR)]  = oversize;
        events[`SLOT(`BCM1250_CNT_TX_BAD_ADDR)]       = sent_error || tx_dropped_i || tx_underrun_i;
        events[`SLOT(`BCM1250_CNT_TX_ABORT_ADDR)]     = tx_dropped_i || tx_underrun_i;
        events[`SLOT(`BCM1250_CNT_COLLISIONS_ADDR)]   = collisions != 5'd0;
        events[`SLOT(`BCM1250_CNT_LATE_COL_ADDR)]     = tx_collision_i && tx_late_i;
        events[`SLOT(`BCM1250_CNT_EX_COL_ADDR)]       = tx_excessive_i;
      end
      if (rx_classify_i) begin
        events[`SLOT(`BCM1250_CNT_RX_BYTES_ADDR)]        = !rx_bad_i;
        events[`SLOT(`BCM1250_CNT_RX_GOOD_ADDR)]         = !rx_bad_i;
        events[`SLOT(`BCM1250_CNT_RX_MCAST_ADDR)]        = !rx_bad_i && rx_multicast_i;
        events[`SLOT(`BCM1250_CNT_RX_BCAST_ADDR)]        = !rx_bad_i && rx_broadcast_i;
        events[`SLOT(`BCM1250_CNT_RX_BAD_ADDR)]          = rx_bad_i;
        events[`SLOT(`BCM1250_CNT_RX_RUNT_ADDR)]         = rx_runt_i;
        events[`SLOT(`BCM1250_CNT_RX_OVERSIZE_ADDR)]     = rx_oversize_i;
        events[`SLOT(`BCM1250_CNT_RX_FCS_ERROR_ADDR)]    = rx_fcs_error_i;
        events[`SLOT(`BCM1250_CNT_RX_LENGTH_ERROR_ADDR)] = rx_length_error_i;
        events[`SLOT(`BCM1250_CNT_RX_CODE_ERROR_ADDR)]   = rx_code_error_i;
        events[`SLOT(`BCM1250_CNT_RX_ALIGN_ERROR_ADDR)]  = rx_alignment_error_i;
      end
      if (write_i) events[slot_i] = 1'b0;
    end
  end

  genvar i;
  generate
    for (i = 0; i < SLOTS; i = i + 1) begin : g_slot
      localparam WIDTH = LONG_SLOTS[i] ? 64 : 32;
      localparam [15:0] ADDRESS = 8 * i;
      if (!`BCM1250_IS_RESERVED(ADDRESS)) begin : g_counter
        localparam [63:0] BEGIN = {BEGIN_HIGH[31:0], BEGIN_LOW[31:0]};
        reg [WIDTH-1:0] count_q;
        reg [WIDTH-1:0] sum;
        always @* begin
          sum = {WIDTH{1'b0}};
          if (counting) begin
            if (i == `SLOT(`BCM1250_CNT_TX_BYTES_ADDR)) sum = count_q + {{(WIDTH - 16) {1'b0}}, tx_length_i};
            else if (i == `SLOT(`BCM1250_CNT_RX_BYTES_ADDR)) sum = count_q + {{(WIDTH - 16) {1'b0}}, rx_length_i};
            else if (i == `SLOT(`BCM1250_CNT_COLLISIONS_ADDR)) sum = count_q + {{(WIDTH - 5) {1'b0}}, collisions};
            else sum = count_q + {{(WIDTH - 1) {1'b0}}, 1'b1};
          end
        end
        always @(posedge clk) begin
          if (update) begin
            if (!rst_n) count_q <= BEGIN[WIDTH-1:0];
            else if (write_i && slot_i == i)
              count_q <= (count_q & ~write_mask_i[WIDTH-1:0]) | (write_data_i[WIDTH-1:0] & write_mask_i[WIDTH-1:0]);
            else if (events[i]) count_q <= (cfg_wrap_to_zero_i && carry[i]) ? {WIDTH{1'b0}} : sum;
          end
        end
        assign carry[i] = events[i] && sum < count_q;
      end else begin : g_reserved
        assign carry[i] = events[i];           // has none
      end
    end
    if (ReservedStorage != 0) begin : g_storage
      reg [31:0] word_q[0:SLOTS-1];
      integer n;
      wire [15:0] address = {8'd0, slot_i, 3'd0};
      always @(posedge clk) begin
        if (!rst_n) for (n = 0; n < SLOTS; n = n + 1) word_q[n] <= 32'd0;
        else if (write_i && `BCM1250_IS_RESERVED(address))
          word_q[slot_i] <= (word_q[slot_i] & ~write_mask_i[31:0]) | (write_data_i[31:0] & write_mask_i[31:0]);
      end
      assign stored = word_q[slot_i];
    end else begin : g_no_storage
      assign stored = 32'd0;
    end
  endgenerate

  function [4:0] highest;
    input [SLOTS-1:0] slots;
    integer n;
    begin
      highest = 5'd0;
      for (n = 0; n < SLOTS; n = n + 1) if (slots[n]) highest = n[4:0];
    end
  endfunction

  always @* begin
    overflow_o      = 1'b0;
    overflow_slot_o = 5'd0;
    if (counting && carry != {SLOTS{1'b0}}) begin
      overflow_o      = 1'b1;
      overflow_slot_o = highest(carry);
    end
  end

  always @* begin
    read_data_o = 64'd0;
    if (read_i) begin
      case ({8'd0, slot_i, 3'd0})
        `BCM1250_COUNTER_WORDS_AT(read_data_o, g_slot, g_counter.count_q, 8)
        default: read_data_o = {32'd0, stored};
      endcase
    end
  end

endmodule

`undef SLOT
`default_nettype wire
