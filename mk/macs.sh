#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds the programs of the profiles MACS and runs a suite on each: regress, smoke, or build alone; for traced it builds the traced program of one, for
# hunted and saver those of tools/foreign/hunt.sh; for second it repeats runs in a second simulator, where OUT is a suite and FLAGS are names of runs; for
# mutants it hunts mutants of them, where OUT is how many and FLAGS are the seconds for each; for coverage it measures what the
# suite of the statement reaches; for conform it writes their statements.
# Exit status: the greatest one of the programs; for coverage and mutants 1 if a reason of the owner's is refuted or names nothing; 2 if a profile, its
# instance or its sources are wrong.
# Usage: mk/macs.sh BUILD MAKE JOBS regress|smoke|build|traced|hunted|saver|second|mutants|coverage|conform OUT FLAGS 'MACS'
set -euo pipefail
build=$1 make=$2 jobs=$3 verb=$4 out=$5 flags=$6
read -r -a macs <<< "$7"
[ ${#macs[@]} -gt 0 ] || { echo "make: give a profile: MACS=my.mac" >&2; exit 2; }
unset MAKEFLAGS MAKELEVEL MFLAGS
run() { mk/alone.sh "$build" "$make" --no-print-directory -s -j"$jobs" B="$build" "$@"; }
started=$EPOCHREALTIME
run "$build/gen/mac_gen" "$build/gen/mac_reasons"
names=$("$build/gen/mac_gen" "$build" "${macs[@]}") || exit 2
names=${names//$'\n'/ }
# After a run of Verilator that failed make does not know what it read, and takes the older objects and program as up to date: they are removed.
for name in $names; do
	for variant in plain traced coverage; do
		program=pausebench
		[ $variant != traced ] || program=pausebench-traced-$name
		[ $variant != coverage ] || program=pausebench-coverage
		[ -e "$build/$variant/$name/V.stamp" ] || rm -f "$build/$variant/$name"/{fast,slow}.o "$build/macs/$name/"{$program,hunted,saver}
	done
done
target=do-macs
case $verb in traced | hunted | saver | coverage) target+=-$verb ;; esac
# The line about what is wrong comes from mk/verilate_mac.sh; what make says about its own failure says nothing more. Some Verilog that Verilator
# simulates becomes C++ that does not compile once it counts lines: classes, by version 5.006.
log=$build/macs/made.log
mkdir -p "$build/macs"
made=0
run MAC_NAMES="$names" $target 2>&1 | { grep -v '^make.*\*\*\* ' || true; } | if [ "$verb" = coverage ]; then tee "$log" | { grep -E '^pausebench: |^  built ' || true; } | awk '!said[$0]++'; else cat; fi >&2 || made=$?
if [ $made -ne 0 ]; then
	if [ "$verb" = coverage ] && ! grep -q '^pausebench: ' "$log"; then
		why="what Verilator makes of a MAC to count its lines does not compile ($(grep -m 1 'error:' "$log" | sed 's,.*/,,' || tail -1 "$log")); leave classes and what else is no hardware out by \`ifdef and a line 'define'"
		echo "make coverage: $why; all of it: $log" >&2
		for name in $names; do ! grep -q "$build/coverage/$name/.*error:" "$log" || mk/not_measured.sh "$build" "$name" coverage "$why"; done
	fi
	exit 2
fi
case $verb in build | traced | hunted | saver) exit 0 ;; esac
if [ "$verb" = second ]; then
	run MAC_NAMES="$names" SECOND_ROWS="$names" SUITE="$out" ONLY="$flags" do-second || exit 2
	# shellcheck disable=SC2086 # names are words
	exec mk/second/sum.sh "$build" $names
fi
if [ "$verb" = mutants ]; then
	run MAC_NAMES="$names" do-macs-mutants >&2 || exit 2
	mapfile -t words < "$build/gen/mac_mutants.words"
	exec tools/generated/mac.sh "$build" "$jobs" "$out" "$flags" "${words[@]}" # without the lock of make, since it takes minutes
fi
if [ "$verb" = coverage ]; then
	status=0
	for name in $names; do
		got=0
		mk/coverage_mac.sh "$build" "$jobs" "$name" || got=$?
		[ $got -le $status ] || status=$got
	done
	exit $status
fi
status=0
if [ "$verb" = conform ]; then
	for name in $names; do
		got=0
		# shellcheck disable=SC2086 # flags are words
		"$build/macs/$name/pausebench" conform --jobs "$jobs" $flags || got=$?
		[ $got -le $status ] || status=$got
	done
	exit $status
fi
for name in $names; do
	program=$build/macs/$name/pausebench
	[ "$verb" = regress ] && suite=default || suite=smoke
	profile=$(sed -n "s/^FILTER_$name := [^ ]* \([^ ]*\) .*/\1/p" "$build/macs/$name/row.mk")
	got=0
	# shellcheck disable=SC2086 # flags are words
	"$program" regress --suite $suite --jobs "$jobs" --out "$out/$name" --traced "mk/macs.sh $build $make $jobs traced '' '' '$profile' # " $flags || got=$?
	[ $got -le $status ] || status=$got
done
LC_ALL=C awk -v a="$started" -v b="$EPOCHREALTIME" 'BEGIN { printf "from profile to verdict: %.1f s\n", b - a }'
exit $status
