#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Copies the checkout with its build, applies a mutant and runs `make smoke` there, as after an edit of the RTL. Usage: smoke_copy.sh DIR MUTANT
#
# Exit status 0: the failure is saved with waves of the mutant, DIR/found.fst, around the cycle in DIR/found.cycle, and a run without the mutant removes
# it; 1: otherwise, with a line that says why.
set -euo pipefail
dir=$1 mutant=$2
patch_file=$(echo tests/data/mutants/*/"$mutant.patch")
fail() {
	echo "smoke_copy: $*" >&2
	exit 1
}
dut=$(sed -n 's/^# dut: *//p' "$patch_file") rule=$(sed -n 's/^# rule: *//p' "$patch_file")
tests/unit/support/copy.sh "$dir" gen obj plain traced libpausemodel.a pausebench pausebench-traced-"$dut"
mkdir "$dir/build/smoke"
cd "$dir"
unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE
for row in $(sed -n 's/^DUTS := *//p' build/gen/duts.mk); do touch "build/smoke/$row.stamp"; done

patch -p1 -s < "$patch_file"
# A smoke run of the device alone has a program of its own. That of all rows is the one of before the edit: it names the other one, and does not blame the
# traced program, which make would call up to date.
NO_INSTALL=1 make smoke DUT="$dut" > out 2>&1 && fail "make smoke DUT=$dut passes with the mutant"
saved=$(ls -d build/smoke/failures/*/ | head -1) && saved=${saved%/}
status=0
build/pausebench replay "$saved" --waves > out 2>&1 || status=$?
{ [ $status = 2 ] && grep -q "since this program was built from other RTL than build/pausebench-$dut, which saved it; 'build/pausebench-$dut replay $saved'" out; } ||
	fail "an older program does not name the one that fits: $(cat out)"
grep -q "^waves     none: this program was built from other RTL than build/pausebench-$dut.* 'build/pausebench-$dut replay $saved --waves' makes them" out ||
	fail "an older program blames another one for the waves: $(cat out)"
status=0
build/pausebench reduce "$saved" > out 2>&1 || status=$?
{ [ $status = 2 ] && grep -q "from other RTL than build/pausebench-$dut" out; } || fail "reduce does not name the program that fits: $(cat out)"
status=0
"build/pausebench-$dut" replay "$saved" --waves > out 2>&1 || status=$?
{ [ $status = 1 ] && grep -q '^waves     gtkwave' out; } || fail "the program that was named does not repeat the failure: $(cat out)"

status=0
NO_INSTALL=1 make smoke > out 2>&1 || status=$?
[ $status = 2 ] || fail "make smoke ended with $status: $(tail -3 out)"
saved=$(sed -n 's/^  waves  *make waves FAILURE=//p' out | head -1)
[ -n "$saved" ] || fail "no waves: $(grep '^  waves' out || tail -3 out)"
first=$(grep -m 1 '"cycle"' "$saved/report.json" | tr -dc 0-9)
grep -q "\"rule\": \"$rule\"" "$saved/report.json" || fail "$saved does not break $rule"
grep -q "setNamedMarker B $((first * 8)) " "$saved/waves.tcl" || fail "no marker at cycle $first: $(cat "$saved/waves.tcl")"
[ -s "$saved/waves.fst" ] || fail "$saved has no waves"
cp "$saved/waves.fst" found.fst
echo "$first" > found.cycle

# Without the mutant the traced program is still that of the mutant: it refuses to make waves and leaves none.
cp -a "$saved" kept
patch -p1 -s -R < "$patch_file"
find rtl -newer out -exec touch {} +
NO_INSTALL=1 make smoke > out 2>&1 || fail "make smoke without the mutant: $(tail -3 out)"
[ -z "$(ls build/smoke/failures 2>/dev/null)" ] || fail "the failures of the previous run are still there"
status=0
build/pausebench-smoke replay kept --waves > out 2>&1 || status=$?
{ [ $status = 2 ] && grep -q 'did not occur again' out; } || fail "the failure occurs without the mutant: $(cat out)"
grep -q '^waves     none: the traced build is of other RTL' out || fail "waves of other RTL: $(cat out)"
[ ! -e kept/waves.fst ] || fail "waves of other RTL were left"
NO_INSTALL=1 make waves > out 2>&1 || fail "make waves: $(cat out)"
grep -q 'has no failure' out || fail "make waves shows something: $(cat out)"
