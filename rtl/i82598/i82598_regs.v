// SPDX-License-Identifier: Apache-2.0
// The register file, by APB4 without wait states.
// 82598EB datasheet p.119-120, p.322, p.356-366; ixgbe_type.h; AMBA APB4 3; doc/devices/i82598.md 2, 5.
//
// Rules. A read returns what is visible in its setup cycle, and clears a counter with that cycle. A write changes
// the register with the cycle after its access cycle, by its byte strobes and the register's write mask. TFCS.TXOFF
// reads the inhibit; a write sets the software's part of it, and clearing that ends a received PAUSE, too. Unmapped
// and unaligned addresses answer with an error.
`include "i82598_regs.vh"
`default_nettype none

module i82598_regs #(
    parameter MarkFormat = 0                   // of the marks, 0: bits 18:4, 1: bits 15:3, 2: bits 18:8
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
    output wire        cfg_rx_enable_o,
    output wire        cfg_jumbo_o,
    output wire [15:0] cfg_frame_size_o,       // the longest legal one, with cfg_jumbo_o
    output wire        cfg_length_errors_o,    // length errors are reported
    output wire        cfg_strip_fcs_o,
    output wire        cfg_store_bad_o,
    output wire        cfg_all_group_o,
    output wire        cfg_all_unicast_o,
    output wire        cfg_broadcast_o,
    output wire        cfg_keep_control_o,
    output wire        cfg_drop_pause_o,
    output wire        cfg_rx_flow_o,
    output wire        cfg_tx_fcs_o,
    output wire        cfg_tx_pad_o,
    output wire        cfg_tx_flow_o,
    output wire        cfg_xon_o,
    output wire [18:0] cfg_high_mark_o,        // octets
    output wire [18:0] cfg_low_mark_o,
    output wire [15:0] cfg_pause_quanta_o,
    output wire [15:0] cfg_refresh_quanta_o,
    output wire [48:0] cfg_address_0_o,        // {valid, octets in lane order}
    output wire [48:0] cfg_address_1_o,
    output wire [48:0] cfg_address_2_o,
    output wire [48:0] cfg_address_3_o,
    output wire        txoff_set_o,            // a write to TFCS.TXOFF
    output wire        txoff_clear_o,
    input  wire        stat_txoff_i,
    output wire        counter_read_o,
    output wire [$clog2(`I82598_CNT_COUNT)-1:0] counter_index_o,
    output wire        counter_high_o,
    input  wire [31:0] counter_data_i
);

  localparam INDEX_WIDTH = $clog2(`I82598_CNT_COUNT);
  localparam [18:0] MARK_BITS = (MarkFormat == 1) ? 19'h0FFF8 : (MarkFormat == 2) ? 19'h7FF00 : 19'h7FFF0;

  reg [31:0] prdata_q;
  reg        pslverr_q;

  reg [31:0]            tfcs_read;               // what a read returns of the register that is not stored as it is written
  reg [31:0]            value;
  reg                   mapped;
  reg                   counter;
  reg                   counter_high;
  reg [INDEX_WIDTH-1:0] counter_index;

  wire        setup     = psel && !penable;
  wire        write     = psel && penable && pwrite;
  wire [31:0] byte_mask = {{8{pstrb[3]}}, {8{pstrb[2]}}, {8{pstrb[1]}}, {8{pstrb[0]}}};

  wire write_txoff = write && paddr == `I82598_TFCS_ADDR && pstrb[`I82598_TFCS_TXOFF / 8];

  function [31:0] merge;
    input [31:0] old;
    input [31:0] data;
    input [31:0] mask;
    merge = (old & ~mask) | (data & mask);
  endfunction

  // Storage, reset and write of the registers that are stored as they are written, <name>_q.
  `include "i82598_storage.vh"

  // The addresses are those of regs/i82598/registers.def.
  always @* begin
    tfcs_read     = 32'd0;
    value         = 32'd0;
    mapped        = 1'b0;
    counter       = 1'b0;
    counter_high  = 1'b0;
    counter_index = {INDEX_WIDTH{1'b0}};
    if (setup) begin
      tfcs_read                     = tfcs_q;
      tfcs_read[`I82598_TFCS_TXOFF] = stat_txoff_i;
      counter                       = 1'b1;
      counter_high                  = `I82598_IS_COUNTER_HIGH(paddr);
      case (paddr)
        `I82598_COUNTER_INDICES(counter_index)
        default: counter = 1'b0;
      endcase
      mapped = 1'b1;
      case (paddr)
        `I82598_READ_REGISTERS(value)
        default: mapped = counter;
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

  assign prdata               = prdata_q;
  assign pready               = 1'b1;
  assign pslverr              = pslverr_q;
  assign cfg_rx_enable_o      = rxctrl_q[`I82598_RXCTRL_RXEN];
  assign cfg_jumbo_o          = hlreg0_q[`I82598_HLREG0_JUMBOEN];
  assign cfg_frame_size_o     = mhadd_q[`I82598_MHADD_MFS +: 16];
  assign cfg_length_errors_o  = hlreg0_q[`I82598_HLREG0_RXLNGTHERREN];
  assign cfg_strip_fcs_o      = hlreg0_q[`I82598_HLREG0_RXCRCSTRP];
  assign cfg_store_bad_o      = fctrl_q[`I82598_FCTRL_SBP];
  assign cfg_all_group_o      = fctrl_q[`I82598_FCTRL_MPE];
  assign cfg_all_unicast_o    = fctrl_q[`I82598_FCTRL_UPE];
  assign cfg_broadcast_o      = fctrl_q[`I82598_FCTRL_BAM];
  assign cfg_keep_control_o   = fctrl_q[`I82598_FCTRL_PMCF];
  assign cfg_drop_pause_o     = fctrl_q[`I82598_FCTRL_DPF];
  assign cfg_rx_flow_o        = fctrl_q[`I82598_FCTRL_RFCE];
  assign cfg_tx_fcs_o         = hlreg0_q[`I82598_HLREG0_TXCRCEN];
  assign cfg_tx_pad_o         = hlreg0_q[`I82598_HLREG0_TXPADEN];
  assign cfg_tx_flow_o        = rmcs_q[`I82598_RMCS_TFCE_802_3X] && !rmcs_q[`I82598_RMCS_TFCE_PRIORITY]
      && fcrth0_q[`I82598_FCRTH0_FCEN];
  assign cfg_xon_o            = fcrtl0_q[`I82598_FCRTL0_XONE];
  assign cfg_high_mark_o      = fcrth0_q[18:0] & MARK_BITS;
  assign cfg_low_mark_o       = fcrtl0_q[18:0] & MARK_BITS;
  assign cfg_pause_quanta_o   = fcttv0_q[15:0];
  assign cfg_refresh_quanta_o = fcrtv_q[15:0];
  assign cfg_address_0_o      = {rah0_q[`I82598_RAH0_AV], rah0_q[15:0], ral0_q};
  assign cfg_address_1_o      = {rah1_q[`I82598_RAH1_AV], rah1_q[15:0], ral1_q};
  assign cfg_address_2_o      = {rah2_q[`I82598_RAH2_AV], rah2_q[15:0], ral2_q};
  assign cfg_address_3_o      = {rah3_q[`I82598_RAH3_AV], rah3_q[15:0], ral3_q};
  assign txoff_set_o          = write_txoff && pwdata[`I82598_TFCS_TXOFF];
  assign txoff_clear_o        = write_txoff && !pwdata[`I82598_TFCS_TXOFF];
  assign counter_read_o       = counter && !pwrite;
  assign counter_index_o      = counter_index;
  assign counter_high_o       = counter_high;

endmodule

`default_nettype wire
