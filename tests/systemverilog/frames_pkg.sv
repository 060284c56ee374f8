// SPDX-License-Identifier: Apache-2.0
// Frames of the two benches.
`timescale 1ns / 1ps
package frames_pkg;
	typedef byte unsigned octets_t[$];

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
endpackage
