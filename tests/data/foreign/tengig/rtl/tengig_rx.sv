// SPDX-License-Identifier: Apache-2.0
// Receive side of the tengig MAC: XGMII to frames, FCS check, classification and the frame buffer's write side.
//
// A frame begins with /S/ in lane 0 or 4 whose eighth octet is the SFD; the values of the six octets between are not
// compared, an /E/ among them makes the frame a bad one, any other control character makes it none. A frame ends with
// /T/, or with idle, /S/ or /Q/. Any control character in it or at its end but /T/ makes it a bad one (46.3.3.1).
//
// Stages: 1 input register, 2 the word before it (together they give frames that begin in lane 4 whole words),
// 3 aligned word with its count of octets, 4 CRC result and fields, 5 the event, PAUSE and PFC.

module tengig_rx
    import tengig_pkg::*;
(
    input  logic         clk,
    input  logic         rst,
    input  logic [63:0]  xgmii_rxd,
    input  logic [7:0]   xgmii_rxc,

    input  logic         cfg_enable,
    input  logic         cfg_promiscuous,
    input  logic         cfg_pass_control,
    input  logic [47:0]  cfg_station,
    input  logic [15:0]  cfg_max_frame,

    // write side of the frame buffer: words, then keep or drop what was written since the last one
    output logic         buf_write,
    output logic [63:0]  buf_data,
    output logic [2:0]   buf_count,   // octets in the word, 0 means 8
    output logic         buf_last,
    output logic         buf_keep,
    output logic         buf_drop,
    input  logic         buf_overflow,

    output rx_event_t    stat,
    output logic         unsupported, // with stat: a MAC control frame with another opcode than PAUSE and PFC
    output logic         pause_valid,
    output logic [15:0]  pause_time,
    output logic         pfc_valid,
    output logic [7:0]   pfc_vector,
    output logic [127:0] pfc_times    // class i in bits 16i+15:16i
);

    // ---- stages 1 and 2: alignment ------------------------------------------------------------------------------
    logic [63:0] d1, d0, ad;
    logic [7:0]  c1, c0, ac;
    logic        upper, in_frame, first;

    always_ff @(posedge clk) begin
        d1 <= xgmii_rxd;
        c1 <= xgmii_rxc;
        d0 <= d1;
        c0 <= c1;
        if (rst) begin
            d1 <= {8{XG_IDLE}};
            c1 <= 8'hFF;
            d0 <= {8{XG_IDLE}};
            c0 <= 8'hFF;
        end
    end

    assign ad = upper ? {d1[31:0], d0[63:32]} : d0;
    assign ac = upper ? {c1[3:0], c0[7:4]} : c0;

    function automatic logic ends_frame(input logic [7:0] code);
        return code == XG_TERM || code == XG_IDLE || code == XG_START || code == XG_SEQ;
    endfunction

    logic [3:0] a_count;
    logic       a_end, a_error;
    always_comb begin
        a_count = 4'd8;
        a_end = 1'b0;
        a_error = 1'b0;
        for (int i = 0; i < 8; i++) begin
            if (!a_end && ac[i]) begin
                if (ends_frame(ad[8*i +: 8])) begin
                    a_end = 1'b1;
                    a_count = 4'(i);
                end
                if (ad[8*i +: 8] != XG_TERM) a_error = 1'b1;
            end
        end
    end

    // A preamble: bit 0 it is one, bit 1 there is an /E/ in it.
    function automatic logic [1:0] preamble_of(input logic [63:0] d, input logic [7:0] c);
        logic good, bad_code;
        good = c[0] && d[7:0] == XG_START && !c[7] && d[63:56] == SFD;
        bad_code = 1'b0;
        for (int i = 1; i < 7; i++) begin
            if (c[i]) begin
                bad_code = 1'b1;
                if (d[8*i +: 8] != XG_ERROR) good = 1'b0;
            end
        end
        return {bad_code, good};
    endfunction

    logic [1:0] start_lower, start_upper;
    assign start_lower = preamble_of(d0, c0);
    assign start_upper = preamble_of({d1[31:0], d0[63:32]}, {c1[3:0], c0[7:4]});

    // ---- stage 3: a word of a frame -----------------------------------------------------------------------------
    logic        b_valid, b_first, b_end, b_error, start_error;
    logic [63:0] b_data;
    logic [3:0]  b_count;

    always_ff @(posedge clk) begin
        b_valid <= in_frame;
        b_first <= first;
        b_data <= ad;
        b_count <= a_count;
        b_end <= a_end;
        b_error <= a_error || (first && start_error);
        first <= 1'b0;
        if (in_frame && a_end) in_frame <= 1'b0;
        if (!in_frame || a_end) begin
            if ((start_lower[0] || start_upper[0]) && cfg_enable) begin
                in_frame <= 1'b1;
                first <= 1'b1;
                upper <= start_upper[0];
                start_error <= start_upper[0] ? start_upper[1] : start_lower[1];
            end
        end
        if (rst) begin
            in_frame <= 1'b0;
            first <= 1'b0;
            b_valid <= 1'b0;
            upper <= 1'b0;
            start_error <= 1'b0;
        end
    end

    // ---- stage 4: CRC, length, fields, words for the buffer -------------------------------------------------------
    logic [31:0] crc, crc_next;
    logic [15:0] octets, octets_next;
    logic        beyond;
    logic [2:0]  index;              // of the word in the frame, at most 7
    logic        error, error_next;
    logic        ended, fcs_right;
    logic [47:0] da;
    logic [15:0] ethertype, opcode, parameter_word;
    logic [127:0] times;
    logic [63:0] held;
    logic        held_valid, tail;
    logic [2:0]  tail_count;
    logic        too_long;

    function automatic logic [15:0] swap(input logic [15:0] x);
        return {x[7:0], x[15:8]};
    endfunction

    assign crc_next = crc_word(b_first ? 32'hFFFF_FFFF : crc, b_data, b_count);
    assign error_next = b_error || (!b_first && error);
    always_comb begin
        {beyond, octets_next} = {1'b0, b_first ? 16'd0 : octets} + {13'd0, b_count};
        if (beyond) octets_next = 16'hFFFF;
    end

    always_ff @(posedge clk) begin
        ended <= b_valid && b_end;
        fcs_right <= crc_next == 32'hDEBB_20E3;
        if (b_valid) begin
            crc <= crc_next;
            octets <= octets_next;
            error <= error_next;
            index <= b_first ? 3'd1 : (index == 3'd7) ? 3'd7 : index + 3'd1;
            if (b_first) begin
                da <= {b_data[7:0], b_data[15:8], b_data[23:16], b_data[31:24], b_data[39:32], b_data[47:40]};
            end else begin
                case (index)
                    3'd1: begin
                        ethertype <= swap(b_data[47:32]);
                        opcode <= swap(b_data[63:48]);
                    end
                    3'd2: begin
                        parameter_word <= swap(b_data[15:0]);
                        times[47:0] <= {swap(b_data[63:48]), swap(b_data[47:32]), swap(b_data[31:16])};
                    end
                    3'd3: begin
                        times[111:48] <= {swap(b_data[63:48]), swap(b_data[47:32]), swap(b_data[31:16]),
                                          swap(b_data[15:0])};
                    end
                    3'd4: times[127:112] <= swap(b_data[15:0]);
                    default: ;
                endcase
            end
        end
        if (rst) begin
            ended <= 1'b0;
            octets <= 16'd0;
            index <= 3'd0;
        end
    end

    // A word goes to the buffer when the next one shows that its octets are not the FCS. The frame's last word may
    // follow one clock after its end: no other frame has a word for the buffer by then.
    assign too_long = octets_next > cfg_max_frame && !b_first;

    always_comb begin
        buf_write = 1'b0;
        buf_data = held;
        buf_count = 3'd0;
        buf_last = 1'b0;
        if (tail) begin
            buf_write = 1'b1;
            buf_count = tail_count;
            buf_last = 1'b1;
        end else if (b_valid && !b_first && held_valid && !too_long) begin
            buf_write = 1'b1;
            if (b_end && b_count <= 4'd4) begin
                buf_last = 1'b1;
                buf_count = b_count[2:0] + 3'd4;  // 4 to 8 octets of the word are not FCS
            end
        end
    end

    always_ff @(posedge clk) begin
        tail <= 1'b0;
        if (b_valid) begin
            held <= b_data;
            held_valid <= !b_end;
            if (b_end && b_count > 4'd4 && !b_first && !too_long) begin
                tail <= 1'b1;
                tail_count <= 3'(b_count - 4'd4);
            end
        end
        if (rst) begin
            tail <= 1'b0;
            held_valid <= 1'b0;
        end
    end

    // ---- stage 5: what the frame was ------------------------------------------------------------------------------
    logic good, own, group, control, pause, pfc, for_host;

    assign good = fcs_right && !error && octets >= 16'd64 && octets <= cfg_max_frame;
    assign own = da == cfg_station;
    assign group = da[40];
    assign control = good && ethertype == TYPE_CONTROL;
    assign pause = control && opcode == OPCODE_PAUSE && (da == FLOW_ADDRESS || own);
    assign pfc = control && opcode == OPCODE_PFC && da == FLOW_ADDRESS;
    assign for_host = good && (own || group || cfg_promiscuous) && (!control || cfg_pass_control);

    assign buf_keep = ended && for_host && !buf_overflow;
    assign buf_drop = ended && !(for_host && !buf_overflow);

    always_ff @(posedge clk) begin
        stat.valid <= ended && octets != 16'd0;
        stat.octets <= octets;
        stat.fcs_ok <= fcs_right && !error;
        stat.code_error <= error;
        stat.short_frame <= octets < 16'd64;
        stat.long_frame <= octets > cfg_max_frame;
        stat.multicast <= group && da != 48'hFFFF_FFFF_FFFF;
        stat.broadcast <= da == 48'hFFFF_FFFF_FFFF;
        stat.control <= control;
        stat.pause <= pause;
        stat.pfc <= pfc;
        unsupported <= control && opcode != OPCODE_PAUSE && opcode != OPCODE_PFC;
        stat.xon <= parameter_word == 16'd0;
        stat.filtered <= good && !(own || group || cfg_promiscuous);
        stat.lost <= for_host && buf_overflow;
        pause_valid <= ended && pause;
        pause_time <= parameter_word;
        pfc_valid <= ended && pfc;
        pfc_vector <= parameter_word[7:0];
        pfc_times <= times;
        if (rst) begin
            stat.valid <= 1'b0;
            pause_valid <= 1'b0;
            pfc_valid <= 1'b0;
        end
    end

endmodule
