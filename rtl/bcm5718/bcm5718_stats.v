// SPDX-License-Identifier: Apache-2.0
// The statistics block: which event counts where.
// BCM5718 PG108-R p.225, Table 86; tg3.h; RFC 2819, 2863, 3635.
`include "bcm5718_regs.vh"
`default_nettype none

module bcm5718_stats #(
    parameter StatPreset = 0
) (
    input  wire                                clk,
    input  wire                                rst_n,
    input  wire                                tx_end_i,
    input  wire [15:0]                         tx_length_i,
    input  wire                                tx_pause_i,
    input  wire                                tx_underrun_i,
    input  wire                                tx_group_i,
    input  wire                                tx_broadcast_i,
    input  wire                                tx_xoff_sent_i,
    input  wire                                tx_xon_sent_i,
    input  wire                                rx_classify_i,
    input  wire [15:0]                         rx_length_i,
    input  wire                                rx_fragment_i,
    input  wire                                rx_undersize_i,
    input  wire                                rx_fcs_error_i,
    input  wire                                rx_too_long_i,
    input  wire                                rx_jabber_i,
    input  wire                                rx_unicast_i,
    input  wire                                rx_multicast_i,
    input  wire                                rx_broadcast_i,
    input  wire                                rx_pause_xoff_i,
    input  wire                                rx_pause_xon_i,
    input  wire                                rx_pause_state_i,
    input  wire                                rx_control_i,
    input  wire                                rx_discard_i,
    input  wire                                rx_error_i,
    input  wire                                tx_clear_i,
    input  wire                                rx_clear_i,
    input  wire                                read_i,          // read and clear this counter
    input  wire [$clog2(`BCM5718_CNT_COUNT)-1:0] read_index_i,
    output wire [31:0]                         read_data_o
);

  localparam COUNT = `BCM5718_CNT_COUNT;
  // No event of this full-duplex part without descriptor rings counts here.
  localparam [COUNT-1:0] UNUSED = 1 << `BCM5718_CNT_etherStatsCollisions | 1 << `BCM5718_CNT_singleCollisionFrames
      | 1 << `BCM5718_CNT_multipleCollisionFrames | 1 << `BCM5718_CNT_deferredTransmissions
      | 1 << `BCM5718_CNT_excessiveCollisions | 1 << `BCM5718_CNT_lateCollisions
      | 1 << `BCM5718_CNT_dot3StatsAlignmentErrors | 1 << `BCM5718_CNT_rxNoBufferDescriptors;

  reg [COUNT-1:0] events;
  reg [COUNT-1:0] clear;

  always @* begin
    events = {COUNT{1'b0}};
    if (tx_end_i) begin
      events[`BCM5718_CNT_ifHCOutOctets]             = 1'b1;
      events[`BCM5718_CNT_outXoffSent]               = tx_xoff_sent_i;
      events[`BCM5718_CNT_outXonSent]                = tx_xon_sent_i;
      events[`BCM5718_CNT_internalMacTransmitErrors] = tx_underrun_i;
      if (!tx_pause_i && !tx_underrun_i) begin
        events[`BCM5718_CNT_ifHCOutBroadcastPkts] = tx_broadcast_i;
        events[`BCM5718_CNT_ifHCOutMulticastPkts] = tx_group_i && !tx_broadcast_i;
        events[`BCM5718_CNT_ifHCOutUcastPkts]     = !tx_group_i;
      end
    end
    if (rx_classify_i) begin
      events[`BCM5718_CNT_ifHCInOctets]             = 1'b1;
      events[`BCM5718_CNT_etherStatsFragments]      = rx_fragment_i;
      events[`BCM5718_CNT_etherStatsUndersizePkts]  = rx_undersize_i;
      events[`BCM5718_CNT_dot3StatsFCSErrors]       = rx_fcs_error_i;
      events[`BCM5718_CNT_dot3StatsFramesTooLong]   = rx_too_long_i;
      events[`BCM5718_CNT_etherStatsJabbers]        = rx_jabber_i;
      events[`BCM5718_CNT_ifHCInUcastPkts]          = rx_unicast_i;
      events[`BCM5718_CNT_ifHCInMulticastPkts]      = rx_multicast_i;
      events[`BCM5718_CNT_ifHCInBroadcastPkts]      = rx_broadcast_i;
      events[`BCM5718_CNT_xoffPauseFramesReceived]  = rx_pause_xoff_i;
      events[`BCM5718_CNT_xoffStateEntered]         = rx_pause_state_i;
      events[`BCM5718_CNT_xonPauseFramesReceived]   = rx_pause_xon_i;
      events[`BCM5718_CNT_macControlFramesReceived] = rx_control_i;
      events[`BCM5718_CNT_ifInDiscards]             = rx_discard_i;
      events[`BCM5718_CNT_ifInErrors]               = rx_error_i;
    end
  end

  // The counters are numbered TX, RX, HOST; the host's are cleared by reads alone.
  always @* begin
    clear = {COUNT{1'b0}};
    if (tx_clear_i) clear[0 +: `BCM5718_CNT_TX_COUNT] = {`BCM5718_CNT_TX_COUNT{1'b1}};
    if (rx_clear_i) clear[`BCM5718_CNT_TX_COUNT +: `BCM5718_CNT_RX_COUNT] = {`BCM5718_CNT_RX_COUNT{1'b1}};
    if (read_i) clear[read_index_i] = 1'b1;
  end

  stat_counters #(
      .Count   (COUNT),
      .TxOctets(`BCM5718_CNT_ifHCOutOctets),
      .RxOctets(`BCM5718_CNT_ifHCInOctets),
      .Preset  (StatPreset),
      .Unused  (UNUSED)
  ) u_counters (
      .clk         (clk),
      .rst_n       (rst_n),
      .event_i     (events),
      .tx_octets_i (tx_length_i),
      .rx_octets_i (rx_length_i),
      .clear_i     (clear),
      .read_index_i(read_index_i),
      .read_data_o (read_data_o)
  );

endmodule

`default_nettype wire
