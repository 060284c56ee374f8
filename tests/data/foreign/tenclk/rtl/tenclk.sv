// SPDX-License-Identifier: Apache-2.0
// tenclk: the receiver, transmitter, registers and counters of tengig, each in the clock of its side.
//
// rx_clk has the receiver and its buffer, tx_clk the transmitter and flow control, host_clk both streams, bus_clk registers and counters.
// README.md lists what crosses from which clock to which, and how.

module tenclk
    import tengig_pkg::*;
#(
    parameter logic [39:0] OCTETS_PRESET = 40'd0
) (
    input  logic         rx_clk,
    input  logic         rx_rst_n,
    input  logic         tx_clk,
    input  logic         tx_rst_n,
    input  logic         host_clk,
    input  logic         host_rst_n,
    input  logic         bus_clk,
    input  logic         bus_rst_n,

    input  logic [63:0]  xgmii_rxd,         // rx_clk
    input  logic [7:0]   xgmii_rxc,
    output logic [63:0]  xgmii_txd,         // tx_clk
    output logic [7:0]   xgmii_txc,

    input  logic [63:0]  s_axis_tdata,      // host_clk
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

    input  logic [15:0]  s_axil_awaddr,     // bus_clk
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
    input  logic         xoff_req,          // bus_clk: one clock each
    input  logic         xon_req,
    input  logic [7:0]   pfc_xoff_req,
    input  logic [7:0]   pfc_xon_req,

    output logic [7:0]   pfc_xoff           // tx_clk
);

    // A reset of one clock resets all sides.
    logic async_rst_n, rx_rst, tx_rst, host_rst, bus_rst;
    assign async_rst_n = rx_rst_n && tx_rst_n && host_rst_n && bus_rst_n;
    cdc_reset u_rx_rst (.clk(rx_clk), .async_rst_n, .rst(rx_rst));
    cdc_reset u_tx_rst (.clk(tx_clk), .async_rst_n, .rst(tx_rst));
    cdc_reset u_host_rst (.clk(host_clk), .async_rst_n, .rst(host_rst));
    cdc_reset u_bus_rst (.clk(bus_clk), .async_rst_n, .rst(bus_rst));

    // ---- registers and counters: bus_clk ------------------------------------------------------------------------------
    logic [5:0]   control;
    logic [47:0]  station;
    logic [15:0]  max_frame, quanta, pfc_enable;
    logic [127:0] pfc_quanta;
    logic [17:0]  request;
    logic         counter_read, counter_high;
    logic [5:0]   counter_index;
    logic [31:0]  counter_data;
    logic [10:0]  status, status_bus;

    tengig_regs u_regs (
        .clk(bus_clk), .rst(bus_rst),
        .s_axil_awaddr, .s_axil_awvalid, .s_axil_awready, .s_axil_wdata, .s_axil_wstrb, .s_axil_wvalid, .s_axil_wready,
        .s_axil_bresp, .s_axil_bvalid, .s_axil_bready, .s_axil_araddr, .s_axil_arvalid, .s_axil_arready,
        .s_axil_rdata, .s_axil_rresp, .s_axil_rvalid, .s_axil_rready,
        .control, .station, .max_frame, .quanta, .pfc_enable, .pfc_quanta, .request, .status(status_bus),
        .counter_read, .counter_high, .counter_index, .counter_data
    );

    // Every frame that has ended is a word of a FIFO, which bus_clk counts.
    rx_event_t rx_stat, rx_stat_bus, rx_counted;
    tx_event_t tx_stat, tx_stat_bus, tx_counted;
    logic      rx_unsupported, rx_unsupported_bus, rx_counts, tx_counts, rx_stat_ready, tx_stat_ready;

    cdc_fifo #(.WIDTH($bits(rx_event_t) + 1), .DEPTH_LOG2(6)) u_rx_stat (
        .wr_clk(rx_clk), .wr_rst(rx_rst), .wr_valid(rx_stat.valid), .wr_word({rx_stat, rx_unsupported}), .wr_ready(rx_stat_ready),
        .rd_clk(bus_clk), .rd_rst(bus_rst), .rd_valid(rx_counts), .rd_word({rx_stat_bus, rx_unsupported_bus}), .rd_ready(1'b1)
    );
    cdc_fifo #(.WIDTH($bits(tx_event_t)), .DEPTH_LOG2(4)) u_tx_stat (
        .wr_clk(tx_clk), .wr_rst(tx_rst), .wr_valid(tx_stat.valid), .wr_word(tx_stat), .wr_ready(tx_stat_ready),
        .rd_clk(bus_clk), .rd_rst(bus_rst), .rd_valid(tx_counts), .rd_word(tx_stat_bus), .rd_ready(1'b1)
    );

    always_comb begin
        rx_counted = rx_stat_bus;
        rx_counted.valid = rx_counts;
        tx_counted = tx_stat_bus;
        tx_counted.valid = tx_counts;
    end

    tengig_counters #(.OCTETS_PRESET(OCTETS_PRESET)) u_counters (
        .clk(bus_clk), .rst(bus_rst), .rx(rx_counted), .rx_unsupported(rx_unsupported_bus), .tx(tx_counted),
        .read(counter_read), .read_high(counter_high), .read_index(counter_index), .read_data(counter_data)
    );

    // ---- settings: bus_clk to rx_clk and tx_clk, again and again --------------------------------------------------------
    logic         rx_set_ready, rx_set_valid, tx_set_ready, tx_set_valid;
    logic [69:0]  rx_set;
    logic [213:0] tx_set;
    logic [5:0]   control_tx;
    logic [47:0]  station_tx;
    logic [15:0]  quanta_tx, pfc_enable_tx;
    logic [127:0] pfc_quanta_tx;

    cdc_word #(.WIDTH(70)) u_rx_settings (
        .src_clk(bus_clk), .src_rst(bus_rst), .src_valid(rx_set_ready), .src_word({control, station, max_frame}),
        .src_ready(rx_set_ready), .dst_clk(rx_clk), .dst_rst(rx_rst), .dst_valid(rx_set_valid), .dst_word(rx_set)
    );
    cdc_word #(.WIDTH(214)) u_tx_settings (
        .src_clk(bus_clk), .src_rst(bus_rst), .src_valid(tx_set_ready),
        .src_word({control, station, quanta, pfc_enable, pfc_quanta}), .src_ready(tx_set_ready),
        .dst_clk(tx_clk), .dst_rst(tx_rst), .dst_valid(tx_set_valid), .dst_word(tx_set)
    );
    assign {control_tx, station_tx, quanta_tx, pfc_enable_tx, pfc_quanta_tx} = tx_set;

    // ---- status: tx_clk to bus_clk --------------------------------------------------------------------------------------
    logic       tx_paused, state_ready, state_valid;
    logic [1:0] link_status;

    assign status = {pfc_xoff, tx_paused, link_status};
    cdc_word #(.WIDTH(11)) u_state (
        .src_clk(tx_clk), .src_rst(tx_rst), .src_valid(state_ready), .src_word(status), .src_ready(state_ready),
        .dst_clk(bus_clk), .dst_rst(bus_rst), .dst_valid(state_valid), .dst_word(status_bus)
    );

    // ---- requests: bus_clk to tx_clk ----------------------------------------------------------------------------------
    logic        request_ready, request_comes;
    logic [17:0] request_bus, request_newer, request_waits, request_word, request_now;

    // A newer request takes the place of an older one for the contrary that waits.
    assign request_bus = {pfc_xon_req, pfc_xoff_req, xon_req, xoff_req} | request;
    assign request_newer = {request_bus[9:2], request_bus[17:10], request_bus[0], request_bus[1]};

    always_ff @(posedge bus_clk) begin
        request_waits <= request_bus | (request_ready ? 18'd0 : request_waits & ~request_newer);
        if (bus_rst) request_waits <= 18'd0;
    end

    cdc_word #(.WIDTH(18)) u_request (
        .src_clk(bus_clk), .src_rst(bus_rst), .src_valid(request_waits != 18'd0), .src_word(request_waits),
        .src_ready(request_ready), .dst_clk(tx_clk), .dst_rst(tx_rst), .dst_valid(request_comes), .dst_word(request_word)
    );
    assign request_now = request_comes ? request_word : 18'd0;

    // ---- receiver: rx_clk ---------------------------------------------------------------------------------------------
    logic         link_ready, link_valid;
    logic [1:0]   link_status_rx;
    logic         buf_write, buf_last, buf_keep, buf_drop, buf_overflow;
    logic [63:0]  buf_data;
    logic [2:0]   buf_count;
    logic         pause_valid, pfc_valid;
    logic [15:0]  pause_time;
    logic [7:0]   pfc_vector;
    logic [127:0] pfc_times;

    tengig_fault u_fault (.clk(rx_clk), .rst(rx_rst), .xgmii_rxd, .xgmii_rxc, .link_status(link_status_rx));

    cdc_word #(.WIDTH(2)) u_link (
        .src_clk(rx_clk), .src_rst(rx_rst), .src_valid(link_ready), .src_word(link_status_rx),
        .src_ready(link_ready), .dst_clk(tx_clk), .dst_rst(tx_rst), .dst_valid(link_valid), .dst_word(link_status)
    );

    tengig_rx u_rx (
        .clk(rx_clk), .rst(rx_rst), .xgmii_rxd, .xgmii_rxc,
        .cfg_enable(rx_set[64]), .cfg_promiscuous(rx_set[66]), .cfg_pass_control(rx_set[67]),
        .cfg_station(rx_set[63:16]), .cfg_max_frame(rx_set[15:0]),
        .buf_write, .buf_data, .buf_count, .buf_last, .buf_keep, .buf_drop, .buf_overflow,
        .stat(rx_stat), .unsupported(rx_unsupported),
        .pause_valid, .pause_time, .pfc_valid, .pfc_vector, .pfc_times
    );

    logic [63:0]  rx_tdata;
    logic [7:0]   rx_tkeep;
    logic         rx_tvalid, rx_tlast, rx_tready;

    tengig_rx_buffer #(.WORDS_LOG2(13)) u_rx_buffer (
        .clk(rx_clk), .rst(rx_rst),
        .write(buf_write), .data(buf_data), .count(buf_count), .last(buf_last), .keep(buf_keep), .drop(buf_drop),
        .overflow(buf_overflow),
        .m_axis_tdata(rx_tdata), .m_axis_tkeep(rx_tkeep), .m_axis_tvalid(rx_tvalid), .m_axis_tlast(rx_tlast),
        .m_axis_tready(rx_tready)
    );

    cdc_fifo #(.WIDTH(73)) u_to_host (
        .wr_clk(rx_clk), .wr_rst(rx_rst), .wr_valid(rx_tvalid), .wr_word({rx_tlast, rx_tkeep, rx_tdata}), .wr_ready(rx_tready),
        .rd_clk(host_clk), .rd_rst(host_rst), .rd_valid(m_axis_tvalid), .rd_word({m_axis_tlast, m_axis_tkeep, m_axis_tdata}),
        .rd_ready(m_axis_tready)
    );

    // A received PAUSE or PFC frame is a word, too.
    logic [153:0] flow_word;
    logic         flow_valid, flow_ready, pause_comes, pfc_comes;

    cdc_fifo #(.WIDTH(154), .DEPTH_LOG2(3)) u_received (
        .wr_clk(rx_clk), .wr_rst(rx_rst), .wr_valid(pause_valid || pfc_valid),
        .wr_word({pause_valid, pfc_valid, pause_time, pfc_vector, pfc_times}), .wr_ready(flow_ready),
        .rd_clk(tx_clk), .rd_rst(tx_rst), .rd_valid(flow_valid), .rd_word(flow_word), .rd_ready(1'b1)
    );
    assign pause_comes = flow_valid && flow_word[153];
    assign pfc_comes = flow_valid && flow_word[152];

    // ---- transmitter: host_clk, tx_clk --------------------------------------------------------------------------------
    logic [63:0]  tx_tdata;
    logic [7:0]   tx_tkeep;
    logic         tx_tvalid, tx_tlast, tx_tuser, tx_tready;
    logic         host_ready, host_valid, host_last, host_error, host_pop;
    logic [63:0]  host_data;
    logic [2:0]   host_count;
    logic         tx_busy, control_due, control_pfc, control_taken, flow_paused;
    logic [15:0]  control_parameter;
    logic [127:0] control_times;

    cdc_fifo #(.WIDTH(74)) u_from_host (
        .wr_clk(host_clk), .wr_rst(host_rst), .wr_valid(s_axis_tvalid),
        .wr_word({s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdata}), .wr_ready(s_axis_tready),
        .rd_clk(tx_clk), .rd_rst(tx_rst), .rd_valid(tx_tvalid), .rd_word({tx_tuser, tx_tlast, tx_tkeep, tx_tdata}),
        .rd_ready(tx_tready)
    );

    tengig_tx_fifo #(.WORDS_LOG2(11), .THRESHOLD(0)) u_tx_fifo (
        .clk(tx_clk), .rst(tx_rst), .s_axis_tdata(tx_tdata), .s_axis_tkeep(tx_tkeep), .s_axis_tvalid(tx_tvalid),
        .s_axis_tlast(tx_tlast), .s_axis_tuser(tx_tuser), .s_axis_tready(tx_tready),
        .ready(host_ready), .valid(host_valid), .data(host_data), .count(host_count), .last(host_last),
        .error(host_error), .pop(host_pop)
    );

    pause_timer u_pause (
        .clk(tx_clk), .rst(tx_rst), .enable(control_tx[4]), .valid(pause_comes), .quanta(flow_word[151:136]), .busy(tx_busy),
        .tick(1'b1), .paused(tx_paused)
    );

    tengig_flow u_flow (
        .clk(tx_clk), .rst(tx_rst),
        .cfg_rx_pause(1'b0), .cfg_tx_pause(control_tx[5]), .cfg_rx_pfc(pfc_enable_tx[7:0]), .cfg_tx_pfc(pfc_enable_tx[15:8]),
        .cfg_quanta(quanta_tx), .cfg_pfc_quanta(pfc_quanta_tx),
        .pause_valid(1'b0), .pause_time(16'd0), .pfc_valid(pfc_comes), .pfc_vector(flow_word[135:128]),
        .pfc_times(flow_word[127:0]), .tx_busy, .paused(flow_paused), .pfc_xoff,
        .xoff_req(request_now[0]), .xon_req(request_now[1]), .pfc_xoff_req(request_now[9:2]),
        .pfc_xon_req(request_now[17:10]),
        .control_due, .control_pfc, .control_parameter, .control_times, .control_taken
    );

    tengig_tx u_tx (
        .clk(tx_clk), .rst(tx_rst), .cfg_enable(control_tx[1]), .cfg_station(station_tx), .link_status,
        .host_ready, .host_valid, .host_data, .host_count, .host_last, .host_error, .host_pop, .paused(tx_paused),
        .control_due, .control_pfc, .control_parameter, .control_times, .control_taken, .busy(tx_busy),
        .xgmii_txd, .xgmii_txc, .stat(tx_stat)
    );

    logic unused;
    assign unused = &{rx_set_valid, tx_set_valid, state_valid, link_valid, flow_ready, flow_paused, rx_stat_ready, tx_stat_ready,
        control_tx[3:2], control_tx[0], rx_set[69:68], rx_set[65]};

endmodule
