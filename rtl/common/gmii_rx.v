// SPDX-License-Identifier: Apache-2.0
// GMII receive: finds the frames in runs of rx_dv, checks FCS and code errors, measures the length.
// IEEE 802.3 clauses 3, 4.2.9, 35.2.2.
//
// Rules. The wire is registered once; the rules are about the registered wire.
//  IDLE      the first octet of a run: ignored to its end if the receiver is disabled or aborted, else as
//            in PREAMBLE.
//  PREAMBLE  0x55 stays, the SFD 0xD5 starts the frame, anything else makes the run no frame.
//  FRAME     every octet belongs to the frame, FCS included. The cycle after the last octet ends it: classify_o,
//            with length and verdict; a frame of no octets ends silently.
//  IGNORE    until the run ends. An abort in any cycle of the run, that of classify_o included, leads here or drops the
//            frame.
// drop_o tells the buffer that a run ended without being classified. After reset a run in progress is ignored.
`default_nettype none

module gmii_rx (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [7:0]  gmii_rxd,
    input  wire        gmii_rx_dv,
    input  wire        gmii_rx_er,
    input  wire        cfg_enable_i,
    input  wire        abort_i,
    output wire [7:0]  octet_o,
    output wire        octet_valid_o,
    output wire [15:0] length_o,       // octets before this one; at classify_o the whole frame; saturates
    output wire        classify_o,
    output wire        drop_o,
    output wire        bad_o           // with classify_o: FCS, code error, or too short for an FCS
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
  reg [1:0]  state_q;
  reg [15:0] length_q;
  reg        code_error_q;

  wire seek   = dv_q && (state_q == IDLE || state_q == PREAMBLE);
  wire frame  = state_q == FRAME;
  wire ending = frame && !dv_q && length_q != 16'd0;

  wire [31:0] crc;

  // The wire is sampled in reset too, so that a run in progress is known as such.
  always @(posedge clk) begin
    rxd_q <= gmii_rxd;
    dv_q  <= gmii_rx_dv;
    er_q  <= gmii_rx_er;
  end

  always @(posedge clk) begin
    if (!rst_n) state_q <= IGNORE;
    else if (!dv_q) state_q <= IDLE;
    else if (abort_i || (state_q == IDLE && !cfg_enable_i)) state_q <= IGNORE;
    else if (seek) begin
      if (rxd_q == SFD_OCTET) state_q <= FRAME;
      else if (rxd_q == PREAMBLE_OCTET) state_q <= PREAMBLE;
      else state_q <= IGNORE;
    end
  end

  always @(posedge clk) begin
    if (dv_q) begin
      code_error_q <= er_q || (code_error_q && state_q != IDLE);
      if (!frame) length_q <= 16'd0;
      else if (length_q != LENGTH_MAX) length_q <= length_q + 16'd1;
    end
  end

  crc32 u_crc (
      .clk     (clk),
      .clear_i (seek),
      .enable_i(frame && dv_q),
      .data_i  (rxd_q),
      .crc_o   (crc)
  );

  assign octet_o       = rxd_q;
  assign octet_valid_o = frame && dv_q && !abort_i;
  assign length_o      = length_q;
  assign classify_o    = ending && !abort_i;
  assign drop_o        = !dv_q && (state_q == IGNORE || (frame && abort_i));
  assign bad_o         = crc != CRC_RESIDUE || code_error_q || length_q < FCS_OCTETS;

endmodule

`default_nettype wire
