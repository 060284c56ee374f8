// SPDX-License-Identifier: Apache-2.0
// GigE MAC: full-duplex 1 Gb/s Ethernet MAC with GMII and 8-bit AXI4-Stream. Cut-through receive, store-and-forward
// transmit, PAUSE both ways (802.3 annex 31B), statistics as strobes, all settings on pins. See README.md.
//
// One clock of 125 MHz. arst is active high, asserts asynchronously and is released in step with the clock inside.
// The cfg_ pins may change in any clock and count in the next one.
`include "gige_pkg.svh"

module gige_mac
  import gige_pkg::*;
#(
    parameter int TxAddressBits = 12,  // transmit FIFO of 2**TxAddressBits octets ...
    parameter int TxQueueBits = 3      // ... and of 2**TxQueueBits frames
) (
    input  logic     clk,
    input  logic     arst,
    // GMII
    input  octet_t   gmii_rxd,
    input  logic     gmii_rx_dv,
    input  logic     gmii_rx_er,
    output octet_t   gmii_txd,
    output logic     gmii_tx_en,
    output logic     gmii_tx_er,
    // frames to send: DA to payload
    input  octet_t   s_axis_tdata,
    input  logic     s_axis_tvalid,
    input  logic     s_axis_tlast,
    output logic     s_axis_tready,
    // received frames: DA to payload; tuser with tlast marks a bad one; the host takes every octet at once
    output octet_t   m_axis_tdata,
    output logic     m_axis_tvalid,
    output logic     m_axis_tlast,
    output logic     m_axis_tuser,
    // settings
    input  logic     cfg_rx_enable,
    input  logic     cfg_tx_enable,
    input  logic     cfg_rx_pause,          // obey PAUSE frames ...
    input  logic     cfg_rx_pause_group,    // ... to 01-80-C2-00-00-01
    input  logic     cfg_rx_pause_station,  // ... to the station's address
    input  logic     cfg_tx_pause,          // send PAUSE frames
    input  address_t cfg_station,           // the first octet in the upper bits
    input  logic [15:0] cfg_quanta,         // time of an XOFF
    input  logic [15:0] cfg_refresh,        // quanta from one XOFF to the next; 0: no refresh
    input  logic [15:0] cfg_max_frame,      // longer received frames are bad
    input  logic     xoff_request,          // level: the partner shall be quiet
    output logic     xoff_received,         // the partner holds our data
    // statistics
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
  logic rst;
  gige_reset u_reset (.clk, .arst, .rst);

  logic rx_valid, tx_valid, tx_drop;
  rx_report_t rx;
  logic [15:0] rx_pause_time;
  tx_report_t tx;

  gige_rx u_rx (
      .clk, .rst, .gmii_rxd, .gmii_rx_dv, .gmii_rx_er,
      .cfg_enable(cfg_rx_enable), .cfg_station, .cfg_max_frame,
      .cfg_pause_group(cfg_rx_pause_group), .cfg_pause_station(cfg_rx_pause_station),
      .host_data(m_axis_tdata), .host_valid(m_axis_tvalid), .host_last(m_axis_tlast), .host_bad(m_axis_tuser),
      .report_valid(rx_valid), .report(rx), .pause_time(rx_pause_time)
  );

  logic frame_ready, frame_control, frame_take, frame_done, transmitting, pause_request, pause_grant;
  logic [15:0] frame_octets, pause_time;
  octet_t frame_octet;

  gige_pause_obey u_pause_obey (
      .clk, .rst, .cfg_enable(cfg_rx_pause), .pause_valid(rx_valid && rx.pause), .pause_time(rx_pause_time),
      .transmitting, .hold(xoff_received)
  );

  gige_pause_send u_pause_send (
      .clk, .rst, .cfg_enable(cfg_tx_pause), .cfg_quanta, .cfg_refresh, .level(xoff_request),
      .request(pause_request), .request_time(pause_time), .grant(pause_grant)
  );

  gige_tx_fifo #(
      .AddressBits(TxAddressBits), .QueueBits(TxQueueBits)
  ) u_tx_fifo (
      .clk, .rst, .host_data(s_axis_tdata), .host_valid(s_axis_tvalid), .host_last(s_axis_tlast),
      .host_ready(s_axis_tready), .dropped(tx_drop), .frame_ready, .frame_octets, .frame_control, .frame_octet,
      .take(frame_take), .done(frame_done)
  );

  gige_tx u_tx (
      .clk, .rst, .cfg_enable(cfg_tx_enable), .cfg_station,
      .frame_ready, .frame_octets, .frame_control, .frame_octet, .frame_take, .frame_done,
      .hold(xoff_received), .pause_request, .pause_time, .pause_grant, .busy(transmitting),
      .gmii_txd, .gmii_tx_en, .gmii_tx_er, .report_valid(tx_valid), .report(tx)
  );

  gige_stats u_stats (
      .clk, .rst, .rx_valid, .rx, .tx_valid, .tx, .tx_drop,
      .stat_rx_octets, .stat_rx_octets_ok, .stat_tx_octets, .stat_rx_frame,
      .stat_rx_ok, .stat_rx_unicast, .stat_rx_multicast, .stat_rx_broadcast,
      .stat_rx_fcs_error, .stat_rx_code_error, .stat_rx_undersize, .stat_rx_fragment,
      .stat_rx_oversize, .stat_rx_jabber, .stat_rx_too_long, .stat_rx_control,
      .stat_rx_pause, .stat_rx_64, .stat_rx_65_127, .stat_rx_128_255,
      .stat_rx_256_511, .stat_rx_512_1023, .stat_rx_1024_1518, .stat_tx_frame,
      .stat_tx_unicast, .stat_tx_multicast, .stat_tx_broadcast, .stat_tx_xoff,
      .stat_tx_xon, .stat_tx_dropped
  );
endmodule
