// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: m_axis. doc/devices/xgmii.md 1, doc/reference/dut-contract.md.
// into: rtl/ll10g/ll10g_mac.v
// cut: dut/u_regs dut/u_classify dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/u_tx dut/u_pause_rx dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer dut/u_control
// prove: pdr
// cover: 40
  formal_stream #(
      .Octets(8)
  ) u_stream (
      .clk     (clk),
      .rst_n   (rst_n),
      .tdata_i (m_axis_tdata),
      .tkeep_i (m_axis_tkeep),
      .tvalid_i(m_axis_tvalid),
      .tlast_i (m_axis_tlast),
      .tuser_i (m_axis_tuser),
      .tready_i(m_axis_tready)
  );
