// SPDX-License-Identifier: Apache-2.0
// BCM5718: the transmitter and its pins. doc/devices/bcm5718.md 2.
// into: rtl/bcm5718/bcm5718_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_mdio dut/u_header dut/u_watermark dut/u_pause_rx dut/u_pause_tx gmii_tx/u_crc
// prove: pdr
// cover: 90
  (* hierconn *) wire \u_tx.start ;

  wire       formal_start;
  wire       formal_end;
  formal_wire_gmii u_wire (
      .clk     (clk),
      .rst_n   (rst_n),
      .tx_en_i (gmii_tx_en),
      .gap_i   (7'd12),
      .start_o (formal_start),
      .end_o   (formal_end),
      .rested_o()
  );
  formal_wire u_pins (
      .clk     (clk),
      .rst_n   (rst_n),
      .busy_i  (gmii_tx_en),
      .start_i (formal_start),
      .end_i   (formal_end_q),
      .next_i  (tx_en_next),
      .starts_i(\u_tx.start ),
      .ends_i  (formal_ends_q)
  );
  // The pins show in the next clock that a frame has ended with this one.
  reg        formal_ends_q;
  always @(posedge clk) formal_ends_q <= rst_n && tx_end;
  wire       formal_end_q = formal_end;
