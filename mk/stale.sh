#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Prints those of the rows whose RTL, seam or bench changed since their last smoke run, or all of them if none did. Usage: mk/stale.sh BUILD ROW...
set -euo pipefail
build=$1 stale=
shift
for dut; do
	stamp=$build/smoke/$dut.stamp
	[ "$stamp" -nt "$build/plain/$dut/fast.o" ] && [ "$stamp" -nt "$build/libpausemodel.a" ] || stale+=" $dut"
done
echo ${stale:-$*}
