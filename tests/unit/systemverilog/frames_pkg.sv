// SPDX-License-Identifier: Apache-2.0
// Frames of the benches.
`timescale 1ns / 1ps
package frames_pkg;
	typedef byte unsigned octets_t[$];

	localparam logic [63:0] XGMII_IDLE = {8{8'h07}};

	function automatic octets_t with_fcs(octets_t octets, bit spoil);
		bit [31:0] crc = '1;
		foreach (octets[i])
			for (int b = 0; b < 8; b++) crc = (crc[0] ^ octets[i][b]) ? (crc >> 1) ^ 32'hEDB8_8320 : crc >> 1;
		crc = ~crc ^ 32'(spoil);
		for (int i = 0; i < 4; i++) octets.push_back(crc[8*i+:8]);
		return octets;
	endfunction

	// A queue of an automatic function is emptied, because Verilator 5.006 keeps it from call to call.
	function automatic octets_t data(int length);
		octets_t octets;
		octets.delete();
		for (int i = 0; i < length; i++) octets.push_back(i < 12 ? 8'(i * 17 + 2) & ~8'(i % 6 == 0) : i == 12 ? 8'h88 : i == 13 ? 8'hB5 : 8'($urandom));
		return octets;
	endfunction

	function automatic octets_t pause(int quanta);
		octets_t octets = '{8'h01, 8'h80, 8'hC2, 8'h00, 8'h00, 8'h01, 8'h02, 8'h00, 8'h00, 8'h00, 8'h00, 8'h09, 8'h88, 8'h08, 8'h00, 8'h01};
		octets.push_back(quanta[15:8]);
		octets.push_back(quanta[7:0]);
		while (octets.size() < 60) octets.push_back(0);
		return octets;
	endfunction

	// The number of words that a frame takes on XGMII from lane 0 on, the one with the end code included.
	function automatic int xgmii_words(octets_t octets);
		return (octets.size() + 8) / 8 + 1;
	endfunction

	// Such a word: 0 has the start code, the preamble and the SFD; behind the last octet there are the end code and idle codes.
	function automatic void xgmii_word(octets_t octets, int word, output logic [63:0] data, output logic [7:0] control);
		data = XGMII_IDLE;
		control = 8'hFF;
		if (word == 0) begin
			data = 64'hD555_5555_5555_55FB;
			control = 8'h01;
		end else
			for (int i = 0; i < 8; i++) begin
				int at = word * 8 - 8 + i;
				if (at < octets.size()) begin
					data[8*i+:8] = octets[at];
					control[i] = 0;
				end else if (at == octets.size()) data[8*i+:8] = 8'hFD;
			end
	endfunction
endpackage
