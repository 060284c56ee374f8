// SPDX-License-Identifier: Apache-2.0
// An XON goes only after an XOFF of ours that is outstanding, and while nothing asks for an XOFF. Section 3 of the devices' pages.
`default_nettype none

module formal_xon (
    input wire clk,
    input wire rst_n,
    input wire full_i,                    // something asks for an XOFF
    input wire gate_i,                    // XONs may be sent
    input wire outstanding_i,             // an XOFF has left, and neither its time nor an XON has ended it
    input wire request_i,                 // a PAUSE frame of ours is requested,
    input wire xoff_i                     // an XOFF
);

  reg begun_q = 1'b0;

  wire due = !full_i && gate_i && outstanding_i;

  always @(posedge clk) begin
    begun_q <= 1'b1;
    if (!begun_q) assume (!rst_n);
    else if (rst_n) begin
      assert (due == (request_i && !xoff_i));
      cover (!full_i && outstanding_i);
      cover (request_i);
    end
  end

endmodule

`default_nettype wire
