// SPDX-License-Identifier: Apache-2.0
// Obeys the partner's PAUSE frames (802.3 annex 31B). A frame that is under way is never cut: the new time waits for
// its end and is counted from there, in octet times; meanwhile no other data frame may start. Each valid PAUSE
// replaces what remains, and time 0 ends the pause. Without cfg_enable the transmitter is free at once.
`include "gige_pkg.svh"

module gige_pause_obey (
    input  logic clk,
    input  logic rst,
    input  logic cfg_enable,
    input  logic pause_valid,
    input  logic [15:0] pause_time,
    input  logic transmitting,
    output logic hold
);
  logic waiting;            // a received time waits for the end of our frame
  logic [15:0] waiting_time;
  logic [21:0] remaining;   // octet times: 64 for a quantum

  assign hold = remaining != '0 || (waiting && waiting_time != '0);

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      waiting <= 1'b0;
      waiting_time <= '0;
      remaining <= '0;
    end else if (!cfg_enable) begin
      waiting <= 1'b0;
      remaining <= '0;
    end else begin
      if (remaining != '0) remaining <= remaining - 1'b1;
      if (pause_valid) begin
        waiting <= transmitting;
        waiting_time <= pause_time;
        if (!transmitting) remaining <= {pause_time, 6'd0};
      end else if (waiting && !transmitting) begin
        waiting <= 1'b0;
        remaining <= {waiting_time, 6'd0};
      end
    end
endmodule
