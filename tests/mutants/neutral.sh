#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Checks lines of tests/mutants/neutral.txt: hunts the mutant of each with its stimulus, which must be what finds it as a black box. Faults of
# tests/foreign are hunted by tests/foreign/hunt.sh, whose result names the stimulus.
# Usage: tests/mutants/neutral.sh BUILD MAKE [STIMULUS...]; without one all lines. Exit status: 1 if a mutant was found otherwise, or not at all.
set -euo pipefail
build=$1 make=$2
shift 2
out=$build/mutants/neutral wrong=0
while read -r stimulus mutant; do
	[[ $stimulus != \#* && $mutant != ../* ]] || continue
	[ $# -eq 0 ] || [[ " $* " == *" $stimulus "* ]] || continue
	rm -rf "$out" && mkdir -p "$out/neutral"
	cp "tests/stimuli/neutral/$stimulus.stim" "$out/neutral/"
	json=$build/mutants/$mutant.json
	[ ! -e "$json" ] || mv "$json" "$out/kept" # the mutant's own hunt stays as it is
	STIMULI=$out "$make" -s "$json" > "$out/log" 2>&1 || true
	by=$(jq -r '.black_box.by // "nothing"' "$json" 2> /dev/null || echo nothing)
	rm -f "$json" && [ ! -e "$out/kept" ] || mv "$out/kept" "$json"
	[ "$by" != "$stimulus" ] || continue
	echo "$stimulus: $mutant is found by $by"
	wrong=$((wrong + 1))
done < tests/mutants/neutral.txt
rm -rf "$out"
[ "$wrong" -eq 0 ]
