// SPDX-License-Identifier: Apache-2.0
// XOFF follows its reason within the contract, and not twice. IEEE 802.3 31B; section 3 of the devices' pages.
//
// Rules. An XOFF is requested in the clocks in which it is due, and in no other. It is due while its reason lasts, PAUSE frames may be sent, and
// this crossing has not had its XOFF. The crossing has had it from the decision of its start on, until the reason, the gate or a reset ends it,
// or a repetition is due. That a request goes out as soon as the wire is free is proved by control.v.
`default_nettype none

module formal_xoff (
    input wire        clk,
    input wire        rst_n,
    input wire        full_i,             // the reason
    input wire        gate_i,             // PAUSE frames may be sent
    input wire        reset_i,            // of the transmitter
    input wire        again_i,            // half of the advertised time, or what the device says, is over
    input wire        request_i,          // a PAUSE frame of ours is requested,
    input wire        xoff_i,             // an XOFF
    input wire        start_i             // its start is decided
);

  reg begun_q = 1'b0;
  reg done_q;

  wire due = full_i && gate_i && !done_q;

  always @(posedge clk) begin
    begun_q <= 1'b1;
    if (!rst_n || reset_i || !full_i || !gate_i) done_q <= 1'b0;
    else if (start_i && xoff_i) done_q <= 1'b1;
    else if (again_i) done_q <= 1'b0;
    if (!begun_q) assume (!rst_n);
    // The transmitter starts no PAUSE frame that is not requested (control.v).
    assume (!start_i || request_i);
    if (begun_q && rst_n) begin
      assert (due == (request_i && xoff_i));
      cover (due && start_i);
      cover (full_i && gate_i && done_q && !request_i);
    end
  end

endmodule

`default_nettype wire
