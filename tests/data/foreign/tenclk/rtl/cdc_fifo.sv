// SPDX-License-Identifier: Apache-2.0
// A FIFO between two clocks, with pointers in Gray code that have one bit more than an address.

module cdc_fifo #(
    parameter int WIDTH = 8,
    parameter int DEPTH_LOG2 = 4
) (
    input  logic             wr_clk,
    input  logic             wr_rst,
    input  logic             wr_valid,
    input  logic [WIDTH-1:0] wr_word,
    output logic             wr_ready,
    input  logic             rd_clk,
    input  logic             rd_rst,
    output logic             rd_valid,
    output logic [WIDTH-1:0] rd_word,
    input  logic             rd_ready
);

    localparam logic [DEPTH_LOG2:0] DEPTH = {1'b1, {DEPTH_LOG2{1'b0}}};

    logic [WIDTH-1:0]    memory [0:(1 << DEPTH_LOG2) - 1];
    logic [DEPTH_LOG2:0] wr_pointer, wr_gray, wr_gray_rd, wr_next, wr_used;
    logic [DEPTH_LOG2:0] rd_pointer, rd_gray, rd_gray_wr, rd_next, rd_pointer_wr;

    function automatic logic [DEPTH_LOG2:0] gray(input logic [DEPTH_LOG2:0] binary);
        return binary ^ (binary >> 1);
    endfunction

    // ---- write side ---------------------------------------------------------------------------------------------------
    always_comb begin
        for (int i = 0; i <= DEPTH_LOG2; i++) rd_pointer_wr[i] = ^(rd_gray_wr >> i);
    end

    assign wr_used = wr_pointer - rd_pointer_wr;
    assign wr_ready = wr_used < DEPTH && !wr_rst;
    assign wr_next = wr_pointer + {{DEPTH_LOG2{1'b0}}, wr_valid && wr_ready};

    always_ff @(posedge wr_clk) begin
        if (wr_valid && wr_ready) memory[wr_pointer[DEPTH_LOG2-1:0]] <= wr_word;
        wr_pointer <= wr_next;
        wr_gray <= gray(wr_next);
        if (wr_rst) begin
            wr_pointer <= '0;
            wr_gray <= '0;
        end
    end

    // ---- read side ----------------------------------------------------------------------------------------------------
    assign rd_valid = rd_gray != wr_gray_rd;
    assign rd_word = memory[rd_pointer[DEPTH_LOG2-1:0]];
    assign rd_next = rd_pointer + {{DEPTH_LOG2{1'b0}}, rd_valid && rd_ready};

    always_ff @(posedge rd_clk) begin
        rd_pointer <= rd_next;
        rd_gray <= gray(rd_next);
        if (rd_rst) begin
            rd_pointer <= '0;
            rd_gray <= '0;
        end
    end

    // ---- crossings ----------------------------------------------------------------------------------------------------
    cdc_bits #(.WIDTH(DEPTH_LOG2 + 1)) u_wr_to_rd (.clk(rd_clk), .rst(rd_rst), .d(wr_gray), .q(wr_gray_rd));
    cdc_bits #(.WIDTH(DEPTH_LOG2 + 1)) u_rd_to_wr (.clk(wr_clk), .rst(wr_rst), .d(rd_gray), .q(rd_gray_wr));

endmodule
