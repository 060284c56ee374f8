// SPDX-License-Identifier: Apache-2.0
// A bench of somebody else: classes, mailboxes and processes of SystemVerilog around a 1 Gb/s MAC (tests/data/foreign/gige), whose flow control is judged by
// the monitors that are bound to it. It knows nothing of Pausebench but pausemodel_pkg. +profile= +frames= +seed= +requests=1: they are seen
`timescale 1ns / 1ps

// Inputs change at the falling edge, so that nothing races with the rising one.
module gige_bench;
	import frames_pkg::*;

	logic clk = 0, arst = 1;
	logic [7:0] rxd = 0, host_data = 0;
	logic rx_dv = 0, rx_er = 0, host_valid = 0, host_last = 0, xoff_request = 0;
	wire host_ready, got_valid, got_last, got_bad;
	wire [7:0] got_data;
	wire [7:0] txd;
	wire tx_en, tx_er;

	always #4 clk = ~clk;

	gige_mac #(.TxAddressBits(14)) mac (
		.clk, .arst, .gmii_rxd(rxd), .gmii_rx_dv(rx_dv), .gmii_rx_er(rx_er), .gmii_txd(txd), .gmii_tx_en(tx_en), .gmii_tx_er(tx_er),
		.s_axis_tdata(host_data), .s_axis_tvalid(host_valid), .s_axis_tlast(host_last), .s_axis_tready(host_ready),
		.m_axis_tdata(got_data), .m_axis_tvalid(got_valid), .m_axis_tlast(got_last), .m_axis_tuser(got_bad),
		.cfg_rx_enable(1'b1), .cfg_tx_enable(1'b1), .cfg_rx_pause(1'b1), .cfg_rx_pause_group(1'b1), .cfg_rx_pause_station(1'b1), .cfg_tx_pause(1'b1),
		.cfg_station(48'h0011_2233_4455), .cfg_quanta(16'd40), .cfg_refresh(16'd20), .cfg_max_frame(16'd1518), .xoff_request
	);

	// What the partner sends: a frame and the octets of idle before it.
	class wish;
		octets_t octets;
		int gap;
	endclass
	mailbox #(wish) partner = new;

	task automatic receive(octets_t octets);
		octets_t all;
		all.delete();
		repeat (7) all.push_back(8'h55);
		all.push_back(8'hD5);
		foreach (octets[i]) all.push_back(octets[i]);
		foreach (all[i]) begin
			@(negedge clk);
			rxd = all[i];
			rx_dv = 1;
		end
		@(negedge clk) rx_dv = 0;
	endtask

	initial forever begin : partner_process
		wish w;
		partner.get(w);
		repeat (w.gap) @(posedge clk);
		receive(w.octets);
	end

	task automatic ask_partner(octets_t octets, int gap);
		wish w = new;
		w.octets = octets;
		w.gap = gap;
		partner.put(w);
	endtask

	task automatic send(octets_t octets);
		bit taken;
		foreach (octets[i]) begin
			taken = 0;
			while (!taken) begin
				@(negedge clk);
				host_data = octets[i];
				host_last = i == octets.size() - 1;
				host_valid = 1;
				#2 taken = host_ready;
			end
		end
		@(negedge clk) host_valid = 0;
	endtask

	pausemodel_pkg::judge port;
	string profile;
	int wanted = 200, seed = 1, requests = 0;
	longint unsigned findings;

	initial begin
		void'($value$plusargs("profile=%s", profile));
		void'($value$plusargs("frames=%d", wanted));
		void'($value$plusargs("seed=%d", seed));
		void'($urandom(seed));
		void'($value$plusargs("requests=%d", requests));
		port = new("gige", profile, 0, 1, requests != 0);
		port.control("station", 64'h0011_2233_4455);
		port.control("quanta", 40);
		port.control("refresh", 20);
		repeat (8) @(posedge clk);
		@(negedge clk) arst = 0;
		repeat (32) @(posedge clk);
		fork
			for (int i = 0; i < wanted; i++) begin : host
				send(data(60 + $urandom_range(399)));
				repeat ($urandom_range(39)) @(posedge clk);
			end
			for (int i = 0; i < wanted / 4; i++) begin : flow
				automatic int kind = $urandom_range(7);
				ask_partner(with_fcs(kind == 7 ? data(60 + $urandom_range(199)) : pause(kind == 6 ? 0 : $urandom_range(29)), kind == 5), 12 + $urandom_range(1499));
				if ($urandom_range(2) == 0) begin
					@(negedge clk) xoff_request = ~xoff_request;
					repeat ($urandom_range(2999)) @(posedge clk);
				end
			end
		join
		@(negedge clk) xoff_request = 0;
		repeat (40000) @(posedge clk);
		findings = port.finish();
		if (findings != 0) $fatal(1, "the MAC broke a rule");
		$display("PASS");
		$finish;
	end

	initial begin
		repeat (1000) #100_000;
		$fatal(1, "the bench hangs");
	end
endmodule

bind gige_mac pausemodel_gmii #("gige", pausemodel_pkg::RECEIVED) received (.clk(clk), .data(gmii_rxd), .enable(gmii_rx_dv), .error(gmii_rx_er));
bind gige_mac pausemodel_gmii #("gige", pausemodel_pkg::SENT) sent (.clk(clk), .data(gmii_txd), .enable(gmii_tx_en), .error(gmii_tx_er));
bind gige_mac pausemodel_axis #("gige", pausemodel_pkg::SENT) from_client (
	.clk(clk), .data(s_axis_tdata), .keep(1'b1), .last(s_axis_tlast), .user(1'b0), .valid(s_axis_tvalid), .ready(s_axis_tready));
bind gige_mac pausemodel_axis #("gige", pausemodel_pkg::RECEIVED) to_client (
	.clk(clk), .data(m_axis_tdata), .keep(1'b1), .last(m_axis_tlast), .user(m_axis_tuser), .valid(m_axis_tvalid), .ready(1'b1));

// Of a judge that does not look at requests nothing is asked.
module request_of_gige (input logic clk, input logic xoff);
	pausemodel_request #("gige") seen (.clk(clk), .xoff(xoff && gige_bench.requests != 0), .xon(1'b0), .class_xoff(8'h0), .class_xon(8'h0));
endmodule
bind gige_mac request_of_gige request (.clk(clk), .xoff(xoff_request));
