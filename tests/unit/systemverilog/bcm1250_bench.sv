// SPDX-License-Identifier: Apache-2.0
// A third bench of somebody else: the BCM1250 at 100 Mb/s, a nibble in a clock of 25 MHz, with the streams of its client and its registers.
// +profile= +frames= +seed=
`timescale 1ns / 1ps

module bcm1250_bench;
	import frames_pkg::*;

	logic clk = 0, rst_n = 0;
	logic [7:0] rxd = 0, host_data = 0;
	logic rx_dv = 0, host_valid = 0, host_last = 0, psel = 0, penable = 0, pwrite = 0;
	logic [15:0] paddr = 0;
	logic [63:0] pwdata = 0;
	wire host_ready, pready, pslverr;
	wire [63:0] prdata;

	always #20 clk = ~clk;

	bcm1250_mac #(.XonFrames(1), .XoffRefresh(0)) mac (
		.clk, .rst_n, .gmii_rxd(rxd), .gmii_rx_dv(rx_dv), .gmii_rx_er(1'b0), .mii_crs(1'b0), .mii_col(1'b0),
		.s_axis_tdata(host_data), .s_axis_tvalid(host_valid), .s_axis_tlast(host_last), .s_axis_tuser(1'b0), .s_axis_tready(host_ready),
		.m_axis_tready(1'b1), .psel, .penable, .paddr, .pwrite, .pwdata, .pstrb(8'hFF), .prdata, .pready, .pslverr, .mdio_i(1'b1)
	);

	task automatic access(bit write, bit [15:0] address, bit [63:0] value, output bit [63:0] got);
		bit done = 0;
		@(negedge clk);
		{psel, penable, pwrite} = {1'b1, 1'b0, write};
		paddr = address;
		pwdata = value;
		@(negedge clk) penable = 1;
		while (!done) begin
			#15 done = pready;
			got = prdata;
			@(negedge clk);
		end
		{psel, penable} = 0;
	endtask

	task automatic write(bit [15:0] address, bit [63:0] value);
		bit [63:0] unused;
		access(1, address, value, unused);
	endtask

	task automatic nibble(bit [3:0] value);
		@(negedge clk);
		rxd = {4'h0, value};
		rx_dv = 1;
	endtask

	// The low nibble of each octet comes first.
	task automatic receive(octets_t octets);
		repeat (15) nibble(4'h5);
		nibble(4'hD);
		foreach (octets[i]) begin
			nibble(octets[i][3:0]);
			nibble(octets[i][7:4]);
		end
		@(negedge clk) rx_dv = 0;
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
				#10 taken = host_ready;
			end
		end
		@(negedge clk) host_valid = 0;
	endtask

	// Frames for the station: 00-11-22-33-44-55.
	function automatic octets_t mine(octets_t octets);
		for (int i = 0; i < 6; i++) octets[i] = 8'(i * 17);
		return octets;
	endfunction

	pausemodel_pkg::judge port;
	string profile;
	int wanted = 100, seed = 1;
	longint unsigned findings;
	bit [63:0] value;

	initial begin
		void'($value$plusargs("profile=%s", profile));
		void'($value$plusargs("frames=%d", wanted));
		void'($value$plusargs("seed=%d", seed));
		void'($urandom(seed));
		port = new("port0", profile, 0, 1);
		repeat (8) @(negedge clk);
		rst_n = 1;
		repeat (8) @(negedge clk);
		write(16'h0208, 64'h0000_5544_3322_1100); // ethernet_addr: 00-11-22-33-44-55
		write(16'h0280, 64'h0000_5544_3322_1100); // addr_filter_0
		write(16'h0200, 64'h0000_0000_0000_00A2); // adfilter_cfg: PAUSE frames are obeyed
		write(16'h0118, 64'h05EE_4000_0000_8500); // frame_cfg
		write(16'h0100, 64'h0080_0084_0008_01CC); // mac_cfg: 100 Mb/s, full duplex, PAUSE frames
		write(16'h0800, 64'h0);                   // dma_config0
		write(16'h0400, 64'h0C00);                // enable
		repeat (100) @(negedge clk);
		fork
			for (int i = 0; i < wanted; i++) begin : host
				send(data(60 + $urandom_range(399)));
				repeat ($urandom_range(39)) @(negedge clk);
			end
			for (int i = 0; i < wanted / 2; i++) begin : partner
				automatic int kind = $urandom_range(7);
				repeat (24 + $urandom_range(1199)) @(negedge clk);
				receive(with_fcs(kind >= 6 ? mine(data(60 + $urandom_range(199))) : pause(kind == 4 ? 0 : $urandom_range(19)), kind == 5));
			end
			for (int i = 0; i < wanted / 20; i++) begin : software
				repeat ($urandom_range(5999)) @(negedge clk);
				write(16'h0800, 64'h0100_0000_0000_0000); // software invokes flow control
				repeat ($urandom_range(5999)) @(negedge clk);
				write(16'h0800, 64'h0);
			end
		join
		repeat (40000) @(negedge clk);
		access(0, 16'h00A0, 0, value); // RX_GOOD
		access(0, 16'h0080, 0, value); // RX_BYTES
		repeat (40) @(negedge clk);
		findings = port.finish();
		if (findings != 0) $fatal(1, "the MAC broke a rule");
		$display("PASS");
		$finish;
	end

	initial begin
		repeat (1000) #1_000_000;
		$fatal(1, "the bench hangs");
	end
endmodule

bind bcm1250_mac pausemodel_mii #(.WIRE(pausemodel_pkg::RECEIVED)) received (.clk(clk), .data(gmii_rxd[3:0]), .enable(gmii_rx_dv), .error(gmii_rx_er));
bind bcm1250_mac pausemodel_mii #(.WIRE(pausemodel_pkg::SENT)) sent (.clk(clk), .data(gmii_txd[3:0]), .enable(gmii_tx_en), .error(gmii_tx_er));
bind bcm1250_mac pausemodel_axis #(.STREAM(pausemodel_pkg::SENT)) from_client (
	.clk(clk), .data(s_axis_tdata), .keep(1'b1), .last(s_axis_tlast), .user(s_axis_tuser), .valid(s_axis_tvalid), .ready(s_axis_tready));
bind bcm1250_mac pausemodel_axis #(.STREAM(pausemodel_pkg::RECEIVED)) to_client (
	.clk(clk), .data(m_axis_tdata), .keep(1'b1), .last(m_axis_tlast), .user(m_axis_tuser), .valid(m_axis_tvalid), .ready(m_axis_tready));
bind bcm1250_mac pausemodel_apb registers (
	.pclk(clk), .psel(psel), .penable(penable), .pready(pready), .pwrite(pwrite), .pslverr(pslverr), .paddr(paddr), .pwdata(pwdata), .prdata(prdata));
