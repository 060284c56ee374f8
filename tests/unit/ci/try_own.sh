#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Does with examples/ci what somebody does who has a MAC in a repository of its own: the hook lets a right MAC pass, refuses one with a fault, and does
# nothing for a commit without RTL; the steps of both servers' files run, as far as no server is needed for them.
# usage: tests/unit/ci/try_own.sh FOLDER    FOLDER is new. Exit status: 0 all of this is so.
set -euo pipefail
folder=$1 here=$PWD
repo=$folder/repo
fail() { echo "examples/ci: $*" >&2; exit 1; }
mkdir -p "$repo/.git-hooks"
cp -r tests/data/foreign/gige/{rtl,include,gige.vh} "$repo"
sed 's/^mac .*/mac own_gige/' tests/data/foreign/gige/gige.mac > "$repo/own.mac"
cp examples/ci/pre-commit "$repo/.git-hooks/pre-commit"
export PAUSEBENCH=$here MAC=own.mac PAUSEBENCH_ALONE=1 NO_INSTALL=1 GIT_CONFIG_GLOBAL=/dev/null
unset MAKEFLAGS MAKELEVEL
cd "$repo"
git init -q . && git config user.name t && git config user.email t@localhost && git config core.hooksPath .git-hooks
git add . && git commit -q -m 'the MAC' > ../first 2>&1 || fail "the hook refuses a right MAC: $(tail -3 ../first)"
grep -q 'PASS: 0 findings in [1-9]' ../first || fail "the hook ran nothing: $(tail -3 ../first)"
echo text > README && git add README && git commit -q -m 'a text' > ../text 2>&1 || fail "the hook refuses a text"
! grep -q PASS ../text || fail 'the hook judges a commit without RTL'
patch -p1 -s < "$here/tests/data/foreign/gige/faults/never_shortened.patch"
! git commit -q -a -m 'a fault' > ../fault 2>&1 || fail 'the hook lets a fault pass'
grep -q pause-overwrite ../fault || fail "the hook does not show the fault: $(tail -3 ../fault)"
git checkout -q .
ln -s "$here" pausebench
for server in github gitlab; do
	count=0
	while read -r line; do
		case $line in apt-get* | git\ * | *git\ clone*) continue ;; esac
		GITHUB_WORKSPACE=$PWD CI_PROJECT_DIR=$PWD OUT="$folder/$server" CONFORM_FLAGS="--seeds 1..2 --out $folder/statement" \
			REGRESS_FLAGS="--only xoff --seeds 1..2" sh -ec "$line" > "$folder/$server.log" 2>&1 ||
			fail "$server: the step failed: $line: $(tail -3 "$folder/$server.log")"
		count=$((count + 1))
	done < <(awk -f "$here/tests/unit/ci/steps.awk" "$here/examples/ci/$server.yml" | grep -E '^make')
	[ $count -eq 2 ] || fail "$server: $count steps call make"
	for file in summary.md annotations.txt junit.xml code-quality.json history.db; do
		[ -e "$folder/$server/own_gige/$file" ] || fail "$server: the regression leaves no $file"
	done
done
