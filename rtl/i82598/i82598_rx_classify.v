// SPDX-License-Identifier: Apache-2.0
// Classifies each received frame: error class, MAC control, PAUSE, address filter, delivery, and where it counts.
// 82598EB datasheet p.119-120, p.214, p.217, p.356-366; IEEE 802.3 31, 31B; doc/devices/i82598.md 1.
//
// Rules. Everything is decided in the cycle of classification from what is visible then; command and record are registers.
//  1. A frame is of one class: short frames first, then long ones, then FCS and code errors, then the length field.
//  2. The address filter looks at the destination alone; a frame of less than six octets has none and does not pass.
//  3. MAC control: a good frame of type 0x8808 to the PAUSE address or to the station. PAUSE: only with RFCE; opcode 1.
//  4. A frame is wanted if its kind, its address and its class are allowed by their own mode bits. A wanted frame is
//     delivered unless the buffer has no room for it.
//  5. Every counter has its own conditions, in the order of doc/devices/i82598.md 1.
//  6. A PAUSE frame commands the transmitter unless software releases it in this very cycle.
`default_nettype none
`include "i82598_regs.vh"

module i82598_rx_classify (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        classify_i,
    input  wire [15:0] length_i,
    input  wire        fcs_wrong_i,
    input  wire        error_octet_i,
    input  wire        illegal_i,
    input  wire [47:0] destination_i,         // in lane order, as the next two
    input  wire [31:0] type_opcode_i,
    input  wire [15:0] quanta_i,
    input  wire        overflow_i,
    input  wire        release_i,             // a write takes TFCS.TXOFF away
    input  wire        cfg_jumbo_i,
    input  wire [15:0] cfg_frame_size_i,
    input  wire        cfg_length_errors_i,
    input  wire        cfg_strip_fcs_i,
    input  wire        cfg_store_bad_i,
    input  wire        cfg_all_group_i,
    input  wire        cfg_all_unicast_i,
    input  wire        cfg_broadcast_i,
    input  wire        cfg_keep_control_i,
    input  wire        cfg_drop_pause_i,
    input  wire        cfg_rx_flow_i,
    input  wire [48:0] cfg_address_0_i,       // {valid, octets in lane order}
    input  wire [48:0] cfg_address_1_i,
    input  wire [48:0] cfg_address_2_i,
    input  wire [48:0] cfg_address_3_i,
    input  wire        cfg_multicast_has_broadcast_i,   // broadcasts count as multicast frames too
    input  wire        cfg_gprc_has_missed_i,           // discarded frames count as good ones
    input  wire        cfg_oversize_needs_fcs_i,
    input  wire        cfg_crcerrs_filtered_i,          // wrong FCSs count in frames that pass the address filter only
    input  wire        cfg_address_needs_valid_i,       // address 0 is the station's only if it is valid
    input  wire        cfg_dpf_multicast_i,             // cfg_drop_pause_i is for the PAUSE address too
    input  wire        cfg_pause_exact64_i,
    output reg         deliver_o,
    output wire [15:0] deliver_octets_o,
    output reg         discard_o,
    output reg         good_o,
    output reg         total_o,
    output reg         counted_o,             // as a good frame
    output reg         multicast_o,
    output reg         broadcast_o,
    output reg         fragment_o,
    output reg         undersize_o,
    output reg         jabber_o,
    output reg         oversize_o,
    output reg         fcs_error_o,
    output reg         length_error_o,
    output reg         pause_xoff_o,
    output reg         pause_xon_o,
    output wire        command_valid_o,
    output wire [15:0] command_quanta_o,
    output wire        record_valid_o,
    output wire [31:0] record_o
);

  localparam [15:0] ADDRESS_OCTETS   = 16'd6;
  localparam [15:0] HEADER_OCTETS    = 16'd14;
  localparam [15:0] FCS_OCTETS       = 16'd4;
  localparam [15:0] FRAME_MIN        = 16'd64;
  localparam [15:0] FRAME_MAX        = 16'd1518;
  localparam [15:0] TAGGED_MAX       = 16'd1522;
  localparam [15:0] OVERHEAD_OCTETS  = 16'd18;     // header and FCS around the counted data
  localparam [15:0] LENGTH_FIELD_MAX = 16'd1500;
  localparam [15:0] TYPE_CONTROL     = 16'h8808;
  localparam [15:0] TYPE_TAG         = 16'h8100;
  localparam [15:0] OPCODE_PAUSE     = 16'h0001;
  localparam [47:0] PAUSE_ADDRESS    = 48'h010000C28001;   // lane order
  localparam [47:0] BROADCAST        = 48'hFFFFFFFFFFFF;

  reg        command_valid_q;
  reg [15:0] command_quanta_q;
  reg        record_valid_q;
  reg [31:0] record_q;

  reg        bad;
  reg        short_frame;
  reg        long_frame;
  reg        legal;
  reg        control;
  reg        pause;
  reg        is_broadcast;
  reg        is_group;
  reg        exact;
  reg        passes;
  reg        to_station;
  reg        dropped;
  reg        wanted;
  reg [15:0] length_max;

  wire [15:0] type_field = {type_opcode_i[7:0], type_opcode_i[15:8]};
  wire [15:0] opcode     = {type_opcode_i[23:16], type_opcode_i[31:24]};
  wire [15:0] quanta     = {quanta_i[7:0], quanta_i[15:8]};

  always @* begin
    deliver_o      = 1'b0;
    discard_o      = 1'b0;
    good_o         = 1'b0;
    total_o        = 1'b0;
    counted_o      = 1'b0;
    multicast_o    = 1'b0;
    broadcast_o    = 1'b0;
    fragment_o     = 1'b0;
    undersize_o    = 1'b0;
    jabber_o       = 1'b0;
    oversize_o     = 1'b0;
    fcs_error_o    = 1'b0;
    length_error_o = 1'b0;
    pause_xoff_o   = 1'b0;
    pause_xon_o    = 1'b0;
    bad            = 1'b0;
    short_frame    = 1'b0;
    long_frame     = 1'b0;
    legal          = 1'b0;
    control        = 1'b0;
    pause          = 1'b0;
    is_broadcast   = 1'b0;
    is_group       = 1'b0;
    exact          = 1'b0;
    passes         = 1'b0;
    to_station     = 1'b0;
    dropped        = 1'b0;
    wanted         = 1'b0;
    length_max     = FRAME_MAX;
    if (classify_i) begin
      if (cfg_jumbo_i) length_max = cfg_frame_size_i;
      else if (type_field == TYPE_TAG) length_max = TAGGED_MAX;
      bad            = fcs_wrong_i || error_octet_i || illegal_i;
      short_frame    = length_i < FRAME_MIN;
      long_frame     = length_i > length_max && !short_frame;
      legal          = !short_frame && !long_frame;
      length_error_o = legal && !bad && cfg_length_errors_i && type_field <= LENGTH_FIELD_MAX
          && length_i - OVERHEAD_OCTETS < type_field;
      good_o         = legal && !bad && !length_error_o;

      is_broadcast   = length_i >= ADDRESS_OCTETS && destination_i == BROADCAST;
      is_group       = length_i >= ADDRESS_OCTETS && destination_i[0];
      exact          = {1'b1, destination_i} == cfg_address_0_i || {1'b1, destination_i} == cfg_address_1_i
          || {1'b1, destination_i} == cfg_address_2_i || {1'b1, destination_i} == cfg_address_3_i;
      if (length_i < ADDRESS_OCTETS) passes = 1'b0;
      else if (is_broadcast) passes = exact || cfg_broadcast_i || cfg_all_group_i;
      else if (is_group) passes = exact || cfg_all_group_i;
      else passes = exact || cfg_all_unicast_i;

      to_station     = destination_i == cfg_address_0_i[47:0] && (!cfg_address_needs_valid_i || cfg_address_0_i[48]);
      control        = good_o && type_field == TYPE_CONTROL && (to_station || destination_i == PAUSE_ADDRESS);
      pause          = control && cfg_rx_flow_i && opcode == OPCODE_PAUSE
          && (!cfg_pause_exact64_i || length_i == FRAME_MIN);
      pause_xoff_o   = pause && quanta != 16'd0;
      pause_xon_o    = pause && quanta == 16'd0;

      dropped        = pause && cfg_drop_pause_i && (to_station || cfg_dpf_multicast_i);
      wanted         = length_i >= HEADER_OCTETS && !dropped
          && !(control && opcode != OPCODE_PAUSE && !cfg_keep_control_i) && passes && (good_o || cfg_store_bad_i);
      deliver_o      = wanted && !overflow_i;
      discard_o      = wanted && overflow_i;

      fcs_error_o    = !short_frame && fcs_wrong_i && (!cfg_crcerrs_filtered_i || passes);
      undersize_o    = short_frame && !fcs_wrong_i && passes;
      fragment_o     = short_frame && fcs_wrong_i && passes;
      oversize_o     = long_frame && passes && (!cfg_oversize_needs_fcs_i || !fcs_wrong_i);
      jabber_o       = long_frame && fcs_wrong_i && passes;
      counted_o      = good_o && !pause && passes && (cfg_gprc_has_missed_i || !discard_o);
      broadcast_o    = counted_o && is_broadcast && cfg_broadcast_i;
      multicast_o    = counted_o && is_group && (cfg_multicast_has_broadcast_i || !is_broadcast);
      total_o        = passes || is_broadcast;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      command_valid_q <= 1'b0;
      record_valid_q  <= 1'b0;
      record_q        <= 32'd0;
    end else begin
      command_valid_q <= pause && !release_i;
      record_valid_q  <= classify_i;
      if (classify_i) record_q <= `RX_RECORD(1'b0, discard_o, deliver_o, control, pause, !good_o, length_i);
    end
  end

  always @(posedge clk) begin
    if (pause) command_quanta_q <= quanta;
  end

  assign deliver_octets_o = cfg_strip_fcs_i ? length_i - FCS_OCTETS : length_i;
  assign command_valid_o  = command_valid_q;
  assign command_quanta_o = command_quanta_q;
  assign record_valid_o   = record_valid_q;
  assign record_o         = record_q;

endmodule

`default_nettype wire
