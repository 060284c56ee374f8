// SPDX-License-Identifier: Apache-2.0
// Classifies a frame: length class, tags, payload, control, address class. It is the same for both directions.
// Intel LL 10G MAC user guide 683426 5.11; doc/devices/ll10g.md 1, 4.
//
// Rules. Combinational, with valid_i. Octets beyond the end of the frame are 0 in the header.
//  1. Tags count only with detection on: the first at octet 12, a second only behind a first.
//  2. A tag raises the maximum length by its four octets and leaves the payload.
//  3. The length field is the one after the tags. It is checked with detection off, or with PayloadCheckAlways, for
//     frames that are not too short.
`default_nettype none

module ll10g_classify (
    input  wire        valid_i,
    input  wire [15:0] length_i,              // octets DA..FCS
    input  wire [47:0] destination_i,         // in lane order, as the next four
    input  wire [31:0] type_opcode_i,         // octets 12 to 15
    input  wire [15:0] type_1_i,              // octets 16 and 17
    input  wire [15:0] type_2_i,              // octets 20 and 21
    input  wire [15:0] cfg_length_max_i,
    input  wire        cfg_tags_off_i,
    input  wire [47:0] cfg_address_i,
    input  wire        cfg_payload_check_always_i,
    input  wire        cfg_pause_exact64_i,
    output reg         undersize_o,
    output reg         oversize_o,
    output reg         length_error_o,
    output reg  [15:0] payload_o,             // octets, 0 of a frame that is shorter than its header and FCS
    output reg  [15:0] field_octets_o,        // the frame without FCS and without what its length field does not count
    output reg         padded_o,              // there is more behind those than the FCS
    output reg         control_o,
    output reg         pause_o,               // opcode and address of a PAUSE
    output reg         pfc_o,
    output reg         unicast_o,
    output reg         multicast_o,
    output reg         broadcast_o,
    output reg         pause_address_o
);

  localparam [15:0] FRAME_MIN        = 16'd64;
  localparam [15:0] HEADER_OCTETS    = 16'd14;
  localparam [15:0] TAGGED_OCTETS    = 16'd18;
  localparam [15:0] FCS_OCTETS       = 16'd4;
  localparam [15:0] TYPE_MIN         = 16'h0600;         // a smaller value is a length
  localparam [15:0] TYPE_CONTROL     = 16'h8808;
  localparam [15:0] TYPE_C_TAG       = 16'h8100;
  localparam [15:0] TYPE_S_TAG       = 16'h88A8;
  localparam [15:0] OPCODE_PAUSE     = 16'h0001;
  localparam [15:0] OPCODE_PFC       = 16'h0101;
  localparam [47:0] PAUSE_ADDRESS    = 48'h010000C28001;   // lane order
  localparam [47:0] BROADCAST        = 48'hFFFFFFFFFFFF;

  reg        tag;
  reg        second_tag;
  reg [15:0] tag_octets;
  reg [15:0] around;                          // octets of the frame that are no payload
  reg [15:0] type_field;

  wire [15:0] type_0 = {type_opcode_i[7:0], type_opcode_i[15:8]};
  wire [15:0] opcode = {type_opcode_i[23:16], type_opcode_i[31:24]};
  wire [15:0] type_1 = {type_1_i[7:0], type_1_i[15:8]};
  wire [15:0] type_2 = {type_2_i[7:0], type_2_i[15:8]};

  always @* begin
    undersize_o     = 1'b0;
    oversize_o      = 1'b0;
    length_error_o  = 1'b0;
    payload_o       = 16'd0;
    field_octets_o  = 16'd0;
    padded_o        = 1'b0;
    control_o       = 1'b0;
    pause_o         = 1'b0;
    pfc_o           = 1'b0;
    unicast_o       = 1'b0;
    multicast_o     = 1'b0;
    broadcast_o     = 1'b0;
    pause_address_o = 1'b0;
    tag             = 1'b0;
    second_tag      = 1'b0;
    tag_octets      = 16'd0;
    around          = 16'd0;
    type_field      = 16'd0;
    if (valid_i) begin
      tag        = !cfg_tags_off_i && (type_0 == TYPE_C_TAG || type_0 == TYPE_S_TAG) && length_i >= HEADER_OCTETS;
      second_tag = tag && (type_1 == TYPE_C_TAG || type_1 == TYPE_S_TAG) && length_i >= TAGGED_OCTETS;
      tag_octets = second_tag ? 16'd8 : tag ? 16'd4 : 16'd0;
      type_field = second_tag ? type_2 : tag ? type_1 : type_0;

      undersize_o    = length_i < FRAME_MIN;
      oversize_o     = {1'b0, length_i} > {1'b0, cfg_length_max_i} + {1'b0, tag_octets};
      around         = HEADER_OCTETS + FCS_OCTETS + tag_octets;
      payload_o      = (length_i < around) ? 16'd0 : length_i - around;
      length_error_o = (cfg_tags_off_i || cfg_payload_check_always_i) && !undersize_o && type_field < TYPE_MIN
          && payload_o < type_field;
      padded_o       = !undersize_o && type_field < TYPE_MIN && payload_o > type_field;
      field_octets_o = HEADER_OCTETS + tag_octets + type_field;

      pause_address_o = destination_i == PAUSE_ADDRESS;
      control_o       = type_0 == TYPE_CONTROL && length_i >= HEADER_OCTETS;
      pause_o         = control_o && opcode == OPCODE_PAUSE && (pause_address_o || destination_i == cfg_address_i)
          && (!cfg_pause_exact64_i || length_i == FRAME_MIN);
      pfc_o           = control_o && opcode == OPCODE_PFC && pause_address_o;
      broadcast_o     = destination_i == BROADCAST;
      multicast_o     = destination_i[0] && !broadcast_o;
      unicast_o       = !destination_i[0];
    end
  end

endmodule

`default_nettype wire
