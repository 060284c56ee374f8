// The 1 Gb/s MAC in the nets of the bench: settings by virtual registers, strobes to event_bits.
gige_mac #(.TxAddressBits(14)) u_mac (
    .clk(clk), .arst(rst),
    .gmii_rxd(gmii_rxd), .gmii_rx_dv(gmii_rx_dv), .gmii_rx_er(gmii_rx_er),
    .gmii_txd(gmii_txd), .gmii_tx_en(gmii_tx_en), .gmii_tx_er(gmii_tx_er),
    .s_axis_tdata(s_axis_tdata), .s_axis_tvalid(s_axis_tvalid), .s_axis_tlast(s_axis_tlast), .s_axis_tready(s_axis_tready),
    .m_axis_tdata(m_axis_tdata), .m_axis_tvalid(m_axis_tvalid), .m_axis_tlast(m_axis_tlast), .m_axis_tuser(m_axis_tuser),
    .cfg_rx_enable(cfg_rx_enable), .cfg_tx_enable(cfg_tx_enable), .cfg_rx_pause(cfg_rx_pause), .cfg_tx_pause(cfg_tx_pause),
    .cfg_rx_pause_group(1'b1), .cfg_rx_pause_station(1'b1), .cfg_station(cfg_station), .cfg_quanta(cfg_quanta),
    .cfg_refresh(cfg_refresh), .cfg_max_frame(cfg_max_frame), .xoff_request(req_xoff), .xoff_received(),
    .stat_rx_octets(event_bits[15:0]), .stat_rx_octets_ok(event_bits[31:16]), .stat_tx_octets(event_bits[47:32]),
    .stat_rx_frame(event_bits[48]), .stat_rx_ok(event_bits[49]), .stat_rx_unicast(event_bits[50]), .stat_rx_multicast(event_bits[51]),
    .stat_rx_broadcast(event_bits[52]), .stat_rx_fcs_error(event_bits[53]), .stat_rx_code_error(), .stat_rx_undersize(event_bits[55]),
    .stat_rx_fragment(event_bits[56]), .stat_rx_oversize(event_bits[57]), .stat_rx_jabber(event_bits[58]), .stat_rx_too_long(),
    .stat_rx_control(event_bits[60]), .stat_rx_pause(event_bits[61]), .stat_rx_64(event_bits[62]), .stat_rx_65_127(event_bits[63]),
    .stat_rx_128_255(event_bits[64]), .stat_rx_256_511(), .stat_rx_512_1023(), .stat_rx_1024_1518(), .stat_tx_dropped(),
    .stat_tx_frame(event_bits[68]), .stat_tx_unicast(), .stat_tx_multicast(event_bits[70]), .stat_tx_broadcast(event_bits[71]),
    .stat_tx_xoff(event_bits[72]), .stat_tx_xon(event_bits[73]));
