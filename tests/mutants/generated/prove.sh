#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tries to show that mutants of a netlist are equivalent to it (prove.c says what is to be shown; ABC, which is part of Yosys, shows it).
# Usage: prove.sh DIR BUILD KEY JOBS HOW < NUMBERS; DIR is that of netlist.sh, KEY names the netlist.
# HOW is "state": that they have the same gates, or are equal in any state of the registers; or "induction": that they are equal after a reset.
# Adds lines "equivalent KEY NUMBER HOW" to DIR/proofs, HOW being "structure" as well, or "unknown KEY NUMBER HOW".
# Assumed: memories have the same content at the end of the first clock of the reset. Nothing is assumed of the inputs.
set -euo pipefail
if [ "${1:-}" = one ]; then
	work=$2 proofs=$3 key=$4 how=$5 number=$6
	# What ABC says last of a graph after some commands, within so many seconds of its own.
	abc() { timeout 300 yosys-abc -c "read_aiger $work/$number.$1.aig; $2" 2> /dev/null || true; }
	verdict=unknown
	if [ "$how" = state ]; then
		[[ $(abc comb 'iprove') != *UNSATISFIABLE* ]] || verdict=equivalent
	else
		# A short search for a difference first, since many have one.
		[[ $(abc seq 'bmc3 -F 8 -T 5') == *'was asserted in frame'* ]] || [[ $(abc seq 'pdr -T 30') != *'Property proved'* ]] || verdict=equivalent
	fi
	echo "$verdict $key $number $how" >> "$proofs"
	exit
fi
dir=$1 build=$2 key=$3 jobs=$4 how=$5
work=$dir/proof
rm -rf "$work"
mkdir -p "$work"
# A graph has no clocks, so that nothing can be shown of a mutant that changes one.
awk 'NR == FNR { clock[$5] = / -port ([RW][DR]_)?CLK /; next } !clock[$1]' "$dir/mutations.txt" - > "$work/numbers"
if ! [ -s "$work/numbers" ]; then exit; fi
awk 'NR == FNR { wanted[$1] = 1; next } $5 in wanted' "$work/numbers" "$dir/mutations.txt" > "$work/mutations.ys"
# The ports of memories become ports of the netlist; Yosys exposes no wire without a name of its own. An unknown value is any value, but the same one with and without a mutation.
cat > "$work/graph.ys" <<END
read_ilang $dir/base.il
script $work/mutations.ys
opt_clean
select -set inputs t:\$mem_v2 %ci1:+[RD_ADDR,RD_EN,WR_ADDR,WR_DATA,WR_EN] t:\$mem_v2 %d w:* %i
rename -enumerate -pattern port_%_ @inputs
select -set inputs t:\$mem_v2 %ci1:+[RD_ADDR,RD_EN,WR_ADDR,WR_DATA,WR_EN] t:\$mem_v2 %d w:* %i
expose @inputs
select -assert-none @inputs o:* %d
cutpoint t:\$mem_v2
setundef -undriven -anyseq
opt_clean
dffunmap
techmap
dffunmap
opt_expr
dfflegalize -cell \$_DFF_P_ x
opt_expr
aigmap
opt_clean
setundef -anyseq
aigmap
write_aiger -symbols $work/graph.aig
END
yosys -q "$work/graph.ys" > "$work/log" 2>&1 || { tail -3 "$work/log" >&2; exit 2; }
"$build/gen/prove" "$work/graph.aig" "$work" < "$work/numbers" > "$work/first"
awk -v key="$key" '$1 == "structure" { print "equivalent", key, $2, "structure" }' "$work/first" >> "$dir/proofs"
sed -n 's/^open //p' "$work/first" | xargs -r -P "$jobs" -n 1 "$0" one "$work" "$dir/proofs" "$key" "$how"
rm -rf "$work"
