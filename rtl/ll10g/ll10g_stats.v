// SPDX-License-Identifier: Apache-2.0
// The statistics block of one direction: which frame counts where, and the counters.
// Intel LL 10G MAC user guide 683426 5.11; doc/devices/ll10g.md 1, 4, 5.
//
// Rules. A slot is the place of a counter in the block, by the order of the receive block; the transmit block has the
// same slots. Every frame is counted in the cycle of event_i, any number of cycles in a row. The clear wins over it.
`include "ll10g_regs.vh"
`default_nettype none
`define SLOT(index) ((index) - `LL10G_CNT_rx_stats_framesOK)

module ll10g_stats #(
    parameter IferrMode           = 0,       // ifErrors: 0 error or invalid, 1 error and invalid, 2 error
    parameter StatPreset          = 0,       // counters begin so many frames before their end
    parameter PresetCarry         = 0        // and 2^35 frames more: before a carry into their upper word
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        cfg_rfc2819_strict_i, // undersize and oversize only with a right FCS
    input  wire        cfg_err_excludes_filtered_i, // an invalid frame with an error is no error frame
    input  wire        cfg_octets_ok_all_i, // octetsOK takes error frames too
    input  wire        cfg_oversize_ends_bin_i, // the last size bin ends at the maximum length
    input  wire        clear_i,
    input  wire        event_i,              // a frame; with it:
    input  wire [15:0] length_i,
    input  wire [15:0] payload_i,
    input  wire        good_i,
    input  wire        error_i,
    input  wire        invalid_i,
    input  wire        fcs_error_i,
    input  wire        undersize_i,
    input  wire        oversize_i,
    input  wire        control_i,
    input  wire        pause_i,
    input  wire        pfc_i,
    input  wire        unicast_i,
    input  wire        multicast_i,
    input  wire        broadcast_i,
    input  wire        read_i,
    input  wire [4:0]  read_slot_i,
    output reg  [63:0] read_data_o
);

  localparam SLOTS     = 30;
  localparam OCTETS_OK = `SLOT(`LL10G_CNT_rx_stats_octetsOK);
  localparam OCTETS    = `SLOT(`LL10G_CNT_rx_stats_etherStatsOctets);
  localparam [63:0] PRESET        = ((PresetCarry != 0) ? -64'h800000000 : 64'd0) - StatPreset;
  localparam [63:0] OCTETS_PRESET = PRESET << 6;

  reg [SLOTS-1:0] events;
  reg             counted_error;
  reg             if_error;
  reg             well_formed;

  always @* begin
    events        = {SLOTS{1'b0}};
    counted_error = 1'b0;
    if_error      = 1'b0;
    well_formed   = 1'b0;
    if (event_i) begin
      counted_error = error_i && (!cfg_err_excludes_filtered_i || !invalid_i);
      if_error      = (IferrMode == 0) ? error_i || invalid_i : (IferrMode == 1) ? error_i && invalid_i : error_i;
      well_formed   = !cfg_rfc2819_strict_i || !fcs_error_i;
      events[`SLOT(`LL10G_CNT_rx_stats_framesOK)]                      = good_i;
      events[`SLOT(`LL10G_CNT_rx_stats_framesErr)]                     = counted_error;
      events[`SLOT(`LL10G_CNT_rx_stats_framesCRCErr)]                  = fcs_error_i;
      events[`SLOT(`LL10G_CNT_rx_stats_octetsOK)]                      = good_i || (cfg_octets_ok_all_i && counted_error);
      events[`SLOT(`LL10G_CNT_rx_stats_pauseMACCtrl_Frames)]           = pause_i;
      events[`SLOT(`LL10G_CNT_rx_stats_ifErrors)]                      = if_error;
      events[`SLOT(`LL10G_CNT_rx_stats_unicast_FramesOK)]              = good_i && !control_i && unicast_i;
      events[`SLOT(`LL10G_CNT_rx_stats_unicast_FramesErr)]             = counted_error && !control_i && unicast_i;
      events[`SLOT(`LL10G_CNT_rx_stats_multicast_FramesOK)]            = good_i && !control_i && multicast_i;
      events[`SLOT(`LL10G_CNT_rx_stats_multicast_FramesErr)]           = counted_error && !control_i && multicast_i;
      events[`SLOT(`LL10G_CNT_rx_stats_broadcast_FramesOK)]            = good_i && !control_i && broadcast_i;
      events[`SLOT(`LL10G_CNT_rx_stats_broadcast_FramesErr)]           = counted_error && !control_i && broadcast_i;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsOctets)]              = 1'b1;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsPkts)]                = 1'b1;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsUndersizePkts)]       = undersize_i && well_formed;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsOversizePkts)]        = oversize_i && well_formed;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsPkts64Octets)]        = length_i == 16'd64;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsPkts65to127Octets)]   = length_i >= 16'd65 && length_i <= 16'd127;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsPkts128to255Octets)]  = length_i >= 16'd128 && length_i <= 16'd255;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsPkts256to511Octets)]  = length_i >= 16'd256 && length_i <= 16'd511;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsPkts512to1023Octets)] = length_i >= 16'd512 && length_i <= 16'd1023;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatPkts1024to1518Octets)] = length_i >= 16'd1024 && length_i <= 16'd1518;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsPkts1519toXOctets)]   = length_i >= 16'd1519
          && (!cfg_oversize_ends_bin_i || !oversize_i);
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsFragments)]           = undersize_i && fcs_error_i;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsJabbers)]             = oversize_i && fcs_error_i;
      events[`SLOT(`LL10G_CNT_rx_stats_etherStatsCRCErr)]              = !undersize_i && !oversize_i && fcs_error_i;
      events[`SLOT(`LL10G_CNT_rx_stats_unicastMACCtrlFrames)]          = good_i && control_i && unicast_i;
      events[`SLOT(`LL10G_CNT_rx_stats_multicastMACCtrlFrames)]        = good_i && control_i && multicast_i;
      events[`SLOT(`LL10G_CNT_rx_stats_broadcastMACCtrlFrames)]        = good_i && control_i && broadcast_i;
      events[`SLOT(`LL10G_CNT_rx_stats_PFCMACCtrlFrames)]              = pfc_i;
    end
  end

  wire update = event_i || clear_i || !rst_n;

  genvar i;
  generate
    for (i = 0; i < SLOTS; i = i + 1) begin : g_counter
      if (i == OCTETS_OK || i == OCTETS) begin : g_octets
        reg [63:0] count_q;
        always @(posedge clk) begin
          if (update) begin
            if (!rst_n) count_q <= OCTETS_PRESET;
            else if (clear_i) count_q <= 64'd0;
            else if (events[i]) count_q <= count_q + {48'd0, (i == OCTETS) ? length_i : payload_i};
          end
        end
      end else begin : g_frames
        reg [35:0] count_q;
        always @(posedge clk) begin
          if (update) begin
            if (!rst_n) count_q <= PRESET[35:0];
            else if (clear_i) count_q <= 36'd0;
            else if (events[i]) count_q <= count_q + 36'd1;
          end
        end
      end
    end
  endgenerate

  always @* begin
    read_data_o = 64'd0;
    if (read_i) begin
      case (read_slot_i)
        5'd0:  read_data_o = {28'd0, g_counter[0].g_frames.count_q};
        5'd1:  read_data_o = {28'd0, g_counter[1].g_frames.count_q};
        5'd2:  read_data_o = {28'd0, g_counter[2].g_frames.count_q};
        5'd3:  read_data_o = g_counter[3].g_octets.count_q;
        5'd4:  read_data_o = {28'd0, g_counter[4].g_frames.count_q};
        5'd5:  read_data_o = {28'd0, g_counter[5].g_frames.count_q};
        5'd6:  read_data_o = {28'd0, g_counter[6].g_frames.count_q};
        5'd7:  read_data_o = {28'd0, g_counter[7].g_frames.count_q};
        5'd8:  read_data_o = {28'd0, g_counter[8].g_frames.count_q};
        5'd9:  read_data_o = {28'd0, g_counter[9].g_frames.count_q};
        5'd10: read_data_o = {28'd0, g_counter[10].g_frames.count_q};
        5'd11: read_data_o = {28'd0, g_counter[11].g_frames.count_q};
        5'd12: read_data_o = g_counter[12].g_octets.count_q;
        5'd13: read_data_o = {28'd0, g_counter[13].g_frames.count_q};
        5'd14: read_data_o = {28'd0, g_counter[14].g_frames.count_q};
        5'd15: read_data_o = {28'd0, g_counter[15].g_frames.count_q};
        5'd16: read_data_o = {28'd0, g_counter[16].g_frames.count_q};
        5'd17: read_data_o = {28'd0, g_counter[17].g_frames.count_q};
        5'd18: read_data_o = {28'd0, g_counter[18].g_frames.count_q};
        5'd19: read_data_o = {28'd0, g_counter[19].g_frames.count_q};
        5'd20: read_data_o = {28'd0, g_counter[20].g_frames.count_q};
        5'd21: read_data_o = {28'd0, g_counter[21].g_frames.count_q};
        5'd22: read_data_o = {28'd0, g_counter[22].g_frames.count_q};
        5'd23: read_data_o = {28'd0, g_counter[23].g_frames.count_q};
        5'd24: read_data_o = {28'd0, g_counter[24].g_frames.count_q};
        5'd25: read_data_o = {28'd0, g_counter[25].g_frames.count_q};
        5'd26: read_data_o = {28'd0, g_counter[26].g_frames.count_q};
        5'd27: read_data_o = {28'd0, g_counter[27].g_frames.count_q};
        5'd28: read_data_o = {28'd0, g_counter[28].g_frames.count_q};
        5'd29: read_data_o = {28'd0, g_counter[29].g_frames.count_q};
        default: read_data_o = 64'd0;
      endcase
    end
  end

endmodule

`undef SLOT
`default_nettype wire
