#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A test: the prover shows of each mutant of hand_made/hand_made.v what hand_made/expected.txt says, and table.awk finds it wrong that a mutant was proved
# equivalent and was killed in the same row, or its outputs differed.
# Usage: prove_test.sh BUILD
# Exit status: 1 if something else was shown, or nothing is wrong.
set -euo pipefail
build=$1 dir=$1/mutants/hand_made
here=tools/generated
mkdir -p "$dir"
yosys -q -p "read_verilog $here/hand_made/hand_made.v; proc; opt -fine; memory_collect; opt -fine; opt_clean; write_ilang $dir/base.il" > "$dir/log" 2>&1
# The mutations are in the netlist already, so that only comments name them.
sed -n 's/^\([0-9]*\) .*/# -ctrl planted 16 \1/p' "$here/hand_made/expected.txt" > "$dir/mutations.txt"
: > "$dir/proofs"
seq 13 | sed "s/$/ 0/" | $here/prove.sh "$dir" "$build" test 1 state
awk '$1 == "unknown" { print $3, 10 }' "$dir/proofs" > "$dir/left"
sed -i '/^unknown/d' "$dir/proofs"
$here/prove.sh "$dir" "$build" test 1 induction < "$dir/left"
diff <(sed -n 's/^\([0-9]* [a-z]*\) .*/\1/p' "$here/hand_made/expected.txt") \
	<(awk '{ print $3, $1 == "unknown" ? $1 : $4 }' "$dir/proofs" | sort -n) || { echo "mutants of $here/hand_made/hand_made.v: the prover shows what is marked >, not <"; exit 1; }

# wrong EXACT PROOF SEEN: is it an error that a mutant was found to be so?
wrong() {
	local said
	said=$(awk -v dut=bcm5718 -v seeds=1 -v first=1 -v json=/dev/null -f $here/names.awk -f $here/table.awk file=1 /dev/null file=2 <(echo "1 $1 $1 $2 $3 $3") \
		file=3 <(echo "mutate -ctrl planted 16 1 -mode inv -src a.v:1.1-1.2")) || true
	[[ $said == *$'\nwrong:'* ]]
}
for way in structure state reachable induction; do
	if wrong survived $way never; then echo "$way: a proof alone is no error"; exit 1; fi
	if ! wrong a_run/a_rule $way -; then echo "$way: a killed mutant must not be equivalent"; exit 1; fi
	if wrong bcm5718_alt:a_run/a_rule $way -; then echo "$way: a twin may kill what is equivalent in the row"; exit 1; fi
	if ! wrong survived $way a_run:7:a_port; then echo "$way: a mutant whose outputs differ must not be equivalent"; exit 1; fi
done
