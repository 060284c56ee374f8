// SPDX-License-Identifier: Apache-2.0
// XGMII transmit, 64 bits per clock: data frames from an AXI4-Stream and MAC control frames, with preamble, pad, FCS, gap.
// IEEE 802.3 clause 46, 3.2, 4.2.8, 31; doc/devices/xgmii.md 2, 4.
//
// Rules. In cycle d a frame starts if the transmitter is enabled, the newest frame has left the wire or its end code
// is on it, and the gap, with the deficit idle count, allows /S/ in lane 0 or else in lane 4 of the word of d+1. A
// control frame goes first; a data frame also needs a word of the host, no inhibit and no draining.
// Word j of the body is chosen in cycle d+j:
//  HOST     the host's words. No word: underrun, eight /E/ and /T/; the rest of the host's frame is drained beside whatever
//           the wire does next. The last word is filled up to 60 octets if there is pad.
//  CONTROL  60 octets made from the fields of the request.
//  PAD      zeros up to 60 octets.
// The word is on the wire in d+2+j, for a start in lane 4 its second half one word later, followed by the FCS, or four
// /E/ if the host says so, and /T/. A frame that has started always finishes.
`default_nettype none

module xgmii_tx (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         cfg_enable_i,
    input  wire         inhibit_i,               // no data frame may start
    input  wire         cfg_remote_fault_i,      // words without a frame are remote fault sequences
    input  wire [3:0]   cfg_ipg_i,               // octets; this and the next four are taken in d
    input  wire         cfg_pad_i,               // counts only with cfg_fcs_i
    input  wire         cfg_fcs_i,
    input  wire         cfg_override_i,          // source address of data frames
    input  wire [47:0]  source_i,
    input  wire [63:0]  s_axis_tdata,
    input  wire [7:0]   s_axis_tkeep,
    input  wire         s_axis_tvalid,
    input  wire         s_axis_tlast,
    input  wire         s_axis_tuser,
    output wire         s_axis_tready,
    input  wire         control_request_i,
    input  wire [15:0]  control_opcode_i,        // taken at control_start_o, as are the parameters
    input  wire [143:0] control_parameters_i,    // octets 16 to 33 of the frame, the first in 143:136
    output wire         control_start_o,         // d of a control frame
    output wire         busy_o,                  // the word on the wire holds a lane of a frame or its end code
    output wire         busy_next_o,             // busy_o of the next cycle
    output wire         end_o,                   // the word on the wire holds the end code; with it:
    output wire [15:0]  end_length_o,            // octets before the end code, saturates
    output wire         end_control_o,
    output wire         end_underrun_o,
    output wire         end_error_o,             // errored by the host
    output wire [63:0]  end_header_0_o,          // octets 0 to 39 as on the wire, lane 0 first; 0 beyond the end
    output wire [63:0]  end_header_1_o,
    output wire [63:0]  end_header_2_o,
    output wire [63:0]  end_header_3_o,
    output wire [63:0]  end_header_4_o,
    output wire [63:0]  xgmii_txd,
    output wire [7:0]   xgmii_txc
);

  localparam [1:0] NONE    = 2'd0;
  localparam [1:0] HOST    = 2'd1;
  localparam [1:0] CONTROL = 2'd2;
  localparam [1:0] PAD     = 2'd3;

  localparam [1:0] TAIL_NONE  = 2'd0;
  localparam [1:0] TAIL_FCS   = 2'd1;
  localparam [1:0] TAIL_ERROR = 2'd2;

  localparam [31:0]  IDLE_COLUMN    = 32'h07070707;
  localparam [63:0]  IDLE_WORD      = {IDLE_COLUMN, IDLE_COLUMN};
  localparam [63:0]  FAULT_WORD     = {2{32'h0200009C}};
  localparam [7:0]   FAULT_CONTROL  = 8'h11;
  localparam [63:0]  PREAMBLE_WORD  = 64'hD5555555555555FB;
  localparam [7:0]   PREAMBLE_CTL   = 8'h01;
  localparam [63:0]  ERROR_WORD     = {8{8'hFE}};
  localparam [127:0] END_WORDS      = {{15{8'h07}}, 8'hFD};
  localparam [3:0]   WORD_OCTETS    = 4'd8;
  localparam [3:0]   PAD_OCTETS     = 4'd4;            // of the last word of a frame of 60 octets
  localparam [3:0]   PAD_INDEX      = 4'd7;            // that word
  localparam [3:0]   INDEX_MAX      = 4'd8;
  localparam [15:0]  HEADER_OCTETS  = 16'd40;
  localparam [15:0]  LENGTH_MAX     = 16'hFFFF;
  localparam [4:0]   GAP_ENOUGH     = 5'd16;           // for any gap and deficit
  localparam [47:0]  CONTROL_ADDRESS = 48'h0180C2000001;
  localparam [15:0]  CONTROL_TYPE    = 16'h8808;

  // ---- when a frame starts ----

  reg        busy_q;
  reg [2:0]  end_q;              // bit 0: the end code is on the wire; bit n: n words later
  reg [2:0]  end_lane_q;
  reg [4:0]  gap_q;              // from the end code to lane 0 of the next word, if not end_q[0]
  reg [1:0]  deficit_q;
  reg        drain_q;
  reg        shift_q;            // the frame started in lane 4

  reg        control_start;
  reg        data_start;
  reg        start_shift;
  reg [5:0]  target;             // gap without deficit
  reg [5:0]  gap_start;

  wire [4:0] gap       = end_q[0] ? {1'b0, WORD_OCTETS} - {2'd0, end_lane_q} : gap_q;
  wire       start     = control_start || data_start;
  wire       busy_next = start || (busy_q && !end_q[0]);
  wire       may_start = cfg_enable_i && (!busy_q || end_q[0])
      && (control_request_i || (s_axis_tvalid && !inhibit_i && !drain_q));

  always @* begin
    control_start = 1'b0;
    data_start    = 1'b0;
    start_shift   = 1'b0;
    target        = 6'd0;
    gap_start     = 6'd0;
    if (may_start) begin
      target        = {2'd0, cfg_ipg_i} + {4'd0, deficit_q};
      start_shift   = target > {1'b0, gap} + 6'd3;
      gap_start     = {1'b0, gap} + {3'd0, start_shift, 2'd0};
      control_start = control_request_i && target <= gap_start + 6'd3;
      data_start    = !control_request_i && target <= gap_start + 6'd3;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      busy_q    <= 1'b0;
      gap_q     <= GAP_ENOUGH;
      deficit_q <= 2'd0;
    end else begin
      busy_q <= busy_next;
      if (gap < GAP_ENOUGH) gap_q <= gap + {1'b0, WORD_OCTETS};
      else gap_q <= gap;
      if (start) deficit_q <= (target > gap_start) ? target[1:0] - gap_start[1:0] : 2'd0;   // at most 3
    end
  end

  // ---- the next word of the body ----

  reg [1:0]   state_q;
  reg [3:0]   index_q;
  reg         pad_q;
  reg         fcs_q;
  reg         override_q;
  reg [31:0]  source_q;          // of the four octets in the second word
  reg [15:0]  opcode_q;
  reg [143:0] parameters_q;
  reg [1:0]   tail_q;            // of the pad
  reg         control_q;
  reg         underrun_q;
  reg         host_error_q;

  reg  [63:0] body;
  reg  [3:0]  octets;
  reg         last;
  reg         to_pad;
  reg  [1:0]  tail;
  reg  [63:0] host_word;

  wire [3:0]  index       = start ? 4'd0 : index_q;
  wire        from_host   = data_start || state_q == HOST;
  wire        from_device = control_start || state_q == CONTROL;
  wire        from_pad    = state_q == PAD;
  wire        valid       = from_host || from_device || from_pad;
  wire        underrun    = state_q == HOST && !s_axis_tvalid;
  wire        pad         = data_start ? cfg_pad_i && cfg_fcs_i : pad_q;
  wire        fcs         = data_start ? cfg_fcs_i : fcs_q;
  wire        override    = data_start ? cfg_override_i : override_q;

  function [3:0] kept_octets;
    input [7:0] keep;
    if (keep[7]) kept_octets = 4'd8;
    else if (keep[6]) kept_octets = 4'd7;
    else if (keep[5]) kept_octets = 4'd6;
    else if (keep[4]) kept_octets = 4'd5;
    else if (keep[3]) kept_octets = 4'd4;
    else if (keep[2]) kept_octets = 4'd3;
    else if (keep[1]) kept_octets = 4'd2;
    else kept_octets = {3'd0, keep[0]};
  endfunction

  function [63:0] swap;          // first octet in the highest bits to lane order
    input [63:0] octet_string;
    swap = {octet_string[7:0], octet_string[15:8], octet_string[23:16], octet_string[31:24],
        octet_string[39:32], octet_string[47:40], octet_string[55:48], octet_string[63:56]};
  endfunction

  always @* begin
    host_word = s_axis_tdata;
    if (override && index == 4'd0) host_word[63:48] = {source_i[39:32], source_i[47:40]};
    if (override && index == 4'd1) host_word[31:0] = {source_q[7:0], source_q[15:8], source_q[23:16], source_q[31:24]};
  end

  always @* begin
    body   = host_word;
    octets = WORD_OCTETS;
    last   = 1'b0;
    to_pad = 1'b0;
    tail   = TAIL_FCS;
    if (underrun) begin
      body = ERROR_WORD;
      last = 1'b1;
      tail = TAIL_NONE;
    end else if (from_host) begin
      if (s_axis_tlast) begin
        octets = kept_octets(s_axis_tkeep);
        if (!octets[3]) body = host_word & ~(64'hFFFFFFFFFFFFFFFF << {octets[2:0], 3'd0});
        tail   = s_axis_tuser ? TAIL_ERROR : fcs ? TAIL_FCS : TAIL_NONE;
        to_pad = pad && index < PAD_INDEX;
        last   = !to_pad;
        if (to_pad) octets = WORD_OCTETS;
        else if (pad && index == PAD_INDEX && octets < PAD_OCTETS) octets = PAD_OCTETS;
      end
    end else if (from_device) begin
      case (index)
        4'd0:    body = swap({CONTROL_ADDRESS, source_i[47:32]});
        4'd1:    body = swap({source_q, CONTROL_TYPE, opcode_q});
        4'd2:    body = swap(parameters_q[143:80]);
        4'd3:    body = swap(parameters_q[79:16]);
        4'd4:    body = swap({parameters_q[15:0], 48'd0});
        default: body = 64'd0;
      endcase
      last = index == PAD_INDEX;
      if (last) octets = PAD_OCTETS;
    end else if (from_pad) begin
      body = 64'd0;
      last = index == PAD_INDEX;
      if (last) octets = PAD_OCTETS;
      tail = tail_q;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) state_q <= NONE;
    else if (valid) begin
      if (last) state_q <= NONE;
      else if (to_pad) state_q <= PAD;
      else if (start) state_q <= control_start ? CONTROL : HOST;
    end
  end

  always @(posedge clk) begin
    if (start) begin
      pad_q        <= cfg_pad_i && cfg_fcs_i;
      fcs_q        <= cfg_fcs_i;
      override_q   <= cfg_override_i;
      source_q     <= source_i[31:0];
      control_q    <= control_start;
      underrun_q   <= 1'b0;
      host_error_q <= data_start && s_axis_tlast && s_axis_tuser;
    end else if (state_q == HOST) begin
      if (!s_axis_tvalid) underrun_q <= 1'b1;
      else if (s_axis_tlast) host_error_q <= s_axis_tuser;
    end
    if (control_start) begin
      opcode_q     <= control_opcode_i;
      parameters_q <= control_parameters_i;
    end
    if (to_pad) tail_q <= tail;
    if (valid && index != INDEX_MAX) index_q <= index + 4'd1;
  end

  always @(posedge clk) begin
    if (!rst_n) drain_q <= 1'b0;
    else if (underrun) drain_q <= 1'b1;
    else if (drain_q && s_axis_tvalid && s_axis_tlast) drain_q <= 1'b0;
  end

  // ---- the body with what follows it, from lane 0 on ----

  reg [63:0] body_q;
  reg        body_valid_q;
  reg        body_error_q;       // all of it /E/
  reg        body_last_q;
  reg [3:0]  body_octets_q;
  reg [1:0]  body_tail_q;
  reg [63:0] spill_q;            // what did not fit beside the last octets
  reg [7:0]  spill_control_q;
  reg        spill_valid_q;
  reg [15:0] length_q;
  reg [63:0] header_0_q;
  reg [63:0] header_1_q;
  reg [63:0] header_2_q;
  reg [63:0] header_3_q;
  reg [63:0] header_4_q;

  reg  [127:0] frame;            // octets of the frame alone
  reg  [127:0] words;
  reg  [15:0]  controls;
  reg  [4:0]   end_place;        // octets in frame
  reg  [4:0]   end_distance;     // lanes from lane 0 of the next word on the wire to the end code
  reg  [31:0]  tail_octets;

  wire [31:0] crc;
  wire        ending   = body_valid_q && body_last_q;
  wire [16:0] length_d = {1'b0, length_q} + {12'd0, end_place};

  crc32_64 u_crc (
      .clk     (clk),
      .enable_i(valid),
      .first_i (start),
      .data_i  (body),
      .octets_i(octets),
      .crc_o   (crc)
  );

  always @* begin
    frame        = {64'd0, body_q};
    words        = {64'd0, body_q};
    controls     = body_error_q ? 16'h00FF : 16'h0000;
    end_place    = {1'b0, WORD_OCTETS};
    end_distance = 5'd0;
    tail_octets  = 32'd0;
    if (ending) begin
      end_place = {1'b0, body_octets_q};
      if (body_tail_q != TAIL_NONE) begin
        tail_octets = (body_tail_q == TAIL_FCS) ? ~crc : ERROR_WORD[31:0];
        frame       = {64'd0, body_q} | {96'd0, tail_octets} << {body_octets_q, 3'd0};
        end_place   = {1'b0, body_octets_q} + 5'd4;
        if (body_tail_q == TAIL_ERROR) controls = 16'h000F << body_octets_q;
      end
      end_distance = end_place + {2'd0, shift_q, 2'd0};
      words        = frame | END_WORDS << {end_place, 3'd0};
      controls     = controls | 16'hFFFF << end_place;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      body_valid_q  <= 1'b0;
      spill_valid_q <= 1'b0;
      end_q         <= 3'd0;
    end else begin
      body_valid_q  <= valid;
      spill_valid_q <= ending && end_place >= {1'b0, WORD_OCTETS};
      if (ending) end_q <= 3'd1 << end_distance[4:3];
      else end_q <= {1'b0, end_q[2:1]};
    end
  end

  always @(posedge clk) begin
    if (valid) begin
      body_q        <= body;
      body_error_q  <= underrun;
      body_last_q   <= last;
      body_octets_q <= octets;
      body_tail_q   <= tail;
    end
    if (ending) begin
      end_lane_q      <= end_distance[2:0];
      spill_q         <= words[127:64];
      spill_control_q <= controls[15:8];
    end
  end

  always @(posedge clk) begin
    if (start) length_q <= 16'd0;
    else if (body_valid_q) length_q <= length_d[16] ? LENGTH_MAX : length_d[15:0];
  end

  always @(posedge clk) begin
    if (body_valid_q && length_q < HEADER_OCTETS) begin
      case (length_q[5:3])
        3'd0: begin
          header_0_q <= frame[63:0];
          header_1_q <= frame[127:64];
          header_2_q <= 64'd0;
          header_3_q <= 64'd0;
          header_4_q <= 64'd0;
        end
        3'd1: begin
          header_1_q <= frame[63:0];
          header_2_q <= frame[127:64];
        end
        3'd2: begin
          header_2_q <= frame[63:0];
          header_3_q <= frame[127:64];
        end
        3'd3: begin
          header_3_q <= frame[63:0];
          header_4_q <= frame[127:64];
        end
        default: header_4_q <= frame[63:0];
      endcase
    end
  end

  // ---- the wire ----

  reg [63:0] txd_q;
  reg [7:0]  txc_q;
  reg [31:0] carry_q;            // second half of the word before, of a frame that started in lane 4
  reg [3:0]  carry_control_q;

  reg [63:0] word;
  reg [7:0]  control;

  wire       shift = start ? start_shift : shift_q;

  always @* begin
    word    = IDLE_WORD;
    control = 8'hFF;
    if (start) begin
      word    = PREAMBLE_WORD;
      control = PREAMBLE_CTL;
    end else if (spill_valid_q) begin
      word    = spill_q;
      control = spill_control_q;
    end else if (body_valid_q) begin
      word    = words[63:0];
      control = controls[7:0];
    end
  end

  always @(posedge clk) begin
    if (!rst_n || !busy_next) begin
      txd_q <= (rst_n && cfg_remote_fault_i) ? FAULT_WORD : IDLE_WORD;
      txc_q <= (rst_n && cfg_remote_fault_i) ? FAULT_CONTROL : 8'hFF;
    end else if (shift) begin
      txd_q <= {word[31:0], start ? IDLE_COLUMN : carry_q};
      txc_q <= {control[3:0], start ? 4'hF : carry_control_q};
    end else begin
      txd_q <= word;
      txc_q <= control;
    end
  end

  always @(posedge clk) begin
    if (start) shift_q <= start_shift;
    if (shift && busy_next) begin
      carry_q         <= word[63:32];
      carry_control_q <= control[7:4];
    end
  end

  assign s_axis_tready   = data_start || (state_q == HOST && s_axis_tvalid) || drain_q;
  assign control_start_o = control_start;
  assign busy_o          = busy_q;
  assign busy_next_o     = busy_next;
  assign end_o           = end_q[0];
  assign end_length_o    = length_q;
  assign end_control_o   = control_q;
  assign end_underrun_o  = underrun_q;
  assign end_error_o     = host_error_q;
  assign end_header_0_o  = header_0_q;
  assign end_header_1_o  = header_1_q;
  assign end_header_2_o  = header_2_q;
  assign end_header_3_o  = header_3_q;
  assign end_header_4_o  = header_4_q;
  assign xgmii_txd       = txd_q;
  assign xgmii_txc       = txc_q;

endmodule

`default_nettype wire
