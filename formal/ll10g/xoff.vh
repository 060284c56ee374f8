// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC, the PAUSE of the port and the eight classes: XOFF follows its request, not twice within the hold-off; XON only after XOFF. doc/devices/ll10g.md 3.
// into: rtl/ll10g/ll10g_request.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/u_tx dut/u_pause_rx
// prove: pdr
// cover: 40
  formal_requester u_requester (
      .clk         (clk),
      .rst_n       (rst_n),
      .enable_i    (enable_i),
      .off_i       (off_i),
      .on_i        (on_i),
      .off_now_i   (off_now_i),
      .quanta_i    (cfg_quanta_i),
      .holdoff_i   (cfg_holdoff_i),
      .start_i     (start_i),
      .end_i       (end_i),
      .requested_i (requested_o),
      .time_i      (quanta_o),
      .sent_i      (sent_q),
      .flight_i    (flight_q),
      .flight_off_i(flight_off_q),
      .hold_i      (hold_q)
  );
