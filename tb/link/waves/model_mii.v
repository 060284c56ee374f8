// SPDX-License-Identifier: Apache-2.0
// Shows the pins of a golden model at the end of a cable in the waves, by the names of doc/dut-contract.md (MII).
//
// Its inputs are packed as the ports of tb/seam/mii_tick.v are.
`default_nettype none

module model_mii (
    input wire        tick,
    input wire        in_rst_n,
    input wire        in_host_ready,
    input wire [6:0]  in_apb,
    input wire [15:0] in_paddr,
    input wire [31:0] in_pwdata,
    input wire [2:0]  out_ready,
    input wire [31:0] out_prdata,
    input wire [31:0] out_pause_timer,
    input wire [31:0] out_rx_record,
    input wire [31:0] out_tx_record,
    input wire [9:0]  in_rx,
    input wire [10:0] in_send,
    input wire        in_mdio,
    input wire [9:0]  out_tx,
    input wire [10:0] out_host,
    input wire [31:0] out_side,
    input wire [1:0]  in_carrier,
    input wire [31:0] in_pwdata_upper,
    input wire [3:0]  in_pstrb_upper,
    input wire [31:0] out_prdata_upper
);

  generate
    if (1) begin : u_dut
      wire        clk = tick;
      wire        s_axis_tready = out_ready[0];
      wire        pready = out_ready[1];
      wire        pslverr = out_ready[2];
      wire        m_axis_tready = in_host_ready;
      wire        rst_n = in_rst_n;
      wire [7:0]  gmii_rxd = in_rx[7:0];
      wire        gmii_rx_dv = in_rx[8];
      wire        gmii_rx_er = in_rx[9];
      wire [7:0]  gmii_txd = out_tx[7:0];
      wire        gmii_tx_en = out_tx[8];
      wire        gmii_tx_er = out_tx[9];
      wire [7:0]  s_axis_tdata = in_send[7:0];
      wire        s_axis_tvalid = in_send[8];
      wire        s_axis_tlast = in_send[9];
      wire        s_axis_tuser = in_send[10];
      wire [7:0]  m_axis_tdata = out_host[7:0];
      wire        m_axis_tvalid = out_host[8];
      wire        m_axis_tlast = out_host[9];
      wire        m_axis_tuser = out_host[10];
      wire        mdc = out_side[0];
      wire        mdio_o = out_side[1];
      wire        mdio_oe = out_side[2];
      wire        mdio_i = in_mdio;
      wire        obs_xoff = out_side[3];
      wire        obs_rx_valid = out_side[4];
      wire        obs_tx_valid = out_side[5];
      wire [15:0] obs_level = out_side[31:16];
      wire        mii_crs = in_carrier[0];
      wire        mii_col = in_carrier[1];
      wire        psel = in_apb[0];
      wire        penable = in_apb[1];
      wire        pwrite = in_apb[2];
      wire [15:0] paddr = in_paddr;
      wire [63:0] pwdata = {in_pwdata_upper, in_pwdata};
      wire [7:0]  pstrb = {in_pstrb_upper, in_apb[6:3]};
      wire [63:0] prdata = {out_prdata_upper, out_prdata};
      wire [31:0] obs_pause_timer = out_pause_timer;
      wire [31:0] obs_rx_record = out_rx_record;
      wire [31:0] obs_tx_record = out_tx_record;
      wire unused = ^{
        clk, s_axis_tready, pready, pslverr, m_axis_tready, rst_n, gmii_rxd, gmii_rx_dv, gmii_rx_er, gmii_txd,
        gmii_tx_en, gmii_tx_er, s_axis_tdata, s_axis_tvalid, s_axis_tlast, s_axis_tuser, m_axis_tdata,
        m_axis_tvalid, m_axis_tlast, m_axis_tuser, mdc, mdio_o, mdio_oe, mdio_i, obs_xoff, obs_rx_valid,
        obs_tx_valid, obs_level, mii_crs, mii_col, psel, penable, pwrite, paddr, pwdata, pstrb, prdata,
        obs_pause_timer, obs_rx_record, obs_tx_record
      };
    end
  endgenerate

  wire unused = ^{
    tick, in_rst_n, in_host_ready, in_apb, in_paddr, in_pwdata, out_ready, out_prdata, out_pause_timer,
    out_rx_record, out_tx_record, in_rx, in_send, in_mdio, out_tx, out_host, out_side, in_carrier,
    in_pwdata_upper, in_pstrb_upper, out_prdata_upper
  };

endmodule
`default_nettype wire
