// SPDX-License-Identifier: Apache-2.0
// Judges each received frame: error class, MAC control, PAUSE, address filter, delivery.
// 82598EB datasheet p.119-120, p.356-366; IEEE 802.3 31, 31B; doc/i82598.md 1.
//
// Rules. Everything is decided in the cycle of judgement from what is visible then; command and record are registers.
//  1. A frame is of one class: short frames first, then long ones, then FCS and code errors, then the length field.
//  2. MAC control: a good frame of type 0x8808. PAUSE: only with RFCE; opcode 1, to the PAUSE address or to address 0.
//  3. A frame is wanted if its kind, its address and its class are allowed by their own mode bits. A wanted frame is
//     delivered unless the buffer has no room for it.
//  4. A PAUSE frame commands the transmitter unless software releases it in this very cycle.
`default_nettype none
`include "i82598_regs.vh"

module i82598_rx_judge (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        judge_i,
    input  wire [15:0] length_i,
    input  wire        fcs_wrong_i,
    input  wire        error_octet_i,
    input  wire        illegal_i,
    input  wire [47:0] destination_i,         // in lane order, as the next two
    input  wire [31:0] type_opcode_i,
    input  wire [15:0] quanta_i,
    input  wire        overflow_i,
    input  wire        release_i,             // a write takes TFCS.TXOFF away
    input  wire [15:0] cfg_length_max_i,
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
    output reg         deliver_o,
    output wire [15:0] deliver_octets_o,
    output reg         discard_o,
    output reg         good_o,
    output reg         counted_o,             // as a good frame
    output reg         group_o,               // with counted_o: not broadcast
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

  localparam [15:0] HEADER_OCTETS    = 16'd14;
  localparam [15:0] FCS_OCTETS       = 16'd4;
  localparam [15:0] FRAME_MIN        = 16'd64;
  localparam [15:0] OVERHEAD_OCTETS  = 16'd18;     // header and FCS around the counted data
  localparam [15:0] LENGTH_FIELD_MAX = 16'd1500;
  localparam [15:0] TYPE_CONTROL     = 16'h8808;
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
  reg        is_group;
  reg        is_broadcast;
  reg        address_match;
  reg        wanted;

  wire [15:0] type_field = {type_opcode_i[7:0], type_opcode_i[15:8]};
  wire [15:0] opcode     = {type_opcode_i[23:16], type_opcode_i[31:24]};
  wire [15:0] quanta     = {quanta_i[7:0], quanta_i[15:8]};

  always @* begin
    deliver_o      = 1'b0;
    discard_o      = 1'b0;
    good_o         = 1'b0;
    counted_o      = 1'b0;
    group_o        = 1'b0;
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
    is_group       = 1'b0;
    is_broadcast   = 1'b0;
    address_match  = 1'b0;
    wanted         = 1'b0;
    if (judge_i) begin
      bad            = fcs_wrong_i || error_octet_i || illegal_i;
      short_frame    = length_i < FRAME_MIN;
      long_frame     = length_i > cfg_length_max_i && !short_frame;
      legal          = !short_frame && !long_frame;
      fragment_o     = short_frame && bad;
      undersize_o    = short_frame && !bad;
      jabber_o       = long_frame && bad;
      oversize_o     = long_frame && !bad;
      fcs_error_o    = legal && fcs_wrong_i;
      length_error_o = legal && !bad && type_field <= LENGTH_FIELD_MAX && length_i - OVERHEAD_OCTETS < type_field;
      good_o         = legal && !bad && !length_error_o;

      control        = good_o && type_field == TYPE_CONTROL;
      pause          = control && cfg_rx_flow_i && opcode == OPCODE_PAUSE
          && (destination_i == PAUSE_ADDRESS || destination_i == cfg_address_0_i[47:0]);
      pause_xoff_o   = pause && quanta != 16'd0;
      pause_xon_o    = pause && quanta == 16'd0;

      is_broadcast   = destination_i == BROADCAST;
      is_group       = destination_i[0] && !is_broadcast;
      if (is_broadcast) address_match = cfg_broadcast_i || cfg_all_group_i;
      else if (is_group) address_match = cfg_all_group_i;
      else
        address_match = cfg_all_unicast_i || {1'b1, destination_i} == cfg_address_0_i
            || {1'b1, destination_i} == cfg_address_1_i || {1'b1, destination_i} == cfg_address_2_i
            || {1'b1, destination_i} == cfg_address_3_i;
      wanted         = length_i >= HEADER_OCTETS && !(pause && cfg_drop_pause_i)
          && !(control && opcode != OPCODE_PAUSE && !cfg_keep_control_i) && address_match
          && (good_o || cfg_store_bad_i);
      deliver_o      = wanted && !overflow_i;
      discard_o      = wanted && overflow_i;
      counted_o      = good_o && !pause && address_match;
      group_o        = counted_o && is_group;
      broadcast_o    = counted_o && is_broadcast;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      command_valid_q <= 1'b0;
      record_valid_q  <= 1'b0;
      record_q        <= 32'd0;
    end else begin
      command_valid_q <= pause && !release_i;
      record_valid_q  <= judge_i;
      if (judge_i) record_q <= `RX_RECORD(1'b0, discard_o, deliver_o, control, pause, !good_o, length_i);
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
