#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs COMMAND, a call of the simulator's compiler for the MAC of a profile, and makes one line of what is wrong: an error, a width that does not fit at
# the instance, or a net of it with two drivers, of which Verilator would take one. Other warnings are the MAC's own.
# Usage: mk/verilate_mac.sh PROFILE INSTANCE COMMAND...
set -uo pipefail
profile=$1 instance=$2
shift 2
log=$(mktemp)
trap 'rm -f "$log" "$log.xml"' EXIT
"$@" > "$log" 2>&1
status=$?
line=$(awk -v profile="$profile" -v instance="$instance" -v failed=$status -f mk/verilator_line.awk "$log")
[ -n "$line" ] || [ $status -eq 0 ] || line="$profile: the simulator's compiler ended with status $status: $(tail -1 "$log")"
# A net with two drivers stands in the instance twice. Versions of Verilator without XML are not asked.
if [ -z "$line" ] && ! mk/nets_once.awk "$instance" && "$@" --xml-only --xml-output "$log.xml" > "$log" 2>&1; then
	line=$(awk -f mk/verilator_drivers.awk "$log.xml")
fi
[ -n "$line" ] || exit 0
echo "pausebench: $line" >&2
exit 2
