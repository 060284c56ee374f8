// SPDX-License-Identifier: Apache-2.0
// BCM1250: PAUSE frames of ours. doc/devices/bcm1250.md 3, 4.
// into: rtl/bcm1250/bcm1250_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_mdio dut/u_backpressure dut/u_pause_rx dut/u_pause_tx mii_tx/u_crc mii_tx/u_backoff
// prove: pdr
// cover: 40
  (* hierconn *) wire \u_tx.data_start ;

  // The gap is counted on the wire alone here, so it is claimed in full duplex only, in which carrier means nothing.
  reg [6:0]  formal_gap_q;
  always @(posedge clk) begin
    if (!rst_n) formal_gap_q <= 7'd127;
    else if (gmii_tx_en || cfg_half_duplex) formal_gap_q <= 7'd0;
    else if (formal_gap_q != 7'd127) formal_gap_q <= formal_gap_q + 7'd1;
  end
  wire       formal_rested = !gmii_tx_en && !cfg_half_duplex && {1'b0, formal_gap_q} + 8'd1 >= {2'd0, cfg_ifg_tx} + 8'd4;
  formal_control u_control (
      .clk        (clk),
      .rst_n      (rst_n),
      .inhibited_i(obs_xoff),
      .request_i  (pause_request),
      .free_i     (formal_rested && cfg_tx_enable && !collide && !carrier),
      .start_i    (pause_start),
      .end_i      (tx_end && tx_pause),
      .data_i     (\u_tx.data_start )
  );
