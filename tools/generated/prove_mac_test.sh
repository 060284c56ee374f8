#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A test: of hand_made/hand_made_mac.v, which has resets that wait for no clock, prove_mac.sh shows which mutants are equivalent, and no other; where a register
# has another clock than the port clk, or there is a latch, it says so and proves nothing.
# Usage: prove_mac_test.sh BUILD
# Exit status: 1 if it shows something else.
set -euo pipefail
build=$1 dir=$1/mutants/hand_made_mac
here=tools/generated
# make_netlist OPTION...
make_netlist() {
	rm -rf "$dir"
	mkdir -p "$dir"
	yosys -q -p "read_verilog $* $here/hand_made/hand_made_mac.v; proc; opt -fine; memory_collect; opt -fine; opt_clean; write_ilang $dir/base.il" > "$dir/log" 2>&1
	seq 4 | sed 's/^/# -ctrl planted 16 /' > "$dir/mutations.txt" # they are in the netlist already
}
# prove HOW...: of the mutants 1 to 4.
prove() { printf '%s\n' "$@" | awk '{ print NR, $1 }' | $here/prove_mac.sh "$dir" "$build" test 1 0; }
shown() { awk '{ print $3, $1 == "unknown" ? $1 "-" $4 : $4 }' "$dir/proofs" | sort | tr '\n' ' '; }
expect() { [ "$2" = "$3" ] || { echo "$1: '$3' was shown in place of '$2'"; exit 1; }; }

make_netlist
prove induction induction induction state
expect "the first call" "1 state 2 unknown-induction 2 unknown-state 3 reachable 3 unknown-state 4 unknown-state " "$(shown)"
expect "what cannot be proved" "" "$(cat "$dir/unproved")"
before=$(cat "$dir/proofs")
prove induction induction induction state
expect "what was tried is not tried again" "$before" "$(cat "$dir/proofs")"
prove induction induction induction induction
expect "a dearer proof" "$before
unknown test 4 state
unknown test 4 induction" "$(cat "$dir/proofs")"
while read -r macro why; do
	make_netlist "-D$macro"
	prove state state state state
	expect "$macro" "" "$(shown)"
	grep -q "$why" "$dir/unproved" || { echo "$macro: '$why' is missing in '$(cat "$dir/unproved")'"; exit 1; }
done <<'END'
GATED looks at the port clk
DIVIDED has another clock than the port clk
FALLING takes the falling edge of its clock
DATA looks at the port clk
LATCH it has latches
END
