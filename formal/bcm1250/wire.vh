// SPDX-License-Identifier: Apache-2.0
// BCM1250: the transmitter and its pins. doc/devices/bcm1250.md 3.
// into: rtl/bcm1250/bcm1250_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_mdio dut/u_backpressure dut/u_pause_rx dut/u_pause_tx mii_tx/u_crc mii_tx/u_backoff
// prove: pdr
// cover: 40
  (* hierconn *) wire \u_tx.begins ;

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
  // What the transmitter calls an end is one of a frame, not of a forced collision; the pins show all of them.
  formal_wire u_pins (
      .clk     (clk),
      .rst_n   (rst_n),
      .busy_i  (gmii_tx_en),
      .start_i (formal_start),
      .end_i   (formal_end),
      .next_i  (tx_en_next),
      .starts_i(\u_tx.begins ),
      .ends_i  (formal_end)
  );
