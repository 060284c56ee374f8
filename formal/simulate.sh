#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Simulates the stimuli that proofs have made of the counterexamples of planted faults: the RTL with the fault must fail on its stimulus, and the
# RTL as it is must pass. Each result BUILD/formal/DUT/faults/SUBJECT-NAME.json gets "simulated": true or false, null if there is no stimulus.
# Usage: simulate.sh BUILD VERILATOR_INCLUDE DUTS_MK RESULT... -- OBJECT... -- LIB...; the OBJECTs are those of a hunt (tools/hunter/build.sh).
# Exit status: 0, also if one does not fail (the table says so), 2 an error of the environment.
set -euo pipefail
build=$1 vinc=$2 duts_mk=$3
shift 3
results=()
while [ "$1" != -- ]; do results+=("$1"); shift; done
shift
for result in ${results[@]+"${results[@]}"}; do
	[ -f "$result" ] && ! jq -e 'has("simulated")' "$result" > /dev/null || continue
	stim=${result%.json}.stim simulated=null
	if [ -f "$stim" ]; then
		dut=$(jq -r .dut "$result")
		patch=$(ls tests/data/mutants/*/"$(jq -r .fault "$result")".patch)
		scratch=$build/formal/$dut/simulated
		rm -rf "$scratch"
		mkdir -p "$scratch/mutants"
		ln -s "$PWD/$build/gen" "$scratch/gen"
		ln -s "$PWD/$build/mutants/pch" "$scratch/mutants/pch"
		echo "$stim" > "$scratch/stimuli"
		# Any rule may find it; the row is that of the proof, also if the fault was planted for another.
		sed "/^---/,\$!{s/^# rule: .*/# rule: any/; s/^# dut: .*/# dut: $dut/}" "$patch" > "$scratch/$(basename "$patch")"
		STIMULI=$scratch/stimuli tools/hunter/build.sh "$scratch/$(basename "$patch")" "$scratch" "$vinc" "$duts_mk" "$@" || exit 2
		simulated=$(jq .caught "$scratch"/mutants/*/*.json)
		"$build/pausebench" run --dut "$dut" --out "$scratch/run" --stim "$stim" > "$scratch/run.txt" 2>&1 || simulated=false
		[ "$simulated" = true ] || echo "formal: $dut: $stim does not tell the fault from the RTL" >&2
		rm -rf "$scratch"
	fi
	jq --argjson simulated "$simulated" '. + {$simulated}' "$result" > "$result.tmp" && mv "$result.tmp" "$result"
done
