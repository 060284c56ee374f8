// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: the register bus. doc/bcm5718.md 5.
// into: rtl/ll10g/ll10g_mac.v
// cut: dut/u_judge dut/u_buffer dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/u_tx dut/u_pause_rx dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer dut/u_control
// prove: pdr
// cover: 10
  formal_apb #(
      .Width(32)
  ) u_apb (
      .clk      (clk),
      .rst_n    (rst_n),
      .psel_i   (psel),
      .penable_i(penable),
      .pwrite_i (pwrite),
      .paddr_i  (paddr),
      .prdata_i (prdata),
      .pready_i (pready),
      .pslverr_i(pslverr),
      .counter_i(1'b0),
      .value_i  (32'd0)
  );
