#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Measures what a user waits for: the seconds on the wall of the commands of README, in a clone of the commit that is checked out, with the packages
# present. Nothing else should run on the machine meanwhile. A part that does not pass is no measurement.
# Usage: mk/times/measure.sh BUILD MAKE JOBS PARTS; PARTS are some of: regress smoke profile test ci
#
# first     clone to verdict of `make smoke DUT=bcm5718`
# regress   clone to verdict of `make regress`
# smoke     edit to verdict of `make smoke`, of a file of one device and of a part that devices share. The edits change what the compiler makes of the file
#           and nothing that the RTL does, so that all runs of the suite are made and pass; a part in which fewer are made is refused.
# profile   profile to verdict of `make smoke MACS=...` for a MAC that was never built
# test, ci  `make test`; `.ci/run` in a clone of its own
#
# tools/how_good/times-KIND.json keeps the results, of which each part has its commit. KIND is that of the machine: cheap or dear, by what a page costs that
# is touched for the first time (2 us). mk/times/pages.sh makes the tables of the pages from these files.
# Exit status: 0; 1: a part did not pass; 2: there is no such part.
set -euo pipefail
build=$1 make=$2 jobs=$3 parts=$4
here=$PWD work=$build/times
commit=$(git describe --always)
for part in $parts; do
	case $part in first | regress | smoke | profile | test | ci) ;; *) echo "make times: '$part' is none of: first regress smoke profile test ci" >&2; exit 2 ;; esac
done
unset MAKEFLAGS MFLAGS MAKELEVEL PAUSEBENCH_ALONE ALL SINCE DUT MACS ONLY
export NO_INSTALL=1
mkdir -p "$work"
cc -std=c11 -O1 mk/times/probe.c -o "$work/probe"
machine=$("$work/probe")
kind=$(jq -r 'if .fault_us < 2 then "cheap" else "dear" end' <<< "$machine")
kept=$here/tools/how_good/times-$kind.json
echo "make times: $machine, $kind"

clone() { rm -rf "${work:?}/$1" && git clone -q . "$work/$1" && cd "$work/$1"; }
# lap NAME COMMAND...: runs the command, whose output goes to $here/$work/NAME.log, and sets seconds and cpu.
lap() {
	local name=$1 began=$EPOCHREALTIME
	shift
	TIMEFORMAT='%U %S'
	{ time "$@" > "$here/$work/$name.log" 2>&1; } 2> "$here/$work/cpu" ||
		{ echo "make times: $name did not pass: $(tail -n 1 "$here/$work/$name.log")" >&2; exit 1; }
	seconds=$(awk -v a="$began" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f", b - a }')
	cpu=$(awk '{ printf "%.1f", $1 + $2 }' "$here/$work/cpu")
}
# keep PART JSON: the row PART takes the place of its older one.
keep() {
	[ -f "$kept" ] || echo '{"schema_version": 1, "what": "times", "rows": []}' > "$kept"
	jq --argjson machine "$machine" --arg part "$1" --arg commit "$commit" --argjson row "$2" \
		'.machine = $machine | .rows = [.rows[] | select(.part != $part)] + [{part: $part, commit: $commit} + $row]' "$kept" | jq -r -f "$here/tools/how_good/rows.jq" > "$kept.new"
	mv "$kept.new" "$kept"
	echo "make times: $1: $(jq -c . <<< "$2")"
}
# What the last line of a regression in the log NAME says: runs, and how many of them were made now.
runs_of() {
	sed -n 's/^PASS: 0 findings in \([0-9]*\) runs\(, of which \([0-9]*\) passed before\)\?.*/\1 \3/p' "$here/$work/$1.log" | tail -n 1 |
		awk '{ printf "{\"runs\": %d, \"made\": %d}", $1, $1 - $2 } END { if (!NR) print "{\"runs\": 0, \"made\": 0}" }'
}
# built_and_run PART GOAL COMMAND...: the row PART of make with GOAL, which is the build, and of the command after it.
built_and_run() {
	local part=$1 goal=$2 built runs
	shift 2
	lap "$part.build" "$make" -s -j"$jobs" "$goal"
	built="\"build_seconds\": $seconds, \"build_cpu_seconds\": $cpu"
	lap "$part" "$@"
	runs=$(runs_of "$part")
	keep "$part" "$(jq -c ". + {$built, run_seconds: $seconds, run_cpu_seconds: $cpu}" <<< "$runs")"
	[ "$(jq ".made" <<< "$runs")" -gt 0 ] && [ "$(jq '.made == .runs' <<< "$runs")" = true ] ||
		{ echo "make times: $part: of the runs only some were made: $runs" >&2; exit 1; }
}
# edited PART FILE SED: the row PART of smoke after an edit, which must change the file.
edited() {
	sed -i.before "$3" "$2"
	! cmp -s "$2" "$2.before" || { echo "make times: '$3' does not apply to $2 any more" >&2; exit 1; }
	rm "$2.before"
	built_and_run "$1" do-smoke-build "$make" smoke JOBS="$jobs"
	git checkout -q -- "$2"
	lap "$1.back" "$make" smoke JOBS="$jobs"
}
# The clone in which regress and smoke have passed.
ready() {
	[ -f "$work/clone/build/regress/summary.json" ] && [ "$(git -C "$work/clone" describe --always)" = "$commit" ] && cd "$work/clone" && return
	clone clone
	built_and_run regress do-build "$make" regress JOBS="$jobs"
}

for part in $parts; do
	cd "$here"
	case $part in
	first)
		clone first
		lap first "$make" smoke DUT=bcm5718 JOBS="$jobs"
		keep first "{\"seconds\": $seconds, \"cpu_seconds\": $cpu}"
		;;
	regress)
		rm -rf "$work/clone"
		ready
		;;
	smoke)
		ready
		lap smoke.before "$make" smoke JOBS="$jobs" ALL=1
		edited smoke-own rtl/i82598/i82598_rx_classify.v "s/cfg_strip_fcs_i ? length_i - FCS_OCTETS : length_i;/length_i - {13'd0, cfg_strip_fcs_i, 2'd0};/"
		edited smoke-shared rtl/common/xgmii_rx.v 's/(rxc_q\[4\] || rxc_q\[0\])$/(|rxc_q)/'
		;;
	profile)
		ready
		rm -rf build/macs build/plain/gige
		lap profile "$make" smoke MACS=tests/data/foreign/gige/gige.mac JOBS="$jobs"
		keep profile "{\"seconds\": $seconds, \"cpu_seconds\": $cpu}"
		;;
	test)
		ready
		lap test "$make" test JOBS="$jobs"
		keep test "$(jq -c "{seconds: $seconds, cpu_seconds: $cpu, parts: .rows}" build/how_good/tests.json)"
		;;
	ci)
		clone ci
		lap ci .ci/run
		keep ci "$(tail -n 1 "$here/$work/ci.log" | awk -v s="$seconds" -v c="$cpu" '{ printf "{\"seconds\": %s, \"cpu_seconds\": %s, \"passed\": %d}", s, c, $1 }')"
		;;
	esac
done
