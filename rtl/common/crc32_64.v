// SPDX-License-Identifier: Apache-2.0
// Running CRC-32 of up to eight octets per clock, lane 0 first, least significant bit first.
// IEEE 802.3 3.2.9.
//
// The register holds the uncomplemented remainder as in crc32.v. Each mask is the contribution of one bit of the mixed
// input after the shifts that remain to it. The contribution of an octet comes from a ROM for its place, which is made
// from these masks; places count from the end of the word. Words of fewer than eight octets, which end frames, go
// through a chain of 4, 2 and 1 octets with the ROMs of the last places.
`default_nettype none

module crc32_64 (
    input  wire        clk,
    input  wire        enable_i,
    input  wire        first_i,        // with enable_i: the first word of a frame
    input  wire [63:0] data_i,
    input  wire [3:0]  octets_i,       // 1 to 8
    output wire [31:0] crc_o           // the CRC of the words before this cycle
);

  localparam [31:0] INITIAL = 32'hFFFFFFFF;

  reg [31:0] crc_q;

  function [31:0] share; /* verilator no_inline_task */ // Spread out, it is half of what a C++ compiler has to read.
    input [63:0] x;
    begin
      share = ({32{x[0]}} & 32'hCCAA009E) ^ ({32{x[1]}} & 32'h4225077D) ^ ({32{x[2]}} & 32'h844A0EFA)
          ^ ({32{x[3]}} & 32'hD3E51BB5) ^ ({32{x[4]}} & 32'h7CBB312B) ^ ({32{x[5]}} & 32'hF9766256)
          ^ ({32{x[6]}} & 32'h299DC2ED) ^ ({32{x[7]}} & 32'h533B85DA) ^ ({32{x[8]}} & 32'hA6770BB4)
          ^ ({32{x[9]}} & 32'h979F1129) ^ ({32{x[10]}} & 32'hF44F2413) ^ ({32{x[11]}} & 32'h33EF4E67)
          ^ ({32{x[12]}} & 32'h67DE9CCE) ^ ({32{x[13]}} & 32'hCFBD399C) ^ ({32{x[14]}} & 32'h440B7579)
          ^ ({32{x[15]}} & 32'h8816EAF2) ^ ({32{x[16]}} & 32'hCB5CD3A5) ^ ({32{x[17]}} & 32'h4DC8A10B)
          ^ ({32{x[18]}} & 32'h9B914216) ^ ({32{x[19]}} & 32'hEC53826D) ^ ({32{x[20]}} & 32'h03D6029B)
          ^ ({32{x[21]}} & 32'h07AC0536) ^ ({32{x[22]}} & 32'h0F580A6C) ^ ({32{x[23]}} & 32'h1EB014D8)
          ^ ({32{x[24]}} & 32'h3D6029B0) ^ ({32{x[25]}} & 32'h7AC05360) ^ ({32{x[26]}} & 32'hF580A6C0)
          ^ ({32{x[27]}} & 32'h30704BC1) ^ ({32{x[28]}} & 32'h60E09782) ^ ({32{x[29]}} & 32'hC1C12F04)
          ^ ({32{x[30]}} & 32'h58F35849) ^ ({32{x[31]}} & 32'hB1E6B092) ^ ({32{x[32]}} & 32'hB8BC6765)
          ^ ({32{x[33]}} & 32'hAA09C88B) ^ ({32{x[34]}} & 32'h8F629757) ^ ({32{x[35]}} & 32'hC5B428EF)
          ^ ({32{x[36]}} & 32'h5019579F) ^ ({32{x[37]}} & 32'hA032AF3E) ^ ({32{x[38]}} & 32'h9B14583D)
          ^ ({32{x[39]}} & 32'hED59B63B) ^ ({32{x[40]}} & 32'h01C26A37) ^ ({32{x[41]}} & 32'h0384D46E)
          ^ ({32{x[42]}} & 32'h0709A8DC) ^ ({32{x[43]}} & 32'h0E1351B8) ^ ({32{x[44]}} & 32'h1C26A370)
          ^ ({32{x[45]}} & 32'h384D46E0) ^ ({32{x[46]}} & 32'h709A8DC0) ^ ({32{x[47]}} & 32'hE1351B80)
          ^ ({32{x[48]}} & 32'h191B3141) ^ ({32{x[49]}} & 32'h32366282) ^ ({32{x[50]}} & 32'h646CC504)
          ^ ({32{x[51]}} & 32'hC8D98A08) ^ ({32{x[52]}} & 32'h4AC21251) ^ ({32{x[53]}} & 32'h958424A2)
          ^ ({32{x[54]}} & 32'hF0794F05) ^ ({32{x[55]}} & 32'h3B83984B) ^ ({32{x[56]}} & 32'h77073096)
          ^ ({32{x[57]}} & 32'hEE0E612C) ^ ({32{x[58]}} & 32'h076DC419) ^ ({32{x[59]}} & 32'h0EDB8832)
          ^ ({32{x[60]}} & 32'h1DB71064) ^ ({32{x[61]}} & 32'h3B6E20C8) ^ ({32{x[62]}} & 32'h76DC4190)
          ^ ({32{x[63]}} & 32'hEDB88320);
    end
  endfunction

  reg [31:0] share_0[0:255];
  reg [31:0] share_1[0:255];
  reg [31:0] share_2[0:255];
  reg [31:0] share_3[0:255];
  reg [31:0] share_4[0:255];
  reg [31:0] share_5[0:255];
  reg [31:0] share_6[0:255];
  reg [31:0] share_7[0:255];

  integer entry;
  initial
    for (entry = 0; entry < 256; entry = entry + 1) begin
      share_0[entry] = share({56'd0, entry[7:0]});
      share_1[entry] = share({48'd0, entry[7:0], 8'd0});
      share_2[entry] = share({40'd0, entry[7:0], 16'd0});
      share_3[entry] = share({32'd0, entry[7:0], 24'd0});
      share_4[entry] = share({24'd0, entry[7:0], 32'd0});
      share_5[entry] = share({16'd0, entry[7:0], 40'd0});
      share_6[entry] = share({8'd0, entry[7:0], 48'd0});
      share_7[entry] = share({entry[7:0], 56'd0});
    end

  wire [31:0] start = first_i ? INITIAL : crc_q;
  wire [63:0] x     = {data_i[63:32], data_i[31:0] ^ start};

  reg [31:0] mix_4;              // of four octets, then two, then one
  reg [31:0] after_4;
  reg [23:0] rest;
  reg [15:0] mix_2;
  reg [31:0] after_2;
  reg [7:0]  mix_1;
  reg [31:0] tail;

  always @* begin
    mix_4   = 32'd0;
    after_4 = start;
    rest    = data_i[23:0];
    mix_2   = 16'd0;
    after_2 = start;
    mix_1   = 8'd0;
    tail    = start;
    if (enable_i && !octets_i[3]) begin
      if (octets_i[2]) begin
        mix_4   = data_i[31:0] ^ start;
        after_4 = share_4[mix_4[7:0]] ^ share_5[mix_4[15:8]] ^ share_6[mix_4[23:16]] ^ share_7[mix_4[31:24]];
        rest    = data_i[55:32];
      end
      after_2 = after_4;
      mix_1   = rest[7:0];
      if (octets_i[1]) begin
        mix_2   = rest[15:0] ^ after_4[15:0];
        after_2 = {16'd0, after_4[31:16]} ^ share_6[mix_2[7:0]] ^ share_7[mix_2[15:8]];
        mix_1   = rest[23:16];
      end
      mix_1 = mix_1 ^ after_2[7:0];
      tail  = octets_i[0] ? {8'd0, after_2[31:8]} ^ share_7[mix_1] : after_2;
    end
  end

  always @(posedge clk) begin
    if (enable_i) begin
      if (octets_i[3])
        crc_q <= share_0[x[7:0]] ^ share_1[x[15:8]] ^ share_2[x[23:16]]
            ^ share_3[x[31:24]] ^ share_4[x[39:32]] ^ share_5[x[47:40]]
            ^ share_6[x[55:48]] ^ share_7[x[63:56]];
      else crc_q <= tail;
    end
  end

  assign crc_o = crc_q;

endmodule

`default_nettype wire
