// SPDX-License-Identifier: Apache-2.0
// MII and GMII transmit: data frames from an AXI4-Stream, PAUSE frames, CSMA/CD and half-duplex flow control.
// IEEE 802.3 clauses 3, 4.2.3, 4.2.8, 22.2.3, 31B, 35.2.2; doc/devices/bcm1250.md 3 and 4.
//
// Rules. A state prepares the octet that begins with the following clock. At 1000 Mb/s that is one clock; at 10 and
// 100 it is two, and in the first of them (second_q) the state rests and the high nibble is prepared.
//  IDLE      nothing on the wire. What may start, in this order: a forced collision, at once; behind the gap a false
//            carrier, a PAUSE frame, a data frame: one to be repeated whose back-off is over, or the host's next,
//            unless inhibited or still draining.
//  PREAMBLE  seven 0x55, then the SFD.
//  DATA      the octets held from an earlier attempt, then the host's, or the eighteen of a PAUSE header. If the
//            host has none in time it is an underrun: 0x00 with tx_er goes out, no pad, and the complement of the
//            right FCS; the rest of the host's frame is drained beside whatever the wire does next.
//  PAD       zeros until the frame has 60 octets. A frame with the host's own FCS gets neither pad nor FCS.
//  FCS       four octets.
//  LAST      the last octet is on the wire; its last clock ends the attempt: end_o, with what became of it.
//  JAM       behind a collision, not before the preamble is whole: eight nibbles. The frame is then repeated, or
//            dropped and the rest of it drained.
//  CARRIER   a false carrier, as long as flow control stays invoked.
// An attempt keeps the speed and the duplex that it began with.
`default_nettype none

module mii_tx (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        cfg_enable_i,
    input  wire        cfg_gig_i,
    input  wire        cfg_half_duplex_i,
    input  wire [5:0]  cfg_ifg_tx_i,       // clocks, less four
    input  wire [5:0]  cfg_ifg_thrsh_i,    // the second part of these clocks
    input  wire [7:0]  cfg_slot_clocks_i,
    input  wire        cfg_retry_i,
    input  wire [7:0]  cfg_seed_i,
    input  wire        cfg_seed_load_i,
    input  wire        inhibit_i,          // no data frame may start
    input  wire        mii_crs,
    input  wire        mii_col,
    input  wire [7:0]  s_axis_tdata,
    input  wire        s_axis_tvalid,
    input  wire        s_axis_tlast,
    input  wire        s_axis_tuser,       // with tlast: the frame ends with its own FCS
    output wire        s_axis_tready,
    input  wire        pause_request_i,
    input  wire [15:0] pause_quanta_i,     // taken at pause_start_o, as is the source address
    input  wire [47:0] pause_source_i,
    output wire        pause_start_o,      // the PAUSE frame begins in the next cycle
    input  wire        collide_i,          // a forced collision begins in the next cycle
    input  wire        carrier_i,          // a false carrier is wanted
    input  wire        invoked_i,          // a false carrier goes on
    output wire [7:0]  gmii_txd,
    output wire        gmii_tx_en,
    output wire        gmii_tx_er,
    output wire        tx_en_next_o,       // gmii_tx_en of the next cycle
    output wire        end_o,              // of an attempt to send a frame
    output wire        end_over_o,         // the frame will not be repeated
    output wire [15:0] end_length_o,       // octets DA..FCS, saturates; 0 after a collision
    output wire        end_longer_o,       // the frame had more octets than end_length_o can say
    output wire        end_pause_o,
    output wire        end_underrun_o,
    output wire        end_fcs_error_o,    // the host's FCS is wrong
    output wire        end_collided_o,
    output wire        end_late_o,
    output wire        end_excessive_o,
    output wire        end_dropped_o,
    output wire [4:0]  end_collisions_o    // collisions of the frame so far
);

  localparam [2:0] IDLE     = 3'd0;
  localparam [2:0] PREAMBLE = 3'd1;
  localparam [2:0] DATA     = 3'd2;
  localparam [2:0] PAD      = 3'd3;
  localparam [2:0] FCS      = 3'd4;
  localparam [2:0] LAST     = 3'd5;
  localparam [2:0] JAM      = 3'd6;
  localparam [2:0] CARRIER  = 3'd7;

  localparam [7:0]  PREAMBLE_OCTET  = 8'h55;
  localparam [7:0]  SFD_OCTET       = 8'hD5;
  localparam [7:0]  PREAMBLE_NIBBLE = 8'h05;
  localparam [7:0]  JAM_NIBBLE      = 8'h06;
  localparam [2:0]  PREAMBLE_LAST   = 3'd6;
  localparam [2:0]  FCS_LAST        = 3'd3;
  localparam [2:0]  JAM_LAST        = 3'd7;
  localparam [7:0]  PREAMBLE_END    = 8'd15;         // its last clock in half duplex
  localparam [6:0]  GAP_CLOCKS      = 7'd4;          // more than cfg_ifg_tx_i
  localparam [7:0]  CLOCK_MAX       = 8'hFF;
  localparam [4:0]  ATTEMPTS        = 5'd16;
  localparam [15:0] PAD_LAST        = 16'd59;
  localparam [15:0] PAUSE_LAST      = 16'd17;
  localparam [15:0] FCS_OCTETS      = 16'd4;
  localparam [15:0] LENGTH_MAX      = 16'hFFFF;
  localparam [31:0] CRC_RESIDUE     = 32'hDEBB20E3;
  localparam [47:0] PAUSE_ADDRESS   = 48'h0180C2000001;
  localparam [31:0] PAUSE_TYPE_CODE = 32'h88080001;

  reg [2:0]  state_q;
  reg [2:0]  step_q;
  reg        second_q;
  reg [3:0]  high_q;
  reg        gig_q;
  reg        half_q;             // half duplex: collisions count
  reg [7:0]  clock_q;            // clocks of the attempt so far
  reg [7:0]  slot_q;
  reg [7:0]  gap_q;
  reg        own_q;                    // this MAC sent in the busy period before the gap
  reg [15:0] octets_q;
  reg        longer_q;
  reg        pause_q;
  reg [47:0] source_q;
  reg [15:0] quanta_q;
  reg        underrun_q;
  reg        own_fcs_q;
  reg        forced_q;
  reg        collided_q;
  reg        late_q;
  reg        drain_q;
  reg [7:0]  txd_q;
  reg        tx_en_q;
  reg        tx_er_q;

  // The frame that is being sent or will be repeated. An early collision leaves at most 120 octets taken.
  reg [7:0]  held_memory[0:127];
  reg [7:0]  held_q;
  reg        held_last_q;        // the last octet held ends the frame
  reg        held_user_q;
  reg        repeat_q;
  reg [4:0]  collisions_q;       // collisions before this attempt

  wire       backoff_over;
  wire [6:0] gap_clocks  = {1'b0, cfg_ifg_tx_i} + GAP_CLOCKS;
  wire       gap_over    = gap_q >= {1'b0, gap_clocks} - 8'd1;
  wire       gap_first   = {1'b0, gap_q} + {3'd0, cfg_ifg_thrsh_i} < {3'd0, cfg_ifg_tx_i};
  wire       can_start   = state_q == IDLE && !collide_i && gap_over;
  wire       forced      = state_q == IDLE && collide_i;
  wire       carrier     = can_start && carrier_i;
  wire       ready       = repeat_q ? backoff_over : (s_axis_tvalid && !drain_q);
  wire       data_start  = can_start && cfg_enable_i && !carrier_i && !pause_request_i && !inhibit_i && ready;
  wire       start       = pause_start_o || data_start;
  wire       begins      = start || forced || carrier;

  wire       collision   = half_q && ((mii_col && !underrun_q) || collided_q);
  wire       jam         = collision && clock_q >= PREAMBLE_END && state_q != JAM && state_q != IDLE;
  wire       act         = !second_q && !jam;
  wire       jam_end     = state_q == JAM && step_q == JAM_LAST;
  wire       last        = state_q == LAST && act;

  wire       host_data   = state_q == DATA && !pause_q && act;
  wire       held        = octets_q < {8'd0, held_q};
  wire       valid       = held || s_axis_tvalid;
  wire       ends        = held ? (held_last_q && octets_q[7:0] + 8'd1 == held_q) : s_axis_tlast;
  wire       own_fcs     = held ? held_user_q : s_axis_tuser;
  wire       underrun    = host_data && !valid;
  wire       take        = host_data && !held && s_axis_tvalid;
  wire       body        = (state_q == DATA || state_q == PAD) && act;

  wire [4:0] collisions  = collisions_q + {4'd0, end_collided_o};
  wire       may_repeat  = !late_q && collisions != ATTEMPTS && cfg_retry_i;

  reg  [7:0]  octet;
  reg  [7:0]  fcs_octet;
  wire [31:0] crc;

  assign pause_start_o = can_start && cfg_enable_i && !carrier_i && pause_request_i;

  always @* begin
    octet = 8'h00;
    if (state_q == DATA) begin
      if (!pause_q) begin
        if (held) octet = held_memory[octets_q[6:0]];
        else if (s_axis_tvalid) octet = s_axis_tdata;
      end else begin
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

  // The octet that the state prepares.
  reg [7:0] next_octet;
  always @* begin
    case (state_q)
      PREAMBLE: next_octet = (step_q == PREAMBLE_LAST) ? SFD_OCTET : PREAMBLE_OCTET;
      DATA:     next_octet = octet;
      FCS:      next_octet = fcs_octet;
      default:  next_octet = 8'h00;
    endcase
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
      state_q  <= IDLE;
      second_q <= 1'b0;
      txd_q    <= 8'h00;
      tx_en_q  <= 1'b0;
      tx_er_q  <= 1'b0;
    end else if (state_q == IDLE) begin
      if (begins) begin
        state_q  <= carrier ? CARRIER : PREAMBLE;
        second_q <= !cfg_gig_i && !carrier;
        txd_q    <= cfg_gig_i ? PREAMBLE_OCTET : PREAMBLE_NIBBLE;
        tx_en_q  <= 1'b1;
      end
    end else if (jam) begin
      state_q  <= JAM;
      second_q <= 1'b0;
      txd_q    <= JAM_NIBBLE;
      tx_er_q  <= 1'b0;
    end else if (second_q) begin
      second_q <= 1'b0;
      txd_q    <= {4'd0, high_q};
    end else begin
      second_q <= !gig_q;
      txd_q    <= gig_q ? next_octet : {4'd0, next_octet[3:0]};
      tx_er_q  <= 1'b0;
      case (state_q)
        PREAMBLE:
        if (step_q == PREAMBLE_LAST) state_q <= DATA;
        DATA: begin
          tx_er_q <= underrun;
          if (underrun) state_q <= FCS;
          else if (pause_q) begin
            if (octets_q == PAUSE_LAST) state_q <= PAD;
          end else if (ends) state_q <= own_fcs ? LAST : (octets_q >= PAD_LAST) ? FCS : PAD;
        end
        PAD: if (octets_q == PAD_LAST) state_q <= FCS;
        FCS: if (step_q == FCS_LAST) state_q <= LAST;
        JAM: begin
          second_q <= 1'b0;
          txd_q    <= JAM_NIBBLE;
          if (jam_end) begin
            state_q <= IDLE;
            txd_q   <= 8'h00;
            tx_en_q <= 1'b0;
          end
        end
        CARRIER: begin
          second_q <= 1'b0;
          txd_q    <= PREAMBLE_NIBBLE;
          if (!invoked_i) begin
            state_q <= IDLE;
            txd_q   <= 8'h00;
            tx_en_q <= 1'b0;
          end
        end
        default: begin
          second_q <= 1'b0;
          state_q  <= IDLE;
          txd_q    <= 8'h00;
          tx_en_q  <= 1'b0;
        end
      endcase
    end
  end

  always @(posedge clk) begin
    if (state_q == IDLE) begin
      clock_q    <= 8'd0;
      step_q     <= 3'd0;
      octets_q   <= 16'd0;
      longer_q   <= 1'b0;
      high_q     <= PREAMBLE_OCTET[7:4];
      underrun_q <= 1'b0;
      own_fcs_q  <= 1'b0;
      late_q     <= 1'b0;
      gig_q      <= cfg_gig_i;
      pause_q    <= pause_start_o;
      forced_q   <= forced;
      collided_q <= forced;
      half_q     <= forced || (data_start && cfg_half_duplex_i);
      slot_q     <= cfg_slot_clocks_i;
      if (pause_start_o) begin
        source_q <= pause_source_i;
        quanta_q <= pause_quanta_i;
      end
    end else begin
      if (clock_q != CLOCK_MAX) clock_q <= clock_q + 8'd1;
      if (collision && !collided_q) begin
        collided_q <= 1'b1;
        late_q     <= clock_q >= slot_q;
      end
      if (jam) step_q <= 3'd0;
      else if (!second_q) begin
        high_q <= next_octet[7:4];
        case (state_q)
          PREAMBLE: step_q <= (step_q == PREAMBLE_LAST) ? 3'd0 : step_q + 3'd1;
          DATA, PAD, FCS: begin
            if (octets_q != LENGTH_MAX) octets_q <= octets_q + 16'd1;
            else longer_q <= 1'b1;
            if (underrun) underrun_q <= 1'b1;
            if (host_data && valid && ends) own_fcs_q <= own_fcs;
            if (state_q == FCS) step_q <= step_q + 3'd1;
          end
          JAM: step_q <= step_q + 3'd1;
          default: ;
        endcase
      end
    end
  end

  // The gap begins when neither we nor others send. First part: carrier starts it anew, unless we sent before it.
  // Second part: carrier is ignored. After the gap the transmitter defers to carrier.
  wire carrier_seen = mii_crs && cfg_half_duplex_i;

  always @(posedge clk) begin
    if (!rst_n) gap_q <= CLOCK_MAX;
    else if (tx_en_q) gap_q <= 8'd0;
    else if (carrier_seen && (gap_q == 8'd0 || (gap_first && !own_q) || gap_over)) gap_q <= 8'd0;
    else if (gap_q != CLOCK_MAX) gap_q <= gap_q + 8'd1;
  end

  always @(posedge clk) begin
    if (!rst_n) own_q <= 1'b0;
    else if (tx_en_q) own_q <= 1'b1;
    else if (carrier_seen && gap_over) own_q <= 1'b0;
  end

  always @(posedge clk) begin
    if (take && half_q) begin
      held_memory[octets_q[6:0]] <= s_axis_tdata;
      if (octets_q[15:7] == 9'd0) held_q <= octets_q[7:0] + 8'd1;
      held_user_q <= s_axis_tuser;
    end else if (data_start && !repeat_q) held_q <= 8'd0;
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      repeat_q     <= 1'b0;
      collisions_q <= 5'd0;
      held_last_q  <= 1'b0;
    end else if (end_o && !end_pause_o) begin
      repeat_q     <= !end_over_o;
      collisions_q <= end_over_o ? 5'd0 : collisions;
    end else if (data_start && !repeat_q) held_last_q <= 1'b0;
    else if (take && s_axis_tlast) held_last_q <= 1'b1;
  end

  always @(posedge clk) begin
    if (!rst_n) drain_q <= 1'b0;
    else if (underrun || (end_dropped_o && !held_last_q)) drain_q <= 1'b1;
    else if (drain_q && s_axis_tvalid && s_axis_tlast) drain_q <= 1'b0;
  end

  csma_backoff u_backoff (
      .clk              (clk),
      .rst_n            (rst_n),
      .cfg_half_duplex_i(cfg_half_duplex_i),
      .cfg_seed_i       (cfg_seed_i),
      .cfg_seed_load_i  (cfg_seed_load_i),
      .start_i          (end_collided_o),
      .collisions_i     (collisions),
      .slot_clocks_i    (slot_q),
      .over_o           (backoff_over)
  );

  assign s_axis_tready    = (host_data && !held) || drain_q;
  assign gmii_txd         = txd_q;
  assign gmii_tx_en       = tx_en_q;
  assign gmii_tx_er       = tx_er_q;
  assign tx_en_next_o     = begins || (state_q != IDLE && !last && !jam_end && !(state_q == CARRIER && !invoked_i));
  assign end_o            = last || end_collided_o;
  assign end_over_o       = !end_collided_o || !may_repeat;
  assign end_length_o     = end_collided_o ? 16'd0 : octets_q;
  assign end_longer_o     = !end_collided_o && longer_q;
  assign end_pause_o      = pause_q;
  assign end_underrun_o   = underrun_q;
  assign end_fcs_error_o  = own_fcs_q && (crc != CRC_RESIDUE || octets_q < FCS_OCTETS);
  assign end_collided_o   = jam_end && !forced_q;
  assign end_late_o       = end_collided_o && late_q;
  assign end_excessive_o  = end_collided_o && !late_q && collisions == ATTEMPTS && cfg_retry_i;
  assign end_dropped_o    = end_collided_o && !may_repeat;
  assign end_collisions_o = collisions;

endmodule

`default_nettype wire
