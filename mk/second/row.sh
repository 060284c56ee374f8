#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Repeats runs of one row in the second simulator. Writes into the folder BUILD/second/ROW: result, a line for each run, NAME CLOCKS OUTPUTS FINDINGS; and
# findings, a line for the first difference of each pin that differs in a run; or unread, one line that says why the simulator cannot read the row's RTL.
#
# The files design.flags and design.sources there have what Verilator gets, a word a line. SUITE is default, night or empty; ONLY has names of stimuli and
# of seeds (seed-3).
# Exit status: 0, also with findings; 2 if the environment is at fault.
# Usage: mk/second/row.sh BUILD ROW PHY MODEL PROGRAM 'SUITE' 'ONLY'
set -euo pipefail
build=$1 row=$2 phy=$3 model=$4 program=$5 suite=$6 only=$7
out=$build/second/$row
clocks_max=20000 every=16 seeds=3
case $suite in
'' | default) ;;
night) clocks_max=100000 every=1 seeds=20 ;;
*) echo "make second: SUITE is default or night, not '$suite'" >&2; exit 2 ;;
esac
rm -rf "$out/runs" "$out"/{result,findings,unread,bench,defines.v,command}
mkdir -p "$out/runs"

# The files that a row gets: neutral ones, those of its PHY and of its device. Of these each 16th, from one on that depends on the row.
stimuli() {
	local files first i
	shopt -s nullglob
	files=(tests/data/stimuli/*.stim tests/data/stimuli/neutral/*.stim "tests/data/stimuli/$phy"/*.stim "tests/data/stimuli/$model"/*.stim)
	first=$(($(cksum <<< "$row" | cut -d ' ' -f 1) % every))
	for ((i = first; i < ${#files[@]}; i += every)); do echo "--stim ${files[i]}"; done
	for ((i = 1; i <= seeds; i++)); do echo "--seed $i"; done
}
chosen() {
	local word
	[ -n "$only" ] || { stimuli; return; }
	for word in $only; do
		case $word in
		seed-*) echo "--seed ${word#seed-}" ;;
		*) echo "--stim $word" ;;
		esac
	done
}

# Compiles the wrapper, the RTL and the bench for the ports that the vectors in the file $1 have.
compile() {
	local word language=2005 words=()
	while IFS= read -r word; do
		case $word in
		+define+*=*) word=${word#+define+}; echo "\`define ${word%%=*} ${word#*=}" ;;
		+define+*) echo "\`define ${word#+define+}" ;;
		esac
	done < "$out/design.flags" > "$out/defines.v"
	echo "\`define SEAM_WHOLE_CLOCK" >> "$out/defines.v"
	awk -f mk/second/bench.awk -v phy="$phy" tb/seam/pins.def "$1" > "$out/bench.v"
	while IFS= read -r word; do
		case $word in
		-I*) words+=("$word") ;;
		1800-20*) language=2012 ;; # of --default-language; of a file .sv both simulators know it
		esac
	done < "$out/design.flags"
	mapfile -t sources < "$out/design.sources"
	# Warnings are the first simulator's to give (make lint). The simulator may also end by a signal.
	iverilog -g$language -I"$build/gen" "${words[@]}" -s second_bench -o "$out/bench" "$out/defines.v" "$out/bench.v" "${sources[@]}" \
		> "$out/compiler.log" 2>&1 && return
	# What it makes the best of is no reason.
	sed -i '/warning:/d; /(all bits will be included)/d' "$out/compiler.log"
	word=$(grep -m 1 . "$out/compiler.log" || echo 'it ended without a word')
	echo "Icarus Verilog cannot read its RTL: ${word#"$PWD/"}" > "$out/unread"
	return 1
}

# Records the run that the options $2... choose, as NAME ($1). Succeeds if the row has it.
record() {
	local name=$1 status=0
	shift
	"$program" run --dut "$row" "$@" --max-cycles $clocks_max --vectors "$out/runs/$name.vectors" --out "$out/recorded" > "$out/run.log" 2>&1 || status=$?
	[ $status -gt 1 ] || return 0
	grep -q ' skipped ' "$out/run.log" && return 1
	echo "make second: $(tail -1 "$out/run.log")" >&2
	exit 2
}

: > "$out/result" && : > "$out/findings"
while read -r option value; do
	name=$(basename "$value" .stim)
	[ "$option" = --stim ] || name=seed-$value
	record "$name" "$option" "$value" || continue
	vectors=$out/runs/$name.vectors
	[ -e "$out/bench" ] || compile "$vectors" || exit 0
	vvp -n "$out/bench" "+vectors=$vectors" > "$out/vvp.log" 2>&1 || true
	if word=$(grep -m 1 'not defined by any module' "$out/vvp.log"); then
		echo "Icarus Verilog cannot run its RTL: $word" > "$out/unread"
		exit 0
	fi
	# The bench must have read each clock of the file; a MAC that ends the simulation, or a simulator that dies, has compared nothing.
	read -r clocks outputs findings < <(sed -n 's/^compared \([0-9]*\) \([0-9]*\) \([0-9]*\) of '$(($(wc -l < "$vectors") - 1))'$/\1 \2 \3/p' "$out/vvp.log") ||
		{ echo "$name: the second simulator ended before the run did: $(tail -1 "$out/vvp.log")" >> "$out/findings"; clocks=0 outputs=0 findings=1; }
	[ "$clocks$findings" != 00 ] || { echo "$name: no clock was compared, since the reset is never released" >> "$out/findings"; findings=1; }
	echo "$name $clocks $outputs $findings" >> "$out/result"
	if [ "$findings" = 0 ]; then
		rm "$vectors"
	else
		sed -n "s/^finding /$name: /p" "$out/vvp.log" >> "$out/findings"
		echo "$name: repeat: vvp -n $out/bench +vectors=$vectors" >> "$out/findings"
	fi
done < <(chosen)
