// SPDX-License-Identifier: Apache-2.0
// The pause of one class. IEEE 802.1Qbb, 802.3 31D; doc/devices/ll10g.md 2.
`default_nettype none

module ll10g_pfc_timer (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        clear_i,
    input  wire        load_i,
    input  wire [15:0] quanta_i,
    output wire        paused_o
);

  localparam [21:0] OCTET_TIMES = 22'd8;    // in a clock

  reg [21:0] timer_q;

  always @(posedge clk) begin
    if (!rst_n || clear_i) timer_q <= 22'd0;
    else if (load_i) timer_q <= {quanta_i, 6'd0};
    else if (timer_q != 22'd0) timer_q <= timer_q - OCTET_TIMES;
  end

  assign paused_o = timer_q != 22'd0;

endmodule

`default_nettype wire
