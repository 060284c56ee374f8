# SPDX-License-Identifier: Apache-2.0
# Turns the waves of a counterexample (VCD of Yosys) into a neutral stimulus: what the ports of the property saw, as items in the same order.
# The order is that of the trace; the clocks are not, since a frame on the receive wire takes longer than the clock in which a part hears of it.
# usage: awk -f formal/stimulus.awk -v proof=NAME TRACE.vcd > FILE.stim
function number(bits,   i, n) {
	for (i = n = 0; ++i <= length(bits);) n = 2 * n + (substr(bits, i, 1) == "1")
	return n
}
function item(text) {
	items = items text "\n"
	count++
}
function rises(name) { return now[name] == 1 && was[name] != 1 }
function changes(name) { return now[name] != was[name] }
# What is visible in a clock, when its last value has been read.
function clock_over() {
	if (now["rst_n"] == 1) {
		if ("release_i" in now && changes("release_i") && count) item("control rx_pause=" !now["release_i"])
		if (rises("command_i")) item("rx.pause time=" now["quanta_i"] "\nwait 100")
		if (proof == "hold" && rises("inhibited_i")) item("rx.pause time=40\nwait rx\nwait 10")
		if (proof == "hold" && rises("start_i") && !now["control_i"]) item("tx.frame len=100")
		if (proof == "expiry" && rises("busy_i")) item("tx.frame len=400\nwait 20")
		if ((proof == "xoff" || proof == "xon") && changes("gate_i") && count) item("control tx_pause=" now["gate_i"] "\nwait 100")
		# In an xon trace no XOFF need have left, so a long frame keeps the wire busy while the reason comes and goes.
		if (proof == "xon" && rises("full_i") && !count) item("tx.frame len=1500\nwait 30")
		if ((proof == "xoff" || proof == "xon") && changes("full_i") && (count || now["full_i"]))
			item("control request_xoff=" now["full_i"] "\nwait " (proof == "xon" && now["full_i"] ? 60 : 300))
		# The inhibit must last until the request has come.
		if (proof == "control" && rises("request_i")) item("rx.pause time=200\nwait rx\nwait 10\ncontrol request_xoff=1\nwait 300")
		if (proof == "control" && rises("data_i")) item("tx.frame len=100")
	}
	for (name in now) was[name] = now[name]
}
/^\$var/ {
	name = $5
	sub(/^.*\./, "", name)
	if ($5 == "rst_n" || index($5, "u_" proof ".") == 1 || scope == "u_" proof) id[$4] = id[$4] " " name
}
/^\$scope/ { scope = $3 }
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
	print "neutral\nneeds full-duplex\n\nsetup\nwait idle"
	printf "%s", items
	if (proof == "hold" || proof == "expiry") print "tx.frame len=100"
	print "wait idle max=100000"
}
