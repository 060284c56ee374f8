# SPDX-License-Identifier: Apache-2.0
# Names each wire bit of an RTLIL netlist (Yosys write_rtlil, after proc) that has more than one driver.
# usage: awk -f mk/drivers.awk NETLIST NETLIST
#
# Yosys' own check merges the two sides of an assignment first, so it does not find a driver beside an assignment of a constant or of an input.
# The first pass over the netlist collects the output ports of all modules, the second pass counts drivers.

function drive(signal,    n, i, token, name, range, high, low, bit) {
	n = split(signal, token, " ")
	for (i = 1; i <= n; i++) {
		name = token[i]
		if (name !~ /^[\\$]/)
			continue
		high = width[name] - 1
		low = 0
		if (token[i + 1] ~ /^\[/) {
			range = substr(token[i + 1], 2, length(token[i + 1]) - 2)
			if (split(range, part, ":") == 1)
				part[2] = part[1]
			high = part[1] + 0
			low = part[2] + 0
		}
		for (bit = low; bit <= high; bit++)
			if (++drivers[name, bit] == 2)
				printf "multiple drivers: %s[%d] in %s\n", name, bit, module
	}
}

function is_output(type, port) {
	if ((type, port) in output)
		return 1
	if (type ~ /^\$mem(wr|init)/ || type !~ /^\$[a-z_]/)
		return 0
	if (type ~ /^\$memrd/)
		return port == "\\DATA"
	return port == "\\Y" || port == "\\Q" || port == "\\RD_DATA"
}

FNR == 1 { reading++ }
$1 == "module" {
	module = $2
	split("", width)
	split("", drivers)
}
$1 == "wire" {
	width[$NF] = 1
	for (i = 2; i < NF; i++) {
		if ($i == "width")
			width[$NF] = $(i + 1)
		if ($i == "output")
			output[module, $NF] = 1
		if ($i == "input" && reading == 2)
			input_ports[module, $NF] = 1
	}
	if ((module, $NF) in input_ports)
		drive($NF)
}
$1 == "cell" { cell = $2 }
$1 == "end" { cell = "" }
$1 == "connect" && reading == 2 {
	if (cell == "") {
		# The left side of the assignment: one signal with an optional range, or a list in braces.
		if ($2 == "{") {
			signal = $0
			sub(/^[^{]*\{/, "", signal)
			sub(/\}.*$/, "", signal)
		} else
			signal = $2 ($3 ~ /^\[/ ? " " $3 : "")
		drive(signal)
	} else if (is_output(cell, $2)) {
		signal = $0
		sub(/^ *connect [^ ]+ /, "", signal)
		drive(signal)
	}
}
