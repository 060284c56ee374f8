# SPDX-License-Identifier: Apache-2.0
# Finds mutations of a row's netlist in the netlist of another row, its twin: the same RTL with other parameters.
# Usage: awk -f twin.awk file=1 BASE.il file=2 TWIN.il file=3 MUTATIONS (of BASE.il; of netlist.sh)
# Prints those of MUTATIONS that TWIN.il has too, under the same numbers, with its names of the cells. Yosys numbers cells as it makes them, so that a
# cell is found by its type, widths, instance and lines of the RTL; of several alike the first is the first, if there are as many in both. A bit of
# the output of a register is found by the name of the bit. Where anything of this differs, a mutation is left out.
function number(name) { return match(name, /\$[0-9]+(_[A-Za-z0-9]+)?$/) ? substr(name, RSTART + 1) + 0 : 0 }
# Of the connection Q, if it is a part of one wire: one_wire and one_lowest, the wire and its lowest bit.
function one(q,   part, n, range) {
	n = split(q, part, " ")
	one_wire = substr(part[1], 2); one_lowest = 0
	if (n > 2 || q !~ /^\\/) return 0
	if (n == 2) { range = part[2]; gsub(/[][]/, "", range); sub(/.*:/, "", range); one_lowest = range + 0 }
	return 1
}
function finish(   plain, key, bit) {
	plain = name
	gsub(/\$[0-9]+/, "$", plain)
	key = plain ~ /^\$auto/ && q ~ /^$|\$/ ? "" : type "|" plain "|" src "|" params "|" q
	keys[file, name] = key
	if (key != "") group[file, key] = group[file, key] "\n" name
	if (q != "" && one(q)) for (bit = 0; bit < width; bit++) register[file, one_wire, one_lowest + bit] = name "\n" bit
}
# The cell of TWIN.il that is CELL of BASE.il, or "".
function twin(cell,   key, mine, its, m, t, i, rank) {
	key = keys[1, cell]
	if (key == "") return "" # a cell that Yosys made of others, or that BASE.il has not
	m = split(substr(group[1, key], 2), mine, "\n")
	t = split(substr(group[2, key], 2), its, "\n")
	if (m != t) return ""
	for (i = 1; i <= m; i++) rank += number(mine[i]) < number(cell)
	return ranked(its, t, rank)
}
function ranked(names, n, rank,   i, j, below) {
	for (i = 1; i <= n; i++) {
		below = 0
		for (j = 1; j <= n; j++) below += number(names[j]) < number(names[i])
		if (below == rank) return names[i]
	}
	return ""
}
function option(what,   i) { for (i = 1; i < NF; i++) if ($i == what) return i + 1; return 0 }
file < 3 && /^  attribute \\src / { source = $3; next }
file < 3 && /^  cell / { type = $2; name = $3; sub(/^\\/, "", name); src = source; params = q = ""; width = 1; source = ""; next }
file < 3 && /^    parameter / && name != "" {
	if ($2 == "\\WIDTH") width = $3
	if ($2 !~ /(RST|INIT)_VALUE|\\INIT|_POLARITY/) params = params " " $2 $3 $4
	next
}
file < 3 && /^    connect \\Q / && name != "" { q = $0; sub(/^    connect \\Q /, "", q); next }
file < 3 && /^  end$/ { if (name != "") finish(); name = ""; next }
file < 3 { source = ""; next }
{
	at = option("-cell"); port = $(option("-port")); wire = option("-wire")
	if (port == "Q" && wire) {
		bit = $(option("-wirebit")); place = register[2, $wire, bit]
		if (place == "") next
		split(place, found, "\n")
		if (option("-ctrlbit")) { # another bit of the port, which has to be one of the same wire
			other = option("-ctrlbit")
			split(register[1, $wire, bit + $other - $(option("-portbit"))], mine, "\n")
			if (mine[1] != $at || mine[2] != $other) next
			split(register[2, $wire, bit + $other - $(option("-portbit"))], mine, "\n")
			if (mine[1] != found[1]) next
			$other = mine[2]
		}
		$at = found[1]; $(option("-portbit")) = found[2]
	} else if (($at = twin($at)) == "") next
	print
}
