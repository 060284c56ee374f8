// SPDX-License-Identifier: Apache-2.0
// GigE MAC: types, constants and the CRC that its modules share. Guarded, so that the order of the sources is free.
`ifndef GIGE_PKG_SVH
`define GIGE_PKG_SVH
package gige_pkg;

  typedef logic [7:0] octet_t;
  typedef logic [47:0] address_t;  // the first octet on the wire in the upper bits

  localparam octet_t PreambleOctet = 8'h55;
  localparam octet_t StartOctet = 8'hD5;
  localparam logic [15:0] ControlType = 16'h8808;    // 802.3 clause 31
  localparam logic [15:0] PauseOpcode = 16'h0001;    // 802.3 annex 31B
  localparam address_t PauseGroup = 48'h0180_C200_0001;
  localparam address_t Broadcast = 48'hFFFF_FFFF_FFFF;
  localparam logic [15:0] ShortestFrame = 16'd64;    // DA to FCS
  localparam logic [15:0] LongestBasic = 16'd1518;   // RFC 2819 knows no longer one
  localparam int OctetsToPad = 60;                   // without the FCS
  localparam int GapOctets = 12;                     // 96 bit times

  // The receiver's verdict on one frame.
  typedef struct packed {
    logic [15:0] octets;    // DA to FCS, at most 65535
    logic fcs_error;
    logic code_error;       // GMII RX_ER while RX_DV was high
    logic too_short;        // fewer than 64
    logic too_long;         // more than cfg_max_frame
    logic group;            // broadcast included
    logic broadcast;
    logic control;          // type 8808
    logic pause;            // a PAUSE frame that may be obeyed
  } rx_report_t;

  // A frame that left the transmitter.
  typedef struct packed {
    logic [15:0] octets;
    logic group;
    logic broadcast;
    logic xoff;             // a PAUSE frame of the MAC with a time
    logic xon;              // a PAUSE frame of the MAC with time 0
  } tx_report_t;

  localparam logic [31:0] CrcStart = 32'hFFFF_FFFF;
  localparam logic [31:0] CrcResidue = 32'hDEBB_20E3;  // of a frame with its own FCS

  function automatic logic [31:0] crc_step(input logic [31:0] crc, input octet_t octet);
    logic [31:0] c;
    c = crc ^ {24'd0, octet};
    for (int i = 0; i < 8; i++) c = c[0] ? (c >> 1) ^ 32'hEDB8_8320 : c >> 1;
    return c;
  endfunction

endpackage
`endif
