// SPDX-License-Identifier: Apache-2.0
// Shows in the waves, beside a DUT, what the golden model expects of it, where the two differ, and frames and register accesses as words. It is in traced
// builds only; the bench sets its inputs (expected.def) for each clock.
//
// Records are shown in the clock in which they are valid, and are 0 in all others: {valid, kind, octets}.
`default_nettype none
`include "expected.vh"

module seam_expected (
    `EXPECTED_PORTS
    input wire        xoff,
    input wire [31:0] timer,
    input wire [31:0] level,
    input wire [ 7:0] pfc_xoff,
    input wire        rx_valid,
    input wire [31:0] rx_record,
    input wire        tx_valid,
    input wire [31:0] tx_record,
    input wire [ 2:0] mdio        // mdio_oe, mdio_o, mdc
);

  // the newest finding, where model and DUT differ
  wire [223:0] rule = in_expected_rule;
  wire         finding = in_expected_finding;

  wire         xoff_expected = in_expected_xoff;
  wire         xoff_differs = in_expected_exact && xoff != in_expected_xoff;
  wire [ 31:0] timer_expected = in_expected_timer;
  wire         timer_differs = in_expected_exact && timer != in_expected_timer;
  wire [ 31:0] level_expected = in_expected_level;
  wire         level_differs = in_expected_exact && level != in_expected_level;
  wire [ 31:0] level_drawn = in_expected_mark_drawn == 2'd1 ? in_expected_low_mark
      : in_expected_mark_drawn == 2'd2 ? in_expected_high_mark : level;
  wire [  7:0] pfc_expected = in_expected_pfc_xoff;
  wire         pfc_differs = in_expected_exact && pfc_xoff != in_expected_pfc_xoff;

  wire [  6:0] rx_kind = rx_valid ? {1'b1, rx_record[21:16]} : 7'd0;
  wire [ 15:0] rx_octets = rx_valid ? rx_record[15:0] : 16'd0;
  wire [  6:0] rx_kind_expected = in_expected_rx_valid ? {1'b1, in_expected_rx_record[21:16]} : 7'd0;
  wire [ 15:0] rx_octets_expected = in_expected_rx_valid ? in_expected_rx_record[15:0] : 16'd0;
  wire         rx_differs = in_expected_exact
      && (rx_valid != in_expected_rx_valid || (rx_valid && rx_record != in_expected_rx_record));

  // dropped, PFC, underrun or host error, PAUSE
  wire [  4:0] tx_kind = tx_valid ? {1'b1, tx_record[19:16]} : 5'd0;
  wire [ 15:0] tx_octets = tx_valid ? tx_record[15:0] : 16'd0;
  wire [  4:0] tx_collisions = tx_valid ? tx_record[28:24] : 5'd0;
  wire [  4:0] tx_kind_expected = in_expected_tx_valid ? {1'b1, in_expected_tx_record[19:16]} : 5'd0;
  wire [ 15:0] tx_octets_expected = in_expected_tx_valid ? in_expected_tx_record[15:0] : 16'd0;
  wire [  4:0] tx_collisions_expected = in_expected_tx_valid ? in_expected_tx_record[28:24] : 5'd0;
  wire         tx_differs = in_expected_exact
      && (tx_valid != in_expected_tx_valid || (tx_valid && tx_record != in_expected_tx_record));

  wire [  1:0] signal_expected = in_expected_signal;
  wire         link_fault_expected = in_expected_link_fault;
  wire [191:0] marks = in_expected_marks;
  wire [ 31:0] refresh_in = in_expected_refresh;

  wire [159:0] read_value = in_expected_read;
  wire [159:0] read_expected = in_expected_read_due;
  wire         read_differs = in_expected_read_differs;
  wire [ 63:0] counter_expected = in_expected_counter;
  wire         counter_event = in_expected_counter_event;
  wire         counter_access = in_expected_counter_access;

  wire         mdc_expected = in_expected_mdio[0];
  wire         mdio_o_expected = in_expected_mdio[1];
  wire         mdio_oe_expected = in_expected_mdio[2];
  wire         mdio_differs = |((mdio ^ in_expected_mdio) & in_expected_mdio_known);
  wire [127:0] mdio_bit = in_expected_mdio_bit;

  wire [191:0] wire_in = in_expected_wire_in;
  wire [191:0] wire_out = in_expected_wire_out;
  wire [191:0] wire_due = in_expected_wire_due;
  wire [191:0] held = in_expected_held;
  wire [191:0] requested = in_expected_requested;
  wire [191:0] host_in = in_expected_host_in;
  wire [191:0] host_out = in_expected_host_out;
  wire [191:0] host_due = in_expected_host_due;
  wire [319:0] access = in_expected_access;

  wire         differs = finding || xoff_differs || timer_differs || level_differs || pfc_differs || rx_differs
      || tx_differs || read_differs || mdio_differs;

  wire unused = ^{
    differs, rule, xoff_expected, timer_expected, level_expected, pfc_expected, rx_kind, rx_octets, rx_kind_expected,
    rx_octets_expected, tx_kind, tx_octets, tx_collisions, tx_kind_expected, tx_octets_expected,
    tx_collisions_expected, signal_expected, link_fault_expected, marks, refresh_in, read_value, read_expected,
    counter_expected, counter_event, counter_access, wire_in, wire_out, wire_due, held, requested, host_in, host_out,
    host_due, access, level_drawn, mdc_expected, mdio_o_expected, mdio_oe_expected, mdio_bit
  };

endmodule
`default_nettype wire
