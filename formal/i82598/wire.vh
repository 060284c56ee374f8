// SPDX-License-Identifier: Apache-2.0
// 82598EB: the transmitter and its pins. doc/xgmii.md 2.
// into: rtl/i82598/i82598_mac.v
// cut: dut/u_regs dut/u_judge dut/u_buffer dut/u_stats dut/u_rx dut/u_fault dut/u_pause_rx dut/u_pause_tx xgmii_tx/u_crc
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
