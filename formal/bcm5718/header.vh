// SPDX-License-Identifier: Apache-2.0
// BCM5718: what the transmitter takes for a MAC control frame of the host is one, by the octets that the stream has given. doc/devices/bcm5718.md 2.
// into: rtl/bcm5718/bcm5718_tx_header.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_mdio dut/u_tx dut/u_watermark dut/u_pause_rx dut/u_pause_tx
// prove: pdr
// cover: 30
  // The octets of the frame that waits, since the last frame of the host was over.
  reg        formal_begun_q = 1'b0;
  reg [3:0]  formal_taken_q;
  reg [15:0] formal_type_q;
  always @(posedge clk) begin
    formal_begun_q <= 1'b1;
    if (!rst_n || end_i) formal_taken_q <= 4'd0;
    else if (s_axis_tvalid && s_axis_tready) begin
      formal_type_q <= {formal_type_q[7:0], s_axis_tdata};
      if (formal_taken_q != 4'd15) formal_taken_q <= formal_taken_q + 4'd1;
    end
    if (!formal_begun_q) assume (!rst_n);
    // No octet passes to the transmitter while it only waits: what it takes, it takes behind a start.
    else if (control_o && passed_q == 4'd0 && !m_axis_tready) begin
      assert (formal_taken_q >= 4'd14);
      assert (formal_taken_q != 4'd14 || formal_type_q == 16'h8808);
    end
    cover (formal_begun_q && control_o && formal_taken_q == 4'd14);
  end
