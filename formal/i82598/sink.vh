// SPDX-License-Identifier: Apache-2.0
// 82598EB: s_axis. doc/devices/xgmii.md 2.
// into: rtl/i82598/i82598_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_fault dut/u_pause_tx xgmii_tx/u_crc
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
