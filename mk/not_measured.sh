#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Notes why the coverage or the mutants of the MAC of a profile could not be measured: the statement of the same content says so (tb/conform/worth.c).
# Usage: mk/not_measured.sh BUILD NAME coverage|mutants WHY
# Nothing is noted if the simulator's compiler never read the MAC, since nobody knows then of which content the reason is.
set -euo pipefail
build=$1 name=$2 what=$3 why=$4
read -r _ _ _ profile _ < <(grep "^FILTER_$name :=" "$build/macs/$name/row.mk")
rtl=$(sed -n 's/^#define SEAM_RTL_HASH "\(.*\)"$/\1/p' "$build/plain/$name/fast.cc" 2> /dev/null || sed -n 's/^#define SEAM_RTL_HASH "\(.*\)"$/\1/p' "$build/coverage/$name/fast.cc" 2> /dev/null || true)
[ -n "$rtl" ] || exit 0
jq -n --arg mac "$name" --arg rtl "$rtl" --arg profile "$(sha256sum < "$profile" | cut -c 1-16)" --arg bench "$(cat "$build/gen/version.stamp")" --arg why "$why" \
	'{schema_version: 1, $mac, rtl_sha256: $rtl, profile_sha256: $profile, $bench, not_measured: $why}' > "$build/macs/$name/$what.json.new"
rm -f "$build/macs/$name/$what.points"
mv "$build/macs/$name/$what.json.new" "$build/macs/$name/$what.json"
