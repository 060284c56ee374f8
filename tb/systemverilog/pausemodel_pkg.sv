// SPDX-License-Identifier: Apache-2.0
// The judge of libpausemodel in SystemVerilog: IEEE 1800 DPI-C imports of <pausemodel/judge.h>, and a class that reports. No UVM.
// doc/use/library.md 4.
//
//     pausemodel_pkg::judge port = new("port0", "my.mac");             // in the bench, before the first clock
//     bind my_mac pausemodel_gmii #("port0", pausemodel_pkg::SENT) sent (.clk, .data(txd), .enable(tx_en), .error(tx_er));
//     ...
//     if (port.finish()) $fatal(1, "the MAC broke a rule");
//
// The monitors are in pausemodel_monitors.sv; one finds its judge by the name of the port, because a handle cannot be a parameter or a port.
// Times are picoseconds. A simulator needs the library: by -sv_lib libpausemodel, or, as with Verilator, on the command line of the linker.
`timescale 1ps / 1ps
package pausemodel_pkg;
	// enum pm_judge_wire: the direction, seen from the MAC, of a wire of its PHY or of a stream of its client.
	localparam int RECEIVED = 0;
	localparam int SENT = 1;

	import "DPI-C" function chandle pm_judge_open(input string profile, input longint unsigned time_error_ps);
	import "DPI-C" function chandle pm_judge_open_with_client(input string profile);
	import "DPI-C" function chandle pm_judge_open_with_requests(input string profile);
	import "DPI-C" function string pm_judge_open_message();
	import "DPI-C" function void pm_judge_free(input chandle judge);
	import "DPI-C" function string pm_judge_message(input chandle judge);
	import "DPI-C" function int pm_judge_control(input chandle judge, input longint unsigned t, input string name, input longint unsigned value);
	import "DPI-C" function int pm_judge_write(input chandle judge, input longint unsigned t, input shortint unsigned address,
	                                           input longint unsigned value);
	import "DPI-C" function int pm_judge_read(input chandle judge, input longint unsigned t, input shortint unsigned address,
	                                          input longint unsigned value);
	import "DPI-C" function int pm_judge_counter(input chandle judge, input longint unsigned t, input string name, input longint unsigned value);
	import "DPI-C" function int pm_judge_reset(input chandle judge, input longint unsigned t, input longint unsigned lasting);
	import "DPI-C" function int pm_judge_gmii(input chandle judge, input int wire_, input longint unsigned t, input byte unsigned data,
	                                          input int enable, input int error);
	import "DPI-C" function int pm_judge_mii(input chandle judge, input int wire_, input longint unsigned t, input byte unsigned data,
	                                         input int enable, input int error);
	// Outside of frames the caller may leave out words that are all idle, but never words with a sequence.
	import "DPI-C" function int pm_judge_xgmii(input chandle judge, input int wire_, input longint unsigned t, input longint unsigned clock_ps,
	                                           input longint unsigned data, input byte unsigned control);
	import "DPI-C" function int pm_judge_axis(input chandle judge, input int stream, input longint unsigned t, input longint unsigned data,
	                                          input byte unsigned keep, input int last, input int user, input int valid, input int ready);
	import "DPI-C" function int pm_judge_request(input chandle judge, input longint unsigned t, input int xoff);
	import "DPI-C" function int pm_judge_class_request(input chandle judge, input longint unsigned t, input byte unsigned classes, input int xoff);
	import "DPI-C" function int pm_judge_finish(input chandle judge, input longint unsigned t);
	import "DPI-C" function longint unsigned pm_judge_findings(input chandle judge);
	import "DPI-C" function longint unsigned pm_judge_checks(input chandle judge);
	import "DPI-C" function longint unsigned pm_judge_spoilt(input chandle judge);
	import "DPI-C" function string pm_judge_finding_text(input chandle judge, input longint unsigned i);
	import "DPI-C" function string pm_judge_undecided_text(input chandle judge, input longint unsigned i);

	typedef class judge;
	judge judges[string];

	// Returns the judge of the port NAME, which the bench must have made.
	function automatic judge judge_must_be(string name);
		if (judges.exists(name) == 0) $fatal(1, "no judge was made for the port %s before its first clock", name);
		return judges[name];
	endfunction

	// Returns the time of the simulation.
	function automatic longint unsigned now_ps();
		return longint'($realtime / 1ps);
	endfunction

	// A judge of one port. Errors of use are $fatal, because a bench that uses the judge wrongly has no verdict.
	class judge;
		chandle handle;

		// NAME is the name of the port, by which monitors find this judge. PROFILE is the path of a profile (doc/use/your-own-mac.md). TIME_ERROR_PS: each
		// time may be wrong by so much. CLIENT: the streams of the MAC's client are monitored, too (pausemodel_axis), with exact times. REQUESTS: so are
		// its requests for PAUSE and PFC frames (pausemodel_request).
		function new(string name, string profile, longint unsigned time_error_ps = 0, bit client = 0, bit requests = 0);
			if (requests) handle = pm_judge_open_with_requests(profile);
			else handle = client ? pm_judge_open_with_client(profile) : pm_judge_open(profile, time_error_ps);
			if (handle == null) $fatal(1, "%s", pm_judge_open_message());
			judges[name] = this;
		endfunction

		// Prints the findings so far, the rules that the events could not decide, and how many sent frames were not judged since they were spoilt.
		function void report();
			longint unsigned i = 0;
			string text = pm_judge_finding_text(handle, 0);
			while (text != "") begin
				$display("%s", text);
				i++;
				text = pm_judge_finding_text(handle, i);
			end
			if (pm_judge_findings(handle) > i) $display("and %0d findings more", pm_judge_findings(handle) - i);
			i = 0;
			text = pm_judge_undecided_text(handle, 0);
			while (text != "") begin
				$display("not decided: %s", text);
				i++;
				text = pm_judge_undecided_text(handle, i);
			end
			if (spoilt() != 0)
				$display("not judged: %0d sent frames with an error or a wrong FCS, which the client or a link fault may have spoilt", spoilt());
			$display("pausemodel: %0d findings, %0d checks", pm_judge_findings(handle), pm_judge_checks(handle));
		endfunction

		// Ends the simulation if a call failed, after a report of the findings so far.
		function void must(int status);
			if (status == 0) return;
			report();
			$fatal(1, "no verdict: %s", pm_judge_message(handle));
		endfunction

		// The control NAME of the profile ("station", "quanta") has VALUE from now on.
		function void control(string name, longint unsigned value);
			must(pm_judge_control(handle, now_ps(), name, value));
		endfunction

		// From now on the client requests that the partner is paused, or ceases to. If the MAC takes pulses: the client gives one for an XOFF, or for an XON.
		function void request(bit xoff);
			must(pm_judge_request(handle, now_ps(), int'(xoff)));
		endfunction

		// The same for each of CLASSES, bit i for class i.
		function void class_request(byte unsigned classes, bit xoff);
			must(pm_judge_class_request(handle, now_ps(), classes, int'(xoff)));
		endfunction

		// The counter NAME of the profile was read and had VALUE.
		function void counter(string name, longint unsigned value);
			must(pm_judge_counter(handle, now_ps(), name, value));
		endfunction

		// Returns how many sent frames so far ended with an error or a wrong FCS and were not judged, since the client or a link fault may have spoilt them.
		function longint unsigned spoilt();
			return pm_judge_spoilt(handle);
		endfunction

		// To be called when no more events come. Prints the report, and returns the number of findings. A frame whose end is missing gets no verdict.
		function longint unsigned finish();
			must(pm_judge_finish(handle, now_ps()));
			report();
			return pm_judge_findings(handle);
		endfunction
	endclass
endpackage
