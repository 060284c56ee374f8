#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Finds a saved failure, makes its waves with the present RTL and opens them in GTKWave.
#
# usage: ci/waves.sh find BUILD [FAILURE-FOLDER]   prints the folder, or nothing if the newest run has no failure; compiles nothing
#        ci/waves.sh show BUILD FAILURE-FOLDER
# Without a folder the script takes the first failure of the newest run. Of a failure with a reduced stimulus it takes the run of that one. Of the
# RTL it builds the DUT of the failure alone; MAKE is the command for it. Exit status 2: one line says what is wrong.
set -euo pipefail
shopt -s nullglob
verb=$1 build=$2 dir=${3:-}

refuse() {
	echo "make waves: $*" >&2
	exit 2
}
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
dut_of() {
	sed -n 's/^ *"dut": "\([^"]*\)".*/\1/p' "$dir/report.json" | head -1
}

find_failure() {
	local newest
	if [ -z "$dir" ]; then
		newest=$(newest_of "$build"/*/summary.json "$build"/run/*/report.json "$build"/link/failures/*/link.link)
		case $newest in
		'') refuse "nothing has failed here; run 'make regress' or name a saved run with FAILURE=folder" ;;
		*/summary.json) dir=$(first_of "$(dirname "$newest")"/failures/*/report.json) ;;
		*) dir=$(dirname "$newest") ;;
		esac
		[ -n "$dir" ] || { echo "make waves: the newest run ($newest) has no failure; name another with FAILURE=folder" >&2; exit 0; }
	fi
	[ -d "$dir" ] || refuse "there is no folder $dir; FAILURE=folder names a saved run, such as one of $build/regress/failures"
	dir=${dir%/}
	if [ -f "$dir/reduced/report.json" ] || [ -f "$dir/reduced/link.link" ]; then
		echo "make waves: $dir has a reduced stimulus; these are the waves of its run" >&2
		dir=$dir/reduced
	fi
	if [ -f "$dir/link.link" ]; then
		[ -x "$build/pausebench-link-traced" ] ||
			refuse "$dir is a failure of a link and $build/pausebench-link-traced is missing; run 'make traced'"
	elif [ ! -f "$dir/report.json" ]; then
		refuse "no saved failure in $dir; run 'make regress' or name one with FAILURE=folder"
	elif ! grep -q '"schema_version": 1,' "$dir/report.json"; then
		refuse "$dir was saved by another version of pausebench; run its stimulus again: '$build/pausebench run --dut $(dut_of) --stim $dir/stimulus.stim'"
	fi
	[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] ||
		refuse "there is no display to open GTKWave on; '$build/pausebench replay $dir --waves' makes the waves alone"
}

show_failure() {
	local tool said dut
	if [ -f "$dir/link.link" ]; then
		tool=$build/pausebench-link-traced
	else
		dut=$(dut_of)
		$MAKE ROWS="$dut" ROWS_NAME="row-$dut" do-waves-programs
		tool=$build/pausebench-row-$dut
	fi
	command -v gtkwave > /dev/null || refuse "gtkwave is not installed; install it, or open $dir/waves.fst in another viewer"
	said=$("$tool" replay "$dir" --waves) || [ $? = 1 ] || exit 2
	[ -f "$dir/waves.gtkw" ] || refuse "no waves of $dir: $(sed -n 's/^waves  *//p' <<< "$said" | head -1)"
	cd "$dir"
	exec gtkwave --dump=waves.fst --save=waves.gtkw --script=waves.tcl
}

case $verb in
find)
	find_failure
	echo "$dir"
	;;
show) show_failure ;;
*) refuse "usage: ci/waves.sh find|show BUILD [FAILURE-FOLDER]" ;;
esac
