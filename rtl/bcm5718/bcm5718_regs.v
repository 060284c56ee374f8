// SPDX-License-Identifier: Apache-2.0
// The register file, by APB4 without wait states.
// BCM5718 PG108-R p.224-226, p.430-431; tg3.h; AMBA APB4 3.
//
// Rules. A read returns what is visible in its setup cycle, and clears a counter with that cycle. A write changes
// the register with the cycle after its access cycle, by its byte strobes and the register's write mask. Reset and
// clear bits are strobes of one cycle and are never stored. An address without a register answers pslverr and does
// nothing. MI_COM: a write with start and a command starts the MDIO master and locks the register until that is
// done; any other write just stores.
`include "bcm5718_regs.vh"
`default_nettype none

module bcm5718_regs #(
    parameter MbufCount = 319
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        psel,
    input  wire        penable,
    input  wire [15:0] paddr,
    input  wire        pwrite,
    input  wire [31:0] pwdata,
    input  wire [3:0]  pstrb,
    output wire [31:0] prdata,
    output wire        pready,
    output wire        pslverr,
    output wire        cfg_half_duplex_o,
    output wire        cfg_tagged_control_o,
    output wire        cfg_tx_enable_o,
    output wire        cfg_tx_flow_o,
    output wire        cfg_long_pause_o,
    output wire        cfg_rx_enable_o,
    output wire        cfg_rx_flow_o,
    output wire        cfg_keep_control_o,
    output wire        cfg_keep_pause_o,
    output wire        cfg_accept_oversized_o,
    output wire        cfg_accept_runts_o,
    output wire        cfg_length_check_o,
    output wire        cfg_promiscuous_o,
    output wire        cfg_no_crc_check_o,
    output wire [15:0] cfg_mtu_o,
    output wire [47:0] cfg_address_0_o,
    output wire [47:0] cfg_address_1_o,
    output wire [47:0] cfg_address_2_o,
    output wire [47:0] cfg_address_3_o,
    output wire [15:0] cfg_allowance_o,
    output wire [8:0]  cfg_low_mark_o,
    output wire [8:0]  cfg_high_mark_o,
    output wire        rx_reset_o,
    output wire        tx_reset_o,
    output wire        rx_stats_clear_o,
    output wire        tx_stats_clear_o,
    input  wire        stat_xoff_i,
    input  wire        stat_sent_xoff_i,
    input  wire        stat_sent_xon_i,
    input  wire        stat_underrun_i,
    input  wire        stat_remote_xoff_i,
    input  wire        stat_xoff_received_i,
    input  wire        stat_xon_received_i,
    input  wire        stat_low_i,
    input  wire        stat_low_rise_i,
    input  wire [15:0] stat_free_i,
    output wire        counter_read_o,
    output wire [$clog2(`BCM5718_CNT_COUNT)-1:0] counter_index_o,
    input  wire [31:0] counter_data_i,
    output wire        mdio_start_o,
    output wire [1:0]  mdio_op_o,
    output wire [4:0]  mdio_phy_o,
    output wire [4:0]  mdio_register_o,
    output wire [15:0] mdio_data_o,
    input  wire        mdio_done_i,
    input  wire [15:0] mdio_data_i,
    input  wire        mdio_failed_i
);

  localparam INDEX_WIDTH = $clog2(`BCM5718_CNT_COUNT);
  localparam [31:0] POOL_OCTETS = 128 * (MbufCount + 1);
  localparam [1:0]  MDIO_WRITE  = 2'b01;
  localparam [1:0]  MDIO_READ   = 2'b10;

  reg [31:0] mi_com_q;
  reg        attention_q;
  reg        rx_reset_q;
  reg        tx_reset_q;
  reg        rx_stats_clear_q;
  reg        tx_stats_clear_q;
  reg        mi_start_q;
  reg        mi_busy_q;
  reg        mi_failed_q;
  reg [31:0] prdata_q;
  reg        pslverr_q;

  reg [31:0]            mac_mode_read;           // what a read returns of a register that is not stored as it is written
  reg [31:0]            mi_com_read;
  reg [31:0]            tx_mode_read;
  reg [31:0]            tx_status_read;
  reg [31:0]            rx_mode_read;
  reg [31:0]            rx_status_read;
  reg [31:0]            hostcc_flow_attn_read;
  reg [31:0]            bufmgr_status_read;
  reg [31:0]            mbuf_pool_length_read;
  reg [31:0]            free_rx_mbufs_read;
  reg [31:0]            value;
  reg                   mapped;
  reg                   counter;
  reg [INDEX_WIDTH-1:0] counter_index;

  wire        setup     = psel && !penable;
  wire        write     = psel && penable && pwrite;
  wire [31:0] byte_mask = {{8{pstrb[3]}}, {8{pstrb[2]}}, {8{pstrb[1]}}, {8{pstrb[0]}}};
  wire [1:0]  command   = pwdata[`BCM5718_MI_COM_COMMAND +: 2];

  wire write_mac_mode = write && paddr == `BCM5718_MAC_MODE_ADDR;
  wire write_tx_mode  = write && paddr == `BCM5718_TX_MODE_ADDR;
  wire write_rx_mode  = write && paddr == `BCM5718_RX_MODE_ADDR;
  wire write_mi_com   = write && paddr == `BCM5718_MI_COM_ADDR && !mi_busy_q;
  wire mac_reset      = write_mac_mode && pwdata[`BCM5718_MAC_MODE_SOFT_RESET]
      && pstrb[`BCM5718_MAC_MODE_SOFT_RESET / 8];
  wire mi_start       = write_mi_com && pwdata[`BCM5718_MI_COM_BUSY] && pstrb[`BCM5718_MI_COM_BUSY / 8]
      && (command == MDIO_WRITE || command == MDIO_READ);

  function [31:0] merge;
    input [31:0] old;
    input [31:0] data;
    input [31:0] mask;
    merge = (old & ~mask) | (data & mask);
  endfunction

  // Storage, reset and write of the registers that are stored as they are written, <name>_q.
  `include "bcm5718_storage.vh"

  always @(posedge clk) begin
    if (!rst_n) begin
      rx_reset_q       <= 1'b0;
      tx_reset_q       <= 1'b0;
      rx_stats_clear_q <= 1'b0;
      tx_stats_clear_q <= 1'b0;
    end else begin
      rx_reset_q       <= mac_reset || (write_rx_mode && pwdata[`BCM5718_RX_MODE_SOFT_RESET]
          && pstrb[`BCM5718_RX_MODE_SOFT_RESET / 8]);
      tx_reset_q       <= mac_reset || (write_tx_mode && pwdata[`BCM5718_TX_MODE_SOFT_RESET]
          && pstrb[`BCM5718_TX_MODE_SOFT_RESET / 8]);
      rx_stats_clear_q <= write_mac_mode && pwdata[`BCM5718_MAC_MODE_RX_STATS_CLEAR]
          && pstrb[`BCM5718_MAC_MODE_RX_STATS_CLEAR / 8];
      tx_stats_clear_q <= write_mac_mode && pwdata[`BCM5718_MAC_MODE_TX_STATS_CLEAR]
          && pstrb[`BCM5718_MAC_MODE_TX_STATS_CLEAR / 8];
    end
  end

  always @(posedge clk) begin
    if (!rst_n) attention_q <= 1'b0;
    else if (stat_low_rise_i && bufmgr_mode_q[`BCM5718_BUFMGR_MODE_MBUF_LOW_ATTENTION]) attention_q <= 1'b1;
    else if (write && paddr == `BCM5718_HOSTCC_FLOW_ATTN_ADDR && pwdata[`BCM5718_HOSTCC_FLOW_ATTN_MBUF_LOW]
        && pstrb[`BCM5718_HOSTCC_FLOW_ATTN_MBUF_LOW / 8])
      attention_q <= 1'b0;
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      mi_com_q    <= `BCM5718_MI_COM_RESET;
      mi_start_q  <= 1'b0;
      mi_busy_q   <= 1'b0;
      mi_failed_q <= 1'b0;
    end else begin
      mi_start_q <= mi_start;
      if (write_mi_com) mi_com_q <= merge(mi_com_q, pwdata, byte_mask & `BCM5718_MI_COM_MASK);
      if (mi_start) begin
        mi_busy_q   <= 1'b1;
        mi_failed_q <= 1'b0;
      end else if (mdio_done_i) begin
        mi_busy_q   <= 1'b0;
        mi_failed_q <= mdio_failed_i;
        if (mdio_op_o == MDIO_READ) mi_com_q[`BCM5718_MI_COM_DATA +: 16] <= mdio_data_i;
      end
    end
  end

  // The addresses are those of regs/bcm5718/registers.def.
  always @* begin
    mac_mode_read         = 32'd0;
    mi_com_read           = 32'd0;
    tx_mode_read          = 32'd0;
    tx_status_read        = 32'd0;
    rx_mode_read          = 32'd0;
    rx_status_read        = 32'd0;
    hostcc_flow_attn_read = 32'd0;
    bufmgr_status_read    = 32'd0;
    mbuf_pool_length_read = 32'd0;
    free_rx_mbufs_read    = 32'd0;
    value                 = 32'd0;
    mapped                = 1'b0;
    counter               = 1'b0;
    counter_index         = {INDEX_WIDTH{1'b0}};
    if (setup) begin
      mac_mode_read                                             = mac_mode_q;
      mi_com_read                                               = mi_com_q;
      mi_com_read[`BCM5718_MI_COM_READ_FAILED]                  = mi_failed_q;
      mi_com_read[`BCM5718_MI_COM_BUSY]                         = mi_busy_q;
      tx_mode_read                                              = tx_mode_q;
      tx_status_read                                            = `BCM5718_TX_STATUS_RESET;
      tx_status_read[`BCM5718_TX_STATUS_XOFFED]                 = stat_xoff_i;
      tx_status_read[`BCM5718_TX_STATUS_SENT_XOFF]              = stat_sent_xoff_i;
      tx_status_read[`BCM5718_TX_STATUS_SENT_XON]               = stat_sent_xon_i;
      tx_status_read[`BCM5718_TX_STATUS_UNDERRUN]               = stat_underrun_i;
      rx_mode_read                                              = rx_mode_q;
      rx_status_read                                            = `BCM5718_RX_STATUS_RESET;
      rx_status_read[`BCM5718_RX_STATUS_REMOTE_TX_XOFFED]       = stat_remote_xoff_i;
      rx_status_read[`BCM5718_RX_STATUS_XOFF_RCVD]              = stat_xoff_received_i;
      rx_status_read[`BCM5718_RX_STATUS_XON_RCVD]               = stat_xon_received_i;
      hostcc_flow_attn_read[`BCM5718_HOSTCC_FLOW_ATTN_MBUF_LOW] = attention_q;
      bufmgr_status_read[`BCM5718_BUFMGR_STATUS_MBUF_LOW]       = stat_low_i;
      mbuf_pool_length_read                                     = POOL_OCTETS;
      free_rx_mbufs_read                                        = {16'd0, stat_free_i};
      counter = 1'b1;
      case (paddr)
        `BCM5718_COUNTER_INDICES(counter_index)
        default: counter = 1'b0;
      endcase
      mapped = 1'b1;
      case (paddr)
        `BCM5718_READ_REGISTERS(value)
        default: mapped = counter || `BCM5718_IS_RESERVED(paddr);
      endcase
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      prdata_q  <= 32'd0;
      pslverr_q <= 1'b0;
    end else begin
      if (setup && !pwrite) prdata_q <= counter ? counter_data_i : value;
      pslverr_q <= setup && !mapped;
    end
  end

  assign prdata                 = prdata_q;
  assign pready                 = 1'b1;
  assign pslverr                = pslverr_q;
  assign cfg_half_duplex_o      = mac_mode_q[`BCM5718_MAC_MODE_HALF_DUPLEX];
  assign cfg_tagged_control_o   = mac_mode_q[`BCM5718_MAC_MODE_TAGGED_MAC_CONTROL];
  assign cfg_tx_enable_o        = tx_mode_q[`BCM5718_TX_MODE_ENABLE];
  assign cfg_tx_flow_o          = tx_mode_q[`BCM5718_TX_MODE_FLOW_ENABLE];
  assign cfg_long_pause_o       = tx_mode_q[`BCM5718_TX_MODE_LONG_PAUSE];
  assign cfg_rx_enable_o        = rx_mode_q[`BCM5718_RX_MODE_ENABLE];
  assign cfg_rx_flow_o          = rx_mode_q[`BCM5718_RX_MODE_FLOW_ENABLE];
  assign cfg_keep_control_o     = rx_mode_q[`BCM5718_RX_MODE_KEEP_MAC_CONTROL];
  assign cfg_keep_pause_o       = rx_mode_q[`BCM5718_RX_MODE_KEEP_PAUSE];
  assign cfg_accept_oversized_o = rx_mode_q[`BCM5718_RX_MODE_ACCEPT_OVERSIZED];
  assign cfg_accept_runts_o     = rx_mode_q[`BCM5718_RX_MODE_ACCEPT_RUNTS];
  assign cfg_length_check_o     = rx_mode_q[`BCM5718_RX_MODE_LENGTH_CHECK];
  assign cfg_promiscuous_o      = rx_mode_q[`BCM5718_RX_MODE_PROMISCUOUS];
  assign cfg_no_crc_check_o     = rx_mode_q[`BCM5718_RX_MODE_NO_CRC_CHECK];
  assign cfg_mtu_o              = rx_mtu_q[15:0];
  assign cfg_address_0_o        = {mac_addr_0_high_q[15:0], mac_addr_0_low_q};
  assign cfg_address_1_o        = {mac_addr_1_high_q[15:0], mac_addr_1_low_q};
  assign cfg_address_2_o        = {mac_addr_2_high_q[15:0], mac_addr_2_low_q};
  assign cfg_address_3_o        = {mac_addr_3_high_q[15:0], mac_addr_3_low_q};
  assign cfg_allowance_o        = low_wmark_max_rx_frame_q[15:0];
  assign cfg_low_mark_o         = mac_rx_low_watermark_q[8:0];
  assign cfg_high_mark_o        = high_watermark_q[8:0];
  assign rx_reset_o             = rx_reset_q;
  assign tx_reset_o             = tx_reset_q;
  assign rx_stats_clear_o       = rx_stats_clear_q;
  assign tx_stats_clear_o       = tx_stats_clear_q;
  assign counter_read_o         = counter && !pwrite;
  assign counter_index_o        = counter_index;
  assign mdio_start_o           = mi_start_q;
  assign mdio_op_o              = mi_com_q[`BCM5718_MI_COM_COMMAND +: 2];
  assign mdio_phy_o             = mi_com_q[`BCM5718_MI_COM_PHY +: 5];
  assign mdio_register_o        = mi_com_q[`BCM5718_MI_COM_REGISTER +: 5];
  assign mdio_data_o            = mi_com_q[`BCM5718_MI_COM_DATA +: 16];

endmodule

`default_nettype wire
