// SPDX-License-Identifier: Apache-2.0
// 82598EB: obs_xoff, and a PAUSE that waits for the end of the frame on the wire, hold every frame of the host. doc/devices/xgmii.md 2, 3. Proof wire: the start is on the wire in the next clock.
// into: rtl/i82598/i82598_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_fault dut/u_pause_tx xgmii_tx/u_crc
// prove: pdr
// cover: 30
  (* hierconn *) wire \u_pause_rx.pending_q ;
  (* hierconn *) wire \u_tx.control_q ;
  (* hierconn *) wire \u_tx.start ;

  reg formal_start_q;
  always @(posedge clk) formal_start_q <= rst_n && \u_tx.start ;
  formal_hold u_hold (
      .clk        (clk),
      .rst_n      (rst_n),
      .inhibited_i(obs_xoff || \u_pause_rx.pending_q ),
      .start_i    (formal_start_q),
      .control_i  (\u_tx.control_q )
  );
