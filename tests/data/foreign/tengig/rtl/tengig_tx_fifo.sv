// SPDX-License-Identifier: Apache-2.0
// Small FIFO between the host's stream and the transmitter.
//
// It takes words while there is room and fewer than two whole frames wait in it. `ready` says that a frame may start:
// it is whole, or the FIFO is full, or THRESHOLD words of it are there (0: this is no reason).

module tengig_tx_fifo #(
    parameter int WORDS_LOG2 = 11,
    parameter int THRESHOLD = 0
) (
    input  logic        clk,
    input  logic        rst,

    input  logic [63:0] s_axis_tdata,
    input  logic [7:0]  s_axis_tkeep,
    input  logic        s_axis_tvalid,
    input  logic        s_axis_tlast,
    input  logic        s_axis_tuser,
    output logic        s_axis_tready,

    output logic        ready,
    output logic        valid,
    output logic [63:0] data,
    output logic [2:0]  count,      // octets in the word, 0 means 8
    output logic        last,
    output logic        error,
    input  logic        pop
);

    logic [68:0] memory [0:(1 << WORDS_LOG2) - 1];
    logic [WORDS_LOG2:0] head, tail, level;
    logic [1:0]  frames;            // whole frames in the FIFO
    logic        take;
    logic [3:0]  octets;

    always_comb begin
        octets = 4'd0;
        for (int i = 0; i < 8; i++) octets = octets + {3'd0, s_axis_tkeep[i]};
    end

    assign level = head - tail;
    assign s_axis_tready = !level[WORDS_LOG2] && frames < 2'd2 && !rst;
    assign take = s_axis_tvalid && s_axis_tready;
    assign {error, last, count, data} = memory[tail[WORDS_LOG2-1:0]];
    assign valid = level != '0;
    assign ready = frames != 2'd0 || level[WORDS_LOG2] || (THRESHOLD != 0 && level >= (WORDS_LOG2+1)'(THRESHOLD));

    always_ff @(posedge clk) begin
        if (take) memory[head[WORDS_LOG2-1:0]] <= {s_axis_tuser && s_axis_tlast, s_axis_tlast, octets[2:0], s_axis_tdata};
        head <= head + {{WORDS_LOG2{1'b0}}, take};
        tail <= tail + {{WORDS_LOG2{1'b0}}, pop};
        frames <= frames + {1'b0, take && s_axis_tlast} - {1'b0, pop && last};
        if (rst) begin
            head <= '0;
            tail <= '0;
            frames <= 2'd0;
        end
    end

endmodule
