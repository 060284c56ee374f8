// SPDX-License-Identifier: Apache-2.0
// Low latency 10G MAC with flow control, priority flow control and statistics on XGMII: the parts put together.
// Intel LL 10G MAC user guide 683426; IEEE 802.3 31B, 31D; behaviour and latencies in doc/devices/ll10g.md and doc/devices/xgmii.md.
`include "ll10g_regs.vh"
`default_nettype none

module ll10g_mac #(
    parameter BufferOctets        = 32768,
    parameter IferrMode           = 0,
    parameter Rfc2819Strict       = 0,
    parameter ErrExcludesFiltered = 0,
    parameter OctetsOkAll         = 0,
    parameter OversizeEndsBin     = 0,
    parameter PayloadCheckAlways  = 0,
    parameter PauseExact64        = 0,
    parameter StatPreset          = 0,
    parameter PresetCarry         = 0
) (
    `LL10G_READING_PORT
    input  wire [1:0]  pause_req,
    input  wire [15:0] pfc_req,
    output wire [7:0]  pfc_xoff,
    `include "rtl/common/xgmii_ports.vh"
);

  `LL10G_READING_WIRES

  localparam CLASSES = 8;
  localparam [3:0]  GAP_WIDE     = 4'd12;
  localparam [3:0]  GAP_NARROW   = 4'd8;

  wire [47:0]  cfg_address;
  wire [47:0]  cfg_lane_address;
  wire [191:0] cfg_addresses;
  wire         cfg_tx_reset;
  wire         cfg_rx_reset;
  wire         cfg_tx_stop;
  wire         cfg_rx_stop;
  wire         cfg_tx_pad;
  wire         cfg_tx_fcs;
  wire         cfg_tx_override;
  wire         cfg_tx_wide_gap;
  wire [15:0]  cfg_tx_length_max;
  wire         cfg_tx_tags_off;
  wire [1:0]   cfg_unidirectional;
  wire         cfg_pause_enable;
  wire         cfg_pause_from_port;
  wire [15:0]  cfg_pause_quanta;
  wire [15:0]  cfg_pause_holdoff;
  wire [7:0]   cfg_pfc_enable;
  wire [127:0] cfg_pfc_quanta;
  wire [127:0] cfg_pfc_holdoff;
  wire         cfg_all_unicast;
  wire         cfg_all_multicast;
  wire [3:0]   cfg_supplementary;
  wire         cfg_forward_control;
  wire         cfg_forward_pause;
  wire         cfg_ignore_pause;
  wire [15:0]  cfg_rx_length_max;
  wire         cfg_rx_tags_off;
  wire [1:0]   cfg_remove;
  wire         cfg_check_fcs;
  wire [7:0]   cfg_pfc_ignore;
  wire         cfg_forward_pfc;
  wire         register_off;
  wire         register_on;
  wire         tx_clear;
  wire         rx_clear;
  wire         tx_read;
  wire         rx_read;
  wire [4:0]   read_slot;
  wire [63:0]  tx_data;
  wire [63:0]  rx_data;

  wire         rx_word_valid;
  wire         rx_word_first;
  wire [63:0]  rx_word;
  wire         rx_classify;
  wire [15:0]  rx_length;
  wire         rx_fcs_wrong;
  wire         rx_error_octet;
  wire         rx_illegal;
  wire [47:0]  rx_destination;               // in lane order, as the next five
  wire [31:0]  rx_type_opcode;
  wire [63:0]  rx_header_2;
  wire [63:0]  rx_header_3;
  wire [15:0]  rx_header_4;
  wire         rx_busy;
  wire [1:0]   rx_local;
  wire [1:0]   rx_remote;
  wire         rx_overflow;
  wire         rx_first_fits;
  wire         rx_counted;
  wire         rx_good;
  wire         rx_invalid;
  wire         rx_error;
  wire         rx_fcs_error;
  wire         rx_undersize;
  wire         rx_oversize;
  wire         rx_control;
  wire         rx_pause;
  wire         rx_pfc;
  wire         rx_unicast;
  wire         rx_multicast;
  wire         rx_broadcast;
  wire [15:0]  rx_payload;
  wire         rx_deliver;
  wire [15:0]  rx_deliver_octets;
  wire         rx_lost_first;
  wire         rx_lost_later;
  wire         rx_pause_valid;
  wire [15:0]  rx_pause_quanta;
  wire         rx_pfc_valid;
  wire [7:0]   rx_pfc_classes;
  wire [127:0] rx_pfc_quanta;

  wire         local_fault;
  wire         remote_fault;

  wire         inhibit;
  wire [22:0]  pause_timer;

  wire         control_request;
  wire [15:0]  control_opcode;
  wire [143:0] control_parameters;
  wire         control_start;

  wire         tx_busy;
  wire         tx_busy_next;
  wire         tx_end;
  wire [15:0]  tx_length;
  wire         tx_end_control;
  wire         tx_underrun;
  wire         tx_host_error;
  wire [47:0]  tx_destination;               // in lane order, as the next three
  wire [31:0]  tx_type_opcode;
  wire [15:0]  tx_type_1;
  wire [15:0]  tx_type_2;
  wire         tx_undersize;
  wire         tx_oversize;
  wire         tx_length_error;
  wire [15:0]  tx_payload;
  wire         tx_control;
  wire         tx_pause;
  wire         tx_pfc;
  wire         tx_unicast;
  wire         tx_multicast;
  wire         tx_broadcast;
  wire         pause_end;
  wire         pfc_end;
  reg          tx_record_valid_q;
  reg  [31:0]  tx_record_q;

  wire [15:0]  unused_rx_source_high;
  wire [31:0]  unused_rx_source_low;
  wire [47:0]  unused_rx_header_4;
  wire         unused_local_rise;
  wire         unused_remote_rise;
  wire [15:0]  unused_tx_source_high;
  wire [31:0]  unused_tx_source_low;
  wire [15:0]  unused_tx_octets_18;
  wire [15:0]  unused_tx_octets_22;
  wire [63:0]  unused_tx_header_3;
  wire [63:0]  unused_tx_header_4;
  wire [15:0]  unused_tx_field_octets;
  wire         unused_tx_padded;
  wire         unused_tx_pause_address;

  ll10g_regs #(
      .StatPreset (StatPreset),
      .PresetCarry(PresetCarry)
  ) u_regs (
      .clk                  (clk),
      .rst_n                (rst_n),
      .psel                 (psel),
      .penable              (penable),
      .paddr                (paddr),
      .pwrite               (pwrite),
      .pwdata               (pwdata),
      .pstrb                (pstrb),
      .prdata               (prdata),
      .pready               (pready),
      .pslverr              (pslverr),
      .cfg_address_o        (cfg_address),
      .cfg_lane_address_o   (cfg_lane_address),
      .cfg_addresses_o      (cfg_addresses),
      .cfg_tx_reset_o       (cfg_tx_reset),
      .cfg_rx_reset_o       (cfg_rx_reset),
      .cfg_tx_stop_o        (cfg_tx_stop),
      .cfg_rx_stop_o        (cfg_rx_stop),
      .cfg_tx_pad_o         (cfg_tx_pad),
      .cfg_tx_fcs_o         (cfg_tx_fcs),
      .cfg_tx_override_o    (cfg_tx_override),
      .cfg_tx_wide_gap_o    (cfg_tx_wide_gap),
      .cfg_tx_length_max_o  (cfg_tx_length_max),
      .cfg_tx_tags_off_o    (cfg_tx_tags_off),
      .cfg_unidirectional_o (cfg_unidirectional),
      .cfg_pause_enable_o   (cfg_pause_enable),
      .cfg_pause_from_port_o(cfg_pause_from_port),
      .cfg_pause_quanta_o   (cfg_pause_quanta),
      .cfg_pause_holdoff_o  (cfg_pause_holdoff),
      .cfg_pfc_enable_o     (cfg_pfc_enable),
      .cfg_pfc_quanta_o     (cfg_pfc_quanta),
      .cfg_pfc_holdoff_o    (cfg_pfc_holdoff),
      .cfg_all_unicast_o    (cfg_all_unicast),
      .cfg_all_multicast_o  (cfg_all_multicast),
      .cfg_supplementary_o  (cfg_supplementary),
      .cfg_forward_control_o(cfg_forward_control),
      .cfg_forward_pause_o  (cfg_forward_pause),
      .cfg_ignore_pause_o   (cfg_ignore_pause),
      .cfg_rx_length_max_o  (cfg_rx_length_max),
      .cfg_rx_tags_off_o    (cfg_rx_tags_off),
      .cfg_remove_o         (cfg_remove),
      .cfg_check_fcs_o      (cfg_check_fcs),
      .cfg_pfc_ignore_o     (cfg_pfc_ignore),
      .cfg_forward_pfc_o    (cfg_forward_pfc),
      .pause_off_o          (register_off),
      .pause_on_o           (register_on),
      .tx_clear_o           (tx_clear),
      .rx_clear_o           (rx_clear),
      .stat_tx_busy_i       (tx_busy),
      .stat_rx_busy_i       (rx_busy),
      .underflow_i          (tx_end && tx_underrun),
      .lost_later_i         (rx_lost_later),
      .lost_first_i         (rx_lost_first),
      .tx_read_o            (tx_read),
      .rx_read_o            (rx_read),
      .read_slot_o          (read_slot),
      .tx_data_i            (tx_data),
      .rx_data_i            (rx_data)
  );

  // ---- receive ----

  xgmii_rx u_rx (
      .clk          (clk),
      .rst_n        (rst_n),
      .xgmii_rxd    (xgmii_rxd),
      .xgmii_rxc    (xgmii_rxc),
      .cfg_enable_i (!cfg_rx_stop && !cfg_rx_reset),
      .abort_i      (cfg_rx_reset),
      .word_valid_o (rx_word_valid),
      .word_first_o (rx_word_first),
      .word_o       (rx_word),
      .classify_o   (rx_classify),
      .length_o     (rx_length),
      .fcs_wrong_o  (rx_fcs_wrong),
      .error_octet_o(rx_error_octet),
      .illegal_o    (rx_illegal),
      .header_0_o   ({unused_rx_source_high, rx_destination}),
      .header_1_o   ({rx_type_opcode, unused_rx_source_low}),
      .header_2_o   (rx_header_2),
      .header_3_o   (rx_header_3),
      .header_4_o   ({unused_rx_header_4, rx_header_4}),
      .busy_o       (rx_busy),
      .local_o      (rx_local),
      .remote_o     (rx_remote)
  );

  link_fault u_fault (
      .clk          (clk),
      .rst_n        (rst_n),
      .local_i      (rx_local),
      .remote_i     (rx_remote),
      .local_o      (local_fault),
      .remote_o     (remote_fault),
      .local_rise_o (unused_local_rise),
      .remote_rise_o(unused_remote_rise)
  );

  ll10g_rx_classify u_classify (
      .clk                (clk),
      .rst_n              (rst_n),
      .cfg_payload_check_always_i(cfg_payload_check_always),
      .cfg_pause_exact64_i(cfg_pause_exact64),
      .classify_i         (rx_classify),
      .length_i           (rx_length),
      .fcs_wrong_i        (rx_fcs_wrong),
      .code_error_i       (rx_error_octet || rx_illegal),
      .destination_i      (rx_destination),
      .type_opcode_i      (rx_type_opcode),
      .header_2_i         (rx_header_2),
      .header_3_i         (rx_header_3),
      .header_4_i         (rx_header_4),
      .overflow_i         (rx_overflow),
      .first_fits_i       (rx_first_fits),
      .cfg_all_unicast_i    (cfg_all_unicast),
      .cfg_all_multicast_i  (cfg_all_multicast),
      .cfg_supplementary_i  (cfg_supplementary),
      .cfg_forward_control_i(cfg_forward_control),
      .cfg_forward_pause_i  (cfg_forward_pause),
      .cfg_forward_pfc_i  (cfg_forward_pfc),
      .cfg_check_fcs_i    (cfg_check_fcs),
      .cfg_remove_i       (cfg_remove),
      .cfg_length_max_i   (cfg_rx_length_max),
      .cfg_tags_off_i     (cfg_rx_tags_off),
      .cfg_address_i      (cfg_lane_address),
      .cfg_addresses_i    (cfg_addresses),
      .counted_o          (rx_counted),
      .good_o             (rx_good),
      .invalid_o          (rx_invalid),
      .error_o            (rx_error),
      .fcs_error_o        (rx_fcs_error),
      .undersize_o        (rx_undersize),
      .oversize_o         (rx_oversize),
      .control_o          (rx_control),
      .pause_o            (rx_pause),
      .pfc_o              (rx_pfc),
      .unicast_o          (rx_unicast),
      .multicast_o        (rx_multicast),
      .broadcast_o        (rx_broadcast),
      .payload_o          (rx_payload),
      .deliver_o          (rx_deliver),
      .deliver_octets_o   (rx_deliver_octets),
      .lost_first_o       (rx_lost_first),
      .lost_later_o       (rx_lost_later),
      .pause_valid_o      (rx_pause_valid),
      .pause_quanta_o     (rx_pause_quanta),
      .pfc_valid_o        (rx_pfc_valid),
      .pfc_classes_o      (rx_pfc_classes),
      .pfc_quanta_o       (rx_pfc_quanta),
      .record_valid_o     (obs_rx_valid),
      .record_o           (obs_rx_record)
  );

  packet_buffer #(
      .BufferOctets(BufferOctets)
  ) u_buffer (
      .clk            (clk),
      .rst_n          (rst_n),
      .word_valid_i   (rx_word_valid),
      .word_first_i   (rx_word_first),
      .word_i         (rx_word),
      .overflow_o     (rx_overflow),
      .first_fits_o   (rx_first_fits),
      .commit_i       (rx_deliver),
      .commit_length_i(rx_length),
      .commit_octets_i(rx_deliver_octets),
      .commit_bad_i   (rx_error),
      .level_o        (obs_level),
      .m_axis_tdata   (m_axis_tdata),
      .m_axis_tkeep   (m_axis_tkeep),
      .m_axis_tvalid  (m_axis_tvalid),
      .m_axis_tlast   (m_axis_tlast),
      .m_axis_tuser   (m_axis_tuser),
      .m_axis_tready  (m_axis_tready)
  );

  ll10g_stats #(
      .IferrMode          (IferrMode),
      .StatPreset         (StatPreset),
      .PresetCarry        (PresetCarry)
  ) u_rx_stats (
      .clk        (clk),
      .rst_n      (rst_n),
      .cfg_rfc2819_strict_i(cfg_rfc2819_strict),
      .cfg_err_excludes_filtered_i(cfg_err_excludes_filtered),
      .cfg_octets_ok_all_i(cfg_octets_ok_all),
      .cfg_oversize_ends_bin_i(cfg_oversize_ends_bin),
      .clear_i    (rx_clear),
      .event_i    (rx_counted),
      .length_i   (rx_length),
      .payload_i  (rx_payload),
      .good_i     (rx_good),
      .error_i    (rx_error),
      .invalid_i  (rx_invalid),
      .fcs_error_i(rx_fcs_error),
      .undersize_i(rx_undersize),
      .oversize_i (rx_oversize),
      .control_i  (rx_control),
      .pause_i    (rx_pause),
      .pfc_i      (rx_pfc),
      .unicast_i  (rx_unicast),
      .multicast_i(rx_multicast),
      .broadcast_i(rx_broadcast),
      .read_i     (rx_read),
      .read_slot_i(read_slot),
      .read_data_o(rx_data)
  );

  // ---- received PAUSE and PFC ----

  pause_rx #(
      .OctetTimes(8)
  ) u_pause_rx (
      .clk             (clk),
      .rst_n           (rst_n),
      .cfg_double_i    (1'b0),
      .clear_i         (cfg_ignore_pause || cfg_rx_reset),
      .command_valid_i (rx_pause_valid),
      .command_quanta_i(rx_pause_quanta),
      .tx_en_next_i    (tx_busy_next),
      .xoff_o          (obs_xoff),
      .inhibit_o       (inhibit),
      .timer_o         (pause_timer)
  );

  genvar i;
  generate
    for (i = 0; i < CLASSES; i = i + 1) begin : g_class
      ll10g_pfc_timer u_timer (
          .clk     (clk),
          .rst_n   (rst_n),
          .clear_i (cfg_rx_reset),
          .load_i  (rx_pfc_valid && rx_pfc_classes[i] && !cfg_pfc_ignore[i]),
          .quanta_i(rx_pfc_quanta[16*i+:16]),
          .paused_o(pfc_xoff[i])
      );
    end
  endgenerate

  // ---- transmit ----

  ll10g_control u_control (
      .clk                  (clk),
      .rst_n                (rst_n),
      .reset_i              (cfg_tx_reset),
      .cfg_pause_enable_i   (cfg_pause_enable),
      .cfg_pause_from_port_i(cfg_pause_from_port),
      .cfg_pause_quanta_i   (cfg_pause_quanta),
      .cfg_pause_holdoff_i  (cfg_pause_holdoff),
      .cfg_pfc_enable_i     (cfg_pfc_enable),
      .cfg_pfc_quanta_i     (cfg_pfc_quanta),
      .cfg_pfc_holdoff_i    (cfg_pfc_holdoff),
      .pause_req            (pause_req),
      .pfc_req              (pfc_req),
      .register_off_i       (register_off),
      .register_on_i        (register_on),
      .start_i              (control_start),
      .end_i                (tx_end && tx_end_control),
      .request_o            (control_request),
      .opcode_o             (control_opcode),
      .parameters_o         (control_parameters),
      .pause_end_o          (pause_end),
      .pfc_end_o            (pfc_end)
  );

  xgmii_tx u_tx (
      .clk                 (clk),
      .rst_n               (rst_n),
      .cfg_enable_i        (!cfg_tx_stop && !cfg_tx_reset && ((!local_fault && !remote_fault) || cfg_unidirectional[0])),
      .inhibit_i           (inhibit),
      .cfg_remote_fault_i  (local_fault && !cfg_unidirectional[1]),
      .cfg_ipg_i           (cfg_tx_wide_gap ? GAP_WIDE : GAP_NARROW),
      .cfg_pad_i           (cfg_tx_pad),
      .cfg_fcs_i           (cfg_tx_fcs),
      .cfg_override_i      (cfg_tx_override),
      .source_i            (cfg_address),
      .s_axis_tdata        (s_axis_tdata),
      .s_axis_tkeep        (s_axis_tkeep),
      .s_axis_tvalid       (s_axis_tvalid),
      .s_axis_tlast        (s_axis_tlast),
      .s_axis_tuser        (s_axis_tuser),
      .s_axis_tready       (s_axis_tready),
      .control_request_i   (control_request),
      .control_opcode_i    (control_opcode),
      .control_parameters_i(control_parameters),
      .control_start_o     (control_start),
      .busy_o              (tx_busy),
      .busy_next_o         (tx_busy_next),
      .end_o               (tx_end),
      .end_length_o        (tx_length),
      .end_control_o       (tx_end_control),
      .end_underrun_o      (tx_underrun),
      .end_error_o         (tx_host_error),
      .end_header_0_o      ({unused_tx_source_high, tx_destination}),
      .end_header_1_o      ({tx_type_opcode, unused_tx_source_low}),
      .end_header_2_o      ({unused_tx_octets_22, tx_type_2, unused_tx_octets_18, tx_type_1}),
      .end_header_3_o      (unused_tx_header_3),
      .end_header_4_o      (unused_tx_header_4),
      .xgmii_txd           (xgmii_txd),
      .xgmii_txc           (xgmii_txc)
  );

  ll10g_classify u_tx_classify (
      .cfg_payload_check_always_i(cfg_payload_check_always),
      .cfg_pause_exact64_i(cfg_pause_exact64),
      .valid_i         (tx_end),
      .length_i        (tx_length),
      .destination_i   (tx_destination),
      .type_opcode_i   (tx_type_opcode),
      .type_1_i        (tx_type_1),
      .type_2_i        (tx_type_2),
      .cfg_length_max_i(cfg_tx_length_max),
      .cfg_tags_off_i  (cfg_tx_tags_off),
      .cfg_address_i   (cfg_lane_address),
      .undersize_o     (tx_undersize),
      .oversize_o      (tx_oversize),
      .length_error_o  (tx_length_error),
      .payload_o       (tx_payload),
      .field_octets_o  (unused_tx_field_octets),
      .padded_o        (unused_tx_padded),
      .control_o       (tx_control),
      .pause_o         (tx_pause),
      .pfc_o           (tx_pfc),
      .unicast_o       (tx_unicast),
      .multicast_o     (tx_multicast),
      .broadcast_o     (tx_broadcast),
      .pause_address_o (unused_tx_pause_address)
  );

  wire tx_marked = tx_underrun || tx_host_error;
  wire tx_error  = tx_undersize || tx_oversize || tx_length_error || tx_marked;

  ll10g_stats #(
      .IferrMode          (IferrMode),
      .StatPreset         (StatPreset),
      .PresetCarry        (PresetCarry)
  ) u_tx_stats (
      .clk        (clk),
      .rst_n      (rst_n),
      .cfg_rfc2819_strict_i(cfg_rfc2819_strict),
      .cfg_err_excludes_filtered_i(cfg_err_excludes_filtered),
      .cfg_octets_ok_all_i(cfg_octets_ok_all),
      .cfg_oversize_ends_bin_i(cfg_oversize_ends_bin),
      .clear_i    (tx_clear),
      .event_i    (tx_end),
      .length_i   (tx_length),
      .payload_i  (tx_payload),
      .good_i     (!tx_error),
      .error_i    (tx_error),
      .invalid_i  (1'b0),
      .fcs_error_i(1'b0),
      .undersize_i(tx_undersize),
      .oversize_i (tx_oversize),
      .control_i  (tx_control),
      .pause_i    (tx_pause && !tx_error),
      .pfc_i      (tx_pfc && !tx_error),
      .unicast_i  (tx_unicast),
      .multicast_i(tx_multicast),
      .broadcast_i(tx_broadcast),
      .read_i     (tx_read),
      .read_slot_i(read_slot),
      .read_data_o(tx_data)
  );

  always @(posedge clk) begin
    if (!rst_n) begin
      tx_record_valid_q <= 1'b0;
      tx_record_q       <= 32'd0;
    end else begin
      tx_record_valid_q <= tx_end;
      if (tx_end) tx_record_q <= `TX_RECORD(5'd0, 1'b0, pfc_end, tx_marked, pause_end, tx_length);
    end
  end

  assign obs_pause_timer = {9'd0, pause_timer};
  assign obs_tx_valid    = tx_record_valid_q;
  assign obs_tx_record   = tx_record_q;

endmodule

`default_nettype wire
