#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Prints the DUTs whose RTL, seam or bench changed since their last smoke run, or all DUTs if none did. Usage: ci/stale.sh BUILD
set -euo pipefail
build=$1 all=$(sed -n 's/^DUTS := *//p' "$1/gen/duts.mk") stale=
for dut in $all; do
	stamp=$build/smoke/$dut.stamp
	[ "$stamp" -nt "$build/plain/$dut/fast.o" ] && [ "$stamp" -nt "$build/libpausemodel.a" ] || stale+=" $dut"
done
echo ${stale:-$all}
