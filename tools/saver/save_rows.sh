#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Saves failures of the planted faults of the bundled devices, hunted through the devices' profiles, for tests/unit/judge/test_saved.c: one model of a row has
# all of its faults (tools/hunter/join.sh), and the hunt saves a failure of each (tools/saver/saver.c).
# Usage: tools/saver/save_rows.sh BUILD MAKE VERILATOR_INCLUDE OUT OBJECT... -- LIB... -- ROW [MUTANT...]
# ROW is the stem of a profile of tests/data/profiles. OUT/ROW.txt gets the failures, OUT/ROW.log a line for each mutant. Mutants of registers, management and
# observation ports are left out, as by tools/hunter/by_profile.sh, and those of other rows of the device.
set -euo pipefail
build=$1 make=$2 vinc=$3 out=$4
shift 4
objects=() libs=()
while [ "$1" != -- ]; do objects+=("$1"); shift; done
shift
while [ "$1" != -- ]; do libs+=("$1"); shift; done
shift
row=$1 device=${1%%_*}
shift
left_out='^(apb-.*|reg-.*|mdio-.*|rx-record|tx-record|buffer-level)$'
head_of() { sed -n "/^---/q; s/^# $1: *//p" "$2"; }
# What tools/reasons/by_profile.reasons or the head of the mutant says that no profile shows is not hunted.
invisible() {
	local name=$device/$1 patch=$2
	! grep -q "^$name -\$" <<< "$reasons" || return 1
	grep -q "^$name \|^$device/rule:$(head_of rule "$patch") " <<< "$reasons" || [ -n "$(head_of black-box "$patch")" ]
}
reasons=$("$build/gen/mac_reasons" list tools/reasons/by_profile.reasons)
patches=()
for patch in tests/data/mutants/"$device"/*.patch; do
	[ "$(head_of dut "$patch")" = "$device" ] || continue
	! [[ $(head_of rule "$patch") =~ $left_out ]] || continue
	[ $# -eq 0 ] || [[ " $* " == *" $(basename "$patch" .patch) "* ]] || continue
	! invisible "$(basename "$patch" .patch)" "$patch" || continue
	patches+=("$patch")
done
[ ${#patches[@]} -gt 0 ] || { echo "tools/saver: $row has none of these mutants" >&2; exit 2; }
name=${row}_by_profile dir=$build/judge/$row
mkdir -p "$out" "$build/judge"
unset MAKEFLAGS MAKELEVEL MFLAGS
"$build/gen/mac_gen" "$build" "tests/data/profiles/$row.mac" > /dev/null
"$make" --no-print-directory -s B="$build" MAC_NAMES="$name" "$build/macs/$name/profile.o"
STIMULI=tests/data/stimuli/neutral tools/hunter/join.sh "$dir" "$name" "$build" "$vinc" "$build/macs/$name/row.mk" "${objects[@]}" "$build/macs/$name/profile.o" -- \
	"${libs[@]}" -- "${patches[@]}"
ls tests/data/judge/waiting/*.stim >> "$dir/stimuli" # in which the client always has a frame
[ -n "${TRUTH:-}" ] && echo "0 truth" > "$dir/list" || sed "s,^\([0-9]*\) tests/data/mutants/\(.*\)\.patch$,\1 \2," "$dir/numbers" > "$dir/list"
[ ! -s "$dir/list" ] || "$dir/hunt" save "$name" "tests/data/profiles/$row.mac" "$dir/stimuli" "$dir/list" "$out/$row.txt" > "$out/$row.log"
[ -z "${TRUTH:-}" ] || exit 0
# A mutant that the joined model cannot have is built by itself.
duts_mk=$build/macs/$name/row.mk
for patch in "${patches[@]}"; do
	! grep -q " $patch\$" "$dir/numbers" || continue
	mutant=$(basename "$patch" .patch) alone=$dir/alone
	rm -rf "$alone"
	tools/hunter/copy_rtl.sh "$alone" "$build/gen"
	shared=() # an error that RTL and golden model share changes models/ as well (tools/hunter/build.sh)
	for source in $(sed -n 's,^+++ b/\(models/.*\)$,\1,p' "$patch"); do
		mkdir -p "$alone/${source%/*}"
		cp "$source" "$alone/$source"
		shared+=("$source")
	done
	patch -d "$alone" -p1 -s --no-backup-if-mismatch < "$patch"
	for source in ${shared[@]+"${shared[@]}"}; do
		cc -std=c11 -D_GNU_SOURCE -O1 -Iregs -Imodels -Itb -I"$build/gen" -I"${source%/*}" -c "$alone/$source" -o "$alone/$source.o"
	done
	mapfile -t alone_models < <(find "$alone/models" -name '*.o' 2> /dev/null)
	(row=$name && . tools/hunter/model.sh && compile_model "$alone" &&
		"${cxx[@]}" -o "$alone/hunt" "$alone/mutant.o" "${alone_models[@]}" "${objects[@]}" "$build/macs/$name/profile.o" "${libs[@]}" -pthread -latomic)
	echo "1 $device/$mutant" > "$alone/list"
	"$alone/hunt" save "$name" "tests/data/profiles/$row.mac" "$dir/stimuli" "$alone/list" "$alone/out.txt" >> "$out/$row.log"
	cat "$alone/out.txt" >> "$out/$row.txt"
done
