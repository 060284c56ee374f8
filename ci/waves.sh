#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Makes the waves of a saved failure with the present RTL and opens them in GTKWave. Usage: ci/waves.sh BUILD [FAILURE-FOLDER]
#
# Without a folder the script takes the failure that represents the largest group of the newest run, if that run has failed. MAKE_TRACED is a command that builds the traced
# program of the DUT whose name is appended to it.
set -euo pipefail
shopt -s nullglob
build=$1 dir=${2:-}

newest_of() {
	local best= file
	for file; do
		[ -n "$best" ] && [ ! "$file" -nt "$best" ] || best=$file
	done
	echo "$best"
}
first_of() {
	local best= file
	for file; do
		[ -n "$best" ] && [ ! "$file" -ot "$best" ] || best=$file
	done
	[ -z "$best" ] || dirname "$best"
}

if [ -z "$dir" ]; then
	newest=$(newest_of "$build"/*/summary.json "$build"/run/*/report.json "$build"/link/failures/*/link.link)
	case $newest in
	'') echo "make waves: nothing has failed here; run 'make regress' or name a saved run with FAILURE=folder" >&2; exit 2 ;;
	*/summary.json)
		dir=$(sed -n '/"representative": {/,/}/s/^ *"folder": "\(.*\)",$/\1/p' "$newest" | head -1)
		[ -f "$dir/report.json" ] || dir=$(first_of "$(dirname "$newest")"/failures/*/report.json)
		;;
	*) dir=$(dirname "$newest") ;;
	esac
	[ -n "$dir" ] || { echo "make waves: the newest run ($newest) has no failure; name another with FAILURE=folder" >&2; exit 0; }
fi
if [ -f "$dir/link.link" ]; then
	tool=$build/pausebench-link-traced
	[ -x "$tool" ] || { echo "make waves: $dir is a failure of a link and $tool is missing; run 'make traced'" >&2; exit 2; }
elif [ -f "$dir/report.json" ]; then
	tool=$build/pausebench
	$MAKE_TRACED"$(sed -n 's/^ *"dut": "\([^"]*\)".*/\1/p' "$dir/report.json" | head -1)"
else
	echo "make waves: no saved failure in $dir; run 'make regress' or name one with FAILURE=folder" >&2
	exit 2
fi
said=$("$tool" replay "$dir" --waves) || [ $? = 1 ] || exit 2
[ -f "$dir/waves.gtkw" ] || { grep '^waves ' <<< "$said" >&2 || :; echo "make waves: no waves of $dir" >&2; exit 2; }
cd "$dir"
exec gtkwave --dump=waves.fst --save=waves.gtkw --script=waves.tcl
