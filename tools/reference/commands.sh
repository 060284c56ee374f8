#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Prints doc/reference/commands.md: what make help says, and --help of both programs and of each of their verbs.
# Usage: tools/reference/commands.sh BUILD MAKE, in the root of the checkout
set -euo pipefail
build=$1 make=$2
# The names of the verbs of PROGRAM: the lines "  verb  what it does" of --help, between the line "Verbs..." and an empty one.
verbs_of() { "$build/$1" --help | awk '/^Verbs[;,]/ { inside = 1; next } inside && !NF { exit } inside { print $1 }'; }
# What COMMAND prints, as a block; the last three options are those of every verb.
block() {
	echo '```text'
	"$@" | sed -e '/^ *-?, --help/d; /^      --usage/d; /^  -V, --version/d' -e 's/[[:space:]]*$//' | cat -s | sed -e '$ { /^$/ d }'
	echo '```'
}

cat << 'END'
<!-- written by make reference -->
# Every command

What the targets of make and the verbs of both programs take, as they say it themselves: `make help`,
`build/pausebench help VERB`. Each verb also has `--help`, `--usage` and `--version`. Exit status: 0 nothing wrong,
1 findings, 2 usage or environment.

## make

| target | what it does |
| --- | --- |
END
"$make" --no-print-directory -s help | sed -n 's/^  make \([a-z-]*\) *\(.*\)/\1\t\2/p' | sed 's/|/\\|/g' |
	awk -F '\t' '{ print "| `make " $1 "` | " $2 " |" }'
for program in pausebench pausebench-link; do
	printf '\n## %s\n\n' "$program"
	block "$build/$program" --help
	for verb in $(verbs_of "$program"); do
		printf '\n### %s %s\n\n' "$program" "$verb"
		block "$build/$program" "$verb" --help
	done
done
