// SPDX-License-Identifier: Apache-2.0
// BCM5718: the inhibit that obs_xoff and obs_pause_timer show. doc/devices/bcm5718.md 2. Proof wire: the frame on the wire.
// into: rtl/bcm5718/bcm5718_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_mdio dut/u_header dut/u_watermark dut/u_pause_tx dut/u_tx
// prove: induction 3
// cover: 80
  (* hierconn *) wire        \u_pause_rx.pending_q ;
  (* hierconn *) wire [15:0] \u_pause_rx.pending_quanta_q ;

  reg formal_busy_q;
  always @(posedge clk) formal_busy_q <= rst_n && tx_en_next;
  formal_expiry u_expiry (
      .clk        (clk),
      .rst_n      (rst_n),
      .release_i  ((!cfg_rx_flow && !cfg_pause_survives_disable) || cfg_half_duplex || rx_reset),
      .command_i  (rx_pause_valid && cfg_rx_flow),
      .quanta_i   (rx_pause_quanta),
      .double_i   (1'b0),
      .busy_i     (formal_busy_q),
      .inhibited_i(obs_xoff),
      .timer_i    (obs_pause_timer),
      .waits_i    (\u_pause_rx.pending_q ),
      .waiting_i  (\u_pause_rx.pending_quanta_q )
  );
