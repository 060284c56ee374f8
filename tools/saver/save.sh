#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Saves a failure of each planted fault of a MAC of tests/data/foreign for tests/unit/judge/test_failures.c: the captures and the accesses of a run in which the
# bench finds one of the rules of the fault, and those rules.
# Usage: tools/saver/save.sh BUILD MAC [NAME...]; the programs of the faults must be built (tools/foreign/hunt.sh)
#
# tests/data/judge/failures/MAC_NAME/ gets received.pcapng, sent.pcapng, registers.txt and rules: a line "run RULE" for each rule that the run found of which the
# captures can tell, and a line "seen RULE" for each one that they show; "client always has a frame" if they show it only with that, and nothing else then.
# A line "reason TEXT" is written by hand where they show none.
set -euo pipefail
build=$1 mac=$2
shift 2
[ $# -gt 0 ] || mapfile -t names < <(cd "tests/data/foreign/$mac/faults" && ls | sed 's/\.patch$//')
[ $# -eq 0 ] || names=("$@")
run=$(mktemp -d)
trap 'rm -rf "$run"' EXIT
# Judges the captures of the folder $1; prints the rules that are broken.
judge() {
	local folder=$1
	shift
	rm -f "$run/judged.json"
	"$build/pausebench" judge --profile "tests/data/foreign/$mac/$mac.mac" --rx "$folder/received.pcapng" --tx "$folder/sent.pcapng" --registers "$folder/registers.txt" \
		--set station=0x001122334455 --damaged-captured "$@" --json "$run/judged.json" > "$run/judged.txt" 2>&1 || true
	jq -r '.finding_list[].rule' "$run/judged.json" 2> /dev/null | sort -u || true
}
# Runs the stimuli, or seeds, $@ up to the first one, $source, in which a rule of the fault is found; $found: these rules.
hunt_for() {
	local words
	for source; do
		rm -rf "$run/out"
		words="--stim $source"
		[ -e "$source" ] || words="--seed $source --scenarios neutral"
		# shellcheck disable=SC2086 # options are words
		HUNTED_PROFILE=$profile HUNTED_FAULT=$number "$program" run --dut "$dut" $words --black-box --out "$run/out" > /dev/null 2>&1 || true
		[ -s "$run/out/report.json" ] && [ "$(du -sk "$run/out" | cut -f1)" -lt 400 ] || continue # fixtures are small
		found=$(jq -r '.finding_list[].rule' "$run/out/report.json" | grep -Fxf <(tr ' ' '\n' <<< "$rules") | grep -v '^expect' | sort -u) || true
		[ -z "$found" ] || return 0
	done
	return 1
}
# Judges the captures of the run; true if they show what was found of the fault and, of a client that always has a frame, nothing that the run did not find.
# ALWAYS: only that is tried.
look() {
	client="" always="" seen=
	! grep -q 'tx.frame.*type=0x8808' "$run/out/stimulus.stim" || client=--client-control
	[ -n "${1:-}" ] || seen=$(judge "$run/out" $client)
	[ -z "$seen" ] || ! grep -Fxq "$found" <<< "$seen" || return 0
	always=$(judge "$run/out" $client --client always)
	if grep -Fxq "$found" <<< "$always" && ! grep -Fxqv "$(jq -r '.finding_list[].rule' "$run/out/report.json")" <<< "$always"; then seen=$always; return 0; fi
	always=
	return 1
}
for name in "${names[@]}"; do
	program=$build/macs/${mac}_$name/pausebench dut=${mac}_$name profile="" number=""
	[ -x "$program" ] || read -r _ program profile number < <(grep "^$name " "$build/foreign/$mac/rows" || echo)
	[ -x "$program" ] || { echo "$name: it has no program"; continue; }
	[ -z "$profile" ] || dut=$(sed -n 's/^mac //p' "$profile")
	rules=$(sed -n 's/^# rule: *//p' "tests/data/foreign/$mac/faults/$name.patch")
	folder=tests/data/judge/failures/${mac}_$name
	hunt_for tests/data/stimuli/neutral/*.stim {1..20} || { echo "$name: the run finds nothing"; continue; }
	reason=$(grep -h '^reason ' "$folder/rules" 2> /dev/null || true)
	# Captures of a fault that only delays data show it if the client has a frame all the time.
	if look || { hunt_for tests/data/judge/waiting/*.stim && look always; }; then
		reason=
	else
		hunt_for tests/data/stimuli/neutral/*.stim {1..20}
		look || true
	fi
	mkdir -p "$folder"
	cp "$run/out"/{received.pcapng,sent.pcapng,registers.txt} "$folder"
	{
		echo "from $(basename "$source" .stim)"
		[ -z "$client" ] || echo "client sends MAC control frames"
		[ -z "$always" ] || echo "client always has a frame"
		sed 's/^/run /' <<< "$found"
		[ -z "$seen" ] || sed 's/^/seen /' <<< "$seen"
		[ -z "$reason" ] || echo "$reason"
	} > "$folder/rules"
	echo "$name: $(tr '\n' ' ' < "$folder/rules")"
done
