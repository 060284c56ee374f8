// SPDX-License-Identifier: Apache-2.0
// Classifies each received frame: error class, MAC control, PAUSE, address filter, delivery.
// BCM5718 PG108-R p.223-226, Table 86; IEEE 802.3 31.5, 31B; RFC 2819, 2863, 3635.
//
// Rules. The fields that matter are captured as the octets pass. In the cycle after the frame's last octet (classify_i)
// everything is decided from what is visible then; commands, status and record are registers and change with the
// next cycle.
//  1. A frame is of one error class at most: short frames first, then long ones, then FCS, then the length field.
//  2. MAC control: good FCS, legal length, type 0x8808 (behind a VLAN tag if that is enabled). PAUSE: opcode 1, to
//     the PAUSE address or to station address 0.
//  3. An error counts if it is one of FCS, code or 2^16 octets, or keeps the frame from the host.
//  4. A frame is wanted if its kind, its address and each of its errors is allowed by its own mode bit. A wanted
//     frame is delivered unless the buffer has no room for it or the allowance after the low mark is used up.
`default_nettype none
`include "bcm5718_regs.vh"

module bcm5718_rx_classify (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [7:0]  octet_i,
    input  wire        octet_valid_i,
    input  wire [15:0] length_i,
    input  wire        classify_i,
    input  wire        bad_i,
    input  wire        overflow_i,
    input  wire        accept_i,              // the watermark lets a frame in
    input  wire        reset_i,
    input  wire        inhibit_i,             // the transmitter is inhibited, or a load waits
    input  wire        cfg_xoff_state_edges_i,
    input  wire        cfg_tagged_control_i,
    input  wire        cfg_keep_control_i,
    input  wire        cfg_keep_pause_i,
    input  wire        cfg_accept_oversized_i,
    input  wire        cfg_accept_runts_i,
    input  wire        cfg_length_check_i,
    input  wire        cfg_promiscuous_i,
    input  wire        cfg_no_crc_check_i,
    input  wire [15:0] cfg_mtu_i,
    input  wire        cfg_macctrl_includes_pause_i,
    input  wire        cfg_pause_exact64_i,
    input  wire [47:0] cfg_address_0_i,
    input  wire [47:0] cfg_address_1_i,
    input  wire [47:0] cfg_address_2_i,
    input  wire [47:0] cfg_address_3_i,
    output reg         deliver_o,
    output reg         fragment_o,
    output reg         undersize_o,
    output reg         fcs_error_o,
    output reg         too_long_o,
    output reg         jabber_o,
    output reg         unicast_o,
    output reg         multicast_o,
    output reg         broadcast_o,
    output reg         pause_xoff_o,
    output reg         pause_xon_o,
    output reg         pause_state_o,         // counts as xoffStateEntered
    output reg         control_o,             // counts as macControlFramesReceived
    output reg         discard_o,
    output reg         error_o,
    output wire        pause_valid_o,
    output wire [15:0] pause_quanta_o,
    output wire        stat_xoff_received_o,
    output wire        stat_xon_received_o,
    output wire        record_valid_o,
    output wire [31:0] record_o
);

  localparam [15:0] HEADER_OCTETS    = 16'd14;
  localparam [15:0] CAPTURED_OCTETS  = 16'd22;
  localparam [15:0] FRAME_MIN        = 16'd64;
  localparam [15:0] LENGTH_MAX       = 16'hFFFF;
  localparam [15:0] UNTAGGED_OCTETS  = 16'd18;   // header and FCS around the counted data
  localparam [15:0] LENGTH_FIELD_MAX = 16'd1500;
  localparam [15:0] TYPE_CONTROL     = 16'h8808;
  localparam [15:0] TYPE_VLAN        = 16'h8100;
  localparam [15:0] OPCODE_PAUSE     = 16'h0001;
  localparam [47:0] PAUSE_ADDRESS    = 48'h0180C2000001;
  localparam [47:0] BROADCAST        = 48'hFFFFFFFFFFFF;

  reg [47:0] destination_q;
  reg [15:0] type_q;
  reg [15:0] word14_q;
  reg [15:0] word16_q;
  reg [15:0] word18_q;
  reg [15:0] word20_q;
  reg        above_16_bits_q;                    // the frame has more octets than length_i can say

  reg        pause_valid_q;
  reg [15:0] pause_quanta_q;
  reg        xoff_received_q;
  reg        xon_received_q;
  reg        record_valid_q;
  reg [31:0] record_q;

  reg        tagged;
  reg        short_frame;
  reg        long_frame;
  reg        legal;
  reg        length_error;
  reg        control;
  reg        pause;
  reg        address_match;
  reg        wanted;
  reg [15:0] opcode;
  reg [15:0] quanta;

  always @(posedge clk) begin
    if (octet_valid_i && length_i < CAPTURED_OCTETS) begin
      case (length_i[4:0])
        5'd0:    destination_q[47:40] <= octet_i;
        5'd1:    destination_q[39:32] <= octet_i;
        5'd2:    destination_q[31:24] <= octet_i;
        5'd3:    destination_q[23:16] <= octet_i;
        5'd4:    destination_q[15:8]  <= octet_i;
        5'd5:    destination_q[7:0]   <= octet_i;
        5'd12:   type_q[15:8]         <= octet_i;
        5'd13:   type_q[7:0]          <= octet_i;
        5'd14:   word14_q[15:8]       <= octet_i;
        5'd15:   word14_q[7:0]        <= octet_i;
        5'd16:   word16_q[15:8]       <= octet_i;
        5'd17:   word16_q[7:0]        <= octet_i;
        5'd18:   word18_q[15:8]       <= octet_i;
        5'd19:   word18_q[7:0]        <= octet_i;
        5'd20:   word20_q[15:8]       <= octet_i;
        5'd21:   word20_q[7:0]        <= octet_i;
        default: ;
      endcase
    end
  end

  always @(posedge clk) begin
    if (octet_valid_i) above_16_bits_q <= length_i == LENGTH_MAX;
  end

  always @* begin
    tagged        = 1'b0;
    short_frame   = 1'b0;
    long_frame    = 1'b0;
    legal         = 1'b0;
    length_error  = 1'b0;
    control       = 1'b0;
    pause         = 1'b0;
    address_match = 1'b0;
    wanted        = 1'b0;
    opcode        = 16'd0;
    quanta        = 16'd0;
    deliver_o     = 1'b0;
    fragment_o    = 1'b0;
    undersize_o   = 1'b0;
    fcs_error_o   = 1'b0;
    too_long_o    = 1'b0;
    jabber_o      = 1'b0;
    unicast_o     = 1'b0;
    multicast_o   = 1'b0;
    broadcast_o   = 1'b0;
    pause_xoff_o  = 1'b0;
    pause_xon_o   = 1'b0;
    pause_state_o = 1'b0;
    control_o     = 1'b0;
    discard_o     = 1'b0;
    error_o       = 1'b0;
    if (classify_i) begin
      short_frame  = length_i < FRAME_MIN;
      long_frame   = length_i > cfg_mtu_i;
      legal        = !short_frame && !long_frame;
      length_error = cfg_length_check_i && legal && !bad_i && type_q <= LENGTH_FIELD_MAX
          && length_i - UNTAGGED_OCTETS < type_q;
      fragment_o   = short_frame && bad_i;
      undersize_o  = short_frame && !bad_i;
      jabber_o     = long_frame && !short_frame && bad_i;
      too_long_o   = long_frame && !short_frame && !bad_i;
      fcs_error_o  = legal && bad_i;

      tagged       = cfg_tagged_control_i && type_q == TYPE_VLAN && word16_q == TYPE_CONTROL;
      control      = legal && !bad_i && (type_q == TYPE_CONTROL || tagged);
      opcode       = tagged ? word18_q : word14_q;
      quanta       = tagged ? word20_q : word16_q;
      pause        = control && opcode == OPCODE_PAUSE
          && (destination_q == PAUSE_ADDRESS || destination_q == cfg_address_0_i)
          && (!cfg_pause_exact64_i || length_i == FRAME_MIN);
      pause_xoff_o = pause && quanta != 16'd0;
      pause_xon_o  = pause && quanta == 16'd0;
      pause_state_o = pause_xoff_o && !(cfg_xoff_state_edges_i && inhibit_i);
      control_o    = control && (opcode != OPCODE_PAUSE || cfg_macctrl_includes_pause_i);

      address_match = cfg_promiscuous_i || destination_q[40] || destination_q == cfg_address_0_i
          || destination_q == cfg_address_1_i || destination_q == cfg_address_2_i || destination_q == cfg_address_3_i;
      wanted       = length_i >= HEADER_OCTETS
          && (pause ? cfg_keep_pause_i : address_match && (!control || cfg_keep_control_i))
          && (!bad_i || cfg_no_crc_check_i) && (!short_frame || cfg_accept_runts_i)
          && (!long_frame || cfg_accept_oversized_i) && !length_error;
      deliver_o    = wanted && !overflow_i && accept_i;
      discard_o    = wanted && !deliver_o;
      error_o      = bad_i || above_16_bits_q || length_error
          || (undersize_o && (!cfg_accept_runts_i || length_i < HEADER_OCTETS))
          || (too_long_o && !cfg_accept_oversized_i);
      broadcast_o  = deliver_o && legal && !bad_i && destination_q == BROADCAST;
      multicast_o  = deliver_o && legal && !bad_i && destination_q[40] && !broadcast_o;
      unicast_o    = deliver_o && legal && !bad_i && !destination_q[40];
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      pause_valid_q  <= 1'b0;
      record_valid_q <= 1'b0;
    end else begin
      pause_valid_q  <= pause;
      record_valid_q <= classify_i;
    end
  end

  always @(posedge clk) begin
    if (!rst_n || reset_i) begin
      xoff_received_q <= 1'b0;
      xon_received_q  <= 1'b0;
    end else if (pause) begin
      xoff_received_q <= pause_xoff_o;
      xon_received_q  <= pause_xon_o;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) record_q <= 32'd0;
    else if (classify_i) record_q <= `RX_RECORD(1'b0, discard_o, deliver_o, control, pause, bad_i, length_i);
  end

  always @(posedge clk) begin
    if (pause) pause_quanta_q <= quanta;
  end

  assign pause_valid_o        = pause_valid_q;
  assign pause_quanta_o       = pause_quanta_q;
  assign stat_xoff_received_o = xoff_received_q;
  assign stat_xon_received_o  = xon_received_q;
  assign record_valid_o       = record_valid_q;
  assign record_o             = record_q;

endmodule

`default_nettype wire
