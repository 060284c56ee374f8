// SPDX-License-Identifier: Apache-2.0
// Wrapper of an MII DUT (10, 100 and 1000 Mb/s): one whole clock period for each toggle of `tick`, inputs behind a register, outputs packed for the
// cycle loop. gmii_tick.v says why, and what SEAM_WHOLE_CLOCK does.
`default_nettype none
`include "mii_pins.vh"
`ifdef SEAM_TRACED
`include "expected.vh"
`endif

module mii_tick (
    input  wire        tick,
`ifdef SEAM_CLOCKS
    input  wire        tick_rx,
    input  wire        tick_host,
    input  wire        tick_bus,
    input  wire [ 3:0] in_rst_n,  // of tx, rx, host, bus: enum clock_domain
`else
    input  wire [ 0:0] in_rst_n,
`endif
    input  wire [ 9:0] in_rx,
    input  wire [10:0] in_send,
    input  wire [ 1:0] in_carrier,
    input  wire        in_host_ready,
    input  wire [ 6:0] in_apb,
    input  wire [ 3:0] in_pstrb_upper,
    input  wire [15:0] in_paddr,
    input  wire [31:0] in_pwdata,
    input  wire [31:0] in_turned,  // CAP_READINGS
    input  wire [31:0] in_pwdata_upper,
    input  wire        in_mdio,
`ifdef SEAM_TRACED
    `EXPECTED_PORTS
`endif
    output wire [ 9:0] out_tx,
    output wire [10:0] out_host,
    output wire [ 2:0] out_ready,
    output wire [31:0] out_side,
    output wire [31:0] out_prdata,
    output wire [31:0] out_prdata_upper,
    output wire [31:0] out_pause_timer,
    output wire [31:0] out_rx_record,
    output wire [31:0] out_tx_record
);

`ifdef SEAM_WHOLE_CLOCK
  wire clk = tick;
`else
  reg  tick_q;
  initial tick_q = 1'b0;
  wire clk = tick ^ tick_q;
  always @(posedge clk) tick_q <= tick;
`endif

`ifdef SEAM_CLOCKS
  wire rx_clk = tick_rx;
  wire host_clk = tick_host;
  wire bus_clk = tick_bus;
  reg  rx_rst_n;
  reg  host_rst_n;
  reg  bus_rst_n;
  initial {rx_rst_n, host_rst_n, bus_rst_n} = 3'b000;
  always @(posedge rx_clk) rx_rst_n <= in_rst_n[1];
  always @(posedge host_clk) host_rst_n <= in_rst_n[2];
  always @(posedge bus_clk) bus_rst_n <= in_rst_n[3];
`else
  wire rx_clk = clk;
  wire host_clk = clk;
  wire bus_clk = clk;
`endif

  reg        rst_n;
  initial rst_n = 1'b0; // at power-up it disables the assertions of the DUT, as in any other bench
  reg [ 9:0] rx;
  reg [10:0] send;
  reg [ 1:0] carrier;
  reg        host_ready;
  reg [ 6:0] apb;
  reg [ 3:0] pstrb_upper;
  reg [15:0] paddr;
  reg [63:0] pwdata;
  reg        mdio_i;

  always @(posedge clk) begin
    rst_n   <= in_rst_n[0];
    carrier <= in_carrier;
    mdio_i  <= in_mdio;
  end
  always @(posedge rx_clk) rx <= in_rx;
  always @(posedge host_clk) begin
    send       <= in_send;
    host_ready <= in_host_ready;
  end
  always @(posedge bus_clk) begin
    apb <= in_apb;
    if (in_apb[`AT_psel]) begin
      paddr       <= in_paddr;
      pwdata      <= {in_pwdata_upper, in_pwdata};
      pstrb_upper <= in_pstrb_upper;
    end
  end

  wire [ 7:0] gmii_rxd;
  wire        gmii_rx_dv;
  wire        gmii_rx_er;
  wire [ 7:0] gmii_txd;
  wire        gmii_tx_en;
  wire        gmii_tx_er;
  wire        mii_crs;
  wire        mii_col;
  wire [ 7:0] s_axis_tdata;
  wire        s_axis_tvalid;
  wire        s_axis_tlast;
  wire        s_axis_tuser;
  wire [ 7:0] m_axis_tdata;
  wire        m_axis_tvalid;
  wire        m_axis_tlast;
  wire        m_axis_tuser;
  wire        s_axis_tready;
  wire        psel;
  wire        penable;
  wire        pwrite;
  wire [ 7:0] pstrb;
  wire        pready;
  wire        pslverr;
  wire        mdc;
  wire        mdio_o;
  wire        mdio_oe;
  wire        obs_xoff;
  wire        obs_rx_valid;
  wire        obs_tx_valid;
  wire [15:0] obs_level;

  assign `PINS_in_rx = rx;
  assign `PINS_in_carrier = carrier;
  assign `PINS_in_send = send;
  assign `PINS_in_apb = apb;
  assign `PINS_in_pstrb_upper = pstrb_upper;
  assign out_tx = `PINS_out_tx;
  assign out_host = `PINS_out_host;
  assign out_ready = `PINS_out_ready;
  assign out_side = `PINS_out_side;

`ifdef CAP_READINGS
  reg [31:0] turned;
  always @(posedge clk) turned <= in_turned;
`else
  wire unused_turned = &{1'b0, in_turned};
`endif

  `DUT_TOP
`ifdef DUT_PARAMS
  #(`DUT_PARAMS)
`endif
  u_dut (
`ifdef CAP_READINGS
      .turned_readings(turned),
`endif
`ifdef SEAM_CLOCKS
      .tx_clk         (clk),
      .tx_rst_n       (rst_n),
      .rx_clk         (rx_clk),
      .rx_rst_n       (rx_rst_n),
      .host_clk       (host_clk),
      .host_rst_n     (host_rst_n),
      .bus_clk        (bus_clk),
      .bus_rst_n      (bus_rst_n),
`else
      .clk            (clk),
      .rst_n          (rst_n),
`endif
      .gmii_rxd       (gmii_rxd),
      .gmii_rx_dv     (gmii_rx_dv),
      .gmii_rx_er     (gmii_rx_er),
      .gmii_txd       (gmii_txd),
      .gmii_tx_en     (gmii_tx_en),
      .gmii_tx_er     (gmii_tx_er),
      .mii_crs        (mii_crs),
      .mii_col        (mii_col),
      .s_axis_tdata   (s_axis_tdata),
      .s_axis_tvalid  (s_axis_tvalid),
      .s_axis_tlast   (s_axis_tlast),
      .s_axis_tuser   (s_axis_tuser),
      .s_axis_tready  (s_axis_tready),
      .m_axis_tdata   (m_axis_tdata),
      .m_axis_tvalid  (m_axis_tvalid),
      .m_axis_tlast   (m_axis_tlast),
      .m_axis_tuser   (m_axis_tuser),
      .m_axis_tready  (host_ready),
      .psel           (psel),
      .penable        (penable),
      .pwrite         (pwrite),
      .pstrb          (pstrb),
      .paddr          (paddr),
      .pwdata         (pwdata),
      .prdata         ({out_prdata_upper, out_prdata}),
      .pready         (pready),
      .pslverr        (pslverr),
      .mdc            (mdc),
      .mdio_o         (mdio_o),
      .mdio_oe        (mdio_oe),
      .mdio_i         (mdio_i),
      .obs_xoff       (obs_xoff),
      .obs_pause_timer(out_pause_timer),
      .obs_level      (obs_level),
      .obs_rx_valid   (obs_rx_valid),
      .obs_rx_record  (out_rx_record),
      .obs_tx_valid   (obs_tx_valid),
      .obs_tx_record  (out_tx_record)
  );

`ifdef SEAM_TRACED
  seam_expected u_expected (
      .xoff    (obs_xoff),
      .timer   (out_pause_timer),
      .level   ({16'd0, obs_level}),
      .pfc_xoff(8'd0),
      .rx_valid(obs_rx_valid),
      .rx_record(out_rx_record),
      .tx_valid(obs_tx_valid),
      .tx_record(out_tx_record),
      .mdio    ({mdio_oe, mdio_o, mdc}),
      `EXPECTED_PASSED
  );
`endif

endmodule
`default_nettype wire
