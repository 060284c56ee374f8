// SPDX-License-Identifier: Apache-2.0
// BCM1250: the inhibit by received PAUSE, in clocks. doc/devices/bcm1250.md 2. Proof wire: the frame on the wire.
// into: rtl/bcm1250/bcm1250_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_mdio dut/u_backpressure dut/u_tx dut/u_pause_tx
// prove: induction 3
// cover: 80
  (* hierconn *) wire        \u_pause_rx.pending_q ;
  (* hierconn *) wire [15:0] \u_pause_rx.pending_quanta_q ;

  reg formal_busy_q;
  always @(posedge clk) formal_busy_q <= rst_n && tx_en_next;
  formal_expiry #(
      .QuantumClocks(64),
      .OctetTimes(1)
  ) u_expiry (
      .clk        (clk),
      .rst_n      (rst_n),
      .release_i  (cfg_half_duplex || cfg_fifo || cfg_forward_pause || cfg_port_reset),
      .command_i  (rx_pause_valid),
      .quanta_i   (rx_pause_quanta),
      .double_i   (!cfg_gig),
      .busy_i     (formal_busy_q),
      .inhibited_i(obs_xoff),
      .timer_i    (obs_pause_timer),
      .waits_i    (\u_pause_rx.pending_q ),
      .waiting_i  (\u_pause_rx.pending_quanta_q )
  );
