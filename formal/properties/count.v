// SPDX-License-Identifier: Apache-2.0
// A counter grows with its events alone, and loses none that meets a read, a clear or a load. Sections 4 and 5 of the devices' pages.
//
// Rules. What the value is in the next clock: of a load its data; of a clear, or a read that clears, 0 and the event of this clock, which the
// device's page keeps or (ClearWins) gives up; else the value and what the event adds, modulo its width or (Sticks) at most the largest.
`default_nettype none

module formal_count #(
    parameter Width     = 32,
    parameter Sticks    = 0,
    parameter ClearWins = 0,
    parameter [Width-1:0] Largest = {Width{1'b1}}
) (
    input wire             clk,
    input wire             rst_n,
    input wire [Width-1:0] value_i,
    input wire             event_i,
    input wire [Width-1:0] step_i,
    input wire             clear_i,
    input wire             load_i,        // wins over clear and event
    input wire [Width-1:0] load_value_i,
    input wire [Width-1:0] reset_value_i
);

  reg             begun_q = 1'b0;
  reg             rst_n_q;
  reg [Width-1:0] next_q;
  reg [Width-1:0] value_q;
  reg             grows_q;

  wire [Width-1:0] base  = clear_i ? 0 : value_i;
  wire [Width:0]   sum   = {1'b0, base} + ((event_i && !(clear_i && (ClearWins != 0))) ? {1'b0, step_i} : {(Width + 1) {1'b0}});
  wire             wraps = sum > {1'b0, Largest};

  always @(posedge clk) begin
    begun_q <= 1'b1;
    next_q  <= !rst_n ? reset_value_i : load_i ? load_value_i : (Sticks != 0 && wraps) ? Largest : sum[Width-1:0];
    value_q <= value_i;
    grows_q <= rst_n && !load_i && !clear_i && (Sticks != 0 || !wraps);
    if (!begun_q) assume (!rst_n);
    else begin
      assert (value_i == next_q);
      assert (!grows_q || value_i >= value_q);
    end
  end

endmodule

`default_nettype wire
