#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs COMMAND, a call of the simulator's compiler for the MAC of a profile, and makes one line of what is wrong: an error, or a width that does not
# fit at the instance. Other warnings are the MAC's own; all that was said is in verilator.log beside the instance's build.
# Usage: ci/verilate_mac.sh PROFILE INSTANCE COMMAND...
set -uo pipefail
profile=$1 instance=$2
shift 2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$@" > "$log" 2>&1
status=$?
line=$(awk -v instance="$instance" -v failed=$status -f ci/verilator_line.awk "$log")
[ -n "$line" ] || [ $status -eq 0 ] || line="$profile: the simulator's compiler ended with status $status: $(tail -1 "$log")"
[ -n "$line" ] || exit 0
echo "pausebench: $line" >&2
exit 2
