// SPDX-License-Identifier: Apache-2.0
// What the pins of XGMII say of the transmit wire: frames that begin and end, and whether the gap behind the last one is surely over.
// doc/devices/xgmii.md 2; IEEE 802.3 46.2, 46.3.
`default_nettype none

module formal_wire_xgmii (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [63:0] txd_i,
    input  wire [7:0]  txc_i,
    output wire        busy_o,            // the word holds a lane of a frame or its end code
    output wire        start_o,           // it holds a start code
    output wire        end_o,             // it holds an end code
    output wire        rested_o           // two words before this one were idle: more than any gap
);

  localparam [7:0] START = 8'hFB;
  localparam [7:0] END   = 8'hFD;

  reg       inside_q;
  reg [1:0] idle_q;
  reg [7:0] ends;
  integer   lane;

  always @* begin
    for (lane = 0; lane < 8; lane = lane + 1) ends[lane] = txc_i[lane] && txd_i[8*lane+:8] == END;
  end

  always @(posedge clk) begin
    inside_q <= rst_n && busy_o && !end_o;
    if (!rst_n) idle_q <= 2'd2;
    else if (busy_o) idle_q <= 2'd0;
    else if (idle_q != 2'd2) idle_q <= idle_q + 2'd1;
  end

  assign start_o  = (txc_i[0] && txd_i[7:0] == START) || (txc_i[4] && txd_i[39:32] == START);
  assign end_o    = ends != 8'd0;
  assign busy_o   = inside_q || start_o;
  assign rested_o = !busy_o && idle_q == 2'd2;

endmodule

`default_nettype wire
