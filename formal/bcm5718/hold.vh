// SPDX-License-Identifier: Apache-2.0
// BCM5718: obs_xoff holds every frame of the host but a MAC control frame of which it has shown the header. doc/devices/bcm5718.md 2.
// into: rtl/bcm5718/bcm5718_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_mdio dut/u_header gmii_tx/u_crc
// prove: pdr
// cover: 60
  (* hierconn *) wire \u_tx.pause_q ;

  reg formal_control_q;
  always @(posedge clk) formal_control_q <= host_control;

  wire formal_start;
  formal_wire_gmii u_wire (
      .clk     (clk),
      .rst_n   (rst_n),
      .tx_en_i (gmii_tx_en),
      .gap_i   (7'd12),
      .start_o (formal_start),
      .end_o   (),
      .rested_o()
  );
  formal_hold u_hold (
      .clk        (clk),
      .rst_n      (rst_n),
      .inhibited_i(obs_xoff),
      .start_i    (formal_start),
      .control_i  (\u_tx.pause_q || formal_control_q)
  );
