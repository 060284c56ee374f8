// SPDX-License-Identifier: Apache-2.0
// BCM1250 Ethernet MAC: the parts put together, and what invokes flow control.
// BCM1250 UM100CB p.266-288; behaviour and latencies in doc/devices/bcm1250.md.
//
// Rules. Flow control is invoked by software or while the free blocks are below the low watermark. Full duplex answers
// with PAUSE frames, half duplex with forced collisions or a false carrier. PAUSE frames are obeyed in full duplex unless
// they are forwarded.
`include "bcm1250_regs.vh"
`default_nettype none

module bcm1250_mac #(
    parameter XonFrames       = 0,
    parameter XoffRefresh     = 1,
    parameter CollisionsAtEnd = 0,
    parameter PauseInTx       = 0,
    parameter DribbleAlways   = 0,
    parameter ReservedStorage = 0,
    parameter WrapToZero      = 0,
    parameter PauseExact64    = 0,
    parameter RmonPreset      = 0,
    parameter BlockCount      = 255
) (
    `BCM1250_READING_PORT
    `include "rtl/common/mii_ports.vh"
);

  `BCM1250_READING_WIRES
  localparam [1:0]  FLOW_OFF     = 2'd0;
  localparam [1:0]  FLOW_CARRIER = 2'd2;
  localparam [15:0] PAUSE_UNIT   = 16'd512;      // quanta
  localparam [15:0] PAUSE_MAX    = 16'hFFFF;

  wire         cfg_fifo;
  wire         cfg_gig;
  wire         cfg_half_duplex;
  wire         cfg_port_reset;
  wire         cfg_rx_enable;
  wire         cfg_tx_enable;
  wire         cfg_retry;
  wire         cfg_report_drops;
  wire [2:0]   cfg_pause_count;
  wire [6:0]   cfg_drop;
  wire         cfg_flow_force;
  wire [1:0]   cfg_flow_command;
  wire [5:0]   cfg_ifg_rx;
  wire [5:0]   cfg_ifg_tx;
  wire [5:0]   cfg_ifg_thrsh;
  wire [7:0]   cfg_seed;
  wire         cfg_seed_load;
  wire [7:0]   cfg_slot_clocks;
  wire [7:0]   cfg_length_min;
  wire [15:0]  cfg_length_max;
  wire         cfg_all;
  wire         cfg_unicast;
  wire         cfg_unicast_invert;
  wire         cfg_multicast;
  wire         cfg_multicast_invert;
  wire         cfg_broadcast;
  wire         cfg_all_multicast;
  wire         cfg_forward_pause;
  wire [47:0]  cfg_address;
  wire [383:0] cfg_filter;
  wire [15:0]  cfg_low_mark;
  wire         counter_overflow;
  wire [4:0]   counter_overflow_slot;
  wire         xoff;
  wire         slot_read;
  wire         slot_write;
  wire [4:0]   slot;
  wire [63:0]  slot_mask;
  wire [63:0]  slot_data;
  wire         mdio_start;
  wire [1:0]   mdio_op;
  wire [4:0]   mdio_phy;
  wire [4:0]   mdio_register;
  wire [15:0]  mdio_data_write;
  wire         mdio_done;
  wire [15:0]  mdio_data_read;
  wire         mdio_failed;
  wire         master_mdc;
  wire         master_mdio;
  wire         master_oe;
  wire [7:0]   rx_octet;
  wire         rx_octet_valid;
  wire [15:0]  rx_length;
  wire         rx_classify;
  wire         rx_drop;
  wire         rx_fcs_wrong;
  wire         rx_code_wrong;
  wire         rx_dribble;
  wire         rx_overflow;
  wire         rx_deliver;
  wire         rx_lost;
  wire         rx_bad;
  wire         rx_runt;
  wire         rx_oversize;
  wire         rx_fcs_error;
  wire         rx_length_error;
  wire         rx_code_error;
  wire         rx_alignment_error;
  wire         rx_multicast;
  wire         rx_broadcast;
  wire         rx_pause_valid;
  wire [15:0]  rx_pause_quanta;
  wire [15:0]  free_blocks;
  wire         low;
  wire         tx_en_next;
  wire         inhibit;
  wire [22:0]  pause_timer;
  wire         pause_request;
  wire [15:0]  pause_request_quanta;
  wire         pause_start;
  wire         unused_xoff_sent;
  wire         unused_xon_sent;
  wire         unused_remote_xoff;
  wire         unused_sent_xoff;
  wire         unused_sent_xon;
  wire         collide;
  wire         carrier;
  wire         tx_end;
  wire         tx_over;
  wire [15:0]  tx_length;
  wire         tx_longer;
  wire         tx_pause;
  wire         tx_underrun;
  wire         tx_fcs_error;
  wire         tx_collision;
  wire         tx_late;
  wire         tx_excessive;
  wire         tx_dropped;
  wire [4:0]   tx_collisions;

  reg         tx_record_valid_q;
  reg  [31:0] tx_record_q;

  wire        flow         = cfg_flow_command != FLOW_OFF && !cfg_fifo;
  wire        wanted       = cfg_flow_force || low;
  wire        invoked      = flow && wanted && cfg_tx_enable;
  wire        drop_report  = tx_end && tx_dropped && cfg_report_drops && !cfg_fifo;
  wire [16:0] pause_time   = {1'b0, PAUSE_UNIT} << cfg_pause_count;
  wire [15:0] pause_quanta = pause_time[16] ? PAUSE_MAX : pause_time[15:0];
  wire [47:0] pause_source = {cfg_address[7:0], cfg_address[15:8], cfg_address[23:16], cfg_address[31:24],
      cfg_address[39:32], cfg_address[47:40]};

  bcm1250_regs u_regs (
      .clk                    (clk),
      .rst_n                  (rst_n),
      .psel                   (psel),
      .penable                (penable),
      .paddr                  (paddr),
      .pwrite                 (pwrite),
      .pwdata                 (pwdata),
      .pstrb                  (pstrb),
      .prdata                 (prdata),
      .pready                 (pready),
      .pslverr                (pslverr),
      .cfg_fifo_o             (cfg_fifo),
      .cfg_gig_o              (cfg_gig),
      .cfg_half_duplex_o      (cfg_half_duplex),
      .cfg_port_reset_o       (cfg_port_reset),
      .cfg_rx_enable_o        (cfg_rx_enable),
      .cfg_tx_enable_o        (cfg_tx_enable),
      .cfg_retry_o            (cfg_retry),
      .cfg_report_drops_o     (cfg_report_drops),
      .cfg_pause_count_o      (cfg_pause_count),
      .cfg_drop_o             (cfg_drop),
      .cfg_flow_force_o       (cfg_flow_force),
      .cfg_flow_command_o     (cfg_flow_command),
      .cfg_ifg_rx_o           (cfg_ifg_rx),
      .cfg_ifg_tx_o           (cfg_ifg_tx),
      .cfg_ifg_thrsh_o        (cfg_ifg_thrsh),
      .cfg_seed_o             (cfg_seed),
      .cfg_seed_load_o        (cfg_seed_load),
      .cfg_slot_clocks_o      (cfg_slot_clocks),
      .cfg_length_min_o       (cfg_length_min),
      .cfg_length_max_o       (cfg_length_max),
      .cfg_all_o              (cfg_all),
      .cfg_unicast_o          (cfg_unicast),
      .cfg_unicast_invert_o   (cfg_unicast_invert),
      .cfg_multicast_o        (cfg_multicast),
      .cfg_multicast_invert_o (cfg_multicast_invert),
      .cfg_broadcast_o        (cfg_broadcast),
      .cfg_all_multicast_o    (cfg_all_multicast),
      .cfg_forward_pause_o    (cfg_forward_pause),
      .cfg_address_o          (cfg_address),
      .cfg_filter_o           (cfg_filter),
      .cfg_low_mark_o         (cfg_low_mark),
      .rx_overflow_i          (rx_lost && !cfg_fifo),
      .tx_underrun_i          (tx_end && tx_underrun && !cfg_fifo),
      .late_collision_i       (drop_report && tx_late),
      .excessive_collision_i  (drop_report && tx_excessive),
      .counter_overflow_i     (counter_overflow),
      .counter_overflow_slot_i(counter_overflow_slot),
      .stat_xoff_i            (xoff),
      .slot_read_o            (slot_read),
      .slot_write_o           (slot_write),
      .slot_o                 (slot),
      .slot_mask_o            (slot_mask),
      .slot_data_i            (slot_data),
      .mdio_start_o           (mdio_start),
      .mdio_op_o              (mdio_op),
      .mdio_phy_o             (mdio_phy),
      .mdio_register_o        (mdio_register),
      .mdio_data_o            (mdio_data_write),
      .mdio_done_i            (mdio_done),
      .mdio_data_i            (mdio_data_read),
      .mdio_failed_i          (mdio_failed),
      .master_mdc_i           (master_mdc),
      .master_mdio_i          (master_mdio),
      .master_oe_i            (master_oe),
      .mdc                    (mdc),
      .mdio_o                 (mdio_o),
      .mdio_oe                (mdio_oe),
      .mdio_i                 (mdio_i)
  );

  mii_rx u_rx (
      .clk              (clk),
      .rst_n            (rst_n),
      .gmii_rxd         (gmii_rxd),
      .gmii_rx_dv       (gmii_rx_dv),
      .gmii_rx_er       (gmii_rx_er),
      .gmii_tx_en       (gmii_tx_en),
      .cfg_enable_i     (cfg_rx_enable),
      .cfg_gig_i        (cfg_gig),
      .cfg_half_duplex_i(cfg_half_duplex),
      .octet_o          (rx_octet),
      .octet_valid_o    (rx_octet_valid),
      .length_o         (rx_length),
      .classify_o       (rx_classify),
      .drop_o           (rx_drop),
      .fcs_error_o      (rx_fcs_wrong),
      .code_error_o     (rx_code_wrong),
      .dribble_o        (rx_dribble)
  );

  bcm1250_rx_classify u_classify (
      .clk                   (clk),
      .rst_n                 (rst_n),
      .cfg_dribble_always_i(cfg_dribble_always),
      .octet_i               (rx_octet),
      .octet_valid_i         (rx_octet_valid),
      .length_i              (rx_length),
      .classify_i            (rx_classify),
      .fcs_wrong_i           (rx_fcs_wrong),
      .code_error_i          (rx_code_wrong),
      .dribble_i             (rx_dribble),
      .overflow_i            (rx_overflow),
      .cfg_half_duplex_i     (cfg_half_duplex),
      .cfg_fifo_i            (cfg_fifo),
      .cfg_drop_i            (cfg_drop),
      .cfg_length_min_i      (cfg_length_min),
      .cfg_length_max_i      (cfg_length_max),
      .cfg_all_i             (cfg_all),
      .cfg_unicast_i         (cfg_unicast),
      .cfg_unicast_invert_i  (cfg_unicast_invert),
      .cfg_multicast_i       (cfg_multicast),
      .cfg_multicast_invert_i(cfg_multicast_invert),
      .cfg_broadcast_i       (cfg_broadcast),
      .cfg_all_multicast_i   (cfg_all_multicast),
      .cfg_forward_pause_i   (cfg_forward_pause),
      .cfg_pause_exact64_i   (cfg_pause_exact64),
      .cfg_address_i         (cfg_address),
      .cfg_filter_i          (cfg_filter),
      .deliver_o             (rx_deliver),
      .lost_o                (rx_lost),
      .bad_o                 (rx_bad),
      .runt_o                (rx_runt),
      .oversize_o            (rx_oversize),
      .fcs_error_o           (rx_fcs_error),
      .length_error_o        (rx_length_error),
      .code_error_o          (rx_code_error),
      .alignment_error_o     (rx_alignment_error),
      .multicast_o           (rx_multicast),
      .broadcast_o           (rx_broadcast),
      .pause_valid_o         (rx_pause_valid),
      .pause_quanta_o        (rx_pause_quanta),
      .record_valid_o        (obs_rx_valid),
      .record_o              (obs_rx_record)
  );

  rx_buffer #(
      .MbufCount(BlockCount)
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
      .free_o       (free_blocks),
      .m_axis_tdata (m_axis_tdata),
      .m_axis_tvalid(m_axis_tvalid),
      .m_axis_tlast (m_axis_tlast),
      .m_axis_tuser (m_axis_tuser),
      .m_axis_tready(m_axis_tready)
  );

  bcm1250_watermark u_watermark (
      .clk           (clk),
      .rst_n         (rst_n),
      .free_i        (free_blocks),
      .cfg_low_mark_i(cfg_low_mark),
      .low_o         (low)
  );

  pause_rx u_pause_rx (
      .clk             (clk),
      .rst_n           (rst_n),
      .clear_i         (cfg_half_duplex || cfg_fifo || cfg_forward_pause || cfg_port_reset),
      .command_valid_i (rx_pause_valid),
      .command_quanta_i(rx_pause_quanta),
      .cfg_double_i    (!cfg_gig),
      .tx_en_next_i    (tx_en_next),
      .xoff_o          (xoff),
      .inhibit_o       (inhibit),
      .timer_o         (pause_timer)
  );

  pause_tx u_pause_tx (
      .clk               (clk),
      .rst_n             (rst_n),
      .cfg_refresh_i     (cfg_xoff_refresh),
      .cfg_xon_frames_i  (cfg_xon_frames),
      .cfg_enable_i      (flow && !cfg_half_duplex && !cfg_port_reset),
      .cfg_quanta_i      (pause_quanta),
      .cfg_double_i      (!cfg_gig),
      .reset_i           (1'b0),
      .low_i             (wanted),
      .request_o         (pause_request),
      .request_quanta_o  (pause_request_quanta),
      .start_i           (pause_start),
      .end_i             (tx_end && tx_pause),
      .xoff_sent_o       (unused_xoff_sent),
      .xon_sent_o        (unused_xon_sent),
      .stat_remote_xoff_o(unused_remote_xoff),
      .stat_sent_xoff_o  (unused_sent_xoff),
      .stat_sent_xon_o   (unused_sent_xon)
  );

  mii_backpressure u_backpressure (
      .clk                (clk),
      .rst_n              (rst_n),
      .gmii_tx_en         (gmii_tx_en),
      .mii_crs            (mii_crs),
      .cfg_half_duplex_i  (cfg_half_duplex),
      .cfg_false_carrier_i(cfg_flow_command == FLOW_CARRIER),
      .cfg_ifg_rx_i       (cfg_ifg_rx),
      .invoked_i          (invoked),
      .collide_o          (collide),
      .carrier_o          (carrier)
  );

  mii_tx u_tx (
      .clk              (clk),
      .rst_n            (rst_n),
      .cfg_enable_i     (cfg_tx_enable),
      .cfg_gig_i        (cfg_gig),
      .cfg_half_duplex_i(cfg_half_duplex),
      .cfg_ifg_tx_i     (cfg_ifg_tx),
      .cfg_ifg_thrsh_i  (cfg_ifg_thrsh),
      .cfg_slot_clocks_i(cfg_slot_clocks),
      .cfg_retry_i      (cfg_retry),
      .cfg_seed_i       (cfg_seed),
      .cfg_seed_load_i  (cfg_seed_load),
      .inhibit_i        (inhibit),
      .mii_crs          (mii_crs),
      .mii_col          (mii_col),
      .s_axis_tdata     (s_axis_tdata),
      .s_axis_tvalid    (s_axis_tvalid),
      .s_axis_tlast     (s_axis_tlast),
      .s_axis_tuser     (s_axis_tuser),
      .s_axis_tready    (s_axis_tready),
      .pause_request_i  (pause_request),
      .pause_quanta_i   (pause_request_quanta),
      .pause_source_i   (pause_source),
      .pause_start_o    (pause_start),
      .collide_i        (collide),
      .carrier_i        (carrier),
      .invoked_i        (invoked),
      .gmii_txd         (gmii_txd),
      .gmii_tx_en       (gmii_tx_en),
      .gmii_tx_er       (gmii_tx_er),
      .tx_en_next_o     (tx_en_next),
      .end_o            (tx_end),
      .end_over_o       (tx_over),
      .end_length_o     (tx_length),
      .end_longer_o     (tx_longer),
      .end_pause_o      (tx_pause),
      .end_underrun_o   (tx_underrun),
      .end_fcs_error_o  (tx_fcs_error),
      .end_collided_o   (tx_collision),
      .end_late_o       (tx_late),
      .end_excessive_o  (tx_excessive),
      .end_dropped_o    (tx_dropped),
      .end_collisions_o (tx_collisions)
  );

  bcm1250_stats #(
      .ReservedStorage(ReservedStorage),
      .RmonPreset(RmonPreset)
  ) u_stats (
      .clk                 (clk),
      .rst_n               (rst_n),
      .cfg_collisions_at_end_i(cfg_collisions_at_end),
      .cfg_pause_in_tx_i(cfg_pause_in_tx),
      .cfg_fifo_i          (cfg_fifo),
      .cfg_wrap_to_zero_i  (cfg_wrap_to_zero),
      .cfg_length_min_i    (cfg_length_min),
      .cfg_length_max_i    (cfg_length_max),
      .tx_end_i            (tx_end),
      .tx_length_i         (tx_length),
      .tx_longer_i         (tx_longer),
      .tx_pause_i          (tx_pause),
      .tx_fcs_error_i      (tx_fcs_error),
      .tx_underrun_i       (tx_underrun),
      .tx_collision_i      (tx_collision),
      .tx_late_i           (tx_late),
      .tx_dropped_i        (tx_dropped),
      .tx_excessive_i      (tx_excessive),
      .tx_collisions_i     (tx_collisions),
      .rx_classify_i       (rx_classify),
      .rx_length_i         (rx_length),
      .rx_bad_i            (rx_bad),
      .rx_runt_i           (rx_runt),
      .rx_oversize_i       (rx_oversize),
      .rx_fcs_error_i      (rx_fcs_error),
      .rx_length_error_i   (rx_length_error),
      .rx_code_error_i     (rx_code_error),
      .rx_alignment_error_i(rx_alignment_error),
      .rx_multicast_i      (rx_multicast),
      .rx_broadcast_i      (rx_broadcast),
      .read_i              (slot_read),
      .slot_i              (slot),
      .read_data_o         (slot_data),
      .write_i             (slot_write),
      .write_data_i        (pwdata),
      .write_mask_i        (slot_mask),
      .overflow_o          (counter_overflow),
      .overflow_slot_o     (counter_overflow_slot)
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
      .mdc       (master_mdc),
      .mdio_o    (master_mdio),
      .mdio_oe   (master_oe),
      .mdio_i    (mdio_i)
  );

  always @(posedge clk) begin
    if (!rst_n) begin
      tx_record_valid_q <= 1'b0;
      tx_record_q       <= 32'd0;
    end else begin
      tx_record_valid_q <= tx_end && tx_over;
      if (tx_end && tx_over)
        tx_record_q <= `TX_RECORD(tx_pause ? 5'd0 : tx_collisions, tx_dropped, 1'b0, tx_underrun, tx_pause, tx_length);
    end
  end

  assign obs_xoff        = xoff;
  assign obs_pause_timer = {9'd0, pause_timer};
  assign obs_level       = free_blocks;
  assign obs_tx_valid    = tx_record_valid_q;
  assign obs_tx_record   = tx_record_q;

endmodule

`default_nettype wire
