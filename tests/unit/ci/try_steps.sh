#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the steps of the nightly soak of a CI file in a clone of the checkout, with few seeds, as the server would: each job by "sh -e", with what the
# jobs before it left. What needs a server or long is left out: packages, and the artefacts that go from job to job.
#
# A step that calls make runs in the checkout, where the programs are built: the lint of one row, a run of it in the second simulator, and a regression of a
# few runs of it whose results and history are in FOLDER. "make test ALL=1" is left out, since it is what runs this script, and so are "make fuzz-readers", which
# lasts as long as it says, and "make memory", which takes an hour.
#
# usage: tests/unit/ci/try_steps.sh github|gitlab PROGRAM FOLDER    FOLDER is new. Exit status: 0 every step passed.
set -euo pipefail
server=$1 program=$2 folder=$3
here=$PWD seeds=8
git clone -q . "$folder/clone"
mkdir -p "$folder/clone/build/program"
cp "$program" "$folder/clone/build/pausebench"
cp "$program" "$folder/clone/build/program/pausebench"
commands() { awk -v job="$1" -f tests/unit/ci/steps.awk "ci/$server/pausebench.yml"; }
is_make='^(ci/setup.sh [a-z]+ && )?make( |$)'
steps() { commands "$1" | grep -vE "^apt-get |$is_make"; }
make_step() {
	local flags=
	[ "$1" != 'make lint' ] || flags=DUTS=bcm5718
	[[ "$1" != 'make second'* ]] || flags='SECOND_ROWS=bcm5718 ONLY=seed-1'
	env -u MAKELEVEL NO_INSTALL=1 MAKEFLAGS="$flags" OUT="$folder/regress" \
		REGRESS_FLAGS="--dut bcm5718 --only pause_basic --seeds 1..2 --history $folder/history.db" sh -ec "$1"
}
# The regression again, with the files alone that the server keeps for the next one.
takes_over() {
	local line file
	line=$(commands "" | grep '^make regress')
	mkdir "$folder/kept"
	for file in $(sed -n 's#^ *-\{0,1\} *build/\(history\.db.*\)$#\1#p' "ci/$server/pausebench.yml" | sort -u); do
		[ ! -e "$folder/$file" ] || mv "$folder/$file" "$folder/kept"
	done
	rm -rf "$folder"/history.db* "$folder/regress"
	mv "$folder"/kept/* "$folder"
	make_step "$line" > "$folder/again"
	grep -q ' in \([0-9]*\) runs, of which \1 passed before' "$folder/again" || {
		echo "$server: '$line' runs again what passed: $(tail -1 "$folder/again")" >&2
		exit 1
	}
}
make_steps() {
	local line count=0
	while read -r line; do
		make_step "$line" || { echo "$server: the step failed: $line" >&2; exit 1; }
		count=$((count + 1))
	done < <(commands "" | grep -E "$is_make" | grep -vxE 'make test ALL=1|make memory|make fuzz-readers .*')
	takes_over
	[ "$count" -ge 3 ] || { echo "$server: $count steps call make" >&2; exit 1; }
	for file in summary.md annotations.txt junit.xml code-quality.json; do
		[ -e "$folder/regress/$file" ] || { echo "$server: make regress leaves no $file" >&2; exit 1; }
	done
}
job() { # NAME of the job, with variables for its environment
	local name=$1
	shift
	steps "$name" | sed "s/+ 4999/+ $((seeds - 1))/" > "$folder/$name.sh"
	[ -s "$folder/$name.sh" ] || { echo "$server: the job $name has no step" >&2; exit 1; }
	(cd "$folder/clone" && env HOME="$folder" "$@" sh -e "$folder/$name.sh") || { echo "$server: the job $name failed" >&2; exit 1; }
}
case $server in
github)
	env=(GITHUB_OUTPUT="$folder/output" GITHUB_STEP_SUMMARY="$folder/summary" GITHUB_WORKSPACE="$folder/clone")
	job build "${env[@]}"
	first=$(sed -n 's/^first=//p' "$folder/output") last=$(sed -n 's/^last=//p' "$folder/output")
	for part in 1 2 3 4; do
		job soak "${env[@]}" FIRST="$first" LAST="$last" PART=$part
	done
	job merge "${env[@]}"
	grep -q '[0-9]' "$folder/summary"
	;;
gitlab)
	env=(CI_PROJECT_DIR="$folder/clone" SOAK_SEEDS=$seeds)
	job soak-build "${env[@]}"
	range=$(sed -n 's/^SOAK_RANGE=//p' "$folder/clone/soak.env")
	for part in 1 2 3 4; do
		job soak "${env[@]}" SOAK_RANGE="$range" CI_NODE_INDEX=$part CI_NODE_TOTAL=4
	done
	job soak-merge "${env[@]}"
	;;
*)
	echo "usage: tests/unit/ci/try_steps.sh github|gitlab PROGRAM FOLDER" >&2
	exit 2
	;;
esac
cd "$here"
make_steps
