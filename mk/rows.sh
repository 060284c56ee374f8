#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Prints the rows that NAMES name: a device stands for all of its rows. It reads the tables themselves, because nothing is built yet.
# Usage: mk/rows.sh "NAME..."   Exit status 2 with one line: a name is unknown.
#        mk/rows.sh --built SUITE   prints the rows that a run of the suite has to build: those that the file SUITE (tb/regress/chosen.h) says, and those
#                                   that it does not know. A line on the standard error names the others.
set -euo pipefail
rows_of() { # FILE: the names of its rows
	sed -n 's/^DUT(\([A-Za-z0-9_]*\),.*/\1/p' "$1"
}
# A file of the user may make its rows with macros and take them from other files, so a preprocessor reads it; without one the lines are all that is seen.
extra_rows() {
	if command -v "${CC:-cc}" > /dev/null; then
		printf '#define DUT(name, ...) DUT(name,\n#include "%s"\n' "$(realpath "$1")" | "${CC:-cc}" -E -P -x c - | tr ' ' '\n' | sed -n 's/^DUT(\([A-Za-z0-9_]*\),.*/\1/p'
	else
		rows_of "$1"
	fi
}
all=$(for device in $(sed -n 's/^DEVICE(\([a-z0-9_]*\)).*/\1/p' regs/devices.def); do
	for row in $(rows_of "regs/$device/duts.def"); do echo "$device $row"; done
done
[ -z "${EXTRA_DUTS:-}" ] || extra_rows "$EXTRA_DUTS" | sed 's/.*/& &/')
if [ "$1" = --built ]; then
	awk -v suite="${2##*/}" 'NR == FNR { if ($1 == "rows") for (i = 2; i <= NF; i++) known[$i] = 1
			if ($1 == "built") for (i = 2; i <= NF; i++) { built[$i] = 1; says = 1 }
			next }
		{ if (!says || !($2 in known) || $2 in built) printf "%s ", $2; else { left = left ", " $2; count++ } }
		END { if (count) printf "%d rows of other parameters are left to make regress, or to DUT=: %s\n", count, substr(left, 3) > "/dev/stderr" }' "$2" - <<< "$all"
	exit 0
fi
chosen=
for name in $1; do
	rows=$(awk -v name="$name" '$1 == name || $2 == name { print $2 }' <<< "$all")
	if [ -z "$rows" ]; then
		awk -v name="$name" '
			# Returns how many letters must be changed, added or left out to make one name of the other.
			function edits(a, b,   i, k, row, last, above) {
				for (k = 0; k <= length(b); k++) row[k] = k
				for (i = 1; i <= length(a); i++) {
					last = row[0]; row[0] = i
					for (k = 1; k <= length(b); k++) {
						above = row[k]
						row[k] = last + (substr(a, i, 1) != substr(b, k, 1))
						if (above + 1 < row[k]) row[k] = above + 1
						if (row[k - 1] + 1 < row[k]) row[k] = row[k - 1] + 1
						last = above
					}
				}
				return row[length(b)]
			}
			{ for (i = 1; i <= 2; i++) { far = edits(name, $i); if (!seen[$i]++ && (best == "" || far < least)) { best = $i; least = far } }
			  if (!listed[$1]++) devices = devices (devices == "" ? "" : ", ") $1 }
			END { hint = least <= length(name) / 2 ? "did you mean \047" best "\047?" : "devices: " devices
			  printf "make: no device or row \047%s\047; %s\n", name, hint }' <<< "$all" >&2
		exit 2
	fi
	chosen+=" $rows"
done
# A row may be named twice, by itself and by its device.
tr ' ' '\n' <<< "$chosen" | awk 'NF && !seen[$0]++' | tr '\n' ' '
