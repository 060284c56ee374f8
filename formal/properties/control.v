// SPDX-License-Identifier: Apache-2.0
// An inhibit holds no control frame, and no data frame goes ahead of one. IEEE 802.3 31B.3.3; sections 2 and 3 of the devices' pages.
`default_nettype none

module formal_control #(
    parameter Meets = 0                   // a start may be decided in the clock in which the frame before it ends
) (
    input wire clk,
    input wire rst_n,
    input wire inhibited_i,
    input wire request_i,                 // a control frame of ours is due
    input wire free_i,                    // a start may be decided
    input wire start_i,                   // that of a control frame of ours is decided
    input wire end_i,                     // one of ours ends with this clock
    input wire data_i                     // the start of a frame of the host is decided
);

  reg begun_q = 1'b0;
  reg way_q;                               // a control frame of ours is on its way

  always @(posedge clk) begin
    begun_q <= 1'b1;
    way_q   <= rst_n && (start_i || (way_q && !end_i));
    if (!begun_q) assume (!rst_n);
    else if (rst_n) begin
      assert (!(request_i && free_i) || start_i);
      assert (!(request_i && data_i));
      assert (!start_i || (request_i && (!way_q || (end_i && (Meets != 0)))));
      assert (!end_i || way_q);
      cover (inhibited_i && start_i);
      cover (data_i);
    end
  end

endmodule

`default_nettype wire
