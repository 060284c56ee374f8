// SPDX-License-Identifier: Apache-2.0
// BCM1250: obs_xoff holds every frame of the host, also a repeated one; a forced collision and a false carrier are no frames. doc/devices/bcm1250.md 2, 3. Proof wire: the start is on the wire in the next clock.
// into: rtl/bcm1250/bcm1250_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_mdio dut/u_backpressure dut/u_pause_tx mii_tx/u_crc mii_tx/u_backoff
// prove: pdr
// cover: 40
  (* hierconn *) wire \u_tx.data_start ;

  reg formal_start_q;
  reg formal_control_q;
  always @(posedge clk) begin
    formal_start_q   <= rst_n && (\u_tx.data_start || pause_start);
    formal_control_q <= pause_start;
  end
  formal_hold u_hold (
      .clk        (clk),
      .rst_n      (rst_n),
      .inhibited_i(obs_xoff),
      .start_i    (formal_start_q),
      .control_i  (formal_control_q)
  );
