// SPDX-License-Identifier: Apache-2.0
// The timer of a received PAUSE (IEEE 802.3 annex 31B), in the clock of the transmit wire: a quantum is eight clocks. A
// PAUSE that comes while a frame is being sent waits until the frame has ended, and no data frame starts meanwhile; then its
// time replaces what is left of the one before it.

module pause_timer (
    input  logic        clk,
    input  logic        rst,
    input  logic        enable,     // low ends a pause
    input  logic        valid,
    input  logic [15:0] quanta,
    input  logic        busy,       // a frame is being sent
    input  logic        tick,       // the time of a word is over
    output logic        paused
);

    logic [18:0] timer;
    logic        waiting;
    logic [15:0] waiting_time;

    assign paused = waiting || timer != 19'd0;

    always_ff @(posedge clk) begin
        if (timer != 19'd0 && tick) timer <= timer - 19'd1;
        if (valid) begin
            waiting <= 1'b1;
            waiting_time <= quanta;
        end else if (waiting && !busy) begin
            waiting <= 1'b0;
            timer <= {waiting_time, 3'b000};
        end
        if (rst || !enable) begin
            timer <= 19'd0;
            waiting <= 1'b0;
        end
    end

endmodule
