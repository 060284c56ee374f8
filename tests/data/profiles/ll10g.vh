// SPDX-License-Identifier: Apache-2.0
// The Low Latency 10G MAC behind its profile: its ports request XOFF as long as the level is 1, and XON otherwise.
wire [7:0] x = req_pfc_xoff;
ll10g_mac u_mac (
    .clk(clk), .rst_n(rst_n),
    .xgmii_rxd(xgmii_rxd), .xgmii_rxc(xgmii_rxc), .xgmii_txd(xgmii_txd), .xgmii_txc(xgmii_txc),
    .s_axis_tdata(s_axis_tdata), .s_axis_tkeep(s_axis_tkeep), .s_axis_tvalid(s_axis_tvalid), .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser), .s_axis_tready(s_axis_tready),
    .m_axis_tdata(m_axis_tdata), .m_axis_tkeep(m_axis_tkeep), .m_axis_tvalid(m_axis_tvalid), .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser), .m_axis_tready(m_axis_tready),
    .psel(psel), .penable(penable), .paddr(paddr), .pwrite(pwrite), .pwdata(pwdata), .pstrb(pstrb),
    .prdata(prdata), .pready(pready), .pslverr(pslverr),
    .pause_req({req_xoff, ~req_xoff}),
    .pfc_req({x[7], ~x[7], x[6], ~x[6], x[5], ~x[5], x[4], ~x[4], x[3], ~x[3], x[2], ~x[2], x[1], ~x[1], x[0], ~x[0]}),
    .pfc_xoff(pfc_xoff),
    .obs_xoff(), .obs_pause_timer(), .obs_level(), .obs_rx_valid(), .obs_rx_record(), .obs_tx_valid(), .obs_tx_record()
);
