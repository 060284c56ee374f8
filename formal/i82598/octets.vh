// SPDX-License-Identifier: Apache-2.0
// 82598EB: the octet counters, which the read of their high word clears. doc/devices/i82598.md 5.
// into: rtl/i82598/i82598_octets.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_rx dut/u_fault dut/u_tx dut/u_pause_rx dut/u_pause_tx
// prove: pdr
// cover: 6
  formal_count #(
      .Width(BITS),
      .Sticks(1)
  ) u_count (
      .clk          (clk),
      .rst_n        (rst_n),
      .value_i      (count_q),
      .event_i      (add_i),
      .step_i       (add),
      .clear_i      (clear),
      .load_i       (1'b0),
      .load_value_i (ZERO),
      .reset_value_i(PRESET)
  );
  always @(posedge clk) cover (rst_n && add_i && clear);
