// SPDX-License-Identifier: Apache-2.0
// The statistics registers: which event counts where; counters that stick when full and are cleared by a read.
// 82598EB datasheet p.356-366; doc/devices/i82598.md 1, 4, 5.
//
// Rules. A read returns a counter and clears it with the same cycle; an event that meets it counts after it. Which
// received frame counts where is decided by i82598_rx_classify.v.
`include "i82598_regs.vh"
`default_nettype none

module i82598_stats #(
    parameter StatBits     = 32,
    parameter StatPreset   = 0,              // how far the counters of StatBits are from their end at reset, 0: all
    parameter OctetsInHigh = 1,              // octet counters are 32 bits in their high word
    parameter OctetPreset  = 0,              // the same of the octet counters
    parameter PresetCarry  = 0
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        cfg_tx_fc_in_good_i,    // PAUSE frames of ours count as good frames too
    input  wire        rx_classify_i,
    input  wire [15:0] rx_length_i,
    input  wire        rx_total_i,
    input  wire        rx_counted_i,
    input  wire        rx_multicast_i,
    input  wire        rx_broadcast_i,
    input  wire        rx_fragment_i,
    input  wire        rx_undersize_i,
    input  wire        rx_jabber_i,
    input  wire        rx_oversize_i,
    input  wire        rx_fcs_error_i,
    input  wire        rx_length_error_i,
    input  wire        rx_error_octet_i,
    input  wire        rx_illegal_i,
    input  wire        rx_pause_xoff_i,
    input  wire        rx_pause_xon_i,
    input  wire        rx_discard_i,
    input  wire        local_fault_i,        // a local fault begins
    input  wire        remote_fault_i,
    input  wire        tx_end_i,
    input  wire [15:0] tx_length_i,
    input  wire        tx_pause_i,
    input  wire        tx_error_i,
    input  wire        tx_group_i,           // broadcast included
    input  wire        tx_broadcast_i,
    input  wire        tx_xoff_sent_i,
    input  wire        tx_xon_sent_i,
    input  wire        read_i,               // read and clear this counter
    input  wire [$clog2(`I82598_CNT_COUNT)-1:0] read_index_i,
    input  wire        read_high_i,          // its high word
    output reg  [31:0] read_data_o
);

  localparam COUNT = `I82598_CNT_COUNT;
  localparam INDEX_WIDTH = $clog2(`I82598_CNT_COUNT);
  localparam [31:0] COUNT_MAX = 32'hFFFFFFFF >> (32 - StatBits);
  localparam [31:0] PRESET    = (32'd0 - StatPreset) & COUNT_MAX;
  localparam [INDEX_WIDTH-1:0] GORC = `I82598_CNT_GORCL;
  localparam [INDEX_WIDTH-1:0] GOTC = `I82598_CNT_GOTCL;
  localparam [INDEX_WIDTH-1:0] TOR  = `I82598_CNT_TORL;

  reg [COUNT-1:0] events;
  reg [COUNT-1:0] clear;
  reg             tx_good;

  wire        tx_fc_good   = tx_pause_i && cfg_tx_fc_in_good_i;
  wire        rx_good_add  = rx_classify_i && rx_counted_i;
  wire        rx_total_add = rx_classify_i && rx_total_i;
  wire        low_read     = read_i && !read_high_i;
  wire        high_read    = read_i && read_high_i;
  wire        tx_good_add  = tx_end_i && tx_good;
  wire [31:0] gorc_low;
  wire [31:0] gotc_low;
  wire [31:0] tor_low;
  wire [31:0] gorc_high;
  wire [31:0] gotc_high;
  wire [31:0] tor_high;

  // Returns which of the six sizes a frame has, the smallest in bit 0.
  function [5:0] size_class;
    input [15:0] length;
    if (length <= 16'd64) size_class = 6'b000001;
    else if (length <= 16'd127) size_class = 6'b000010;
    else if (length <= 16'd255) size_class = 6'b000100;
    else if (length <= 16'd511) size_class = 6'b001000;
    else if (length <= 16'd1023) size_class = 6'b010000;
    else size_class = 6'b100000;
  endfunction

  always @* begin
    events  = {COUNT{1'b0}};
    tx_good = 1'b0;
    if (rx_classify_i) begin
      events[`I82598_CNT_TPR]      = rx_total_i;
      events[`I82598_CNT_RFC]      = rx_fragment_i;
      events[`I82598_CNT_RUC]      = rx_undersize_i;
      events[`I82598_CNT_RJC]      = rx_jabber_i;
      events[`I82598_CNT_ROC]      = rx_oversize_i;
      events[`I82598_CNT_CRCERRS]  = rx_fcs_error_i;
      events[`I82598_CNT_RLEC]     = rx_length_error_i;
      events[`I82598_CNT_ILLERRC]  = rx_illegal_i;
      events[`I82598_CNT_ERRBC]    = rx_error_octet_i;
      events[`I82598_CNT_MPC0]     = rx_discard_i;
      events[`I82598_CNT_LXOFFRXC] = rx_pause_xoff_i;
      events[`I82598_CNT_LXONRXC]  = rx_pause_xon_i;
      events[`I82598_CNT_GPRC]     = rx_counted_i;
      events[`I82598_CNT_MPRC]     = rx_multicast_i;
      events[`I82598_CNT_BPRC]     = rx_broadcast_i;
      if (rx_counted_i) begin
        {events[`I82598_CNT_PRC1522], events[`I82598_CNT_PRC1023], events[`I82598_CNT_PRC511], events[`I82598_CNT_PRC255],
            events[`I82598_CNT_PRC127], events[`I82598_CNT_PRC64]} = size_class(rx_length_i);
      end
    end
    events[`I82598_CNT_MLFC] = local_fault_i;
    events[`I82598_CNT_MRFC] = remote_fault_i;
    if (tx_end_i) begin
      tx_good = tx_pause_i ? tx_fc_good : !tx_error_i;
      events[`I82598_CNT_TPT]      = 1'b1;
      events[`I82598_CNT_LXOFFTXC] = tx_xoff_sent_i;
      events[`I82598_CNT_LXONTXC]  = tx_xon_sent_i;
      if (tx_good) begin
        events[`I82598_CNT_GPTC] = 1'b1;
        events[`I82598_CNT_MPTC] = tx_group_i && !tx_broadcast_i;
        events[`I82598_CNT_BPTC] = tx_broadcast_i;
        {events[`I82598_CNT_PTC1522], events[`I82598_CNT_PTC1023], events[`I82598_CNT_PTC511], events[`I82598_CNT_PTC255],
            events[`I82598_CNT_PTC127], events[`I82598_CNT_PTC64]} = size_class(tx_length_i);
      end
    end
  end

  always @* begin
    clear = {COUNT{1'b0}};
    if (low_read) clear[read_index_i] = 1'b1;
  end

  wire update = rx_classify_i || tx_end_i || local_fault_i || remote_fault_i || low_read;

  // One register each: the simulator pays for a write port to an array in every clock.
  genvar i;
  generate
    for (i = 0; i < COUNT; i = i + 1) begin : g_counter
      reg [31:0] count_q;
      always @(posedge clk) begin
        if (!rst_n) count_q <= PRESET;
        else if (update) begin
          if (clear[i]) count_q <= {31'd0, events[i]};
          else if (events[i] && count_q != COUNT_MAX) count_q <= count_q + 32'd1;
        end
      end
    end
  endgenerate

  i82598_octets #(
      .OctetsInHigh(OctetsInHigh),
      .OctetPreset (OctetPreset),
      .PresetCarry (PresetCarry)
  ) u_gorc (
      .clk        (clk),
      .rst_n      (rst_n),
      .add_i      (rx_good_add),
      .octets_i   (rx_length_i),
      .low_read_i (clear[`I82598_CNT_GORCL]),
      .high_read_i(high_read && read_index_i == GORC),
      .low_o      (gorc_low),
      .high_o     (gorc_high)
  );

  i82598_octets #(
      .OctetsInHigh(OctetsInHigh),
      .OctetPreset (OctetPreset),
      .PresetCarry (PresetCarry)
  ) u_gotc (
      .clk        (clk),
      .rst_n      (rst_n),
      .add_i      (tx_good_add),
      .octets_i   (tx_length_i),
      .low_read_i (clear[`I82598_CNT_GOTCL]),
      .high_read_i(high_read && read_index_i == GOTC),
      .low_o      (gotc_low),
      .high_o     (gotc_high)
  );

  i82598_octets #(
      .OctetsInHigh(OctetsInHigh),
      .OctetPreset (OctetPreset),
      .PresetCarry (PresetCarry)
  ) u_tor (
      .clk        (clk),
      .rst_n      (rst_n),
      .add_i      (rx_total_add),
      .octets_i   (rx_length_i),
      .low_read_i (clear[`I82598_CNT_TORL]),
      .high_read_i(high_read && read_index_i == TOR),
      .low_o      (tor_low),
      .high_o     (tor_high)
  );

  always @* begin
    read_data_o = 32'd0;
    if (read_i) begin
      case (read_index_i)
        GORC: read_data_o = read_high_i ? gorc_high : gorc_low;
        GOTC: read_data_o = read_high_i ? gotc_high : gotc_low;
        TOR:  read_data_o = read_high_i ? tor_high : tor_low;
        `I82598_COUNTER_WORDS(read_data_o, g_counter, count_q)
        default: ;
      endcase
    end
  end

endmodule

`default_nettype wire
