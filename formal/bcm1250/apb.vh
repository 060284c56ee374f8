// SPDX-License-Identifier: Apache-2.0
// BCM1250: the register bus. doc/devices/bcm5718.md 5.
// into: rtl/bcm1250/bcm1250_mac.v
// cut: dut/u_classify dut/u_stats dut/u_buffer dut/u_rx dut/u_mdio dut/u_backpressure dut/u_tx dut/u_pause_rx dut/u_pause_tx
// prove: pdr
// cover: 10
  formal_apb #(
      .Width(64)
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
      .counter_i(slot_read && paddr[2:0] == 3'd0),
      .value_i  (slot_data)
  );
