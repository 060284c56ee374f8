// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: every counter of both directions; a clear wins over an event that meets it (L11), and a read clears nothing. doc/devices/ll10g.md 5.
// into: rtl/ll10g/ll10g_stats.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_tx_classify dut/u_rx dut/u_fault dut/u_tx dut/u_pause_rx dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer dut/u_control
// prove: pdr
// cover: 12
  genvar formal_i;
  generate
    for (formal_i = 0; formal_i < SLOTS; formal_i = formal_i + 1) begin : g_formal
      if (formal_i == OCTETS_OK || formal_i == OCTETS) begin : g_octets
        formal_count #(
            .Width(64),
            .ClearWins(1)
        ) u_count (
            .clk          (clk),
            .rst_n        (rst_n),
            .value_i      (g_counter[formal_i].g_octets.count_q),
            .event_i      (events[formal_i]),
            .step_i       ({48'd0, (formal_i == OCTETS) ? length_i : payload_i}),
            .clear_i      (clear_i),
            .load_i       (1'b0),
            .load_value_i (64'd0),
            .reset_value_i(OCTETS_PRESET)
        );
      end else begin : g_frames
        formal_count #(
            .Width(36),
            .ClearWins(1)
        ) u_count (
            .clk          (clk),
            .rst_n        (rst_n),
            .value_i      (g_counter[formal_i].g_frames.count_q),
            .event_i      (events[formal_i]),
            .step_i       (36'd1),
            .clear_i      (clear_i),
            .load_i       (1'b0),
            .load_value_i (36'd0),
            .reset_value_i(PRESET[35:0])
        );
      end
    end
  endgenerate
  always @(posedge clk) begin
    cover (rst_n && event_i && clear_i);
    cover (rst_n && read_i && read_data_o == 64'd2);
  end
