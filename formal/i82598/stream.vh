// SPDX-License-Identifier: Apache-2.0
// 82598EB: m_axis. doc/devices/xgmii.md 1, doc/reference/dut-contract.md.
// into: rtl/i82598/i82598_mac.v
// cut: dut/u_regs dut/u_classify dut/u_stats dut/u_rx dut/u_fault dut/u_tx dut/u_pause_rx dut/u_pause_tx
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
