#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds what simulates mutants of a row as lanes (lanes.h): DIR/lanes.o.
# Usage: lanes.sh DIR ROW BUILD DUTS_MK NETLIST JOBS < MUTATIONS
# NETLIST and MUTATIONS are those of generated/netlist.sh, or some of the latter's lines: at most 480, and none of a clock.
set -euo pipefail
dir=$1 row=$2 build=$3 duts_mk=$4 netlist=$5 jobs=$6
here=tools/parallel
. tools/hunter/model.sh
defines= phy=$(of_dut PHY)
for capability in $(of_dut CAPABILITIES); do defines+=" -D$capability"; done
rm -rf "$dir"
mkdir -p "$dir"
# Each mutation has an input of its own: a mutant is a lane in which that is 1.
sed -E 's/-ctrl planted 16 ([0-9]+) /-ctrl lane_\1 1 1 /' > "$dir/mutations.ys"
# What resets and enables a flip-flop becomes gates, since flip-flops of lanes have neither.
cat > "$dir/gates.ys" <<END
read_verilog -DSEAM_WHOLE_CLOCK -DDUT_TOP=$(of_dut TOP)$defines -I$build/gen tb/seam/${phy}_tick.v
read_ilang $netlist
hierarchy -check -top ${phy}_tick
script $dir/mutations.ys
proc
flatten
opt_expr
opt_merge
opt_clean
dffunmap
alumacc
opt -nodffe -nosdff
techmap
dffunmap
opt -nodffe -nosdff
abc -g AND,OR,XOR,ANDNOT,ORNOT,MUX
opt_clean -purge
write_blif -icells -param -impltf $dir/gates.blif
END
yosys -q "$dir/gates.ys" > "$dir/log" 2>&1 || { tail -3 "$dir/log" >&2; exit 2; }
"$build/gen/lanes_gen" "$dir" "$jobs" < "$dir/gates.blif" 2>> "$dir/log" || { tail -1 "$dir/log" >&2; exit 2; }
{
	for source in "$dir"/lanes_*.c; do echo "-O1 -c $source -o ${source%.c}.o"; done
	for source in lanes watch; do echo "-O2 -Wall -Wextra -Wshadow -Wstrict-prototypes -Werror -Wno-psabi -c $here/$source.c -o $dir/$source.o"; done
} | xargs -P "$jobs" -L 1 ${CC:-gcc} -std=c11 -march=native -Itools -Itb
