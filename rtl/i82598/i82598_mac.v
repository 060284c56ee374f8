// SPDX-License-Identifier: Apache-2.0
// 82598EB flow-control and statistics MAC on 10 Gb/s XGMII: the parts put together.
// 82598EB datasheet p.119-120, p.322, p.356-366; behaviour and latencies in doc/devices/i82598.md and doc/devices/xgmii.md.
`include "i82598_regs.vh"
`default_nettype none

module i82598_mac #(
    parameter BufferOctets          = 32768,
    parameter HighMarkAbove         = 0,
    parameter TxFcInGood            = 1,
    parameter MulticastHasBroadcast = 1,
    parameter OctetsInHigh          = 1,
    parameter GprcHasMissed         = 0,
    parameter OversizeNeedsFcs      = 0,
    parameter CrcerrsFiltered       = 0,
    parameter MarkFormat            = 0,
    parameter Quantum512ns          = 0,
    parameter AddressNeedsValid     = 0,
    parameter DpfMulticast          = 0,
    parameter PauseExact64          = 0,
    parameter StatBits              = 32,
    parameter StatPreset            = 0,
    parameter OctetPreset           = 0,
    parameter PresetCarry           = 0
) (
    `I82598_READING_PORT
    `include "rtl/common/xgmii_ports.vh"
);

  `I82598_READING_WIRES

  localparam INDEX_WIDTH = $clog2(`I82598_CNT_COUNT);
  localparam QUANTUM_OCTETS = (Quantum512ns != 0) ? 640 : 64;
  localparam QUANTUM_CLOCKS = (Quantum512ns != 0) ? 80 : 8;
  localparam [3:0]  IPG_OCTETS   = 4'd12;
  localparam [15:0] OPCODE_PAUSE = 16'h0001;
  localparam [47:0] BROADCAST    = 48'hFFFFFFFFFFFF;

  wire        cfg_rx_enable;
  wire        cfg_jumbo;
  wire [15:0] cfg_frame_size;
  wire        cfg_length_errors;
  wire        cfg_strip_fcs;
  wire        cfg_store_bad;
  wire        cfg_all_group;
  wire        cfg_all_unicast;
  wire        cfg_broadcast;
  wire        cfg_keep_control;
  wire        cfg_drop_pause;
  wire        cfg_rx_flow;
  wire        cfg_tx_fcs;
  wire        cfg_tx_pad;
  wire        cfg_tx_flow;
  wire        cfg_xon;
  wire [18:0] cfg_high_mark;
  wire [18:0] cfg_low_mark;
  wire [15:0] cfg_pause_quanta;
  wire [15:0] cfg_refresh_quanta;
  wire [48:0] cfg_address_0;
  wire [48:0] cfg_address_1;
  wire [48:0] cfg_address_2;
  wire [48:0] cfg_address_3;
  wire        txoff_set;
  wire        txoff_clear;

  wire                   counter_read;
  wire [INDEX_WIDTH-1:0] counter_index;
  wire                   counter_high;
  wire [31:0]            counter_data;

  wire        rx_word_valid;
  wire        rx_word_first;
  wire [63:0] rx_word;
  wire        rx_classify;
  wire [15:0] rx_length;
  wire        rx_fcs_wrong;
  wire        rx_error_octet;
  wire        rx_illegal;
  wire [47:0] rx_destination;            // lane order, as the next two
  wire [31:0] rx_type_opcode;
  wire [15:0] rx_quanta;
  wire [1:0]  rx_local;
  wire [1:0]  rx_remote;
  wire        rx_overflow;
  wire        rx_deliver;
  wire [15:0] rx_deliver_octets;
  wire        rx_discard;
  wire        rx_good;
  wire        rx_total;
  wire        rx_counted;
  wire        rx_multicast;
  wire        rx_broadcast;
  wire        rx_fragment;
  wire        rx_undersize;
  wire        rx_jabber;
  wire        rx_oversize;
  wire        rx_fcs_error;
  wire        rx_length_error;
  wire        rx_pause_xoff;
  wire        rx_pause_xon;
  wire        rx_command_valid;
  wire [15:0] rx_command_quanta;

  wire        local_fault;
  wire        remote_fault;
  wire        local_rise;
  wire        remote_rise;

  wire        xoff;
  wire        inhibit;
  wire [22:0] pause_clocks;
  reg         software_xoff_q;

  wire        pause_request;
  wire [15:0] pause_request_quanta;
  wire        pause_start;
  wire        tx_busy_next;
  wire        tx_end;
  wire [15:0] tx_length;
  wire        tx_pause;
  wire        tx_underrun;
  wire        tx_host_error;
  wire [47:0] tx_destination;            // lane order
  wire        tx_xoff_sent;
  wire        tx_xon_sent;
  reg         tx_record_valid_q;
  reg  [31:0] tx_record_q;

  wire [15:0] unused_rx_source_high;
  wire [31:0] unused_rx_source_low;
  wire [47:0] unused_rx_payload;
  wire [63:0] unused_rx_header_3;
  wire [63:0] unused_rx_header_4;
  wire        unused_rx_busy;
  wire        unused_rx_first_fits;
  wire        unused_tx_busy;
  wire [15:0] unused_tx_source;
  wire [63:0] unused_tx_header_1;
  wire [63:0] unused_tx_header_2;
  wire [63:0] unused_tx_header_3;
  wire [63:0] unused_tx_header_4;

  wire tx_error = tx_underrun || tx_host_error;

  i82598_regs #(
      .MarkFormat(MarkFormat)
  ) u_regs (
      .clk                 (clk),
      .rst_n               (rst_n),
      .psel                (psel),
      .penable             (penable),
      .paddr               (paddr),
      .pwrite              (pwrite),
      .pwdata              (pwdata),
      .pstrb               (pstrb),
      .prdata              (prdata),
      .pready              (pready),
      .pslverr             (pslverr),
      .cfg_rx_enable_o     (cfg_rx_enable),
      .cfg_jumbo_o         (cfg_jumbo),
      .cfg_frame_size_o    (cfg_frame_size),
      .cfg_length_errors_o (cfg_length_errors),
      .cfg_strip_fcs_o     (cfg_strip_fcs),
      .cfg_store_bad_o     (cfg_store_bad),
      .cfg_all_group_o     (cfg_all_group),
      .cfg_all_unicast_o   (cfg_all_unicast),
      .cfg_broadcast_o     (cfg_broadcast),
      .cfg_keep_control_o  (cfg_keep_control),
      .cfg_drop_pause_o    (cfg_drop_pause),
      .cfg_rx_flow_o       (cfg_rx_flow),
      .cfg_tx_fcs_o        (cfg_tx_fcs),
      .cfg_tx_pad_o        (cfg_tx_pad),
      .cfg_tx_flow_o       (cfg_tx_flow),
      .cfg_xon_o           (cfg_xon),
      .cfg_high_mark_o     (cfg_high_mark),
      .cfg_low_mark_o      (cfg_low_mark),
      .cfg_pause_quanta_o  (cfg_pause_quanta),
      .cfg_refresh_quanta_o(cfg_refresh_quanta),
      .cfg_address_0_o     (cfg_address_0),
      .cfg_address_1_o     (cfg_address_1),
      .cfg_address_2_o     (cfg_address_2),
      .cfg_address_3_o     (cfg_address_3),
      .txoff_set_o         (txoff_set),
      .txoff_clear_o       (txoff_clear),
      .stat_txoff_i        (obs_xoff),
      .counter_read_o      (counter_read),
      .counter_index_o     (counter_index),
      .counter_high_o      (counter_high),
      .counter_data_i      (counter_data)
  );

  xgmii_rx u_rx (
      .clk          (clk),
      .rst_n        (rst_n),
      .xgmii_rxd    (xgmii_rxd),
      .xgmii_rxc    (xgmii_rxc),
      .cfg_enable_i (cfg_rx_enable),
      .abort_i      (1'b0),
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
      .header_2_o   ({unused_rx_payload, rx_quanta}),
      .header_3_o   (unused_rx_header_3),
      .header_4_o   (unused_rx_header_4),
      .busy_o       (unused_rx_busy),
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
      .local_rise_o (local_rise),
      .remote_rise_o(remote_rise)
  );

  i82598_rx_classify u_classify (
      .clk                          (clk),
      .rst_n                        (rst_n),
      .classify_i                   (rx_classify),
      .length_i                     (rx_length),
      .fcs_wrong_i                  (rx_fcs_wrong),
      .error_octet_i                (rx_error_octet),
      .illegal_i                    (rx_illegal),
      .destination_i                (rx_destination),
      .type_opcode_i                (rx_type_opcode),
      .quanta_i                     (rx_quanta),
      .overflow_i                   (rx_overflow),
      .release_i                    (txoff_clear),
      .cfg_jumbo_i                  (cfg_jumbo),
      .cfg_frame_size_i             (cfg_frame_size),
      .cfg_length_errors_i          (cfg_length_errors),
      .cfg_strip_fcs_i              (cfg_strip_fcs),
      .cfg_store_bad_i              (cfg_store_bad),
      .cfg_all_group_i              (cfg_all_group),
      .cfg_all_unicast_i            (cfg_all_unicast),
      .cfg_broadcast_i              (cfg_broadcast),
      .cfg_keep_control_i           (cfg_keep_control),
      .cfg_drop_pause_i             (cfg_drop_pause),
      .cfg_rx_flow_i                (cfg_rx_flow),
      .cfg_address_0_i              (cfg_address_0),
      .cfg_address_1_i              (cfg_address_1),
      .cfg_address_2_i              (cfg_address_2),
      .cfg_address_3_i              (cfg_address_3),
      .cfg_multicast_has_broadcast_i(cfg_multicast_has_broadcast),
      .cfg_gprc_has_missed_i        (cfg_gprc_has_missed),
      .cfg_oversize_needs_fcs_i     (cfg_oversize_needs_fcs),
      .cfg_crcerrs_filtered_i       (cfg_crcerrs_filtered),
      .cfg_address_needs_valid_i    (cfg_address_needs_valid),
      .cfg_dpf_multicast_i          (cfg_dpf_multicast),
      .cfg_pause_exact64_i          (cfg_pause_exact64),
      .deliver_o                    (rx_deliver),
      .deliver_octets_o             (rx_deliver_octets),
      .discard_o                    (rx_discard),
      .good_o                       (rx_good),
      .total_o                      (rx_total),
      .counted_o                    (rx_counted),
      .multicast_o                  (rx_multicast),
      .broadcast_o                  (rx_broadcast),
      .fragment_o                   (rx_fragment),
      .undersize_o                  (rx_undersize),
      .jabber_o                     (rx_jabber),
      .oversize_o                   (rx_oversize),
      .fcs_error_o                  (rx_fcs_error),
      .length_error_o               (rx_length_error),
      .pause_xoff_o                 (rx_pause_xoff),
      .pause_xon_o                  (rx_pause_xon),
      .command_valid_o              (rx_command_valid),
      .command_quanta_o             (rx_command_quanta),
      .record_valid_o               (obs_rx_valid),
      .record_o                     (obs_rx_record)
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
      .first_fits_o   (unused_rx_first_fits),
      .commit_i       (rx_deliver),
      .commit_length_i(rx_length),
      .commit_octets_i(rx_deliver_octets),
      .commit_bad_i   (!rx_good),
      .level_o        (obs_level),
      .m_axis_tdata   (m_axis_tdata),
      .m_axis_tkeep   (m_axis_tkeep),
      .m_axis_tvalid  (m_axis_tvalid),
      .m_axis_tlast   (m_axis_tlast),
      .m_axis_tuser   (m_axis_tuser),
      .m_axis_tready  (m_axis_tready)
  );

  pause_rx #(
      .OctetTimes(1),                    // the timer counts clocks
      .Quantum   (QUANTUM_CLOCKS)
  ) u_pause_rx (
      .clk             (clk),
      .rst_n           (rst_n),
      .cfg_double_i    (1'b0),
      .clear_i         (!cfg_rx_flow || txoff_clear),
      .command_valid_i (rx_command_valid),
      .command_quanta_i(rx_command_quanta),
      .tx_en_next_i    (tx_busy_next),
      .xoff_o          (xoff),
      .inhibit_o       (inhibit),
      .timer_o         (pause_clocks)
  );

  i82598_pause_tx #(
      .QuantumOctets(QUANTUM_OCTETS)
  ) u_pause_tx (
      .clk                  (clk),
      .rst_n                (rst_n),
      .cfg_high_mark_above_i(cfg_high_mark_above),
      .cfg_enable_i         (cfg_tx_flow),
      .cfg_xon_i            (cfg_xon),
      .cfg_high_mark_i      (cfg_high_mark),
      .cfg_low_mark_i       (cfg_low_mark),
      .cfg_quanta_i         (cfg_pause_quanta),
      .cfg_refresh_i        (cfg_refresh_quanta),
      .level_i              (obs_level),
      .request_o            (pause_request),
      .request_quanta_o     (pause_request_quanta),
      .start_i              (pause_start),
      .end_i                (tx_end && tx_pause),
      .xoff_sent_o          (tx_xoff_sent),
      .xon_sent_o           (tx_xon_sent)
  );

  xgmii_tx u_tx (
      .clk                 (clk),
      .rst_n               (rst_n),
      .cfg_enable_i        (!local_fault && !remote_fault),
      .inhibit_i           (inhibit || software_xoff_q),
      .cfg_remote_fault_i  (local_fault),
      .cfg_ipg_i           (IPG_OCTETS),
      .cfg_pad_i           (cfg_tx_pad),
      .cfg_fcs_i           (cfg_tx_fcs),
      .cfg_override_i      (1'b0),
      .source_i            ({cfg_address_0[7:0], cfg_address_0[15:8], cfg_address_0[23:16], cfg_address_0[31:24],
                             cfg_address_0[39:32], cfg_address_0[47:40]}),
      .s_axis_tdata        (s_axis_tdata),
      .s_axis_tkeep        (s_axis_tkeep),
      .s_axis_tvalid       (s_axis_tvalid),
      .s_axis_tlast        (s_axis_tlast),
      .s_axis_tuser        (s_axis_tuser),
      .s_axis_tready       (s_axis_tready),
      .control_request_i   (pause_request),
      .control_opcode_i    (OPCODE_PAUSE),
      .control_parameters_i({pause_request_quanta, 128'd0}),
      .control_start_o     (pause_start),
      .busy_o              (unused_tx_busy),
      .busy_next_o         (tx_busy_next),
      .end_o               (tx_end),
      .end_length_o        (tx_length),
      .end_control_o       (tx_pause),
      .end_underrun_o      (tx_underrun),
      .end_error_o         (tx_host_error),
      .end_header_0_o      ({unused_tx_source, tx_destination}),
      .end_header_1_o      (unused_tx_header_1),
      .end_header_2_o      (unused_tx_header_2),
      .end_header_3_o      (unused_tx_header_3),
      .end_header_4_o      (unused_tx_header_4),
      .xgmii_txd           (xgmii_txd),
      .xgmii_txc           (xgmii_txc)
  );

  i82598_stats #(
      .StatBits    (StatBits),
      .StatPreset  (StatPreset),
      .OctetsInHigh(OctetsInHigh),
      .OctetPreset (OctetPreset),
      .PresetCarry (PresetCarry)
  ) u_stats (
      .clk                (clk),
      .rst_n              (rst_n),
      .cfg_tx_fc_in_good_i(cfg_tx_fc_in_good),
      .rx_classify_i      (rx_classify),
      .rx_length_i        (rx_length),
      .rx_total_i         (rx_total),
      .rx_counted_i       (rx_counted),
      .rx_multicast_i     (rx_multicast),
      .rx_broadcast_i     (rx_broadcast),
      .rx_fragment_i      (rx_fragment),
      .rx_undersize_i     (rx_undersize),
      .rx_jabber_i        (rx_jabber),
      .rx_oversize_i      (rx_oversize),
      .rx_fcs_error_i     (rx_fcs_error),
      .rx_length_error_i  (rx_length_error),
      .rx_error_octet_i   (rx_error_octet),
      .rx_illegal_i       (rx_illegal),
      .rx_pause_xoff_i    (rx_pause_xoff),
      .rx_pause_xon_i     (rx_pause_xon),
      .rx_discard_i       (rx_discard),
      .local_fault_i      (local_rise),
      .remote_fault_i     (remote_rise),
      .tx_end_i           (tx_end),
      .tx_length_i        (tx_length),
      .tx_pause_i         (tx_pause),
      .tx_error_i         (tx_error),
      .tx_group_i         (tx_destination[0]),
      .tx_broadcast_i     (tx_destination == BROADCAST),
      .tx_xoff_sent_i     (tx_xoff_sent),
      .tx_xon_sent_i      (tx_xon_sent),
      .read_i             (counter_read),
      .read_index_i       (counter_index),
      .read_high_i        (counter_high),
      .read_data_o        (counter_data)
  );

  // The software's part of TFCS.TXOFF.
  always @(posedge clk) begin
    if (!rst_n || txoff_clear) software_xoff_q <= 1'b0;
    else if (txoff_set) software_xoff_q <= 1'b1;
    else if (rx_command_valid && rx_command_quanta == 16'd0) software_xoff_q <= 1'b0;
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      tx_record_valid_q <= 1'b0;
      tx_record_q       <= 32'd0;
    end else begin
      tx_record_valid_q <= tx_end;
      if (tx_end) tx_record_q <= `TX_RECORD(5'd0, 1'b0, 1'b0, tx_error, tx_pause, tx_length);
    end
  end

  assign obs_xoff        = xoff || software_xoff_q;
  assign obs_pause_timer = {6'd0, pause_clocks, 3'd0};
  assign obs_tx_valid    = tx_record_valid_q;
  assign obs_tx_record   = tx_record_q;

endmodule

`default_nettype wire
