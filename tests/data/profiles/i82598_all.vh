// SPDX-License-Identifier: Apache-2.0
// The 82598EB behind its profile: its own registers on the bus, no port for requests; octet counters of 64 bits.
i82598_mac #(.OctetsInHigh(0)) u_mac (
    .clk(clk), .rst_n(rst_n),
    .xgmii_rxd(xgmii_rxd), .xgmii_rxc(xgmii_rxc), .xgmii_txd(xgmii_txd), .xgmii_txc(xgmii_txc),
    .s_axis_tdata(s_axis_tdata), .s_axis_tkeep(s_axis_tkeep), .s_axis_tvalid(s_axis_tvalid), .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser), .s_axis_tready(s_axis_tready),
    .m_axis_tdata(m_axis_tdata), .m_axis_tkeep(m_axis_tkeep), .m_axis_tvalid(m_axis_tvalid), .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser), .m_axis_tready(m_axis_tready),
    .psel(psel), .penable(penable), .paddr(paddr), .pwrite(pwrite), .pwdata(pwdata), .pstrb(pstrb),
    .prdata(prdata), .pready(pready), .pslverr(pslverr),
    .obs_xoff(), .obs_pause_timer(), .obs_level(), .obs_rx_valid(), .obs_rx_record(), .obs_tx_valid(), .obs_tx_record()
);
