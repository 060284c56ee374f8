// SPDX-License-Identifier: Apache-2.0
// Transmitter. It chooses at each frame boundary: a PAUSE frame of the MAC first, then a whole frame of the FIFO
// unless the partner's PAUSE holds it; a MAC control frame of the host passes the hold. It adds preamble, pad to
// 64 octets, FCS and a gap of 96 bit times.
`include "gige_pkg.svh"

module gige_tx
  import gige_pkg::*;
(
    input  logic       clk,
    input  logic       rst,
    input  logic       cfg_enable,
    input  address_t   cfg_station,
    // frames of the host
    input  logic       frame_ready,
    input  logic [15:0] frame_octets,
    input  logic       frame_control,  // it is a MAC control frame
    input  octet_t     frame_octet,
    output logic       frame_take,
    output logic       frame_done,
    // flow control
    input  logic       hold,         // the partner paused us: data wait
    input  logic       pause_request,
    input  logic [15:0] pause_time,
    output logic       pause_grant,  // the requested frame starts
    output logic       busy,         // a frame starts or is under way
    output octet_t     gmii_txd,
    output logic       gmii_tx_en,
    output logic       gmii_tx_er,
    output logic       report_valid,
    output tx_report_t report
);
  typedef enum logic [2:0] { TX_IDLE, TX_PREAMBLE, TX_BODY, TX_PAD, TX_FCS, TX_GAP } tx_state_e;

  tx_state_e state, state_next;
  logic control;              // the frame is a PAUSE frame of ours
  logic [15:0] time_to_send;  // what its fields carry, as it was when the frame was granted
  address_t source;
  logic [15:0] count;         // octets of the state that are over; TX_PAD goes on from TX_BODY
  logic [31:0] crc;
  octet_t octet;

  wire start_pause = state == TX_IDLE && cfg_enable && pause_request;
  wire start_data = state == TX_IDLE && cfg_enable && !pause_request && frame_ready && (!hold || frame_control);
  wire [15:0] body_octets = control ? 16'(OctetsToPad) : frame_octets;
  wire body_over = count + 16'd1 == body_octets;
  wire pad_over = count + 16'd1 >= 16'(OctetsToPad);
  wire ends = state == TX_FCS && count == 16'd3;

  assign pause_grant = start_pause;
  assign busy = start_pause || start_data || (state != TX_IDLE && state != TX_GAP);
  assign frame_take = state == TX_BODY && !control;
  assign frame_done = ends && !control;

  always_comb begin
    state_next = state;
    unique case (state)
      TX_IDLE: if (start_pause || start_data) state_next = TX_PREAMBLE;
      TX_PREAMBLE: if (count == 16'd7) state_next = TX_BODY;
      TX_BODY: if (body_over) state_next = pad_over ? TX_FCS : TX_PAD;
      TX_PAD: if (pad_over) state_next = TX_FCS;
      TX_FCS: if (ends) state_next = TX_GAP;
      TX_GAP: if (count == 16'(GapOctets) - 16'd2) state_next = TX_IDLE;  // TX_IDLE is the last octet of the gap
      default: state_next = TX_IDLE;
    endcase
  end

  wire body_to_pad = state == TX_BODY && state_next == TX_PAD;

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      state <= TX_IDLE;
      count <= '0;
      control <= 1'b0;
      time_to_send <= '0;
      source <= '0;
    end else begin
      state <= state_next;
      count <= state_next == state || body_to_pad ? count + 16'd1 : '0;
      if (state == TX_IDLE) begin
        control <= start_pause;
        time_to_send <= pause_time;
        source <= cfg_station;
      end
    end

  octet_t control_octet;
  wire octet_t [17:0] control_frame = {PauseGroup, source, ControlType, PauseOpcode, time_to_send};
  assign control_octet = count < 16'd18 ? control_frame[5'd17 - count[4:0]] : 8'd0;

  always_comb
    unique case (state)
      TX_PREAMBLE: octet = count == 16'd7 ? StartOctet : PreambleOctet;
      TX_BODY: octet = control ? control_octet : frame_octet;
      TX_FCS: octet = ~crc[7:0];
      default: octet = 8'd0;
    endcase

  always_ff @(posedge clk or posedge rst)
    if (rst) crc <= CrcStart;
    else if (state == TX_BODY || state == TX_PAD) crc <= crc_step(crc, octet);
    else if (state == TX_FCS) crc <= {8'hFF, crc[31:8]};
    else crc <= CrcStart;

  // Two ranks of registers to the pins.
  octet_t octet_r;
  logic enable_r;

  assign gmii_tx_er = 1'b0;

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      octet_r <= '0;
      enable_r <= 1'b0;
      gmii_txd <= '0;
      gmii_tx_en <= 1'b0;
    end else begin
      octet_r <= octet;
      enable_r <= state != TX_IDLE && state != TX_GAP;
      gmii_txd <= octet_r;
      gmii_tx_en <= enable_r;
    end

  // The report, in the clock after the state machine's last octet.
  logic [15:0] octets;
  logic group, broadcast;

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      octets <= '0;
      group <= 1'b0;
      broadcast <= 1'b0;
      report_valid <= 1'b0;
      report <= '0;
    end else begin
      if (state == TX_PREAMBLE) octets <= '0;
      else if (state == TX_BODY || state == TX_PAD || state == TX_FCS) octets <= octets + 16'd1;
      if (state == TX_BODY && count == 16'd0) {group, broadcast} <= {octet[0], octet == 8'hFF};
      else if ((state == TX_BODY || state == TX_PAD) && count < 16'd6) broadcast <= broadcast && octet == 8'hFF;
      report_valid <= ends;
      if (ends) begin
        report.octets <= octets + 16'd1;
        report.group <= group;
        report.broadcast <= broadcast;
        report.xoff <= control && time_to_send != '0;
        report.xon <= control && time_to_send == '0;
      end
    end
endmodule
