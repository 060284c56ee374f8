// SPDX-License-Identifier: Apache-2.0
// No data frame starts while the transmitter is inhibited. IEEE 802.3 31B.3.3.
// A start is decided in the clock before its first octet is on the wire, so the inhibit of that clock holds it.
`default_nettype none

module formal_hold (
    input wire clk,
    input wire rst_n,
    input wire inhibited_i,
    input wire start_i,                   // a frame begins on the wire
    input wire control_i                  // it is one that no PAUSE holds
);

  reg begun_q = 1'b0;
  reg inhibited_q;
  reg released_q;

  always @(posedge clk) begin
    begun_q     <= 1'b1;
    inhibited_q <= rst_n && inhibited_i;
    released_q  <= rst_n && (released_q || (inhibited_q && !inhibited_i));
    if (!begun_q) assume (!rst_n);
    else begin
      assert (!start_i || control_i || !inhibited_q);
      cover (start_i && control_i && inhibited_q);
      cover (start_i && !control_i && released_q);
    end
  end

endmodule

`default_nettype wire
