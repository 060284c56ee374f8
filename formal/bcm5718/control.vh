// SPDX-License-Identifier: Apache-2.0
// BCM5718: PAUSE frames of ours. doc/devices/bcm5718.md 2, 3.
// into: rtl/bcm5718/bcm5718_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_mdio dut/u_header dut/u_watermark dut/u_pause_rx dut/u_pause_tx gmii_tx/u_crc
// prove: pdr
// cover: 60
  (* hierconn *) wire \u_tx.data_start ;

  wire       formal_rested;
  formal_wire_gmii u_wire (
      .clk     (clk),
      .rst_n   (rst_n),
      .tx_en_i (gmii_tx_en),
      .gap_i   (7'd12),
      .start_o (),
      .end_o   (),
      .rested_o(formal_rested)
  );
  formal_control u_control (
      .clk        (clk),
      .rst_n      (rst_n),
      .inhibited_i(obs_xoff),
      .request_i  (pause_request),
      .free_i     (formal_rested && cfg_tx_enable),
      .start_i    (pause_start),
      .end_i      (tx_end && tx_pause),
      .data_i     (\u_tx.data_start )
  );
