// SPDX-License-Identifier: Apache-2.0
// Takes words from one clock to another, each whole. The source holds a word and turns a level; the destination sees that by a
// synchroniser, takes the word, and turns a level that goes back. A word is given only while `src_ready`.

module cdc_word #(
    parameter int WIDTH = 16
) (
    input  logic             src_clk,
    input  logic             src_rst,
    input  logic             src_valid,
    input  logic [WIDTH-1:0] src_word,
    output logic             src_ready,
    input  logic             dst_clk,
    input  logic             dst_rst,
    output logic             dst_valid,  // one clock for each word, which stays until the next one
    output logic [WIDTH-1:0] dst_word
);

    logic [WIDTH-1:0] held;
    logic turn, turn_dst, answer, answer_src;

    assign src_ready = turn == answer_src;

    always_ff @(posedge src_clk) begin
        if (src_valid && src_ready) begin
            held <= src_word;
            turn <= !turn;
        end
        if (src_rst) begin
            held <= '0;
            turn <= 1'b0;
        end
    end

    always_ff @(posedge dst_clk) begin
        dst_valid <= turn_dst != answer;
        answer <= turn_dst;
        if (turn_dst != answer) dst_word <= held;
        if (dst_rst) begin
            dst_valid <= 1'b0;
            answer <= 1'b0;
            dst_word <= '0;
        end
    end

    cdc_bits u_turn (.clk(dst_clk), .rst(dst_rst), .d(turn), .q(turn_dst));
    cdc_bits u_answer (.clk(src_clk), .rst(src_rst), .d(answer), .q(answer_src));

endmodule
