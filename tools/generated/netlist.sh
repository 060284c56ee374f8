#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Makes the netlist of a row, flat and of words, and a list of mutations of it, each of which a number selects.
# Usage: netlist.sh DIR ROW BUILD DUTS_MK COUNT [OPTION...]; the OPTIONs are those of Yosys' mutate -list
# OPTIMISE: more options of Yosys' opt -fine${OPTIMISE:+ $OPTIMISE}
# READ: a file of commands that read the sources and choose the top module, in place of those for a bundled row; SOURCES: the files that these commands
# read, for the key. PICK: the selection of cells that may be changed, a selection of Yosys, if not all.
# Writes DIR/base.il, the netlist, and DIR/mutations.txt, lines "mutate -ctrl planted 16 NUMBER ..." for Yosys. Of the COUNT that are drawn, those that
# Yosys cannot simulate are in DIR/not_simulated.txt instead. Nothing is done if the files were made of the same sources by the same commands: DIR/netlist.key.
set -euo pipefail
dir=$1 row=$2 build=$3 duts_mk=$4 count=$5
shift 5
of_dut() { sed -n "s/^$1_$row := *//p" "$duts_mk"; }
[ -n "$(of_dut TOP)" ] || { echo "mutants: there is no DUT '$row'; pausebench list duts names them" >&2; exit 2; }
[[ $count =~ ^[1-9][0-9]{0,4}$ ]] || { echo "mutants: COUNT=$count: give a number from 1 to 65535" >&2; exit 2; }
files=()
for source in $([ -n "${READ:-}" ] && cat "$SOURCES" || of_dut SOURCES); do
	case $source in *.v | *.sv | *.vh | *.svh) files+=("$source") ;; *) files+=("$source"/*.v) ;; esac
done
chparam= defines=
for capability in $(of_dut CAPABILITIES); do defines+=" -D$capability"; done
for p in $(of_dut PARAMS); do chparam+=" -chparam ${p%%=*} ${p#*=}"; done
mkdir -p "$dir"
# The places of cells alone shall name the line of a mutation, and not the places of the instances that contain them. Without wreduce and opt,
# mutations of bits that are constant, or that nothing reads, would fill the list, without memory_collect those of the words of a table.
read_commands() {
	[ -z "${READ:-}" ] || { cat "$READ"; return; }
	echo "read_verilog$defines -I$build/gen ${files[*]}"
	echo "hierarchy -check -top $(of_dut TOP)$chparam"
}
cat > "$dir/netlist.new.ys" <<END
$(read_commands)
proc
setattr -unset src c:* t:\$* %d c:* t:\$paramod* %i %u
flatten
opt -fine${OPTIMISE:+ $OPTIMISE}
memory_collect
wreduce
opt -fine${OPTIMISE:+ $OPTIMISE}
opt_clean
write_ilang $dir/base.il
mutate -list $count -seed 1 $* -ctrl planted 16 1 -o $dir/mutations.new${PICK:+ $PICK}
END
key=$({ cat "$0" "$dir/netlist.new.ys" "${files[@]}"; [ -n "${READ:-}" ] || cat "$build/gen/$(of_dut MODEL)"_{regs,storage}.vh; } | sha256sum | cut -c 1-16)
if [ "$(cat "$dir/netlist.key" 2> /dev/null)" = "$key" ]; then exit; fi
rm -f "$dir/netlist.key"
yosys -q "$dir/netlist.new.ys" > "$dir/netlist.log" 2>&1 || { tail -3 "$dir/netlist.log" >&2; exit 2; }
# The port of a memory that is read without a clock has pins for the enable and the resets of a register that it does not have. They have no function,
# and Yosys refuses them if they are not constant.
pins=' -port RD_(EN|ARST|SRST) '
grep -Ev -- "$pins" "$dir/mutations.new" > "$dir/mutations.txt" || true
grep -E -- "$pins" "$dir/mutations.new" > "$dir/not_simulated.txt" || true
rm "$dir/mutations.new"
echo "$key" > "$dir/netlist.key"
