// SPDX-License-Identifier: Apache-2.0
// The stream of received frames obeys AXI4-Stream (2.2.1) and the contract (doc/reference/dut-contract.md; section 1 of the devices' pages): a word that
// is offered stays until it is taken, tvalid does not drop inside a frame, tuser comes with tlast alone, and tkeep has no hole.
`default_nettype none

module formal_stream #(
    parameter Octets = 1                  // in a word
) (
    input wire                clk,
    input wire                rst_n,
    input wire [8*Octets-1:0] tdata_i,
    input wire [Octets-1:0]   tkeep_i,
    input wire                tvalid_i,
    input wire                tlast_i,
    input wire                tuser_i,
    input wire                tready_i
);

  localparam [Octets-1:0] ALL = {Octets{1'b1}};

  reg                begun_q = 1'b0;
  reg                waits_q;             // a word was offered and not taken
  reg                inside_q;            // the last word that was taken did not end its frame
  reg [8*Octets-1:0] tdata_q;
  reg [Octets-1:0]   tkeep_q;
  reg                tlast_q;
  reg                tuser_q;

  wire take = tvalid_i && tready_i;

  always @(posedge clk) begin
    begun_q  <= 1'b1;
    waits_q  <= rst_n && tvalid_i && !tready_i;
    inside_q <= rst_n && (take ? !tlast_i : inside_q);
    tdata_q  <= tdata_i;
    tkeep_q  <= tkeep_i;
    tlast_q  <= tlast_i;
    tuser_q  <= tuser_i;
    if (!begun_q) assume (!rst_n);
    else begin
      assert (!waits_q || (tvalid_i && tdata_i == tdata_q && tkeep_i == tkeep_q && tlast_i == tlast_q && tuser_i == tuser_q));
      assert (!inside_q || tvalid_i);
      assert (!tuser_i || tlast_i);
      assert (!tvalid_i || (tlast_i ? tkeep_i != 0 && (tkeep_i & (tkeep_i + 1'b1)) == 0 : tkeep_i == ALL));
      cover (waits_q && tready_i && inside_q);
      cover (take && tlast_i && tuser_i);
    end
  end

endmodule

`default_nettype wire
