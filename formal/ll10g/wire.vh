// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: the transmitter and its pins. doc/xgmii.md 2.
// into: rtl/ll10g/ll10g_mac.v
// cut: dut/u_regs dut/u_judge dut/u_buffer dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer dut/u_pause_rx xgmii_tx/u_crc dut/u_control
// prove: pdr
// cover: 30
  (* hierconn *) wire \u_tx.start ;

  wire       formal_busy;
  wire       formal_start;
  wire       formal_end;
  formal_wire_xgmii u_wire (
      .clk     (clk),
      .rst_n   (rst_n),
      .txd_i   (xgmii_txd),
      .txc_i   (xgmii_txc),
      .busy_o  (formal_busy),
      .start_o (formal_start),
      .end_o   (formal_end),
      .rested_o()
  );
  formal_wire u_pins (
      .clk     (clk),
      .rst_n   (rst_n),
      .busy_i  (formal_busy),
      .start_i (formal_start),
      .end_i   (formal_end),
      .next_i  (tx_busy_next),
      .starts_i(\u_tx.start ),
      .ends_i  (tx_end)
  );
