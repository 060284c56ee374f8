#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Copies the RTL to DIR/rtl. Where a module includes the storage of its registers (GEN/DEVICE_storage.vh, which regs/regs_gen.c writes) or the ports of a
# PHY (rtl/common/PHY_ports.vh), the copy has these lines in place of the line that includes them, so that a patch can plant a fault in them as in any
# others.
# Usage: copy_rtl.sh DIR GEN
set -euo pipefail
dir=$1 gen=$2
mkdir -p "$dir"
cp -r rtl "$dir/rtl"
grep -rlE '^ *`include "[a-z0-9_/]+_(storage|ports)\.vh"' "$dir/rtl" | while read -r file; do
	awk -v gen="$gen" '
		/^ *`include "[a-z0-9_\/]+_(storage|ports)\.vh"/ {
			split($0, part, "\""); path = part[2] ~ /_storage/ ? gen "/" part[2] : part[2]; count = 0
			while ((getline line < path) > 0) { print line; count++ }
			if (!count) { print "copy_rtl: " path " is missing or empty" > "/dev/stderr"; exit 2 }
			next
		}
		{ print }' "$file" > "$file.new"
	mv "$file.new" "$file"
done
