# SPDX-License-Identifier: Apache-2.0
# Turns the waves of a counterexample (VCD of Yosys) into a stimulus on which the simulation fails too: what the ports of the property saw, as items
# in the same order. The order is that of the trace; the clocks are not, since a frame on a wire takes longer than the clock in which a part hears
# of it. What a part finds in one clock, a frame that is on the wire or a level at its mark, takes the items that bring it about.
# usage: awk -f formal/stimulus.awk -v proof=NAME -v instance=PATH TRACE.vcd > FILE.stim; PATH: the instance of the property in the trace
function number(bits,   i, n) {
	for (i = n = 0; ++i <= length(bits);) n = 2 * n + (substr(bits, i, 1) == "1")
	return n
}
function item(text) { items = items text "\n" }
function rises(name) { return now[name] == 1 && was[name] != 1 }
function changes(name) { return now[name] != was[name] }

# Commands of received PAUSE frames; a frame is on the wire if one was at any time.
function expiry() {
	if (("release_i" in now) && changes("release_i") && items != "") item("control rx_pause=" !now["release_i"])
	if (now["command_i"]) item("rx.pause time=" now["quanta_i"])
	if (now["busy_i"]) busy = 1
}
# An inhibit begins while a frame is on the wire and the next one waits; frames of the host follow.
function hold() {
	if (rises("inhibited_i")) inhibited = 1
	if (rises("start_i") && !now["control_i"]) item("tx.frame len=100")
}
# A request while inhibited, or, if the frame that starts last is one of data, while frames of the host wait.
function control() {
	if (rises("request_i")) requested = 1
	data = now["data_i"]
}
# The reason for an XOFF comes and goes; the time of the XOFF that was sent, and another that was set then.
function level() {
	if (changes("gate_i") && items != "") item("control tx_pause=" now["gate_i"] "\nwait 100")
	if (now["outstanding_i"]) left = 1
	if (now["full_i"]) full = 1
	if (now["start_i"] && now["xoff_i"]) sent = now["cfg_quanta_i"]
	if (sent && now["cfg_quanta_i"] != sent) other = now["cfg_quanta_i"]
	double = now["cfg_double_i"]
	if (changes("full_i") && (items != "" || now["full_i"])) item("control request_xoff=" now["full_i"] "\nwait 300")
}
# The ports of requests, which the LL 10G MAC alone has; a requester begins enabled.
function requester() {
	if (changes("quanta_i")) item("reg.write " (class == "" ? "tx_pauseframe_quanta " : "pfc_pause_quanta_" class " ") now["quanta_i"] "\nwait reg")
	if (changes("enable_i") && begun)
		item("reg.write " (class == "" ? "tx_pauseframe_enable " : "tx_pfc_priority_enable ") (now["enable_i"] ? 2 ^ class : 0) "\nwait 100")
	if (changes("off_i") || changes("on_i")) {
		if (class == "") item("pause.req " (now["off_i"] ? "xoff" : now["on_i"] ? "xon" : "none"))
		else item("pfc.req" (now["off_i"] ? " off=" class : now["on_i"] ? " on=" class : ""))
		item("wait 300")
	}
	begun = 1
}
# The BCM1250 sets the time of its next XOFF as 512 << n quanta; the XOFF is requested as long as the reason lasts.
function times_of_bcm1250(time, requested,   n) {
	for (n = 0; 512 * 2 ^ n < time && n < 7; n++);
	print "reg.write mac_cfg RETRY_EN|RET_DRPREQ_EN|TX_PAUSE_CNT=" n "|SPEED_SEL=" (double ? 1 : 2) "|SS_EN|FC_CMD=1" (requested ? "|FC_SEL" : "") "\nwait 300"
}
# What is visible in a clock, when its last value has been read.
function clock_over() {
	if (now["rst_n"] == 1) {
		if (of_requester) requester()
		else if (proof == "expiry") expiry()
		else if (proof == "hold") hold()
		else if (proof == "control") control()
		else level()
	}
	for (name in now) was[name] = now[name]
}
BEGIN {
	of_requester = instance ~ /\.u_requester$/
	if (match(instance, /g_class\[[0-9]+\]/)) class = substr(instance, RSTART + 8, RLENGTH - 9)
}
/^\$var/ {
	name = $5
	sub(/^.*\./, "", name)
	if ($5 == "rst_n" || $5 ~ /^u_pause_tx\.cfg_(quanta|double)_i$/ || index($5, instance ".") == 1) id[$4] = id[$4] " " name
	if (index($5, "u_mark.") == 1) marks = 1
}
/^#/ {
	if (seen) clock_over()
	seen = 1
}
/^b/ { n = split(id[$2], names, " "); for (i = 1; i <= n; i++) now[names[i]] = number(substr($1, 2)) }
/^[01xz]/ { n = split(id[substr($0, 2)], names, " "); for (i = 1; i <= n; i++) now[names[i]] = substr($0, 1, 1) == "1" }
END {
	clock_over()
	print "pausebench-stim 1"
	print "# Made of a counterexample of the proof " proof "."
	print of_requester ? "model ll10g\nneeds pfc" : other ? "model bcm1250" : "neutral\nneeds full-duplex"
	print "\nsetup"
	if (of_requester) {
		print class == "" ? "reg.write tx_pauseframe_holdoff_quanta 100" : "reg.write pfc_holdoff_quanta_" class " 100"
		if (class != "") print "reg.write tx_pfc_priority_enable " 2 ^ class
		print "wait reg"
	}
	if (double) print "link speed=100"
	if (other) times_of_bcm1250(sent, 0)
	print "wait idle"
	# In the trace the PAUSE meets a decision to start; here, some phase of frames that wait, of each length modulo a word.
	if (inhibited) {
		print "sweep phase 0..160\nsetup\nwait idle"
		for (i = 60; i < 68; i++) print "tx.frame len=" i
		print "wait $phase\nrx.pause time=5\nwait idle max=100000\nend"
	}
	if (proof == "expiry" && busy) print "tx.frame len=1400\nwait 20"
	# No XOFF need have left in the trace, so a long frame keeps the wire busy while the reason comes and goes.
	if (proof == "xon" && full && !left) print "tx.frame len=1500\nwait 30\ncontrol request_xoff=1\nwait 60\ncontrol request_xoff=0\nwait 300\nwait idle"
	printf "%s", items
	if (other) times_of_bcm1250(other, full)
	# The level rises to the mark, and falls again, by the least that the receive buffer takes.
	if (proof ~ /^xo/ && marks && !full) {
		print "marks low=512 high=1024\nwait reg\nhost.stop"
		for (i = 0; i < 16; i++) print "rx.frame len=64\nwait rx\nwait 100"
		print "host.rate on=1 off=100"
	}
	if (requested && data) print "tx.frame len=1000\ntx.frame len=100\ntx.frame len=100\nwait 100\ncontrol request_xoff=1\nwait 300"
	else if (requested) print "rx.pause time=200\nwait rx\nwait 10\ncontrol request_xoff=1\nwait 300"
	if (proof == "hold" || proof == "expiry") print "wait rx\ntx.frame len=100"
	print "wait idle max=100000"
}
