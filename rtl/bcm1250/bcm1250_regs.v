// SPDX-License-Identifier: Apache-2.0
// The register file, by APB4 with 64 bits and without wait states, and the management pins.
// BCM1250 UM100CB p.266-288; sb1250_mac.h; sb1250_regs.h; doc/devices/bcm1250.md 5, 6; AMBA APB4 3.
//
// Rules. A read returns what is visible in its setup cycle. A write changes the register with the cycle after its access
// cycle, by its byte strobes and the register's write mask. A read of mac_status clears the events that it showed; an event
// that arrives with it stays. mdio_cmd: a write with start and a command starts the MDIO master and locks the register
// until that is done; any other write just stores. While the master's frame lasts it drives the pins, else they follow
// the mdio register. An address without a register answers pslverr and does nothing.
`include "bcm1250_regs.vh"
`default_nettype none

module bcm1250_regs (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         psel,
    input  wire         penable,
    input  wire [15:0]  paddr,
    input  wire         pwrite,
    input  wire [63:0]  pwdata,
    input  wire [7:0]   pstrb,
    output wire [63:0]  prdata,
    output wire         pready,
    output wire         pslverr,
    output wire         cfg_fifo_o,
    output wire         cfg_gig_o,
    output wire         cfg_half_duplex_o,
    output wire         cfg_port_reset_o,
    output wire         cfg_rx_enable_o,
    output wire         cfg_tx_enable_o,
    output wire         cfg_retry_o,
    output wire         cfg_report_drops_o,
    output wire [2:0]   cfg_pause_count_o,
    output wire [6:0]   cfg_drop_o,              // any error, FCS, code, alignment, runt, oversize, length
    output wire         cfg_flow_force_o,
    output wire [1:0]   cfg_flow_command_o,
    output wire [5:0]   cfg_ifg_rx_o,
    output wire [5:0]   cfg_ifg_tx_o,
    output wire [5:0]   cfg_ifg_thrsh_o,
    output wire [7:0]   cfg_seed_o,
    output wire         cfg_seed_load_o,
    output wire [7:0]   cfg_slot_clocks_o,       // 512 bit times and the signed adjustment, four in a clock
    output wire [7:0]   cfg_length_min_o,
    output wire [15:0]  cfg_length_max_o,
    output wire         cfg_all_o,
    output wire         cfg_unicast_o,
    output wire         cfg_unicast_invert_o,
    output wire         cfg_multicast_o,
    output wire         cfg_multicast_invert_o,
    output wire         cfg_broadcast_o,
    output wire         cfg_all_multicast_o,
    output wire         cfg_forward_pause_o,
    output wire [47:0]  cfg_address_o,           // addresses: first octet in the lowest bits
    output wire [383:0] cfg_filter_o,
    output wire [15:0]  cfg_low_mark_o,
    input  wire         rx_overflow_i,           // events, in the cycle before they are visible
    input  wire         tx_underrun_i,
    input  wire         late_collision_i,
    input  wire         excessive_collision_i,
    input  wire         counter_overflow_i,
    input  wire [4:0]   counter_overflow_slot_i,
    input  wire         stat_xoff_i,
    output wire         slot_read_o,
    output wire         slot_write_o,
    output wire [4:0]   slot_o,
    output wire [63:0]  slot_mask_o,
    input  wire [63:0]  slot_data_i,
    output wire         mdio_start_o,
    output wire [1:0]   mdio_op_o,
    output wire [4:0]   mdio_phy_o,
    output wire [4:0]   mdio_register_o,
    output wire [15:0]  mdio_data_o,
    input  wire         mdio_done_i,
    input  wire [15:0]  mdio_data_i,
    input  wire         mdio_failed_i,
    input  wire         master_mdc_i,
    input  wire         master_mdio_i,
    input  wire         master_oe_i,
    output wire         mdc,
    output wire         mdio_o,
    output wire         mdio_oe,
    input  wire         mdio_i
);

  localparam [1:0] MDIO_WRITE = 2'b01;
  localparam [1:0] MDIO_READ  = 2'b10;
  localparam [15:0] RMON_END  = 16'h0100;

  reg [63:0] mdio_cmd_q;
  reg        seed_load_q;
  reg        rx_overflow_q;
  reg        tx_underrun_q;
  reg        late_collision_q;
  reg        excessive_collision_q;
  reg        counter_overflow_q;
  reg [4:0]  counter_slot_q;
  reg        mdio_start_q;
  reg        mdio_busy_q;
  reg        mdio_failed_q;
  reg [63:0] prdata_q;
  reg        pslverr_q;

  reg [63:0] mac_status_read;                    // what a read returns of a register that is not stored as it is written
  reg [63:0] mdio_read;
  reg [63:0] mdio_cmd_read;
  reg [63:0] value;
  reg        mapped;
  reg        other;                              // no register of the case: an RMON slot, or nothing

  wire        setup      = psel && !penable;
  wire        write      = psel && penable && pwrite;
  wire        slot       = paddr < RMON_END && paddr[2:0] == 3'd0;
  wire        read_state = setup && !pwrite && paddr == `BCM1250_mac_status_ADDR;
  wire [63:0] byte_mask  = {{8{pstrb[7]}}, {8{pstrb[6]}}, {8{pstrb[5]}}, {8{pstrb[4]}},
      {8{pstrb[3]}}, {8{pstrb[2]}}, {8{pstrb[1]}}, {8{pstrb[0]}}};
  wire [1:0]  command    = pwdata[`BCM1250_mdio_cmd_COMMAND +: 2];
  wire        write_cmd  = write && paddr == `BCM1250_mdio_cmd_ADDR && !mdio_busy_q;
  wire        start_cmd  = write_cmd && pwdata[`BCM1250_mdio_cmd_BUSY] && pstrb[`BCM1250_mdio_cmd_BUSY / 8]
      && (command == MDIO_WRITE || command == MDIO_READ);
  wire        master     = mdio_busy_q && !mdio_start_q;   // the pins are the master's

  function [63:0] merge;
    input [63:0] old;
    input [63:0] data;
    input [63:0] mask;
    merge = (old & ~mask) | (data & mask);
  endfunction

  // Storage, reset and write of the registers that are stored as they are written, <name>_q.
  `include "bcm1250_storage.vh"

  always @(posedge clk) begin
    if (!rst_n) seed_load_q <= 1'b0;
    else
      seed_load_q <= write && paddr == `BCM1250_frame_cfg_ADDR && byte_mask[`BCM1250_frame_cfg_LFSR_SEED +: 8] != 8'd0;
  end

  // ---- mac_status ----

  always @(posedge clk) begin
    if (!rst_n) begin
      rx_overflow_q         <= 1'b0;
      tx_underrun_q         <= 1'b0;
      late_collision_q      <= 1'b0;
      excessive_collision_q <= 1'b0;
      counter_overflow_q    <= 1'b0;
      counter_slot_q        <= 5'd0;
    end else begin
      if (read_state) begin
        rx_overflow_q         <= 1'b0;
        tx_underrun_q         <= 1'b0;
        late_collision_q      <= 1'b0;
        excessive_collision_q <= 1'b0;
        counter_overflow_q    <= 1'b0;
      end
      if (rx_overflow_i) rx_overflow_q <= 1'b1;
      if (tx_underrun_i) tx_underrun_q <= 1'b1;
      if (late_collision_i) late_collision_q <= 1'b1;
      if (excessive_collision_i) excessive_collision_q <= 1'b1;
      if (counter_overflow_i) begin
        counter_overflow_q <= 1'b1;
        counter_slot_q     <= counter_overflow_slot_i;
      end
    end
  end

  // ---- MDIO master ----

  always @(posedge clk) begin
    if (!rst_n) begin
      mdio_cmd_q    <= `BCM1250_mdio_cmd_RESET;
      mdio_start_q  <= 1'b0;
      mdio_busy_q   <= 1'b0;
      mdio_failed_q <= 1'b0;
    end else begin
      mdio_start_q <= start_cmd;
      if (write_cmd) mdio_cmd_q <= merge(mdio_cmd_q, pwdata, byte_mask & `BCM1250_mdio_cmd_MASK);
      if (start_cmd) begin
        mdio_busy_q   <= 1'b1;
        mdio_failed_q <= 1'b0;
      end else if (mdio_done_i) begin
        mdio_busy_q   <= 1'b0;
        mdio_failed_q <= mdio_failed_i;
        if (mdio_op_o == MDIO_READ) mdio_cmd_q[`BCM1250_mdio_cmd_DATA +: 16] <= mdio_data_i;
      end
    end
  end

  // ---- reads ----

  // The addresses of registers are those of regs/bcm1250/registers.def; the RMON block is decoded as a whole, a slot is its place there.
  always @* begin
    mac_status_read = 64'd0;
    mdio_read       = 64'd0;
    mdio_cmd_read   = 64'd0;
    value           = 64'd0;
    mapped          = 1'b0;
    other           = 1'b0;
    if (setup) begin
      mac_status_read[`BCM1250_mac_status_RX_OVRFL]          = rx_overflow_q;
      mac_status_read[`BCM1250_mac_status_TX_UNDRFL]         = tx_underrun_q;
      mac_status_read[`BCM1250_mac_status_LTCOL_ERR]         = late_collision_q;
      mac_status_read[`BCM1250_mac_status_EXCOL_ERR]         = excessive_collision_q;
      mac_status_read[`BCM1250_mac_status_CNTR_OVRFL_ERR]    = counter_overflow_q;
      mac_status_read[`BCM1250_mac_status_COUNTER_ADDR +: 5] = counter_slot_q;
      mac_status_read[`BCM1250_mac_status_TX_PAUSE_ON]       = stat_xoff_i;
      mdio_read                                    = mdio_q;
      mdio_read[`BCM1250_mdio_IN]                  = mdio_i;
      mdio_cmd_read                                = mdio_cmd_q;
      mdio_cmd_read[`BCM1250_mdio_cmd_READ_FAILED] = mdio_failed_q;
      mdio_cmd_read[`BCM1250_mdio_cmd_BUSY]        = mdio_busy_q;
      mapped = 1'b1;
      case (paddr)
        `BCM1250_READ_REGISTERS(value)
        default: other = 1'b1;
      endcase
      if (other) begin
        mapped = slot;
        if (slot) value = slot_data_i;
      end
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      prdata_q  <= 64'd0;
      pslverr_q <= 1'b0;
    end else begin
      if (setup && !pwrite) prdata_q <= value;
      pslverr_q <= setup && !mapped;
    end
  end

  assign prdata                 = prdata_q;
  assign pready                 = 1'b1;
  assign pslverr                = pslverr_q;
  assign cfg_fifo_o             = mac_cfg_q[`BCM1250_mac_cfg_BYPASS_SEL];
  assign cfg_gig_o              = mac_cfg_q[`BCM1250_mac_cfg_SPEED_SEL + 1];
  assign cfg_half_duplex_o      = mac_cfg_q[`BCM1250_mac_cfg_HDX_EN] && !cfg_gig_o && !cfg_fifo_o;
  assign cfg_port_reset_o       = enable_q[`BCM1250_enable_PORT_RESET];
  assign cfg_rx_enable_o        = !cfg_port_reset_o
      && (cfg_fifo_o ? enable_q[`BCM1250_enable_BYP_RX_ENABLE] : enable_q[`BCM1250_enable_RX_ENABLE]);
  assign cfg_tx_enable_o        = !cfg_port_reset_o
      && (cfg_fifo_o ? enable_q[`BCM1250_enable_BYP_TX_ENABLE] : enable_q[`BCM1250_enable_TX_ENABLE]);
  assign cfg_retry_o            = mac_cfg_q[`BCM1250_mac_cfg_RETRY_EN];
  assign cfg_report_drops_o     = mac_cfg_q[`BCM1250_mac_cfg_RET_DRPREQ_EN];
  assign cfg_pause_count_o      = mac_cfg_q[`BCM1250_mac_cfg_TX_PAUSE_CNT +: 3];
  assign cfg_drop_o             = mac_cfg_q[`BCM1250_mac_cfg_DRP_ERRPKT_EN +: 7];
  assign cfg_flow_force_o       = mac_cfg_q[`BCM1250_mac_cfg_FC_SEL];
  assign cfg_flow_command_o     = mac_cfg_q[`BCM1250_mac_cfg_FC_CMD +: 2];
  assign cfg_ifg_rx_o           = frame_cfg_q[`BCM1250_frame_cfg_IFG_RX +: 6];
  assign cfg_ifg_tx_o           = frame_cfg_q[`BCM1250_frame_cfg_IFG_TX +: 6];
  assign cfg_ifg_thrsh_o        = frame_cfg_q[`BCM1250_frame_cfg_IFG_THRSH +: 6];
  assign cfg_seed_o             = frame_cfg_q[`BCM1250_frame_cfg_LFSR_SEED +: 8];
  assign cfg_seed_load_o        = seed_load_q;
  assign cfg_slot_clocks_o      = {~frame_cfg_q[`BCM1250_frame_cfg_SLOT_SIZE + 9],
      frame_cfg_q[`BCM1250_frame_cfg_SLOT_SIZE + 2 +: 7]};
  assign cfg_length_min_o       = frame_cfg_q[`BCM1250_frame_cfg_MIN_FRAMESZ +: 8];
  assign cfg_length_max_o       = frame_cfg_q[`BCM1250_frame_cfg_MAX_FRAMESZ +: 16];
  assign cfg_all_o              = adfilter_cfg_q[`BCM1250_adfilter_cfg_ALLPKT_EN];
  assign cfg_unicast_o          = adfilter_cfg_q[`BCM1250_adfilter_cfg_UCAST_EN];
  assign cfg_unicast_invert_o   = adfilter_cfg_q[`BCM1250_adfilter_cfg_UCAST_INV];
  assign cfg_multicast_o        = adfilter_cfg_q[`BCM1250_adfilter_cfg_MCAST_EN];
  assign cfg_multicast_invert_o = adfilter_cfg_q[`BCM1250_adfilter_cfg_MCAST_INV];
  assign cfg_broadcast_o        = adfilter_cfg_q[`BCM1250_adfilter_cfg_BCAST_EN];
  assign cfg_all_multicast_o    = adfilter_cfg_q[`BCM1250_adfilter_cfg_ALLMCAST_EN];
  assign cfg_forward_pause_o    = adfilter_cfg_q[`BCM1250_adfilter_cfg_FWDPAUSE_EN];
  assign cfg_address_o          = ethernet_addr_q[47:0];
  assign cfg_filter_o           = {addr_filter_7_q[47:0], addr_filter_6_q[47:0], addr_filter_5_q[47:0], addr_filter_4_q[47:0],
      addr_filter_3_q[47:0], addr_filter_2_q[47:0], addr_filter_1_q[47:0], addr_filter_0_q[47:0]};
  assign cfg_low_mark_o         = dma_config0_q[`BCM1250_dma_config0_LOW_WATERMARK +: 16];
  assign slot_read_o            = setup && paddr < RMON_END;
  assign slot_write_o           = write && slot;
  assign slot_o                 = paddr[7:3];
  assign slot_mask_o            = byte_mask;
  assign mdio_start_o           = mdio_start_q;
  assign mdio_op_o              = mdio_cmd_q[`BCM1250_mdio_cmd_COMMAND +: 2];
  assign mdio_phy_o             = mdio_cmd_q[`BCM1250_mdio_cmd_PHY +: 5];
  assign mdio_register_o        = mdio_cmd_q[`BCM1250_mdio_cmd_REGISTER +: 5];
  assign mdio_data_o            = mdio_cmd_q[`BCM1250_mdio_cmd_DATA +: 16];
  assign mdc                    = master ? master_mdc_i : mdio_q[`BCM1250_mdio_MDC];
  assign mdio_o                 = master ? master_mdio_i : mdio_q[`BCM1250_mdio_OUT];
  assign mdio_oe                = master ? master_oe_i : !mdio_q[`BCM1250_mdio_INPUT];

endmodule

`default_nettype wire
