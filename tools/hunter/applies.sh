#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A test: each patch of tests/data/mutants still applies to the RTL and the golden models, so that a comment which moves does not end a hunt of an hour.
# Usage: applies.sh BUILD
# Exit status: 1 if one does not; its name is printed.
set -euo pipefail
build=$1 dir=$1/mutants/applies
rm -rf "$dir"
mkdir -p "$dir"
tools/hunter/copy_rtl.sh "$dir" "$build/gen"
cp -r models "$dir/models"
bad=0 count=0
for patch_file in tests/data/mutants/*/*.patch; do
	count=$((count + 1))
	sed -n '/^---/,$p' "$patch_file" | patch -d "$dir" -p1 --dry-run -s -f > "$dir/log" || { echo "$patch_file: does not apply any more; make it again"; bad=1; }
done
rm -rf "$dir"
echo "$count patches"
exit "$bad"
