// SPDX-License-Identifier: Apache-2.0
// Shows the frames on the cable in the waves: per direction what enters and what leaves in a clock.
//
// kind: 0 none yet, 1 not known yet, 2 data, 3 PAUSE, 4 PFC, 5 other MAC control. octets: DA..FCS of the newest one that has passed.
`default_nettype none

module cable_probe (
    input wire        tick,
    input wire        ab_entering_valid,
    input wire [2:0]  ab_entering_kind,
    input wire [15:0] ab_entering_octets,
    input wire [31:0] ab_entering_number,
    input wire [15:0] ab_entering_quanta,
    input wire        ab_leaving_valid,
    input wire [2:0]  ab_leaving_kind,
    input wire [15:0] ab_leaving_octets,
    input wire [31:0] ab_leaving_number,
    input wire [15:0] ab_leaving_quanta,
    input wire        ab_leaving_damaged,
    input wire        ab_leaving_lost,
    input wire        ab_leaving_cut,
    input wire        ba_entering_valid,
    input wire [2:0]  ba_entering_kind,
    input wire [15:0] ba_entering_octets,
    input wire [31:0] ba_entering_number,
    input wire [15:0] ba_entering_quanta,
    input wire        ba_leaving_valid,
    input wire [2:0]  ba_leaving_kind,
    input wire [15:0] ba_leaving_octets,
    input wire [31:0] ba_leaving_number,
    input wire [15:0] ba_leaving_quanta,
    input wire        ba_leaving_damaged,
    input wire        ba_leaving_lost,
    input wire        ba_leaving_cut
);

  wire [3:0] ab_enters = {ab_entering_valid, ab_entering_kind};
  wire [3:0] ab_leaves = {ab_leaving_valid, ab_leaving_kind};
  wire [2:0] ab_fate = {ab_leaving_cut, ab_leaving_lost, ab_leaving_damaged};
  wire [3:0] ba_enters = {ba_entering_valid, ba_entering_kind};
  wire [3:0] ba_leaves = {ba_leaving_valid, ba_leaving_kind};
  wire [2:0] ba_fate = {ba_leaving_cut, ba_leaving_lost, ba_leaving_damaged};

  wire unused = ^{
    tick, ab_entering_valid, ab_entering_kind, ab_entering_octets, ab_entering_number, ab_entering_quanta,
    ab_leaving_valid, ab_leaving_kind, ab_leaving_octets, ab_leaving_number, ab_leaving_quanta,
    ab_leaving_damaged, ab_leaving_lost, ab_leaving_cut, ba_entering_valid, ba_entering_kind,
    ba_entering_octets, ba_entering_number, ba_entering_quanta, ba_leaving_valid, ba_leaving_kind,
    ba_leaving_octets, ba_leaving_number, ba_leaving_quanta, ba_leaving_damaged, ba_leaving_lost,
    ba_leaving_cut, ab_enters, ab_leaves, ab_fate, ba_enters, ba_leaves, ba_fate
  };

endmodule
`default_nettype wire
