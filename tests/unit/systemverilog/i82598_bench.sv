// SPDX-License-Identifier: Apache-2.0
// A second bench of somebody else: the 82598EB, 10 Gb/s, whose registers the APB monitor sees and whose wires the XGMII monitors see.
// +profile= +frames= +seed= +marks=: the client marks so many of the frames as bad
`timescale 1ps / 1ps

module i82598_bench;
	import frames_pkg::*;


	logic clk = 0, rst_n = 0;
	logic [63:0] rxd = XGMII_IDLE, host_data = 0;
	logic [7:0] rxc = 8'hFF, host_keep = 0;
	logic host_valid = 0, host_last = 0, host_user = 0, psel = 0, penable = 0, pwrite = 0;
	logic [15:0] paddr = 0;
	logic [31:0] pwdata = 0;
	wire host_ready, pready, pslverr;
	wire [63:0] txd;
	wire [7:0] txc;
	wire [31:0] prdata;

	always #3200 clk = ~clk;

	i82598_mac mac (
		.clk, .rst_n, .xgmii_rxd(rxd), .xgmii_rxc(rxc), .xgmii_txd(txd), .xgmii_txc(txc),
		.s_axis_tdata(host_data), .s_axis_tkeep(host_keep), .s_axis_tvalid(host_valid), .s_axis_tlast(host_last), .s_axis_tuser(host_user),
		.s_axis_tready(host_ready), .m_axis_tready(1'b1),
		.psel, .penable, .paddr, .pwrite, .pwdata, .pstrb(4'hF), .prdata, .pready, .pslverr
	);

	task automatic access(bit write, bit [15:0] address, bit [31:0] value, output bit [31:0] got);
		bit done = 0;
		@(negedge clk);
		{psel, penable, pwrite} = {1'b1, 1'b0, write};
		paddr = address;
		pwdata = value;
		@(negedge clk) penable = 1;
		while (!done) begin
			#3000 done = pready;
			got = prdata;
			@(negedge clk);
		end
		{psel, penable} = 0;
	endtask

	task automatic write(bit [15:0] address, bit [31:0] value);
		bit [31:0] unused;
		access(1, address, value, unused);
	endtask

	// The frame of OCTETS on the wire from lane 0 on.
	task automatic receive(octets_t octets);
		logic [63:0] data;
		logic [7:0] control;
		int w;
		for (w = 0; w < xgmii_words(octets); w++) begin : word
			xgmii_word(octets, w, data, control);
			@(negedge clk);
			rxd = data;
			rxc = control;
		end
		@(negedge clk);
		rxd = XGMII_IDLE;
		rxc = 8'hFF;
	endtask

	// MARKED: the client says with the last word that the frame is bad.
	task automatic send(octets_t octets, bit marked);
		int words = (octets.size() + 7) / 8;
		logic [63:0] data;
		logic [7:0] keep;
		bit taken;
		int w;
		for (w = 0; w < words; w++) begin : beat
			taken = 0;
			data = 0;
			keep = 0;
			for (int i = 0; i < 8; i++)
				if (w * 8 + i < octets.size()) begin
					data[8*i+:8] = octets[w*8+i];
					keep[i] = 1;
				end
			while (!taken) begin
				@(negedge clk);
				host_data = data;
				host_keep = keep;
				host_last = w == words - 1;
				host_user = marked && host_last;
				host_valid = 1;
				#3000 taken = host_ready;
			end
		end
		@(negedge clk) host_valid = 0;
	endtask

	pausemodel_pkg::judge port;
	string profile;
	int wanted = 200, seed = 1, marks = 0;
	longint unsigned findings;
	bit [31:0] value;

	initial begin
		void'($value$plusargs("profile=%s", profile));
		void'($value$plusargs("frames=%d", wanted));
		void'($value$plusargs("seed=%d", seed));
		void'($value$plusargs("marks=%d", marks));
		void'($urandom(seed));
		port = new("port0", profile);
		port.control("station", 64'h0011_2233_4455);
		repeat (8) @(negedge clk);
		rst_n = 1;
		repeat (8) @(negedge clk);
		write(16'h5080, 32'h9500);        // FCTRL: obeys PAUSE, forwards control frames
		write(16'h4268, 32'h07D0_0000);   // MHADD
		write(16'h5400, 32'h3322_1100);   // RAL0, RAH0: 00-11-22-33-44-55
		write(16'h5404, 32'h8000_5544);
		write(16'h3220, 32'h8004_0000);   // FCRTL0, FCRTH0: marks above the buffer
		write(16'h3260, 32'h8004_0000);
		write(16'h3200, 32'd40);          // FCTTV0
		write(16'h3D00, 32'h08);          // RMCS: sends PAUSE frames
		write(16'h3000, 32'h1);           // RXCTRL
		repeat (100) @(negedge clk);
		fork
			for (int i = 0; i < wanted; i++) begin : host
				send(data(60 + $urandom_range(399)), i < marks);
				repeat ($urandom_range(19)) @(negedge clk);
			end
			for (int i = 0; i < wanted / 2; i++) begin : partner
				automatic int kind = $urandom_range(7);
				repeat (2 + $urandom_range(119)) @(negedge clk);
				receive(with_fcs(kind == 7 ? data(60 + $urandom_range(199)) : pause(kind == 6 ? 0 : $urandom_range(29)), kind == 5));
			end
			for (int i = 0; i < wanted / 20; i++) begin : software
				repeat ($urandom_range(599)) @(negedge clk);
				write(16'h3260, 32'h8000_0000); // a high mark of 0 asks for an XOFF
				repeat ($urandom_range(599)) @(negedge clk);
				write(16'h3260, 32'h8004_0000);
			end
		join
		repeat (4000) @(negedge clk);
		access(0, 16'h40D4, 0, value); // TPT
		access(0, 16'h3F68, 0, value); // LXOFFTXC
		access(0, 16'hCF68, 0, value); // LXOFFRXC
		access(0, 16'h4074, 0, value); // GPRC
		repeat (40) @(negedge clk);
		findings = port.finish();
		if (findings != 0) $fatal(1, "the MAC broke a rule");
		$display("PASS");
		$finish;
	end

	initial begin
		repeat (1000) #100_000_000;
		$fatal(1, "the bench hangs");
	end
endmodule

bind i82598_mac pausemodel_xgmii #(.WIRE(pausemodel_pkg::RECEIVED)) received (.clk(clk), .data(xgmii_rxd), .control(xgmii_rxc));
bind i82598_mac pausemodel_xgmii #(.WIRE(pausemodel_pkg::SENT)) sent (.clk(clk), .data(xgmii_txd), .control(xgmii_txc));
bind i82598_mac pausemodel_apb registers (
	.pclk(clk), .psel(psel), .penable(penable), .pready(pready), .pwrite(pwrite), .pslverr(pslverr), .paddr(paddr), .pwdata({32'd0, pwdata}),
	.prdata({32'd0, prdata})
);
