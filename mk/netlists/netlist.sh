#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Synthesizes one DUT with Yosys into a netlist that the same seam drives in place of its RTL, in two steps. Memories stay whole in both, as in a flow
# with block RAM.
#   netlist.sh words DUT TOP DIR "Name=value ..." "CAPABILITY ..." FILE...
#       writes DIR/DUT.words.v: adders, multiplexers, flip-flops with their enables and resets, state machines coded anew, shared operators; and
#       DIR/DUT.words.il for the next step
#   netlist.sh gates DUT TOP DIR
#       writes DIR/DUT.gates.v: AND, OR, XOR, NOT, two-way multiplexers, flip-flops of one bit
# The second step also writes DIR/DUT.parts, a line "PART CELLS FLOPS MEMORY_BITS LEVELS" for each module: its own gates and flip-flops, without those
# of the modules in it, and the gates on its longest path; "whole" is the DUT. The register headers are in the folder GEN, or in gen beside DIR.
# Exit status: 0 written, 1 the RTL does not pass Yosys' checks, 2 an error of the environment.
set -eu
[ $# -ge 4 ] || { echo 'usage: mk/netlists/netlist.sh words|gates DUT TOP DIR ["Name=value ..." "CAPABILITY ..." FILE...]' >&2; exit 2; }
step=$1 dut=$2 top=$3 dir=$4
out=$dir/$dut steps=${0%/*}
command -v yosys > /dev/null || { echo 'netlist: yosys is missing; install it: apt-get install -y --no-install-recommends yosys' >&2; exit 2; }
mkdir -p "$dir"
if [ "$step" = words ]; then
	chparam= defines=
	for p in $5; do chparam="$chparam -chparam ${p%%=*} ${p#*=}"; done
	for c in $6; do defines="$defines -D$c"; done
	shift 6
	cat > "$out.$step.ys" << END
read_verilog$defines -I${GEN:-${dir%/*}/gen} $*
hierarchy -check -top $top$chparam
rename -top $top
proc
tee -q -o $out.memories stat
opt_expr
opt_clean
check -assert
script $steps/words.ys
memory -nomap
opt_clean -purge
check -assert
write_rtlil $out.words.il
write_verilog -noattr $out.words.v
END
else
	# Nets are split into bits, so that the simulator sees no loop through different bits of one net.
	cat > "$out.$step.ys" << END
read_rtlil $out.words.il
script $steps/gates.ys
check -assert
tee -q -o $out.cells stat
tee -q -o $out.levels ltp -noff */w:* */t:\$_*
flatten
tee -q -a $out.levels ltp -noff */w:* */t:\$_*
splitnets
opt_clean -purge
write_verilog -noattr $out.gates.v
END
fi
yosys -q -l "$out.log" -s "$out.$step.ys" > "$out.errors" 2>&1 || {
	echo "netlist: $dut: $(grep -h ERROR "$out.errors" "$out.log" | head -n 1) (details: $out.log)" >&2
	rm -f "$out.$step.v"
	exit 1
}
[ "$step" = gates ] || exit 0
# A module with parameters has a name such as $paramod$HASH\NAME or $paramod\NAME\P=...; the second one of a name gets a number.
awk '
	function plain(name) { if (name == "design") return "whole"; sub(/^\$paramod(\$[0-9a-f]+)?\\/, "", name); sub(/\\.*/, "", name); return name }
	/^=== / { module = $2; if (!(module in known)) { known[module] = 1; order[++modules] = module } }
	/Number of memory bits:/ && $NF > 0 { bits[module] = $NF }
	FILENAME ~ /cells$/ && $1 ~ /^\$_/ { if ($1 ~ /DFF/) flops[module] += $2; else cells[module] += $2 }
	/^Longest topological path in/ { name = $5; sub(/.*length=/, ""); sub(/\).*/, ""); if (name in levels) name = "design"; levels[name] = $0 + 1 }
	END { for (i = 1; i <= modules; i++) { m = order[i]; p = plain(m); n = ++count[p]
		printf "%s%s %d %d %d %d\n", p, (n > 1 ? "." n : ""), cells[m], flops[m], bits[m], levels[m] } }' \
	"$out.memories" "$out.cells" "$out.levels" | LC_ALL=C sort > "$out.parts"
