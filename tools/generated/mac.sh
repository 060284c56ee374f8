#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Hunts mutants of the MACs of profiles: Yosys makes COUNT of them in the netlist of each (netlist.sh), of its own sources alone, and the suite of its
# statement of conformance is run on each, in JOBS processes, for at most SECONDS for each MAC (sieve.c; doc/use/your-own-mac.md).
# Usage: tools/generated/mac.sh BUILD JOBS COUNT SECONDS VERILATOR_INCLUDE NAME... -- OBJECT... -- LIB...
# STIMULI: the folder of the suite's files, if not tests/data/stimuli/neutral; SEEDS: how many seeds it has, if not 100. PROOFS=0: nothing is proved.
#
# What survives, or was not hunted to the end, is then given to the prover, for as many seconds of CPU at most (prove_mac.sh).
#
# BUILD/macs/NAME/mutants/design.flags and design.sources have what the simulator's compiler gets, a word a line. BUILD/macs/NAME/mutants.json gets the
# result, which the statement prints if it is about the same content, or why there is none. What was found before on the same content is taken over, and what
# was not hunted in time is hunted by the next call. BUILD/macs/NAME/mutants.points has a line for each mutant, with which the owner's reasons are compared
# (tb/profile/reasons.h), here and by the statement.
# Exit status: 0, also if mutants survive; 1 if a reason is refuted or names nothing; 2 if the MAC cannot be read, or no run of the suite can hunt.
set -euo pipefail
build=$1 jobs=$2 count=$3 seconds=$4 vinc=$5
shift 5
names=() objects=() libs=()
while [ "$1" != -- ]; do names+=("$1"); shift; done
shift
while [ "$1" != -- ]; do objects+=("$1"); shift; done
shift
libs=("$@")
here=tools/generated
per_model=400 # mutants; the simulation becomes slower with each of them
seeds=${SEEDS:-100} stimuli=${STIMULI:-tests/data/stimuli/neutral}
read -ra cc <<< "${CC:-gcc}"
refuse() { echo "make mutants: $1" >&2; exit 2; }
# cannot WHY: likewise, of the MAC NAME, and the statement says so.
cannot() { mk/not_measured.sh "$build" "$name" mutants "${1#mutants: }"; refuse "$profile: $1"; }
[[ $count =~ ^[1-9][0-9]{0,4}$ ]] && [ "$count" -le 65535 ] || refuse "COUNT=$count: give a number from 1 to 65535"
[[ $seconds =~ ^[0-9]{1,6}$ ]] || refuse "SECONDS=$seconds: give the seconds for which mutants are hunted; 0 is without a limit"

# read_commands: Yosys' commands that read the sources as the simulator's compiler does. Files with SystemVerilog of any kind get -sv.
read_commands() {
	local word options='' language='' file
	while IFS= read -r word; do
		case $word in
		-I*) options+=" $word" ;;
		+define+*) options+=" -D${word#+define+}" ;;
		1800-20*) language=' -sv' ;;
		esac
	done < "$dir/design.flags"
	while IFS= read -r file; do
		case $file in
		*.sv) echo "read_verilog -sv$options $file" ;;
		*) echo "read_verilog$language$options $file" ;;
		esac
	done < "$dir/design.sources"
	echo "hierarchy -check -top pausebench_$name"
}
# Of cells that come from the MAC's own sources, and not from the bench's module around it or from the instance.
own_cells() { printf 'c:* a:src=* %%i a:src=*%s_mac.v:* %%d a:src=*%s:* %%d' "$name" "$instance"; }
# make_netlist: by the commands in read.ys; what Yosys says against it is in the file refused.
make_netlist() {
	PICK=$(own_cells) READ=$dir/read.ys SOURCES=$dir/read.sources $here/netlist.sh "$dir" "$name" "$build" "$build/macs/$name/row.mk" "$count" 2> "$dir/refused"
}
# Why FILE, errors of Yosys, of Verilator or of tree_verilog, refuses the MAC.
reason_of() {
	local line
	line=$(grep -m 1 -E 'ERROR: |%Error' "$1" || tail -1 "$1")
	line=${line/ERROR: /} line=${line/\%Error: /}
	echo "${line//"$PWD/"/}"
}
# Yosys reads the sources itself. If it cannot, it gets the tree that the simulator's compiler makes of them, as simple Verilog (tree_verilog.c).
netlist() {
	local words sources why
	read_commands > "$dir/read.ys"
	cp "$dir/design.sources" "$dir/read.sources"
	make_netlist && return 0
	why=$(reason_of "$dir/refused")
	mapfile -t words < "$dir/design.flags"
	mapfile -t sources < "$dir/design.sources"
	rm -f "$dir/tree.xml"
	if verilator --xml-only --xml-output "$dir/tree.xml" -fno-dfg -Wno-fatal -Wno-lint "${words[@]}" --Mdir "$dir/tree" --top-module "pausebench_$name" "${sources[@]}" \
		> "$dir/refused" 2>&1 && "$build/gen/tree_verilog" "$dir/tree.xml" > "$dir/tree.v" 2> "$dir/refused"; then
		printf 'read_verilog -sv %s\nhierarchy -check -top pausebench_%s\n' "$dir/tree.v" "$name" > "$dir/read.ys"
		echo "$dir/tree.v" > "$dir/read.sources"
		make_netlist && return 0
	fi
	cannot "Yosys cannot read this MAC ($why), nor can the bench hand it over ($(reason_of "$dir/refused")); name Verilog-2005 in the line 'sources', such as sv2v makes of SystemVerilog"
}

status=0
for name in "${names[@]}"; do
	dir=$build/macs/$name/mutants
	read -r _ _ _ profile instance _ < <(grep "^FILTER_$name :=" "$build/macs/$name/row.mk")
	profile=${profile#"$PWD/"}
	netlist
	awk -v out="$dir/not_simulated.txt" -f $here/loops.awk file=1 "$dir/base.il" file=2 "$dir/mutations.txt" > "$dir/mutations.new"
	mv "$dir/mutations.new" "$dir/mutations.txt"
	find "$stimuli" -maxdepth 1 -name '*.stim' | LC_ALL=C sort | xargs -r sha256sum | sed 's/^\(.\{16\}\)[^ ]* */\1 /' > "$dir/files"
	suite=$(sha256sum < "$dir/files" | cut -c 1-16)+$seeds
	key=$(grep SEAM_RTL_HASH "$build/plain/$name/fast.cc" | cat - "$dir/netlist.key" "$build/macs/$name/profile.c" "${objects[@]}" tools/hunter/model.sh $here/model.sh | sha256sum | cut -c 1-16)
	proof=$($here/prove_mac.sh key "$(cat "$dir/netlist.key")")
	touch "$dir/proofs"
	grep -qsx "key $key" "$dir/content" || : > "$dir/journal" # a hunt that did not say what it measured
	rm -f "$dir/said" "$dir"/part.*
	awk -v key="$key" -v suite="$suite" -v seeds="$seeds" -v proof="$proof" -v dir="$dir" -v size=$per_model -f $here/in_suite.awk -f $here/open.awk \
		file=0 "$dir/files" file=1 "$dir/journal" file=2 "$dir/proofs" file=3 "$dir/mutations.txt"
	[ ! -e "$dir/part.0" ] || echo "extern const struct seam_ops seam_ops_$name; extern const struct seam_ops *const sieve_rtl; const struct seam_ops *const sieve_rtl = &seam_ops_$name;" |
		"${cc[@]}" -x c -c -o "$dir/rtl.o" -
	left=$seconds
	for part in "$dir"/part.*.mutations; do
		[ -e "$part" ] || break
		model=$(cat "$dir/netlist.key" "$part" "${objects[@]}" "$build/macs/$name/profile.c" "$build/plain/$name/"{fast,slow}.o tools/hunter/model.sh $here/model.sh | sha256sum)
		[ "$(cat "$dir/model/key" 2> /dev/null)" = "$model" ] || $here/model.sh "$dir/model" "$name" "$build" "$vinc" "$build/macs/$name/row.mk" "$dir/base.il" "${objects[@]}" "$build/macs/$name/profile.o" \
			"$dir/rtl.o" "$build/plain/$name/"{fast,slow}.o -- "${libs[@]}" < "$part"
		echo "$model" > "$dir/model/key"
		from=${EPOCHREALTIME%[.,]*}
		"$dir/model/hunt" "$name" "$dir/files" "$seeds" 0 "$jobs" "$key" "$suite" "$dir/journal" "$left" < "${part%.mutations}" > "$dir/said" 2> "$dir/hunt.log" ||
			cannot "$(tail -1 "$dir/hunt.log")"
		[ "$seconds" -gt 0 ] || continue
		left=$((left - (${EPOCHREALTIME%[.,]*} - from)))
		[ $left -gt 0 ] || break
	done
	[ ! -s "$dir/said" ] || { echo "key $key"; cat "$dir/said"; } > "$dir/content"
	say() {
		awk -v name="$name" -v key="$key" -v suite="$suite" -v seeds="$seeds" -v proof="$proof" -v files="$(grep -c . "$dir/files")" -v seconds="$seconds" -v home="$PWD/" \
			-v bench="$(cat "$build/gen/version.stamp")" -v unproved="$dir/unproved" -v points="$dir/points" -v json="$dir/mutants.json" "$@" -f $here/names.awk -f $here/in_suite.awk \
			-f $here/mac.awk file=0 "$dir/files" file=1 "$dir/content" file=2 "$dir/journal" file=3 "$dir/proofs" file=4 "$dir/mutations.txt" file=5 "$dir/not_simulated.txt"
	}
	: > "$dir/unproved"
	[ "${PROOFS:-1}" = 0 ] || say -v to_prove=1 | $here/prove_mac.sh "$dir" "$build" "$proof" "$jobs" "$seconds"
	say || refuse "$profile: the prover shows of a mutant that it is equivalent, and a run killed it; one of them is wrong, which is a defect of the bench"
	mv "$dir/points" "$build/macs/$name/mutants.points"
	mv "$dir/mutants.json" "$build/macs/$name/mutants.json"
	"$build/gen/mac_reasons" mutants "$profile" "$build/macs/$name/mutants.points" || { [ $? -eq 1 ] && status=1 || exit 2; }
done
exit $status
