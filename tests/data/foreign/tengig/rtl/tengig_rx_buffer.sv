// SPDX-License-Identifier: Apache-2.0
// Frame buffer between the receiver and the host: whole right frames only.
//
// Words are written behind the last kept frame. `keep` shows them to the host, `drop` forgets them. A word for which
// there is no room sets `overflow` until the frame is dropped. A word is free again as soon as it is in the output
// register.

module tengig_rx_buffer #(
    parameter int WORDS_LOG2 = 13
) (
    input  logic        clk,
    input  logic        rst,

    input  logic        write,
    input  logic [63:0] data,
    input  logic [2:0]  count,
    input  logic        last,
    input  logic        keep,
    input  logic        drop,
    output logic        overflow,

    output logic [63:0] m_axis_tdata,
    output logic [7:0]  m_axis_tkeep,
    output logic        m_axis_tvalid,
    output logic        m_axis_tlast,
    input  logic        m_axis_tready
);

    logic [67:0] memory [0:(1 << WORDS_LOG2) - 1];
    logic [WORDS_LOG2:0] head, kept, tail, head_next;  // written, shown, read; the upper bit tells full from empty
    logic full, overflowed, fetch;
    logic [67:0] word;
    logic        word_valid;

    assign full = (head - tail) == {1'b1, {WORDS_LOG2{1'b0}}};
    assign head_next = head + {{WORDS_LOG2{1'b0}}, write && !full};
    assign overflow = overflowed || (write && full);

    always_ff @(posedge clk) begin
        if (write && !full) memory[head[WORDS_LOG2-1:0]] <= {last, count, data};
        head <= drop ? kept : head_next;
        if (keep) kept <= head_next;
        overflowed <= overflow && !drop && !keep;
        if (rst) begin
            head <= '0;
            kept <= '0;
            overflowed <= 1'b0;
        end
    end

    assign fetch = tail != kept && (!word_valid || m_axis_tready);

    always_ff @(posedge clk) begin
        if (fetch) begin
            word <= memory[tail[WORDS_LOG2-1:0]];
            tail <= tail + 1'b1;
        end
        word_valid <= fetch || (word_valid && !m_axis_tready);
        if (rst) begin
            tail <= '0;
            word_valid <= 1'b0;
        end
    end

    assign m_axis_tvalid = word_valid;
    assign m_axis_tlast = word[67];
    assign m_axis_tdata = word[63:0];
    always_comb begin
        for (int i = 0; i < 8; i++) m_axis_tkeep[i] = word[66:64] == 3'd0 || 3'(i) < word[66:64];
    end

endmodule
