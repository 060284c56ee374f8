#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Measures what each run of each row adds: the cells that it reaches, and the planted faults that it finds.
# Usage: measure.sh BUILD VERILATOR_INCLUDE SEEDS ROW... -- OBJECT... -- LIB...
# The OBJECTs are those of kills.c. Writes BUILD/choice/ROW.reach, ROW.faults, ROW.kills and ROW.drawn for choose.c. Only what changed is measured: a row's
# cells after a change of the bench, of the row's RTL or of a stimulus; a fault after a change of itself or of the row's RTL, or if the stimuli that found it
# have changed; one that nothing found after each change of the stimuli. Kills that BUILD does not know are those of tests/data/choice/kills.txt; drawn mutants
# are those of BUILD/mutants/generated (make mutants), else of kills.txt.
set -euo pipefail
build=$1 vinc=$2 seeds=$3
shift 3
rows=() objects=() libs=()
while [ "$1" != -- ]; do rows+=("$1"); shift; done
shift
while [ "$1" != -- ]; do objects+=("$1"); shift; done
shift
libs=("$@")
out=$build/choice duts_mk=$build/gen/duts.mk stimuli=tests/data/stimuli
mkdir -p "$out"
of_dut() { sed -n "s/^$1_$row := *//p" "$duts_mk"; }
head_of() { sed -n "/^---/q; s/^# $1: *//p" "$2"; }
short() { sha256sum | cut -c 1-16; }
all=$(find "$stimuli" tests/data/captures -type f \( -name '*.stim' -o -name '*.pcap*' \) -print0 | sort -z | xargs -0 cat | short)

# The RTL of the row with what it includes of the storage of registers, as one hash. What a comment says changes no run.
rtl_key() {
	local source
	rm -rf "$out/copy" && tools/hunter/copy_rtl.sh "$out/copy" "$build/gen"
	{
		for source in $(of_dut SOURCES); do cat "$out/copy/$source" "$out/copy/$source"/*.v 2> /dev/null || true; done | sed 's,//.*,,; s,/\*[^*]*\*/,,g; s/[[:blank:]]*$//; /^$/d'
		of_dut PARAMS
	} | short
}
reach() {
	local key
	key=$(short < "$build/gen/reach")-$all-$seeds
	[ "$(cat "$out/$row.key" 2> /dev/null)" != "$key" ] || return 0
	echo "choice: what the runs of $row reach"
	"$build/gen/reach" "$row" "$stimuli" "$seeds" > "$out/$row.reach.new" || exit 2
	mv "$out/$row.reach.new" "$out/$row.reach"
	echo "$key" > "$out/$row.key"
}
# Lines "0 FAULT RULE MODES STIMULUS KEY PATCH".
faults() {
	local patch name rule modes stimulus rtl
	rtl=$(rtl_key)
	for patch in tests/data/mutants/*/*.patch; do
		[ "$(head_of dut "$patch")" = "$row" ] || continue
		name=${patch#tests/data/mutants/} name=${name%.patch} modes=both stimulus=-
		[ -z "$(head_of black-box "$patch")" ] || modes=exact
		rule=$(head_of expect "$patch")
		[ -z "$rule" ] || stimulus=$(cd "$stimuli" && find . -name "$rule.stim" | sed 's,^\./,,; s,\.stim$,,' | head -n 1)
		echo "0 $name $(head_of rule "$patch") $modes ${stimulus:--} $(echo "$rtl" | cat - "$patch" | short) $patch"
	done > "$out/$row.faults"
}
# Keeps the kills that still stand, and writes the faults that have to be hunted.
stand() {
	[ -f "$out/$row.kills" ] || awk -v row="$row" -f tools/choice/known.awk suite=1 "$stimuli"/*.suite suite=0 fault=1 "$out/$row.faults" fault=0 \
		tests/data/choice/kills.txt > "$out/$row.kills"
	: > "$out/$row.unmeasured"
	# A file without a line is no file to awk.
	awk -v all="$all" -v unmeasured="$out/$row.unmeasured" -f tools/choice/stand.awk "$out/$row.reach" "$out/$row.faults" <(echo; cat "$out/$row.kills") \
		<(echo; cat "$out/$row.kills") > "$out/$row.kills.new"
	mv "$out/$row.kills.new" "$out/$row.kills"
}
# The order of runs in which faults are hunted: all exact ones of at most 2,500 clocks, by which smoke is chosen; then those that the default suite has now,
# then the others, each time the shortest first.
order() {
	awk -v row="$row" 'FNR == NR { if ($1 == "seeds" && $2 == row) for (i = 4; i <= NF; i++) had["exact seed-" $i] = 1
			else for (i = 3; i <= NF; i++) { n = split($i, part, ":"); if (part[1] == row) { if (part[2] != "black-box") had["exact " $1] = 1; if (part[2] != "exact") had["black-box " $1] = 1 } }
			next }
		{ class = $2 == "exact" && $5 <= 2500 && $3 !~ /^seed-/ ? "A" : "B"
		  print (class == "A" ? 0 : ($2 " " $3) in had ? 1 : $3 ~ /^seed-/ ? 3 : 2), class, $2, $3, $4, $5 }' \
		<(cat "$stimuli/default.suite" 2> /dev/null || echo) "$out/$row.reach" | sort -s -k1,1n -k6,6n | cut -d ' ' -f 2- > "$out/$row.order"
}
hunt() { "$1" "$row" "$stimuli" "$seeds" "$out/$row.order" "$2" "$out/$row.kills" "$all"; }
# A fault that no joined model can have is built by itself, as in ../hunter/build.sh.
hunt_alone() {
	local line=$1 patch=$2 dir=$out/alone source shared=() made=()
	. tools/hunter/model.sh
	rm -rf "$dir" && tools/hunter/copy_rtl.sh "$dir" "$build/gen"
	mapfile -t shared < <(sed -n 's,^+++ b/\(models/.*\)$,\1,p' "$patch")
	for source in ${shared[@]+"${shared[@]}"}; do mkdir -p "$dir/${source%/*}" && cp "$source" "$dir/$source"; done
	patch -d "$dir" -p1 -s --no-backup-if-mismatch < "$patch"
	compile_model "$dir"
	for source in ${shared[@]+"${shared[@]}"}; do
		"${CC:-gcc}" -std=c11 -D_GNU_SOURCE -O1 -Iregs -Imodels -Itb -I"$build/gen" -I"$(dirname "$source")" -c "$dir/$source" -o "$dir/$source.o"
		made+=("$dir/$source.o")
	done
	"${cxx[@]}" -o "$dir/hunt" "$dir/mutant.o" ${made[@]+"${made[@]}"} "${objects[@]}" "${libs[@]}" -pthread -latomic
	echo "$line" > "$dir/unmeasured"
	hunt "$dir/hunt" "$dir/unmeasured"
}
hunt_row() {
	local patches=() name rest patch
	[ -s "$out/$row.unmeasured" ] || return 0
	order
	while read -r _ _ _ _ _ _ patch; do patches+=("$patch"); done < "$out/$row.unmeasured"
	echo "choice: which runs of $row find ${#patches[@]} faults"
	tools/hunter/join.sh "$out/joined" "$row" "$build" "$vinc" "$duts_mk" "${objects[@]}" -- "${libs[@]}" -- "${patches[@]}"
	awk 'NR == FNR { number[$2] = $1; next } $7 in number { $1 = number[$7]; print }' "$out/joined/numbers" "$out/$row.unmeasured" > "$out/joined/unmeasured"
	hunt "$out/joined/hunt" "$out/joined/unmeasured"
	while read -r _ name rest; do
		patch=${rest##* }
		grep -q " $patch\$" "$out/joined/numbers" || hunt_alone "0 $name $rest" "$patch"
	done < "$out/$row.unmeasured"
	rm -rf "$out/joined" "$out/alone"
}
# The mutants of a device are hunted on its first row, and on the others as twins.
drawn() {
	local journals=()
	mapfile -t journals < <(tools/choice/journals.sh "$build" "$row")
	awk -v row="$row" -v model="$(of_dut MODEL)" -f tools/choice/drawn.awk run=1 "$out/$row.reach" run=0 tests/data/choice/kills.txt journal=1 ${journals[@]+"${journals[@]}"} > "$out/$row.drawn"
}
for row in "${rows[@]}"; do
	reach
	faults
	stand
	hunt_row
	drawn
done
