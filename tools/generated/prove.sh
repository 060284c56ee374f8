#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tries to show that mutants of a netlist are equivalent to it (prove.c says what is to be shown; ABC, which is part of Yosys, shows it).
# Usage: prove.sh DIR BUILD KEY JOBS HOW < MUTANTS; DIR is that of netlist.sh, KEY names the netlist and the prover, prove.sh key. A line of MUTANTS is
# "NUMBER SECONDS", SECONDS being the limit of a single search by pdr, of which there are a few.
#        prove.sh key: prints a name of the prover as it is, so that what an earlier one did not show is tried again.
# HOW is "state": that they have the same gates, or are equal in any state of the registers; or "induction": that they are equal after a reset.
# Adds lines "equivalent KEY NUMBER WAY" to DIR/proofs, WAY being "structure", "state", "reachable" (they are always in the same state after a reset) or
# "induction" (they have the same outputs), or "unknown KEY NUMBER HOW".
# Assumed: the first reset takes two clocks at least, and memories have the same content at the end of the first of them. Nothing is assumed of the inputs.
# All limits are seconds of CPU, so that the load of the machine decides nothing. TOTAL: of all proofs of a call, if not 1800; what is left then is tried
# by the next call.
set -euo pipefail
here=$(dirname "$0")
if [ "${1:-}" = key ]; then
	cat "$here"/prove.{c,sh} "$here"/{aiger,gates}.{c,h} "$here/memory_ports.v" | sha256sum | cut -c 1-16
	exit
fi
if [ "${1:-}" = one ]; then
	work=$2 proofs=$3 key=$4 how=$5 number=$6 seconds=$7
	# What ABC says of a graph after some commands, within so many seconds.
	abc() { (ulimit -t "$3" && exec yosys-abc -c "read_aiger $work/$number.$1.aig; $2") 2> /dev/null || true; }
	# What pdr says of a graph of runs, after a short search for a difference: many have one, and it is found sooner so.
	runs() {
		local said simplify
		said=$(abc "$1" 'bmc3 -F 8 -T 3' 20)
		# Registers and gates that are always equal become one in the second search, which for some graphs is sooner and for others later.
		for simplify in '' 'strash; &get; &scorr -C 20; &put; '; do
			[[ $said =~ 'was asserted in frame'|'Property proved' ]] || said=$(abc "$1" "${simplify}pdr -T $seconds" $((2 * seconds + 20)))
		done
		case $said in
		*'Property proved'*) echo proved ;;
		*'was asserted in frame'*) echo differs ;;
		*) echo unknown ;;
		esac
	}
	if (($(awk '{ n += $1 } END { print int(n) }' "$work/spent") >= ${TOTAL:-1800})); then exit; fi
	verdict=unknown way=$how
	if [ "$how" = state ]; then
		[[ $(abc state iprove 60) != *UNSATISFIABLE* ]] || verdict=equivalent
	elif [[ $(abc all 'bmc3 -F 8 -T 5' 20) != *'was asserted in frame'* ]]; then
		# With more copies a difference that nobody sees is none, but the search takes longer: two that found nothing are enough.
		in_vain=0
		for graph in "$work/$number".[0-9].aig; do
			copies=${graph%.aig} copies=${copies##*.}
			case $(runs "$copies") in
			proved)
				verdict=equivalent
				[ "$copies" != 0 ] || way=reachable
				break
				;;
			unknown) ((++in_vain < 2)) || break ;;
			esac
		done
	fi
	echo "$verdict $key $number $way" >> "$proofs"
	read -ra process < /proc/$$/stat
	echo "$((process[15] / 100))" >> "$work/spent" # what children took
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
# Ports of memories become ports of the netlist; tables, which are memories that nothing writes, become gates, and last, since they are many. An unknown
# value is any value, but the same one with and without a mutation.
cat > "$work/graph.ys" <<END
read_ilang $dir/base.il
script $work/mutations.ys
opt_clean
techmap -map $here/memory_ports.v t:\$mem_v2
expose w:*.proof_effect w:*.proof_address
expose -input w:*.proof_data
setundef -undriven -anyseq
opt_clean
dffunmap
techmap
dffunmap
opt_expr
dfflegalize -cell \$_DFF_P_ x
memory_map -rom-only
select -assert-none t:\$mem_v2
simplemap
opt_expr
aigmap
opt_clean
setundef -anyseq
aigmap
write_aiger -symbols $work/graph.aig
END
yosys -q "$work/graph.ys" > "$work/log" 2>&1 || { tail -3 "$work/log" >&2; exit 2; }
: > "$work/spent"
"$build/gen/prove" "$work/graph.aig" "$work" "$how" < <(cut -d ' ' -f 1 "$work/numbers") > "$work/first"
awk -v key="$key" '$1 == "structure" { print "equivalent", key, $2, "structure" }' "$work/first" >> "$dir/proofs"
awk 'NR == FNR { if ($1 == "open") open[$2] = 1; next } $1 in open' "$work/first" "$work/numbers" | xargs -r -P "$jobs" -n 2 "$0" one "$work" "$dir/proofs" "$key" "$how"
rm -rf "$work"
