#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs ci/test.sh and .ci/run in the folder DIR, where programs that end as they are told stand for the parts, and checks the last line, the exit
# status and what mk/cost.sh writes. Usage: closing_line.sh DIR   Exit status 0: they are right; 1: otherwise, with a line that says why.
set -uo pipefail
mkdir -p "$1"/{ci,.ci,bin,build/gen,build/tests,build/foreign/gige,build/foreign/tengig,build/foreign/fourclk,build/foreign/tenclk,tools/foreign,mk} && cp ci/{test,tally}.sh "$1/ci" && cp mk/cost.sh "$1/mk" && cp .ci/run "$1/.ci" &&
	cd "$1" || exit 1
unset MAKEFLAGS MAKELEVEL PAUSEBENCH_PART

# stub FILE LINE...: makes a program of the lines.
stub() { { echo '#!/bin/bash' && printf '%s\n' "${@:2}"; } > "$1" && chmod +x "$1"; }
# Parts of which all passes: 3 mutants, one of which no black box can see, 5 unit tests, 2 rows of each hunt, a regression of 4 runs.
good() {
	stub build/gen/mutants_table 'echo "[{\"caught\":true,\"black_box\":{\"caught\":true,\"reason\":\"\"}},{\"caught\":true,\"black_box\":{\"caught\":false,' \
		'\"reason\":\"r\"}},{\"caught\":${CAUGHT:-true},\"black_box\":{\"caught\":true}}]" > $1'
	stub build/tests/unit 'for a; do case $a in --json=*) echo "{\"passed\":5,\"failed\":0,\"errored\":0}" > ${a#--json=};; esac; done'
	stub tools/foreign/hunt.sh 'echo "hunted 2 of 2 rows of $4" > $DRAWN' 'printf "a rule found it\nb line found it\n" > build/foreign/$4/hunt.txt'
	stub bin/make 'case $1 in regress) mkdir -p build/regress; echo "{\"runs\":4,\"failures\":[]}" > build/regress/summary.json;;' \
		'test) mkdir -p build/test/hunted; echo "hunted 3 of 9 planted faults, since ${2#SINCE=}" > build/test/hunted/planted; ci/test.sh build make 2 "" "" "" "a b c";; esac'
}
# expect STATUS LINE NAME COMMAND...: the command ends with LINE and STATUS; the lines before say what was hunted, unless BROKEN is set.
expect() {
	local out status
	out=$(PATH=$PWD/bin:$PATH "${@:4}" 2>&1)
	status=$?
	[ "$status" -eq "$1" ] && [ "$(tail -n 1 <<< "$out")" = "$2" ] && [ "$(grep -cxE '[0-9]+ passed, [0-9]+ failed' <<< "$out")" -eq 1 ] &&
		{ [ -n "${BROKEN:-}" ] || [ "$(tail -n 6 <<< "$out" | head -n 5 | cut -d ' ' -f 1-5 | tr '\n' ';')" = \
			'hunted 2 of 2 rows;hunted 2 of 2 rows;hunted 3 of 9 planted;hunted 2 of 2 rows;hunted 2 of 2 rows;' ]; } && return
	echo "closing_line: $3: status $1 and '$2' as the only such line expected, actual $status and: $out"
	exit 1
}
tests=(ci/test.sh build make 2 '' '' '' 'a b c')
good
mkdir -p build/test/hunted && echo "hunted 3 of 9 planted faults" > build/test/hunted/planted
echo 0123abcd > build/gen/version.stamp
expect 0 '17 passed, 0 failed' 'all passes, and its cost is written' mk/cost.sh build 2 "${tests[@]}"
jq -e '.commit == "0123abcd" and .cores == 2 and (.rows | length) == 8 and ([.rows[].passed] | add) == 17 and .cpu_seconds >= ([.rows[1:][].cpu_seconds] | add) - 0.5' \
	build/how_good/tests.json > /dev/null || { echo "closing_line: the cost is $(cat build/how_good/tests.json)"; exit 1; }
expect 0 '17 passed, 0 failed' 'all passes' "${tests[@]}"
expect 0 '23 passed, 0 failed' 'all passes' .ci/run
export CAUGHT=false
expect 1 '16 passed, 1 failed' 'a mutant is missed' "${tests[@]}"
unset CAUGHT
stub build/gen/mutants_table 'exit 1'
expect 1 '14 passed, 1 failed' 'the table of the mutants breaks' "${tests[@]}"
good
stub build/tests/unit 'for a; do case $a in --json=*) echo "{\"passed\":5,\"failed\":1,\"errored\":2}" > ${a#--json=};; esac; done; exit 1'
expect 1 '17 passed, 3 failed' 'unit tests fail' "${tests[@]}"
stub build/tests/unit 'exit 139'
expect 1 '12 passed, 1 failed' 'the unit tests break' "${tests[@]}"
expect 1 '18 passed, 1 failed' 'the unit tests break' .ci/run
stub build/tests/unit 'for a; do case $a in --json=*) echo "{\"passed\":0,\"failed\":0,\"errored\":0}" > ${a#--json=};; esac; done'
expect 1 '12 passed, 1 failed' 'no unit test' "${tests[@]}"
good
stub tools/foreign/hunt.sh 'echo "hunted 2 of 2 rows of $4" > $DRAWN; printf "a rule found it\nb line MISSED, but\n" > build/foreign/$4/hunt.txt; exit 1'
expect 1 '13 passed, 4 failed' 'rows of hunts are missed' "${tests[@]}"
stub tools/foreign/hunt.sh 'exit 2'
BROKEN=1 expect 1 '9 passed, 4 failed' 'hunts break' "${tests[@]}"
good
stub bin/make 'case $1 in lint) exit 2;; regress) echo "{\"runs\":4,\"failures\":[{}]}" > build/regress/summary.json; exit 2;; test) exit 2;; esac'
BROKEN=1 expect 1 '4 passed, 3 failed' 'lint, a run and the build of the tests fail' .ci/run
stub bin/make 'exit 2'
BROKEN=1 expect 1 '0 passed, 4 failed' 'nothing is built' .ci/run
mkdir -p build/test/hunted && echo "hunted 3 of 9 planted faults" > build/test/hunted/planted
expect 1 '16 passed, 1 failed' 'the regression fails' "${tests[@]}"
