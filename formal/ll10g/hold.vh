// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: obs_xoff holds every frame of the host. doc/devices/xgmii.md 2, 3. Proof wire: the start is on the wire in the next clock.
// into: rtl/ll10g/ll10g_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer xgmii_tx/u_crc dut/u_control
// prove: pdr
// cover: 30
  (* hierconn *) wire \u_tx.control_q ;
  (* hierconn *) wire \u_tx.start ;

  reg formal_start_q;
  always @(posedge clk) formal_start_q <= rst_n && \u_tx.start ;
  formal_hold u_hold (
      .clk        (clk),
      .rst_n      (rst_n),
      .inhibited_i(obs_xoff),
      .start_i    (formal_start_q),
      .control_i  (\u_tx.control_q )
  );
