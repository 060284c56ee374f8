// SPDX-License-Identifier: Apache-2.0
// BCM1250: every RMON slot; a load wins over an event of the same clock, and a read clears nothing. doc/devices/bcm1250.md 3, 5.
// into: rtl/bcm1250/bcm1250_stats.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_rx dut/u_mdio dut/u_backpressure dut/u_tx dut/u_pause_rx dut/u_pause_tx
// prove: pdr
// cover: 12
  genvar formal_i;
  generate
    for (formal_i = 0; formal_i < SLOTS; formal_i = formal_i + 1) begin : g_formal
      localparam WIDTH = LONG_SLOTS[formal_i] ? 64 : 32;
      localparam [15:0] ADDRESS = 8 * formal_i;
      localparam [63:0] BEGIN = {BEGIN_HIGH[31:0], BEGIN_LOW[31:0]};
      if (!`BCM1250_IS_RESERVED(ADDRESS)) begin : g_counter
        wire [63:0] step = (formal_i == 0 + (`BCM1250_CNT_TX_BYTES_ADDR) / 8) ? {48'd0, tx_length_i}
            : (formal_i == 0 + (`BCM1250_CNT_RX_BYTES_ADDR) / 8) ? {48'd0, rx_length_i}
            : (formal_i == 0 + (`BCM1250_CNT_COLLISIONS_ADDR) / 8) ? {59'd0, collisions} : 64'd1;
        wire [WIDTH-1:0] value = g_slot[formal_i].g_counter.count_q;
        // With WrapToZero an event that takes the counter over its end leaves 0, whatever its step is.
        wire             wraps = {1'b0, value} + {1'b0, step[WIDTH-1:0]} > {1'b0, {WIDTH{1'b1}}};
        formal_count #(
            .Width(WIDTH)
        ) u_count (
            .clk          (clk),
            .rst_n        (rst_n),
            .value_i      (value),
            .event_i      (events[formal_i]),
            .step_i       (cfg_wrap_to_zero_i && wraps ? {WIDTH{1'b0}} - value : step[WIDTH-1:0]),
            .clear_i      (1'b0),
            .load_i       (write_i && slot_i == formal_i),
            .load_value_i ((value & ~write_mask_i[WIDTH-1:0]) | (write_data_i[WIDTH-1:0] & write_mask_i[WIDTH-1:0])),
            .reset_value_i(BEGIN[WIDTH-1:0])
        );
      end
    end
  endgenerate
  always @(posedge clk) begin
    cover (rst_n && counting && write_i);
    cover (rst_n && read_i && read_data_o == 64'd2);
  end
