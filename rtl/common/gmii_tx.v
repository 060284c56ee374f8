// SPDX-License-Identifier: Apache-2.0
// GMII transmit: data frames from an AXI4-Stream and PAUSE frames, with preamble, pad, FCS and gap.
// IEEE 802.3 clauses 3, 4.2.8, 31B; 35.2.2.
//
// Rules. A state prepares the octet that is on the wire in the following cycle.
//  IDLE      nothing on the wire. Once GAP_OCTETS idle octets have passed and the transmitter is enabled, a requested
//            PAUSE frame starts; else a waiting data frame, unless inhibited or still draining.
//  PREAMBLE  seven 0x55, then the SFD.
//  DATA      the host's octets, one in every cycle, or the eighteen octets of a PAUSE header. A cycle without
//            an octet is an underrun: 0x00 with tx_er goes out, no pad, and the complement of the right FCS; the
//            rest of the host's frame is drained beside whatever the wire does next.
//  PAD       zeros until the frame has 60 octets.
//  FCS       four octets.
//  LAST      the last octet is on the wire: end_o, with what was sent.
// A frame that has started always finishes.
`default_nettype none

module gmii_tx (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        cfg_enable_i,
    input  wire        inhibit_i,          // no data frame may start
    input  wire [7:0]  s_axis_tdata,
    input  wire        s_axis_tvalid,
    input  wire        s_axis_tlast,
    output wire        s_axis_tready,
    input  wire        pause_request_i,
    input  wire [15:0] pause_quanta_i,     // taken at pause_start_o, as is the source address
    input  wire [47:0] pause_source_i,
    output wire        pause_start_o,      // the PAUSE frame begins in the next cycle
    output wire [7:0]  gmii_txd,
    output wire        gmii_tx_en,
    output wire        gmii_tx_er,
    output wire        tx_en_next_o,       // gmii_tx_en of the next cycle
    output wire        end_o,
    output wire [15:0] end_length_o,       // octets DA..FCS, saturates
    output wire        end_pause_o,
    output wire        end_underrun_o,
    output wire        end_group_o,
    output wire        end_broadcast_o
);

  localparam [2:0] IDLE     = 3'd0;
  localparam [2:0] PREAMBLE = 3'd1;
  localparam [2:0] DATA     = 3'd2;
  localparam [2:0] PAD      = 3'd3;
  localparam [2:0] FCS      = 3'd4;
  localparam [2:0] LAST     = 3'd5;

  localparam [7:0]  PREAMBLE_OCTET  = 8'h55;
  localparam [7:0]  SFD_OCTET       = 8'hD5;
  localparam [2:0]  PREAMBLE_LAST   = 3'd6;
  localparam [2:0]  FCS_LAST        = 3'd3;
  localparam [3:0]  GAP_OCTETS      = 4'd12;
  localparam [15:0] PAD_LAST        = 16'd59;
  localparam [15:0] PAUSE_LAST      = 16'd17;
  localparam [15:0] ADDRESS_OCTETS  = 16'd6;
  localparam [15:0] LENGTH_MAX      = 16'hFFFF;
  localparam [47:0] PAUSE_ADDRESS   = 48'h0180C2000001;
  localparam [31:0] PAUSE_TYPE_CODE = 32'h88080001;

  reg [2:0]  state_q;
  reg [2:0]  step_q;
  reg [3:0]  gap_q;
  reg [15:0] octets_q;
  reg        pause_q;
  reg [47:0] source_q;
  reg [15:0] quanta_q;
  reg        underrun_q;
  reg        drain_q;
  reg        group_q;
  reg        ones_q;
  reg [7:0]  txd_q;
  reg        tx_en_q;
  reg        tx_er_q;

  wire can_start  = state_q == IDLE && gap_q == 4'd0 && cfg_enable_i;
  wire data_start = can_start && !pause_request_i && s_axis_tvalid && !inhibit_i && !drain_q;
  wire start      = pause_start_o || data_start;
  wire body       = state_q == DATA || state_q == PAD;
  wire host_data  = state_q == DATA && !pause_q;
  wire underrun   = host_data && !s_axis_tvalid;

  reg  [7:0]  octet;
  reg  [7:0]  fcs_octet;
  wire [31:0] crc;

  assign pause_start_o = can_start && pause_request_i;

  always @* begin
    octet = 8'h00;
    if (host_data) begin
      if (s_axis_tvalid) octet = s_axis_tdata;
    end else if (state_q == DATA) begin
      case (octets_q[4:0])
        5'd0:    octet = PAUSE_ADDRESS[47:40];
        5'd1:    octet = PAUSE_ADDRESS[39:32];
        5'd2:    octet = PAUSE_ADDRESS[31:24];
        5'd3:    octet = PAUSE_ADDRESS[23:16];
        5'd4:    octet = PAUSE_ADDRESS[15:8];
        5'd5:    octet = PAUSE_ADDRESS[7:0];
        5'd6:    octet = source_q[47:40];
        5'd7:    octet = source_q[39:32];
        5'd8:    octet = source_q[31:24];
        5'd9:    octet = source_q[23:16];
        5'd10:   octet = source_q[15:8];
        5'd11:   octet = source_q[7:0];
        5'd12:   octet = PAUSE_TYPE_CODE[31:24];
        5'd13:   octet = PAUSE_TYPE_CODE[23:16];
        5'd14:   octet = PAUSE_TYPE_CODE[15:8];
        5'd15:   octet = PAUSE_TYPE_CODE[7:0];
        5'd16:   octet = quanta_q[15:8];
        default: octet = quanta_q[7:0];
      endcase
    end
  end

  always @* begin
    case (step_q[1:0])
      2'd0:    fcs_octet = crc[7:0];
      2'd1:    fcs_octet = crc[15:8];
      2'd2:    fcs_octet = crc[23:16];
      default: fcs_octet = crc[31:24];
    endcase
    if (!underrun_q) fcs_octet = ~fcs_octet;
  end

  crc32 u_crc (
      .clk     (clk),
      .clear_i (start),
      .enable_i(body),
      .data_i  (octet),
      .crc_o   (crc)
  );

  always @(posedge clk) begin
    if (!rst_n) begin
      state_q <= IDLE;
      gap_q   <= 4'd0;
      txd_q   <= 8'h00;
      tx_en_q <= 1'b0;
      tx_er_q <= 1'b0;
    end else begin
      case (state_q)
        IDLE: begin
          if (start) begin
            state_q <= PREAMBLE;
            txd_q   <= PREAMBLE_OCTET;
            tx_en_q <= 1'b1;
          end
          if (gap_q != 4'd0) gap_q <= gap_q - 4'd1;
        end
        PREAMBLE:
        if (step_q == PREAMBLE_LAST) begin
          txd_q   <= SFD_OCTET;
          state_q <= DATA;
        end
        DATA: begin
          txd_q   <= octet;
          tx_er_q <= underrun;
          if (underrun) state_q <= FCS;
          else if (pause_q) begin
            if (octets_q == PAUSE_LAST) state_q <= PAD;
          end else if (s_axis_tlast) state_q <= (octets_q >= PAD_LAST) ? FCS : PAD;
        end
        PAD: begin
          txd_q <= 8'h00;
          if (octets_q == PAD_LAST) state_q <= FCS;
        end
        FCS: begin
          txd_q   <= fcs_octet;
          tx_er_q <= 1'b0;
          if (step_q == FCS_LAST) state_q <= LAST;
        end
        default: begin
          txd_q   <= 8'h00;
          tx_en_q <= 1'b0;
          gap_q   <= GAP_OCTETS - 4'd1;
          state_q <= IDLE;
        end
      endcase
    end
  end

  always @(posedge clk) begin
    case (state_q)
      IDLE: begin
        if (start) begin
          step_q     <= 3'd0;
          octets_q   <= 16'd0;
          underrun_q <= 1'b0;
          pause_q    <= pause_start_o;
        end
        if (pause_start_o) begin
          source_q <= pause_source_i;
          quanta_q <= pause_quanta_i;
        end
      end
      PREAMBLE: step_q <= (step_q == PREAMBLE_LAST) ? 3'd0 : step_q + 3'd1;
      DATA, PAD, FCS: begin
        if (octets_q != LENGTH_MAX) octets_q <= octets_q + 16'd1;
        if (octets_q < ADDRESS_OCTETS && body) begin
          if (octets_q == 16'd0) group_q <= octet[0];
          ones_q <= octet == 8'hFF && (ones_q || octets_q == 16'd0);
        end
        if (underrun) underrun_q <= 1'b1;
        if (state_q == FCS) step_q <= step_q + 3'd1;
      end
      default: ;
    endcase
  end

  always @(posedge clk) begin
    if (!rst_n) drain_q <= 1'b0;
    else if (underrun) drain_q <= 1'b1;
    else if (drain_q && s_axis_tvalid && s_axis_tlast) drain_q <= 1'b0;
  end

  assign s_axis_tready   = host_data || drain_q;
  assign gmii_txd        = txd_q;
  assign gmii_tx_en      = tx_en_q;
  assign gmii_tx_er      = tx_er_q;
  assign tx_en_next_o    = start || (state_q != IDLE && state_q != LAST);
  assign end_o           = state_q == LAST;
  assign end_length_o    = octets_q;
  assign end_pause_o     = pause_q;
  assign end_underrun_o  = underrun_q;
  assign end_group_o     = group_q;
  assign end_broadcast_o = ones_q;

endmodule

`default_nettype wire
