# SPDX-License-Identifier: Apache-2.0
# Cuts a sequential netlist at its state, for mk/netlists/equal.sh: of a BLIF by Yosys, each flip-flop becomes an input, its output, and an output, its next
# value; each memory becomes inputs, what it reads, and outputs, its address, data, enables and clocks. So two of them can be compared without time.
# The variable names is a file with lines "NAME OTHER" for state that has another name here than it shall have, interface is a file that gets a line for all
# that a comparison of logic does not see: clock and first value of each flip-flop, kind and first content of each memory.
BEGIN {
	while (names != "" && (getline line < names) > 0) { split(line, of, " "); renamed[of[1]] = of[2] }
	RS = "\n"
}
function called(name,   bit) {
	if (name in renamed) return renamed[name]
	bit = match(name, /\[[0-9]+\]$/) ? substr(name, RSTART) : ""
	sub(/\[[0-9]+\]$/, "", name)
	return (name in renamed ? renamed[name] : name) bit
}
function output(name, net) { outputs[++output_count] = name; buffers[++buffer_count] = ".names " net " " name "\n1 1" }
function end_memory(   i, pin, of) {
	if (memory == "") return
	name = called(id)
	for (i = 1; i <= pins; i++) {
		split(pin_of[i], of, "=")
		if (of[1] ~ /^RD_DATA/) inputs[++input_count] = of[2] SUBSEP name "." of[1]
		else output(name "." of[1], of[2])
	}
	print "memory", name, memory parameters > interface
	memory = id = parameters = ""
}
# A line that ends with a backslash goes on with the next one.
{ while (sub(/\\$/, "") && (getline more) > 0) $0 = $0 more }
$1 != ".param" { end_memory() }
$1 == ".model" { model = $0; next }
$1 == ".inputs" { for (i = 2; i <= NF; i++) inputs[++input_count] = $i SUBSEP $i; next }
$1 == ".outputs" { for (i = 2; i <= NF; i++) outputs[++output_count] = $i; next }
$1 == ".latch" {
	name = called($3)
	inputs[++input_count] = $3 SUBSEP name ".q"
	output(name ".d", $2)
	print "flip-flop", name, $4, $5, $6 > interface
	next
}
$1 == ".subckt" && $2 == "memory" { memory = $2; pins = 0; for (i = 3; i <= NF; i++) pin_of[++pins] = $i; next }
$1 == ".subckt" || $1 == ".gate" { print "cut.awk: the cell " $2 " is neither logic nor a flip-flop nor a memory" > "/dev/stderr"; failed = 1; exit 1 }
$1 == ".param" { if ($2 == "MEMID") { id = $3; gsub(/"|\\/, "", id) } else parameters = parameters " " $2 "=" $3; next }
$1 == ".end" { next }
{ body[++lines] = $0 }
END {
	if (failed) exit 1
	end_memory()
	# An input has the name that it shall have; a buffer gives it to the net that the netlist calls otherwise.
	print model
	for (i = 1; i <= input_count; i++) { split(inputs[i], of, SUBSEP); print of[2] | ("sort > " interface ".inputs"); if (of[1] != of[2]) buffers[++buffer_count] = ".names " of[2] " " of[1] "\n1 1" }
	for (i = 1; i <= output_count; i++) print outputs[i] | ("sort > " interface ".outputs")
	close("sort > " interface ".inputs"); close("sort > " interface ".outputs")
	printf ".inputs"; while ((getline line < (interface ".inputs")) > 0) printf " %s", line
	printf "\n.outputs"; while ((getline line < (interface ".outputs")) > 0) printf " %s", line
	printf "\n"
	for (i = 1; i <= lines; i++) print body[i]
	for (i = 1; i <= buffer_count; i++) print buffers[i]
	print ".end"
}
