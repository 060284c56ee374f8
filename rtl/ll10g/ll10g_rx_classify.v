// SPDX-License-Identifier: Apache-2.0
// Classifies each received frame: error, invalid or good, PAUSE and PFC commands, delivery.
// Intel LL 10G MAC user guide 683426 5.11; doc/devices/ll10g.md 1, 2.
//
// Rules. Everything is decided in the cycle of classification from what is visible then; commands and record are registers.
//  1. A frame without a whole destination address is thrown away without a trace.
//  2. Invalid: the address filter rejects the frame. Such a frame is never delivered.
//  3. Good control frames are delivered by their forward bits, all other frames that are not invalid always.
//  4. A frame for which there is no room is lost; whether its first word had room decides which counter counts it.
`default_nettype none
`include "ll10g_regs.vh"

module ll10g_rx_classify (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         classify_i,
    input  wire [15:0]  length_i,
    input  wire         fcs_wrong_i,
    input  wire         code_error_i,
    input  wire [47:0]  destination_i,         // in lane order, as the next five
    input  wire [31:0]  type_opcode_i,         // octets 12 to 15
    input  wire [63:0]  header_2_i,            // octets 16 to 33
    input  wire [63:0]  header_3_i,
    input  wire [15:0]  header_4_i,
    input  wire         overflow_i,
    input  wire         first_fits_i,
    input  wire         cfg_all_unicast_i,
    input  wire         cfg_all_multicast_i,
    input  wire [3:0]   cfg_supplementary_i,
    input  wire         cfg_forward_control_i,
    input  wire         cfg_forward_pause_i,
    input  wire         cfg_forward_pfc_i,
    input  wire         cfg_check_fcs_i,
    input  wire [1:0]   cfg_remove_i,
    input  wire [15:0]  cfg_length_max_i,
    input  wire         cfg_tags_off_i,
    input  wire [47:0]  cfg_address_i,
    input  wire [191:0] cfg_addresses_i,       // supplementary, 0 in the lowest bits
    input  wire        cfg_payload_check_always_i,
    input  wire        cfg_pause_exact64_i,
    output wire         counted_o,             // with classify_i; with it:
    output reg          good_o,
    output reg          invalid_o,
    output reg          error_o,
    output wire         fcs_error_o,
    output wire         undersize_o,
    output wire         oversize_o,
    output wire         control_o,
    output reg          pause_o,
    output reg          pfc_o,
    output wire         unicast_o,
    output wire         multicast_o,
    output wire         broadcast_o,
    output wire [15:0]  payload_o,
    output reg          deliver_o,
    output reg  [15:0]  deliver_octets_o,
    output reg          lost_first_o,          // no room for its first word
    output reg          lost_later_o,
    output wire         pause_valid_o,         // commands, in the cycle after
    output wire [15:0]  pause_quanta_o,
    output wire         pfc_valid_o,
    output wire [7:0]   pfc_classes_o,
    output wire [127:0] pfc_quanta_o,          // class 0 in the lowest bits
    output wire         record_valid_o,
    output wire [31:0]  record_o
);

  localparam [15:0] ADDRESS_OCTETS = 16'd6;
  localparam [15:0] FCS_OCTETS     = 16'd4;
  localparam [1:0]  REMOVE_FCS     = 2'b01;
  localparam [1:0]  REMOVE_PAD     = 2'b11;

  reg         pause_valid_q;
  reg         pfc_valid_q;
  reg [15:0]  pause_quanta_q;
  reg [7:0]   pfc_classes_q;
  reg [127:0] pfc_quanta_q;
  reg         record_valid_q;
  reg [31:0]  record_q;

  reg         match;
  reg         wanted;

  wire        length_error;
  wire        padded;
  wire [15:0] field_octets;
  wire        is_pause;
  wire        is_pfc;
  wire        pause_address;
  wire [15:0] first_time = {header_2_i[7:0], header_2_i[15:8]};

  assign counted_o   = classify_i && length_i >= ADDRESS_OCTETS;
  assign fcs_error_o = fcs_wrong_i && cfg_check_fcs_i;

  ll10g_classify u_classify (
      .cfg_payload_check_always_i(cfg_payload_check_always_i),
      .cfg_pause_exact64_i(cfg_pause_exact64_i),
      .valid_i         (counted_o),
      .length_i        (length_i),
      .destination_i   (destination_i),
      .type_opcode_i   (type_opcode_i),
      .type_1_i        (header_2_i[15:0]),
      .type_2_i        (header_2_i[47:32]),
      .cfg_length_max_i(cfg_length_max_i),
      .cfg_tags_off_i  (cfg_tags_off_i),
      .cfg_address_i   (cfg_address_i),
      .undersize_o     (undersize_o),
      .oversize_o      (oversize_o),
      .length_error_o  (length_error),
      .payload_o       (payload_o),
      .field_octets_o  (field_octets),
      .padded_o        (padded),
      .control_o       (control_o),
      .pause_o         (is_pause),
      .pfc_o           (is_pfc),
      .unicast_o       (unicast_o),
      .multicast_o     (multicast_o),
      .broadcast_o     (broadcast_o),
      .pause_address_o (pause_address)
  );

  always @* begin
    good_o           = 1'b0;
    invalid_o        = 1'b0;
    error_o          = 1'b0;
    pause_o          = 1'b0;
    pfc_o            = 1'b0;
    deliver_o        = 1'b0;
    deliver_octets_o = length_i;
    lost_first_o     = 1'b0;
    lost_later_o     = 1'b0;
    match            = 1'b0;
    wanted           = 1'b0;
    if (counted_o) begin
      error_o = undersize_o || oversize_o || fcs_error_o || length_error || code_error_i;
      match   = destination_i == cfg_address_i
          || (cfg_supplementary_i[0] && destination_i == cfg_addresses_i[47:0])
          || (cfg_supplementary_i[1] && destination_i == cfg_addresses_i[95:48])
          || (cfg_supplementary_i[2] && destination_i == cfg_addresses_i[143:96])
          || (cfg_supplementary_i[3] && destination_i == cfg_addresses_i[191:144]);
      if (unicast_o) invalid_o = !cfg_all_unicast_i && !match;
      else if (multicast_o) invalid_o = !cfg_all_multicast_i && !pause_address;
      good_o  = !error_o && !invalid_o;
      pause_o = good_o && is_pause;
      pfc_o   = good_o && is_pfc;

      if (!good_o || !control_o) wanted = !invalid_o;
      else if (pause_o) wanted = cfg_forward_pause_i;
      else if (pfc_o) wanted = cfg_forward_pfc_i;
      else wanted = cfg_forward_control_i;
      deliver_o    = wanted && !overflow_i;
      lost_first_o = wanted && overflow_i && !first_fits_i;
      lost_later_o = wanted && overflow_i && first_fits_i;
      if (cfg_remove_i == REMOVE_PAD && padded) deliver_octets_o = field_octets;
      else if (cfg_remove_i == REMOVE_PAD || cfg_remove_i == REMOVE_FCS) deliver_octets_o = length_i - FCS_OCTETS;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      pause_valid_q  <= 1'b0;
      pfc_valid_q    <= 1'b0;
      record_valid_q <= 1'b0;
      record_q       <= 32'd0;
    end else begin
      pause_valid_q  <= pause_o;
      pfc_valid_q    <= pfc_o;
      record_valid_q <= counted_o;
      if (counted_o)
        record_q <= `RX_RECORD(pfc_o, (lost_first_o || lost_later_o), deliver_o, (good_o && control_o), pause_o, error_o, length_i);
    end
  end

  always @(posedge clk) begin
    if (pause_o) pause_quanta_q <= first_time;
    if (pfc_o) begin
      pfc_classes_q <= header_2_i[15:8];
      pfc_quanta_q  <= {header_4_i[7:0], header_4_i[15:8],
          header_3_i[55:48], header_3_i[63:56], header_3_i[39:32], header_3_i[47:40],
          header_3_i[23:16], header_3_i[31:24], header_3_i[7:0], header_3_i[15:8],
          header_2_i[55:48], header_2_i[63:56], header_2_i[39:32], header_2_i[47:40],
          header_2_i[23:16], header_2_i[31:24]};
    end
  end

  assign pause_valid_o  = pause_valid_q;
  assign pause_quanta_o = pause_quanta_q;
  assign pfc_valid_o    = pfc_valid_q;
  assign pfc_classes_o  = pfc_classes_q;
  assign pfc_quanta_o   = pfc_quanta_q;
  assign record_valid_o = record_valid_q;
  assign record_o       = record_q;

endmodule

`default_nettype wire
