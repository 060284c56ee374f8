#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Prints the C of what a program is linked from, for tb/history/content.h: a hash of the objects of each row, and one of all others, in whatever order they
# are given. Called with what the linker gets, in the rule that calls the linker, so that no object can change in between.
# Usage: mk/content.sh BUILD "ROW..." OBJECT...
set -euo pipefail
build=$1 rows=$2
shift 2
bench=()
for object; do
	case $object in
	# Of the table of rows the source counts, so that programs with other rows have the same hash; the commit is in no result.
	*/seam_table.o) bench+=(tb/seam/seam_table.c) ;;
	*/version.o | "$build"/plain/*/fast.o | "$build"/plain/*/slow.o) ;;
	*) bench+=("$object") ;;
	esac
done
# The hash of the hashes of all files, sorted, because programs of other rows give the linker the same objects in another order.
hash() { sha256sum -- "$@" | cut -c 1-64 | LC_ALL=C sort | sha256sum | cut -c 1-64; }
cat <<END
// What the program is linked from; tb/history/content.h.
#include "history/content.h"
const char *const content_bench = "$(hash "${bench[@]}")";
const struct content_row content_rows[] = {
END
for row in $rows; do printf '\t{ "%s", "%s" },\n' "$row" "$(hash "$build/plain/$row"/{fast,slow}.o)"; done
printf '\t{ 0 },\n};\n'
