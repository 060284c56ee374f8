#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds one program that hunts for any of many mutants of a row: DIR/hunt, whose simulation model has them all (multiplex.c).
# Usage: join.sh DIR ROW BUILD VERILATOR_INCLUDE DUTS_MK OBJECT... -- LIB... -- PATCH...
# Writes DIR/numbers, a line "NUMBER PATCH" for each mutant that the model has; the others have to be built by themselves (build.sh). DIR/stimuli
# are the files that the row takes, the shortest run first; the model without a fault must pass them all.
set -euo pipefail
dir=$1 row=$2 build=$3 vinc=$4 duts_mk=$5
shift 5
objects=() libs=()
while [ "$1" != -- ]; do objects+=("$1"); shift; done
shift
while [ "$1" != -- ]; do libs+=("$1"); shift; done
shift
. tools/hunter/model.sh
rm -rf "$dir"
mkdir -p "$dir"
tools/hunter/copy_rtl.sh "$dir" "$build/gen"
number=0
: > "$dir/list"
for patch_file; do
	number=$((number + 1))
	echo "$number $patch_file" >> "$dir/patches"
	mapfile -t changed < <(sed -n 's,^+++ b/,,p' "$patch_file")
	[[ " ${changed[*]}" != *" models/"* ]] || continue
	for f in "${changed[@]}"; do
		mkdir -p "$dir/changed/$number/${f%/*}"
		cp "$dir/$f" "$dir/changed/$number/$f"
		echo "$number $f changed/$number/$f" >> "$dir/list"
	done
	patch -d "$dir/changed/$number" -p1 -s --no-backup-if-mismatch < "$patch_file" ||
		{ echo "$patch_file: does not apply any more; make it again" >&2; exit 2; }
done
multiplex=$(realpath "$build/gen/multiplex")
(cd "$dir" && "$multiplex" . < list > joined)
awk 'FILENAME ~ /joined$/ { joined[$1] = 1; next } $1 in joined' "$dir/joined" "$dir/patches" > "$dir/numbers"
compile_model "$dir"
"${cxx[@]}" -o "$dir/hunt.new" "$dir/mutant.o" "${objects[@]}" "${libs[@]}" -pthread -latomic
"$dir/hunt.new" "$row" "${STIMULI:-tests/data/stimuli}" "$dir/stimuli"
rm -rf "$dir"/{rtl,changed,v,mutant.o}
mv "$dir/hunt.new" "$dir/hunt"
