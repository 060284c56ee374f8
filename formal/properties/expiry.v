// SPDX-License-Identifier: Apache-2.0
// An inhibit begins when its PAUSE acts and ends exactly when its time is over. IEEE 802.3 31B.3.3; section 2 of the devices' pages.
// The end of an inhibit is kept as the clock in which it is over, and no timer runs here.
//
// Rules. What is visible in clock c, and whether the wire carries a frame in c+1, decides clock c+1:
//  1. A reset, a closed gate or a PAUSE of time 0 ends the inhibit, and a load that waits is dropped.
//  2. A PAUSE of a longer time is a load, the newest one wins. It is carried out when the wire carries no frame of ours:
//     the inhibit then lasts so many quanta from that clock on.
//  3. Otherwise the inhibit ends when its time is over, unless a load waits.
`default_nettype none

module formal_expiry #(
    parameter QuantumClocks = 64,
    parameter OctetTimes    = 1           // in a clock, for the port that shows the rest of the time
) (
    input wire        clk,
    input wire        rst_n,
    input wire        release_i,          // the gate is closed, or the receiver is reset
    input wire        command_i,
    input wire [15:0] quanta_i,
    input wire        double_i,           // a quantum takes twice the clocks
    input wire        busy_i,             // a frame of ours is on the wire
    input wire        inhibited_i,
    input wire [31:0] timer_i,
    input wire        waits_i,            // lemma: the load that waits in the device,
    input wire [15:0] waiting_i           // and its quanta
);

  localparam [31:0] QUANTUM_CLOCKS = QuantumClocks;
  localparam [31:0] OCTET_TIMES    = OctetTimes;

  reg         begun_q = 1'b0;
  reg  [31:0] now_q = 32'd0;
  reg         drop_q;                     // of the clock before
  reg         command_q;
  reg  [15:0] quanta_q;
  reg         double_q;
  reg         waits_q;
  reg  [15:0] waiting_q;
  reg         holds_q;
  reg         runs_q;
  reg  [31:0] over_q;

  wire        load    = command_q || waits_q;
  wire [15:0] quanta  = command_q ? quanta_q : waiting_q;
  wire [31:0] clocks  = double_q ? {16'd0, quanta} * QUANTUM_CLOCKS * 32'd2 : {16'd0, quanta} * QUANTUM_CLOCKS;
  wire        carried = !drop_q && load && !busy_i;
  wire        waits   = !drop_q && load && busy_i;
  wire [31:0] over    = carried ? now_q + clocks : over_q;
  wire        runs    = carried || (!drop_q && runs_q && now_q != over_q);
  wire        holds   = carried || (!drop_q && holds_q && (runs || load));

  always @(posedge clk) begin
    begun_q   <= 1'b1;
    now_q     <= now_q + 32'd1;
    drop_q    <= !rst_n || release_i || (command_i && quanta_i == 16'd0);
    command_q <= command_i;
    quanta_q  <= quanta_i;
    double_q  <= double_i;
    waits_q   <= waits;
    waiting_q <= quanta;
    holds_q   <= holds;
    runs_q    <= runs;
    over_q    <= over;
    if (!begun_q) assume (!rst_n);
    else begin
      assert (inhibited_i == holds);
      assert (timer_i == (runs ? (over - now_q) * OCTET_TIMES : 32'd0));
      assert (waits_i == waits);
      assert (!waits || (waiting_i == quanta && quanta != 16'd0));
      assert (!runs || (over != now_q && over - now_q <= 32'd65535 * QUANTUM_CLOCKS * 32'd2));
      cover (holds_q && !holds && !drop_q);
      cover (waits && waits_q);
      cover (carried && !command_q);
      cover (holds_q && carried);
    end
  end

endmodule

`default_nettype wire
