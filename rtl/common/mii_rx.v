// SPDX-License-Identifier: Apache-2.0
// MII and GMII receive: finds the frames in runs of rx_dv, checks FCS and code errors, measures the length.
// IEEE 802.3 clauses 3, 4.2.4.1.2, 4.2.9, 22.2.3, 35.2.2; doc/devices/bcm1250.md 1.
//
// Rules. The wire is registered once; the rules are about the registered wire. A run is received at the speed of
// its first clock: octets at 1000 Mb/s, nibbles, low one first, at 10 and 100.
//  IDLE      the first clock of a run: ignored to its end if the receiver is disabled, else as in PREAMBLE.
//  PREAMBLE  0x55 (nibble 0x5) stays, the SFD 0xD5 (0xD) starts the frame, anything else makes the run no frame.
//  FRAME     every whole octet belongs to the frame, FCS included. The clock after the last one ends it: classify_o, with
//            length and verdict; a frame of no octets ends silently. An odd last nibble is a dribble.
//  IGNORE    until the run ends. In half duplex a run in which this MAC sends is a collision fragment and comes here
//            from any state.
// drop_o tells the buffer that a run ended without being classified. After reset a run in progress is ignored.
`default_nettype none

module mii_rx (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [7:0]  gmii_rxd,
    input  wire        gmii_rx_dv,
    input  wire        gmii_rx_er,
    input  wire        gmii_tx_en,         // this MAC sends
    input  wire        cfg_enable_i,
    input  wire        cfg_gig_i,
    input  wire        cfg_half_duplex_i,
    output wire [7:0]  octet_o,
    output wire        octet_valid_o,
    output wire [15:0] length_o,           // octets before this one; at classify_o the whole frame; saturates
    output wire        classify_o,
    output wire        drop_o,
    output wire        fcs_error_o,        // with classify_o: wrong, or too short for an FCS
    output wire        code_error_o,
    output wire        dribble_o
);

  localparam [1:0] IDLE     = 2'd0;
  localparam [1:0] PREAMBLE = 2'd1;
  localparam [1:0] FRAME    = 2'd2;
  localparam [1:0] IGNORE   = 2'd3;

  localparam [7:0]  PREAMBLE_OCTET = 8'h55;
  localparam [7:0]  SFD_OCTET      = 8'hD5;
  localparam [15:0] FCS_OCTETS     = 16'd4;
  localparam [31:0] CRC_RESIDUE    = 32'hDEBB20E3;
  localparam [15:0] LENGTH_MAX     = 16'hFFFF;

  reg [7:0]  rxd_q;
  reg        dv_q;
  reg        er_q;
  reg        fragment_q;
  reg [1:0]  state_q;
  reg        gig_q;
  reg        odd_q;              // a low nibble waits for the other one
  reg [3:0]  low_q;
  reg [15:0] length_q;
  reg        code_error_q;

  wire frame = state_q == FRAME;
  wire whole = frame && dv_q && !fragment_q && (gig_q || odd_q);
  wire gig   = (state_q == IDLE) ? cfg_gig_i : gig_q;

  // At 10 and 100 Mb/s the upper nibble of the pins means nothing.
  wire [7:0] mark = gig ? rxd_q : {rxd_q[3:0], 4'h5};

  wire [31:0] crc;

  // The wire is sampled in reset too, so that a run in progress is known as such.
  always @(posedge clk) begin
    rxd_q      <= gmii_rxd;
    dv_q       <= gmii_rx_dv;
    er_q       <= gmii_rx_er;
    fragment_q <= gmii_tx_en && cfg_half_duplex_i;
  end

  always @(posedge clk) begin
    if (!rst_n) state_q <= IGNORE;
    else if (!dv_q) state_q <= IDLE;
    else if (fragment_q) state_q <= IGNORE;
    else begin
      case (state_q)
        IDLE:
        if (!cfg_enable_i) state_q <= IGNORE;
        else if (mark == SFD_OCTET) state_q <= FRAME;
        else state_q <= (mark == PREAMBLE_OCTET) ? PREAMBLE : IGNORE;
        PREAMBLE:
        if (mark == SFD_OCTET) state_q <= FRAME;
        else if (mark != PREAMBLE_OCTET) state_q <= IGNORE;
        default: ;
      endcase
    end
  end

  always @(posedge clk) begin
    if (dv_q) begin
      code_error_q <= er_q || (code_error_q && state_q != IDLE);
      if (state_q == IDLE) gig_q <= cfg_gig_i;
      if (!frame) begin
        length_q <= 16'd0;
        odd_q    <= 1'b0;
      end else begin
        odd_q <= !odd_q && !gig_q;
        low_q <= rxd_q[3:0];
        if (whole && length_q != LENGTH_MAX) length_q <= length_q + 16'd1;
      end
    end
  end

  crc32 u_crc (
      .clk     (clk),
      .clear_i (dv_q && !frame),
      .enable_i(whole),
      .data_i  (octet_o),
      .crc_o   (crc)
  );

  assign octet_o       = gig_q ? rxd_q : {rxd_q[3:0], low_q};
  assign octet_valid_o = whole;
  assign length_o      = length_q;
  assign classify_o    = frame && !dv_q && length_q != 16'd0;
  assign drop_o        = !dv_q && state_q == IGNORE;
  assign fcs_error_o   = crc != CRC_RESIDUE || length_q < FCS_OCTETS;
  assign code_error_o  = code_error_q;
  assign dribble_o     = odd_q;

endmodule

`default_nettype wire
