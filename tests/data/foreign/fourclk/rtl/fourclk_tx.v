// SPDX-License-Identifier: Apache-2.0
// Sends frames on GMII in tx_clk (802.3 4.2.3): preamble, padding, FCS and gap; PAUSE frames of the MAC before data.
//
// A data frame starts when its descriptor is there, so that all its octets are in the FIFO. If a reset of the host's
// clock clears the FIFO within a frame, the frame ends with TX_ER and a wrong FCS.
`default_nettype none

module fourclk_tx (
    input  wire        clk,
    input  wire        rst_n,
    output reg  [ 7:0] gmii_txd,
    output reg         gmii_tx_en,
    output reg         gmii_tx_er,

    input  wire        cfg_enable,
    input  wire [47:0] cfg_station,
    input  wire        paused,

    input  wire        pause_request,
    input  wire [15:0] pause_quanta,
    output wire        pause_grant,

    input  wire        fifo_cleared,     // the FIFOs are in reset
    input  wire        descriptor_valid,
    input  wire        descriptor_void,
    output wire        descriptor_ready,
    input  wire        fifo_valid,
    input  wire [ 8:0] fifo_word,        // last, octet
    output wire        fifo_ready,

    output reg         ended,            // a frame has ended; what follows says which
    output reg  [15:0] ended_octets,
    output reg         ended_good,
    output reg         ended_multicast,
    output reg         ended_broadcast,
    output reg         ended_xoff,
    output reg         ended_xon
);

  localparam [2:0] IDLE  = 3'd0;
  localparam [2:0] HEAD  = 3'd1;  // preamble and SFD
  localparam [2:0] BODY  = 3'd2;
  localparam [2:0] PAD   = 3'd3;
  localparam [2:0] FCS   = 3'd4;
  localparam [2:0] GAP   = 3'd5;

  localparam [15:0] MIN_OCTETS = 16'd60;  // without FCS
  localparam [ 3:0] GAP_OCTETS = 4'd12;

  reg [  2:0] state;
  reg [  3:0] count;
  reg [ 15:0] octets;
  reg [ 31:0] crc;
  reg         own;    // a PAUSE frame of the MAC
  reg         own_xoff;  // with a time above 0
  reg [143:0] head;   // what is left of the head of a PAUSE frame
  reg         drains; // a void frame leaves the FIFO; PAUSE frames may be sent meanwhile
  reg         lost;   // the FIFO was cleared within the frame
  reg         spoilt;
  reg         group;
  reg         all_ones;

  wire idle = state == IDLE;
  wire data_waits = descriptor_valid && !fifo_cleared && !drains;
  wire data_starts = idle && !pause_request && data_waits && !descriptor_void && cfg_enable && !paused;
  wire void_starts = idle && !pause_request && data_waits && descriptor_void;

  assign pause_grant = idle && pause_request && cfg_enable;
  assign descriptor_ready = data_starts || void_starts;
  assign fifo_ready = !lost && !fifo_cleared && ((state == BODY && !own) || drains);

  wire underrun = !own && (lost || fifo_cleared || !fifo_valid);
  wire [7:0] octet = state == PAD ? 8'd0 : own ? head[143:136] : fifo_word[7:0];
  wire body_ends = own ? octets == MIN_OCTETS - 16'd1 : fifo_word[8];
  wire long_enough = octets >= MIN_OCTETS - 16'd1;  // with the octet of this clock

  wire [31:0] crc_next;
  crc32_octet u_crc (.crc(crc), .octet(octet), .next(crc_next));

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      state <= IDLE;
      count <= 4'd0;
      octets <= 16'd0;
      crc <= 32'hffffffff;
      own <= 1'b0;
      own_xoff <= 1'b0;
      head <= 144'd0;
      drains <= 1'b0;
      lost <= 1'b0;
      spoilt <= 1'b0;
      group <= 1'b0;
      all_ones <= 1'b0;
      gmii_txd <= 8'd0;
      gmii_tx_en <= 1'b0;
      gmii_tx_er <= 1'b0;
    end else begin
      gmii_txd <= 8'd0;
      gmii_tx_en <= 1'b0;
      gmii_tx_er <= 1'b0;
      drains <= (drains || void_starts) && !fifo_cleared && !(drains && fifo_valid && fifo_word[8]);
      lost <= (lost || (fifo_cleared && !own)) && !idle;
      case (state)
        IDLE: begin
          count <= 4'd1;
          octets <= 16'd0;
          crc <= 32'hffffffff;
          spoilt <= 1'b0;
          own <= pause_request;
          own_xoff <= pause_quanta != 16'd0;
          head <= {48'h0180c2000001, cfg_station, 16'h8808, 16'h0001, pause_quanta};
          if (pause_grant || data_starts) begin
            state <= HEAD;
            gmii_tx_en <= 1'b1;
            gmii_txd <= 8'h55;
          end
        end

        HEAD: begin
          count <= count + 4'd1;
          gmii_tx_en <= 1'b1;
          gmii_txd <= count == 4'd7 ? 8'hd5 : 8'h55;
          if (count == 4'd7) state <= BODY;
        end

        BODY, PAD: begin
          count <= 4'd0;
          octets <= octets + 16'd1;
          crc <= crc_next;
          head <= {head[135:0], 8'd0};
          gmii_tx_en <= 1'b1;
          gmii_txd <= octet;
          if (octets == 16'd0) group <= octet[0];
          all_ones <= (octets == 16'd0 || all_ones) && (octet == 8'hff || octets >= 16'd6);
          if (state == BODY && underrun) begin
            gmii_tx_er <= 1'b1;
            spoilt <= 1'b1;
            state <= FCS;
          end else if (state == PAD || body_ends) state <= long_enough ? FCS : PAD;
        end

        FCS: begin
          count <= count + 4'd1;
          crc <= {8'd0, crc[31:8]};
          gmii_tx_en <= 1'b1;
          gmii_txd <= spoilt ? crc[7:0] : ~crc[7:0];
          if (count == 4'd3) begin
            count <= 4'd0;
            state <= GAP;
          end
        end

        default: begin
          count <= count + 4'd1;
          if (count == GAP_OCTETS - 4'd1) state <= IDLE;
        end
      endcase
    end

  wire ends = state == FCS && count == 4'd3;

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      ended <= 1'b0;
      ended_octets <= 16'd0;
      ended_good <= 1'b0;
      ended_multicast <= 1'b0;
      ended_broadcast <= 1'b0;
      ended_xoff <= 1'b0;
      ended_xon <= 1'b0;
    end else begin
      ended <= ends;
      ended_octets <= octets + 16'd4;
      ended_good <= !spoilt;
      ended_multicast <= !spoilt && group && !all_ones;
      ended_broadcast <= !spoilt && all_ones;
      ended_xoff <= own && own_xoff;
      ended_xon <= own && !own_xoff;
    end

endmodule

`default_nettype wire
