// SPDX-License-Identifier: Apache-2.0
// Statistics of the tengig MAC: counters of 40 bits (RFC 2819, RFC 2863, RFC 3635).
//
// A read of the low word gives bits 31:0, keeps bits 39:32 for a read of the high word, and clears the counter; an event
// in the clock of the read is the first one counted anew. Each counter has a latch of its own for its high word.

module tengig_counters
    import tengig_pkg::*;
#(
    parameter logic [39:0] OCTETS_PRESET = 40'd0   // of counters 0 and 26 after reset, for simulations that are to see a carry
) (
    input  logic        clk,
    input  logic        rst,
    input  rx_event_t   rx,
    input  logic        rx_unsupported,
    input  tx_event_t   tx,
    input  logic        read,
    input  logic        read_high,
    input  logic [5:0]  read_index,
    output logic [31:0] read_data
);

    localparam int COUNTERS = 40;

    logic [15:0] step [COUNTERS];
    logic [39:0] count [COUNTERS];
    logic [7:0]  high [COUNTERS];

    logic good, whole, tx_good;
    size_t rx_size, tx_size;
    assign whole = rx.valid && !rx.short_frame && !rx.long_frame;
    assign good = whole && rx.fcs_ok;
    assign tx_good = tx.valid && !tx.error;
    assign rx_size = size_of(rx.octets);
    assign tx_size = size_of(tx.octets);

    always_comb begin
        step[0]  = rx.valid ? rx.octets : 16'd0;
        step[1]  = {15'd0, rx.valid};
        step[2]  = good ? rx.octets : 16'd0;
        step[3]  = {15'd0, good};
        step[4]  = {15'd0, good && !rx.multicast && !rx.broadcast};
        step[5]  = {15'd0, good && rx.multicast};
        step[6]  = {15'd0, good && rx.broadcast};
        step[7]  = {15'd0, whole && !rx.fcs_ok};
        step[8]  = {15'd0, rx.valid && rx.short_frame && rx.fcs_ok};
        step[9]  = {15'd0, rx.valid && rx.short_frame && !rx.fcs_ok};
        step[10] = {15'd0, rx.valid && rx.long_frame && rx.fcs_ok};
        step[11] = {15'd0, rx.valid && rx.long_frame && !rx.fcs_ok};
        for (int i = 0; i < 6; i++) step[12 + i] = {15'd0, whole && rx_size == size_t'(i)};
        step[18] = {15'd0, rx.valid && rx.control};
        step[19] = {15'd0, rx.valid && rx.pause};
        step[20] = {15'd0, rx.valid && rx.pause && rx.xon};
        step[21] = {15'd0, rx.valid && rx.pfc};
        step[22] = {15'd0, rx.valid && rx_unsupported};
        step[23] = {15'd0, rx.valid && rx.filtered};
        step[24] = {15'd0, rx.valid && rx.lost};
        step[25] = {15'd0, rx.valid && rx.code_error};
        step[26] = tx_good ? tx.octets : 16'd0;
        step[27] = {15'd0, tx_good};
        step[28] = {15'd0, tx_good && !tx.multicast && !tx.broadcast};
        step[29] = {15'd0, tx_good && tx.multicast};
        step[30] = {15'd0, tx_good && tx.broadcast};
        step[31] = {15'd0, tx.valid && tx.error};
        step[32] = {15'd0, tx_good && tx.pause};
        step[33] = {15'd0, tx_good && tx.pfc};
        for (int i = 0; i < 6; i++) step[34 + i] = {15'd0, tx_good && tx_size == size_t'(i)};
    end

    for (genvar i = 0; i < COUNTERS; i++) begin : g_counter
        logic clear;
        assign clear = read && !read_high && read_index == 6'(i);
        always_ff @(posedge clk) begin
            count[i] <= (clear ? 40'd0 : count[i]) + {24'd0, step[i]};
            if (clear) high[i] <= count[i][39:32];
            if (rst) begin
                count[i] <= i == 0 || i == 26 ? OCTETS_PRESET : 40'd0;
                high[i] <= 8'd0;
            end
        end
    end

    assign read_data = read_index >= 6'(COUNTERS) ? 32'd0
                     : read_high ? {24'd0, high[read_index]} : count[read_index][31:0];

endmodule
