#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Copies the checkout into a folder made anew, with the named parts of its build, so that `make` there builds only what has been changed since.
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
# An object that holds the path of the stimuli is compiled anew there: it would read those of this checkout.
{ grep -rlFZ --include='*.o' "$PWD/tests/stimuli" "$dir/build" || true; } | xargs -0r rm
