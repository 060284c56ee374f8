#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the parts of the tests whose programs and mutants make has built, also those after one that failed: the regression, of which what passed before on
# the same content is not run again, the table of the mutants, the unit tests, which start the SystemC programs as well, and the hunts of the foreign
# MACs. Of mutants and rows of hunts a part is drawn (mk/draw.sh), and lines at the end say how large it is; with ALL=1 all are hunted. The last line is
# "N passed, N failed" for all parts: the regression as one, mutants that were caught as they should be, unit tests, rows of hunts. BUILD/test/tally has
# its two numbers; BUILD/test/parts has a line of each part, its name, CPU seconds, seconds, how many passed and how many failed, with tabs between them
# (mk/cost.sh). With PAUSEBENCH_PART=1 these last lines are left out, since .ci/run has them.
# Usage: ci/test.sh BUILD MAKE JOBS TEST_FLAGS ALL SINCE MUTANTS; MUTANTS are the names of those that were hunted
# Exit status: 0 all passed, 1 otherwise.
set -uo pipefail
build=$1 make=$2 jobs=$3 flags=$4 all=$5 since=$6 mutants=$7
unset ALL SINCE # which are make's own variables for this target, not for those that the tests call
out=$build/test
source ci/tally.sh
mkdir -p "$out" && rm -f "$out/unit.json" "$out/tally" "$out/parts" "$build/mutants.json" || exit 1
lap_time=${EPOCHREALTIME/,/.} lap_cpu=0

# part NAME STATUS PASSED FAILED: counts the part that began where the one before it ended.
part() {
	# shellcheck disable=SC2154 # of ci/tally.sh
	local before="$passed $failed" now=${EPOCHREALTIME/,/.} cpu
	count "$@"
	times > "$out/times"
	cpu=$(awk -F '[ms ]+' '{ gsub(",", ".") } NR == 2 { print $1 * 60 + $2 + $3 * 60 + $4 }' "$out/times")
	awk -v OFS='\t' -v part="$1" -v now="$now $cpu" -v was="$lap_time $lap_cpu" -v counted="$passed $failed" -v before="$before" 'BEGIN { split(now, n, " ");
		split(was, w, " "); split(counted, c, " "); split(before, b, " "); print part, n[2] - w[2], n[1] - w[1], c[1] - b[1], c[2] - b[2] }' >> "$out/parts"
	lap_time=$now lap_cpu=$cpu
}

# The numbers that jq makes of FILE with the lists of what passed and of what failed; nothing if the file is missing. Criterion writes a tab of a message
# as it is, which JSON does not allow.
numbers() { LC_ALL=C tr '\001-\011\013-\037' ' ' 2> /dev/null < "$1" | jq -r "$2 | \"\(.[0]) \(.[1])\"" 2> /dev/null; }

env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL "$make" regress --no-print-directory -s B="$build" JOBS="$jobs" OUT="$out/regress"
status=$?
part regression $status $((status == 0))

results=()
for name in $mutants; do results+=("$build/mutants/$name.json"); done
"$build/gen/mutants_table" "$build/mutants.json" "${results[@]}"
status=$?
mkdir -p "$build/how_good"
[ -z "$all" ] || [ "$all" = 0 ] || jq --arg commit "$(cat "$build/gen/version.stamp")" -f tools/hunter/planted.jq "$build/mutants.json" > "$build/how_good/planted.json"
# shellcheck disable=SC2046 # two numbers
part 'planted faults' $status $(numbers "$build/mutants.json" 'map(.caught and .black_box.caught != ((.black_box.reason // "") != "")) | [(map(select(.)) | length), (map(select(not)) | length)]')

# shellcheck disable=SC2086 # flags
"$build/tests/unit" --jobs "$jobs" --json="$out/unit.json" $flags
status=$?
# shellcheck disable=SC2046
part 'unit tests' $status $(numbers "$out/unit.json" '[.passed, .failed + .errored]')

hunt() {
	local file=$build/foreign/$1/hunt.txt status
	rm -f "$file" "$out/hunted/$1"
	ALL=$all SINCE=$since DRAWN=$out/hunted/$1 tools/foreign/hunt.sh "$build" "$make" "$jobs" "$1"
	status=$?
	touch "$file" 2> /dev/null
	part "hunt of $1" $status "$(grep -c ' found ' "$file")" "$(grep -vc ' found ' "$file")"
}
hunt gige
hunt tengig
hunt fourclk
hunt tenclk
echo "$passed $failed" > "$out/tally"
[ -z "${PAUSEBENCH_PART:-}" ] || exit $((failed > 0))
cat "$out"/hunted/*
conclude
