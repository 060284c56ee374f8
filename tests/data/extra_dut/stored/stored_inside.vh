// SPDX-License-Identifier: Apache-2.0
// The BCM5718 MAC behind a store-and-forward transmit FIFO with the fault FIFO_FAULT.
  wire [7:0] fifo_tdata;
  wire       fifo_tvalid, fifo_tlast, fifo_tready;

  stored_fifo #(
      .Fault(FIFO_FAULT)
  ) u_fifo (
      .clk     (clk),
      .rst_n   (rst_n),
      .s_tdata (s_axis_tdata),
      .s_tvalid(s_axis_tvalid),
      .s_tlast (s_axis_tlast),
      .s_tready(s_axis_tready),
      .m_tdata (fifo_tdata),
      .m_tvalid(fifo_tvalid),
      .m_tlast (fifo_tlast),
      .m_tready(fifo_tready)
  );

  bcm5718_mac u_mac (
      .s_axis_tdata   (fifo_tdata),
      .s_axis_tvalid  (fifo_tvalid),
      .s_axis_tlast   (fifo_tlast),
      .s_axis_tready  (fifo_tready),
      .gmii_rxd       (gmii_rxd),
      .gmii_rx_dv     (gmii_rx_dv),
      .gmii_rx_er     (gmii_rx_er),
      .clk            (clk),
      .rst_n          (rst_n),
      .gmii_txd       (gmii_txd),
      .gmii_tx_en     (gmii_tx_en),
      .gmii_tx_er     (gmii_tx_er),
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

`include "examples/row/no_observation.vh"
