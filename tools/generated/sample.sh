#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A test: inverts 40 bits of the netlist of a row, one after the other. The stimuli of at most 64,000 clocks must kill each of these mutants with the
# observation ports, unless tools/reasons/sample.reasons has it. Where a run kills one, its lane must differ in that run, too (tools/parallel).
# Usage: sample.sh BUILD ROW
# Exit status: 1 if another mutant survives, if one with a reason was killed, or if a lane does not differ.
set -euo pipefail
build=$1 row=$2
read -ra words < "$build/gen/generated.words"
here=tools/generated duts_mk=$build/gen/duts.mk dir=$build/mutants/sample/$row
"$here/netlist.sh" "$dir" "$row" "$build" "$duts_mk" 40 -mode inv
"$here/model.sh" "$dir/model" "$row" "$build" "${words[0]}" "$duts_mk" "$dir/base.il" "${words[@]:1}" < "$dir/mutations.txt"
sha256sum tests/data/stimuli/*.stim tests/data/stimuli/*/*.stim | sed 's/^\(.\{16\}\)[^ ]* */\1 /' > "$dir/files"
rm -f "$dir/journal"
sed 's/.* planted 16 \([0-9]*\) .*/\1 -/' "$dir/mutations.txt" | "$dir/model/hunt" "$row" "$dir/files" 0 64000 1 sample short "$dir/journal" 2> "$dir/log"
# Only the exact mode counts: a black box has more time when the whole suite is run.
awk '$4 == "exact" { print $3, $1 == "killed" ? $6 "/" $5 : "survived", "open", "open" }' "$dir/journal" > "$dir/state"
[ "$(grep -c . "$dir/state")" -eq 40 ] || { echo "$dir/journal: not every mutant was hunted" >&2; exit 2; }
awk -v dut="$row" -v seeds=0 -v first=40 -v json="$dir/rows" -f "$here/names.awk" -f "$here/table.awk" file=1 <("$build/gen/mac_reasons" list tools/reasons/sample.reasons) file=2 "$dir/state" file=3 "$dir/mutations.txt"

# The runs that killed, with the mutants as lanes.
"$here/../parallel/lanes.sh" "$dir/lanes" "$row" "$build" "$duts_mk" "$dir/base.il" 1 < <(grep -Ev ' -port ([RW][DR]_)?CLK ' "$dir/mutations.txt")
read -ra cxx <<< "${CXX:-g++}"
objects=() libs=()
for word in "${words[@]:2}"; do if [ "$word" = -- ] || [ -n "${libs[*]:-}" ]; then libs+=("$word"); else objects+=("$word"); fi; done
"${cxx[@]}" -o "$dir/model/parallel" "$dir/model/mutant.o" "$build/obj/tools/parallel/parallel.o" "$dir"/lanes/*.o "${objects[@]}" "${libs[@]:1}" -pthread -latomic
awk 'NR == FNR { if ($1 == "killed") run[$6] = 1; next } { name = $2; sub(/.*\//, "", name); sub(/\.stim$/, "", name) } name in run' "$dir/journal" "$dir/files" > "$dir/killers"
sed -En '/ -port ([RW][DR]_)?CLK /!s/.* planted 16 ([0-9]*) .*/\1 -/p' "$dir/mutations.txt" |
	"$dir/model/parallel" "$row" "$dir/killers" 0 0 1 sample short - > "$dir/sights"
awk 'NR == FNR { seen[$1 " " $2 " " $3] = 1; next } FILENAME ~ /mutations/ { if (!/ -port ([RW][DR]_)?CLK /) lane[$5] = 1; next }
	$1 == "killed" && $3 in lane { killed++; if (!(($3 " " $4 " " $6) in seen)) { print "mutant " $3 ", " $4 ", " $6 " kills it, but its lane is that of the RTL"; bad = 1 } }
	END { print killed + 0 " kills, in each of which the lane of the mutant differs"; exit bad || !killed }' "$dir/sights" "$dir/mutations.txt" "$dir/journal"
