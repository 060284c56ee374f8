// SPDX-License-Identifier: Apache-2.0
// A bank of wrapping 32-bit statistics counters; an event that meets a clear counts after it.
// IEEE 802.3 clause 30; RFC 2819, 2863.
`default_nettype none

module stat_counters #(
    parameter Count    = 2,
    parameter TxOctets = 0,                  // these two add octets, all others add 1
    parameter RxOctets = 1,
    parameter Preset   = 0,                  // how far below their wrap the counters begin,
    parameter [Count-1:0] Unused = 0         // but for these, which count nothing
) (
    input  wire                     clk,
    input  wire                     rst_n,
    input  wire [Count-1:0]         event_i,
    input  wire [15:0]              tx_octets_i,
    input  wire [15:0]              rx_octets_i,
    input  wire [Count-1:0]         clear_i,
    input  wire [$clog2(Count)-1:0] read_index_i,
    output wire [31:0]              read_data_o
);

  localparam [31:0] BEGIN = 0 - Preset;

  reg [31:0] count_q[0:Count-1];

  wire update = (event_i | clear_i) != {Count{1'b0}};

  genvar i;
  generate
    for (i = 0; i < Count; i = i + 1) begin : g_counter
      wire [15:0] step = (i == TxOctets) ? tx_octets_i : (i == RxOctets) ? rx_octets_i : 16'd1;
      always @(posedge clk) begin
        if (!rst_n) count_q[i] <= Unused[i] ? 32'd0 : BEGIN;
        else if (update)
          count_q[i] <= (clear_i[i] ? 32'd0 : count_q[i]) + (event_i[i] ? {16'd0, step} : 32'd0);
      end
    end
  endgenerate

  assign read_data_o = count_q[read_index_i];

endmodule

`default_nettype wire
