#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Hunts mutants that nobody thought of: Yosys makes COUNT of them in the netlist of each DUT (doc/quality/mutants.md).
# Usage: tools/generated/run.sh BUILD JOBS COUNT DUT...
# BUILD/gen/generated.words has the simulator's include folder, the objects of the bench, --, and libraries. FOLDER: where the results are kept, if not in
# BUILD/mutants/generated; SEEDS: how many there are in the suite, if not 600;
# FIRST: how many of the COUNT mutants are hunted, if not all. PROOFS=0: nothing is proved, no table is printed and no figure is written; the journals
# then say which run kills which mutant, which is what the choice of the suite needs (tools/choice).
#
# First all mutants are hunted with the short stimuli, then the rest with those of the twins, rows of the same device with other parameters, then with all
# files, then with seeds; what is equivalent is proved as early as the proof is cheap. What the journals in FOLDER/DUT know of the same content is taken over (state.awk).
# Exit status: 1 if a mutant survives that is neither equivalent nor has a reason in tools/reasons/drawn.reasons, or if one with a reason was killed.
set -euo pipefail
build=$1 jobs=$2 count=$3
shift 3
read -ra words < "$build/gen/generated.words"
vinc=${words[0]} tail=("${words[@]:1}")
here=tools/generated duts_mk=$build/gen/duts.mk
per_model=480   # mutants; the simulation becomes slower with each of them, and there are 480 lanes (parallel/lanes.h)
limit=5000      # clocks of a short stimulus
twin_limit=20000 # and of one that a twin runs
seeds=${SEEDS:-600}
proofs=${PROOFS:-1}
top=${FOLDER:-$build/mutants/generated}
status=0
mkdir -p "$top"
sha256sum tests/data/stimuli/*.stim tests/data/stimuli/*/*.stim | sed 's/^\(.\{16\}\)[^ ]* */\1 /' > "$top/files"
files=$(sha256sum < "$top/files" | cut -c 1-16)
short=$files-$limit suite=$files+$seeds of_twin=$files-$twin_limit
prover=$($here/prove.sh key)
parallel=$build/obj/tools/parallel/parallel.o
bench=$({
	for word in "${tail[@]}" "$parallel"; do [ ! -f "$word" ] || cat "$word"; done
	cat tools/hunter/model.sh "$here/model.sh" tools/parallel/*
} | sha256sum | cut -c 1-16)

# state: the lines of state.awk for the row.
state() {
	local twin journals=()
	touch "$dir/journal" "$dir/proofs"
	for twin in $twins; do journals+=("key=$(cat "$dir/$twin/key")" "twin=$twin" file=2 "$dir/$twin/journal"); done
	awk -v key="$key" -v prover="$netlist-$prover" -v suite="$suite" -v files="$files" -v short="$short" -v first="${FIRST:-$count}" \
		-f "$here/state.awk" file=1 "$top/files" file=2 "$dir/journal" "${journals[@]}" file=3 "$dir/proofs" file=4 "$dir/mutations.txt"
}
# The stimuli, first those that the default suite has on the row: the run that is noted as a killer is then one of the suite, where one of them kills.
files_of_row() {
	awk -v row="$row" 'function bare(path) { sub(/.*\//, "", path); sub(/\.stim$/, "", path); return path }
		FNR == NR { for (i = 3; $1 !~ /^(rows|seeds|#.*)$/ && i <= NF; i++) { split($i, of, ":"); if (of[1] == row) has[bare($1)] = 1 } next }
		{ print (bare($2) in has ? 0 : 1), $0 }' tests/data/stimuli/default.suite "$top/files" |
		sort -s -k1,1n | cut -d ' ' -f 2-
}
# sift SEEDS LIMIT SUITE: hunts for the mutants that it reads, lines "NUMBER -" or "NUMBER RUN" (sieve.c). Those of a clock are simulated one by one, all
# others at once.
sift() {
	rm -f "$dir"/part.*
	files_of_row > "$dir/files"
	awk -v dir="$dir" -v size="$per_model" 'NR == FNR { if (/ -port ([RW][DR]_)?CLK /) clock[$5] = 1; next }
		{ kind = ($1 in clock) ? "clock" : "lanes"; part = int(count[kind] / size); count[kind]++; print > (dir "/part." kind "." part) }' "$dir/mutations.txt" -
	local part
	for part in "$dir"/part.*; do
		[ -e "$part" ] || break
		awk 'NR == FNR { wanted[$1] = 1; next } $5 in wanted' "$part" "$dir/mutations.txt" > "$dir/mutations.part"
		case $part in
		*.lanes.*)
			tools/parallel/lanes.sh "$dir/lanes" "$row" "$build" "$duts_mk" "$dir/base.il" "$jobs" < "$dir/mutations.part"
			hunt "$parallel" "$dir"/lanes/*.o "${tail[@]:1}"
			;;
		*) hunt "${tail[@]}" ;;
		esac
		"$dir/model/hunt" "$row" "$dir/files" "$1" "$2" "$jobs" "$key" "$3" "$dir/journal" < "$part"
	done
}
# hunt OBJECT...: builds the program for mutations.part.
hunt() { $here/model.sh "$dir/model" "$row" "$build" "$vinc" "$duts_mk" "$dir/base.il" "$@" < "$dir/mutations.part"; }
# rest SUITE: of the lines of state(), the mutants that survived SUITE and are not known to be equivalent.
rest() {
	awk -v suite="$1" '$4 ~ /^(structure|state|reachable|induction)$/ { next } $2 == suite { print $1, "-" } $2 ~ "/" && $3 == suite { sub("/.*", "", $2); print $1, $2 }'
}
# prove HOW: gives the lines "NUMBER SECONDS" that it reads to the prover.
prove() {
	if [ "$proofs" != 0 ]; then $here/prove.sh "$dir" "$build" "$netlist-$prover" "$jobs" "$1"; else cat > /dev/null; fi
}
of_dut() { sed -n "s/^$1_$2 := *//p" "$duts_mk"; }
# Makes the netlist of a twin and finds the mutations in it.
twin_netlist() {
	local dir=$top/$row/$1
	OPTIMISE=-nosdff $here/netlist.sh "$dir" "$1" "$build" "$duts_mk" 1 # a reset to another value would take registers apart
	awk -f "$here/twin.awk" file=1 "$top/$row/base.il" file=2 "$dir/base.il" file=3 "$top/$row/mutations.txt" > "$dir/mutations.txt"
	echo "$(cat "$dir/netlist.key")-$(sha256sum < "$dir/mutations.txt" | cut -c 1-16)-$bench" > "$dir/key"
	touch "$dir/journal"
}
# Hunts with a twin for the mutants that it reads, lines of rest(), as far as it has them and they are not in its journal yet.
twin_sift() {
	local dir=$top/$row/$1 row=$1 twins='' key suite=$of_twin
	key=$(cat "$dir/key")
	awk 'NR == FNR { wanted[$1] = 1; next } ($1 in wanted) && ($2 == "open" || $2 ~ "/" && $3 == "open") { print $1, "-" }' - <(state) |
		sift 0 "$twin_limit" "$of_twin"
}
for row; do
	dir=$top/$row twins=
	rm -f "$dir/whole"
	$here/netlist.sh "$dir" "$row" "$build" "$duts_mk" "$count"
	awk -v out="$dir/not_simulated.txt" -f $here/loops.awk file=1 "$dir/base.il" file=2 "$dir/mutations.txt" > "$dir/mutations.new"
	mv "$dir/mutations.new" "$dir/mutations.txt"
	netlist=$(cat "$dir/netlist.key")
	key=$netlist-$bench
	for twin in $(of_dut MODEL "$row" | xargs -I{} sed -n 's/^MODEL_\(.*\) := {}$/\1/p' "$duts_mk"); do
		[[ $twin != "$row" && " $(of_dut CAPABILITIES "$twin") " != *" CAP_READINGS "* ]] || continue
		twin_netlist "$twin"
		twins+=" $twin"
	done
	state | awk '$2 == "open" { print $1, "-" } $2 ~ "/" && $3 == "open" { sub("/.*", "", $2); print $1, $2 }' | sift 0 "$limit" "$short"
	# Of the killed mutants some are given to the prover as well, here and below: it is wrong if it shows that one is equivalent (table.awk).
	state | awk '$2 ~ "/" && killed++ >= 50 { next } $4 == "open" && $2 != "open" { print $1, 0 }' | prove state
	for twin in $twins; do state | rest short | twin_sift "$twin"; done
	state | rest short | sift 0 0 "$files"
	state | awk '$4 == "state?" { if ($2 ~ "/") killed = killed $1 " 2\n"; else print $1, 10 } END { printf "%s", killed }' | prove induction
	state | rest files | sift "$seeds" 0 "$suite"
	touch "$dir/whole" # of each mutant it is known now what kills it, or that nothing does
	[ "$proofs" != 0 ] || continue
	state > "$dir/state"
	awk -v dut="$row" -v seeds="$seeds" -v first="${FIRST:-$count}" -v json="$dir/rows" -f "$here/names.awk" -f "$here/table.awk" file=1 <("$build/gen/mac_reasons" list tools/reasons/drawn.reasons) \
		file=2 "$dir/state" file=3 "$dir/mutations.txt" file=4 "$dir/not_simulated.txt" || status=1
done
[[ "$top" = "$build/mutants/generated" && "$proofs" != 0 ]] || exit $status
mkdir -p "$build/how_good"
for row; do cat "$top/$row/rows"; done | jq -s --arg commit "$(git describe --always --dirty 2> /dev/null || echo unknown)" \
	'{schema_version: 1, what: "mutants", commit: $commit, rows: map(. + {commit: $commit})}' > "$build/how_good/mutants.json"
exit $status
