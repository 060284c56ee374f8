#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Copies the RTL to DIR/rtl. Where a module includes the storage of its registers (GEN/DEVICE_storage.vh, which regs/regs_gen.c writes), the copy has the
# generated lines in place of the line that includes them, so that a patch can plant a fault in them as in any others.
# Usage: copy_rtl.sh DIR GEN
set -euo pipefail
dir=$1 gen=$2
mkdir -p "$dir"
cp -r rtl "$dir/rtl"
grep -rlE '^ *`include "[a-z0-9_]+_storage\.vh"' "$dir/rtl" | while read -r file; do
	awk -v gen="$gen" '
		/^ *`include "[a-z0-9_]+_storage\.vh"/ {
			split($0, part, "\""); count = 0
			while ((getline line < (gen "/" part[2])) > 0) { print line; count++ }
			if (!count) { print "copy_rtl: " gen "/" part[2] " is missing or empty" > "/dev/stderr"; exit 2 }
			next
		}
		{ print }' "$file" > "$file.new"
	mv "$file.new" "$file"
done
