#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds the program that hunts for mutants of a row, DIR/hunt, whose simulation model has all of them; planted_fault selects one, or none if it is 0.
# One of the OBJECTs has its main(): that of sieve.c or of parallel.c.
# Usage: model.sh DIR ROW BUILD VERILATOR_INCLUDE DUTS_MK NETLIST OBJECT... -- LIB... < MUTATIONS
# NETLIST and MUTATIONS are those of netlist.sh, or some of the latter's lines.
set -euo pipefail
dir=$1 row=$2 build=$3 vinc=$4 duts_mk=$5 netlist=$6
shift 6
objects=() libs=()
while [ "$1" != -- ]; do objects+=("$1"); shift; done
shift
libs=("$@")
. tools/hunter/model.sh
rm -rf "$dir"
mkdir -p "$dir"
cat > "$dir/mutations.ys"
# Without splitnets, a mutated bit would be a driver of its own of a part of a word, in which the simulator sees a loop.
yosys -q -p "read_ilang $netlist; script $dir/mutations.ys; opt_clean; splitnets -driver; opt_clean; write_verilog -noattr $dir/all.v" > "$dir/log" 2>&1 ||
	{ tail -3 "$dir/log" >&2; exit 2; }
sed -i -e 's/, planted);$/);/' -e '/^  wire \[15:0\] planted;/d' \
	-e 's/^  input \[15:0\] planted;/  reg [15:0] planted;\n  initial planted = $c16("planted_fault");/' "$dir/all.v"
grep -q planted_fault "$dir/all.v" || { echo "$row: $dir/all.v has no input planted" >&2; exit 2; }
compile_model "$dir" 'extern "C" unsigned planted_fault;' "$dir/all.v"
"${cxx[@]}" -o "$dir/hunt" "$dir/mutant.o" "${objects[@]}" "${libs[@]}" -pthread -latomic
rm -rf "$dir"/{v,all.v}
