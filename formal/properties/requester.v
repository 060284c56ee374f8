// SPDX-License-Identifier: Apache-2.0
// A requester of the LL 10G MAC: XOFF follows its request and not twice within the hold-off, XON only after an XOFF. doc/devices/ll10g.md 3.
//
// Rules. While a request is wanted, decided or on the wire nothing is accepted. Otherwise an XOFF whose hold-off is over, or that knows none, is
// accepted and goes before an XON; an XON is accepted if the newest frame carried a time. What was accepted is wanted from the next clock to
// the decision of its frame, unless the requester is disabled.
`default_nettype none

module formal_requester (
    input wire        clk,
    input wire        rst_n,
    input wire        enable_i,
    input wire        off_i,
    input wire        on_i,
    input wire        off_now_i,
    input wire [15:0] quanta_i,
    input wire [15:0] holdoff_i,
    input wire        start_i,            // a frame with this requester is decided
    input wire        end_i,              // a frame of its kind ends with this clock
    input wire        requested_i,
    input wire [15:0] time_i,             // what the frame carries
    input wire        sent_i,             // lemmas: states of the device
    input wire        flight_i,
    input wire        flight_off_i,
    input wire [21:0] hold_i
);

  reg         begun_q = 1'b0;
  reg         off_q;
  reg         on_q;
  reg         sent_q;
  reg         way_q;
  reg         way_off_q;
  wire [21:0] hold;

  wire rests      = !off_q && !on_q && !way_q;
  wire accept_off = rests && (off_now_i || (off_i && hold == 22'd0));
  wire accept_on  = rests && !accept_off && on_i && sent_q;

  formal_advertised #(
      .Width(22),
      .Step (8)
  ) u_hold (
      .clk    (clk),
      .rst_n  (rst_n),
      .clear_i(!enable_i),
      .load_i (end_i && way_q && way_off_q),
      .time_i ({holdoff_i, 6'd0}),
      .left_o (hold)
  );

  always @(posedge clk) begin
    begun_q   <= 1'b1;
    off_q     <= rst_n && enable_i && !start_i && (off_q || accept_off);
    on_q      <= rst_n && enable_i && !start_i && (on_q || accept_on);
    sent_q    <= rst_n && enable_i && (start_i ? time_i != 16'd0 : sent_q);
    way_q     <= rst_n && (start_i || (way_q && !end_i));
    if (start_i) way_off_q <= off_q;
    if (!begun_q) assume (!rst_n);
    // What the transmitter guarantees (proof control): it starts what is wanted, and one frame after the other.
    assume (!start_i || (requested_i && (!way_q || end_i)));
    if (begun_q && rst_n) begin
      assert (requested_i == (enable_i && (off_q || on_q)));
      assert (!requested_i || time_i == (off_q ? quanta_i : 16'd0));
`ifndef FORMAL_FAULT
      assert (sent_i == sent_q && flight_i == way_q && hold_i == hold && (!way_q || flight_off_i == way_off_q));
`endif
      cover (requested_i && off_q);
      cover (start_i && on_q);
      cover (off_i && !off_now_i && hold != 22'd0 && rests);
    end
  end

endmodule

`default_nettype wire
