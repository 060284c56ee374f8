// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: requests for PAUSE frames: XOFF follows the request and not twice within the hold-off, XON only after XOFF. doc/ll10g.md 3.
// into: rtl/ll10g/ll10g_mac.v
// cut: dut/u_regs dut/u_judge dut/u_buffer dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer dut/u_tx dut/u_pause_rx dut/g_class[0].u_request dut/g_class[1].u_request dut/g_class[2].u_request dut/g_class[3].u_request dut/g_class[4].u_request dut/g_class[5].u_request dut/g_class[6].u_request dut/g_class[7].u_request
// prove: pdr
// cover: 40
  (* hierconn *) wire        \u_pause_request.sent_q ;
  (* hierconn *) wire        \u_pause_request.flight_q ;
  (* hierconn *) wire        \u_pause_request.flight_off_q ;
  (* hierconn *) wire [21:0] \u_pause_request.hold_q ;

  formal_requester u_requester (
      .clk         (clk),
      .rst_n       (rst_n),
      .enable_i    (cfg_pause_enable && !cfg_tx_reset),
      .off_i       (pause_req == REQUEST_XOFF && cfg_pause_from_port),
      .on_i        ((pause_req == REQUEST_XON && cfg_pause_from_port) || register_on),
      .off_now_i   (register_off),
      .quanta_i    (cfg_pause_quanta),
      .holdoff_i   (cfg_pause_holdoff),
      .start_i     (pause_start),
      .end_i       (pause_end),
      .want_i      (pause_want),
      .time_i      (pause_quanta),
      .sent_i      (\u_pause_request.sent_q ),
      .flight_i    (\u_pause_request.flight_q ),
      .flight_off_i(\u_pause_request.flight_off_q ),
      .hold_i      (\u_pause_request.hold_q )
  );
