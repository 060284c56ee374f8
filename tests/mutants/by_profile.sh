#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Hunts the mutants of the four devices as black boxes through the devices' profiles (tests/profiles): what would the bench find in a MAC of which it
# knows no more than a profile can say?
# Usage: tests/mutants/by_profile.sh BUILD MAKE JOBS VERILATOR_INCLUDE OBJECT... -- LIB... [-- DEVICE/MUTANT...]
#
# tests/profiles/DEVICE.mac is the device as its driver sets it up; DEVICE_*.mac are other settings of it, of which a designer has a profile each. A
# mutant is hunted through them in turn until one finds it. Those in tests/profiles/open have findings without a mutant and are left out. Mutants of
# registers, management and observation ports are left out: a profile has none of these. Those of another row than the device's own are, too, because
# a profile describes that row alone. by_profile.txt gives the reason for each mutant that is not found ("DEVICE/MUTANT reason", or "DEVICE/rule:RULE
# reason" for all of a rule). A hunt of all mutants also writes the page doc/detected.md. A result is taken over if nothing that the hunt depends on
# has changed; a mutant stays found when stimuli are added.
# Exit status: 1 if a mutant was missed that has no reason, or found in spite of its own one.
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
	[ ! "$out/summary.json" -nt "$build/macs/$name/pausebench" ] || [ -n "$(find tests/stimuli/neutral -newer "$out/summary.json")" ] || continue
	"$build/macs/$name/pausebench" regress --jobs "$jobs" --seeds 1..300 --all --out "$out" > "$out.log" 2>&1 ||
		{ rm -f "$out/summary.json"; tail -3 "$out.log" >&2; echo "$profile: the device as it is has findings, $out.log: its mutants cannot be hunted" >&2; exit 2; }
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

# The rows of a device, that of DEVICE.mac first.
rows_of() { local p; for p in "tests/profiles/$1.mac" tests/profiles/"$1"_*.mac; do [ ! -e "$p" ] || echo "$(basename "$p" .mac)_by_profile"; done; }
caught() { [ "$(jq .black_box.caught "$1")" = true ]; }
# Is the result of this mutant on this row still what a hunt would find?
holds() {
	local patch=$1 row=$2 json=$3 by
	[ "$json" -nt "$patch" ] && [ "$json" -nt "$build/macs/$row/pausebench" ] && [ "$json" -nt "${objects[0]}" ] || return 1
	if caught "$json"; then
		by=tests/stimuli/neutral/$(jq -r .black_box.by "$json").stim
		[ ! -e "$by" ] || [ "$json" -nt "$by" ]
	else
		[ -z "$(find tests/stimuli/neutral -newer "$json")" ]
	fi
}
# The mutants that are to be hunted on a row share one simulation model where that is possible.
export JOINED=$build/mutants/joined STIMULI=tests/stimuli/neutral
join() {
	local row patch patches
	for row in $(rows_of "$1"); do
		patches=()
		for patch in "${wanted[@]}"; do
			[ "$(basename "$(dirname "$patch")")" != "$1" ] || holds "$patch" "$row" "$build/mutants/$row/$(basename "$patch" .patch).json" ||
				patches+=("$patch")
		done
		rm -rf "${JOINED:?}/$row"
		[ ${#patches[@]} -lt 4 ] || tests/mutants/join.sh "$JOINED/$row" "$row" "$build" "$vinc" "$build/macs/$row/row.mk" \
			"${objects[@]}" "$build/macs/$row/profile.o" -- "${libs[@]}" -- "${patches[@]}"
	done
}
for device in tests/profiles/*.mac; do
	device=$(basename "$device" .mac)
	[ ! -d "tests/mutants/$device" ] || join "$device"
done
hunt() {
	local device name row json
	device=$(basename "$(dirname "$1")") name=$(basename "$1" .patch)
	for row in $(rows_of "$device"); do
		json=$build/mutants/$row/$name.json
		holds "$1" "$row" "$json" ||
			tests/mutants/build.sh "$1" "$build" "$vinc" "$build/macs/$row/row.mk" "${objects[@]}" "$build/macs/$row/profile.o" -- "${libs[@]}"
		! caught "$json" || break
	done
	cp "$json" "$build/mutants/by_profile/$device-$name.json"
}
mkdir -p "$build/mutants/by_profile"
for i in "${!wanted[@]}"; do
	while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || exit 2; done
	hunt "${wanted[$i]}" &
done
while [ "$(jobs -rp | wc -l)" -gt 0 ]; do wait -n || exit 2; done

page=/dev/null
[ ${#only[@]} -gt 0 ] || page=doc/detected.md
jsons=()
for patch in "${wanted[@]}"; do jsons+=("$build/mutants/by_profile/$(basename "$(dirname "$patch")")-$(basename "$patch" .patch).json"); done
awk -v reasons=tests/mutants/by_profile.txt -v page="$page" -f tests/mutants/by_profile.awk <(
	awk -v OFS='\t' '/^---/ { nextfile } /^# (fault|black-box): / { key = $2; sub(/^# [^ ]* */, ""); print "head", FILENAME, key, $0 }' "${wanted[@]}"
	jq -r '["hunted", input_filename, .expected_rule, .black_box.caught, .black_box.rule, .black_box.by, .dut] | @tsv' "${jsons[@]}")
