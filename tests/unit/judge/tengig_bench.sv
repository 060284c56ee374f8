// SPDX-License-Identifier: Apache-2.0
// A 10 Gb/s port whose client obeys PFC: the MAC tengig, and a client with a queue for each class of +classes=, none of which is ever empty. It hands over a
// frame of the next class that pfc_xoff leaves free, and keeps two or three frames waiting in the MAC. The partner sends PFC frames, and frames that are nearly one.
// Class 4 is not enabled. The frames of both wires are printed as tools/saver/saved.h has them. +classes= +seed= +frames=
`timescale 1ps / 1ps

module tengig_bench;
	import frames_pkg::*;

	localparam logic [7:0] ENABLED = 8'hEF;

	logic clk = 0, rst = 1;
	logic [63:0] rxd = XGMII_IDLE, host_data = 0;
	logic [7:0] rxc = 8'hFF, host_keep = 0;
	logic host_valid = 0, host_last = 0, write_valid = 0;
	logic [15:0] address = 0;
	logic [31:0] value = 0;
	wire [63:0] txd;
	wire [7:0] txc, xoff;
	wire host_ready, write_done;

	always #3200 clk = ~clk;

	tengig mac (
		.clk, .rst, .xgmii_rxd(rxd), .xgmii_rxc(rxc), .xgmii_txd(txd), .xgmii_txc(txc),
		.s_axis_tdata(host_data), .s_axis_tkeep(host_keep), .s_axis_tvalid(host_valid), .s_axis_tlast(host_last), .s_axis_tuser(1'b0),
		.s_axis_tready(host_ready), .m_axis_tdata(), .m_axis_tkeep(), .m_axis_tvalid(), .m_axis_tlast(), .m_axis_tready(1'b1),
		.s_axil_awaddr(address), .s_axil_awvalid(write_valid), .s_axil_awready(), .s_axil_wdata(value), .s_axil_wstrb(4'hF),
		.s_axil_wvalid(write_valid), .s_axil_wready(), .s_axil_bresp(), .s_axil_bvalid(write_done), .s_axil_bready(1'b1),
		.s_axil_araddr(16'd0), .s_axil_arvalid(1'b0), .s_axil_arready(), .s_axil_rdata(), .s_axil_rresp(), .s_axil_rvalid(), .s_axil_rready(1'b1),
		.pause_xoff_req(1'b0), .pause_xon_req(1'b0), .pfc_xoff_req(8'd0), .pfc_xon_req(8'd0), .pfc_xoff(xoff), .tx_paused(), .link_status()
	);

	task automatic write(bit [15:0] at, bit [31:0] word);
		@(negedge clk);
		address = at;
		value = word;
		write_valid = 1;
		while (!write_done) @(negedge clk);
		write_valid = 0;
		repeat (4) @(negedge clk);
	endtask

	function automatic string text(octets_t octets);
		string all = "";
		int zeros;
		for (int i = 0; i < octets.size(); i += zeros == 0 ? 1 : zeros) begin
			zeros = 0;
			while (i + zeros < octets.size() && octets[i+zeros] == 0) zeros++;
			if (zeros > 3) all = {all, $sformatf("00*%0d%s", zeros, i + zeros < octets.size() ? "." : "")};
			else begin
				zeros = 0;
				all = {all, $sformatf("%02x", octets[i])};
			end
		end
		return all;
	endfunction

	task automatic receive(octets_t octets);
		logic [63:0] data;
		logic [7:0] control;
		for (int w = 0; w < xgmii_words(octets); w++) begin
			xgmii_word(octets, w, data, control);
			@(negedge clk);
			if (w == 0) $display("rx %0d %s", ($time + 3200) / 1000, text(octets));
			rxd = data;
			rxc = control;
		end
		@(negedge clk);
		rxd = XGMII_IDLE;
		rxc = 8'hFF;
	endtask

	// What the MAC sends, from the edge on at which its outputs are taken. The times have the same zero as those of the receive wire.
	int started = 0;
	octets_t sent;
	longint unsigned sent_at;
	bit open = 0;
	always @(posedge clk) begin
		for (int i = 0; i < 8; i++)
			if (txc[i] && txd[8*i+:8] == 8'hFB) begin
				open = 1;
				started = started + 1;
				sent.delete();
				sent_at = $time + 64'(i) * 800;
			end else if (open && txc[i]) begin
				open = 0;
				repeat (7) void'(sent.pop_front());
				$display("tx %0d %s", sent_at / 1000, text(sent));
			end else if (open) sent.push_back(txd[8*i+:8]);
	end

	bit [7:0] classes = 8'hFF;
	int wanted = 8, seed = 1, handed = 0, next = 0;
	bit over = 0;

	task automatic hand_over(int priority_);
		octets_t octets;
		int words, length = 120; // whole words, so that a frame is handed over while one of them is sent
		octets = '{8'h02, 8'h00, 8'h00, 8'h00, 8'h00, 8'h01, 8'h00, 8'h11, 8'h22, 8'h33, 8'h44, 8'h55, 8'h81, 8'h00, 8'(priority_ << 5), 8'h00, 8'h88, 8'hB5};
		while (octets.size() < length) octets.push_back(0);
		words = (length + 7) / 8;
		for (int w = 0; w < words; w++) begin
			@(negedge clk);
			host_data = 0;
			host_keep = 0;
			for (int i = 0; i < 8; i++)
				if (w * 8 + i < length) begin
					host_data[8*i+:8] = octets[w*8+i];
					host_keep[i] = 1;
				end
			host_last = w == words - 1;
			host_valid = 1;
			#3000;
			while (!host_ready) #6400;
		end
		@(negedge clk) host_valid = 0;
		handed++;
	endtask

	// Kinds: 0 is no PFC frame by its address, 1 by its FCS, 2 by its opcode. 3: time 0. The times of classes that are not in the vector are there, too.
	task automatic order(int kind);
		octets_t octets;
		bit [7:0] vector = 8'($urandom);
		bit [15:0] quanta;
		bit [47:0] to = kind == 0 ? 48'h0011_2233_4455 : 48'h0180_C200_0001;
		octets = '{to[47:40], to[39:32], to[31:24], to[23:16], to[15:8], to[7:0], 8'h02, 8'h00, 8'h00, 8'h00, 8'h00, 8'h09, 8'h88, 8'h08, 8'h01, 8'h01, 8'h00, vector};
		if (kind == 2) octets[15] = 8'h02;
		for (int i = 0; i < 8; i++) begin
			quanta = kind == 3 ? 0 : 16'(40 + $urandom_range(60));
			octets.push_back(quanta[15:8]);
			octets.push_back(quanta[7:0]);
		end
		while (octets.size() < 60) octets.push_back(0);
		receive(with_fcs(octets, kind == 1));
	endtask

	initial begin
		void'($value$plusargs("classes=%h", classes));
		void'($value$plusargs("frames=%d", wanted));
		void'($value$plusargs("seed=%d", seed));
		void'($urandom(seed));
		repeat (8) @(negedge clk);
		rst = 0;
		repeat (8) @(negedge clk);
		write(16'h008, 32'h33);
		write(16'h010, 32'h0011);
		write(16'h014, 32'h2233_4455);
		write(16'h024, {24'hFF, ENABLED});
		repeat (20) @(negedge clk);
		fork
			while (!over) begin : client
				for (int i = 0; i < 8 && !(classes[next] && !xoff[next]); i++) next = (next + 1) % 8;
				if (handed - started < 3 && classes[next] && !xoff[next]) begin
					hand_over(next);
					next = (next + 1) % 8;
				end else @(negedge clk);
			end
			begin : partner
				repeat (400) @(negedge clk);
				for (int i = 0; i < wanted; i++) begin
					order($urandom_range(9));
					repeat (100 + $urandom_range(900)) @(negedge clk);
				end
				repeat (800) @(negedge clk);
				over = 1;
			end
		join
		$finish;
	end
endmodule
