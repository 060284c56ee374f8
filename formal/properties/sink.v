// SPDX-License-Identifier: Apache-2.0
// The stream of the host's frames at XGMII: tready is high in the clocks in which a word is taken or drained, and in no other. doc/devices/xgmii.md 2.
//
// Rules. The first word of a frame is taken when its start is decided, and one word in each clock behind it until tlast. A clock without a word
// ends the frame on the wire; from the next clock on the rest of it is drained until its tlast. So no word is lost, and none is taken twice.
`default_nettype none

module formal_sink (
    input wire clk,
    input wire rst_n,
    input wire start_i,                   // the start of a frame of the host is decided
    input wire tvalid_i,
    input wire tlast_i,
    input wire tready_i
);

  reg begun_q = 1'b0;
  reg inside_q;
  reg drain_q;

  wire underrun = inside_q && !tvalid_i;

  always @(posedge clk) begin
    begun_q  <= 1'b1;
    inside_q <= rst_n && (start_i || inside_q) && tvalid_i && !tlast_i;
    drain_q  <= rst_n && (underrun || (drain_q && !(tvalid_i && tlast_i)));
    if (!begun_q) assume (!rst_n);
    else begin
      assert (tready_i == (start_i || (inside_q && tvalid_i) || drain_q));
      assert (!start_i || (tvalid_i && !inside_q && !drain_q));
      cover (inside_q && tvalid_i && tlast_i);
      cover (drain_q && tvalid_i && tlast_i);
      cover (start_i && tlast_i);
    end
  end

endmodule

`default_nettype wire
