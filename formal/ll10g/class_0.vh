// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: requests of class 0 for PFC frames: XOFF follows the request and not twice within the hold-off, XON only after XOFF. doc/ll10g.md 3.
// into: rtl/ll10g/ll10g_mac.v
// cut: dut/u_regs dut/u_judge dut/u_buffer dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer dut/u_tx dut/u_pause_rx dut/u_pause_request dut/g_class[1].u_request dut/g_class[2].u_request dut/g_class[3].u_request dut/g_class[4].u_request dut/g_class[5].u_request dut/g_class[6].u_request dut/g_class[7].u_request
// prove: pdr
// cover: 40
  (* hierconn *) wire        \g_class[0].u_request.sent_q ;
  (* hierconn *) wire        \g_class[0].u_request.flight_q ;
  (* hierconn *) wire        \g_class[0].u_request.flight_off_q ;
  (* hierconn *) wire [21:0] \g_class[0].u_request.hold_q ;

  formal_requester u_requester (
      .clk         (clk),
      .rst_n       (rst_n),
      .enable_i    (cfg_pfc_enable[0] && !cfg_tx_reset),
      .off_i       (pfc_req[1:0] == REQUEST_XOFF),
      .on_i        (pfc_req[1:0] == REQUEST_XON),
      .off_now_i   (1'b0),
      .quanta_i    (cfg_pfc_quanta[15:0]),
      .holdoff_i   (cfg_pfc_holdoff[15:0]),
      .start_i     (pfc_start && pfc_want[0]),
      .end_i       (pfc_end),
      .want_i      (pfc_want[0]),
      .time_i      (pfc_quanta[15:0]),
      .sent_i      (\g_class[0].u_request.sent_q ),
      .flight_i    (\g_class[0].u_request.flight_q ),
      .flight_off_i(\g_class[0].u_request.flight_off_q ),
      .hold_i      (\g_class[0].u_request.hold_q )
  );
