# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sums up the parts of ci/test.sh and .ci/run, which source this file, for the line in which they end: "N passed, N failed" and nothing else.
passed=0 failed=0

# count NAME STATUS PASSED FAILED: adds a part that ended with STATUS. A part that ended badly without saying how many failed, and one in which nothing
# was counted, is one failure.
count() {
	local good=${3:-0} bad=${4:-0}
	if [ "$bad" -eq 0 ] && { [ "$2" -ne 0 ] || [ "$good" -eq 0 ]; }; then bad=1; fi
	passed=$((passed + good)) failed=$((failed + bad))
	echo "$1: $good of $((good + bad)) passed"
}

# Prints the line; its status is 1 if anything failed.
conclude() {
	echo "$passed passed, $failed failed"
	[ "$failed" -eq 0 ]
}
