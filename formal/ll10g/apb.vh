// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: the register bus, and the latch of each direction that keeps the upper part of a counter. doc/devices/bcm5718.md 5, doc/devices/ll10g.md 5.
// into: rtl/ll10g/ll10g_mac.v
// cut: dut/u_classify dut/u_buffer dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/u_tx dut/u_pause_rx dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer dut/u_control
// prove: pdr
// cover: 10
  // Counters of the statistics blocks. Those outside of them use the latches too, and make them unknown here.
  wire        formal_tx   = paddr[15:8] == 8'h05;
  wire        formal_rx   = paddr[15:8] == 8'h07;
  wire        formal_read = psel && !penable && !pwrite && (formal_tx || formal_rx);
  wire        formal_low  = formal_read && paddr[2:0] == 3'd0 && `LL10G_IS_COUNTER_HIGH({paddr[15:3], 3'd4});
  wire        formal_high = formal_read && `LL10G_IS_COUNTER_HIGH(paddr);
  wire        formal_wide = paddr == `LL10G_CNT_tx_stats_octetsOK_hi_ADDR || paddr == `LL10G_CNT_tx_stats_etherStatsOctets_hi_ADDR
      || paddr == `LL10G_CNT_rx_stats_octetsOK_hi_ADDR || paddr == `LL10G_CNT_rx_stats_etherStatsOctets_hi_ADDR;
  wire [63:0] formal_data = formal_tx ? tx_data : rx_data;
  reg  [31:0] formal_tx_latch_q;
  reg  [31:0] formal_rx_latch_q;
  reg         formal_tx_known_q;
  reg         formal_rx_known_q;
  always @(posedge clk) begin
    if (formal_low && formal_tx) formal_tx_latch_q <= tx_data[63:32];
    if (formal_low && formal_rx) formal_rx_latch_q <= rx_data[63:32];
    formal_tx_known_q <= rst_n && (formal_tx_known_q ? !(psel && !penable && !formal_tx && !formal_rx) : formal_low && formal_tx);
    formal_rx_known_q <= rst_n && (formal_rx_known_q ? !(psel && !penable && !formal_tx && !formal_rx) : formal_low && formal_rx);
  end
  wire [31:0] formal_latch = formal_tx ? formal_tx_latch_q : formal_rx_latch_q;
  wire        formal_known = formal_tx ? formal_tx_known_q : formal_rx_known_q;
  formal_apb #(
      .Width(32)
  ) u_apb (
      .clk      (clk),
      .rst_n    (rst_n),
      .psel_i   (psel),
      .penable_i(penable),
      .pwrite_i (pwrite),
      .paddr_i  (paddr),
      .prdata_i (prdata),
      .pready_i (pready),
      .pslverr_i(pslverr),
      .counter_i(formal_low || (formal_high && formal_known)),
      .value_i  (formal_low ? formal_data[31:0] : formal_wide ? formal_latch : formal_latch & 32'h0000000F)
  );
  always @(posedge clk) begin
    assert (!(rst_n && formal_low) || (read_slot == paddr[7:3] - 5'd1 && tx_read == formal_tx && rx_read == formal_rx));
    cover (rst_n && formal_high && formal_known && formal_latch[3:0] == 4'd5);
  end
