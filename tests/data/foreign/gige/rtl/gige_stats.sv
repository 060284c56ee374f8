// SPDX-License-Identifier: Apache-2.0
// Statistics as strobes of one clock. The two buses of octets carry the length of the frame in the clock of its
// strobes, else 0, so that a counter outside adds them in every clock.
//
// "ok" is a frame without error of FCS, code or length (64 octets to cfg_max_frame). The length classes are those of
// RFC 2819 and hold for good and bad frames; its limit is 1518 octets whatever cfg_max_frame says.
`include "gige_pkg.svh"

module gige_stats
  import gige_pkg::*;
(
    input  logic       clk,
    input  logic       rst,
    input  logic       rx_valid,
    input  rx_report_t rx,
    input  logic       tx_valid,
    input  tx_report_t tx,
    input  logic       tx_drop,
    output logic [15:0] stat_rx_octets,
    output logic [15:0] stat_rx_octets_ok,
    output logic [15:0] stat_tx_octets,
    output logic stat_rx_frame,
    output logic stat_rx_ok,
    output logic stat_rx_unicast,
    output logic stat_rx_multicast,
    output logic stat_rx_broadcast,
    output logic stat_rx_fcs_error,
    output logic stat_rx_code_error,
    output logic stat_rx_undersize,
    output logic stat_rx_fragment,
    output logic stat_rx_oversize,
    output logic stat_rx_jabber,
    output logic stat_rx_too_long,
    output logic stat_rx_control,
    output logic stat_rx_pause,
    output logic stat_rx_64,
    output logic stat_rx_65_127,
    output logic stat_rx_128_255,
    output logic stat_rx_256_511,
    output logic stat_rx_512_1023,
    output logic stat_rx_1024_1518,
    output logic stat_tx_frame,
    output logic stat_tx_unicast,
    output logic stat_tx_multicast,
    output logic stat_tx_broadcast,
    output logic stat_tx_xoff,
    output logic stat_tx_xon,
    output logic stat_tx_dropped
);
  wire rx_damaged = rx.fcs_error || rx.code_error;
  wire rx_ok = !rx_damaged && !rx.too_short && !rx.too_long;
  wire rx_basic = !rx.too_short && rx.octets <= LongestBasic;

  function automatic logic spans(input logic [15:0] octets, input logic [15:0] least, input logic [15:0] most);
    return octets >= least && octets <= most;
  endfunction

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      stat_rx_octets <= '0;
      stat_rx_octets_ok <= '0;
      {stat_rx_frame, stat_rx_ok, stat_rx_unicast, stat_rx_multicast, stat_rx_broadcast} <= '0;
      {stat_rx_fcs_error, stat_rx_code_error, stat_rx_undersize, stat_rx_fragment} <= '0;
      {stat_rx_oversize, stat_rx_jabber, stat_rx_too_long, stat_rx_control, stat_rx_pause} <= '0;
      {stat_rx_64, stat_rx_65_127, stat_rx_128_255, stat_rx_256_511} <= '0;
      {stat_rx_512_1023, stat_rx_1024_1518} <= '0;
    end else begin
      stat_rx_octets <= rx_valid ? rx.octets : '0;
      stat_rx_octets_ok <= rx_valid && rx_ok ? rx.octets : '0;
      stat_rx_frame <= rx_valid;
      stat_rx_ok <= rx_valid && rx_ok;
      stat_rx_unicast <= rx_valid && rx_ok && !rx.group;
      stat_rx_multicast <= rx_valid && rx_ok && rx.group && !rx.broadcast;
      stat_rx_broadcast <= rx_valid && rx_ok && rx.broadcast;
      stat_rx_fcs_error <= rx_valid && rx_damaged && rx_basic;
      stat_rx_code_error <= rx_valid && rx.code_error;
      stat_rx_undersize <= rx_valid && !rx_damaged && rx.too_short;
      stat_rx_fragment <= rx_valid && rx_damaged && rx.too_short;
      stat_rx_oversize <= rx_valid && !rx_damaged && rx.octets > LongestBasic;
      stat_rx_jabber <= rx_valid && rx_damaged && rx.octets > LongestBasic;
      stat_rx_too_long <= rx_valid && !rx_damaged && rx.too_long;
      stat_rx_control <= rx_valid && rx_ok && rx.control;
      stat_rx_pause <= rx_valid && rx.pause;
      stat_rx_64 <= rx_valid && rx.octets == ShortestFrame;
      stat_rx_65_127 <= rx_valid && spans(rx.octets, 16'd65, 16'd127);
      stat_rx_128_255 <= rx_valid && spans(rx.octets, 16'd128, 16'd255);
      stat_rx_256_511 <= rx_valid && spans(rx.octets, 16'd256, 16'd511);
      stat_rx_512_1023 <= rx_valid && spans(rx.octets, 16'd512, 16'd1023);
      stat_rx_1024_1518 <= rx_valid && spans(rx.octets, 16'd1024, LongestBasic);
    end

  // The transmitter reports two clocks before the pins carry the last octet; the strobes follow the pins.
  logic tx_valid_r;
  tx_report_t tx_r;

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      tx_valid_r <= 1'b0;
      tx_r <= '0;
      stat_tx_octets <= '0;
      {stat_tx_frame, stat_tx_unicast, stat_tx_multicast, stat_tx_broadcast} <= '0;
      {stat_tx_xoff, stat_tx_xon, stat_tx_dropped} <= '0;
    end else begin
      tx_valid_r <= tx_valid;
      tx_r <= tx;
      stat_tx_octets <= tx_valid_r ? tx_r.octets : '0;
      stat_tx_frame <= tx_valid_r;
      stat_tx_unicast <= tx_valid_r && !tx_r.group;
      stat_tx_multicast <= tx_valid_r && tx_r.group && !tx_r.broadcast;
      stat_tx_broadcast <= tx_valid_r && tx_r.broadcast;
      stat_tx_xoff <= tx_valid_r && tx_r.xoff;
      stat_tx_xon <= tx_valid_r && tx_r.xon;
      stat_tx_dropped <= tx_drop;
    end
endmodule
