// SPDX-License-Identifier: Apache-2.0
// Hands on what it gets CLOCKS clocks later, and IDLE before that.
`default_nettype none

module late_wire #(
    parameter             Bits   = 1,
    parameter             Clocks = 2,
    parameter [Bits-1:0]  Idle   = 0
) (
    input  wire            clk,
    input  wire            rst_n,
    input  wire [Bits-1:0] i,
    output wire [Bits-1:0] o
);

  reg [Bits*Clocks-1:0] wire_q;

  always @(posedge clk)
    if (rst_n) wire_q <= {wire_q[Bits*(Clocks-1)-1:0], i};
    else wire_q <= {Clocks{Idle}};

  assign o = wire_q[Bits*(Clocks-1)+:Bits];

endmodule

`default_nettype wire
