#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves one subject of one DUT, or shows that its proof fails on a planted fault.
# Usage: prove.sh DUT SUBJECT BUILD DUTS_MK [PATCH]
# The subject is formal/DEVICE/SUBJECT.vh, whose head says what to do:
#   into:  the module of the RTL at whose end the file is included (the DUT's RTL itself stays as it is; this is a copy),
#   cut:   MODULE/CELL ..., parts whose outputs take any value in any clock, so that what is proved holds whatever they do,
#   prove: "induction K", by yosys-smtbmc with K steps at most, or "pdr", by an inductive invariant that ABC finds and verifies,
#   (`ifndef FORMAL_FAULT encloses its lemmas: they are proved with it, and a fault is not looked for in them),
#   cover: in how many clocks each cover statement must be reached.
# Writes BUILD/formal/DUT/SUBJECT.json, for a fault BUILD/formal/DUT/faults/SUBJECT-NAME.json; a counterexample is .vcd, .gtkw and .stim beside it.
# Exit status: 0 proved (or the fault is found), 1 not, 2 an error of the environment.
set -euo pipefail
dut=$1 subject=$2 build=$3 duts_mk=$4 patch_file=${5:-}
of_dut() { sed -n "s/^$1_$dut := *//p" "$duts_mk"; }
device=$(of_dut MODEL) top=$(of_dut TOP)
binding=formal/$device/$subject.vh
head_of() { sed -n "s,^// $1: *,,p" "$binding" | head -n 1; }
refuse() { echo "formal: $dut $subject: $1" >&2; exit 2; }
[ -r "$binding" ] || refuse "there is no $binding"
method=$(head_of prove) into=$(head_of into) depth=$(head_of cover)
[ -n "$method" ] && [ -n "$into" ] && [ -n "$depth" ] || refuse "its head lacks a line '// prove:', '// into:' or '// cover:'"

result=$build/formal/$dut/$subject.json
dir=$build/formal/$dut/$subject
if [ -n "$patch_file" ]; then
	fault=$(basename "$patch_file" .patch)
	result=$build/formal/$dut/faults/$subject-$fault.json
	dir=$build/formal/$dut/faults/$subject-$fault
fi
rm -rf "$dir" "$result"
mkdir -p "$dir"
tools/hunter/copy_rtl.sh "$dir" "$build/gen"
[ -z "$patch_file" ] || patch -d "$dir" -p1 -s --no-backup-if-mismatch < "$patch_file" || refuse "$patch_file does not apply any more"
[ -w "$dir/$into" ] || refuse "$into is no file"
sed -i "s,^endmodule,\`include \"$binding\"\n&," "$dir/$into"

# No proof looks into a CRC, whose equations take longer to elaborate than most proofs: its module keeps its ports alone.
files=()
for source in $(of_dut SOURCES); do
	case $source in
	*/crc32*.v)
		sed -i '/^);/{n;q}' "$dir/$source" && echo endmodule >> "$dir/$source"
		files+=("$dir/$source")
		;;
	*.v) files+=("$dir/$source") ;;
	*) files+=("$dir/$source"/*.v) ;;
	esac
done
defines= chparam=
# A lemma is no statement: a fault has to break what is claimed.
[ -z "$patch_file" ] || defines+=" -DFORMAL_FAULT"
for capability in $(of_dut CAPABILITIES); do defines+=" -D$capability"; done
for parameter in $(of_dut PARAMS); do chparam+=" -chparam ${parameter%%=*} ${parameter#*=}"; done
{
	echo "read_verilog -formal$defines -I. -I$build/gen ${files[*]} formal/properties/*.v"
	echo "hierarchy -check -top $top$chparam"
	echo "rename -top dut"
	for cell in $(head_of cut); do echo "delete ${cell%/*}/c:${cell#*/}"; done
	cat <<-SCRIPT
	hierarchy -top dut
	proc
	setattr -set keep 1 *formal_*/w:*_i
	flatten
	select -assert-none w:* a:hierconn %i
	delete -output
	opt_clean -purge
	delete t:\$memrd t:\$memrd_v2
	setundef -undriven -expose
	setundef -anyseq
	memory_map
	async2sync
	opt_expr
	opt_clean -purge
	tee -q -o $dir/asserts select -count t:\$assert
	tee -q -o $dir/covers select -count t:\$cover
	dffunmap
	write_rtlil $dir/dut.il
	write_smt2 -wires $dir/dut.smt2
	design -save both
	SCRIPT
	as_aiger='formalff -clk2ff -ff2anyinit
	techmap
	opt -fast
	dffunmap
	aigmap
	opt_clean
	write_aiger -I -B -zinit -no-startoffset -map'
	echo "chformal -cover -remove"
	echo "$as_aiger $dir/dut.aim $dir/dut.aig"
	echo "design -load both"
	echo "chformal -assert -remove"
	echo "techmap -map formal/covers.map"
	echo "$as_aiger $dir/cover.aim $dir/cover.aig"
} > "$dir/dut.ys"
yosys -q -l "$dir/yosys.log" -s "$dir/dut.ys" > "$dir/yosys.errors" 2>&1 || refuse "yosys: $(grep -h -m1 ERROR "$dir/yosys.errors" "$dir/yosys.log" | head -n 1)"
asserts=$(grep -o '^[0-9]*' "$dir/asserts") covers=$(grep -o '^[0-9]*' "$dir/covers")
[ "${asserts:-0}" -gt 0 ] || refuse 'nothing to prove: yosys sees no assert statement'

smtbmc() { (ulimit -t "${FORMAL_SECONDS:-600}"; yosys-smtbmc --noprogress -s cvc5 "$@" "$dir/dut.smt2"); }
# abc NAME COMMANDS: what ABC says of NAME.aig goes to NAME.log.
abc() { (ulimit -t "${FORMAL_SECONDS:-600}"; exec yosys-abc -c "read_aiger $dir/$1.aig; fold; strash; $2") > "$dir/$1.log" 2>&1 || true; }
# Looks for a counterexample from reset; writes its waves and says which statement fails, or where the waves do not show it, which output of the graph.
counterexample() {
	abc dut "bmc3 -F ${FORMAL_DEPTH:-400} -T 30; write_cex -a $dir/dut.aiw"
	[ -s "$dir/dut.aiw" ] || return 0
	# Every latch begins with 0; the first line lacks those that ABC has dropped, and Yosys refuses it then.
	sed -i "1s/.*/$(head -n 1 "$dir/dut.aig" | awk '{ printf "%0*d", $4, 0 }')/" "$dir/dut.aiw"
	yosys -q -p "read_rtlil $dir/dut.il; sim -clock clk -r $dir/dut.aiw -map $dir/dut.aim -vcd $dir.vcd dut" > "$dir/sim.log" 2>&1 || true
	# The name of the cell has the way to the instance that fails, and its sources the line of the statement.
	local instance
	instance=$(sed -n 's/^Warning: Assert dut\.$flatten\(.*\)\.$assert$.* failed.*/\1/p' "$dir/sim.log" | sed 's/\\//g; 1!d')
	awk -f formal/waves.awk -v instance="$instance" "$dir.vcd" > "$dir.gtkw"
	case $subject in hold | expiry | xoff | xon | control) awk -f formal/stimulus.awk -v proof="$subject" -v instance="$instance" "$dir.vcd" > "$dir.stim" ;; esac
	awk -f formal/scopes.awk "$dir.vcd" > "$dir/scopes.vcd"
	mv "$dir/scopes.vcd" "$dir.vcd"
	{
		sed -n 's/^Warning: Assert [^ ]* (\(.*\)) failed.*/\1/p' "$dir/sim.log" | tr '|' '\n' | grep '^formal/' | tail -n 1
		sed -n 's/^Output \([0-9]*\) .* was asserted in frame \([0-9]*\).*/output \1 in clock \2/p' "$dir/dut.log"
	} | sed '1!d'
}
report() { jq -n --arg dut "$dut" --arg property "$subject" --argjson asserts "$asserts" "$@" > "$result.tmp" && mv "$result.tmp" "$result"; }
seconds() { awk -v t="$(($(date +%s%N) - started))" 'BEGIN { printf "%.1f", t / 1e9 }'; }
started=$(date +%s%N)

if [ -n "$patch_file" ]; then
	failed=$(counterexample)
	report --arg fault "$fault" --arg assert "$failed" --argjson seconds "$(seconds)" '{$dut, $property, $fault, found: ($assert != ""), $assert, $seconds}'
	rm -rf "$dir"
	[ -n "$failed" ] || { echo "formal: $dut $subject: the proof does not fail on $patch_file" >&2; exit 1; }
	exit 0
fi

outcome=open bound= by="" k=null assert=""
case $method in
induction*)
	k=${method#induction }
	if smtbmc -t "$((k + 1))" > "$dir/base.log" && smtbmc -i -t "$k" > "$dir/step.log"; then
		outcome=proved by=induction k=$((k - $(sed -n 's/.*Trying induction in step \([0-9]*\).*/\1/p' "$dir/step.log" | tail -n 1)))
	fi
	;;
pdr)
	abc dut "scorr; pdr"
	if grep -q 'Property proved' "$dir/dut.log" && grep -q 'Verification of invariant.*successful' "$dir/dut.log"; then
		outcome=proved by=pdr k=1
	fi
	;;
esac
if [ $outcome != proved ]; then
	assert=$(counterexample)
	bound=$(sed -n 's/.*No output.*asserted in \([0-9]*\) frames.*/\1/p' "$dir/dut.log" | tail -n 1)
	if [ -n "$assert" ]; then outcome=fails; elif [ -n "$bound" ]; then outcome=bounded k=$bound by=bmc; fi
fi
abc cover "bmc3 -a -F $depth -T 60"
# ABC does not name each output that it reaches, but says in the end how many there are.
reached=$(sed -n 's/^Output [0-9]* .* was asserted.*/1/p; s/.*solved \([0-9]*\) out of.*/\1/p; s/^All \([0-9]*\) outputs are found to be SAT.*/\1/p' "$dir/cover.log" | sort -n | tail -n 1)
reached=${reached:-0}
[ "$covers" -gt 0 ] && [ "$reached" -eq "$covers" ] || [ $outcome = fails ] || outcome=vacuous
report --arg result $outcome --arg by "$by" --argjson k "$k" --arg assert "$assert" --argjson covers "$covers" --argjson reached "$reached" --argjson seconds "$(seconds)" \
	'{$dut, $property, $result, $by, $k, $asserts, $covers, $reached, $assert, $seconds}'
[ $outcome = proved ] || { echo "formal: $dut $subject: $outcome $assert" >&2; exit 1; }
