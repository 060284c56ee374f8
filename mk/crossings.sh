#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Lets GENERATOR (tb/crossings/crossings_gen.c) find the clock crossings of the MAC NAME with the clocks CLOCKS in what Verilator reads, and writes its
# files into FOLDER. COMMAND is the call of Verilator. One that writes no XML finds its error with the next call, or knows no crossings.
# Usage: mk/crossings.sh GENERATOR FOLDER NAME CLOCKS COMMAND...
set -uo pipefail
generator=$1 folder=$2 name=$3 clocks=$4
shift 4
trap 'rm -f "$folder/flat.xml" "$folder/modules.xml"' EXIT
if ! "$@" --xml-only --flatten --xml-output "$folder/flat.xml" > /dev/null 2>&1 || ! "$@" --xml-only --xml-output "$folder/modules.xml" > /dev/null 2>&1; then
	echo '`verilator_config' > "$folder/late.vlt"
	: > "$folder/late.inc"
	echo "# The clock crossings of $name are not known: this Verilator writes no XML. No synchroniser is late in a run." > "$folder/crossings.txt"
	exit 0
fi
# shellcheck disable=SC2086 # a word for each clock
"$generator" "$folder/flat.xml" "$folder/modules.xml" "$folder" "$name" $clocks
