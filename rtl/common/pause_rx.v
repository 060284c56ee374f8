// SPDX-License-Identifier: Apache-2.0
// The transmitter's inhibit by received PAUSE frames.
// IEEE 802.3 31B.3.3; BCM5718 PG108-R p.223.
//
// Rules, in the order of precedence.
//  1. Flow control off or a receive reset: no inhibit, nothing pending.
//  2. A PAUSE of time 0: the same, at once, even while a frame of this MAC is on the wire.
//  3. A PAUSE of time > 0 becomes the pending load, the newest wins. The load is carried out in the first cycle
//     without a frame of this MAC on the wire: the inhibit starts, or goes on, for 64 octet times per quantum.
//  4. Otherwise the timer counts octet times down. When it ends, so does the inhibit, unless a load is pending.
// Where an octet takes two clocks (cfg_double_i when the load is carried out) the timer counts clocks. A part whose quantum
// has another length gives it in units of its own, of which a clock has OctetTimes.
`default_nettype none

module pause_rx #(
    parameter OctetTimes = 1,            // in a clock
    parameter Quantum    = 64            // octet times
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        clear_i,
    input  wire        command_valid_i,
    input  wire [15:0] command_quanta_i,
    input  wire        cfg_double_i,     // a load in this clock is of twice the time
    input  wire        tx_en_next_i,
    output wire        xoff_o,
    output wire        inhibit_o,        // no data frame may start: xoff, or a load that waits
    output wire [22:0] timer_o           // octet times that remain
);

  localparam [22:0] OCTET_TIMES = OctetTimes;
  localparam [22:0] QUANTUM     = Quantum;

  reg        pending_q;
  reg [15:0] pending_quanta_q;
  reg        xoff_q;
  reg [22:0] timer_q;

  wire        load        = pending_q || command_valid_i;
  wire [15:0] load_quanta = command_valid_i ? command_quanta_i : pending_quanta_q;
  wire [22:0] quanta_time = {7'd0, load_quanta} * QUANTUM;
  wire [22:0] load_time   = cfg_double_i ? {quanta_time[21:0], 1'b0} : quanta_time;
  wire        resume      = clear_i || (command_valid_i && command_quanta_i == 16'd0);

  always @(posedge clk) begin
    if (!rst_n || resume) begin
      pending_q <= 1'b0;
      xoff_q    <= 1'b0;
      timer_q   <= 23'd0;
    end else if (load && !tx_en_next_i) begin
      pending_q <= 1'b0;
      xoff_q    <= 1'b1;
      timer_q   <= load_time;
    end else begin
      pending_q <= load;
      if (timer_q != 23'd0) begin
        timer_q <= timer_q - OCTET_TIMES;
        if (timer_q == OCTET_TIMES && !load) xoff_q <= 1'b0;
      end
    end
  end

  always @(posedge clk) begin
    if (command_valid_i) pending_quanta_q <= command_quanta_i;
  end

  assign xoff_o    = xoff_q;
  assign inhibit_o = xoff_q || pending_q;
  assign timer_o   = timer_q;

endmodule

`default_nettype wire
