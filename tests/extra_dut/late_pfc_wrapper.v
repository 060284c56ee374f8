// SPDX-License-Identifier: Apache-2.0
// The LL 10G MAC with a receive wire that is 100 words late: 800 octet times are more than PFC allows, and less than PAUSE does.
`default_nettype none

module late_pfc_wrapper (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [63:0] xgmii_rxd,
    input  wire [7:0]  xgmii_rxc,
    output wire [63:0] xgmii_txd,
    output wire [7:0]  xgmii_txc,
    input  wire [63:0] s_axis_tdata,
    input  wire [7:0]  s_axis_tkeep,
    input  wire        s_axis_tvalid,
    input  wire        s_axis_tlast,
    input  wire        s_axis_tuser,
    output wire        s_axis_tready,
    output wire [63:0] m_axis_tdata,
    output wire [7:0]  m_axis_tkeep,
    output wire        m_axis_tvalid,
    output wire        m_axis_tlast,
    output wire        m_axis_tuser,
    input  wire        m_axis_tready,
    input  wire        psel,
    input  wire        penable,
    input  wire [15:0] paddr,
    input  wire        pwrite,
    input  wire [31:0] pwdata,
    input  wire [3:0]  pstrb,
    output wire [31:0] prdata,
    output wire        pready,
    output wire        pslverr,
    input  wire [1:0]  pause_req,
    input  wire [15:0] pfc_req,
    output wire [7:0]  pfc_xoff,
    output wire        obs_xoff,
    output wire [31:0] obs_pause_timer,
    output wire [31:0] obs_level,
    output wire        obs_rx_valid,
    output wire [31:0] obs_rx_record,
    output wire        obs_tx_valid,
    output wire [31:0] obs_tx_record
);

  localparam LATE_WORDS = 100;
  localparam [71:0] IDLE = {8'hFF, 64'h0707070707070707};

  reg [72*LATE_WORDS-1:0] wire_q;

  always @(posedge clk)
    if (rst_n) wire_q <= {wire_q[72*(LATE_WORDS-1)-1:0], {xgmii_rxc, xgmii_rxd}};
    else wire_q <= {LATE_WORDS{IDLE}};

  ll10g_mac u_mac (
      .clk            (clk),
      .rst_n          (rst_n),
      .xgmii_rxd      (wire_q[72*(LATE_WORDS-1)+0+:64]),
      .xgmii_rxc      (wire_q[72*(LATE_WORDS-1)+64+:8]),
      .xgmii_txd      (xgmii_txd),
      .xgmii_txc      (xgmii_txc),
      .s_axis_tdata   (s_axis_tdata),
      .s_axis_tkeep   (s_axis_tkeep),
      .s_axis_tvalid  (s_axis_tvalid),
      .s_axis_tlast   (s_axis_tlast),
      .s_axis_tuser   (s_axis_tuser),
      .s_axis_tready  (s_axis_tready),
      .m_axis_tdata   (m_axis_tdata),
      .m_axis_tkeep   (m_axis_tkeep),
      .m_axis_tvalid  (m_axis_tvalid),
      .m_axis_tlast   (m_axis_tlast),
      .m_axis_tuser   (m_axis_tuser),
      .m_axis_tready  (m_axis_tready),
      .psel           (psel),
      .penable        (penable),
      .paddr          (paddr),
      .pwrite         (pwrite),
      .pwdata         (pwdata),
      .pstrb          (pstrb),
      .prdata         (prdata),
      .pready         (pready),
      .pslverr        (pslverr),
      .pause_req      (pause_req),
      .pfc_req        (pfc_req),
      .pfc_xoff       (pfc_xoff),
      .obs_xoff       (),
      .obs_pause_timer(),
      .obs_level      (),
      .obs_rx_valid   (),
      .obs_rx_record  (),
      .obs_tx_valid   (),
      .obs_tx_record  ()
  );

  assign obs_xoff        = 0;
  assign obs_pause_timer = 0;
  assign obs_level       = 0;
  assign obs_rx_valid    = 0;
  assign obs_rx_record   = 0;
  assign obs_tx_valid    = 0;
  assign obs_tx_record   = 0;

endmodule

`default_nettype wire
