// SPDX-License-Identifier: Apache-2.0
// XGMII receive, 64 bits per clock: finds the frames, moves their octets to lane 0, checks FCS and code errors.
// IEEE 802.3 clause 46, 3.2.9; doc/devices/xgmii.md 1.
//
// Rules. The wire is registered once and looked at by columns of four lanes, the first before the second.
//  IDLE  /S/ and three data octets start a frame: HEAD.
//  HEAD  four data octets of which the last is the SFD: DATA. Anything else was a malformed start, and the column is
//        looked at as in IDLE.
//  DATA  octets of the frame up to /T/, /I/, /S/ or /Q/. /E/ and all other control codes are octets in error. A column
//        that begins with one of the last three is looked at as in IDLE too.
// Stages, counted from cycle S of the /S/ for word i of the frame: on the registered wire (its second half for a start
// in lane 4 one later) in S+2+i, moved to lane 0 in S+4+i, CRC of it in S+5+i, given out in S+6+i. The end code is on
// the registered wire in E+1; what it says waits in a chain until E+5, the cycle of classification, in which the
// last word is or was given out and the next frame has not reached the outputs yet.
`default_nettype none

module xgmii_rx (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [63:0] xgmii_rxd,
    input  wire [7:0]  xgmii_rxc,
    input  wire        cfg_enable_i,     // taken in S+1
    input  wire        abort_i,          // in S+1 to E+5: the frame is abandoned
    output wire        word_valid_o,
    output wire        word_first_o,
    output wire [63:0] word_o,
    output wire        classify_o,       // E+5; with it, until word_valid_o of another frame:
    output wire [15:0] length_o,         // octets DA..FCS, saturates
    output wire        fcs_wrong_o,
    output wire        error_octet_o,
    output wire        illegal_o,        // illegal octet or illegal end
    output wire [63:0] header_0_o,       // octets 0 to 39 of the frame, lane 0 first; 0 beyond its end
    output wire [63:0] header_1_o,
    output wire [63:0] header_2_o,
    output wire [63:0] header_3_o,
    output wire [63:0] header_4_o,
    output wire        busy_o,           // HEAD or DATA behind the registered word
    output wire [1:0]  local_o,          // fault sequences in the registered word, by column
    output wire [1:0]  remote_o
);

  localparam [1:0] IDLE = 2'd0;
  localparam [1:0] HEAD = 2'd1;
  localparam [1:0] DATA = 2'd2;

  localparam [7:0]  CODE_IDLE      = 8'h07;
  localparam [7:0]  CODE_SEQUENCE  = 8'h9C;
  localparam [7:0]  CODE_START     = 8'hFB;
  localparam [7:0]  CODE_TERMINATE = 8'hFD;
  localparam [7:0]  CODE_ERROR     = 8'hFE;
  localparam [7:0]  SFD_OCTET      = 8'hD5;
  localparam [31:0] LOCAL_COLUMN   = 32'h0100009C;
  localparam [31:0] REMOTE_COLUMN  = 32'h0200009C;
  localparam [2:0]  COLUMN_LANES   = 3'd4;
  localparam [31:0] CRC_RESIDUE    = 32'hDEBB20E3;
  localparam [15:0] FCS_OCTETS     = 16'd4;
  localparam [15:0] LENGTH_MAX     = 16'hFFFF;

  // ---- the registered wire, column by column ----

  reg [63:0] rxd_q;
  reg [7:0]  rxc_q;
  reg [1:0]  state_q;
  reg        keep_q;            // the frame is received
  reg        shift_q;           // it started in lane 4
  reg        filled_q;          // it has an octet already
  reg        error_q;
  reg        illegal_q;

  reg [1:0]  state_middle;      // between the columns
  reg [1:0]  state_d;
  reg        start_low;
  reg        start_high;
  reg        end_low;
  reg        end_high;
  reg [2:0]  octets_low;        // of the frame, in each column
  reg [2:0]  octets_high;
  reg [1:0]  flags_low;         // illegal, error
  reg [1:0]  flags_high;

  function is_end;
    input [7:0] code;
    is_end = code == CODE_TERMINATE || code == CODE_IDLE || code == CODE_START || code == CODE_SEQUENCE;
  endfunction

  // The lane of the code that ends a frame, 4 for none.
  function [2:0] end_lane;
    input [31:0] data;
    input [3:0]  control;
    if (control[0] && is_end(data[7:0])) end_lane = 3'd0;
    else if (control[1] && is_end(data[15:8])) end_lane = 3'd1;
    else if (control[2] && is_end(data[23:16])) end_lane = 3'd2;
    else if (control[3] && is_end(data[31:24])) end_lane = 3'd3;
    else end_lane = COLUMN_LANES;
  endfunction

  // Returns {illegal, error} of the frame's octets before lane `octets` and of the end code in that lane.
  function [1:0] column_flags;
    input [31:0] data;
    input [3:0]  control;
    input [2:0]  octets;
    reg   [3:0]  error;
    reg   [3:0]  inside;
    reg          illegal_end;
    begin
      error  = {data[31:24] == CODE_ERROR, data[23:16] == CODE_ERROR, data[15:8] == CODE_ERROR, data[7:0] == CODE_ERROR};
      inside = ~(4'hF << octets) & control;
      case (octets)
        3'd0:    illegal_end = data[7:0] != CODE_TERMINATE;
        3'd1:    illegal_end = data[15:8] != CODE_TERMINATE;
        3'd2:    illegal_end = data[23:16] != CODE_TERMINATE;
        3'd3:    illegal_end = data[31:24] != CODE_TERMINATE;
        default: illegal_end = 1'b0;
      endcase
      column_flags = {(inside & ~error) != 4'd0 || illegal_end, (inside & error) != 4'd0};
    end
  endfunction

  // Returns whether the column is looked at as in IDLE.
  function looked_at;
    input [1:0] state;
    input [7:0] code;
    input       control;
    looked_at = state != DATA || (control && code != CODE_TERMINATE && is_end(code));
  endfunction

  always @* begin
    state_middle = state_q;
    start_low    = 1'b0;
    end_low      = 1'b0;
    octets_low   = 3'd0;
    flags_low    = 2'd0;
    if (state_q == DATA) octets_low = COLUMN_LANES;
    if (rxc_q[3:0] != 4'd0) begin
      if (state_q == DATA) begin
        octets_low = end_lane(rxd_q[31:0], rxc_q[3:0]);
        flags_low  = column_flags(rxd_q[31:0], rxc_q[3:0], octets_low);
        end_low    = octets_low != COLUMN_LANES;
      end
      start_low = looked_at(state_q, rxd_q[7:0], rxc_q[0]) && rxc_q[3:0] == 4'b0001 && rxd_q[7:0] == CODE_START;
      if (start_low) state_middle = HEAD;
      else if (end_low || state_q == HEAD) state_middle = IDLE;
    end else if (state_q == HEAD) state_middle = (rxd_q[31:24] == SFD_OCTET) ? DATA : IDLE;
  end

  always @* begin
    state_d     = state_middle;
    start_high  = 1'b0;
    end_high    = 1'b0;
    octets_high = 3'd0;
    flags_high  = 2'd0;
    if (state_middle == DATA) octets_high = COLUMN_LANES;
    if (rxc_q[7:4] != 4'd0) begin
      if (state_middle == DATA) begin
        octets_high = end_lane(rxd_q[63:32], rxc_q[7:4]);
        flags_high  = column_flags(rxd_q[63:32], rxc_q[7:4], octets_high);
        end_high    = octets_high != COLUMN_LANES;
      end
      start_high = looked_at(state_middle, rxd_q[39:32], rxc_q[4]) && rxc_q[7:4] == 4'b0001
          && rxd_q[39:32] == CODE_START;
      if (start_high) state_d = HEAD;
      else if (end_high || state_middle == HEAD) state_d = IDLE;
    end else if (state_middle == HEAD) state_d = (rxd_q[63:56] == SFD_OCTET) ? DATA : IDLE;
  end

  wire start   = start_low || start_high;
  wire filling = octets_low != 3'd0 || octets_high != 3'd0;
  wire ending  = (end_low || end_high) && keep_q && (filled_q || filling) && !abort_i;
  wire error   = error_q || flags_low[0] || flags_high[0];
  wire illegal = illegal_q || flags_low[1] || flags_high[1];

  always @(posedge clk) begin
    if (!rst_n) begin
      rxd_q   <= {8{CODE_IDLE}};
      rxc_q   <= 8'hFF;
      state_q <= IDLE;
    end else begin
      rxd_q   <= xgmii_rxd;
      rxc_q   <= xgmii_rxc;
      state_q <= state_d;
    end
  end

  always @(posedge clk) begin
    if (start) begin
      keep_q    <= cfg_enable_i && !abort_i;
      shift_q   <= start_high;
      filled_q  <= 1'b0;
      error_q   <= 1'b0;
      illegal_q <= 1'b0;
    end else if (filling) begin
      filled_q  <= 1'b1;
      error_q   <= error;
      illegal_q <= illegal;
      if (abort_i) keep_q <= 1'b0;
    end else if (abort_i) keep_q <= 1'b0;
  end

  // ---- from the end of the frame to its classification ----

  reg [11:0] chain_q;           // four times {ending, illegal, error}

  always @(posedge clk) begin
    if (!rst_n || abort_i) chain_q <= 12'd0;
    else chain_q <= {chain_q[8:0], ending, illegal && ending, error && ending};
  end

  // ---- words from lane 0 on ----

  reg [63:0] before_q;          // the registered word of the cycle before, and what is in it
  reg [2:0]  before_low_q;
  reg [2:0]  before_high_q;
  reg        before_shift_q;
  reg        before_first_q;
  reg [63:0] aligned_q;
  reg        aligned_valid_q;
  reg        aligned_first_q;
  reg [3:0]  aligned_octets_q;

  wire [3:0] octets = {1'b0, before_high_q} + {1'b0, before_shift_q ? octets_low : before_low_q};
  wire       valid  = before_shift_q ? before_high_q != 3'd0 : before_low_q != 3'd0;

  always @(posedge clk) begin
    if (!rst_n) begin
      before_low_q    <= 3'd0;
      before_high_q   <= 3'd0;
      before_shift_q  <= 1'b0;
      aligned_valid_q <= 1'b0;
    end else begin
      before_low_q    <= keep_q ? octets_low : 3'd0;
      before_high_q   <= keep_q ? octets_high : 3'd0;
      before_shift_q  <= shift_q;
      aligned_valid_q <= valid;
    end
  end

  always @(posedge clk) begin
    if (filling) begin
      before_q       <= rxd_q;
      before_first_q <= !filled_q;
    end
    if (valid) begin
      aligned_q        <= before_shift_q ? {rxd_q[31:0], before_q[63:32]} : before_q;
      aligned_octets_q <= octets;
      aligned_first_q  <= before_first_q;
    end
  end

  // ---- CRC, length, header ----

  reg [63:0] checked_q;
  reg        checked_valid_q;
  reg        checked_first_q;
  reg [15:0] checked_length_q;
  reg [63:0] word_q;
  reg        word_valid_q;
  reg        word_first_q;
  reg [15:0] length_q;
  reg        residue_q;
  reg [63:0] header_0_q;
  reg [63:0] header_1_q;
  reg [63:0] header_2_q;
  reg [63:0] header_3_q;
  reg [63:0] header_4_q;

  wire [31:0] crc;
  wire [16:0] length_d = (aligned_first_q ? 17'd0 : {1'b0, checked_length_q}) + {13'd0, aligned_octets_q};

  crc32_64 u_crc (
      .clk     (clk),
      .enable_i(aligned_valid_q),
      .first_i (aligned_first_q),
      .data_i  (aligned_q),
      .octets_i(aligned_octets_q),
      .crc_o   (crc)
  );

  always @(posedge clk) begin
    if (!rst_n) begin
      checked_valid_q <= 1'b0;
      word_valid_q    <= 1'b0;
    end else begin
      checked_valid_q <= aligned_valid_q;
      word_valid_q    <= checked_valid_q;
    end
  end

  always @(posedge clk) begin
    if (aligned_valid_q) begin
      checked_q        <= aligned_octets_q[3] ? aligned_q
          : aligned_q & ~(64'hFFFFFFFFFFFFFFFF << {aligned_octets_q[2:0], 3'd0});
      checked_first_q  <= aligned_first_q;
      checked_length_q <= length_d[16] ? LENGTH_MAX : length_d[15:0];
    end
    if (checked_valid_q) begin
      word_q       <= checked_q;
      word_first_q <= checked_first_q;
      length_q     <= checked_length_q;
      residue_q    <= crc == CRC_RESIDUE;
    end
  end

  always @(posedge clk) begin
    if (checked_valid_q && checked_first_q) begin
      header_0_q <= checked_q;
      header_1_q <= 64'd0;
      header_2_q <= 64'd0;
      header_3_q <= 64'd0;
      header_4_q <= 64'd0;
    end else if (checked_valid_q && length_q < 16'd40) begin
      case (length_q[5:3])
        3'd1:    header_1_q <= checked_q;
        3'd2:    header_2_q <= checked_q;
        3'd3:    header_3_q <= checked_q;
        default: header_4_q <= checked_q;
      endcase
    end
  end

  assign word_valid_o  = word_valid_q;
  assign word_first_o  = word_first_q;
  assign word_o        = word_q;
  assign classify_o    = chain_q[11] && !abort_i;
  assign length_o      = length_q;
  assign fcs_wrong_o   = !residue_q || length_q < FCS_OCTETS;
  assign error_octet_o = chain_q[9];
  assign illegal_o     = chain_q[10];
  assign header_0_o    = header_0_q;
  assign header_1_o    = header_1_q;
  assign header_2_o    = header_2_q;
  assign header_3_o    = header_3_q;
  assign header_4_o    = header_4_q;
  assign busy_o        = state_d != IDLE;
  assign local_o       = (rxc_q[4] || rxc_q[0])
      ? {rxc_q[7:4] == 4'b0001 && rxd_q[63:32] == LOCAL_COLUMN, rxc_q[3:0] == 4'b0001 && rxd_q[31:0] == LOCAL_COLUMN}
      : 2'd0;
  assign remote_o      = (rxc_q[4] || rxc_q[0])
      ? {rxc_q[7:4] == 4'b0001 && rxd_q[63:32] == REMOTE_COLUMN, rxc_q[3:0] == 4'b0001 && rxd_q[31:0] == REMOTE_COLUMN}
      : 2'd0;

endmodule

`default_nettype wire
