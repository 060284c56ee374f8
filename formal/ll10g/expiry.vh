// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: the inhibit by received PAUSE. doc/devices/ll10g.md 2, doc/devices/xgmii.md 3. Proof wire: the frame on the wire.
// into: rtl/ll10g/ll10g_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer dut/u_tx dut/u_control
// prove: induction 3
// cover: 80
  (* hierconn *) wire        \u_pause_rx.pending_q ;
  (* hierconn *) wire [15:0] \u_pause_rx.pending_quanta_q ;

  reg formal_busy_q;
  always @(posedge clk) formal_busy_q <= rst_n && tx_busy_next;
  formal_expiry #(
      .QuantumClocks(8),
      .OctetTimes(8)
  ) u_expiry (
      .clk        (clk),
      .rst_n      (rst_n),
      .release_i  (cfg_ignore_pause || cfg_rx_reset),
      .command_i  (rx_pause_valid),
      .quanta_i   (rx_pause_quanta),
      .double_i   (1'b0),
      .busy_i     (formal_busy_q),
      .inhibited_i(obs_xoff),
      .timer_i    (obs_pause_timer),
      .waits_i    (\u_pause_rx.pending_q ),
      .waiting_i  (\u_pause_rx.pending_quanta_q )
  );
