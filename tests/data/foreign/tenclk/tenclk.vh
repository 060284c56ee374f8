// SPDX-License-Identifier: Apache-2.0
// The instance of tenclk for the bench, with all four clocks.
tenclk #(.OCTETS_PRESET(OctetsPreset)) mac (
    .rx_clk(rx_clk), .rx_rst_n(rx_rst_n), .tx_clk(tx_clk), .tx_rst_n(tx_rst_n),
    .host_clk(host_clk), .host_rst_n(host_rst_n), .bus_clk(bus_clk), .bus_rst_n(bus_rst_n),
    .xgmii_rxd(xgmii_rxd), .xgmii_rxc(xgmii_rxc), .xgmii_txd(xgmii_txd), .xgmii_txc(xgmii_txc),
    .s_axis_tdata(s_axis_tdata), .s_axis_tkeep(s_axis_tkeep), .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tlast(s_axis_tlast), .s_axis_tuser(s_axis_tuser), .s_axis_tready(s_axis_tready),
    .m_axis_tdata(m_axis_tdata), .m_axis_tkeep(m_axis_tkeep), .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tlast(m_axis_tlast), .m_axis_tready(m_axis_tready),
    .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
    .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb), .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready),
    .s_axil_bresp(s_axil_bresp), .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
    .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp), .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
    .xoff_req(req_xoff_pulse), .xon_req(req_xon_pulse), .pfc_xoff_req(req_pfc_xoff_pulse), .pfc_xon_req(req_pfc_xon_pulse),
    .pfc_xoff(pfc_xoff)
);
