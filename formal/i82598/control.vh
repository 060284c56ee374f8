// SPDX-License-Identifier: Apache-2.0
// 82598EB: control frames of ours. doc/devices/xgmii.md 2.
// into: rtl/i82598/i82598_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_fault dut/u_pause_tx dut/u_pause_rx xgmii_tx/u_crc
// prove: pdr
// cover: 30
  (* hierconn *) wire \u_tx.data_start ;

  wire       formal_rested;
  formal_wire_xgmii u_wire (
      .clk     (clk),
      .rst_n   (rst_n),
      .txd_i   (xgmii_txd),
      .txc_i   (xgmii_txc),
      .busy_o  (),
      .start_o (),
      .end_o   (),
      .rested_o(formal_rested)
  );
  formal_control #(
      .Meets(1)
  ) u_control (
      .clk        (clk),
      .rst_n      (rst_n),
      .inhibited_i(obs_xoff),
      .request_i  (pause_request),
      .free_i     (formal_rested && !local_fault && !remote_fault),
      .start_i    (pause_start),
      .end_i      (tx_end && tx_pause),
      .data_i     (\u_tx.data_start )
  );
