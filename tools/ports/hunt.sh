#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Makes simulated ports (tools/ports/ports.c) and has pausebench judge each of them from its captures.
# Usage: tools/ports/hunt.sh BUILD COUNT FIRST_SEED [right|wrong|each|KIND] [RATE]
#
# right (the default): COUNT right ports, of which none may have a finding. wrong: COUNT ports of each kind of wrong ones; each: likewise, but no more of a
# kind once one is found; KIND: of this one. RATE: 10, 100, 1000 or 10000 Mb/s, or any. LINES=FILE: FILE gets a line for each port,
#   KIND SEED STATUS EFFECT CERTAIN RULES | FIRST
# with the judge's exit status, yes or no for the effect of what is wrong, what no right port could have sent (or -), the rules of the findings (or -), and
# the first finding, or why nothing was judged. The ports are in a temporary folder, one at a time.
# Exit status: 1 if a right port has a finding, or one that no right port could have been has none, if the judge crashes, or if no right port is judged to
# be right; 2 if a port cannot be made.
set -euo pipefail
build=$(realpath "$1") count=$2 first=$3 what=${4:-right} rate=${5:-any}
ram=/dev/shm
[ -w $ram ] || ram=${TMPDIR:-/tmp}
out=$(mktemp -d "$ram/ports.XXXXXX")
trap 'rm -rf "$out"' EXIT
lines=${LINES:-}
[ -z "$lines" ] || lines=$(realpath -m "$lines")
log=$out/log
mkdir "$out/port"
cd "$out/port"

# Judges the port of a kind and a seed, and prints its line. Returns 0 if a finding names a rule that the kind breaks.
judge_one() {
	local kind=$1 seed=$2 effect=no certain=- broken='' rules='' text='' status=0 line key rest rule arguments
	rm -f ./*
	"$build/gen/ports" . "$seed" "$kind" "$rate" || { echo "the port $kind of seed $seed cannot be made" >&2; exit 2; }
	while read -r key rest; do
		case $key in
		effect) effect=$rest ;;
		certain) certain=${rest:--} ;;
		rules) broken=$rest ;;
		esac
	done < broken.txt
	mapfile -t arguments < judge.args
	"$build/pausebench" judge "${arguments[@]}" > report 2>&1 || status=$?
	while IFS= read -r line; do
		if [[ $line =~ ^\ +([0-9]+)\.\ ([a-z0-9-]+)\ \( ]]; then
			rules+=,${BASH_REMATCH[2]}
		elif [[ $line == *': expected '* && -z $text ]]; then
			text=${line#"${line%%[! ]*}"}
		elif [[ $line == pausebench* && $status -ge 2 ]]; then
			text=${line#pausebench*: }
		fi
	done < report
	rules=${rules#,}
	echo "$kind $seed $status $effect ${certain// /,} ${rules:--} | $text" >> "$log"
	for rule in ${rules//,/ }; do [[ " $broken " != *" $rule "* ]] || return 0; done
	return 1
}

case $what in
wrong | each) kinds=$("$build/gen/ports" --list) ;;
*) kinds=$what ;;
esac
for kind in $kinds; do
	for ((i = first; i < first + count; i++)); do
		if judge_one "$kind" "$i" && [ "$what" = each ]; then break; fi
	done
done
[ -z "$lines" ] || cp "$log" "$lines"
expected=$("$build/gen/ports" --rules)
awk -v expected="$expected" '
BEGIN {
	rows = split(expected, row, "\n")
	for (r = 1; r <= rows; r++) {
		cut = index(row[r], " ")
		rules_of[substr(row[r], 1, cut - 1)] = " " substr(row[r], cut + 1) " "
	}
}
function first_of(line) { sub(/^[^|]*\| /, "", line); return line }
# The reason why nothing was judged, without what differs from port to port.
function reason(text) { gsub(/[0-9]+/, "N", text); sub(/; .*/, "", text); return text }
$3 > 2 || ($3 == 1 && $6 == "-") { print "CRASH     " $1 " seed " $2 ": exit status " $3 ", rules " $6; failed = 1 }
$1 == "right" {
	right++
	if ($5 != "-") { print "SIMULATOR right " $2 ": " $5; failed = 1 }
	if ($3 == 0) clean++
	else if ($3 == 1) { print "FALSE     seed " $2 ": " $6 ": " first_of($0); false++; failed = 1; by[$6]++ }
	else refused[reason(first_of($0))]++
	next
}
{
	kind = $1
	if (!(kind in made)) order[++kinds] = kind
	made[kind]++
	if ($4 == "yes") effect[kind]++
	if ($5 != "-") certain[kind]++
	if ($3 != 1) {
		if ($3 == 2) undecided[kind]++
		if ($5 != "-") { missed[kind] = missed[kind] " " $2; failed = 1 }
		next
	}
	n = split($6, named, ",")
	hit = 0
	for (i = 1; i <= n; i++) if (index(rules_of[kind], " " named[i] " ")) { hit = 1; times[kind, named[i]]++ }
	if ($4 == "yes" && hit) found[kind]++
	if ($4 == "yes" && !hit) { other[kind]++; others[kind] = others[kind] " " $2 ":" $6 }
	if ($5 != "-") proved[kind]++
	if ($4 == "no") { print "FALSE     " kind " without effect, seed " $2 ": " $6 ": " first_of($0); failed = 1 }
}
END {
	if (right) {
		if (!clean) failed = 1
		printf "right: %d ports, %d without a finding, %d with one, %d not judged\n", right, clean, false, right - clean - false
		for (rules in by) printf "       %4d found: %s\n", by[rules], rules
		for (text in refused) printf "       %4d not judged: %s\n", refused[text], text
	}
	if (kinds) printf "%-28s %5s %6s %7s %5s %6s %9s  %s\n", "kind", "made", "effect", "certain", "found", "proved", "undecided", "by which rule; missed seeds"
	for (k = 1; k <= kinds; k++) {
		kind = order[k]
		text = ""
		n = split(rules_of[kind], named, " ")
		for (i = 1; i <= n; i++) if (times[kind, named[i]]) text = text " " named[i] " " times[kind, named[i]]
		if (other[kind]) text = text "; by another rule" others[kind]
		if (missed[kind]) text = text "; MISSED" missed[kind]
		printf "%-28s %5d %6d %7d %5d %6d %9d %s\n", kind, made[kind], effect[kind], certain[kind], found[kind], proved[kind], undecided[kind], text
	}
	exit failed
}' "$log"
