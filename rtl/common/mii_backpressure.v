// SPDX-License-Identifier: Apache-2.0
// Flow control in half duplex: when to collide with what arrives, or to hold the medium by a false carrier.
// 1250_1125-UM100CB-R p.288; doc/devices/bcm1250.md 4.
//
// Rules.
//  1. Forced collision: once in a carrier of another station, if flow control was invoked when the carrier began, or
//     within the first octets of it that cfg_ifg_rx_i grants.
//  2. False carrier: whenever flow control is invoked; mii_tx waits for the gap and for its own end.
`default_nettype none

module mii_backpressure (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       gmii_tx_en,
    input  wire       mii_crs,
    input  wire       cfg_half_duplex_i,
    input  wire       cfg_false_carrier_i, // else forced collision
    input  wire [5:0] cfg_ifg_rx_i,        // octets
    input  wire       invoked_i,
    output wire       collide_o,           // a forced collision starts now
    output wire       carrier_o            // a false carrier starts as soon as it may
);

  localparam [7:0] AGE_MAX = 8'hFF;

  reg [7:0] age_q;               // clocks of this carrier before the present one
  reg       first_q;             // flow control was invoked in the first of them
  reg       hit_q;               // this carrier is that of this MAC, or has been collided with

  always @(posedge clk) begin
    if (!rst_n) begin
      age_q   <= 8'd0;
      first_q <= 1'b0;
    end else if (!mii_crs) age_q <= 8'd0;
    else begin
      if (age_q != AGE_MAX) age_q <= age_q + 8'd1;
      if (age_q == 8'd0) first_q <= invoked_i;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) hit_q <= 1'b0;
    else hit_q <= gmii_tx_en || (mii_crs && hit_q);
  end

  wire in_time = age_q == 8'd0 || first_q || age_q < {1'b0, cfg_ifg_rx_i, 1'b0};

  assign collide_o = cfg_half_duplex_i && !cfg_false_carrier_i && invoked_i && mii_crs && !gmii_tx_en && !hit_q && in_time;
  assign carrier_o = cfg_half_duplex_i && cfg_false_carrier_i && invoked_i;

endmodule

`default_nettype wire
