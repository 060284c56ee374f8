// SPDX-License-Identifier: Apache-2.0
// The transmitter and its pins at XGMII, inside rtl/common/xgmii_tx.v: the statement, and the lemmas that make it inductive.
  wire       formal_busy;
  wire       formal_start;
  wire       formal_end;
  formal_wire_xgmii u_wire (
      .clk     (clk),
      .rst_n   (rst_n),
      .txd_i   (xgmii_txd),
      .txc_i   (xgmii_txc),
      .busy_o  (formal_busy),
      .start_o (formal_start),
      .end_o   (formal_end),
      .rested_o()
  );
  formal_wire u_pins (
      .clk     (clk),
      .rst_n   (rst_n),
      .busy_i  (formal_busy),
      .start_i (formal_start),
      .end_i   (formal_end),
      .next_i  (busy_next_o),
      .starts_i(start),
      .ends_i  (end_o)
  );

`ifndef FORMAL_FAULT
  // Lanes with an end code in 7:0, with a start code in 15:8.
  function [15:0] formal_codes;
    input [63:0] octets;
    input [7:0] controls;
    integer lane;
    for (lane = 0; lane < 8; lane = lane + 1) begin
      formal_codes[lane]     = controls[lane] && octets[8*lane+:8] == 8'hFD;
      formal_codes[8 + lane] = controls[lane] && octets[8*lane+:8] == 8'hFB;
    end
  endfunction

  // The end code is still to come, and it is in what spilled, or else in the half word that was carried over.
  wire        formal_in_carry = end_q[1] && !spill_valid_q;
  wire [2:0]  formal_spill_lane = !shift_q ? end_lane_q : end_q[2] ? 3'd4 : end_lane_q - 3'd4;
  reg         formal_begun_q = 1'b0;
  always @(posedge clk) begin
    formal_begun_q <= 1'b1;
    if (formal_begun_q) begin
      assert (end_q == 3'd0 || end_q == 3'd1 || end_q == 3'd2 || end_q == 3'd4);
      assert (busy_q == (body_valid_q || end_q != 3'd0));
      assert (!(body_valid_q && end_q != 3'd0));
      assert (body_valid_q ? body_last_q == (state_q == NONE) : state_q == NONE);
      assert (!spill_valid_q || end_q[1] || end_q[2]);
      assert (!end_q[2] || (shift_q && spill_valid_q && end_lane_q == 3'd0));
      assert (!formal_in_carry || (shift_q && end_lane_q < 3'd4));
      assert (!(spill_valid_q && end_q[1] && shift_q) || end_lane_q >= 3'd4);
      assert (!spill_valid_q || formal_codes(spill_q, spill_control_q) == 16'd1 << formal_spill_lane);
      assert (!(shift_q && busy_q) || formal_codes({32'd0, carry_q}, {4'd0, carry_control_q}) == (formal_in_carry ? 16'd1 << end_lane_q : 16'd0));
      assert (!(body_valid_q && body_error_q) || (body_last_q && body_octets_q == 4'd8 && body_tail_q == TAIL_NONE && body_q == ERROR_WORD));
      assert (!(body_valid_q && body_last_q) || (body_octets_q <= 4'd8 && (body_q & ({64{1'b1}} << {body_octets_q, 3'd0})) == 64'd0));
    end
  end
`endif
