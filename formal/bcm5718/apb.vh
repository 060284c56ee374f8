// SPDX-License-Identifier: Apache-2.0
// BCM5718: the register bus. doc/devices/bcm5718.md 5.
// into: rtl/bcm5718/bcm5718_mac.v
// cut: dut/u_classify dut/u_stats dut/u_buffer dut/u_rx dut/u_mdio dut/u_header dut/u_tx dut/u_watermark dut/u_pause_rx dut/u_pause_tx
// prove: pdr
// cover: 10
  formal_apb u_apb (
      .clk      (clk),
      .rst_n    (rst_n),
      .psel_i   (psel),
      .penable_i(penable),
      .pwrite_i (pwrite),
      .paddr_i  (paddr),
      .prdata_i (prdata),
      .pready_i (pready),
      .pslverr_i(pslverr),
      .counter_i(counter_read),
      .value_i  (counter_data)
  );
