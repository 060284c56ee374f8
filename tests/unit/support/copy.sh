#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Copies the checkout with the named parts of its build into a new folder, so that `make` there builds only the files that were changed since.
# Usage: copy.sh DIR PART...; of the part plain the rows of MACs by profile are left out
set -euo pipefail
dir=$1
shift
rm -rf "$dir"
mkdir -p "$dir/build"
cp -a Makefile README.md ci doc mk models regs rtl tb tests tools examples waves "$dir"
for part; do
	mkdir -p "$dir/build/$(dirname "$part")"
	if [ "$part" = plain ]; then
		tar -C build --format=posix $(ls build/macs 2> /dev/null | sed 's,.*,--exclude=plain/&,') -cf - plain | tar -C "$dir/build" -xf -
	else
		cp -a "build/$part" "$dir/build/$part"
	fi
done
