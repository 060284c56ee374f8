#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Opens the waves of a saved failure in GTKWave, making them first if need be. Usage: ci/waves.sh BUILD [FAILURE-FOLDER]
set -euo pipefail
shopt -s nullglob
build=$1 dir=${2:-}
newest() {
	local best= saved
	for saved in "$build"/*/failures/*/stimulus.stim "$build"/run/*/stimulus.stim "$build"/link/failures/*/link.link; do
		[ -n "$best" ] && [ ! "$saved" -nt "$best" ] || best=$saved
	done
	[ -z "$best" ] || dirname "$best"
}
[ -n "$dir" ] || dir=$(newest)
[ -n "$dir" ] && { [ -f "$dir/stimulus.stim" ] || [ -f "$dir/link.link" ]; } ||
	{ echo "make waves: no saved failure in ${dir:-$build}; run 'make regress' or name one with FAILURE=folder" >&2; exit 2; }
tool=$build/pausebench
if [ -f "$dir/link.link" ]; then
	tool=$build/pausebench-link-traced
	[ -f "$dir/waves.gtkw" ] || [ -x "$tool" ] ||
		{ echo "make waves: $dir is of a link and $tool is missing; run 'make traced'" >&2; exit 2; }
fi
[ -f "$dir/waves.gtkw" ] || "$tool" replay "$dir" --waves || [ $? = 1 ]
cd "$dir"
exec gtkwave --dump=waves.fst --save=waves.gtkw --script=waves.tcl
