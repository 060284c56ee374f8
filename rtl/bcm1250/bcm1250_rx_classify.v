// SPDX-License-Identifier: Apache-2.0
// Classifies each received frame: errors, PAUSE, address filter, delivery.
// BCM1250 UM100CB p.266-284; sb1250_mac.h; doc/devices/bcm1250.md 1; IEEE 802.3 4.2.4.1.2, 31B.
//
// Rules. The fields that matter are captured as the octets pass. In the cycle after the frame's last octet (classify_i)
// everything is decided from what is visible then; commands and record are registers and change with the next cycle.
//  1. Each error has its own rule; a frame may have several.
//  2. PAUSE: full duplex, no FIFO mode, type, opcode and address fit, no error but that of the length field. It is
//     obeyed and consumed, or with fwdpause_en delivered without effect.
//  3. Any other frame is wanted if the address filter lets it pass and none of its errors has its drop bit set. A
//     wanted frame is delivered unless the buffer has no room for it.
`default_nettype none
`include "bcm1250_regs.vh"

module bcm1250_rx_classify (
    input  wire         clk,
    input  wire         rst_n,
    input  wire [7:0]   octet_i,
    input  wire         octet_valid_i,
    input  wire [15:0]  length_i,
    input  wire         classify_i,
    input  wire         fcs_wrong_i,          // or too short for an FCS
    input  wire         code_error_i,
    input  wire         dribble_i,
    input  wire         overflow_i,
    input  wire         cfg_half_duplex_i,
    input  wire         cfg_fifo_i,
    input  wire [6:0]   cfg_drop_i,           // any error, FCS, code, alignment, runt, oversize, length
    input  wire [7:0]   cfg_length_min_i,
    input  wire [15:0]  cfg_length_max_i,
    input  wire         cfg_all_i,
    input  wire         cfg_unicast_i,
    input  wire         cfg_unicast_invert_i,
    input  wire         cfg_multicast_i,
    input  wire         cfg_multicast_invert_i,
    input  wire         cfg_broadcast_i,
    input  wire         cfg_all_multicast_i,
    input  wire         cfg_forward_pause_i,
    input  wire         cfg_pause_exact64_i,
    input  wire [47:0]  cfg_address_i,        // addresses: first octet in the lowest bits
    input  wire [383:0] cfg_filter_i,
    input  wire        cfg_dribble_always_i,
    output reg          deliver_o,
    output reg          lost_o,               // wanted, but the buffer had no room
    output reg          bad_o,
    output reg          runt_o,
    output reg          oversize_o,
    output reg          fcs_error_o,
    output reg          length_error_o,
    output reg          code_error_o,
    output reg          alignment_error_o,
    output reg          multicast_o,          // of the good frames
    output reg          broadcast_o,
    output wire         pause_valid_o,
    output wire [15:0]  pause_quanta_o,
    output wire         record_valid_o,
    output wire [31:0]  record_o
);

  localparam [15:0] ADDRESS_OCTETS   = 16'd6;
  localparam [15:0] HEADER_OCTETS    = 16'd14;
  localparam [15:0] CAPTURED_OCTETS  = 16'd18;
  localparam [15:0] FRAME_MIN        = 16'd64;
  localparam [15:0] AROUND_OCTETS    = 16'd18;   // header and FCS around the counted data
  localparam [15:0] DATA_MIN         = 16'd46;
  localparam [15:0] LENGTH_FIELD_MAX = 16'd1500;
  localparam [15:0] TYPE_CONTROL     = 16'h8808;
  localparam [15:0] OPCODE_PAUSE     = 16'h0001;
  localparam [47:0] PAUSE_ADDRESS    = 48'h010000C28001;
  localparam [47:0] BROADCAST        = 48'hFFFFFFFFFFFF;

  reg [47:0] destination_q;                      // first octet in the lowest bits
  reg [15:0] type_q;
  reg [15:0] opcode_q;
  reg [15:0] quanta_q;

  reg        pause_valid_q;
  reg [15:0] pause_quanta_q;
  reg        record_valid_q;
  reg [31:0] record_q;

  reg        damaged;                            // too bad for a MAC control frame
  reg        control;
  reg        pause;
  reg        in_table;
  reg        address_match;
  reg        wanted;
  reg [15:0] data_octets;

  always @(posedge clk) begin
    if (octet_valid_i && length_i < CAPTURED_OCTETS) begin
      case (length_i[4:0])
        5'd0:    destination_q[7:0]   <= octet_i;
        5'd1:    destination_q[15:8]  <= octet_i;
        5'd2:    destination_q[23:16] <= octet_i;
        5'd3:    destination_q[31:24] <= octet_i;
        5'd4:    destination_q[39:32] <= octet_i;
        5'd5:    destination_q[47:40] <= octet_i;
        5'd12:   type_q[15:8]         <= octet_i;
        5'd13:   type_q[7:0]          <= octet_i;
        5'd14:   opcode_q[15:8]       <= octet_i;
        5'd15:   opcode_q[7:0]        <= octet_i;
        5'd16:   quanta_q[15:8]       <= octet_i;
        5'd17:   quanta_q[7:0]        <= octet_i;
        default: ;
      endcase
    end
  end

  always @* begin
    damaged           = 1'b0;
    control           = 1'b0;
    pause             = 1'b0;
    in_table          = 1'b0;
    address_match     = 1'b0;
    wanted            = 1'b0;
    data_octets       = 16'd0;
    deliver_o         = 1'b0;
    lost_o            = 1'b0;
    bad_o             = 1'b0;
    runt_o            = 1'b0;
    oversize_o        = 1'b0;
    fcs_error_o       = 1'b0;
    length_error_o    = 1'b0;
    code_error_o      = 1'b0;
    alignment_error_o = 1'b0;
    multicast_o       = 1'b0;
    broadcast_o       = 1'b0;
    if (classify_i) begin
      runt_o            = length_i < {8'd0, cfg_length_min_i};
      oversize_o        = length_i > cfg_length_max_i;
      alignment_error_o = dribble_i && (fcs_wrong_i || cfg_dribble_always_i);
      fcs_error_o       = fcs_wrong_i && !alignment_error_o;
      code_error_o      = code_error_i;
      data_octets       = length_i - AROUND_OCTETS;
      length_error_o    = length_i >= AROUND_OCTETS && type_q <= LENGTH_FIELD_MAX
          && (data_octets < type_q || (data_octets > type_q && data_octets > DATA_MIN));
      damaged           = runt_o || oversize_o || fcs_error_o || code_error_o || alignment_error_o;
      bad_o             = damaged || length_error_o;

      broadcast_o       = destination_q == BROADCAST && length_i >= ADDRESS_OCTETS;
      multicast_o       = destination_q[0] && length_i >= ADDRESS_OCTETS && !broadcast_o;

      control           = !damaged && length_i >= HEADER_OCTETS && type_q == TYPE_CONTROL;
      pause             = control && !cfg_half_duplex_i && !cfg_fifo_i && length_i >= FRAME_MIN && opcode_q == OPCODE_PAUSE
          && (destination_q == PAUSE_ADDRESS || destination_q == cfg_address_i)
          && (!cfg_pause_exact64_i || length_i == FRAME_MIN);

      in_table          = destination_q == cfg_filter_i[0 +: 48] || destination_q == cfg_filter_i[48 +: 48]
          || destination_q == cfg_filter_i[96 +: 48] || destination_q == cfg_filter_i[144 +: 48]
          || destination_q == cfg_filter_i[192 +: 48] || destination_q == cfg_filter_i[240 +: 48]
          || destination_q == cfg_filter_i[288 +: 48] || destination_q == cfg_filter_i[336 +: 48];
      if (broadcast_o) address_match = cfg_broadcast_i;
      else if (multicast_o) address_match = cfg_all_multicast_i || (cfg_multicast_i && in_table != cfg_multicast_invert_i);
      else address_match = cfg_unicast_i && in_table != cfg_unicast_invert_i;

      wanted            = length_i >= HEADER_OCTETS && (pause ? cfg_forward_pause_i : (cfg_all_i || address_match)
          && (cfg_drop_i & {length_error_o, oversize_o, runt_o, alignment_error_o, code_error_o, fcs_error_o, bad_o}) == 7'd0);
      deliver_o         = wanted && !overflow_i;
      lost_o            = wanted && overflow_i;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      pause_valid_q  <= 1'b0;
      record_valid_q <= 1'b0;
    end else begin
      pause_valid_q  <= pause && !cfg_forward_pause_i;
      record_valid_q <= classify_i;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) record_q <= 32'd0;
    else if (classify_i)
      record_q <= `RX_RECORD(1'b0, lost_o, deliver_o, control, pause, (fcs_error_o || code_error_o || alignment_error_o), length_i);
  end

  always @(posedge clk) begin
    if (pause) pause_quanta_q <= quanta_q;
  end

  assign pause_valid_o  = pause_valid_q;
  assign pause_quanta_o = pause_quanta_q;
  assign record_valid_o = record_valid_q;
  assign record_o       = record_q;

endmodule

`default_nettype wire
