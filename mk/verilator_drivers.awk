# SPDX-License-Identifier: Apache-2.0
# The XML of Verilator -> the first net of the module around an instance that has two drivers, as "FILE:LINE:COLUMN: what; remedy". A driver is an output of
# a module, an assignment to all of the net, or an always block with assignments to it; assignments to parts of it may add up. What initial blocks,
# functions and tasks assign drives nothing; Verilator makes an initial block of `assign` with a constant, and gives both the place of its `=`.
function value(name) {
	return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : ""
}
function place(loc,    part) {
	split(loc, part, ",")
	return file[part[1]] ":" part[2] ":" part[3]
}
function drive(net, loc, part) {
	if (net in first && !(part && in_parts[net]) && !found)
		found = place(loc) ": " net " has a driver already, in line " first[net] "; leave one of the two, or give one a net of its own"
	split(loc, part_of_loc, ",")
	first[net] = part_of_loc[2]
	in_parts[net] = part
}
{ match($0, /^ */); depth = RLENGTH }
/<file / { file[value("id")] = value("filename") }
/<module / { inside = value("name") ~ /^pausebench_.*_inside$/; level = 0; block = "" }
!inside { next }
/<(always|initial|initialstatic|final|func|task)[ >]/ && block == "" { block = $1; block_depth = depth; place_of_block = value("loc"); split("", driven); next }
block != "" && depth == block_depth && /<\// { block = "" }
block != "" && block !~ /always/ && !level && !(/<assign / && value("loc") == place_of_block) { next }
/<port .*direction="out".*\/>/ { next } # an output that drives nothing
/<port .*direction="out"/ { level = depth + 2; port = 1; next }
/<(contassign|assign) / && !level { level = depth + 2; port = 0; net = ""; next }
level && depth == level && !/<\// { part = !/<varref /; net = part ? "" : value("name"); loc = value("loc") }
level && depth > level && net == "" && /<varref / { net = value("name") }
level && depth == level - 2 && /<\/(port|contassign|assign)>/ {
	if (net != "" && !(block != "" && net in driven))
		drive(net, loc, part)
	driven[net]
	level = 0
	net = ""
}
END {
	if (found)
		print found
}
