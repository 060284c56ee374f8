// SPDX-License-Identifier: Apache-2.0
// Receives frames from GMII in rx_clk: delimits and checks them (802.3 4.2.4), recognises PAUSE frames (31B.3).
//
// An octet leaves towards the host when five later ones have come, so that the FCS is left out and the last octet is
// known as such. The verdict about a frame comes with its last octet and with the strobe `ended`.
`default_nettype none

module fourclk_rx (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [ 7:0] gmii_rxd,
    input  wire        gmii_rx_dv,
    input  wire        gmii_rx_er,

    input  wire        cfg_enable,
    input  wire        cfg_pause,
    input  wire        cfg_promiscuous,
    input  wire [47:0] cfg_station,

    output reg         octet_valid,
    output reg  [ 7:0] octet,
    output reg         octet_first,
    output reg         octet_last,
    output reg         octet_bad,

    output reg         pause_valid,     // a PAUSE to obey, with its time in quanta
    output reg  [15:0] pause_quanta,

    output reg         ended,           // a frame has ended; what follows says how
    output reg  [19:0] ended_octets,
    output reg         ended_good,
    output reg         ended_damaged,   // wrong FCS or RX_ER
    output reg         ended_short,
    output reg         ended_long,
    output reg         ended_multicast,
    output reg         ended_broadcast,
    output reg         ended_control,
    output reg         ended_pause
);

  localparam [2:0] LEAVE = 3'd0;  // of what is on the wire nothing is received until it is idle
  localparam [2:0] IDLE  = 3'd1;
  localparam [2:0] HEAD  = 3'd2;  // preamble
  localparam [2:0] FRAME = 3'd3;

  localparam [ 7:0] SFD = 8'hd5;
  localparam [31:0] CRC_RESIDUE = 32'hdebb20e3;
  localparam [47:0] PAUSE_GROUP = 48'h0180c2000001;
  localparam [19:0] MIN_OCTETS = 20'd64;
  localparam [19:0] MAX_OCTETS = 20'd1518;

  reg [7:0] rxd;
  reg       rx_dv;
  reg       rx_er;

  reg [ 2:0] state;
  reg        error;
  reg [19:0] octets;
  reg [31:0] crc;
  reg [39:0] newest;  // the five newest octets
  reg [47:0] da;
  reg [15:0] frame_type;
  reg [15:0] opcode;
  reg [15:0] quanta;
  reg        pass;

  wire [31:0] crc_next;
  crc32_octet u_crc (.crc(crc), .octet(rxd), .next(crc_next));

  wire [47:0] da_whole = {da[39:0], rxd};
  wire        da_passes = cfg_promiscuous || da_whole[40] || da_whole == cfg_station;
  wire        passes = octets == 20'd5 ? da_passes : pass;

  wire damaged = error || crc != CRC_RESIDUE;
  wire too_short = octets < MIN_OCTETS;
  wire too_long = octets > MAX_OCTETS;
  wire good = !damaged && !too_short && !too_long;
  wire control = good && frame_type == 16'h8808;
  wire pause = control && opcode == 16'h0001 && (da == PAUSE_GROUP || da == cfg_station);
  wire broadcast = da == 48'hffffffffffff;

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      rxd <= 8'd0;
      rx_dv <= 1'b1;
      rx_er <= 1'b0;
    end else begin
      rxd <= gmii_rxd;
      rx_dv <= gmii_rx_dv;
      rx_er <= gmii_rx_er;
    end

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      state <= LEAVE;
      error <= 1'b0;
      octets <= 20'd0;
      crc <= 32'hffffffff;
      newest <= 40'd0;
      da <= 48'd0;
      frame_type <= 16'd0;
      opcode <= 16'd0;
      quanta <= 16'd0;
      pass <= 1'b0;
    end else begin
      case (state)
        LEAVE: if (!rx_dv) state <= IDLE;

        IDLE: begin
          octets <= 20'd0;
          crc <= 32'hffffffff;
          error <= rx_er;
          if (rx_dv) state <= !cfg_enable ? LEAVE : rxd == SFD ? FRAME : HEAD;
        end

        HEAD: begin
          error <= error || rx_er;
          if (!rx_dv) state <= IDLE;
          else if (rxd == SFD) state <= FRAME;
        end

        default:
        if (rx_dv) begin
          error <= error || rx_er;
          crc <= crc_next;
          newest <= {newest[31:0], rxd};
          if (octets != 20'hfffff) octets <= octets + 20'd1;
          if (octets < 20'd6) da <= da_whole;
          if (octets == 20'd5) pass <= da_passes;
          if (octets == 20'd12 || octets == 20'd13) frame_type <= {frame_type[7:0], rxd};
          if (octets == 20'd14 || octets == 20'd15) opcode <= {opcode[7:0], rxd};
          if (octets == 20'd16 || octets == 20'd17) quanta <= {quanta[7:0], rxd};
        end else state <= IDLE;
      endcase
    end

  // What leaves, a clock later
  wire more = state == FRAME && rx_dv;
  wire over = state == FRAME && !rx_dv;

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      octet_valid <= 1'b0;
      octet <= 8'd0;
      octet_first <= 1'b0;
      octet_last <= 1'b0;
      octet_bad <= 1'b0;
      pause_valid <= 1'b0;
      pause_quanta <= 16'd0;
      ended <= 1'b0;
      ended_octets <= 20'd0;
      ended_good <= 1'b0;
      ended_damaged <= 1'b0;
      ended_short <= 1'b0;
      ended_long <= 1'b0;
      ended_multicast <= 1'b0;
      ended_broadcast <= 1'b0;
      ended_control <= 1'b0;
      ended_pause <= 1'b0;
    end else begin
      octet_valid <= (more && octets >= 20'd5 && passes) || (over && octets >= 20'd6 && pass);
      octet <= newest[39:32];
      octet_first <= octets == 20'd5;
      octet_last <= over;
      octet_bad <= over && !good;
      pause_valid <= over && pause && cfg_pause;
      pause_quanta <= quanta;
      ended <= over && octets != 20'd0;
      ended_octets <= octets;
      ended_good <= good;
      ended_damaged <= damaged;
      ended_short <= too_short;
      ended_long <= too_long;
      ended_multicast <= good && da[40] && !broadcast;
      ended_broadcast <= good && broadcast;
      ended_control <= control;
      ended_pause <= pause;
    end

endmodule

`default_nettype wire
