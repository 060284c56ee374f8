#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Judges the right MAC fourclk at drawn frequencies of its host and its bus, deviations and jitter: a run at each of them must have no finding. The latencies
# are those of its README.md, in clocks of each side, with a clock more for each synchroniser that is late.
# usage: tools/foreign/ratios.sh BUILD MAKE JOBS COUNT SEED
# COUNT: how many ratios; SEED: of the draw. Exit status: 1 if a run had a finding.
set -euo pipefail
build=$1 make=$2 jobs=$3 count=$4 seed=$5
from=tests/data/foreign/fourclk
out=$build/foreign/ratios
mkdir -p "$out"
mk/macs.sh "$build" "$make" "$jobs" hunted '' '' "$from/fourclk.mac"
cp "$from/fourclk.vh" "$out/"
failed=0
for ((i = 0; i < count; i++)); do
	# host 130 to 300 MHz, bus 20 to 200 MHz, in kHz; the wires are at 125 MHz
	read -r host bus ppm jitter first < <(awk -v seed=$((seed * 1000 + i)) 'BEGIN { srand(seed); split("0 1 20 100", p)
		print int(130000 + rand() * 170001), int(20000 + rand() * 180001), p[1 + int(rand() * 4)], int(rand() * 201), 1 + int(rand() * 100000) }')
	latencies=$(awk -v h="$host" -v b="$bus" 'function up(x) { return int(x) == x ? x : int(x) + 1 } BEGIN { h = 125000 / h; b = 125000 / b
		print "latency inhibit 6 10"; print "latency resume 1 3"; print "latency start " int(2 * h + 2), up(3 * h + 5.5)
		print "latency request " int(h + 1), up(2 * h + 4.5); print "latency event 2 " up(6 + 8 * b); print "latency sent 0 " up(4 + 8 * b)
		print "latency delivery " int(3 + 2 * h), up(3.5 + 6 * h); print "latency write " int(b), up(8 * b + 10) }')
	sed -E -e '/^latency /d' -e "s/^clock host .*/clock host ${host}000/; s/^clock bus .*/clock bus ${bus}000/; s/^ppm .*/ppm $ppm/; s/^jitter .*/jitter ${jitter}ps/" \
		"$from/fourclk.mac" > "$out/fourclk.mac"
	sed -i "/^lacks /{
r /dev/stdin
}" "$out/fourclk.mac" <<< "$latencies"
	rm -rf "$out/runs" # what passed before with another profile is no verdict of this one
	if HUNTED_PROFILE=$out/fourclk.mac "$build/macs/fourclk/hunted" regress --suite seeds --seeds "$first..$((first + 39))" --dut fourclk --jobs "$jobs" --reduce 0 \
		--out "$out/runs" > "$out/log" 2>&1; then
		verdict='no finding'
	else
		verdict=$(tail -1 "$out/log")
		cp "$out/fourclk.mac" "$out/failed_$i.mac"
		failed=1
	fi
	echo "host ${host} kHz, bus ${bus} kHz, ppm $ppm, jitter ${jitter} ps, seeds from $first: $verdict"
done
exit $failed
