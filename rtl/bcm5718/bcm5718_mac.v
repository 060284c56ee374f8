// SPDX-License-Identifier: Apache-2.0
// BCM5718 flow-control and statistics MAC: the parts put together.
// BCM5718 PG108-R p.223-226, p.430-431; behaviour and latencies in doc/devices/bcm5718.md.
`include "bcm5718_regs.vh"
`default_nettype none

module bcm5718_mac #(
    parameter LongQuanta           = 65535,
    parameter ShortQuanta          = 8191,
    parameter XonUsesLowWm         = 0,
    parameter XoffRefresh          = 0,
    parameter MacctrlIncludesPause = 0,
    parameter PauseExact64         = 0,
    parameter XoffStateEdges       = 0,
    parameter PauseSurvivesDisable = 0,
    parameter SentCountsAlways     = 0,
    parameter MbufCount            = 319,
    parameter StatPreset           = 0
) (
    `BCM5718_READING_PORT
    `include "rtl/common/gmii_ports.vh"
);

  `BCM5718_READING_WIRES
  localparam [31:0] LONG_QUANTA  = LongQuanta;
  localparam [31:0] SHORT_QUANTA = ShortQuanta;
  localparam INDEX_WIDTH         = $clog2(`BCM5718_CNT_COUNT);

  wire        cfg_half_duplex;
  wire        cfg_tagged_control;
  wire        cfg_tx_enable;
  wire        cfg_tx_flow;
  wire        cfg_long_pause;
  wire        cfg_rx_enable;
  wire        cfg_rx_flow;
  wire        cfg_keep_control;
  wire        cfg_keep_pause;
  wire        cfg_accept_oversized;
  wire        cfg_accept_runts;
  wire        cfg_length_check;
  wire        cfg_promiscuous;
  wire        cfg_no_crc_check;
  wire [15:0] cfg_mtu;
  wire [47:0] cfg_address_0;
  wire [47:0] cfg_address_1;
  wire [47:0] cfg_address_2;
  wire [47:0] cfg_address_3;
  wire [15:0] cfg_allowance;
  wire [8:0]  cfg_low_mark;
  wire [8:0]  cfg_high_mark;
  wire        rx_reset;
  wire        tx_reset;
  wire        rx_stats_clear;
  wire        tx_stats_clear;

  wire [7:0]  rx_octet;
  wire        rx_octet_valid;
  wire [15:0] rx_length;
  wire        rx_classify;
  wire        rx_drop;
  wire        rx_bad;
  wire        rx_deliver;
  wire        rx_overflow;
  wire        rx_fragment;
  wire        rx_undersize;
  wire        rx_fcs_error;
  wire        rx_too_long;
  wire        rx_jabber;
  wire        rx_unicast;
  wire        rx_multicast;
  wire        rx_broadcast;
  wire        rx_pause_xoff;
  wire        rx_pause_xon;
  wire        rx_pause_state;
  wire        rx_control;
  wire        rx_discard;
  wire        rx_error;
  wire        rx_pause_valid;
  wire [15:0] rx_pause_quanta;
  wire        stat_xoff_received;
  wire        stat_xon_received;

  wire [15:0] free_mbufs;
  wire        low_accept;
  wire        low;
  wire        low_rise;

  wire        xoff;
  wire        inhibit;
  wire [22:0] pause_timer;

  wire        host_control;
  wire [7:0]  host_tdata;
  wire        host_tvalid;
  wire        host_tlast;
  wire        host_tready;

  wire        pause_request;
  wire [15:0] pause_request_quanta;
  wire        pause_start;
  wire        tx_en_next;
  wire        tx_end;
  wire [15:0] tx_length;
  wire        tx_pause;
  wire        tx_underrun;
  wire        tx_group;
  wire        tx_broadcast;
  wire        tx_xoff_sent;
  wire        tx_xon_sent;
  wire        stat_remote_xoff;
  wire        stat_sent_xoff;
  wire        stat_sent_xon;
  reg         stat_underrun_q;
  reg         tx_record_valid_q;
  reg  [31:0] tx_record_q;

  wire        count_sent = cfg_tx_flow || cfg_sent_counts_always;

  wire                   counter_read;
  wire [INDEX_WIDTH-1:0] counter_index;
  wire [31:0]            counter_data;

  wire        mdio_start;
  wire [1:0]  mdio_op;
  wire [4:0]  mdio_phy;
  wire [4:0]  mdio_register;
  wire [15:0] mdio_data_write;
  wire        mdio_done;
  wire [15:0] mdio_data_read;
  wire        mdio_failed;

  bcm5718_regs #(
      .MbufCount(MbufCount)
  ) u_regs (
      .clk                   (clk),
      .rst_n                 (rst_n),
      .psel                  (psel),
      .penable               (penable),
      .paddr                 (paddr),
      .pwrite                (pwrite),
      .pwdata                (pwdata),
      .pstrb                 (pstrb),
      .prdata                (prdata),
      .pready                (pready),
      .pslverr               (pslverr),
      .cfg_half_duplex_o     (cfg_half_duplex),
      .cfg_tagged_control_o  (cfg_tagged_control),
      .cfg_tx_enable_o       (cfg_tx_enable),
      .cfg_tx_flow_o         (cfg_tx_flow),
      .cfg_long_pause_o      (cfg_long_pause),
      .cfg_rx_enable_o       (cfg_rx_enable),
      .cfg_rx_flow_o         (cfg_rx_flow),
      .cfg_keep_control_o    (cfg_keep_control),
      .cfg_keep_pause_o      (cfg_keep_pause),
      .cfg_accept_oversized_o(cfg_accept_oversized),
      .cfg_accept_runts_o    (cfg_accept_runts),
      .cfg_length_check_o    (cfg_length_check),
      .cfg_promiscuous_o     (cfg_promiscuous),
      .cfg_no_crc_check_o    (cfg_no_crc_check),
      .cfg_mtu_o             (cfg_mtu),
      .cfg_address_0_o       (cfg_address_0),
      .cfg_address_1_o       (cfg_address_1),
      .cfg_address_2_o       (cfg_address_2),
      .cfg_address_3_o       (cfg_address_3),
      .cfg_allowance_o       (cfg_allowance),
      .cfg_low_mark_o        (cfg_low_mark),
      .cfg_high_mark_o       (cfg_high_mark),
      .rx_reset_o            (rx_reset),
      .tx_reset_o            (tx_reset),
      .rx_stats_clear_o      (rx_stats_clear),
      .tx_stats_clear_o      (tx_stats_clear),
      .stat_xoff_i           (xoff),
      .stat_sent_xoff_i      (stat_sent_xoff),
      .stat_sent_xon_i       (stat_sent_xon),
      .stat_underrun_i       (stat_underrun_q),
      .stat_remote_xoff_i    (stat_remote_xoff),
      .stat_xoff_received_i  (stat_xoff_received),
      .stat_xon_received_i   (stat_xon_received),
      .stat_low_i            (low),
      .stat_low_rise_i       (low_rise),
      .stat_free_i           (free_mbufs),
      .counter_read_o        (counter_read),
      .counter_index_o       (counter_index),
      .counter_data_i        (counter_data),
      .mdio_start_o          (mdio_start),
      .mdio_op_o             (mdio_op),
      .mdio_phy_o            (mdio_phy),
      .mdio_register_o       (mdio_register),
      .mdio_data_o           (mdio_data_write),
      .mdio_done_i           (mdio_done),
      .mdio_data_i           (mdio_data_read),
      .mdio_failed_i         (mdio_failed)
  );

  gmii_rx u_rx (
      .clk          (clk),
      .rst_n        (rst_n),
      .gmii_rxd     (gmii_rxd),
      .gmii_rx_dv   (gmii_rx_dv),
      .gmii_rx_er   (gmii_rx_er),
      .cfg_enable_i (cfg_rx_enable),
      .abort_i      (rx_reset),
      .octet_o      (rx_octet),
      .octet_valid_o(rx_octet_valid),
      .length_o     (rx_length),
      .classify_o   (rx_classify),
      .drop_o       (rx_drop),
      .bad_o        (rx_bad)
  );

  bcm5718_rx_classify u_classify (
      .clk                   (clk),
      .rst_n                 (rst_n),
      .octet_i               (rx_octet),
      .octet_valid_i         (rx_octet_valid),
      .length_i              (rx_length),
      .classify_i            (rx_classify),
      .bad_i                 (rx_bad),
      .overflow_i            (rx_overflow),
      .accept_i              (low_accept),
      .reset_i               (rx_reset),
      .inhibit_i             (inhibit),
      .cfg_xoff_state_edges_i(cfg_xoff_state_edges),
      .cfg_tagged_control_i  (cfg_tagged_control),
      .cfg_keep_control_i    (cfg_keep_control),
      .cfg_keep_pause_i      (cfg_keep_pause),
      .cfg_accept_oversized_i(cfg_accept_oversized),
      .cfg_accept_runts_i    (cfg_accept_runts),
      .cfg_length_check_i    (cfg_length_check),
      .cfg_promiscuous_i     (cfg_promiscuous),
      .cfg_no_crc_check_i    (cfg_no_crc_check),
      .cfg_mtu_i             (cfg_mtu),
      .cfg_macctrl_includes_pause_i(cfg_macctrl_includes_pause),
      .cfg_pause_exact64_i   (cfg_pause_exact64),
      .cfg_address_0_i       (cfg_address_0),
      .cfg_address_1_i       (cfg_address_1),
      .cfg_address_2_i       (cfg_address_2),
      .cfg_address_3_i       (cfg_address_3),
      .deliver_o             (rx_deliver),
      .fragment_o            (rx_fragment),
      .undersize_o           (rx_undersize),
      .fcs_error_o           (rx_fcs_error),
      .too_long_o            (rx_too_long),
      .jabber_o              (rx_jabber),
      .unicast_o             (rx_unicast),
      .multicast_o           (rx_multicast),
      .broadcast_o           (rx_broadcast),
      .pause_xoff_o          (rx_pause_xoff),
      .pause_xon_o           (rx_pause_xon),
      .pause_state_o         (rx_pause_state),
      .control_o             (rx_control),
      .discard_o             (rx_discard),
      .error_o               (rx_error),
      .pause_valid_o         (rx_pause_valid),
      .pause_quanta_o        (rx_pause_quanta),
      .stat_xoff_received_o  (stat_xoff_received),
      .stat_xon_received_o   (stat_xon_received),
      .record_valid_o        (obs_rx_valid),
      .record_o              (obs_rx_record)
  );

  rx_buffer #(
      .MbufCount(MbufCount)
  ) u_buffer (
      .clk          (clk),
      .rst_n        (rst_n),
      .octet_i      (rx_octet),
      .octet_valid_i(rx_octet_valid),
      .commit_i     (rx_deliver),
      .drop_i       (rx_drop || (rx_classify && !rx_deliver)),
      .length_i     (rx_length),
      .bad_i        (rx_bad),
      .overflow_o   (rx_overflow),
      .free_o       (free_mbufs),
      .m_axis_tdata (m_axis_tdata),
      .m_axis_tvalid(m_axis_tvalid),
      .m_axis_tlast (m_axis_tlast),
      .m_axis_tuser (m_axis_tuser),
      .m_axis_tready(m_axis_tready)
  );

  rx_watermark u_watermark (
      .clk            (clk),
      .rst_n          (rst_n),
      .free_i         (free_mbufs),
      .cfg_low_mark_i (cfg_low_mark),
      .cfg_high_mark_i(cfg_xon_uses_low_wm ? cfg_low_mark : cfg_high_mark),
      .cfg_allowance_i(cfg_allowance),
      .accepted_i     (rx_deliver),
      .accept_o       (low_accept),
      .low_o          (low),
      .rise_o         (low_rise)
  );

  pause_rx u_pause_rx (
      .clk             (clk),
      .rst_n           (rst_n),
      .cfg_double_i    (1'b0),
      .clear_i         ((!cfg_rx_flow && !cfg_pause_survives_disable) || cfg_half_duplex || rx_reset),
      .command_valid_i (rx_pause_valid && cfg_rx_flow),
      .command_quanta_i(rx_pause_quanta),
      .tx_en_next_i    (tx_en_next),
      .xoff_o          (xoff),
      .inhibit_o       (inhibit),
      .timer_o         (pause_timer)
  );

  pause_tx u_pause_tx (
      .clk               (clk),
      .rst_n             (rst_n),
      .cfg_enable_i      (cfg_tx_flow && !cfg_half_duplex),
      .cfg_double_i      (1'b0),
      .cfg_refresh_i     (cfg_xoff_refresh),
      .cfg_xon_frames_i  (1'b1),
      .cfg_quanta_i      (cfg_long_pause ? LONG_QUANTA[15:0] : SHORT_QUANTA[15:0]),
      .reset_i           (tx_reset),
      .low_i             (low),
      .request_o         (pause_request),
      .request_quanta_o  (pause_request_quanta),
      .start_i           (pause_start),
      .end_i             (tx_end && tx_pause),
      .xoff_sent_o       (tx_xoff_sent),
      .xon_sent_o        (tx_xon_sent),
      .stat_remote_xoff_o(stat_remote_xoff),
      .stat_sent_xoff_o  (stat_sent_xoff),
      .stat_sent_xon_o   (stat_sent_xon)
  );

  bcm5718_tx_header u_header (
      .clk          (clk),
      .rst_n        (rst_n),
      .xoff_i       (xoff),
      .end_i        (tx_end && !tx_pause),
      .control_o    (host_control),
      .s_axis_tdata (s_axis_tdata),
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tlast (s_axis_tlast),
      .s_axis_tready(s_axis_tready),
      .m_axis_tdata (host_tdata),
      .m_axis_tvalid(host_tvalid),
      .m_axis_tlast (host_tlast),
      .m_axis_tready(host_tready)
  );

  gmii_tx u_tx (
      .clk            (clk),
      .rst_n          (rst_n),
      .cfg_enable_i   (cfg_tx_enable),
      .inhibit_i      (inhibit && !host_control),
      .s_axis_tdata   (host_tdata),
      .s_axis_tvalid  (host_tvalid),
      .s_axis_tlast   (host_tlast),
      .s_axis_tready  (host_tready),
      .pause_request_i(pause_request),
      .pause_quanta_i (pause_request_quanta),
      .pause_source_i (cfg_address_0),
      .pause_start_o  (pause_start),
      .gmii_txd       (gmii_txd),
      .gmii_tx_en     (gmii_tx_en),
      .gmii_tx_er     (gmii_tx_er),
      .tx_en_next_o   (tx_en_next),
      .end_o          (tx_end),
      .end_length_o   (tx_length),
      .end_pause_o    (tx_pause),
      .end_underrun_o (tx_underrun),
      .end_group_o    (tx_group),
      .end_broadcast_o(tx_broadcast)
  );

  bcm5718_stats #(
      .StatPreset(StatPreset)
  ) u_stats (
      .clk            (clk),
      .rst_n          (rst_n),
      .tx_end_i       (tx_end),
      .tx_length_i    (tx_length),
      .tx_pause_i     (tx_pause),
      .tx_underrun_i  (tx_underrun),
      .tx_group_i     (tx_group),
      .tx_broadcast_i (tx_broadcast),
      .tx_xoff_sent_i (tx_xoff_sent && count_sent),
      .tx_xon_sent_i  (tx_xon_sent && count_sent),
      .rx_classify_i  (rx_classify),
      .rx_length_i    (rx_length),
      .rx_fragment_i  (rx_fragment),
      .rx_undersize_i (rx_undersize),
      .rx_fcs_error_i (rx_fcs_error),
      .rx_too_long_i  (rx_too_long),
      .rx_jabber_i    (rx_jabber),
      .rx_unicast_i   (rx_unicast),
      .rx_multicast_i (rx_multicast),
      .rx_broadcast_i (rx_broadcast),
      .rx_pause_xoff_i(rx_pause_xoff),
      .rx_pause_xon_i (rx_pause_xon),
      .rx_pause_state_i(rx_pause_state),
      .rx_control_i   (rx_control),
      .rx_discard_i   (rx_discard),
      .rx_error_i     (rx_error),
      .tx_clear_i     (tx_stats_clear),
      .rx_clear_i     (rx_stats_clear),
      .read_i         (counter_read),
      .read_index_i   (counter_index),
      .read_data_o    (counter_data)
  );

  mdio_master u_mdio (
      .clk       (clk),
      .rst_n     (rst_n),
      .start_i   (mdio_start),
      .op_i      (mdio_op),
      .phy_i     (mdio_phy),
      .register_i(mdio_register),
      .data_i    (mdio_data_write),
      .done_o    (mdio_done),
      .data_o    (mdio_data_read),
      .failed_o  (mdio_failed),
      .mdc       (mdc),
      .mdio_o    (mdio_o),
      .mdio_oe   (mdio_oe),
      .mdio_i    (mdio_i)
  );

  always @(posedge clk) begin
    if (!rst_n || tx_reset) stat_underrun_q <= 1'b0;
    else if (tx_end && tx_underrun) stat_underrun_q <= 1'b1;
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      tx_record_valid_q <= 1'b0;
      tx_record_q       <= 32'd0;
    end else begin
      tx_record_valid_q <= tx_end;
      if (tx_end) tx_record_q <= `TX_RECORD(5'd0, 1'b0, 1'b0, tx_underrun, tx_pause, tx_length);
    end
  end

  assign obs_xoff        = xoff;
  assign obs_pause_timer = {9'd0, pause_timer};
  assign obs_level       = free_mbufs;
  assign obs_tx_valid    = tx_record_valid_q;
  assign obs_tx_record   = tx_record_q;

endmodule

`default_nettype wire
