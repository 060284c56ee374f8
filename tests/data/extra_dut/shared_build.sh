#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Takes what does not depend on EXTRA_DUTS from build/ into another build folder of this checkout, where make then builds the rows of EXTRA_DUTS alone,
# as it does in build/ when a user names his own. Usage: shared_build.sh DIR
set -euo pipefail
dir=$1
mkdir -p "$dir/plain"
read -ra rows < <(sed -n 's/^DUTS := *//p' build/gen/duts.mk)
# The list of DUTs, and the objects that are compiled from it, have the rows of EXTRA_DUTS in DIR. They are made anew each time, also if another file that
# this one includes has changed.
rm -f "$dir"/gen/duts_gen "$dir"/obj/tb/base/dut_rows.[do] "$dir"/obj/tb/seam/seam_table.[do]
tar -C build --format=posix --exclude='gen/duts*' --exclude='gen/extra.stamp' --exclude='obj/tb/base/dut_rows.[do]' --exclude='obj/tb/seam/seam_table.[do]' \
	--exclude=obj/tests --exclude=obj/tools -cf - gen obj libpausemodel.a plain/runtime plain/runtime.a plain/pch-fast plain/pch-slow "${rows[@]/#/plain/}" |
	tar -C "$dir" --keep-newer-files -xf - 2> /dev/null
