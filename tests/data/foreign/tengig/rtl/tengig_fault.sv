// SPDX-License-Identifier: Apache-2.0
// Link fault signalling of the reconciliation sublayer, receive side (IEEE 802.3 46.3.4, figure 46-9).
//
// A column is a fault sequence if it holds /Q/ 00 00 01 (local) or /Q/ 00 00 02 (remote). Four of one kind, with fewer
// than 128 columns between each and the next, set the status; 128 columns without any fault sequence clear it. A fault
// sequence of the other kind begins a new count and leaves the status as it is until that count is full.

module tengig_fault
    import tengig_pkg::*;
(
    input  logic        clk,
    input  logic        rst,
    input  logic [63:0] xgmii_rxd,
    input  logic [7:0]  xgmii_rxc,
    output logic [1:0]  link_status
);

    logic [2:0] seq_count, seq_count_next;  // fault sequences of the kind seq_kind in the window, at most 4
    logic [7:0] gap, gap_next;              // columns since the newest one, at most 128
    logic [1:0] kind, kind_next, status_next;

    function automatic logic [1:0] kind_of(input logic [31:0] d, input logic [3:0] c);
        if (c != 4'b0001 || d[7:0] != XG_SEQ || d[23:8] != 16'h0000) return LINK_OK;
        if (d[31:24] == 8'h01) return LINK_LOCAL;
        if (d[31:24] == 8'h02) return LINK_REMOTE;
        return LINK_OK;
    endfunction

    always_comb begin
        seq_count_next = seq_count;
        gap_next = gap;
        kind_next = kind;
        status_next = link_status;
        for (int i = 0; i < 2; i++) begin
            logic [1:0] k;
            k = kind_of(xgmii_rxd[32*i +: 32], xgmii_rxc[4*i +: 4]);
            if (k != LINK_OK) begin
                seq_count_next = (k != kind_next || seq_count_next == 3'd0) ? 3'd1
                               : (seq_count_next == 3'd4) ? 3'd4 : seq_count_next + 3'd1;
                kind_next = k;
                gap_next = 8'd0;
                if (seq_count_next == 3'd4) status_next = k;
            end else if (gap_next == 8'd127) begin
                gap_next = 8'd0;
                seq_count_next = 3'd0;
                status_next = LINK_OK;
            end else begin
                gap_next = gap_next + 8'd1;
            end
        end
    end

    always_ff @(posedge clk) begin
        if (rst) begin
            seq_count <= 3'd0;
            gap <= 8'd0;
            kind <= LINK_OK;
            link_status <= LINK_OK;
        end else begin
            seq_count <= seq_count_next;
            gap <= gap_next;
            kind <= kind_next;
            link_status <= status_next;
        end
    end

endmodule
