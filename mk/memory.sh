#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Checks that no run reads memory that nobody wrote, so that no check passes or fails by chance: the suite once with four seeds on each of ROWS
#
# - under valgrind's memcheck, which must have nothing to say;
# - by two programs whose automatic variables begin with a pattern and with zeros (gcc and clang: -ftrivial-auto-var-init): what the runs count, check,
#   exercise and reach must be the same.
#
# ONLY names some of the runs (--only). Logs and results are in BUILD/memory.
# Usage: mk/memory.sh BUILD MAKE JOBS ROW...   Exit status: 0; 1: something reads such memory; 2: a program could not be built.
set -euo pipefail
build=$1 make=$2 jobs=$3
shift 3
out=$build/memory
suite=(--all --suite once --seeds 1..4 --jobs "$jobs" --reduce 0)
[ -z "${ONLY:-}" ] || suite+=(--only "$ONLY")
for row; do suite+=(--dut "$row"); done
unset MAKEFLAGS MFLAGS MAKELEVEL PAUSEBENCH_ALONE
mkdir -p "$out" && rm -rf "$out"/{memcheck,pattern,zero} && mkdir "$out"/{memcheck,pattern,zero}
status=0

# A run takes some fifty times as long, so that no limit of seconds may cut it. Each process, a worker too, has a log, which is empty if all is well.
valgrind -q --trace-children=yes --log-file="$out/memcheck/%p.log" "$build/pausebench" regress "${suite[@]}" --max-seconds 100000 --out "$out/memcheck/results" ||
	status=1
logs=("$out"/memcheck/*.log)
[ -e "${logs[0]}" ] || { echo "make memory: valgrind has written no log" >&2; status=1; }
for log in "${logs[@]}"; do
	[ ! -s "$log" ] || { echo "make memory: memcheck found something in a process; the first lines of $log:" >&2; head -n 12 "$log" >&2; status=1; break; }
done

# The simulations are those of BUILD: they are the simulator's code, whose power-up state the seed chooses.
figures() { jq -S 'del(.seconds, .cost)' "$1/summary.json" && jq -S . "$1/exercised.json" && jq -S . "$1/coverage.json"; }
for fill in pattern zero; do
	mkdir -p "$out/$fill.build" && cp -a -u "$build/gen" "$build/plain" "$out/$fill.build/"
	"$make" --no-print-directory -s -j"$jobs" B="$out/$fill.build" CFLAGS="-O2 -g -ftrivial-auto-var-init=$fill -Wno-maybe-uninitialized" "$out/$fill.build/pausebench" || exit 2
	"$out/$fill.build/pausebench" regress "${suite[@]}" --out "$out/$fill" --exercised "$out/$fill/exercised.json" --coverage "$out/$fill/coverage.json" || status=1
	figures "$out/$fill" > "$out/$fill.figures"
done
cmp "$out/pattern.figures" "$out/zero.figures" ||
	{ echo "make memory: what the runs say depends on what is in memory; diff $out/pattern.figures $out/zero.figures shows where" >&2; status=1; }
[ $status -ne 0 ] || echo "PASS: no run reads memory that nobody wrote ($(jq .runs "$out/zero/summary.json") runs, three times)"
exit $status
