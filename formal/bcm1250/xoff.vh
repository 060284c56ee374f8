// SPDX-License-Identifier: Apache-2.0
// BCM1250: XOFF while flow control is invoked, and again at half of its time. doc/devices/bcm1250.md 4.
// into: rtl/bcm1250/bcm1250_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_mdio dut/u_backpressure dut/u_tx dut/u_pause_rx
// prove: induction 2
// cover: 60
  (* hierconn *) wire [22:0] \u_pause_tx.advertised_q ;
  (* hierconn *) wire [15:0] \u_pause_tx.quanta_q ;
  (* hierconn *) wire        \u_pause_tx.xoff_wire_q ;
  (* hierconn *) wire        \u_pause_tx.xon_wire_q ;
  (* hierconn *) wire        \u_pause_tx.double_q ;
  (* hierconn *) wire        \u_pause_tx.done_q ;
  (* hierconn *) wire        \u_xoff.done_q ;

  wire       formal_low;
  formal_mark u_mark (
      .clk     (clk),
      .rst_n   (rst_n),
      .fills_i (free_blocks < cfg_low_mark),
      .drains_i(free_blocks >= cfg_low_mark),
      .full_o  (formal_low)
  );
  wire       formal_full = cfg_flow_force || formal_low;
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
  reg         formal_double_q;              // of the time that runs
  always @(posedge clk) if (formal_over && formal_kind_q) formal_double_q <= !cfg_gig;
  formal_advertised u_advertised (
      .clk    (clk),
      .rst_n  (rst_n),
      .clear_i(!(flow && !cfg_half_duplex && !cfg_port_reset) || (formal_over && !formal_kind_q)),
      .load_i (formal_over && formal_kind_q),
      .time_i (cfg_gig ? {1'b0, formal_quanta_q, 6'd0} : {formal_quanta_q, 7'd0}),
      .left_o (formal_left)
  );
  formal_xoff u_xoff (
      .clk      (clk),
      .rst_n    (rst_n),
      .full_i   (formal_full),
      .gate_i   (flow && !cfg_half_duplex && !cfg_port_reset),
      .reset_i  (1'b0),
      .again_i  (cfg_xoff_refresh && formal_left != 23'd0 && formal_left <= (formal_double_q ? {1'b0, formal_quanta_q, 6'd0} : {2'd0, formal_quanta_q, 5'd0}) && !(formal_way_q && formal_kind_q)),
      .request_i(pause_request),
      .xoff_i   (pause_request_quanta != 16'd0),
      .start_i  (pause_start)
  );
  reg formal_begun_q = 1'b0;
  always @(posedge clk) formal_begun_q <= 1'b1;
  // What the transmitter guarantees (proof control), and lemmas: the states of the device.
  always @(posedge clk) begin
    assume (!pause_start || (pause_request && !formal_way_q));
    assume (!(tx_end && tx_pause) || formal_way_q);
    if (!formal_begun_q) assume (!rst_n);
    else begin
`ifndef FORMAL_FAULT
      assert (formal_left == \u_pause_tx.advertised_q );
      assert (!formal_way_q || (\u_pause_tx.xoff_wire_q == formal_kind_q && \u_pause_tx.xon_wire_q == !formal_kind_q));
      assert (formal_way_q || (!\u_pause_tx.xoff_wire_q && !\u_pause_tx.xon_wire_q ));
      assert (!((formal_way_q && formal_kind_q) || formal_left != 23'd0) || \u_pause_tx.quanta_q == formal_quanta_q);
      assert (formal_left == 23'd0 || \u_pause_tx.double_q == formal_double_q);
      assert (\u_pause_tx.done_q == \u_xoff.done_q );
      assert (low == formal_low);
`endif
    end
  end
