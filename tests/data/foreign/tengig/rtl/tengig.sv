// SPDX-License-Identifier: Apache-2.0
// tengig: 10 Gb/s Ethernet MAC, full duplex, with PAUSE, priority flow control and statistics.
//
// 64-bit XGMII and AXI4-Stream at 156.25 MHz, registers behind AXI4-Lite, one clock, synchronous reset. IEEE 802.3
// clauses 4, 31 and 46, annexes 31B and 31D. README.md is the data sheet.

module tengig
    import tengig_pkg::*;
#(
    parameter int          RX_WORDS_LOG2 = 13,      // receive buffer: 8192 words of 8 octets
    parameter int          TX_WORDS_LOG2 = 11,      // transmit FIFO: 2048 words
    parameter int          TX_THRESHOLD = 0,        // words that start a frame, 0: whole frames only
    parameter logic [39:0] OCTETS_PRESET = 40'd0    // octet counters after reset, for simulation
) (
    input  logic         clk,
    input  logic         rst,

    input  logic [63:0]  xgmii_rxd,
    input  logic [7:0]   xgmii_rxc,
    output logic [63:0]  xgmii_txd,
    output logic [7:0]   xgmii_txc,

    input  logic [63:0]  s_axis_tdata,
    input  logic [7:0]   s_axis_tkeep,
    input  logic         s_axis_tvalid,
    input  logic         s_axis_tlast,
    input  logic         s_axis_tuser,
    output logic         s_axis_tready,

    output logic [63:0]  m_axis_tdata,
    output logic [7:0]   m_axis_tkeep,
    output logic         m_axis_tvalid,
    output logic         m_axis_tlast,
    input  logic         m_axis_tready,

    input  logic [15:0]  s_axil_awaddr,
    input  logic         s_axil_awvalid,
    output logic         s_axil_awready,
    input  logic [31:0]  s_axil_wdata,
    input  logic [3:0]   s_axil_wstrb,
    input  logic         s_axil_wvalid,
    output logic         s_axil_wready,
    output logic [1:0]   s_axil_bresp,
    output logic         s_axil_bvalid,
    input  logic         s_axil_bready,
    input  logic [15:0]  s_axil_araddr,
    input  logic         s_axil_arvalid,
    output logic         s_axil_arready,
    output logic [31:0]  s_axil_rdata,
    output logic [1:0]   s_axil_rresp,
    output logic         s_axil_rvalid,
    input  logic         s_axil_rready,

    // requests for flow control frames, one clock each; ORed with those of register REQUEST
    input  logic         pause_xoff_req,
    input  logic         pause_xon_req,
    input  logic [7:0]   pfc_xoff_req,
    input  logic [7:0]   pfc_xon_req,

    output logic [7:0]   pfc_xoff,      // class i is paused by the partner
    output logic         tx_paused,
    output logic [1:0]   link_status    // 0 ok, 1 local fault, 2 remote fault
);

    logic [5:0]   control;
    logic [47:0]  station;
    logic [15:0]  max_frame, quanta, pfc_enable;
    logic [127:0] pfc_quanta;
    logic [17:0]  request;
    logic         counter_read, counter_high;
    logic [5:0]   counter_index;
    logic [31:0]  counter_data;

    tengig_regs u_regs (
        .clk, .rst,
        .s_axil_awaddr, .s_axil_awvalid, .s_axil_awready, .s_axil_wdata, .s_axil_wstrb, .s_axil_wvalid, .s_axil_wready,
        .s_axil_bresp, .s_axil_bvalid, .s_axil_bready, .s_axil_araddr, .s_axil_arvalid, .s_axil_arready,
        .s_axil_rdata, .s_axil_rresp, .s_axil_rvalid, .s_axil_rready,
        .control, .station, .max_frame, .quanta, .pfc_enable, .pfc_quanta, .request,
        .status({pfc_xoff, tx_paused, link_status}),
        .counter_read, .counter_high, .counter_index, .counter_data
    );

    // CONTROL
    logic rx_enable, tx_enable, promiscuous, pass_control, rx_pause, tx_pause;
    assign {tx_pause, rx_pause, pass_control, promiscuous, tx_enable, rx_enable} = control;

    tengig_fault u_fault (.clk, .rst, .xgmii_rxd, .xgmii_rxc, .link_status);

    logic         buf_write, buf_last, buf_keep, buf_drop, buf_overflow;
    logic [63:0]  buf_data;
    logic [2:0]   buf_count;
    rx_event_t    rx_stat;
    logic         rx_unsupported;
    logic         pause_valid, pfc_valid;
    logic [15:0]  pause_time;
    logic [7:0]   pfc_vector;
    logic [127:0] pfc_times;

    tengig_rx u_rx (
        .clk, .rst, .xgmii_rxd, .xgmii_rxc,
        .cfg_enable(rx_enable), .cfg_promiscuous(promiscuous), .cfg_pass_control(pass_control), .cfg_station(station),
        .cfg_max_frame(max_frame),
        .buf_write, .buf_data, .buf_count, .buf_last, .buf_keep, .buf_drop, .buf_overflow,
        .stat(rx_stat), .unsupported(rx_unsupported),
        .pause_valid, .pause_time, .pfc_valid, .pfc_vector, .pfc_times
    );

    tengig_rx_buffer #(.WORDS_LOG2(RX_WORDS_LOG2)) u_rx_buffer (
        .clk, .rst,
        .write(buf_write), .data(buf_data), .count(buf_count), .last(buf_last), .keep(buf_keep), .drop(buf_drop),
        .overflow(buf_overflow),
        .m_axis_tdata, .m_axis_tkeep, .m_axis_tvalid, .m_axis_tlast, .m_axis_tready
    );

    logic         tx_busy, control_due, control_pfc, control_taken;
    logic [15:0]  control_parameter;
    logic [127:0] control_times;

    tengig_flow u_flow (
        .clk, .rst,
        .cfg_rx_pause(rx_pause), .cfg_tx_pause(tx_pause), .cfg_rx_pfc(pfc_enable[7:0]), .cfg_tx_pfc(pfc_enable[15:8]),
        .cfg_quanta(quanta), .cfg_pfc_quanta(pfc_quanta),
        .pause_valid, .pause_time, .pfc_valid, .pfc_vector, .pfc_times, .tx_busy, .paused(tx_paused), .pfc_xoff,
        .xoff_req(pause_xoff_req || request[0]), .xon_req(pause_xon_req || request[1]),
        .pfc_xoff_req(pfc_xoff_req | request[9:2]), .pfc_xon_req(pfc_xon_req | request[17:10]),
        .control_due, .control_pfc, .control_parameter, .control_times, .control_taken
    );

    logic         host_ready, host_valid, host_last, host_error, host_pop;
    logic [63:0]  host_data;
    logic [2:0]   host_count;
    tx_event_t    tx_stat;

    tengig_tx_fifo #(.WORDS_LOG2(TX_WORDS_LOG2), .THRESHOLD(TX_THRESHOLD)) u_tx_fifo (
        .clk, .rst, .s_axis_tdata, .s_axis_tkeep, .s_axis_tvalid, .s_axis_tlast, .s_axis_tuser, .s_axis_tready,
        .ready(host_ready), .valid(host_valid), .data(host_data), .count(host_count), .last(host_last),
        .error(host_error), .pop(host_pop)
    );

    tengig_tx u_tx (
        .clk, .rst, .cfg_enable(tx_enable), .cfg_station(station), .link_status,
        .host_ready, .host_valid, .host_data, .host_count, .host_last, .host_error, .host_pop, .paused(tx_paused),
        .control_due, .control_pfc, .control_parameter, .control_times, .control_taken, .busy(tx_busy),
        .xgmii_txd, .xgmii_txc, .stat(tx_stat)
    );

    tengig_counters #(.OCTETS_PRESET(OCTETS_PRESET)) u_counters (
        .clk, .rst, .rx(rx_stat), .rx_unsupported, .tx(tx_stat),
        .read(counter_read), .read_high(counter_high), .read_index(counter_index), .read_data(counter_data)
    );

endmodule
