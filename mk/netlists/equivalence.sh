#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves by Yosys that the gates of PART, a module without memories, do in every clock what its RTL does: bit by bit, by induction over the
# flip-flops. Usage: mk/netlists/equivalence.sh PART DIR FILE...   The first FILE is that of PART, the others are those of modules in it. The register headers are
# in the folder GEN. With GATES_OF=FILES the gates are those of other FILES, so that a test can see a proof fail. Writes DIR/PART.json.
# Exit status: 0 proved, 1 not proved, 2 an error of the environment.
set -eu
[ $# -ge 3 ] || { echo 'usage: mk/netlists/equivalence.sh PART DIR FILE...' >&2; exit 2; }
part=$1 dir=$2
shift 2
command -v yosys > /dev/null || { echo 'equivalence: yosys is missing; install it: apt-get install -y --no-install-recommends yosys' >&2; exit 2; }
mkdir -p "$dir"
out=$dir/$part steps=${0%/*} gen=${GEN:-build/gen}
cat > "$out.ys" << END
read_verilog -I$gen $*
hierarchy -check -top $part
proc
flatten
opt_clean
design -stash rtl
read_verilog -I$gen ${GATES_OF:-$*}
hierarchy -check -top $part
proc
flatten
opt_clean
script $steps/words.ys
script $steps/gates.ys
select -assert-none t:* t:\$_* %d
rename $part gates
design -copy-from rtl -as rtl $part
equiv_make rtl gates equal
hierarchy -top equal
opt_clean
equiv_simple -undef
equiv_induct -undef -seq 6
equiv_status -assert
END
if ! yosys -q -l "$out.log" -s "$out.ys" > "$out.errors" 2>&1; then
	echo "equivalence: $part: $(grep -h ERROR "$out.errors" "$out.log" | head -n 1) (details: $out.log)" >&2
	exit 1
fi
bits=$(sed -n 's/.*Of those cells \([0-9]*\) are proven and 0 are unproven.*/\1/p' "$out.log")
echo "{\"part\": \"$part\", \"bits\": $bits}" > "$dir/$part.json"
