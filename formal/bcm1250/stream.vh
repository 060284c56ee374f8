// SPDX-License-Identifier: Apache-2.0
// BCM1250: m_axis. doc/devices/bcm1250.md 1, doc/reference/dut-contract.md.
// into: rtl/bcm1250/bcm1250_mac.v
// cut: dut/u_regs dut/u_classify dut/u_stats dut/u_rx dut/u_mdio dut/u_backpressure dut/u_tx dut/u_pause_rx dut/u_pause_tx
// prove: pdr
// cover: 30
  formal_stream u_stream (
      .clk     (clk),
      .rst_n   (rst_n),
      .tdata_i (m_axis_tdata),
      .tkeep_i (1'b1),
      .tvalid_i(m_axis_tvalid),
      .tlast_i (m_axis_tlast),
      .tuser_i (m_axis_tuser),
      .tready_i(m_axis_tready)
  );
