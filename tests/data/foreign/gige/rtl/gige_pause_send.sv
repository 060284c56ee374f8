// SPDX-License-Identifier: Apache-2.0
// Requests PAUSE frames of our own. While the level is high the partner is told to stop: once, and again each
// cfg_refresh quanta after the previous XOFF was decided (0: never again). When the level falls it is told to go on.
// What is due is compared when the transmitter is free, so that a level that rises and falls while a frame is under
// way sends nothing. Without cfg_enable nothing is sent, and what the partner was told is forgotten.
module gige_pause_send (
    input  logic clk,
    input  logic rst,
    input  logic cfg_enable,
    input  logic [15:0] cfg_quanta,
    input  logic [15:0] cfg_refresh,
    input  logic level,
    output logic request,
    output logic [15:0] request_time,
    input  logic grant
);
  logic [1:0] level_r;
  logic told;               // the partner was told to stop
  logic [21:0] until_refresh;

  wire stop = level_r[1];
  wire refresh = told && stop && cfg_refresh != '0 && until_refresh == '0;

  assign request = cfg_enable && ((stop && !told) || refresh || (!stop && told));
  assign request_time = stop ? cfg_quanta : 16'd0;

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      level_r <= '0;
      told <= 1'b0;
      until_refresh <= '0;
    end else begin
      level_r <= {level_r[0], level};
      if (!cfg_enable) told <= 1'b0;
      else if (grant) told <= stop;
      if (grant) until_refresh <= {cfg_refresh, 6'd0} - 22'd1;
      else if (until_refresh != '0) until_refresh <= until_refresh - 1'b1;
    end
endmodule
