// SPDX-License-Identifier: Apache-2.0
// Link fault state of the reconciliation sublayer from received fault sequences.
// IEEE 802.3 46.3.4; doc/devices/xgmii.md 4.
//
// Rules, for each column in order.
//  1. A fault sequence of the type of the one before, while the count is not 0, raises the count up to 4; of another
//     type, or at count 0, the count is 1. At 4 the fault is of that type.
//  2. 128 columns in a row without a fault sequence: no fault, count 0.
`default_nettype none

module link_fault (
    input  wire       clk,
    input  wire       rst_n,
    input  wire [1:0] local_i,         // fault sequences by column, the first in bit 0
    input  wire [1:0] remote_i,
    output wire       local_o,
    output wire       remote_o,
    output wire       local_rise_o,    // local_o rises with the next cycle
    output wire       remote_rise_o
);

  localparam [2:0] COUNT_FAULT  = 3'd4;
  localparam [6:0] COLUMNS_LAST = 7'd127;

  // {local, remote, type remote, count, columns}
  reg [12:0] state_q;
  reg [12:0] state_d;

  function [12:0] next_state;
    input [12:0] state;
    input        local_sequence;
    input        remote_sequence;
    reg          local_fault;
    reg          remote_fault;
    reg          kind;
    reg   [2:0]  count;
    reg   [6:0]  columns;
    begin
      {local_fault, remote_fault, kind, count, columns} = state;
      if (local_sequence || remote_sequence) begin
        if (kind != remote_sequence || count == 3'd0) count = 3'd1;
        else if (count != COUNT_FAULT) count = count + 3'd1;
        kind    = remote_sequence;
        columns = 7'd0;
        if (count == COUNT_FAULT) begin
          local_fault  = !kind;
          remote_fault = kind;
        end
      end else if (count != 3'd0) begin
        if (columns == COLUMNS_LAST) begin
          local_fault  = 1'b0;
          remote_fault = 1'b0;
          count        = 3'd0;
        end
        columns = columns + 7'd1;
      end
      next_state = {local_fault, remote_fault, kind, count, columns};
    end
  endfunction

  always @* begin
    state_d = state_q;
    if (state_q[9:7] != 3'd0 || local_i != 2'd0 || remote_i != 2'd0)
      state_d = next_state(next_state(state_q, local_i[0], remote_i[0]), local_i[1], remote_i[1]);
  end

  always @(posedge clk) begin
    if (!rst_n) state_q <= 13'd0;
    else state_q <= state_d;
  end

  assign local_o       = state_q[12];
  assign remote_o      = state_q[11];
  assign local_rise_o  = state_d[12] && !state_q[12];
  assign remote_rise_o = state_d[11] && !state_q[11];

endmodule

`default_nettype wire
