// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: s_axis. doc/devices/xgmii.md 2.
// into: rtl/ll10g/ll10g_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer xgmii_tx/u_crc dut/u_control
// prove: pdr
// cover: 30
  (* hierconn *) wire \u_tx.data_start ;

  formal_sink u_sink (
      .clk     (clk),
      .rst_n   (rst_n),
      .start_i (\u_tx.data_start ),
      .tvalid_i(s_axis_tvalid),
      .tlast_i (s_axis_tlast),
      .tready_i(s_axis_tready)
  );
