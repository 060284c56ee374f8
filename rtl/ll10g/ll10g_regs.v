// SPDX-License-Identifier: Apache-2.0
// Register file of the LL 10G MAC behind APB4: settings, states, and the way to the counters.
// Intel LL 10G MAC user guide 683426 5; doc/devices/ll10g.md 3, 5.
//
// Rules. A write in its access cycle is visible in the next; a read returns what its setup cycle shows. A read of a low
// word keeps the upper part of the counter in the latch of its direction, which every high word of that direction shows.
`include "ll10g_regs.vh"
`default_nettype none

module ll10g_regs #(
    parameter StatPreset  = 0,
    parameter PresetCarry = 0
) (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         psel,
    input  wire         penable,
    input  wire [15:0]  paddr,
    input  wire         pwrite,
    input  wire [31:0]  pwdata,
    input  wire [3:0]   pstrb,
    output wire [31:0]  prdata,
    output wire         pready,
    output wire         pslverr,
    output wire [47:0]  cfg_address_o,           // first octet in the highest bits
    output wire [47:0]  cfg_lane_address_o,      // in lane order, as the next
    output wire [191:0] cfg_addresses_o,         // supplementary, 0 in the lowest bits
    output wire         cfg_tx_reset_o,
    output wire         cfg_rx_reset_o,
    output wire         cfg_tx_stop_o,
    output wire         cfg_rx_stop_o,
    output wire         cfg_tx_pad_o,
    output wire         cfg_tx_fcs_o,
    output wire         cfg_tx_override_o,
    output wire         cfg_tx_wide_gap_o,
    output wire [15:0]  cfg_tx_length_max_o,
    output wire         cfg_tx_tags_off_o,
    output wire [1:0]   cfg_unidirectional_o,    // bit 0 frames under a fault, bit 1 no remote fault sequences
    output wire         cfg_pause_enable_o,
    output wire         cfg_pause_from_port_o,
    output wire [15:0]  cfg_pause_quanta_o,
    output wire [15:0]  cfg_pause_holdoff_o,
    output wire [7:0]   cfg_pfc_enable_o,
    output wire [127:0] cfg_pfc_quanta_o,        // class 0 in the lowest bits
    output wire [127:0] cfg_pfc_holdoff_o,
    output wire         cfg_all_unicast_o,
    output wire         cfg_all_multicast_o,
    output wire [3:0]   cfg_supplementary_o,
    output wire         cfg_forward_control_o,
    output wire         cfg_forward_pause_o,
    output wire         cfg_ignore_pause_o,
    output wire [15:0]  cfg_rx_length_max_o,
    output wire         cfg_rx_tags_off_o,
    output wire [1:0]   cfg_remove_o,
    output wire         cfg_check_fcs_o,
    output wire [7:0]   cfg_pfc_ignore_o,
    output wire         cfg_forward_pfc_o,
    output wire         pause_off_o,             // requests by register
    output wire         pause_on_o,
    output wire         tx_clear_o,
    output wire         rx_clear_o,
    input  wire         stat_tx_busy_i,
    input  wire         stat_rx_busy_i,
    input  wire         underflow_i,             // events of the counters outside the statistics blocks
    input  wire         lost_later_i,
    input  wire         lost_first_i,
    output wire         tx_read_o,
    output wire         rx_read_o,
    output wire [4:0]   read_slot_o,
    input  wire [63:0]  tx_data_i,
    input  wire [63:0]  rx_data_i
);

  localparam [63:0] PRESET          = ((PresetCarry != 0) ? -64'h800000000 : 64'd0) - StatPreset;
  localparam [15:0] TX_BLOCK        = `LL10G_tx_stats_clr_ADDR;
  localparam [15:0] RX_BLOCK        = `LL10G_rx_stats_clr_ADDR;
  localparam [15:0] FIRST           = `LL10G_CNT_tx_stats_framesOK_ADDR;
  localparam [15:0] OCTETS_OK       = `LL10G_CNT_tx_stats_octetsOK_ADDR;
  localparam [15:0] OCTETS          = `LL10G_CNT_tx_stats_etherStatsOctets_ADDR;
  localparam [1:0]  REQUEST_ON      = 2'b01;
  localparam [1:0]  REQUEST_OFF     = 2'b10;
  localparam [1:0]  SOURCE_PORT     = 2'b00;
  localparam [1:0]  SOURCE_REGISTER = 2'b01;
  localparam [31:0] HIGH_BITS       = 32'h0000000F;  // of a counter of 36 bits

  reg [35:0] underflow_q;
  reg [35:0] lost_later_q;
  reg [35:0] lost_first_q;
  reg [31:0] tx_latch_q;
  reg [31:0] rx_latch_q;
  reg        tx_clear_q;
  reg        rx_clear_q;
  reg        pause_off_q;
  reg        pause_on_q;
  reg [31:0] prdata_q;
  reg        pslverr_q;

  reg [31:0] tx_transfer_status_read;            // what a read returns of a register that is not stored as it is written
  reg [31:0] rx_transfer_status_read;
  reg [31:0] tx_pauseframe_control_read;
  reg [31:0] tx_stats_clr_read;
  reg [31:0] rx_stats_clr_read;
  reg [31:0] value;
  reg [31:0] high;
  reg        mapped;
  reg        other;                              // no register: a statistics block, or nothing
  reg        tx_counter;
  reg        rx_counter;
  reg        tx_low;                             // the latch of that direction takes high
  reg        rx_low;

  wire        setup     = psel && !penable;
  wire        write     = psel && penable && pwrite;
  wire        low_byte  = write && pstrb[0];
  wire [31:0] byte_mask = {{8{pstrb[3]}}, {8{pstrb[2]}}, {8{pstrb[1]}}, {8{pstrb[0]}}};
  wire [4:0]  slot      = paddr[7:3] - FIRST[7:3];
  wire        octets    = paddr[7:3] == OCTETS_OK[7:3] || paddr[7:3] == OCTETS[7:3];

  function [31:0] merge;
    input [31:0] old;
    input [31:0] data;
    input [31:0] mask;
    merge = (old & ~mask) | (data & mask);
  endfunction

  // Storage, reset and write of the registers that are stored as they are written, <name>_q.
  `include "ll10g_storage.vh"

  wire [1:0] source = tx_pauseframe_enable_q[`LL10G_tx_pauseframe_enable_SOURCE +: 2];

  always @(posedge clk) begin
    if (!rst_n) begin
      pause_off_q <= 1'b0;
      pause_on_q  <= 1'b0;
      tx_clear_q  <= 1'b0;
      rx_clear_q  <= 1'b0;
    end else begin
      pause_off_q <= low_byte && paddr == `LL10G_tx_pauseframe_control_ADDR && pwdata[1:0] == REQUEST_OFF;
      pause_on_q  <= low_byte && paddr == `LL10G_tx_pauseframe_control_ADDR && pwdata[1:0] == REQUEST_ON;
      tx_clear_q  <= low_byte && paddr == TX_BLOCK && pwdata[0];
      rx_clear_q  <= low_byte && paddr == RX_BLOCK && pwdata[0];
    end
  end

  // ---- counters outside the statistics blocks, and the latches ----

  always @(posedge clk) begin
    if (!rst_n) begin
      underflow_q  <= PRESET[35:0];
      lost_later_q <= PRESET[35:0];
      lost_first_q <= PRESET[35:0];
      tx_latch_q   <= 32'd0;
      rx_latch_q   <= 32'd0;
    end else begin
      if (underflow_i) underflow_q <= underflow_q + 36'd1;
      if (lost_later_i) lost_later_q <= lost_later_q + 36'd1;
      if (lost_first_i) lost_first_q <= lost_first_q + 36'd1;
      if (tx_low) tx_latch_q <= high;
      if (rx_low) rx_latch_q <= high;
    end
  end

  // ---- reads ----

  // The addresses of registers are those of regs/ll10g/registers.def. The statistics blocks are decoded as a whole: both show the same
  // slots, each a low word and a high word, and a slot is a place in the block.
  always @* begin
    tx_transfer_status_read    = 32'd0;
    rx_transfer_status_read    = 32'd0;
    tx_pauseframe_control_read = 32'd0;
    tx_stats_clr_read          = 32'd0;
    rx_stats_clr_read          = 32'd0;
    value                      = 32'd0;
    high                       = 32'd0;
    mapped                     = 1'b0;
    other                      = 1'b0;
    tx_counter                 = 1'b0;
    rx_counter                 = 1'b0;
    tx_low                     = 1'b0;
    rx_low                     = 1'b0;
    if (setup) begin
      tx_transfer_status_read[`LL10G_tx_transfer_status_BUSY]     = stat_tx_busy_i;
      tx_transfer_status_read[`LL10G_tx_transfer_status_IN_RESET] = cfg_tx_reset_o;
      rx_transfer_status_read[`LL10G_rx_transfer_status_BUSY]     = stat_rx_busy_i;
      rx_transfer_status_read[`LL10G_rx_transfer_status_IN_RESET] = cfg_rx_reset_o;
      tx_stats_clr_read[`LL10G_tx_stats_clr_CLEAR]                = tx_clear_q;
      rx_stats_clr_read[`LL10G_rx_stats_clr_CLEAR]                = rx_clear_q;
      mapped = 1'b1;
      case (paddr)
        `LL10G_READ_REGISTERS(value)
        `LL10G_CNT_tx_underflow_counter0_ADDR: begin
          {high, value} = {28'd0, underflow_q};
          tx_low        = !pwrite;
        end
        `LL10G_CNT_rx_pktovrflow_error_ADDR: begin
          {high, value} = {28'd0, lost_later_q};
          rx_low        = !pwrite;
        end
        `LL10G_CNT_rx_pktovrflow_etherStatsDropEvents_ADDR: begin
          {high, value} = {28'd0, lost_first_q};
          rx_low        = !pwrite;
        end
        `LL10G_CNT_tx_underflow_counter1_ADDR: value = tx_latch_q & HIGH_BITS;
        `LL10G_CNT_rx_pktovrflow_error_hi_ADDR, `LL10G_CNT_rx_pktovrflow_etherStatsDropEvents_hi_ADDR:
        value = rx_latch_q & HIGH_BITS;
        default: other = 1'b1;
      endcase
      if (other) begin
        mapped = `LL10G_IS_RESERVED(paddr);
        if (!mapped && paddr[1:0] == 2'd0) begin
          tx_counter = paddr[15:8] == TX_BLOCK[15:8];
          rx_counter = paddr[15:8] == RX_BLOCK[15:8];
          mapped     = tx_counter || rx_counter;
          if (paddr[2]) begin
            if (tx_counter) value = tx_latch_q;
            if (rx_counter) value = rx_latch_q;
            if (!octets) value = value & HIGH_BITS;
          end else begin
            if (tx_counter) {high, value} = tx_data_i;
            if (rx_counter) {high, value} = rx_data_i;
            tx_low = tx_counter && !pwrite;
            rx_low = rx_counter && !pwrite;
          end
        end
      end
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      prdata_q  <= 32'd0;
      pslverr_q <= 1'b0;
    end else begin
      if (setup && !pwrite) prdata_q <= value;
      pslverr_q <= setup && !mapped;
    end
  end

  assign prdata                = prdata_q;
  assign pready                = 1'b1;
  assign pslverr               = pslverr_q;
  assign cfg_address_o         = {primary_mac_addr1_q[15:0], primary_mac_addr0_q};
  assign cfg_lane_address_o    = {primary_mac_addr0_q[7:0], primary_mac_addr0_q[15:8], primary_mac_addr0_q[23:16], primary_mac_addr0_q[31:24], primary_mac_addr1_q[7:0], primary_mac_addr1_q[15:8]};
  assign cfg_addresses_o       = {rx_frame_spaddr3_0_q[7:0], rx_frame_spaddr3_0_q[15:8], rx_frame_spaddr3_0_q[23:16], rx_frame_spaddr3_0_q[31:24], rx_frame_spaddr3_1_q[7:0], rx_frame_spaddr3_1_q[15:8],
      rx_frame_spaddr2_0_q[7:0], rx_frame_spaddr2_0_q[15:8], rx_frame_spaddr2_0_q[23:16], rx_frame_spaddr2_0_q[31:24], rx_frame_spaddr2_1_q[7:0], rx_frame_spaddr2_1_q[15:8],
      rx_frame_spaddr1_0_q[7:0], rx_frame_spaddr1_0_q[15:8], rx_frame_spaddr1_0_q[23:16], rx_frame_spaddr1_0_q[31:24], rx_frame_spaddr1_1_q[7:0], rx_frame_spaddr1_1_q[15:8],
      rx_frame_spaddr0_0_q[7:0], rx_frame_spaddr0_0_q[15:8], rx_frame_spaddr0_0_q[23:16], rx_frame_spaddr0_0_q[31:24], rx_frame_spaddr0_1_q[7:0], rx_frame_spaddr0_1_q[15:8]};
  assign cfg_tx_reset_o        = mac_reset_control_q[`LL10G_mac_reset_control_TX_RESET];
  assign cfg_rx_reset_o        = mac_reset_control_q[`LL10G_mac_reset_control_RX_RESET];
  assign cfg_tx_stop_o         = tx_packet_control_q[`LL10G_tx_packet_control_STOP];
  assign cfg_rx_stop_o         = rx_transfer_control_q[`LL10G_rx_transfer_control_STOP];
  assign cfg_tx_pad_o          = tx_pad_control_q[`LL10G_tx_pad_control_PAD];
  assign cfg_tx_fcs_o          = tx_crc_control_q[`LL10G_tx_crc_control_INSERT];
  assign cfg_tx_override_o     = tx_src_addr_override_q[`LL10G_tx_src_addr_override_OVERRIDE];
  assign cfg_tx_wide_gap_o     = tx_ipg_10g_q[`LL10G_tx_ipg_10g_TWELVE];
  assign cfg_tx_length_max_o   = tx_frame_maxlength_q[15:0];
  assign cfg_tx_tags_off_o     = tx_vlan_detection_q[`LL10G_tx_vlan_detection_DISABLE];
  assign cfg_unidirectional_o  = tx_unidir_control_q[1:0];
  assign cfg_pause_enable_o    = tx_pauseframe_enable_q[`LL10G_tx_pauseframe_enable_ENABLE];
  assign cfg_pause_from_port_o = source == SOURCE_PORT;
  assign cfg_pause_quanta_o    = tx_pauseframe_quanta_q[15:0];
  assign cfg_pause_holdoff_o   = tx_pauseframe_holdoff_quanta_q[15:0];
  assign cfg_pfc_enable_o      = tx_pfc_priority_enable_q[7:0];
  assign cfg_pfc_quanta_o      = {pfc_pause_quanta_7_q[15:0], pfc_pause_quanta_6_q[15:0], pfc_pause_quanta_5_q[15:0], pfc_pause_quanta_4_q[15:0],
      pfc_pause_quanta_3_q[15:0], pfc_pause_quanta_2_q[15:0], pfc_pause_quanta_1_q[15:0], pfc_pause_quanta_0_q[15:0]};
  assign cfg_pfc_holdoff_o     = {pfc_holdoff_quanta_7_q[15:0], pfc_holdoff_quanta_6_q[15:0], pfc_holdoff_quanta_5_q[15:0], pfc_holdoff_quanta_4_q[15:0],
      pfc_holdoff_quanta_3_q[15:0], pfc_holdoff_quanta_2_q[15:0], pfc_holdoff_quanta_1_q[15:0], pfc_holdoff_quanta_0_q[15:0]};
  assign cfg_all_unicast_o     = rx_frame_control_q[`LL10G_rx_frame_control_EN_ALLUCAST];
  assign cfg_all_multicast_o   = rx_frame_control_q[`LL10G_rx_frame_control_EN_ALLMCAST];
  assign cfg_supplementary_o   = rx_frame_control_q[`LL10G_rx_frame_control_EN_SUPP0 +: 4];
  assign cfg_forward_control_o = rx_frame_control_q[`LL10G_rx_frame_control_FWD_CONTROL];
  assign cfg_forward_pause_o   = rx_frame_control_q[`LL10G_rx_frame_control_FWD_PAUSE];
  assign cfg_ignore_pause_o    = rx_frame_control_q[`LL10G_rx_frame_control_IGNORE_PAUSE];
  assign cfg_rx_length_max_o   = rx_frame_maxlength_q[15:0];
  assign cfg_rx_tags_off_o     = rx_vlan_detection_q[`LL10G_rx_vlan_detection_DISABLE];
  assign cfg_remove_o          = rx_padcrc_control_q[1:0];
  assign cfg_check_fcs_o       = rx_crccheck_control_q[`LL10G_rx_crccheck_control_CHECK];
  assign cfg_pfc_ignore_o      = rx_pfc_control_q[7:0];
  assign cfg_forward_pfc_o     = rx_pfc_control_q[`LL10G_rx_pfc_control_FWD_PFC];
  assign pause_off_o           = pause_off_q && source == SOURCE_REGISTER;
  assign pause_on_o            = pause_on_q && source == SOURCE_REGISTER;
  assign tx_clear_o            = tx_clear_q;
  assign rx_clear_o            = rx_clear_q;
  assign tx_read_o             = setup && paddr[15:8] == TX_BLOCK[15:8];
  assign rx_read_o             = setup && paddr[15:8] == RX_BLOCK[15:8];
  assign read_slot_o           = slot;

endmodule

`default_nettype wire
