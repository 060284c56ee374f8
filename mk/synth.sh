#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Synthesizes one DUT with Yosys; fails on latches, black boxes, multiple drivers and combinational loops; prints the cells.
# usage: mk/synth.sh DUT TOP BUILD_DIR "Name=value ..." FILE...
# The register headers are in the folder gen beside BUILD_DIR. CAPABILITIES are words that are defined for the RTL; CAP_READINGS adds a port.
# Memories are not split into cells, as in a flow with block RAM.
# Exit status: 0 the RTL passes, 1 it fails a check, 2 an error of the environment.

if [ $# -lt 5 ]; then
	echo 'usage: mk/synth.sh DUT TOP BUILD_DIR "Name=value ..." FILE...' >&2
	exit 2
fi
dut=$1 top=$2 build=$3 params=$4
shift 4
if ! command -v yosys >/dev/null 2>&1; then
	echo 'synth: yosys is missing; install it: apt-get install -y --no-install-recommends yosys' >&2
	exit 2
fi
for file; do
	if [ ! -r "$file" ]; then
		echo "synth: $dut: cannot read $file" >&2
		exit 2
	fi
done
if ! mkdir -p "$build" || ! : >"$build/$dut.log"; then
	echo "synth: $dut: cannot write to $build; choose a writable folder" >&2
	exit 2
fi
out=$build/$dut
chparam= defines=
for c in ${CAPABILITIES:-}; do
	defines="$defines -D$c"
done
for p in $params; do
	chparam="$chparam -chparam ${p%%=*} ${p#*=}"
done

fail() {
	printf 'synth: %s: %s (details: %s)\n' "$dut" "$1" "$out.log" >&2
	exit 1
}

# The checks run before optimisation can hide a defect, and again on the gates.
cat >"$out.ys" <<EOF
read_verilog$defines -I${build%/*}/gen $*
hierarchy -check -top $top$chparam
proc
tee -q -o $out.blackboxes select -list =A:blackbox
tee -q -o $out.latches select -list t:\$dlatch t:\$adlatch t:\$dlatchsr t:\$sr
tee -q -o $out.memories stat
write_rtlil $out.il
flatten
tee -q -o $out.check check
opt_expr
opt_clean
tee -q -a $out.check check
synth -top $top -run coarse:fine
opt -fast -full
techmap
opt -fast
abc -fast
opt -fast
opt_clean -purge
tee -q -a $out.latches select -list t:\$_DLATCH* t:\$_SR_*
tee -q -a $out.check check
tee -q -o $out.cells stat
EOF
if ! yosys -q -l "$out.log" -s "$out.ys" >"$out.errors" 2>&1; then
	fail "$(grep -h -m1 'ERROR' "$out.errors" "$out.log" | head -n 1 | sed 's/^.*ERROR: *//; s/[. ]*$//')"
fi
[ ! -s "$out.blackboxes" ] || fail "black box: $(head -n 1 "$out.blackboxes")"
[ ! -s "$out.latches" ] || fail "$(grep -m1 '^Latch inferred' "$out.log" | sed 's/:[^:]*$//' | grep . || head -n 1 "$out.latches")"
conflict=$(awk -f "${0%/*}/drivers.awk" "$out.il" "$out.il" | head -n 1)
[ -z "$conflict" ] || fail "$conflict"
conflict=$(grep -h -i -E '^Warning:.*(driver|conflict|loop)' "$out.check" "$out.log" | head -n 1)
[ -z "$conflict" ] || fail "$(printf '%s' "$conflict" | sed 's/^Warning: *//; s/[: ]*$//')"
grep -q 'Found and reported 0 problems' "$out.check" && ! grep -q 'reported [1-9]' "$out.check" ||
	fail "$(grep -m1 'Warning' "$out.check" | sed 's/^Warning: *//')"
[ -s "$out.cells" ] || fail 'Yosys left no cells'

echo "$dut ($top${params:+, $params})"
sed -n '/Number of memory bits/p' "$out.memories" | tail -n 1
sed -n '/Number of cells/,$p' "$out.cells" | sed '/^$/d'
