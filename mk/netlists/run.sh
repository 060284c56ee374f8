#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the netlists of ROWS as DUTs of their own, proves some parts equal to their RTL, hunts planted faults through their netlists, and prints what
# came of it, with the parts that grew or shrank since tools/how_good/netlists.json (KEPT). Writes BUILD/how_good/netlists.json.
# Usage: mk/netlists/run.sh run BUILD JOBS ROWS GATE_ROWS    the words of all ROWS run the default suite, the gates of GATE_ROWS each stimulus once and few seeds
#        mk/netlists/run.sh table BUILD ROWS                  of the results that are there
# Exit status: 0 no findings, 1 findings, a fault that was missed, or a part that is not proved, 2 an error of the environment.
set -euo pipefail
verb=$1 build=$2
dir=$build/netlists out=$build/how_good/netlists.json kept=${KEPT:-tools/how_good/netlists.json}

# Prints a row of the table as JSON: what the netlists of row $1 did, and their parts.
row_json() {
	local row=$1 level
	for level in words gates; do
		[ ! -f "$dir/$level/$row/summary.json" ] || jq -c --arg level $level '{($level): {runs, cycles, findings}}' "$dir/$level/$row/summary.json"
	done | jq -s --arg dut "$row" --rawfile parts "$dir/$row.parts" 'add + {dut: $dut, parts: [$parts | split("\n")[] | select(. != "") | split(" ") |
		{part: .[0], cells: (.[1] | tonumber), flops: (.[2] | tonumber), memory_bits: (.[3] | tonumber), levels: (.[4] | tonumber)}]}'
}

table() {
	mkdir -p "${out%/*}"
	for row in $1; do row_json "$row"; done | jq -s --arg commit "$(git describe --always --dirty 2> /dev/null || echo unknown)" \
		--slurpfile equal <(cat "$dir"/equal/*.json 2> /dev/null) --slurpfile faults <(cat "$dir"/faults/*.json 2> /dev/null) \
		'{schema_version: 1, what: "netlists", commit: $commit, rows: ., equal: $equal, faults: $faults}' > "$out"
	jq -r 'def runs: if . then "\(.runs) runs, \(.findings) findings" else "-" end;
		["dut", "cells", "flops", "memory", "levels", "words", "gates"], (.rows[] | . as $row | .parts[] | select(.part == "whole") |
			[$row.dut, .cells, .flops, .memory_bits, .levels, ($row.words | runs), ($row.gates | runs)]) | @tsv' "$out" | awk -F '\t' '{ printf "%-16s %7s %6s %8s %7s  %-24s  %s\n", $1, $2, $3, $4, $5, $6, $7 }'
	jq -r '(.equal[] | "equal: \(.part), \(.bits) bits"), (.faults[] | "fault: \(.mutant) of \(.dut), \(.netlist): \(if .caught then "found as " + .rule else "missed" end)")' "$out"
	[ ! -f "$kept" ] || jq -r --slurpfile kept "$kept" 'def parts: [.rows[] | .dut as $dut | .parts[] | {key: ($dut + " " + .part), value: .}] | from_entries;
		($kept[0] | parts) as $was | parts | to_entries[] | .key as $key | .value as $is | ($was[$key] // empty) as $before |
		("cells", "flops", "memory_bits", "levels") | select($before[.] != $is[.]) | "changed: \($key): \($before[.]) \(.), now \($is[.])"' "$out"
	jq -e '([.rows[] | .words, .gates | select(.) | .findings] | add // 0) == 0 and all(.faults[]; .caught)' "$out" > /dev/null
}

run() {
	local jobs=$1 row status=0
	for row in $2; do
		"$dir/pausebench-$row-words" regress --suite night --jobs "$jobs" --reduce=0 --out "$dir/words/$row" --history "$dir/history.db" > "$dir/$row.words.txt" || status=1
		tail -n 1 "$dir/$row.words.txt" | sed "s/^/$row, words: /"
	done
	# The stimuli that pausebench coverage --search wrote run for as long as all others together, which gates are too slow for.
	rm -rf "$dir/tests" && mkdir -p "$dir/tests/data" && cp -r tests/data/stimuli tests/data/captures "$dir/tests/data" && grep -rlZ '^part begin' "$dir/tests/data/stimuli" | xargs -0r rm
	for row in $3; do
		"$dir/pausebench-$row-gates" regress --suite once --seeds 1..4 --stimuli "$dir/tests/data/stimuli" --jobs "$jobs" --max-seconds 3600 --reduce=0 --out "$dir/gates/$row" --history "$dir/history.db" > "$dir/$row.gates.txt" || status=1
		tail -n 1 "$dir/$row.gates.txt" | sed "s/^/$row, gates: /"
	done
	return $status
}

case $verb in
run) status=0; run "$3" "$4" "$5" || status=1; table "$4" || status=1; exit $status ;;
table) table "$3" ;;
*) echo 'usage: mk/netlists/run.sh run|table BUILD ...' >&2; exit 2 ;;
esac
