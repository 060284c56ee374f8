#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Measures what the suite of the statement of conformance reaches in the MAC of a profile: lines, branches and toggles of its own sources, and the cells of
# doc/use/coverage.md. BUILD/macs/NAME/coverage.json gets the figures, which the statement prints if they are about the same content, and
# BUILD/macs/NAME/coverage/unreached.txt a line for whatever was not reached. BUILD/macs/NAME/coverage.points has a line for everything that was looked at,
# with which the owner's reasons are compared (tb/profile/reasons.h), here and by the statement.
# Usage: mk/coverage_mac.sh BUILD JOBS NAME
# STIMULI: the folder of the suite's files, if not tests/data/stimuli/neutral; SEEDS: how many seeds it has, if not 100.
# Exit status: 0, also if the MAC has findings, which say nothing about what was reached; 1 if a reason is refuted or names nothing; 2 if the suite cannot
# be run. The statement then says why (mk/not_measured.sh).
set -euo pipefail
build=$1 jobs=$2 name=$3
dir=$build/macs/$name/coverage
stimuli=${STIMULI:-tests/data/stimuli/neutral} seeds=${SEEDS:-100}
range="--seeds 1..$seeds"
[ "$seeds" -gt 0 ] || range='--seeds none'
rm -rf "$dir" && mkdir -p "$dir/counts"
files=$(find "$stimuli" -maxdepth 1 -name '*.stim' | grep -c .)
echo "  $name: runs $files stimuli and $seeds seeds with every line and bit counted, which takes many times as long as the statement" >&2
status=0
# shellcheck disable=SC2086 # words
PAUSEBENCH_COVERAGE=$PWD/$dir/counts "$build/macs/$name/pausebench-coverage" regress --all --black-box --suite once $range --stimuli "$stimuli" --jobs "$jobs" --reduce 0 --keep 1 \
	--max-seconds 1800 --coverage "$dir/reached.json" --out "$dir/runs" > "$dir/log" 2>&1 || status=$?
fail() { tail -1 "$1" >&2; mk/not_measured.sh "$build" "$name" coverage "the suite cannot be run: $(tail -1 "$1")"; exit 2; }
[ $status -le 1 ] || fail "$dir/log"
verilator_coverage --write "$dir/merged.dat" "$dir"/counts/*.dat > "$dir/merge.log" 2>&1 || fail "$dir/merge.log"
rm -rf "$dir/counts"
"$build/macs/$name/pausebench" coverage --figures "$dir/figures.json" --reasons "$dir/reached.json" > "$dir/cells.txt" || [ $? -eq 1 ]
"$build/macs/$name/pausebench" coverage --cells "$dir/reached.json" > "$dir/cells"
sed -n "s/^SOURCES_$name := //p" "$build/macs/$name/row.mk" | tr ' ' '\n' | sed 1d > "$dir/sources"
LC_ALL=C awk -v home="$PWD/" -v name="$name" -v bench="$(cat "$build/gen/version.stamp")" -v files="$files" -v seeds="$seeds" \
	-v unreached="$dir/unreached.txt" -v list="$dir/points" -v json="$dir/lines.json" -f mk/coverage_mac.awk file=1 "$dir/sources" file=2 "$dir/merged.dat"
# What the designer took out of the count.
{ xargs -r grep -nHoE 'coverage_(block_)?off' < "$dir/sources" || true; } | awk -v home="$PWD/" '{ if (index($0, home) == 1) $0 = substr($0, length(home) + 1)
	split($0, part, ":"); print part[1] ":" part[2] ": taken out of the count by " part[3] }' > "$dir/taken_out.txt"
cat "$dir/taken_out.txt" >> "$dir/unreached.txt"
sed -n 's/^ieee8023: \(.*: not reached\)/\1/p' "$dir/cells.txt" >> "$dir/unreached.txt"
jq -n --argjson taken_out "$(grep -c . "$dir/taken_out.txt" || true)" --slurpfile lines "$dir/lines.json" --slurpfile figures "$dir/figures.json" --slurpfile runs "$dir/runs/summary.json" '
	$lines[0] + {$taken_out} + ($figures[0] | {rtl_sha256, profile_sha256}) + {runs: ([$runs[0].duts[].runs] | add)} +
	([$figures[0].rows[] | select(.mode == "both") | {(.cells): {all, reached, explained, open}}] | add)' > "$dir/coverage.json"
cat "$dir/cells" >> "$dir/points"
mv "$dir/points" "$build/macs/$name/coverage.points"
mv "$dir/coverage.json" "$build/macs/$name/coverage.json"
jq -r '["coincidences", "values"][] as $what | .[$what] | "  \($what) \(.reached) of \(.all - .explained); \(.explained) more cannot be reached for a stated reason"' "$build/macs/$name/coverage.json"
awk -v file="$dir/unreached.txt" '/: not reached: / { why++; next } /: not reached$/ { cells++; next } /: taken out of the count by / { out++; next } { code++ } END {
	printf "what was not reached, %d places of the code, %d cells with a reason, %d cells without one%s: %s\n", code, why, cells,
		out ? ", and " out " places taken out of the count by comments" : "", file }' "$dir/unreached.txt"
read -r _ _ _ profile _ < <(grep "^FILTER_$name :=" "$build/macs/$name/row.mk")
"$build/gen/mac_reasons" coverage "${profile#"$PWD/"}" "$build/macs/$name/coverage.points"
