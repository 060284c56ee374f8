#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Finds out whether the files of a room call each other in a circle: who wants to understand one of them must then read all of them.
# Usage: mk/circles.sh ROOM OBJECT...   Functions and data that one OBJECT names and another one has make a line from that file to this one; calls through
# a pointer make none. The files in the circle that tsort of coreutils finds are printed with what they name of each other.
# Exit status: 1 if there is a circle, 2 if the objects have no functions, so that nothing was looked at.
set -euo pipefail
room=$1
shift
lines=$(nm -A "$@" | awk '
{
	object = $1
	sub(/:.*/, "", object)
	sub(/\.o$/, "", object)
	sub(/^(.*\/)?obj\//, "", object)
}
$(NF - 1) ~ /^[TDRBC]$/ { has[$NF] = object; symbols++ }
$(NF - 1) == "U" { named[++count] = $NF; by[count] = object }
END {
	if (!symbols) exit 2
	for (i = 1; i <= count; i++) if (named[i] in has) print by[i], has[named[i]], named[i]
}') || { echo "mk/circles.sh: the objects of $room cannot be read, or have no functions" >&2; exit 2; }
[ -n "$lines" ] || exit 0
loop=$(cut -d ' ' -f 1,2 <<< "$lines" | tsort 2>&1 > /dev/null) && exit
echo "$room: these files call each other in a circle; mk/circles.sh says why that must not be"
# The first loop: tsort prints a line about it, then one for each file.
awk 'NR == FNR { if (/contains a loop/) loops++; else if (loops == 1) { sub(/^tsort: /, ""); inside[$0] = 1 }; next }
	$1 in inside && $2 in inside { print "  " $1 ".c -> " $2 ".c: " $3 }' <(printf '%s\n' "$loop") <(sort <<< "$lines")
exit 1
