// SPDX-License-Identifier: Apache-2.0
// Shows the pins of a golden model at the end of a cable in the waves, by the names of doc/dut-contract.md (XGMII).
//
// Its inputs are packed as the ports of tb/seam/xgmii_tick.v are.
`default_nettype none

module model_xgmii (
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
    input wire [63:0] in_rxd,
    input wire [7:0]  in_rxc,
    input wire [63:0] in_send_data,
    input wire [10:0] in_send,
    input wire [17:0] in_request,
    input wire [63:0] out_txd,
    input wire [7:0]  out_txc,
    input wire [63:0] out_host_data,
    input wire [10:0] out_host,
    input wire [63:0] out_side
);

  generate
    if (1) begin : u_dut
      wire        clk = tick;
      wire        s_axis_tready = out_ready[0];
      wire        pready = out_ready[1];
      wire        pslverr = out_ready[2];
      wire        m_axis_tready = in_host_ready;
      wire        rst_n = in_rst_n;
      wire [63:0] xgmii_rxd = in_rxd;
      wire [7:0]  xgmii_rxc = in_rxc;
      wire [63:0] xgmii_txd = out_txd;
      wire [7:0]  xgmii_txc = out_txc;
      wire [63:0] s_axis_tdata = in_send_data;
      wire [7:0]  s_axis_tkeep = in_send[7:0];
      wire        s_axis_tvalid = in_send[8];
      wire        s_axis_tlast = in_send[9];
      wire        s_axis_tuser = in_send[10];
      wire [63:0] m_axis_tdata = out_host_data;
      wire [7:0]  m_axis_tkeep = out_host[7:0];
      wire        m_axis_tvalid = out_host[8];
      wire        m_axis_tlast = out_host[9];
      wire        m_axis_tuser = out_host[10];
      wire [1:0]  pause_req = in_request[1:0];
      wire [15:0] pfc_req = in_request[17:2];
      wire [7:0]  pfc_xoff = out_side[15:8];
      wire        obs_xoff = out_side[0];
      wire        obs_rx_valid = out_side[1];
      wire        obs_tx_valid = out_side[2];
      wire [31:0] obs_level = out_side[63:32];
      wire        psel = in_apb[0];
      wire        penable = in_apb[1];
      wire        pwrite = in_apb[2];
      wire [15:0] paddr = in_paddr;
      wire [31:0] pwdata = in_pwdata;
      wire [3:0]  pstrb = in_apb[6:3];
      wire [31:0] prdata = out_prdata;
      wire [31:0] obs_pause_timer = out_pause_timer;
      wire [31:0] obs_rx_record = out_rx_record;
      wire [31:0] obs_tx_record = out_tx_record;
      wire unused = ^{
        clk, s_axis_tready, pready, pslverr, m_axis_tready, rst_n, xgmii_rxd, xgmii_rxc, xgmii_txd, xgmii_txc,
        s_axis_tdata, s_axis_tkeep, s_axis_tvalid, s_axis_tlast, s_axis_tuser, m_axis_tdata, m_axis_tkeep,
        m_axis_tvalid, m_axis_tlast, m_axis_tuser, pause_req, pfc_req, pfc_xoff, obs_xoff, obs_rx_valid,
        obs_tx_valid, obs_level, psel, penable, pwrite, paddr, pwdata, pstrb, prdata, obs_pause_timer,
        obs_rx_record, obs_tx_record
      };
    end
  endgenerate

  wire unused = ^{
    tick, in_rst_n, in_host_ready, in_apb, in_paddr, in_pwdata, out_ready, out_prdata, out_pause_timer,
    out_rx_record, out_tx_record, in_rxd, in_rxc, in_send_data, in_send, in_request, out_txd, out_txc,
    out_host_data, out_host, out_side
  };

endmodule
`default_nettype wire
