// SPDX-License-Identifier: Apache-2.0
// Decides in tx_clk which PAUSE frame the MAC sends next (802.3 31B.1).
//
// While `level` is high, an XOFF is sent, and again a refresh period after the decision to send the one before. When it
// has fallen, an XON (time 0) is sent if an XOFF was. A level that has fallen before its XOFF starts sends nothing. When
// sending is disabled, it is forgotten what was sent.
`default_nettype none

module fourclk_pause_send (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        cfg_enable,
    input  wire [15:0] cfg_quanta,
    input  wire [15:0] cfg_refresh,  // in quanta; 0: none
    input  wire        level,
    output wire        request,
    output wire [15:0] request_quanta,
    input  wire        grant         // the frame that is requested starts
);

  reg told;  // the partner was sent an XOFF
  reg [21:0] since_octets;

  wire refresh_due = cfg_refresh != 16'd0 && since_octets >= {cfg_refresh, 6'd0} - 22'd1;

  assign request = cfg_enable && (level != told || (level && refresh_due));
  assign request_quanta = level ? cfg_quanta : 16'd0;

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      told <= 1'b0;
      since_octets <= 22'd0;
    end else begin
      if (!cfg_enable) told <= 1'b0;
      else if (grant) told <= level;
      if (grant) since_octets <= 22'd0;
      else if (since_octets != 22'h3fffff) since_octets <= since_octets + 22'd1;
    end

endmodule

`default_nettype wire
