// SPDX-License-Identifier: Apache-2.0
// Constants, CRC-32 and the records that the parts of the tengig MAC hand to each other.

package tengig_pkg;

    // XGMII control characters (IEEE 802.3 table 46-3).
    localparam logic [7:0] XG_IDLE  = 8'h07;
    localparam logic [7:0] XG_SEQ   = 8'h9C;
    localparam logic [7:0] XG_START = 8'hFB;
    localparam logic [7:0] XG_TERM  = 8'hFD;
    localparam logic [7:0] XG_ERROR = 8'hFE;
    localparam logic [7:0] SFD      = 8'hD5;

    localparam logic [47:0] FLOW_ADDRESS = 48'h0180_C200_0001;
    localparam logic [15:0] TYPE_CONTROL = 16'h8808;
    localparam logic [15:0] OPCODE_PAUSE = 16'h0001;
    localparam logic [15:0] OPCODE_PFC   = 16'h0101;

    // Link fault status (46.3.4).
    localparam logic [1:0] LINK_OK     = 2'd0;
    localparam logic [1:0] LINK_LOCAL  = 2'd1;
    localparam logic [1:0] LINK_REMOTE = 2'd2;

    // Sizes of frames by octets DA..FCS, as in RFC 2819.
    typedef enum logic [2:0] {SIZE_64, SIZE_127, SIZE_255, SIZE_511, SIZE_1023, SIZE_MAX} size_t;

    function automatic size_t size_of(input logic [15:0] octets);
        if (octets <= 16'd64) return SIZE_64;
        if (octets <= 16'd127) return SIZE_127;
        if (octets <= 16'd255) return SIZE_255;
        if (octets <= 16'd511) return SIZE_511;
        if (octets <= 16'd1023) return SIZE_1023;
        return SIZE_MAX;
    endfunction

    // A received frame that has ended.
    typedef struct packed {
        logic        valid;
        logic [15:0] octets;
        logic        fcs_ok;       // right FCS and no control character in the frame
        logic        code_error;
        logic        short_frame;  // fewer than 64 octets
        logic        long_frame;   // more than MAX_FRAME
        logic        multicast;    // group address, broadcast not included
        logic        broadcast;
        logic        control;      // type 0x8808
        logic        pause;
        logic        pfc;
        logic        xon;          // a PAUSE with time 0
        logic        filtered;     // right, but for another station
        logic        lost;         // right and for the host, but there was no room
    } rx_event_t;

    // A frame that has been sent.
    typedef struct packed {
        logic        valid;
        logic [15:0] octets;
        logic        error;        // underrun, or marked by the host
        logic        multicast;
        logic        broadcast;
        logic        pause;
        logic        pfc;
    } tx_event_t;

    // The CRC register after one more octet, reflected polynomial 0xEDB88320.
    function automatic logic [31:0] crc_octet(input logic [31:0] crc, input logic [7:0] octet);
        logic [7:0] x;
        x = crc[7:0] ^ octet;
        return {8'h00, crc[31:8]}
            ^ ({32{x[0]}} & 32'h7707_3096) ^ ({32{x[1]}} & 32'hEE0E_612C)
            ^ ({32{x[2]}} & 32'h076D_C419) ^ ({32{x[3]}} & 32'h0EDB_8832)
            ^ ({32{x[4]}} & 32'h1DB7_1064) ^ ({32{x[5]}} & 32'h3B6E_20C8)
            ^ ({32{x[6]}} & 32'h76DC_4190) ^ ({32{x[7]}} & 32'hEDB8_8320);
    endfunction

    // The CRC register after the first COUNT octets (0 to 8) of a word.
    function automatic logic [31:0] crc_word(input logic [31:0] crc, input logic [63:0] data, input logic [3:0] count);
        logic [31:0] c;
        c = crc;
        for (int i = 0; i < 8; i++) begin
            if (4'(i) < count) c = crc_octet(c, data[8*i +: 8]);
        end
        return c;
    endfunction

endpackage
