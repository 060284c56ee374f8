#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Finds a saved failure, makes its waves with the present RTL and opens them in GTKWave.
#
# usage: mk/waves.sh find BUILD [FAILURE-FOLDER [PROFILE]]   prints the folder, or nothing if the newest run has no failure; compiles nothing
#        mk/waves.sh make BUILD FAILURE-FOLDER [PROFILE]
#        mk/waves.sh open FAILURE-FOLDER
# Without a folder the script takes the failure that represents the largest group of the newest run, with PROFILE that of the MAC of this profile.
# Of a failure with a reduced stimulus it takes the run of that one. Of the RTL it builds the DUT of the failure alone, a MAC of the user's own by
# its profile; MAKE is the command for it, JOBS its number of jobs. `open` is a step of its own, because mk/alone.sh lets no other make run during
# `make`, and GTKWave stays open while its user goes on. Exit status 2: one line says what is wrong.
set -euo pipefail
shopt -s nullglob
verb=$1 build=$2 dir=${3:-} profile=${4:-}

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
# The folder that represents the largest group of SUMMARY.JSON, which lists the largest group first.
representative_of() {
	local folder
	while IFS= read -r folder; do
		[ ! -f "$folder/report.json" ] || { echo "$folder"; return; }
	done < <(sed -n 's/^ *"folder": "\(.*\)",\{0,1\}$/\1/p' "$1")
	first_of "$(dirname "$1")"/failures/*/report.json
}
# The program that saved the failure, which is not build/pausebench where a regression was of some rows alone.
program_of() {
	local program
	program=$(sed -n 's/^ *"repeat": "\([^ "]*\) replay .*/\1/p' "$dir/report.json" | head -1)
	[ -n "$program" ] && [ -x "$program" ] && echo "$program" || echo "$build/pausebench"
}
# A saved failure may come from a stranger: what it says is data, and a name goes no further unless it is a name.
dut_of() {
	local name
	name=$(sed -n 's/^ *"dut": "\([^"]*\)".*/\1/p' "$dir/report.json" | head -1)
	[[ $name =~ ^[A-Za-z0-9_]+$ ]] || refuse "$dir/report.json names no DUT: '$name' has more than letters, digits and '_'"
	echo "$name"
}

# The name of the MAC that PROFILE describes.
mac_of() {
	local name
	case $profile in
	*\ *) refuse "MACS names one profile here, not '$profile'" ;;
	esac
	[ -f "$profile" ] || refuse "there is no profile $profile; MACS=my.mac names one"
	name=$(sed -n 's/^[[:blank:]]*mac[[:blank:]]\{1,\}\([A-Za-z0-9_]*\).*/\1/p' "$profile" | head -1)
	[ -n "$name" ] || refuse "$profile is no profile of a MAC: it has no line 'mac NAME'"
	echo "$name"
}

find_failure() {
	local newest program mac=
	[ -z "$profile" ] || mac=$(mac_of)
	if [ -z "$dir" ]; then
		if [ -n "$mac" ]; then
			newest=$(newest_of "$build"/{regress,smoke}/"$mac"/summary.jso[n])
			[ -n "$newest" ] || refuse "$mac has had no regression here; run 'make regress MACS=$profile'"
		else
			newest=$(newest_of "$build"/*/summary.json "$build"/{regress,smoke}/*/summary.json "$build"/run/*/report.json \
				"$build"/link/failures/*/link.link)
		fi
		case $newest in
		'') refuse "nothing has failed here; run 'make regress' or name a saved run with FAILURE=folder" ;;
		*/summary.json) dir=$(representative_of "$newest") ;;
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
		refuse "$dir was saved by another version of pausebench; run its stimulus again: '$(program_of) run --dut $(dut_of) --stim $dir/stimulus.stim'"
	elif [ -n "$mac" ] && [ "$(dut_of)" != "$mac" ]; then
		refuse "$dir is a failure of $(dut_of), and $profile describes $mac"
	fi
	[ -f "$dir/link.link" ] && program=$build/pausebench-link-traced || program=$(program_of)
	[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] ||
		refuse "there is no display to open GTKWave on; '$program replay $dir --waves' makes the waves alone"
}

# The program of a MAC and its traced one. Without PROFILE the one from which it was built last is taken.
build_mac() {
	[ -n "$profile" ] || profile=$(sed -n "s/^FILTER_$1 := [^ ]* \([^ ]*\) .*/\1/p" "$build/macs/$1/row.mk")
	[ -f "$profile" ] || refuse "the profile of $1, $profile, is not there any more; MACS=my.mac names it"
	mk/macs.sh "$build" "$MAKE_ALONE" "${JOBS:-1}" build '' '' "$profile" && mk/macs.sh "$build" "$MAKE_ALONE" "${JOBS:-1}" traced '' '' "$profile" || exit 2
}

make_waves() {
	local tool said dut
	if [ -f "$dir/link.link" ]; then
		tool=$build/pausebench-link-traced
	else
		dut=$(dut_of)
		if [ -n "$profile" ] || [ -f "$build/macs/$dut/row.mk" ]; then
			build_mac "$dut"
			tool=$build/macs/$dut/pausebench
		else
			$MAKE ROWS="$dut" ROWS_NAME="row-$dut" do-waves-programs
			tool=$build/pausebench-row-$dut
		fi
	fi
	command -v gtkwave > /dev/null || refuse "gtkwave is not installed; install it, or open $dir/waves.fst in another viewer"
	said=$("$tool" replay "$dir" --waves) || [ $? = 1 ] || exit 2
	[ -f "$dir/waves.gtkw" ] || refuse "no waves of $dir: $(sed -n 's/^waves  *//p' <<< "$said" | head -1)"
}

case $verb in
find)
	find_failure
	echo "$dir"
	;;
make) make_waves ;;
open)
	cd "$2"
	exec gtkwave --dump=waves.fst --save=waves.gtkw --script=waves.tcl
	;;
*) refuse "usage: mk/waves.sh find|make BUILD [FAILURE-FOLDER [PROFILE]], or mk/waves.sh open FAILURE-FOLDER" ;;
esac
