// SPDX-License-Identifier: Apache-2.0
// BCM5718: XON above the high mark, while the time of an XOFF of ours is not over. doc/devices/bcm5718.md 3.
// into: rtl/bcm5718/bcm5718_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_mdio dut/u_header dut/u_pause_rx dut/u_tx
// prove: pdr
// cover: 20
  (* hierconn *) wire [22:0] \u_pause_tx.advertised_q ;
  (* hierconn *) wire [15:0] \u_pause_tx.quanta_q ;
  (* hierconn *) wire        \u_pause_tx.xoff_wire_q ;
  (* hierconn *) wire        \u_pause_tx.xon_wire_q ;

  wire       formal_full;
  formal_mark u_mark (
      .clk     (clk),
      .rst_n   (rst_n),
      .fills_i (free_mbufs < {7'd0, cfg_low_mark}),
      .drains_i(free_mbufs > {7'd0, cfg_xon_uses_low_wm ? cfg_low_mark : cfg_high_mark}),
      .full_o  (formal_full)
  );
  reg        formal_kind_q;                // the PAUSE frame on its way is an XOFF,
  reg [15:0] formal_quanta_q;              // of this time
  reg        formal_way_q;                 // and it is on its way
  always @(posedge clk) begin
    if (pause_start) formal_kind_q <= pause_request_quanta != 16'd0;
    if (pause_start && pause_request_quanta != 16'd0) formal_quanta_q <= pause_request_quanta;
    formal_way_q <= rst_n && (pause_start || (formal_way_q && !(tx_end && tx_pause)));
  end
  wire        formal_over = tx_end && tx_pause && formal_way_q;
  wire [22:0] formal_left;
  formal_advertised u_advertised (
      .clk    (clk),
      .rst_n  (rst_n),
      .clear_i(tx_reset || !cfg_tx_flow || cfg_half_duplex || (formal_over && !formal_kind_q)),
      .load_i (formal_over && formal_kind_q),
      .time_i ({1'b0, formal_quanta_q, 6'd0}),
      .left_o (formal_left)
  );
  formal_xon u_xon (
      .clk          (clk),
      .rst_n        (rst_n),
      .full_i       (formal_full),
      .gate_i       (cfg_tx_flow && !cfg_half_duplex && !(formal_way_q && !formal_kind_q)),
      .outstanding_i(formal_left != 23'd0),
      .request_i    (pause_request),
      .xoff_i       (pause_request_quanta != 16'd0)
  );
  reg formal_begun_q = 1'b0;
  always @(posedge clk) formal_begun_q <= 1'b1;
  // What the transmitter guarantees (proof control), and lemmas: the states of the device.
  always @(posedge clk) begin
    assume (!pause_start || (pause_request && !formal_way_q));
    assume (!(tx_end && tx_pause) || formal_way_q);
    if (formal_begun_q) begin
`ifndef FORMAL_FAULT
      assert (formal_left == \u_pause_tx.advertised_q );
      assert (!formal_way_q || (\u_pause_tx.xoff_wire_q == formal_kind_q && \u_pause_tx.xon_wire_q == !formal_kind_q));
      assert (formal_way_q || (!\u_pause_tx.xoff_wire_q && !\u_pause_tx.xon_wire_q ));
      assert (!(formal_way_q && formal_kind_q) || (\u_pause_tx.quanta_q == formal_quanta_q));
`endif
    end
  end
