#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the steps of the nightly soak of a CI file in a clone of the checkout, with few seeds, as the server would: each job by "sh -e", with what the
# jobs before it left. What needs a server or long is left out: packages, "make", and the artefacts that go from job to job.
#
# usage: tests/ci/try_steps.sh github|gitlab PROGRAM FOLDER    FOLDER is new. Exit status: 0 every step passed.
set -euo pipefail
server=$1 program=$2 folder=$3
here=$PWD seeds=8
git clone -q . "$folder/clone"
mkdir -p "$folder/clone/build/program"
cp "$program" "$folder/clone/build/pausebench"
cp "$program" "$folder/clone/build/program/pausebench"
steps() { awk -v job="$1" -f tests/ci/steps.awk "ci/$server/pausebench.yml" | grep -vE '^(apt-get|make|ci/setup.sh [a-z]+ && make) ?'; }
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
	env=(CI_PROJECT_DIR="$folder/clone" SOAK_SEEDS=$seeds SOAK_PARTS=4)
	job soak-build "${env[@]}"
	range=$(sed -n 's/^SOAK_RANGE=//p' "$folder/clone/soak.env")
	for part in 1 2 3 4; do
		job soak "${env[@]}" SOAK_RANGE="$range" CI_NODE_INDEX=$part CI_NODE_TOTAL=4
	done
	job soak-merge "${env[@]}"
	;;
*)
	echo "usage: tests/ci/try_steps.sh github|gitlab PROGRAM FOLDER" >&2
	exit 2
	;;
esac
cd "$here"
