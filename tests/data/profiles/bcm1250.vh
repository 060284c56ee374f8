// SPDX-License-Identifier: Apache-2.0
// The BCM1250 behind its profile, at 1000 Mb/s: it sends an XON, and one XOFF for each request.
bcm1250_mac #(.XonFrames(1), .XoffRefresh(0)) u_mac (
    .clk(clk), .rst_n(rst_n),
    .gmii_rxd(gmii_rxd), .gmii_rx_dv(gmii_rx_dv), .gmii_rx_er(gmii_rx_er),
    .gmii_txd(gmii_txd), .gmii_tx_en(gmii_tx_en), .gmii_tx_er(gmii_tx_er), .mii_crs(mii_crs), .mii_col(mii_col),
    .s_axis_tdata(s_axis_tdata), .s_axis_tvalid(s_axis_tvalid), .s_axis_tlast(s_axis_tlast), .s_axis_tuser(s_axis_tuser),
    .s_axis_tready(s_axis_tready),
    .m_axis_tdata(m_axis_tdata), .m_axis_tvalid(m_axis_tvalid), .m_axis_tlast(m_axis_tlast), .m_axis_tuser(m_axis_tuser),
    .m_axis_tready(m_axis_tready),
    .psel(psel), .penable(penable), .paddr(paddr), .pwrite(pwrite), .pwdata(pwdata), .pstrb(pstrb),
    .prdata(prdata), .pready(pready), .pslverr(pslverr),
    .mdc(), .mdio_o(), .mdio_oe(), .mdio_i(1'b1),
    .obs_xoff(), .obs_pause_timer(), .obs_level(), .obs_rx_valid(), .obs_rx_record(), .obs_tx_valid(), .obs_tx_record()
);
