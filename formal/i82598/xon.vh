// SPDX-License-Identifier: Apache-2.0
// 82598EB: XON below the low mark, after an XOFF that is outstanding. doc/devices/i82598.md 3.
// into: rtl/i82598/i82598_mac.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_fault dut/u_tx dut/u_pause_rx
// prove: pdr
// cover: 30
  (* hierconn *) wire [25:0] \u_pause_tx.shadow_q ;
  (* hierconn *) wire [15:0] \u_pause_tx.quanta_q ;
  (* hierconn *) wire        \u_pause_tx.outstanding_q ;
  (* hierconn *) wire        \u_pause_tx.xoff_wire_q ;
  (* hierconn *) wire        \u_pause_tx.xon_wire_q ;

  wire       formal_full;
  formal_mark u_mark (
      .clk     (clk),
      .rst_n   (rst_n),
      .fills_i (cfg_high_mark_above ? obs_level > {13'd0, cfg_high_mark} : obs_level >= {13'd0, cfg_high_mark}),
      .drains_i(obs_level < {13'd0, cfg_low_mark}),
      .full_o  (formal_full)
  );
  // An XOFF may have the time 0 here, so its kind is the reason that it started for.
  reg         formal_kind_q;               // the PAUSE frame on its way is an XOFF,
  reg  [15:0] formal_quanta_q;             // of this time,
  reg         formal_way_q;                // and it is on its way
  reg         formal_out_q;                // an XOFF is outstanding
  wire [25:0] formal_left;
  wire        formal_over = tx_end && tx_pause && formal_way_q;
  always @(posedge clk) begin
    if (pause_start) begin
      formal_kind_q   <= formal_full;
      formal_quanta_q <= pause_request_quanta;
    end
    formal_way_q <= rst_n && (pause_start || (formal_way_q && !(tx_end && tx_pause)));
    if (!rst_n || !cfg_tx_flow) formal_out_q <= 1'b0;
    else if (formal_over) formal_out_q <= formal_kind_q;
  end
  formal_advertised #(
      .Width(26),
      .Step(8)
  ) u_advertised (
      .clk    (clk),
      .rst_n  (rst_n),
      .clear_i(!cfg_tx_flow || (formal_over && !formal_kind_q)),
      .load_i (formal_over && formal_kind_q),
      .time_i ({10'd0, formal_quanta_q} * QUANTUM_OCTETS),
      .left_o (formal_left)
  );
  formal_xon u_xon (
      .clk          (clk),
      .rst_n        (rst_n),
      .full_i       (formal_full),
      .gate_i       (cfg_tx_flow && cfg_xon && !(formal_way_q && !formal_kind_q)),
      .outstanding_i(formal_out_q),
      .request_i    (pause_request),
      .xoff_i       (formal_full)
  );
  reg formal_begun_q = 1'b0;
  always @(posedge clk) formal_begun_q <= 1'b1;
  // What the transmitter guarantees (proof control), and lemmas: the states of the device.
  always @(posedge clk) begin
    assume (!pause_start || (pause_request && (!formal_way_q || (tx_end && tx_pause))));
    assume (!(tx_end && tx_pause) || formal_way_q);
    if (formal_begun_q) begin
`ifndef FORMAL_FAULT
      assert (formal_left == \u_pause_tx.shadow_q );
      assert (!formal_way_q || (\u_pause_tx.xoff_wire_q == formal_kind_q && \u_pause_tx.xon_wire_q == !formal_kind_q));
      assert (formal_way_q || (!\u_pause_tx.xoff_wire_q && !\u_pause_tx.xon_wire_q ));
      assert (!formal_way_q || \u_pause_tx.quanta_q == formal_quanta_q);
      assert (formal_out_q == \u_pause_tx.outstanding_q );
`endif
    end
  end
