#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs COMMAND, which is make test without its set-up, and writes what it cost: BUILD/how_good/tests.json, of each part the CPU seconds, the seconds on the
# wall, and how many passed and failed (ci/test.sh). The part "build" is what came before the others: programs, joined mutants and their hunts.
# Usage: mk/cost.sh BUILD CORES COMMAND...
# Exit status: that of COMMAND.
set -uo pipefail
build=$1 cores=$2
shift 2
rm -f "$build/test/parts"
began=${EPOCHREALTIME/,/.}
"$@"
status=$?
ended=${EPOCHREALTIME/,/.}
[ -f "$build/test/parts" ] || exit $status
times > "$build/test/times"
mkdir -p "$build/how_good"
awk -F '[ms ]+' -v wall="$began $ended" '{ gsub(",", ".") } NR == 2 { split(wall, w, " "); printf "all\t%f\t%f\n", $1 * 60 + $2 + $3 * 60 + $4, w[2] - w[1] }' "$build/test/times" |
	jq -Rn --rawfile parts "$build/test/parts" --arg commit "$(cat "$build/gen/version.stamp")" --argjson cores "$cores" 'def tenths: . * 10 | round / 10;
		[$parts | split("\n")[] | select(. != "") | split("\t") | {part: .[0], cpu_seconds: (.[1] | tonumber), wall_seconds: (.[2] | tonumber),
			passed: (.[3] | tonumber), failed: (.[4] | tonumber)}] as $rows | (input | split("\t")) as $all |
		[$all[1], $all[2]] | map(tonumber) as [$cpu, $wall] |
		{schema_version: 1, what: "tests", commit: $commit, cores: $cores, cpu_seconds: ($cpu | tenths), wall_seconds: ($wall | tenths),
			rows: ([{part: "build", cpu_seconds: ($cpu - ($rows | map(.cpu_seconds) | add)), wall_seconds: ($wall - ($rows | map(.wall_seconds) | add))}] + $rows |
			map(.cpu_seconds |= tenths | .wall_seconds |= tenths))}' > "$build/how_good/tests.json"
exit $status
