# SPDX-License-Identifier: Apache-2.0
# What a mutation of netlist.sh, the line that is read, changes and where, in words; table.awk and mac.awk name mutants so.
function quoted(s) { gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); return "\"" s "\"" }
# The place that names the fewest lines: the others are the block or the declaration around it. REAL: one without a line is none if there is another.
function place(real,   i, best, least, part, from, lines) {
	least = 1e9
	for (i = 1; i < NF; i++) if ($i == "-src") {
		split($(i + 1), part, ":")
		split(part[2], from, /[.-]/)
		lines = from[3] - from[1]
		if (real && !from[1]) lines = 1e8
		if (lines <= least) { least = lines; best = part[1] ":" from[1] }
	}
	return best == "" ? "optimised.v:0" : best # a cell that Yosys made of several
}
function option(name,   i) { for (i = 1; i < NF; i++) if ($i == name) return $(i + 1); return "" }
function change(   cell, of) {
	cell = option("-cell")
	of = cell ~ /ff\.cc/ ? "register" : cell ~ /mem/ ? "memory" : cell
	sub(/^.*\$flatten[^$]*/, "", of); sub(/^.*\$auto\$[^$]*:/, "", of)
	if (match(of, /\$[a-z_]+/)) of = substr(of, RSTART + 1, RLENGTH - 1)
	return of "." option("-port") "[" option("-portbit") "]:" option("-mode") (option("-ctrlbit") == "" ? "" : "[" option("-ctrlbit") "]")
}
