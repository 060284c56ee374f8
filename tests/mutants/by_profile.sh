#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Hunts the mutants of the four devices as black boxes through the devices' profiles (tests/profiles): what would the bench find in a MAC of which it
# knows no more than a profile can say?
# Usage: tests/mutants/by_profile.sh BUILD MAKE JOBS VERILATOR_INCLUDE OBJECT... -- LIB... [-- DEVICE/MUTANT...]
#
# Mutants of registers, management and observation ports are left out: a profile has none of these. Those of another row than the device's own are, too,
# because a profile describes that row alone. by_profile.txt gives the reason for each mutant that is not found ("DEVICE/MUTANT reason", or
# "DEVICE/rule:RULE reason" for all of a rule). Exit status: 1 if a mutant was missed that has no reason, or found in spite of its own one.
set -euo pipefail
build=$1 make=$2 jobs=$3 vinc=$4
shift 4
objects=() libs=() only=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do objects+=("$1"); shift; done
shift
while [ $# -gt 0 ] && [ "$1" != -- ]; do libs+=("$1"); shift; done
[ $# -eq 0 ] || { shift; only=("$@"); }
left_out='^(apb-.*|reg-.*|mdio-.*|rx-record|tx-record|buffer-level)$'
head_of() { sed -n "/^---/q; s/^# $1: *//p" "$2"; }

profiles=(tests/profiles/*.mac)
ci/macs.sh "$build" "$make" "$jobs" build '' '' "${profiles[*]}"
# What the device as it is fails on would count as a detection of each of its mutants.
for profile in "${profiles[@]}"; do
	name=$(basename "$profile" .mac)_by_profile out=$build/mutants/$name.truth
	"$build/macs/$name/pausebench" regress --jobs "$jobs" --seeds 1..300 --all --out "$out" > "$out.log" 2>&1 ||
		{ tail -3 "$out.log" >&2; echo "$profile: the device as it is has findings, $out.log: its mutants cannot be hunted" >&2; exit 2; }
done
wanted=()
for patch in tests/mutants/*/*.patch; do
	device=$(basename "$(dirname "$patch")") name=$(basename "$patch" .patch)
	[ ${#only[@]} -eq 0 ] || [[ " ${only[*]} " == *" $device/$name "* ]] || continue
	[ "$(head_of dut "$patch")" = "$device" ] || continue
	! [[ $(head_of rule "$patch") =~ $left_out ]] || continue
	wanted+=("$patch")
done
[ ${#wanted[@]} -gt 0 ] || { echo "tests/mutants: there is nothing to hunt" >&2; exit 2; }

hunt() {
	local device macs
	device=$(basename "$(dirname "$1")")
	macs=$build/macs/${device}_by_profile
	STIMULI=tests/stimuli/neutral tests/mutants/build.sh "$1" "$build" "$vinc" "$macs/row.mk" "${objects[@]}" "$macs/profile.o" -- "${libs[@]}"
}
for i in "${!wanted[@]}"; do
	while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || exit 2; done
	hunt "${wanted[$i]}" &
done
while [ "$(jobs -rp | wc -l)" -gt 0 ]; do wait -n || exit 2; done

awk -v reasons=tests/mutants/by_profile.txt -f tests/mutants/by_profile.awk <(
	for patch in "${wanted[@]}"; do
		device=$(basename "$(dirname "$patch")") name=$(basename "$patch" .patch)
		jq -r --arg name "$device/$name" --arg device "$device" --arg reason "$(head_of black-box "$patch")" \
			'[$name, $device, .expected_rule, .black_box.caught, .black_box.rule, .black_box.by, $reason] | @tsv' \
			"$build/mutants/${device}_by_profile/$name.json"
	done)
