# SPDX-License-Identifier: Apache-2.0
# Arranges the waves of a counterexample (VCD of Yosys) for GTKWave: first the instance of the property that fails, what it sees and what it
# expects; then, folded, the part around it and all other signals. The marker stands at the clock edge that fails.
# usage: awk -f formal/waves.awk -v instance=PATH TRACE.vcd > FILE.gtkw
function put(list, count, title, folded,   i) {
	if (!count) return
	print (folded ? "@c00200" : "@200") "\n-" title
	for (i = 1; i <= count; i++) print (wide[list[i]] ? "@22" : "@28") "\n" list[i]
	if (folded) print "@1401200\n-group_end"
}
/^\$var/ {
	# $var KIND WIDTH ID NAME [RANGE] $end
	name = top "." $5
	range = $6 ~ /^\[/ ? $6 : $3 > 1 && $5 !~ /\]$/ ? "[" $3 - 1 ":0]" : ""
	name = name range
	wide[name] = $3 > 1
	if ($5 == "clk") clock = $4
	if ($5 == "clk" || $5 == "rst_n") first[++firsts] = name
	else if (index($5, instance ".") == 1) {
		local = substr($5, length(instance) + 2)
		if (local ~ /^(clk|rst_n)$/) next
		if (local ~ /^[^.]*_i$/) seen[++seens] = name
		else expected[++expecteds] = name
	} else if (around != "" && index($5, around ".") == 1 || around == "" && $5 !~ /\./) part[++parts] = name
	else rest[++rests] = name
}
/^\$scope/ { top = $3 }
/^#/ { last = substr($0, 2) + 0 }
$0 == "1" clock || $0 == "b1 " clock { rise = last }
BEGIN {
	around = instance
	if (!sub(/\.[^.]*$/, "", around)) around = ""
}
END {
	# With a zoom of 0 a unit of time has 200 pixels; the whole trace is to have 500.
	printf "[timestart] 0\n*%.6f %d\n", log(2.5 / (last ? last : 1)) / log(2), rise
	put(first, firsts, "clock and reset", 0)
	name = instance
	sub(/.*\./, "", name)
	put(seen, seens, "what " name " sees", 0)
	put(expected, expecteds, "what it expects", 0)
	put(part, parts, "the part around it", 1)
	put(rest, rests, "all other signals", 1)
}
