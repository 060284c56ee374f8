# SPDX-License-Identifier: Apache-2.0
# Gives the signals of a VCD of Yosys, whose names have the ways of a flat design ("u_xoff.full_i"), scopes of their own: GTKWave finds no name with a
# dot in it.
# usage: awk -f formal/scopes.awk TRACE.vcd > FILE.vcd
/^\$var/ && $5 ~ /\./ {
	count = split($5, way, ".")
	for (i = 1; i < count; i++) printf "$scope module %s $end ", way[i]
	$5 = way[count]
	printf "%s", $0
	for (i = 1; i < count; i++) printf " $upscope $end"
	print ""
	next
}
{ print }
