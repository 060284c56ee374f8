// SPDX-License-Identifier: Apache-2.0
// The CRC-32 of 802.3 3.2.9 after one octet more, least significant bit first.
`default_nettype none

module crc32_octet (
    input  wire [31:0] crc,
    input  wire [ 7:0] octet,
    output wire [31:0] next
);

  function [31:0] after_octet(input [31:0] earlier, input [7:0] data);
    integer i;
    begin
      after_octet = earlier ^ {24'd0, data};
      for (i = 0; i < 8; i = i + 1)
        after_octet = {1'b0, after_octet[31:1]} ^ (after_octet[0] ? 32'hedb88320 : 32'd0);
    end
  endfunction

  assign next = after_octet(crc, octet);

endmodule

`default_nettype wire
