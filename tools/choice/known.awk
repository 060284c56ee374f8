# SPDX-License-Identifier: Apache-2.0
# The kills of a row that kills.txt knows, as kills.c writes them. The variable row names it. Files: suite=1 default.suite, smoke.suite, with the hashes that
# the stimuli had then; fault=1 ROW.faults; then kills.txt.
suite && $1 == "seeds" { if ($2 == row) seeds = $3; next }
suite { if (!/^#/ && $1 != "rows" && $1 != "built") hash[$1] = $2; next }
fault { rule[$2] = $3; next }
/^#/ || $5 != row || ($1 != "planted" && $1 != "smoke") { next }
{
	for (i = 6; i <= NF; i++)
		print "kill", $3, $2, $i, $i ~ /^seed-/ ? seeds : hash[$i], $1 == "planted" && $2 == "exact" ? rule[$3] : "any", 0
	print "done", $3, $2, "found", 0, 0, $4, "-"
}
