// SPDX-License-Identifier: Apache-2.0
// The BCM5718 MAC with a receive wire that is 200 clocks late, longer than 802.3 31B.3.7 allows a MAC to obey a PAUSE frame.
`default_nettype none

module late_pause_wrapper (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [7:0]  gmii_rxd,
    input  wire        gmii_rx_dv,
    input  wire        gmii_rx_er,
    output wire [7:0]  gmii_txd,
    output wire        gmii_tx_en,
    output wire        gmii_tx_er,
    input  wire [7:0]  s_axis_tdata,
    input  wire        s_axis_tvalid,
    input  wire        s_axis_tlast,
    output wire        s_axis_tready,
    output wire [7:0]  m_axis_tdata,
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
    output wire        mdc,
    output wire        mdio_o,
    output wire        mdio_oe,
    input  wire        mdio_i,
    output wire        obs_xoff,
    output wire [31:0] obs_pause_timer,
    output wire [15:0] obs_level,
    output wire        obs_rx_valid,
    output wire [31:0] obs_rx_record,
    output wire        obs_tx_valid,
    output wire [31:0] obs_tx_record
);

  localparam LATE_CLOCKS = 200;

  reg [10*LATE_CLOCKS-1:0] wire_q;

  always @(posedge clk)
    if (rst_n) wire_q <= {wire_q[10*(LATE_CLOCKS-1)-1:0], {gmii_rx_er, gmii_rx_dv, gmii_rxd}};
    else wire_q <= {LATE_CLOCKS{10'd0}};

  bcm5718_mac u_mac (
      .clk            (clk),
      .rst_n          (rst_n),
      .gmii_rxd       (wire_q[10*(LATE_CLOCKS-1)+0+:8]),
      .gmii_rx_dv     (wire_q[10*(LATE_CLOCKS-1)+8]),
      .gmii_rx_er     (wire_q[10*(LATE_CLOCKS-1)+9]),
      .gmii_txd       (gmii_txd),
      .gmii_tx_en     (gmii_tx_en),
      .gmii_tx_er     (gmii_tx_er),
      .s_axis_tdata   (s_axis_tdata),
      .s_axis_tvalid  (s_axis_tvalid),
      .s_axis_tlast   (s_axis_tlast),
      .s_axis_tready  (s_axis_tready),
      .m_axis_tdata   (m_axis_tdata),
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
      .mdc            (mdc),
      .mdio_o         (mdio_o),
      .mdio_oe        (mdio_oe),
      .mdio_i         (mdio_i),
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
