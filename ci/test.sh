#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the parts of the tests whose programs and mutants make has built, also those after one that failed: the regression, of which what passed before on
# the same content is not run again, the table of the mutants, the unit tests, which start the SystemC programs as well, and the hunts of the foreign
# MACs. The last line is "N passed, N failed" for all of them: the regression as one, mutants that were caught as they should be, unit tests, rows of
# hunts. BUILD/test/tally has its two numbers. With PAUSEBENCH_PART=1 the line is left out, since it is not the last
# one of .ci/run.
# Usage: ci/test.sh BUILD MAKE JOBS TEST_FLAGS MUTANTS HUNTED_GIGE HUNTED_TENGIG; the last three are lists of names
# Exit status: 0 all passed, 1 otherwise.
set -uo pipefail
build=$1 make=$2 jobs=$3 flags=$4 mutants=$5
out=$build/test
source ci/tally.sh
mkdir -p "$out" && rm -f "$out/unit.json" "$out/tally" "$build/mutants.json" || exit 1

# The numbers that jq makes of FILE with the lists of what passed and of what failed; nothing if the file is missing.
numbers() { jq -r "$2 | \"\(.[0]) \(.[1])\"" "$1" 2> /dev/null; }

env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL "$make" regress --no-print-directory -s B="$build" JOBS="$jobs" OUT="$out/regress"
status=$?
count regression $status $((status == 0))

results=()
for name in $mutants; do results+=("$build/mutants/$name.json"); done
"$build/gen/mutants_table" "$build/mutants.json" "${results[@]}"
status=$?
mkdir -p "$build/how_good"
jq --arg commit "$(cat "$build/gen/version.stamp")" -f tests/mutants/planted.jq "$build/mutants.json" > "$build/how_good/planted.json"
# shellcheck disable=SC2046 # two numbers
count mutants $status $(numbers "$build/mutants.json" 'map(.caught and .black_box.caught != ((.black_box.reason // "") != "")) | [(map(select(.)) | length), (map(select(not)) | length)]')

# shellcheck disable=SC2086 # flags
"$build/tests/unit" --jobs "$jobs" --json="$out/unit.json" $flags
status=$?
# shellcheck disable=SC2046
count 'unit tests' $status $(numbers "$out/unit.json" '[.passed, .failed + .errored]')

hunt() {
	local file=$build/foreign/$1/hunt.txt status
	rm -f "$file"
	tests/foreign/hunt.sh "$build" "$make" "$jobs" "$@"
	status=$?
	touch "$file" 2> /dev/null
	count "hunt of $1" $status "$(grep -c ' found ' "$file")" "$(grep -vc ' found ' "$file")"
}
# shellcheck disable=SC2086 # names
hunt gige $6
# shellcheck disable=SC2086
hunt tengig $7
echo "$passed $failed" > "$out/tally"
[ -z "${PAUSEBENCH_PART:-}" ] || exit $((failed > 0))
conclude
