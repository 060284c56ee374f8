# SPDX-License-Identifier: Apache-2.0
# Says in a line why nothing can be proved of a netlist whose registers do not all count the rising edges of the port clk: the graphs of prove.c have no
# clocks, so that a clock that is gated, divided or inverted would be none there. Prints nothing if they do. The netlist is flat, after opt_clean.
# Usage: awk -f one_clock.awk BASE.il
function refuse(what) { if (!said++) print what }
function only_clk(s) { gsub(/[{} ]|\\clk/, "", s); return s == "" }
{ text = $0; sub(/^ */, "", text) }
/^  cell / { cell = $3 }
/^  attribute / || /^  wire / || /^module / { next }
text ~ /^parameter \\(WR_)?CLK_POLARITY / {
	value = text; sub(/^.* /, "", value); sub(/^[0-9]+'/, "", value)
	if (value !~ /^1+$/) refuse("a register or a memory takes the falling edge of its clock")
	next
}
text ~ /^parameter / { next }
text ~ /^connect \\(WR_)?CLK / {
	value = text; sub(/^connect [^ ]+ /, "", value)
	if (!only_clk(value)) refuse("a register or a memory has another clock than the port clk: " value)
	next
}
text ~ /^connect \\RD_CLK / { next } # memory_ports.v refuses a memory that is read with a clock
# Another name of the port is no use of it.
/^  connect [^ {]+ \\clk$/ { next }
text ~ /^connect .*\\clk( |$)/ { refuse("something else than a register or a memory looks at the port clk: " cell) }
