// SPDX-License-Identifier: Apache-2.0
// Wrapper of an XGMII DUT: one whole clock period for each toggle of `tick`, inputs behind a register, outputs packed for the cycle loop.
// gmii_tick.v says why, and what SEAM_WHOLE_CLOCK does. CAP_PFC comes from the DUT's row: without it the DUT has no request ports.
`default_nettype none
`include "xgmii_pins.vh"
`ifdef SEAM_TRACED
`include "expected.vh"
`endif

module xgmii_tick (
    input  wire        tick,
`ifdef SEAM_CLOCKS
    input  wire        tick_rx,
    input  wire        tick_host,
    input  wire        tick_bus,
    input  wire [ 3:0] in_rst_n,  // of tx, rx, host, bus: enum clock_domain
`else
    input  wire [ 0:0] in_rst_n,
`endif
    input  wire [63:0] in_rxd,
    input  wire [ 7:0] in_rxc,
    input  wire [63:0] in_send_data,
    input  wire [10:0] in_send,
    input  wire        in_host_ready,
    input  wire [ 6:0] in_apb,
    input  wire [15:0] in_paddr,
    input  wire [31:0] in_pwdata,
    input  wire [31:0] in_turned,
    input  wire [17:0] in_request,
`ifdef SEAM_TRACED
    `EXPECTED_PORTS
`endif
    output wire [63:0] out_txd,
    output wire [ 7:0] out_txc,
    output wire [63:0] out_host_data,
    output wire [10:0] out_host,
    output wire [ 2:0] out_ready,
    output wire [63:0] out_side,
    output wire [31:0] out_prdata,
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
  reg [63:0] rxd;
  reg [ 7:0] rxc;
  reg [63:0] send_data;
  reg [10:0] send;
  reg        host_ready;
  reg [ 6:0] apb;
  reg [15:0] paddr;
  reg [31:0] pwdata;

  always @(posedge clk) rst_n <= in_rst_n[0];
  always @(posedge rx_clk) begin
    rxd <= in_rxd;
    rxc <= in_rxc;
  end
  always @(posedge host_clk) begin
    send_data  <= in_send_data;
    send       <= in_send;
    host_ready <= in_host_ready;
  end
  always @(posedge bus_clk) begin
    apb <= in_apb;
    if (in_apb[`AT_psel]) begin
      paddr  <= in_paddr;
      pwdata <= in_pwdata;
    end
  end

  wire [ 7:0] s_axis_tkeep;
  wire        s_axis_tvalid;
  wire        s_axis_tlast;
  wire        s_axis_tuser;
  wire [ 7:0] m_axis_tkeep;
  wire        m_axis_tvalid;
  wire        m_axis_tlast;
  wire        m_axis_tuser;
  wire        s_axis_tready;
  wire        psel;
  wire        penable;
  wire        pwrite;
  wire [ 3:0] pstrb;
  wire        pready;
  wire        pslverr;
  wire        obs_xoff;
  wire        obs_rx_valid;
  wire        obs_tx_valid;
  wire [31:0] obs_level;
  wire [ 7:0] pfc_xoff;

  assign `PINS_in_send = send;
  assign `PINS_in_apb = apb;
  assign out_host = `PINS_out_host;
  assign out_ready = `PINS_out_ready;
  assign out_side = `PINS_out_side;

`ifdef CAP_PFC
  wire [ 1:0] pause_req;
  wire [15:0] pfc_req;
  reg  [17:0] request;
  always @(posedge clk) request <= in_request;
  assign `PINS_in_request = request;
`else
  wire unused_request = ^in_request;
  assign pfc_xoff = 8'd0;
`endif

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
      .xgmii_rxd      (rxd),
      .xgmii_rxc      (rxc),
      .xgmii_txd      (out_txd),
      .xgmii_txc      (out_txc),
      .s_axis_tdata   (send_data),
      .s_axis_tkeep   (s_axis_tkeep),
      .s_axis_tvalid  (s_axis_tvalid),
      .s_axis_tlast   (s_axis_tlast),
      .s_axis_tuser   (s_axis_tuser),
      .s_axis_tready  (s_axis_tready),
      .m_axis_tdata   (out_host_data),
      .m_axis_tkeep   (m_axis_tkeep),
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
      .prdata         (out_prdata),
      .pready         (pready),
      .pslverr        (pslverr),
`ifdef CAP_PFC
      .pause_req      (pause_req),
      .pfc_req        (pfc_req),
      .pfc_xoff       (pfc_xoff),
`endif
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
      .level   (obs_level),
      .pfc_xoff(pfc_xoff),
      .rx_valid(obs_rx_valid),
      .rx_record(out_rx_record),
      .tx_valid(obs_tx_valid),
      .tx_record(out_tx_record),
      .mdio    (3'd0),
      `EXPECTED_PASSED
  );
`endif

endmodule
`default_nettype wire
