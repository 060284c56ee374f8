// SPDX-License-Identifier: Apache-2.0
// The register bus answers within its bound: none of our devices has a wait state. AMBA APB4, 3; doc/devices/bcm5718.md 5.
// An error comes in an access alone, and with data 0. A counter's value is the one that is visible in the setup cycle.
`default_nettype none

module formal_apb #(
    parameter Width     = 32,
    parameter WaitsMost = 0
) (
    input wire             clk,
    input wire             rst_n,
    input wire             psel_i,
    input wire             penable_i,
    input wire             pwrite_i,
    input wire [15:0]      paddr_i,
    input wire [Width-1:0] prdata_i,
    input wire             pready_i,
    input wire             pslverr_i,
    input wire             counter_i,     // in the setup cycle of a read: a counter is read
    input wire [Width-1:0] value_i        // its value
);

  localparam [7:0] WAITS_MOST = WaitsMost;

  reg             begun_q = 1'b0;
  reg             setup_q;
  reg             open_q;                 // an access that was not answered
  reg             pwrite_q;
  reg [15:0]      paddr_q;
  reg [7:0]       waits_q;
  reg             counter_q;
  reg [Width-1:0] value_q;

  wire access = psel_i && penable_i;

  always @(posedge clk) begin
    begun_q   <= 1'b1;
    setup_q   <= rst_n && psel_i && !penable_i;
    open_q    <= rst_n && access && !pready_i;
    waits_q   <= (rst_n && access && !pready_i) ? waits_q + 8'd1 : 8'd0;
    pwrite_q  <= pwrite_i;
    paddr_q   <= paddr_i;
    counter_q <= psel_i && !penable_i && !pwrite_i && counter_i;
    value_q   <= value_i;
    if (!begun_q) assume (!rst_n);
    // The master's side of the protocol.
    assume (penable_i == (begun_q && rst_n && (setup_q || open_q)));
    if (setup_q || open_q) assume (psel_i && pwrite_i == pwrite_q && paddr_i == paddr_q);
    if (begun_q && rst_n) begin
      assert (!access || pready_i || waits_q < WAITS_MOST);
      assert (!pslverr_i || (access && (pwrite_i || prdata_i == 0)));
      assert (!(setup_q && counter_q) || prdata_i == value_q);
      cover (access && pready_i && pslverr_i && !pwrite_i);
      cover (access && pready_i && !pslverr_i && counter_q);
    end
  end

endmodule

`default_nettype wire
