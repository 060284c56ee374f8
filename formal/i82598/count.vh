// SPDX-License-Identifier: Apache-2.0
// 82598EB: every counter of events; one that meets the read which clears it is the first of the next count. doc/devices/i82598.md 5.
// into: rtl/i82598/i82598_stats.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_rx dut/u_fault dut/u_tx dut/u_pause_rx dut/u_pause_tx i82598_stats/u_gorc i82598_stats/u_gotc i82598_stats/u_tor
// prove: pdr
// cover: 12
  genvar formal_i;
  generate
    for (formal_i = 0; formal_i < COUNT; formal_i = formal_i + 1) begin : g_formal
      formal_count #(
          .Sticks(1),
          .Largest(COUNT_MAX)
      ) u_count (
          .clk          (clk),
          .rst_n        (rst_n),
          .value_i      (g_counter[formal_i].count_q),
          .event_i      (events[formal_i]),
          .step_i       (32'd1),
          .clear_i      (read_i && !read_high_i && read_index_i == formal_i),
          .load_i       (1'b0),
          .load_value_i (32'd0),
          .reset_value_i(PRESET)
      );
    end
  endgenerate
  always @(posedge clk) begin
    cover (rst_n && events[`I82598_CNT_CRCERRS] && clear[`I82598_CNT_CRCERRS]);
    cover (rst_n && read_i && read_data_o == 32'd2);
  end
