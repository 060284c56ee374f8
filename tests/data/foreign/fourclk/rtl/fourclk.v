// SPDX-License-Identifier: Apache-2.0
// A 1 Gb/s Ethernet MAC with four clocks that are unrelated to each other: GMII, full duplex, PAUSE, AXI4-Stream, APB.
//
// Whatever goes from one clock to another passes one of four modules: async_fifo (frames), handshake_word (words, newest
// one wins), sync_pulse (events that are far apart) and sync_bit (levels). README.md lists all crossings.
`default_nettype none

module fourclk #(
    parameter integer RxAddressBits = 12,  // of the receive FIFO: octets
    parameter integer TxAddressBits = 12,  // of the transmit FIFO: octets
    parameter integer TxFramesBits  = 3,   // of the FIFO of descriptors: frames
    parameter integer SyncStages    = 2
) (
    // 125 MHz from the PHY; may stop
    input  wire        rx_clk,
    input  wire        rx_rst_n,
    input  wire [ 7:0] gmii_rxd,
    input  wire        gmii_rx_dv,
    input  wire        gmii_rx_er,
    output wire [19:0] rx_event_octets,  // events of received frames, in rx_clk: README.md
    output wire [11:0] rx_event,

    // 125 MHz of the station
    input  wire        tx_clk,
    input  wire        tx_rst_n,
    output wire [ 7:0] gmii_txd,
    output wire        gmii_tx_en,
    output wire        gmii_tx_er,
    output wire [15:0] tx_event_octets,  // events of sent frames, in tx_clk
    output wire [ 5:0] tx_event,

    // The host's
    input  wire        host_clk,
    input  wire        host_rst_n,
    input  wire [ 7:0] s_axis_tdata,
    input  wire        s_axis_tvalid,
    input  wire        s_axis_tlast,
    output wire        s_axis_tready,
    output wire [ 7:0] m_axis_tdata,
    output wire        m_axis_tvalid,
    output wire        m_axis_tlast,
    output wire        m_axis_tuser,     // with tlast: the frame is bad
    input  wire        m_axis_tready,
    input  wire        xoff_req,         // level: ask the partner to pause

    // The bus's
    input  wire        bus_clk,
    input  wire        bus_rst_n,
    input  wire        psel,
    input  wire        penable,
    input  wire [15:0] paddr,
    input  wire        pwrite,
    input  wire [31:0] pwdata,
    input  wire [ 3:0] pstrb,
    output wire [31:0] prdata,
    output wire        pready,
    output wire        pslverr
);

  localparam integer RX_COUNTERS = 14;
  localparam integer TX_COUNTERS = 7;
  localparam integer ADD_BITS = 20;

  // Resets: of each clock alone, and of the two sides of each crossing
  wire rx_n, tx_n, host_n, bus_n;
  sync_reset #(.Stages(SyncStages)) u_rx_reset (.clk(rx_clk), .async_rst_n(rx_rst_n), .rst_n(rx_n));
  sync_reset #(.Stages(SyncStages)) u_tx_reset (.clk(tx_clk), .async_rst_n(tx_rst_n), .rst_n(tx_n));
  sync_reset #(.Stages(SyncStages)) u_host_reset (.clk(host_clk), .async_rst_n(host_rst_n), .rst_n(host_n));
  sync_reset #(.Stages(SyncStages)) u_bus_reset (.clk(bus_clk), .async_rst_n(bus_rst_n), .rst_n(bus_n));

  wire rx_of_host_n, host_of_rx_n;
  wire tx_of_host_n, host_of_tx_n;
  wire rx_of_tx_n, tx_of_rx_n;
  wire rx_of_bus_n, bus_of_rx_n;
  wire tx_of_bus_n, bus_of_tx_n;
  wire host_of_bus_n, bus_of_host_n;
  reset_pair #(.Stages(SyncStages)) u_reset_rx_host (
      .a_clk(rx_clk), .a_async_rst_n(rx_rst_n), .a_rst_n(rx_of_host_n),
      .b_clk(host_clk), .b_async_rst_n(host_rst_n), .b_rst_n(host_of_rx_n)
  );
  reset_pair #(.Stages(SyncStages)) u_reset_tx_host (
      .a_clk(tx_clk), .a_async_rst_n(tx_rst_n), .a_rst_n(tx_of_host_n),
      .b_clk(host_clk), .b_async_rst_n(host_rst_n), .b_rst_n(host_of_tx_n)
  );
  reset_pair #(.Stages(SyncStages)) u_reset_rx_tx (
      .a_clk(rx_clk), .a_async_rst_n(rx_rst_n), .a_rst_n(rx_of_tx_n),
      .b_clk(tx_clk), .b_async_rst_n(tx_rst_n), .b_rst_n(tx_of_rx_n)
  );
  reset_pair #(.Stages(SyncStages)) u_reset_rx_bus (
      .a_clk(rx_clk), .a_async_rst_n(rx_rst_n), .a_rst_n(rx_of_bus_n),
      .b_clk(bus_clk), .b_async_rst_n(bus_rst_n), .b_rst_n(bus_of_rx_n)
  );
  reset_pair #(.Stages(SyncStages)) u_reset_tx_bus (
      .a_clk(tx_clk), .a_async_rst_n(tx_rst_n), .a_rst_n(tx_of_bus_n),
      .b_clk(bus_clk), .b_async_rst_n(bus_rst_n), .b_rst_n(bus_of_tx_n)
  );
  reset_pair #(.Stages(SyncStages)) u_reset_host_bus (
      .a_clk(host_clk), .a_async_rst_n(host_rst_n), .a_rst_n(host_of_bus_n),
      .b_clk(bus_clk), .b_async_rst_n(bus_rst_n), .b_rst_n(bus_of_host_n)
  );

  // The FIFOs are in reset, for state machines that have a reset of their own clock alone
  wire host_rx_ready, host_tx_ready, tx_host_ready;
  sync_bit #(.Stages(SyncStages)) u_host_rx_ready (.clk(host_clk), .rst_n(host_n), .d(host_of_rx_n), .q(host_rx_ready));
  sync_bit #(.Stages(SyncStages)) u_host_tx_ready (.clk(host_clk), .rst_n(host_n), .d(host_of_tx_n), .q(host_tx_ready));
  sync_bit #(.Stages(SyncStages)) u_tx_host_ready (.clk(tx_clk), .rst_n(tx_n), .d(tx_of_host_n), .q(tx_host_ready));

  // Registers, and their way into rx_clk and tx_clk
  wire        cfg_rx_enable, cfg_tx_enable, cfg_rx_pause, cfg_tx_pause, cfg_promiscuous;
  wire [47:0] cfg_station;
  wire [15:0] cfg_quanta, cfg_refresh;

  wire        rx_cfg_enable, rx_cfg_pause, rx_cfg_promiscuous;
  wire [47:0] rx_cfg_station;
  follow_word #(.Width(51), .Stages(SyncStages)) u_cfg_rx (
      .src_clk(bus_clk), .src_rst_n(bus_of_rx_n), .src_word({cfg_rx_enable, cfg_rx_pause, cfg_promiscuous, cfg_station}),
      .dst_clk(rx_clk), .dst_rst_n(rx_of_bus_n),
      .dst_word({rx_cfg_enable, rx_cfg_pause, rx_cfg_promiscuous, rx_cfg_station})
  );

  wire        tx_cfg_enable, tx_cfg_rx_pause, tx_cfg_tx_pause;
  wire [47:0] tx_cfg_station;
  wire [15:0] tx_cfg_quanta, tx_cfg_refresh;
  follow_word #(.Width(83), .Stages(SyncStages)) u_cfg_tx (
      .src_clk(bus_clk), .src_rst_n(bus_of_tx_n),
      .src_word({cfg_tx_enable, cfg_rx_pause, cfg_tx_pause, cfg_station, cfg_quanta, cfg_refresh}),
      .dst_clk(tx_clk), .dst_rst_n(tx_of_bus_n),
      .dst_word({tx_cfg_enable, tx_cfg_rx_pause, tx_cfg_tx_pause, tx_cfg_station, tx_cfg_quanta, tx_cfg_refresh})
  );

  // Receive
  wire        octet_valid, octet_first, octet_last, octet_bad;
  wire [ 7:0] octet;
  wire        rx_pause_valid;
  wire [15:0] rx_pause_quanta;
  wire        rx_ended, rx_good, rx_damaged, rx_short, rx_long, rx_multicast, rx_broadcast, rx_control, rx_pause;
  wire [19:0] rx_octets;
  wire        rx_dropped;
  fourclk_rx u_rx (
      .clk(rx_clk), .rst_n(rx_n), .gmii_rxd(gmii_rxd), .gmii_rx_dv(gmii_rx_dv), .gmii_rx_er(gmii_rx_er),
      .cfg_enable(rx_cfg_enable), .cfg_pause(rx_cfg_pause), .cfg_promiscuous(rx_cfg_promiscuous),
      .cfg_station(rx_cfg_station),
      .octet_valid(octet_valid), .octet(octet), .octet_first(octet_first), .octet_last(octet_last), .octet_bad(octet_bad),
      .pause_valid(rx_pause_valid), .pause_quanta(rx_pause_quanta),
      .ended(rx_ended), .ended_octets(rx_octets), .ended_good(rx_good), .ended_damaged(rx_damaged),
      .ended_short(rx_short), .ended_long(rx_long), .ended_multicast(rx_multicast), .ended_broadcast(rx_broadcast),
      .ended_control(rx_control), .ended_pause(rx_pause)
  );

  wire rx_fifo_valid, rx_fifo_room, rx_fifo_room_2;
  wire [9:0] rx_fifo_word;
  fourclk_rx_write u_rx_write (
      .clk(rx_clk), .rst_n(rx_of_host_n),
      .octet_valid(octet_valid), .octet(octet), .octet_first(octet_first), .octet_last(octet_last), .octet_bad(octet_bad),
      .fifo_room(rx_fifo_room), .fifo_room_2(rx_fifo_room_2), .fifo_valid(rx_fifo_valid), .fifo_word(rx_fifo_word),
      .dropped(rx_dropped)
  );

  wire host_fifo_valid, host_fifo_ready;
  wire [9:0] host_fifo_word;
  async_fifo #(.Width(10), .AddressBits(RxAddressBits), .Stages(SyncStages)) u_rx_fifo (
      .wr_clk(rx_clk), .wr_rst_n(rx_of_host_n), .wr_valid(rx_fifo_valid), .wr_word(rx_fifo_word),
      .wr_room(rx_fifo_room), .wr_room_2(rx_fifo_room_2),
      .rd_clk(host_clk), .rd_rst_n(host_of_rx_n), .rd_valid(host_fifo_valid), .rd_word(host_fifo_word),
      .rd_ready(host_fifo_ready)
  );

  fourclk_rx_read u_rx_read (
      .clk(host_clk), .rst_n(host_n), .fifo_cleared(!host_rx_ready),
      .fifo_valid(host_fifo_valid), .fifo_word(host_fifo_word), .fifo_ready(host_fifo_ready),
      .m_axis_tdata(m_axis_tdata), .m_axis_tvalid(m_axis_tvalid), .m_axis_tlast(m_axis_tlast),
      .m_axis_tuser(m_axis_tuser), .m_axis_tready(m_axis_tready)
  );

  // A received PAUSE holds data
  wire        tx_pause_valid;
  wire [15:0] tx_pause_quanta;
  wire        unused_pause_ready;
  handshake_word #(.Width(16), .Stages(SyncStages)) u_pause (
      .src_clk(rx_clk), .src_rst_n(rx_of_tx_n), .src_valid(rx_pause_valid), .src_word(rx_pause_quanta),
      .src_ready(unused_pause_ready),
      .dst_clk(tx_clk), .dst_rst_n(tx_of_rx_n), .dst_valid(tx_pause_valid), .dst_word(tx_pause_quanta)
  );

  wire tx_paused;
  fourclk_pause_timer u_pause_timer (
      .clk(tx_clk), .rst_n(tx_n), .cfg_enable(tx_cfg_rx_pause),
      .pause_valid(tx_pause_valid), .pause_quanta(tx_pause_quanta), .on_wire(gmii_tx_en), .paused(tx_paused)
  );

  // PAUSE frames of the MAC; the level comes from a flip-flop, so that no glitch is taken for a request
  reg host_xoff_req;
  always @(posedge host_clk or negedge host_n)
    if (!host_n) host_xoff_req <= 1'b0;
    else host_xoff_req <= xoff_req;

  wire tx_xoff_req;
  sync_bit #(.Stages(SyncStages)) u_xoff_req (.clk(tx_clk), .rst_n(tx_n), .d(host_xoff_req), .q(tx_xoff_req));

  wire        send_request, send_grant;
  wire [15:0] send_quanta;
  fourclk_pause_send u_pause_send (
      .clk(tx_clk), .rst_n(tx_n), .cfg_enable(tx_cfg_tx_pause), .cfg_quanta(tx_cfg_quanta), .cfg_refresh(tx_cfg_refresh),
      .level(tx_xoff_req), .request(send_request), .request_quanta(send_quanta), .grant(send_grant)
  );

  // Transmit
  wire tx_fifo_room, tx_fifo_valid, descriptor_room_2, descriptor_valid, descriptor_void;
  wire [8:0] tx_fifo_word;
  wire host_too_long;
  fourclk_tx_write u_tx_write (
      .clk(host_clk), .rst_n(host_n), .fifo_cleared(!host_tx_ready),
      .s_axis_tdata(s_axis_tdata), .s_axis_tvalid(s_axis_tvalid), .s_axis_tlast(s_axis_tlast),
      .s_axis_tready(s_axis_tready),
      .fifo_room(tx_fifo_room), .fifo_valid(tx_fifo_valid), .fifo_word(tx_fifo_word),
      .descriptor_room_2(descriptor_room_2), .descriptor_valid(descriptor_valid), .descriptor_void(descriptor_void),
      .too_long(host_too_long)
  );

  wire out_valid, out_ready, unused_tx_room_2;
  wire [8:0] out_word;
  async_fifo #(.Width(9), .AddressBits(TxAddressBits), .Stages(SyncStages)) u_tx_fifo (
      .wr_clk(host_clk), .wr_rst_n(host_of_tx_n), .wr_valid(tx_fifo_valid), .wr_word(tx_fifo_word),
      .wr_room(tx_fifo_room), .wr_room_2(unused_tx_room_2),
      .rd_clk(tx_clk), .rd_rst_n(tx_of_host_n), .rd_valid(out_valid), .rd_word(out_word), .rd_ready(out_ready)
  );

  wire next_valid, next_void, next_ready, unused_descriptor_room;
  async_fifo #(.Width(1), .AddressBits(TxFramesBits), .Stages(SyncStages)) u_descriptors (
      .wr_clk(host_clk), .wr_rst_n(host_of_tx_n), .wr_valid(descriptor_valid), .wr_word(descriptor_void),
      .wr_room(unused_descriptor_room), .wr_room_2(descriptor_room_2),
      .rd_clk(tx_clk), .rd_rst_n(tx_of_host_n), .rd_valid(next_valid), .rd_word(next_void), .rd_ready(next_ready)
  );

  wire tx_ended, tx_good, tx_multicast, tx_broadcast, tx_xoff, tx_xon;
  wire [15:0] tx_octets;
  fourclk_tx u_tx (
      .clk(tx_clk), .rst_n(tx_n), .gmii_txd(gmii_txd), .gmii_tx_en(gmii_tx_en), .gmii_tx_er(gmii_tx_er),
      .cfg_enable(tx_cfg_enable), .cfg_station(tx_cfg_station), .paused(tx_paused),
      .pause_request(send_request), .pause_quanta(send_quanta), .pause_grant(send_grant),
      .fifo_cleared(!tx_host_ready),
      .descriptor_valid(next_valid), .descriptor_void(next_void), .descriptor_ready(next_ready),
      .fifo_valid(out_valid), .fifo_word(out_word), .fifo_ready(out_ready),
      .ended(tx_ended), .ended_octets(tx_octets), .ended_good(tx_good), .ended_multicast(tx_multicast),
      .ended_broadcast(tx_broadcast), .ended_xoff(tx_xoff), .ended_xon(tx_xon)
  );

  // Events and counters
  wire rx_sized = !rx_short && !rx_long;
  assign rx_event_octets = rx_ended ? rx_octets : 20'd0;
  assign rx_event = {
    rx_dropped,
    rx_ended && rx_pause,
    rx_ended && rx_control,
    rx_ended && rx_damaged && rx_long,
    rx_ended && !rx_damaged && rx_long,
    rx_ended && rx_damaged && rx_short,
    rx_ended && !rx_damaged && rx_short,
    rx_ended && rx_damaged && rx_sized,
    rx_ended && rx_broadcast,
    rx_ended && rx_multicast,
    rx_ended && rx_good,
    rx_ended
  };
  wire [ADD_BITS-1:0] rx_good_octets = rx_ended && rx_good ? rx_octets : 20'd0;

  assign tx_event_octets = tx_ended && tx_good ? tx_octets : 16'd0;
  assign tx_event = {
    tx_ended && !tx_good,
    tx_ended && tx_xon,
    tx_ended && tx_xoff,
    tx_ended && tx_broadcast,
    tx_ended && tx_multicast,
    tx_ended && tx_good
  };

  genvar i;
  wire [RX_COUNTERS*ADD_BITS-1:0] rx_add;
  wire [TX_COUNTERS*ADD_BITS-1:0] tx_add;
  assign rx_add[0+:2*ADD_BITS] = {rx_good_octets, rx_event_octets};
  assign tx_add[0+:ADD_BITS]   = {4'd0, tx_event_octets};
  generate
    for (i = 0; i < 12; i = i + 1) begin : g_rx_add
      assign rx_add[(i+2)*ADD_BITS+:ADD_BITS] = {{ADD_BITS - 1{1'b0}}, rx_event[i]};
    end
    for (i = 0; i < 6; i = i + 1) begin : g_tx_add
      assign tx_add[(i+1)*ADD_BITS+:ADD_BITS] = {{ADD_BITS - 1{1'b0}}, tx_event[i]};
    end
  endgenerate

  wire [RX_COUNTERS*32-1:0] rx_counters, bus_rx_counters;
  wire [TX_COUNTERS*32-1:0] tx_counters, bus_tx_counters;
  wire [31:0] host_counter, bus_host_counter;
  stat_counters #(.Counters(RX_COUNTERS), .AddBits(ADD_BITS)) u_rx_counters (
      .clk(rx_clk), .rst_n(rx_n), .add(rx_add), .values(rx_counters)
  );
  stat_counters #(.Counters(TX_COUNTERS), .AddBits(ADD_BITS)) u_tx_counters (
      .clk(tx_clk), .rst_n(tx_n), .add(tx_add), .values(tx_counters)
  );
  stat_counters #(.Counters(1), .AddBits(1)) u_host_counter (
      .clk(host_clk), .rst_n(host_n), .add(host_too_long), .values(host_counter)
  );
  follow_word #(.Width(RX_COUNTERS * 32), .Stages(SyncStages)) u_copy_rx (
      .src_clk(rx_clk), .src_rst_n(rx_of_bus_n), .src_word(rx_counters),
      .dst_clk(bus_clk), .dst_rst_n(bus_of_rx_n), .dst_word(bus_rx_counters)
  );
  follow_word #(.Width(TX_COUNTERS * 32), .Stages(SyncStages)) u_copy_tx (
      .src_clk(tx_clk), .src_rst_n(tx_of_bus_n), .src_word(tx_counters),
      .dst_clk(bus_clk), .dst_rst_n(bus_of_tx_n), .dst_word(bus_tx_counters)
  );
  follow_word #(.Width(32), .Stages(SyncStages)) u_copy_host (
      .src_clk(host_clk), .src_rst_n(host_of_bus_n), .src_word(host_counter),
      .dst_clk(bus_clk), .dst_rst_n(bus_of_host_n), .dst_word(bus_host_counter)
  );

  // States for the bus
  wire bus_paused, bus_dropped;
  reg  tx_paused_flop;
  always @(posedge tx_clk or negedge tx_n)
    if (!tx_n) tx_paused_flop <= 1'b0;
    else tx_paused_flop <= tx_paused;
  sync_bit #(.Stages(SyncStages)) u_paused (.clk(bus_clk), .rst_n(bus_n), .d(tx_paused_flop), .q(bus_paused));
  sync_pulse #(.Stages(SyncStages)) u_dropped (
      .src_clk(rx_clk), .src_rst_n(rx_of_bus_n), .src_pulse(rx_dropped),
      .dst_clk(bus_clk), .dst_rst_n(bus_of_rx_n), .dst_pulse(bus_dropped)
  );

  fourclk_regs #(.RxCounters(RX_COUNTERS), .TxCounters(TX_COUNTERS)) u_regs (
      .clk(bus_clk), .rst_n(bus_n),
      .psel(psel), .penable(penable), .paddr(paddr), .pwrite(pwrite), .pwdata(pwdata), .pstrb(pstrb),
      .prdata(prdata), .pready(pready), .pslverr(pslverr),
      .cfg_rx_enable(cfg_rx_enable), .cfg_tx_enable(cfg_tx_enable), .cfg_rx_pause(cfg_rx_pause),
      .cfg_tx_pause(cfg_tx_pause), .cfg_promiscuous(cfg_promiscuous), .cfg_station(cfg_station),
      .cfg_quanta(cfg_quanta), .cfg_refresh(cfg_refresh),
      .paused(bus_paused), .dropped(bus_dropped),
      .rx_counters(bus_rx_counters), .tx_counters(bus_tx_counters), .too_long_counter(bus_host_counter)
  );

endmodule

`default_nettype wire
