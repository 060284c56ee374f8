#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Prints what mk/second/row.sh left of the rows ROW..., and the verdict. Exit status: 0 no finding, 1 findings, or a row of which no clock was compared;
# 2 the second simulator cannot read the RTL of a row, and no other row has a finding.
# Usage: mk/second/sum.sh BUILD ROW...
set -euo pipefail
build=$1
shift
runs=0 clocks=0 outputs=0 findings=0 failed='' unread=''
commas() { sed ':a; s/\B[0-9]\{3\}\>/,&/; ta' <<< "$1"; }
for row; do
	out=$build/second/$row
	if [ -e "$out/unread" ]; then
		echo "second: $row: $(cat "$out/unread")"
		unread=1
		continue
	fi
	read -r r c o f < <(awk '{ c += $2; o += $3; f += $4 } END { printf "%d %.0f %.0f %.0f\n", NR, c, o, f }' "$out/result")
	sed "s/^/FINDING  $row /" "$out/findings"
	printf '%-20s %4s runs  %11s clocks  %13s outputs compared  %5s findings\n' "$row" "$r" "$(commas "$c")" "$(commas "$o")" "$f"
	[ "$c" -gt 0 ] || { echo "second: $row: no clock was compared"; failed=1; }
	runs=$((runs + r)) clocks=$((clocks + c)) outputs=$((outputs + o)) findings=$((findings + f))
done
[ "$findings" = 0 ] || failed=1
verdict=PASS
[ -z "$unread" ] || verdict='NO VERDICT'
[ -z "$failed" ] || verdict=FAIL
compared="$(commas "$clocks") clocks, $(commas "$outputs") outputs"
echo "$verdict: $findings findings in $runs runs of $# rows; compared in Icarus Verilog: $compared; $build/second"
[ -z "$failed" ] || exit 1
[ -z "$unread" ] || exit 2
