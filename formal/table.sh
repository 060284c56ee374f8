#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Prints the table of the proofs and leaves it as JSON.
# Usage: table.sh BUILD COMMIT PROOFS FAULTS; PROOFS and FAULTS list DUT/SUBJECT and DUT/faults/SUBJECT-NAME, of which those without a file
# BUILD/formal/....json were not run. Writes BUILD/how_good/formal.json.
# Exit status: 0, or 1 if a proof fails or is vacuous, a fault is not found, or the stimulus of its counterexample does not show it.
set -euo pipefail
build=$1 commit=$2 proofs=$3 faults=$4
mkdir -p "$build/how_good"
# One object for each proof and fault: its result, or that it was not run.
results() {
	local name
	for name in $proofs $faults; do
		[ ! -f "$build/formal/$name.json" ] || { cat "$build/formal/$name.json"; continue; }
		jq -n --arg name "$name" '$name | split("/") | if length == 2
			then {dut: .[0], property: .[1], result: "not run", by: "", k: null, asserts: 0, covers: 0, reached: 0, assert: "", seconds: 0}
			else {dut: .[0], property: (.[2] | sub("-.*"; "")), fault: (.[2] | sub("^[^-]*-"; "")), found: null, simulated: null, assert: ""} end'
	done
}
results | jq -s --arg commit "$commit" '
	(map(select(.fault)) | group_by(.dut + " " + .property) | map({key: (.[0].dut + " " + .[0].property), value: .}) | from_entries) as $faults
	| {schema_version: 1, what: "formal", commit: $commit, rows: [.[] | select(.fault | not)
		| . + {faults: (($faults[.dut + " " + .property] // []) | map({fault, found, simulated, assert}))}]}' > "$build/how_good/formal.json"
jq -r '.rows[] | [.dut, .property, .result, (if .result == "proved" then (if .by == "pdr" then "invariant" else "k = \(.k)" end) elif .result == "bounded" then "\(.k) clocks" else "" end),
	"\(.reached)/\(.covers)", "\([.faults[] | select(.found)] | length)/\(.faults | length)",
	"\([.faults[] | select(.simulated)] | length)/\([.faults[] | select(.simulated != null)] | length)", .seconds] | @tsv' "$build/how_good/formal.json" |
	awk -F '\t' 'BEGIN { f = "%-14s %-9s %-8s %-10s %7s %7s %7s %8s\n"; printf f, "DUT", "proof", "result", "by", "covers", "faults", "stims", "seconds" }
		{ printf f, $1, $2, $3, $4, $5, $6, $7, $8; if ($3 == "proved") proved++ } END { printf "%d of %d proved without a bound\n", proved, NR }'
bad=$(jq -r '.rows[] | (select(.result == "fails" or .result == "vacuous") | "\(.dut) \(.property): \(.result) \(.assert)"),
	(. as $row | .faults[] | select(.found == false) | "\($row.dut) \($row.property): does not fail on \(.fault)"),
	(. as $row | .faults[] | select(.simulated == false) | "\($row.dut) \($row.property): the stimulus of \(.fault) does not show it")' "$build/how_good/formal.json")
[ -z "$bad" ] || { echo "$bad" >&2; exit 1; }
