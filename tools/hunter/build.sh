#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds one mutant, which is the RTL changed by a patch, and hunts for it with the observation ports and as a black box.
# Usage: build.sh PATCH BUILD VERILATOR_INCLUDE DUTS_MK OBJECT... -- LIB...
# The patch starts with "# dut: NAME", "# rule: NAME" and "# fault: description". The head of a mutant that a black box cannot see also has
# "# black-box: reason", and the hunt fails if a black box sees the mutant nevertheless.
# "# expect: STIMULUS" names a stimulus of which a line "expect" must find the mutant, whatever the golden model finds.
# A patch of rule expect-wire may change files of models/ as well: an error that RTL and golden model share.
# If JOINED is a folder with a program of join.sh for the row, JOINED/ROW, that has the mutant, this program hunts for it, and nothing is built.
# With NETLIST=words or gates the mutant is synthesized (mk/netlists/netlist.sh), and its result is BUILD/netlists/mutants/DEVICE/NAME.json.
# DUTS_MK may be the row.mk of a profile of the same device (BUILD/macs/NAME/row.mk): then the mutant stands behind this profile, and the OBJECTs
# have the profile.
set -euo pipefail
patch_file=$1 build=$2 vinc=$3 duts_mk=$4
shift 4
objects=()
while [ "$1" != -- ]; do objects+=("$1"); shift; done
shift
name=$(basename "$patch_file" .patch)
read -ra cc <<< "${CC:-gcc}"
shared=()
refuse() { echo "$patch_file: $1" >&2; exit 2; }
head_of() { sed -n "/^---/q; s/^# $1: *//p" "$patch_file" | head -1; }
unknown=$(sed '/^---/,$d' "$patch_file" | grep -v -m1 -E '^# (dut|rule|fault|black-box|expect): *[^ ]') || true
[ -z "$unknown" ] || refuse "the head has the line '$unknown'; known are '# dut:', '# rule:', '# fault:', '# black-box:' and '# expect:', each with a text"
dut=$(head_of dut) rule=$(head_of rule) reason=$(head_of black-box)
[ -n "$dut" ] && [ -n "$rule" ] && [ -n "$(head_of fault)" ] || refuse "'# dut:', '# rule:' or '# fault:' is missing"
row=$dut room=$(basename "$(dirname "$patch_file")")
case $duts_mk in "$build"/macs/*) row=$(basename "$(dirname "$duts_mk")") room=$row ;; esac
expectation=$(head_of expect)
# The reason and the expectation are those of the row of the head; REASON is that of another row.
[ "$row" = "$dut" ] || reason=${REASON:-} expectation=""
dir=$build/${NETLIST:+netlists/}mutants/$room/$name
if [ -n "${JOINED:-}" ] && [ -f "$JOINED/$row/numbers" ] && number=$(grep -m1 " $patch_file\$" "$JOINED/$row/numbers"); then
	mkdir -p "$(dirname "$dir")"
	"$JOINED/$row/hunt" "$name" "$row" "$rule" "$reason" "$JOINED/$row/stimuli" "$dir.json.tmp" "$expectation" "${number% *}"
	mv "$dir.json.tmp" "$dir.json"
	exit
fi
. tools/hunter/model.sh
rm -rf "$dir"
mkdir -p "$dir"
tools/hunter/copy_rtl.sh "$dir" "$build/gen"
models=$(sed -n 's,^+++ b/\(models/.*\)$,\1,p' "$patch_file")
[ -z "$models" ] || [ "$rule" = expect-wire ] || refuse "changes models/, but its rule is not expect-wire"
for source in $models; do
	[ "${source%.c}" != "$source" ] || refuse "changes $source; of models/ it can change .c files alone"
	mkdir -p "$dir/$(dirname "$source")"
	cp "$source" "$dir/$source"
done
patch -d "$dir" -p1 -s --no-backup-if-mismatch < "$patch_file" || refuse "does not apply any more; make it again"
compile_model "$dir"
# Linked ahead of the library, a changed file of the model takes the place of its own.
for source in $models; do
	"${cc[@]}" -std=c11 -D_GNU_SOURCE -O1 -Iregs -Imodels -Itb -I"$build/gen" -I"$(dirname "$source")" -c "$dir/$source" -o "$dir/$source.o"
	shared+=("$dir/$source.o")
done
"${cxx[@]}" -o "$dir/hunt" "$dir/mutant.o" "${shared[@]}" "${objects[@]}" "$@" -pthread -latomic
[ -z "${STIMULI:-}" ] || expectation= # of these stimuli only
"$dir/hunt" "$name" "$row" "$rule" "$reason" "${STIMULI:-tests/data/stimuli}" "$dir.json.tmp" "$expectation"
mv "$dir.json.tmp" "$dir.json"
rm -rf "$dir"
