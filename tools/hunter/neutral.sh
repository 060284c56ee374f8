#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Checks lines of tools/reasons/neutral.reasons: hunts the mutant of each with its stimulus alone, which must find it as a black box. The mutants of a row
# share one simulation model (join.sh). Of a fault in tests/data/foreign the row of tools/foreign/hunt.sh is taken; it is made if it is missing or old.
# Usage: tools/hunter/neutral.sh BUILD MAKE JOBS VERILATOR_INCLUDE OBJECT... -- LIB... [-- STIMULUS...]; without a STIMULUS all lines.
# BUILD/mutants/neutral.txt has a line for each. Exit status: 1 if a mutant was not found.
set -euo pipefail
build=$1 make=$2 jobs=$3 vinc=$4
shift 4
objects=() libs=() only=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do objects+=("$1"); shift; done
shift
while [ $# -gt 0 ] && [ "$1" != -- ]; do libs+=("$1"); shift; done
[ $# -eq 0 ] || { shift; only=("$@"); }
out=$build/mutants/neutral
rm -rf "$out" && mkdir -p "$out"
head_of() { sed -n "/^---/q; s/^# $1: *//p" "$2"; }

declare -A patches # of each row
lines=() listed=$("$build/gen/mac_reasons" list tools/reasons/neutral.reasons)
while read -r stimulus mutant; do
	[ ${#only[@]} -eq 0 ] || [[ " ${only[*]} " == *" $stimulus "* ]] || continue
	lines+=("$stimulus $mutant")
	patch=tests/data/mutants/$mutant.patch
	[[ $mutant == ../* ]] || row=$(head_of dut "$patch")
	[[ $mutant == ../* || " ${patches[$row]:-} " == *" $patch "* ]] || patches[$row]+=" $patch"
done <<< "$listed"

# Each stimulus stands in a folder of its own, so that join.sh runs none on the model without a fault but these.
for row in "${!patches[@]}"; do
	mkdir -p "$out/$row.stimuli/neutral"
	for line in "${lines[@]}"; do cp "tests/data/stimuli/neutral/${line% *}.stim" "$out/$row.stimuli/neutral/"; done
	# shellcheck disable=SC2086 # a list of paths
	STIMULI=$out/$row.stimuli tools/hunter/join.sh "$out/$row" "$row" "$build" "$vinc" "$build/gen/duts.mk" "${objects[@]}" -- "${libs[@]}" -- ${patches[$row]} &
	[ "$(jobs -rp | wc -l)" -lt "$jobs" ] || wait -n
done
wait

# Says whether STIMULUS finds a bundled device's MUTANT.
of_device() {
	local stimulus=$1 patch=tests/data/mutants/$2.patch row number json=$out/$1.json
	row=$(head_of dut "$patch")
	number=$(sed -n "s,^\([0-9]*\) $patch\$,\1,p" "$out/$row/numbers")
	echo "tests/data/stimuli/neutral/$stimulus.stim" > "$out/$stimulus.list"
	if [ -n "$number" ]; then
		"$out/$row/hunt" "$stimulus" "$row" any "" "$out/$stimulus.list" "$json" "" "$number" || return 2
	else # one that changes the golden model, too, is built by itself
		STIMULI=$out/$stimulus.list tools/hunter/build.sh "$patch" "$build" "$vinc" "$build/gen/duts.mk" "${objects[@]}" -- "${libs[@]}" || return 2
		cp "$build/mutants/$2.json" "$json" && rm "$build/mutants/$2.json"
	fi
	[ "$(jq -r '.black_box.caught and .black_box.by == $by' --arg by "$stimulus" "$json")" = true ]
}
# Prints the names of the faults that FOREIGN (../foreign/MAC/faults/NAME or ../foreign/MAC/variants/NAME) stands for.
names_of() {
	local name count
	name=$(basename "$1")
	[[ $1 == */variants/* ]] || { echo "$name"; return; }
	count=$(grep -c '^# fault:' "tests/data/mutants/$1.patch")
	for ((i = 1; i <= count; i++)); do echo "${name}_fault_$i"; done
}
# Is PROGRAM newer than PATCH and the bench?
fresh() {
	local file
	for file in "$2" "${objects[@]}"; do [ "$1" -nt "$file" ] || return 1; done
}
# The same of a fault in tests/data/foreign, or of one of a variant.
of_foreign() {
	local stimulus=$1 mac name row found=1
	mac=$(cut -d/ -f3 <<< "$2")
	for name in $(names_of "$2"); do
		row=$build/macs/${mac}_$name
		fresh "$row/pausebench" "tests/data/mutants/$2.patch" || tools/foreign/hunt.sh "$build" "$make" "$jobs" "$mac" "$name" > "$out/log" 2>&1 || true
		[ -x "$row/pausebench" ] || continue
		"$row/pausebench" run --dut "$(basename "$row")" --black-box --stim "tests/data/stimuli/neutral/$stimulus.stim" > "$out/$stimulus.log" 2>&1 || { [ $? -ne 1 ] || found=0; }
	done
	return $found
}
for line in "${lines[@]}"; do
	stimulus=${line% *} mutant=${line#* } found=found
	case $mutant in ../*) of_foreign "$stimulus" "$mutant" || found="NOT FOUND" ;; *) of_device "$stimulus" "$mutant" || found="NOT FOUND" ;; esac
	printf '%-36s %-56s %s\n' "$stimulus" "$mutant" "$found"
done | tee "$build/mutants/neutral.txt"
wrong=$(grep -c 'NOT FOUND' "$build/mutants/neutral.txt" || true)
echo "neutral.reasons: $((${#lines[@]} - wrong)) of ${#lines[@]} mutants found by their stimulus"
[ "$wrong" -eq 0 ]
