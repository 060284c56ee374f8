// SPDX-License-Identifier: Apache-2.0
// 82598EB: the inhibit by received PAUSE. doc/devices/i82598.md 2, doc/devices/xgmii.md 3. Proof wire: the frame on the wire.
// into: rtl/i82598/i82598_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_fault dut/u_tx dut/u_pause_tx
// prove: induction 3
// cover: 100
  (* hierconn *) wire        \u_pause_rx.pending_q ;
  (* hierconn *) wire [15:0] \u_pause_rx.pending_quanta_q ;

  reg formal_busy_q;
  always @(posedge clk) formal_busy_q <= rst_n && tx_busy_next;
  formal_expiry #(
      .QuantumClocks(QUANTUM_CLOCKS),
      .OctetTimes(8)
  ) u_expiry (
      .clk        (clk),
      .rst_n      (rst_n),
      .release_i  (!cfg_rx_flow || txoff_clear),
      .command_i  (rx_command_valid),
      .quanta_i   (rx_command_quanta),
      .double_i   (1'b0),
      .busy_i     (formal_busy_q),
      .inhibited_i(xoff),
      .timer_i    (obs_pause_timer),
      .waits_i    (\u_pause_rx.pending_q ),
      .waiting_i  (\u_pause_rx.pending_quanta_q )
  );
