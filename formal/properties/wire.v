// SPDX-License-Identifier: Apache-2.0
// What the transmitter says of itself is what the pins of its wire show. The other proofs rest on this one where they use its signals.
`default_nettype none

module formal_wire (
    input wire clk,
    input wire rst_n,
    input wire busy_i,                    // by the pins: a frame is on the wire,
    input wire start_i,                   // begins,
    input wire end_i,                     // ends with this clock
    input wire next_i,                    // by the transmitter: a frame will be on the wire in the next clock,
    input wire starts_i,                  // will begin in it,
    input wire ends_i                     // ends with this clock
);

  reg begun_q = 1'b0;
  reg next_q;
  reg starts_q;

  always @(posedge clk) begin
    begun_q  <= 1'b1;
    next_q   <= rst_n && next_i;
    starts_q <= rst_n && starts_i;
    if (!begun_q) assume (!rst_n);
    else begin
      assert (busy_i == next_q);
      assert (start_i == starts_q);
      assert (end_i == ends_i);
      cover (start_i);
      cover (end_i);
    end
  end

endmodule

`default_nettype wire
