// SPDX-License-Identifier: Apache-2.0
// The instance of fourclk for the bench: settings and counters by its registers, events to event_bits. All of its clocks
// and resets are those of the bench; a bench with several clocks gives each port of this name a clock of its own.
// event_bits[31:0] are of received frames, in rx_clk; event_bits[69:48] are of sent ones, in tx_clk.
wire [19:0] rx_event_octets;
wire [11:0] rx_event;
wire [15:0] tx_event_octets;
wire [5:0] tx_event;
assign event_bits[19:0] = rx_event_octets;
assign event_bits[31:20] = rx_event;
assign event_bits[63:48] = tx_event_octets;
assign event_bits[69:64] = tx_event;
fourclk u_mac (
    .rx_clk(rx_clk), .rx_rst_n(rx_rst_n),
    .gmii_rxd(gmii_rxd), .gmii_rx_dv(gmii_rx_dv), .gmii_rx_er(gmii_rx_er),
    .rx_event_octets(rx_event_octets), .rx_event(rx_event),
    .tx_clk(tx_clk), .tx_rst_n(tx_rst_n),
    .gmii_txd(gmii_txd), .gmii_tx_en(gmii_tx_en), .gmii_tx_er(gmii_tx_er),
    .tx_event_octets(tx_event_octets), .tx_event(tx_event),
    .host_clk(host_clk), .host_rst_n(host_rst_n),
    .s_axis_tdata(s_axis_tdata), .s_axis_tvalid(s_axis_tvalid), .s_axis_tlast(s_axis_tlast), .s_axis_tready(s_axis_tready),
    .m_axis_tdata(m_axis_tdata), .m_axis_tvalid(m_axis_tvalid), .m_axis_tlast(m_axis_tlast), .m_axis_tuser(m_axis_tuser),
    .m_axis_tready(m_axis_tready), .xoff_req(req_xoff),
    .bus_clk(bus_clk), .bus_rst_n(bus_rst_n),
    .psel(psel), .penable(penable), .paddr(paddr), .pwrite(pwrite), .pwdata(pwdata), .pstrb(pstrb),
    .prdata(prdata), .pready(pready), .pslverr(pslverr)
);
