#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Compares how soon random and guided generation find 50 hard faults (doc/use/fuzz.md).
# Usage: bench.sh BUILD JOBS ROW...; the programs BUILD/fuzz/race/ROW/hunt stand (mk/fuzz.mk).
# hard.txt has the 50; with SELECT=1 they are chosen anew, with SELECT="ROW..." those of these rows, beside the others of hard.txt: what is among the
# hardest of all rows is among the hardest of its own, so no other race is needed for that. Results that are newer than their program are taken over.
# Exit status: 1 if guided generation is not better.
set -euo pipefail
build=$1 jobs=$2
shift 2
here=tools/race
look=40        # random runs that a fault survives before it is looked at closer
sequence=200   # random runs of each of three sequences, by whose median the hardest are chosen
hard=50
most=${RUNS:-400}            # runs of a fault in the comparison
seeds=${SEEDS:-"21 22 23"}   # its repetitions, none of them one of the choice

# race ROW LIST METHOD SEED RUNS: the results of the faults of LIST, which are kept beside the program.
race() {
	local dir=$build/fuzz/race/$1 out
	out=$dir/$(basename "$2").$3.$4.$5
	if [ ! -s "$out" ] || [ "$out" -ot "$dir/hunt" ] || [ "$out" -ot "$2" ] || [ "$out" -ot "tests/data/corpus/$1.stims" ]; then
		"$dir/hunt" "$1" "$2" "$3" "$4" "$5" "tests/data/corpus/$1.stims" > "$out.new"
		mv "$out.new" "$out"
	fi
}
export -f race
export build
# all LINE...: the races of the lines, JOBS at a time.
all() { printf '%s\n' "$@" | xargs -P "$jobs" -I{} bash -c 'set -euo pipefail; race {}'; }
# listed ROW FILE: the lines of the program's list of faults whose patch is a word of FILE.
listed() { awk 'NR == FNR { for (i = 1; i <= NF; i++) wanted[$i]; next } $2 in wanted' "$2" "$build/fuzz/race/$1/numbers"; }

if [ -n "${SELECT:-}" ] || [ ! -f $here/hard.txt ]; then
	[ "${SELECT:-1}" = 1 ] && select="$*" || select=$SELECT
	for row in $select; do
		[[ " $* " == *" $row "* ]] || { echo "fuzz-bench: SELECT=$row is no main row; known: $*" >&2; exit 2; }
	done
	lines=()
	for row in $select; do lines+=("$row $build/fuzz/race/$row/numbers random 10 $look"); done
	all "${lines[@]}"
	lines=()
	for row in $select; do
		dir=$build/fuzz/race/$row
		awk '!$5 { print $2 }' "$dir/numbers.random.10.$look" > "$dir/left.txt"
		listed "$row" "$dir/left.txt" > "$dir/left.new"
		cmp -s "$dir/left.new" "$dir/left" || mv "$dir/left.new" "$dir/left"
		for seed in 11 12 13; do lines+=("$row $dir/left random $seed $sequence"); done
	done
	all "${lines[@]}"
	{
		for row in $select; do cat "$build/fuzz/race/$row"/left.random.1[123].$sequence; done |
			awk -v most=$sequence '{ n[$2]++; runs[$2, n[$2]] = $5 ? $6 : most + 1; row[$2] = $1; found[$2] += $5 }
				END { for (p in n) { a = runs[p, 1]; b = runs[p, 2]; c = runs[p, 3]
					median = a > b ? (b > c ? b : a > c ? c : a) : a > c ? a : b > c ? c : b
					print median, found[p], row[p], p } }'
		[ ! -f $here/hard.txt ] ||
			awk -v most=$sequence -v select="$select" '!index(" " select " ", " " $1 " ") { print ($3 == "-" ? most + 1 : $3), $4, $1, $2 }' $here/hard.txt
	} |
		while read -r median found row patch; do echo "$median $found $(sha256sum <<< "$patch" | cut -c 1-16) $row $patch"; done |
		sort -k1,1nr -k2,2n -k3,3 | head -n $hard |
		awk -v most=$sequence '{ print $4, $5, ($1 > most ? "-" : $1), $2 }' | sort > $here/hard.txt.new
	mv $here/hard.txt.new $here/hard.txt
fi

lines=() results=()
for row; do
	dir=$build/fuzz/race/$row
	listed "$row" $here/hard.txt > "$dir/hard.new"
	[ -s "$dir/hard.new" ] || continue
	cmp -s "$dir/hard.new" "$dir/hard" || mv "$dir/hard.new" "$dir/hard"
	for seed in $seeds; do
		for method in random guided; do
			lines+=("$row $dir/hard $method $seed $most")
			results+=("$dir/hard.$method.$seed.$most")
		done
	done
done
all "${lines[@]}"
mkdir -p "$build/how_good"
commit=$(git describe --always --dirty 2>/dev/null || echo unknown)
cat "${results[@]}" | sort | awk -v most="$most" -v commit="$commit" -v json="$build/how_good/fuzz.json" -f $here/table.awk
