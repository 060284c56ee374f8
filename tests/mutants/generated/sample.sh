#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A test: inverts 40 bits of the netlist of a row, one after the other. The stimuli of at most 64,000 clocks must kill each of these mutants with the
# observation ports, unless sample.txt has it.
# Usage: sample.sh BUILD ROW
# Exit status: 1 if another mutant survives, or if one with a reason was killed.
set -euo pipefail
build=$1 row=$2
read -ra words < "$build/gen/generated.words"
here=tests/mutants/generated duts_mk=$build/gen/duts.mk dir=$build/mutants/sample/$row
"$here/netlist.sh" "$dir" "$row" "$build" "$duts_mk" 40 -mode inv
"$here/model.sh" "$dir/model" "$row" "$build" "${words[0]}" "$duts_mk" "$dir/base.il" "${words[@]:1}" < "$dir/mutations.txt"
sha256sum tests/stimuli/*.stim tests/stimuli/*/*.stim | sed 's/^\(.\{16\}\)[^ ]* */\1 /' > "$dir/files"
rm -f "$dir/journal"
sed 's/.* planted 16 \([0-9]*\) .*/\1 -/' "$dir/mutations.txt" | "$dir/model/hunt" "$row" "$dir/files" 0 64000 1 sample short "$dir/journal" 2> "$dir/log"
# Only the exact mode counts: a black box has more time when the whole suite is run.
awk '$4 == "exact" { print $3, $1 == "killed" ? $6 "/" $5 : "survived", "open", "open" }' "$dir/journal" > "$dir/state"
[ "$(grep -c . "$dir/state")" -eq 40 ] || { echo "$dir/journal: not every mutant was hunted" >&2; exit 2; }
awk -v dut="$row" -v seeds=0 -v json="$dir/rows" -f "$here/table.awk" file=1 "$here/sample.txt" file=2 "$dir/state" file=3 "$dir/mutations.txt"
