#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Hunts the planted faults of a MAC of tests/foreign, and the false lines of its profile, as black boxes through the profile.
# Usage: tests/foreign/hunt.sh BUILD MAKE JOBS MAC [NAME...]; NAME: of these faults and lies only
#
# tests/foreign/MAC/faults/NAME.patch has the head lines "# rule: RULE..." and "# fault: sentence" and applies inside of the MAC's folder. A run must
# have a finding of one of its rules. tests/foreign/MAC/lies.list has a line "NAME | KEY | SED" for each lie: SED makes a line of the profile false, and
# a finding must name KEY, the line ("host fcs"). tests/foreign/MAC/variants/NAME.patch makes another MAC of it, with the head lines "# variant: sentence",
# and "# lie: KEY | SED" or "# fault: RULE... | FILE | SED" as often as wanted: the variant must have no finding, each lie and fault in it must be found.
# A patch of faults/ or variants/ with "# of: NAME" is a fault in, or a variant of, that variant. The rows of a variant are NAME, NAME_lie_1, NAME_fault_1 and so on; the name of the
# variant stands for all of them. The MAC and the profile as they are must have no finding. BUILD/foreign/MAC/hunt.txt tells for each what found it.
# Exit status: 1 if one was not found.
set -euo pipefail
build=$1 make=$2 jobs=$3 mac=$4
shift 4
folder=tests/foreign/$mac out=$build/foreign/$mac here=$PWD
refuse() { echo "$1" >&2; exit 2; }
wanted() { [ ${#only[@]} -eq 0 ] || [[ " ${only[*]} " == *" $1 "* ]]; }
only=("$@")

# Prepares the row NAME: a copy of the folder in which command ... changes what it likes. Files that stay the same keep their age.
prepare() {
	local name=$1 new=$out/new dir=$out/$1
	shift
	rm -rf "$new" && mkdir -p "$new" "$dir"
	tar -C "$folder" --exclude=./faults --exclude=./variants --exclude=./lies.list -cf - . | tar -C "$new" -xf -
	sed -i "s/^mac .*/mac ${mac}_$name/" "$new/$mac.mac"
	(cd "$new" && "$@") || refuse "$folder: $name does not apply any more; make it again"
	(cd "$new" && find . -type f) | while read -r file; do
		cmp -s "$new/$file" "$dir/$file" || { mkdir -p "$dir/$(dirname "$file")" && cp "$new/$file" "$dir/$file"; }
	done
	macs+=("$dir/$mac.mac") names+=("$name")
}
# Lie NAME must change the profile, or it is none.
falsify() { spoil "$1.mac" "$2"; }
# FILE must change by the script SED.
spoil() { cp "$1" before && sed -i "$2" "$1" && ! cmp -s before "$1" && rm before; }
vary() { patch -p1 -s --no-backup-if-mismatch -i "$1"; }
# Applies PATCH on top of VARIANT, if it is of one; then FILE must change by the script SED, if there is one.
layer() { { [ -z "$1" ] || vary "$here/$folder/variants/$1.patch"; } && vary "$2" && { [ $# -eq 2 ] || spoil "$3" "$4"; }; }
head_of() { sed -n "/^---/q; s/^# $1: *//p" "$2"; }

macs=() names=()
declare -A want
if wanted truthful; then
	want[truthful]="nothing"
	prepare truthful true
fi
for patch in "$folder"/faults/*.patch; do
	name=$(basename "$patch" .patch)
	wanted "$name" || continue
	want[$name]="rule $(head_of rule "$patch")"
	[ -n "$(head_of rule "$patch")" ] && [ -n "$(head_of fault "$patch")" ] || refuse "$patch: '# rule:' or '# fault:' is missing"
	prepare "$name" layer "$(head_of of "$patch")" "$PWD/$patch"
done
while IFS='|' read -r name key script; do
	name=lie_${name// /} key=$(echo $key)
	wanted "$name" || continue
	want[$name]="line $key"
	prepare "$name" falsify "$mac" "$script"
done < <(grep -v '^#' "$folder/lies.list" 2> /dev/null || true)
for patch in "$folder"/variants/*.patch; do
	[ -e "$patch" ] || continue
	variant=$(basename "$patch" .patch) number=0 of=$(head_of of "$patch")
	[ -n "$(head_of variant "$patch")" ] || refuse "$patch: '# variant:' is missing"
	if wanted "$variant"; then
		want[$variant]="nothing"
		prepare "$variant" layer "$of" "$PWD/$patch"
	fi
	while IFS='|' read -r key script; do
		number=$((number + 1)) name=${variant}_lie_$number
		{ wanted "$variant" || wanted "$name"; } || continue
		want[$name]="line $(echo $key)"
		prepare "$name" layer "$of" "$PWD/$patch" "$mac.mac" "$script"
	done < <(head_of lie "$patch")
	number=0
	while IFS='|' read -r rule file script; do
		number=$((number + 1)) name=${variant}_fault_$number
		{ wanted "$variant" || wanted "$name"; } || continue
		want[$name]="rule $(echo $rule)"
		prepare "$name" layer "$of" "$PWD/$patch" $file "$script"
	done < <(head_of fault "$patch")
done
[ ${#macs[@]} -gt 0 ] || refuse "$folder: there is nothing to hunt"
ci/macs.sh "$build" "$make" "$jobs" build '' '' "${macs[*]}"

# Prints the stimulus and the rule of the first finding that was wanted, or what else was found.
hunt() {
	local name=$1 kind=${2%% *} words=${2#* } results=$out/$1.runs seeds found
	if [ "$kind" = nothing ]; then
		"$build/macs/${mac}_$name/pausebench" regress --jobs 1 --seeds 1..300 --out "$results" > "$out/$name.log" 2>&1 && found="found nothing" ||
			found="$(tail -1 "$out/$name.log")"
		printf '%-32s %-40s %s\n' "$name" "$2" "$found"
		return
	fi
	for seeds in 1..1 1..40 41..300; do
		rm -rf "$results"
		"$build/macs/${mac}_$name/pausebench" regress --jobs 1 --seeds $seeds --out "$results" > "$out/$name.log" 2>&1 || [ $? -eq 1 ] ||
			{ echo "$name: $(tail -1 "$out/$name.log")"; return; }
		found=$(cat "$results"/failures/*/report.json 2> /dev/null | jq -r --arg kind "$kind" --arg words "$words" '.stimulus as $stimulus | .finding_list[] |
			select(if $kind == "rule" then .rule as $rule | $words | split(" ") | index($rule) else (.profile // "") | split("(: | or [0-9]*: )"; null) | index($words) end) |
			"found \($stimulus) \(.rule)"' | head -1) || true
		[ -z "$found" ] || break
	done
	[ -n "$found" ] || found="MISSED, but $({ cat "$results"/failures/*/report.json 2> /dev/null || true; } | jq -r '.finding_list[] | "\(.rule) (\(.profile // ""))"' | sort |
		uniq -c | sort -rn | head -3 | tr -s ' \n' ' ')"
	rm -rf "$results"
	printf '%-32s %-40s %s\n' "$name" "$2" "$found"
}
for i in "${!names[@]}"; do
	hunt "${names[$i]}" "${want[${names[$i]}]}" &
	[ $((i % jobs)) -ne $((jobs - 1)) ] || wait
done > "$out/hunt.txt"
wait
missed=$((${#names[@]} - $(grep -c ' found ' "$out/hunt.txt" || true))) # a hunt that ended without a line has found nothing
grep -v ' found ' "$out/hunt.txt" || true
echo "$mac: $((${#names[@]} - missed)) of ${#names[@]} rows as expected, $out/hunt.txt"
[ "$missed" -eq 0 ]
