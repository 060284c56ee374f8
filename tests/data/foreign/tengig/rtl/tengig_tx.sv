// SPDX-License-Identifier: Apache-2.0
// Transmit side of the tengig MAC: frames of the host and of MAC control to XGMII.
//
// The sequencer (stage 1) decides word by word what the wire carries; stage 2 puts in the FCS and the end of the frame;
// stage 3 shifts a frame that begins in lane 4 and drives the wire.
//
// Gaps: a frame begins in the first column that leaves 12 octets from /T/ on, or up to three fewer as long as the sum of
// what was left out stays at three at most (deficit idle count). With c the lane of /T/ in its column and d the deficit
// that is the third column after that of /T/ if c + d is at most 3, and the fourth otherwise; the deficit becomes
// (c + d) modulo 4, and 0 if the frame begins later than that.
//
// Underrun: four /E/ and /T/ end the frame at once, and the rest of it is taken from the host and thrown away.

module tengig_tx
    import tengig_pkg::*;
(
    input  logic         clk,
    input  logic         rst,

    input  logic         cfg_enable,
    input  logic [47:0]  cfg_station,
    input  logic [1:0]   link_status,

    // host frames
    input  logic         host_ready,
    input  logic         host_valid,
    input  logic [63:0]  host_data,
    input  logic [2:0]   host_count,
    input  logic         host_last,
    input  logic         host_error,
    output logic         host_pop,
    input  logic         paused,

    // MAC control frames; `control_taken` in the clock of the decision, after which the request may change
    input  logic         control_due,
    input  logic         control_pfc,
    input  logic [15:0]  control_parameter,   // time, or class vector
    input  logic [127:0] control_times,
    output logic         control_taken,
    output logic         busy,                // a frame is being sent

    output logic [63:0]  xgmii_txd,
    output logic [7:0]   xgmii_txc,
    output tx_event_t    stat
);

    typedef enum logic [2:0] {WORD_IDLE, WORD_PREAMBLE, WORD_FULL, WORD_END, WORD_TAIL, WORD_ABORT} word_t;
    typedef enum logic [2:0] {IDLE, HOST, PAD, TAIL, CONTROL} state_t;

    // ---- stage 1: sequencer ----------------------------------------------------------------------------------------
    state_t      state;
    logic        discard;
    logic [2:0]  index;                // of the frame's word, at most 7
    logic [1:0]  deficit;
    logic [2:0]  columns;              // columns from the beginning of this word until a frame may begin
    logic        mode;                 // the frame begins in lane 4
    logic        frame_error;
    logic        long_enough;          // eight words of the frame are sent: no more padding

    logic        may_start, start_control, start_host, start_upper;
    assign may_start = state == IDLE && columns <= 3'd1 && cfg_enable && link_status == LINK_OK;
    assign start_upper = columns == 3'd1;
    assign start_control = may_start && control_due;
    assign start_host = may_start && !control_due && host_ready && !discard && !paused;
    assign control_taken = start_control;
    assign busy = state != IDLE;

    word_t       k1, k1_next;
    logic [63:0] data1, data1_next;
    logic [3:0]  count1, count1_next;
    logic        mode1, error1, error1_next, first1, control1, pfc1, fault1;

    logic [63:0] host_masked;
    always_comb begin
        for (int i = 0; i < 8; i++) begin
            host_masked[8*i +: 8] = (!host_last || host_count == 3'd0 || 3'(i) < host_count) ? host_data[8*i +: 8] : 8'h00;
        end
    end

    function automatic logic [15:0] swap(input logic [15:0] x);
        return {x[7:0], x[15:8]};
    endfunction

    // What a MAC control frame carries in each of its words.
    logic         pfc;
    logic [15:0]  parameter_word;
    logic [127:0] times;
    logic [63:0]  control_word;
    always_comb begin
        case (index)
            3'd0: control_word = {cfg_station[39:32], cfg_station[47:40], FLOW_ADDRESS[7:0], FLOW_ADDRESS[15:8],
                                  FLOW_ADDRESS[23:16], FLOW_ADDRESS[31:24], FLOW_ADDRESS[39:32], FLOW_ADDRESS[47:40]};
            3'd1: control_word = {swap(pfc ? OPCODE_PFC : OPCODE_PAUSE), swap(TYPE_CONTROL), cfg_station[7:0],
                                  cfg_station[15:8], cfg_station[23:16], cfg_station[31:24]};
            3'd2: control_word = {pfc ? {swap(times[47:32]), swap(times[31:16]), swap(times[15:0])} : 48'd0,
                                  swap(parameter_word)};
            3'd3: control_word = pfc ? {swap(times[111:96]), swap(times[95:80]), swap(times[79:64]), swap(times[63:48])}
                                     : 64'd0;
            3'd4: control_word = pfc ? {48'd0, swap(times[127:112])} : 64'd0;
            default: control_word = 64'd0;
        endcase
    end

    logic       ends;                  // the frame's last data word, which makes its FCS and end known
    logic       abort;
    always_comb begin
        k1_next = WORD_IDLE;
        data1_next = host_masked;
        count1_next = 4'd8;
        error1_next = frame_error;
        ends = 1'b0;
        abort = 1'b0;
        host_pop = discard && host_valid;
        case (state)
            HOST: begin
                if (!host_valid) begin
                    k1_next = WORD_ABORT;
                    abort = 1'b1;
                end else begin
                    host_pop = 1'b1;
                    k1_next = WORD_FULL;
                    if (host_last) begin
                        error1_next = host_error;
                        if (index == 3'd7) begin
                            ends = 1'b1;
                            k1_next = WORD_END;
                            count1_next = host_count == 3'd0 ? 4'd8 : {1'b0, host_count};
                            if (!long_enough && count1_next < 4'd4) count1_next = 4'd4;
                        end
                    end
                end
            end
            PAD: begin
                data1_next = 64'd0;
                k1_next = WORD_FULL;
                if (index == 3'd7) begin
                    ends = 1'b1;
                    k1_next = WORD_END;
                    count1_next = 4'd4;
                end
            end
            CONTROL: begin
                data1_next = control_word;
                k1_next = WORD_FULL;
                if (index == 3'd7) begin
                    ends = 1'b1;
                    k1_next = WORD_END;
                    count1_next = 4'd4;
                end
            end
            TAIL: k1_next = WORD_TAIL;
            default: if (start_control || start_host) k1_next = WORD_PREAMBLE;
        endcase
    end

    // Where the frame ends: lane of /T/ in this word or, from 8 on, in the next one.
    logic [3:0] term;
    assign term = abort ? 4'd4 : count1_next + 4'd4;

    // The gap after a frame whose /T/ is in column `column` of the frame's own words, counted from this one.
    logic [2:0] column, until_start;
    logic [2:0] sum;
    assign column = {1'b0, term[3:2]} + {2'b00, mode};
    assign sum = {1'b0, term[1:0]} + {1'b0, deficit};
    assign until_start = column + (sum[2] ? 3'd2 : 3'd1);   // 3 or 4 columns on, less the two of this word

    always_ff @(posedge clk) begin
        k1 <= k1_next;
        data1 <= data1_next;
        count1 <= count1_next;
        error1 <= error1_next;
        fault1 <= link_status == LINK_LOCAL;
        first1 <= state != IDLE && index == 3'd0;
        if (state == IDLE) begin
            index <= 3'd0;
            long_enough <= 1'b0;
            frame_error <= 1'b0;
            columns <= columns >= 3'd2 ? columns - 3'd2 : 3'd0;
            if (columns < 3'd2) deficit <= 2'd0;
            if (link_status != LINK_OK) begin
                columns <= 3'd4;
                deficit <= 2'd0;
            end
            if (start_control || start_host) begin
                mode <= start_upper;
                mode1 <= start_upper;
                deficit <= deficit;
                state <= start_control ? CONTROL : HOST;
                control1 <= start_control;
                pfc1 <= control_pfc;
                pfc <= control_pfc;
                parameter_word <= control_parameter;
                times <= control_times;
            end
        end else begin
            if (index == 3'd7) long_enough <= 1'b1;
            else index <= index + 3'd1;
            if (state == HOST && host_valid && host_last && !ends) begin
                state <= PAD;
                frame_error <= host_error;
            end
            if (ends || abort) begin
                state <= !abort && term >= 4'd8 ? TAIL : IDLE;
                deficit <= sum[1:0];
                columns <= until_start;
            end
            if (state == TAIL) begin
                state <= IDLE;
                columns <= columns - 3'd2;
            end
            if (abort) discard <= 1'b1;
        end
        if (discard && host_valid && host_last) discard <= 1'b0;
        if (rst) begin
            state <= IDLE;
            discard <= 1'b0;
            index <= 3'd0;
            deficit <= 2'd0;
            columns <= 3'd4;
            mode <= 1'b0;
            mode1 <= 1'b0;
            k1 <= WORD_IDLE;
            fault1 <= 1'b0;
        end
    end

    // ---- stage 2: FCS, end of the frame ------------------------------------------------------------------------------
    logic [31:0] crc, crc_next, fcs;
    logic [63:0] data2, data2_next;
    logic [7:0]  code2, code2_next;
    logic        mode2;
    logic [127:0] end_data;             // the last octets, FCS, /T/ and idle: this word and the tail
    logic [15:0] end_code;
    logic [63:0] rest;
    logic [7:0]  rest_code;

    assign crc_next = crc_word(crc, data1, k1 == WORD_END ? count1 : 4'd8);
    assign fcs = error1 ? {4{XG_ERROR}} : ~crc_next;

    always_comb begin
        end_data = {{8{XG_IDLE}}, data1};
        end_code = 16'hFFFF;
        for (int i = 0; i < 16; i++) begin
            if (4'(i) < count1) begin
                end_code[i] = 1'b0;
            end else if (4'(i) < count1 + 4'd4) begin
                end_data[8*i +: 8] = fcs[{2'(i) - count1[1:0], 3'b000} +: 8];
                end_code[i] = error1;
            end else if (4'(i) == count1 + 4'd4) begin
                end_data[8*i +: 8] = XG_TERM;
            end else begin
                end_data[8*i +: 8] = XG_IDLE;
            end
        end
        case (k1)
            WORD_PREAMBLE: {code2_next, data2_next} = {8'h01, SFD, {6{8'h55}}, XG_START};
            WORD_FULL: {code2_next, data2_next} = {8'h00, data1};
            WORD_END: {code2_next, data2_next} = {end_code[7:0], end_data[63:0]};
            WORD_TAIL: {code2_next, data2_next} = {rest_code, rest};
            WORD_ABORT: {code2_next, data2_next} = {8'hFF, {3{XG_IDLE}}, XG_TERM, {4{XG_ERROR}}};
            default: begin
                {code2_next, data2_next} = {8'hFF, {8{XG_IDLE}}};
                if (fault1) {code2_next, data2_next} = {8'h11, {2{8'h02, 8'h00, 8'h00, XG_SEQ}}};
            end
        endcase
    end

    always_ff @(posedge clk) begin
        if (k1 == WORD_PREAMBLE) crc <= 32'hFFFF_FFFF;
        else crc <= crc_next;
        data2 <= data2_next;
        code2 <= code2_next;
        mode2 <= mode1;
        if (k1 == WORD_END) begin
            rest <= end_data[127:64];
            rest_code <= end_code[15:8];
        end
        if (rst) begin
            data2 <= {8{XG_IDLE}};
            code2 <= 8'hFF;
            mode2 <= 1'b0;
        end
    end

    // ---- stage 3: lanes ------------------------------------------------------------------------------------------------
    logic [31:0] carry;
    logic [3:0]  carry_code;
    always_ff @(posedge clk) begin
        if (mode2) {xgmii_txc, xgmii_txd} <= {code2[3:0], carry_code, data2[31:0], carry};
        else {xgmii_txc, xgmii_txd} <= {code2, data2};
        carry <= mode2 ? data2[63:32] : {4{XG_IDLE}};
        carry_code <= mode2 ? code2[7:4] : 4'hF;
        if (rst) begin
            xgmii_txd <= {8{XG_IDLE}};
            xgmii_txc <= 8'hFF;
            carry <= {4{XG_IDLE}};
            carry_code <= 4'hF;
        end
    end

    // ---- statistics ---------------------------------------------------------------------------------------------------
    logic [15:0] octets;
    logic        multicast, broadcast;
    always_ff @(posedge clk) begin
        stat.valid <= k1 == WORD_END || k1 == WORD_ABORT;
        stat.octets <= octets + (k1 == WORD_END ? {12'd0, count1} + 16'd4 : 16'd4);
        stat.error <= k1 == WORD_ABORT || error1;
        stat.multicast <= multicast;
        stat.broadcast <= broadcast;
        stat.pause <= control1 && !pfc1;
        stat.pfc <= control1 && pfc1;
        if (k1 == WORD_PREAMBLE) octets <= 16'd0;
        if (k1 == WORD_FULL) octets <= octets + 16'd8;
        if (first1) begin
            broadcast <= data1[47:0] == {48{1'b1}};
            multicast <= data1[0] && data1[47:0] != {48{1'b1}};
        end
        if (rst) stat.valid <= 1'b0;
    end

endmodule
