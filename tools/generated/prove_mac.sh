#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tries to show of mutants of the MAC of a profile that nobody can see them: they are equivalent to the MAC (prove.sh).
# Usage: prove_mac.sh DIR BUILD KEY JOBS SECONDS < MUTANTS; DIR is that of netlist.sh, KEY names the netlist and the prover, prove_mac.sh key NETLIST_KEY. A line
# of MUTANTS is "NUMBER HOW", HOW being the dearest proof that is tried, as of prove.sh: "state" or "induction". SECONDS: so many of CPU are enough, 0 for half an hour; what is left then is tried by the next call.
# Adds the lines of prove.sh to DIR/proofs. If the prover cannot take the MAC, DIR/unproved has a line that says why, else it is empty.
#
# prove.sh wants registers without a set or reset of their own and one clock. The mutations are made first; then a reset that waits for no clock becomes gates
# before and behind its register, which do the same at each edge of the clock, at which alone the bench looks at the MAC.
set -euo pipefail
here=$(dirname "$0")
if [ "$1" = key ]; then
	echo "$2-$(cat "$here"/{prove_mac.sh,one_clock.awk} | sha256sum | cut -c 1-16)-$("$here/prove.sh" key)"
	exit
fi
dir=$1 build=$2 key=$3 jobs=$4 seconds=$5
work=$dir/prove
touch "$dir/proofs"
: > "$dir/unproved"
mkdir -p "$work"
: > "$work/proofs"
# A graph has no clocks, so that nothing can be shown of a mutant that changes one. What was tried to the end is not tried again.
awk -v key="$key" 'FNR == 1 { file++ }
	file == 1 { clock[$5] = / -port ([RW][DR]_)?CLK /; next }
	file == 2 { if (NF == 4 && $2 == key && $1 == "equivalent") known[$3]; else if (NF == 4 && $2 == key) known[$3 " " $4]; next }
	!clock[$1] && !($1 in known) && !(($1 " " $2) in known)' "$dir/mutations.txt" <(cat "$dir/proofs"; echo) - > "$work/tries"
[ -s "$work/tries" ] || exit 0
cut -d ' ' -f 1 "$work/tries" > "$work/numbers"
awk 'NR == FNR { wanted[$1]; next } $5 in wanted' "$work/numbers" "$dir/mutations.txt" > "$work/mutations.ys"
# The mutations are in the netlist already when prove.sh reads it, so that comments name them there.
sed 's/^/# -ctrl planted 16 /' "$work/numbers" > "$work/mutations.txt"
cat > "$work/netlist.ys" <<END
read_ilang $dir/base.il
select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr t:\$sr
select -assert-none t:\$assert t:\$assume t:\$live t:\$fair t:\$cover
script $work/mutations.ys
async2sync
opt_clean
write_ilang $work/base.il
END
why() { awk '/ERROR: /{ sub(/.*ERROR: /, ""); print; exit }' "$1"; }
if ! yosys -q "$work/netlist.ys" > "$work/log" 2>&1; then
	case $(why "$work/log") in
	*'$dlatch'*) echo 'it has latches' ;;
	*'$assert'*) echo 'it has assertions, which are no output' ;;
	*) why "$work/log" ;;
	esac > "$dir/unproved"
	exit 0
fi
awk -f "$here/one_clock.awk" "$work/base.il" > "$dir/unproved"
[ ! -s "$dir/unproved" ] || exit 0
half=$(((seconds + 1) / 2))
[ "$seconds" -gt 0 ] || half=900
# try HOW < LINES of prove.sh
try() { TOTAL=$half "$here/prove.sh" "$work" "$build" "$key" "$jobs" "$1" 2> "$work/log" || { [ -s "$dir/unproved" ] || sed 's/^ERROR: //' "$work/log" | tail -1 > "$dir/unproved"; }; }
sed 's/$/ 0/' "$work/numbers" | try state
awk 'NR == FNR { dear[$1] = $2 == "induction"; next } $1 == "unknown" && dear[$3] { print $3, 4 }' "$work/tries" "$work/proofs" | try induction
cat "$work/proofs" >> "$dir/proofs"
