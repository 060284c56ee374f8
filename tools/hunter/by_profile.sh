#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Hunts the mutants of the four devices as black boxes through the devices' profiles (tests/data/profiles): what would the bench find in a MAC of which it
# knows no more than a profile can say?
# Usage: tools/hunter/by_profile.sh BUILD MAKE JOBS VERILATOR_INCLUDE OBJECT... -- LIB... [-- DEVICE/MUTANT...]
#
# tests/data/profiles/DEVICE.mac is the device as its driver sets it up; DEVICE_*.mac are other settings of it, of which a designer has a profile each. A
# mutant is hunted through them in turn until one finds it. Mutants of registers, management and observation ports are left out: a profile has none of
# these. Those of another row than the device's own are, too, because a profile describes that row alone. by_profile.reasons gives the reason for each mutant
# that is not found ("DEVICE/MUTANT reason", or "DEVICE/rule:RULE reason" for all of a rule; "DEVICE/MUTANT -": the reason in its head does not hold
# here, since a profile states latencies to the clock); whether one with a reason is found nevertheless is asked
# of the stimuli on DEVICE.mac, and not of the seeds and the other profiles. A hunt of all mutants also writes the page doc/quality/detected.md.
# A result is taken over if nothing that the hunt depends on has changed; a mutant stays found when stimuli are added.
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

wanted=()
for patch in tests/data/mutants/*/*.patch; do
	device=$(basename "$(dirname "$patch")") name=$(basename "$patch" .patch)
	[ ${#only[@]} -eq 0 ] || [[ " ${only[*]} " == *" $device/$name "* ]] || continue
	[ "$(head_of dut "$patch")" = "$device" ] || continue
	! [[ $(head_of rule "$patch") =~ $left_out ]] || continue
	wanted+=("$patch")
done
[ ${#wanted[@]} -gt 0 ] || { echo "tests/data/mutants: there is nothing to hunt" >&2; exit 2; }
mapfile -t devices < <(printf '%s\n' "${wanted[@]%/*}" | sed 's,.*/,,' | sort -u)

# The rows of a device, that of DEVICE.mac first.
rows_of() { local p; for p in "tests/data/profiles/$1.mac" tests/data/profiles/"$1"_*.mac; do [ ! -e "$p" ] || echo "$(basename "$p" .mac)_by_profile"; done; }
profiles=()
for device in "${devices[@]}"; do
	for row in $(rows_of "$device"); do profiles+=("tests/data/profiles/${row%_by_profile}.mac"); done
done
mk/macs.sh "$build" "$make" "$jobs" build '' '' "${profiles[*]}"
# What the device as it is fails on would count as a detection of each of its mutants.
for profile in "${profiles[@]}"; do
	name=$(basename "$profile" .mac)_by_profile out=$build/mutants/$name.truth
	[ ! "$out/summary.json" -nt "$build/macs/$name/pausebench" ] || [ -n "$(find tests/data/stimuli/neutral -newer "$out/summary.json")" ] || continue
	"$build/macs/$name/pausebench" regress --jobs "$jobs" --seeds 1..300 --all --out "$out" > "$out.log" 2>&1 ||
		{ rm -f "$out/summary.json"; tail -3 "$out.log" >&2; echo "$profile: the device as it is has findings, $out.log: its mutants cannot be hunted" >&2; exit 2; }
done
caught() { [ "$(jq .black_box.caught "$1")" = true ]; }
# Is the result of this mutant on this row still what a hunt would find?
holds() {
	local patch=$1 row=$2 json=$3 by device
	device=$(basename "$(dirname "$patch")")
	[ "$json" -nt "$patch" ] && [ "$json" -nt "$build/macs/$row/pausebench" ] && [ "$json" -nt "${objects[0]}" ] || return 1
	if caught "$json"; then
		by=tests/data/stimuli/neutral/$(jq -r .black_box.by "$json").stim
		[ ! -e "$by" ] || [ "$json" -nt "$by" ]
	else
		[ -z "$(find tests/data/stimuli/neutral -newer "$json")" ] && { [ -z "$(jq -r .black_box.reason "$json")" ] || [ -n "$(reason_of "$device" "$patch")" ]; }
	fi
}
# Why a mutant is not found, by by_profile.reasons or by its own head. Such a one is hunted with the stimuli alone, as hunt.c says, and on the first row.
declare -A reasons
listed=$("$build/gen/mac_reasons" list tools/reasons/by_profile.reasons)
while read -r key reason; do
	reasons[$key]=$reason
done <<< "$listed"
reason_of() {
	local device=$1 patch=$2 reason
	reason=${reasons[$device/$(basename "$patch" .patch)]:-${reasons[$device/rule:$(head_of rule "$patch")]:-}}
	[ "$reason" != - ] || return 0
	echo "${reason:-$(head_of black-box "$patch")}"
}
# The mutants that are to be hunted on a row share one simulation model where that is possible; those that a row finds are not hunted on the next.
export JOINED=$build/mutants/joined STIMULI=tests/data/stimuli/neutral
commit=$(git rev-parse --short=8 HEAD 2> /dev/null || echo unknown)
hunt() {
	local patch=$1 row=$2 device json
	device=$(basename "$(dirname "$patch")")
	REASON=$(reason_of "$device" "$patch") tools/hunter/build.sh "$patch" "$build" "$vinc" "$build/macs/$row/row.mk" \
		"${objects[@]}" "$build/macs/$row/profile.o" -- "${libs[@]}"
	json=$build/mutants/$row/$(basename "$patch" .patch).json # the result says of which commit it is
	jq --arg commit "$commit" '.commit = $commit' "$json" > "$json.new" && mv "$json.new" "$json"
}
wait_for() { while [ "$(jobs -rp | wc -l)" -gt "$1" ]; do wait -n || exit 2; done; }
hunt_device() {
	local row patch name patches left=("${@:2}") missed
	for row in $(rows_of "$1"); do
		patches=() missed=()
		for patch in "${left[@]}"; do
			holds "$patch" "$row" "$build/mutants/$row/$(basename "$patch" .patch).json" || patches+=("$patch")
		done
		rm -rf "${JOINED:?}/$row"
		[ ${#patches[@]} -lt 4 ] || tools/hunter/join.sh "$JOINED/$row" "$row" "$build" "$vinc" "$build/macs/$row/row.mk" \
			"${objects[@]}" "$build/macs/$row/profile.o" -- "${libs[@]}" -- "${patches[@]}"
		for patch in "${patches[@]}"; do
			wait_for $((jobs - 1))
			hunt "$patch" "$row" &
		done
		wait_for 0
		for patch in "${left[@]}"; do
			name=$(basename "$patch" .patch)
			cp "$build/mutants/$row/$name.json" "$build/mutants/by_profile/$1-$name.json"
			caught "$build/mutants/$row/$name.json" || [ -n "$(reason_of "$1" "$patch")" ] || missed+=("$patch")
		done
		left=(${missed[@]+"${missed[@]}"})
		[ ${#left[@]} -gt 0 ] || break
	done
}
mkdir -p "$build/mutants/by_profile"
for device in "${devices[@]}"; do
	mine=()
	for patch in "${wanted[@]}"; do
		[ "$(basename "$(dirname "$patch")")" != "$device" ] || mine+=("$patch")
	done
	hunt_device "$device" "${mine[@]}"
done

page=/dev/null
[ ${#only[@]} -gt 0 ] || page=doc/quality/detected.md
jsons=()
for patch in "${wanted[@]}"; do jsons+=("$build/mutants/by_profile/$(basename "$(dirname "$patch")")-$(basename "$patch" .patch).json"); done
awk -v reasons=<(echo "$listed") -v page="$page" -f tools/hunter/by_profile.awk <(
	awk -v OFS='\t' '/^---/ { nextfile } /^# (fault|black-box): / { key = $2; sub(/^# [^ ]* */, ""); print "head", FILENAME, key, $0 }' "${wanted[@]}"
	jq -r '["hunted", input_filename, .expected_rule, .black_box.caught, .black_box.rule, .black_box.by, .dut, .commit] | @tsv' "${jsons[@]}")
