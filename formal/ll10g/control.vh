// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: control frames of ours. doc/devices/xgmii.md 2.
// into: rtl/ll10g/ll10g_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer dut/u_pause_rx xgmii_tx/u_crc dut/u_control
// prove: pdr
// cover: 30
  (* hierconn *) wire \u_tx.data_start ;

  wire       formal_rested;
  formal_wire_xgmii u_wire (
      .clk     (clk),
      .rst_n   (rst_n),
      .txd_i   (xgmii_txd),
      .txc_i   (xgmii_txc),
      .busy_o  (),
      .start_o (),
      .end_o   (),
      .rested_o(formal_rested)
  );
  formal_control #(
      .Meets(1)
  ) u_order (
      .clk        (clk),
      .rst_n      (rst_n),
      .inhibited_i(obs_xoff),
      .request_i  (control_request),
      .free_i     (formal_rested && !cfg_tx_stop && !cfg_tx_reset && ((!local_fault && !remote_fault) || cfg_unidirectional[0])),
      .start_i    (control_start),
      .end_i      (tx_end && tx_end_control),
      .data_i     (\u_tx.data_start )
  );
