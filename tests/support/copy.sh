#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Copies the checkout with the named parts of its build into a new folder, so that `make` there builds only the files that were changed since.
# Usage: copy.sh DIR PART...
set -euo pipefail
dir=$1
shift
rm -rf "$dir"
mkdir -p "$dir/build"
cp -a Makefile README.md ci doc models regs rtl tb tests waves "$dir"
for part; do
	mkdir -p "$dir/build/$(dirname "$part")"
	cp -a "build/$part" "$dir/build/$part"
done
# Objects that contain the path of the stimuli are removed from the copy, since they would read the stimuli of this checkout.
{ grep -rlFZ --include='*.o' "$PWD/tests/stimuli" "$dir/build" || true; } | xargs -0r rm
