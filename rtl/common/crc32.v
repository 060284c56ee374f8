// SPDX-License-Identifier: Apache-2.0
// Running CRC-32 of one octet per clock, least significant bit first.
// IEEE 802.3 3.2.9.
//
// The register holds the uncomplemented remainder: the FCS goes out as ~crc_o, bits 7:0 first. After a
// frame and its right FCS it is 0xDEBB20E3, whatever the frame was.
`default_nettype none

module crc32 (
    input  wire        clk,
    input  wire        clear_i,
    input  wire        enable_i,
    input  wire [7:0]  data_i,
    output wire [31:0] crc_o
);

  localparam [31:0] INITIAL = 32'hFFFFFFFF;

  reg  [31:0] crc_q;
  wire [7:0]  mix = crc_q[7:0] ^ data_i;

  // The contribution of each bit of the mixed octet after eight shifts of the polynomial 0xEDB88320.
  wire [31:0] crc_d = {8'd0, crc_q[31:8]}
      ^ ({32{mix[0]}} & 32'h77073096) ^ ({32{mix[1]}} & 32'hEE0E612C)
      ^ ({32{mix[2]}} & 32'h076DC419) ^ ({32{mix[3]}} & 32'h0EDB8832)
      ^ ({32{mix[4]}} & 32'h1DB71064) ^ ({32{mix[5]}} & 32'h3B6E20C8)
      ^ ({32{mix[6]}} & 32'h76DC4190) ^ ({32{mix[7]}} & 32'hEDB88320);

  always @(posedge clk) begin
    if (clear_i) crc_q <= INITIAL;
    else if (enable_i) crc_q <= crc_d;
  end

  assign crc_o = crc_q;

endmodule

`default_nettype wire
