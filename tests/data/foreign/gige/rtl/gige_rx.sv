// SPDX-License-Identifier: Apache-2.0
// Cut-through receiver. It finds the start delimiter, hands each octet on as soon as five later ones prove that it
// is not part of the FCS, and passes its verdict with the last one.
//
// A frame that begins while cfg_enable is low is skipped to its end; one that has begun is received to its end.
`include "gige_pkg.svh"

module gige_rx
  import gige_pkg::*;
(
    input  logic       clk,
    input  logic       rst,
    input  octet_t     gmii_rxd,
    input  logic       gmii_rx_dv,
    input  logic       gmii_rx_er,
    input  logic       cfg_enable,
    input  address_t   cfg_station,
    input  logic       cfg_pause_group,
    input  logic       cfg_pause_station,
    input  logic [15:0] cfg_max_frame,
    output octet_t     host_data,
    output logic       host_valid,
    output logic       host_last,
    output logic       host_bad,
    output logic       report_valid,
    output rx_report_t report,
    output logic [15:0] pause_time   // of the PAUSE frame that the report is about
);
  localparam int FcsOctets = 4;

  typedef enum logic [1:0] { RX_SKIP, RX_IDLE, RX_PREAMBLE, RX_BODY } rx_state_e;

  // Two ranks of registers between the pins and anything that decides. They run during the reset too, and a third
  // rank of RX_DV tells a frame that begins when the reset ends from one that was under way then.
  octet_t [1:0] rxd_r;
  logic [2:0] dv_r;
  logic [1:0] er_r;

  always_ff @(posedge clk) begin
    rxd_r <= {rxd_r[0], gmii_rxd};
    dv_r <= {dv_r[1:0], gmii_rx_dv};
    er_r <= {er_r[0], gmii_rx_er};
  end

  wire octet_t octet = rxd_r[1];
  wire valid = dv_r[1];
  wire error = er_r[1];

  rx_state_e state;
  wire begins = state == RX_IDLE && valid && !dv_r[2] && cfg_enable;
  wire starts = valid && octet == StartOctet && (state == RX_PREAMBLE || begins);
  wire takes = state == RX_BODY && valid;
  wire ends = state == RX_BODY && !valid;

  always_ff @(posedge clk or posedge rst)
    if (rst) state <= RX_IDLE;
    else if (!valid) state <= RX_IDLE;
    else if (starts) state <= RX_BODY;
    else if (state == RX_IDLE) state <= begins ? RX_PREAMBLE : RX_SKIP;

  // What the frame says of itself.
  logic [15:0] count;
  logic [31:0] crc;
  logic code_error;
  address_t destination;
  logic [15:0] length_type, opcode, parameter_field;

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      count <= '0;
      crc <= CrcStart;
      code_error <= 1'b0;
      destination <= '0;
      length_type <= '0;
      opcode <= '0;
      parameter_field <= '0;
    end else if (takes) begin
      if (count != '1) count <= count + 1'b1;
      crc <= crc_step(crc, octet);
      code_error <= code_error || error;
      if (count < 16'd6) destination <= {destination[39:0], octet};
      if (count == 16'd12 || count == 16'd13) length_type <= {length_type[7:0], octet};
      if (count == 16'd14 || count == 16'd15) opcode <= {opcode[7:0], octet};
      if (count == 16'd16 || count == 16'd17) parameter_field <= {parameter_field[7:0], octet};
    end else begin
      count <= '0;
      crc <= CrcStart;
      code_error <= valid && (error || (state == RX_PREAMBLE && code_error));
      length_type <= '0;
    end

  rx_report_t verdict;
  wire addressed = (cfg_pause_group && destination == PauseGroup) || (cfg_pause_station && destination == cfg_station);
  wire bad = verdict.fcs_error || verdict.code_error || verdict.too_short || verdict.too_long;

  always_comb begin
    verdict.octets = count;
    verdict.fcs_error = crc != CrcResidue;
    verdict.code_error = code_error;
    verdict.too_short = count < ShortestFrame;
    verdict.too_long = count > cfg_max_frame;
    verdict.group = destination[40];
    verdict.broadcast = destination == Broadcast;
    verdict.control = length_type == ControlType;
    verdict.pause = verdict.control && opcode == PauseOpcode && addressed && count == ShortestFrame
        && !verdict.fcs_error && !code_error;
  end

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      report_valid <= 1'b0;
      report <= '0;
      pause_time <= '0;
    end else begin
      report_valid <= ends && count != '0;
      if (ends) {report, pause_time} <= {verdict, parameter_field};
    end

  // The last five octets wait here, so that the FCS never leaves.
  octet_t [FcsOctets:0] held;
  logic [FcsOctets:0] filled;

  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      held <= '0;
      filled <= '0;
      host_data <= '0;
      host_valid <= 1'b0;
      host_last <= 1'b0;
      host_bad <= 1'b0;
    end else begin
      if (takes) held <= {held[FcsOctets-1:0], octet};
      filled <= takes ? {filled[FcsOctets-1:0], 1'b1} : '0;
      host_data <= held[FcsOctets];
      host_valid <= filled[FcsOctets] && (takes || ends);
      host_last <= filled[FcsOctets] && ends;
      host_bad <= filled[FcsOctets] && ends && bad;
    end
endmodule
