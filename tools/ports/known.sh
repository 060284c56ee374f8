#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Holds a short fixed hunt of simulated ports to the list of what is known to go wrong.
# Usage: tools/ports/known.sh run BUILD LINES [LIST]; tools/ports/known.sh compare BUILD LINES [LIST]
#
# run: judges the right ports of the seeds 1 to 400, those that LIST names with a rate, and of each kind of wrong ones those of the seeds from 1 on until one
# is found, 30 at most; LINES gets a line for each port (tools/ports/hunt.sh), in which a seed may be SEED/RATE.
# compare: each difference between LINES and LIST, tests/data/ports/known.txt, is printed. LIST has a line
#   seed N RULE: who is wrong: why          of a right port in which the judge finds something; RULE is the rule of the first finding, N may be SEED/RATE
#   seed N refused: who is wrong: why       of a right port whose captures the judge refuses
#   kind NAME: who is wrong: why            of a kind of which no port is found
# and comments behind #. A line for what is no longer so is a difference, too, so that the list shrinks.
# Exit status: 1 if there is a difference.
set -euo pipefail
list=${4:-tests/data/ports/known.txt}
case $1 in
run)
	lines=$(mktemp)
	trap 'rm -f "$lines"' EXIT
	LINES=$3 tools/ports/hunt.sh "$2" 400 1 right > /dev/null || [ $? = 1 ]
	while read -r port; do
		LINES=$lines tools/ports/hunt.sh "$2" 1 "${port%/*}" right "${port#*/}" > /dev/null || [ $? = 1 ]
		sed "s,^right [0-9]*,right $port," "$lines" >> "$3"
	done < <(sed -n 's,^seed \([0-9]*/[0-9]*\) .*,\1,p' "$list")
	LINES=$lines tools/ports/hunt.sh "$2" 30 1 each > /dev/null || [ $? = 1 ]
	cat "$lines" >> "$3"
	;;
compare)
	awk '
	file == 1 && /^(seed|kind) / {
		name = $0
		sub(/:.*/, "", name)
		listed[name] = 1
	}
	file == 2 { rules[$1] = " " substr($0, length($1) + 2) " " }
	file == 3 && $1 == "right" {
		split($6, rule, ",")
		if ($3 > 2) seen["seed " $2 " crashed"] = $0
		else if ($3 == 1) seen["seed " $2 " " rule[1]] = $0
		else if ($3 == 2 && $0 !~ /nothing is decided/) seen["seed " $2 " refused"] = $0
		ports++
	}
	file == 3 && $1 != "right" {
		kinds[$1] = 1
		n = split($6, rule, ",")
		for (i = 1; i <= n; i++) if (index(rules[$1], " " rule[i] " ")) found[$1] = 1
	}
	END {
		for (kind in kinds) if (!(kind in found)) seen["kind " kind] = "no port of this kind is found"
		for (name in seen) if (!(name in listed)) { print "not in the list: " name ": " seen[name]; failed = 1 }
		for (name in listed) if (!(name in seen)) { print "in the list, and no longer so: " name; failed = 1 }
		if (!ports) { print "no port was judged"; failed = 1 }
		exit failed
	}' file=1 "$list" file=2 <("$2/gen/ports" --rules) file=3 "$3"
	;;
*)
	sed -n 's/^# Usage: //p' "$0" >&2
	exit 2
	;;
esac
