// SPDX-License-Identifier: Apache-2.0
// BCM5718: every counter; an event that meets a clear or a read is the first of the next count. doc/devices/bcm5718.md 4, 5.
// into: rtl/common/stat_counters.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_rx dut/u_mdio dut/u_header dut/u_tx dut/u_watermark dut/u_pause_rx dut/u_pause_tx
// prove: pdr
// cover: 6
  genvar formal_i;
  generate
    for (formal_i = 0; formal_i < Count; formal_i = formal_i + 1) begin : g_formal
      formal_count u_count (
          .clk          (clk),
          .rst_n        (rst_n),
          .value_i      (count_q[formal_i]),
          .event_i      (event_i[formal_i]),
          .step_i       ((formal_i == TxOctets) ? {16'd0, tx_octets_i} : (formal_i == RxOctets) ? {16'd0, rx_octets_i} : 32'd1),
          .clear_i      (clear_i[formal_i]),
          .load_i       (1'b0),
          .load_value_i (32'd0),
          .reset_value_i(Unused[formal_i] ? 32'd0 : BEGIN)
      );
    end
  endgenerate
  always @(posedge clk) begin
    cover (event_i[3] && clear_i[3]);
    cover (read_data_o == 32'd3);
  end
