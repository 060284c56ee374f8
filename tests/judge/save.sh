#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Saves a failure of each planted fault of a MAC of tests/foreign for tests/judge/test_failures.c: the captures and the accesses of a run in which the
# bench finds one of the rules of the fault, and those rules.
# Usage: tests/judge/save.sh BUILD MAC [NAME...]; the programs of the faults must be built (tests/foreign/hunt.sh)
#
# tests/judge/failures/MAC_NAME/ gets received.pcapng, sent.pcapng, registers.txt and rules: a line "run RULE" for each rule that the run found of which the
# captures can tell, and a line "seen RULE" for each one that they show. A line "reason TEXT" is written by hand where they show none.
set -euo pipefail
build=$1 mac=$2
shift 2
[ $# -gt 0 ] || set -- $(cd "tests/foreign/$mac/faults" && ls | sed 's/\.patch$//')
run=$(mktemp -d)
trap 'rm -rf "$run"' EXIT
for name; do
	program=$build/macs/${mac}_$name/pausebench
	[ -x "$program" ] || continue
	rules=$(sed -n 's/^# rule: *//p' "tests/foreign/$mac/faults/$name.patch")
	folder=tests/judge/failures/${mac}_$name
	found=
	for source in tests/stimuli/neutral/*.stim {1..20}; do
		rm -rf "$run"
		words="--stim $source"
		[ -e "$source" ] || words="--seed $source --scenarios neutral"
		"$program" run --dut "${mac}_$name" $words --black-box --out "$run" > /dev/null 2>&1 || true
		[ -s "$run/report.json" ] || continue
		found=$(jq -r '.finding_list[].rule' "$run/report.json" | grep -Fxf <(tr ' ' '\n' <<< "$rules") | sort -u) || true
		[ -z "$found" ] || break
	done
	[ -e "$run/registers.txt" ] || { echo "$name: its program is old; build it again"; continue; }
	[ -n "$found" ] || { echo "$name: the run finds nothing"; continue; }
	mkdir -p "$folder"
	client=
	! grep -q 'tx.frame.*type=0x8808' "$run/stimulus.stim" || client=--client-control
	reason=$(grep -h '^reason ' "$folder/rules" 2> /dev/null || true)
	cp "$run"/{received.pcapng,sent.pcapng,registers.txt} "$folder"
	build/pausebench judge --profile "tests/foreign/$mac/$mac.mac" --rx "$folder/received.pcapng" --tx "$folder/sent.pcapng" \
		--registers "$folder/registers.txt" --set station=0x001122334455 --damaged-captured $client --json "$run/judged.json" > "$run/judged.txt" 2>&1 || true
	{
		echo "from $(basename "$source" .stim)"
		[ -z "$client" ] || echo "client sends MAC control frames"
		sed 's/^/run /' <<< "$found"
		jq -r '.finding_list[].rule' "$run/judged.json" 2> /dev/null | sort -u | sed 's/^/seen /' || true
		[ -z "$reason" ] || echo "$reason"
	} > "$folder/rules"
	echo "$name: $(tr '\n' ' ' < "$folder/rules")"
done
