#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A test: what tree_verilog.c makes of the tree of sample.sv, by Yosys, does with random inputs what sample.sv does (bench.v).
# Usage: test.sh BUILD; exit status 0: so it does
set -euo pipefail
build=$1 here=tools/generated/tree dir=$build/mutants/tree
rm -rf "$dir" && mkdir -p "$dir"
verilator --xml-only --xml-output "$dir/tree.xml" -fno-dfg -Wno-fatal -Wno-lint --top-module sample --Mdir "$dir" $here/sample.sv
"$build/gen/tree_verilog" "$dir/tree.xml" > "$dir/tree.v"
yosys -q -p "read_verilog -sv $dir/tree.v; hierarchy -check -top sample; proc; flatten; opt -fine; check -assert; rename sample tree_sample; write_verilog -noattr $dir/netlist.v"
verilator --cc --exe --build -Wno-lint -Wno-fatal -CFLAGS -O0 --top-module bench --Mdir "$dir/model" $here/bench.v $here/sample.sv "$dir/netlist.v" "$PWD/$here/main.cpp" > "$dir/log" 2>&1 ||
	{ tail -3 "$dir/log"; exit 2; }
"$dir/model/Vbench" > "$dir/said"
head -1 "$dir/said"
grep -q '^the same in ' "$dir/said"
