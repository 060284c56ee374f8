#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Saves what is on the wires of tengig, and of tengig with each fault that concerns received PFC frames, while a client obeys pfc_xoff
# (tests/unit/judge/tengig_bench.sv), for tests/unit/judge/test_port_classes.c. It writes what the saver writes (tools/saver/saved.h), and is no part of it: the saver
# has the bench run stimuli until one finds a fault, reduces that one, and saves its captures. The bench's client ignores pfc_xoff, so that no stimulus can show
# these faults on a wire. Here another simulation, in SystemVerilog, has a client that obeys, and there is no stimulus to be chosen or reduced.
# Usage: tools/saver/save_classes.sh BUILD > tests/data/judge/classes.txt
set -euo pipefail
build=$1/judge/classes mac=tests/data/foreign/tengig
# FAULT CLASSES SEED SEEN: the queues of the client, and the rules that the test has found broken. A fault can be seen where all queues stop, or one goes on.
runs="- 08 1
- 10 1
- 80 1
- 81 1
- ff 1
pfc_enable_ignored 10 1 pfc-ignore
pfc_not_replaced 08 6 pfc-time
pfc_own_address 08 2 pfc-valid
pfc_short 08 1
pfc_time_swapped 80 1 pfc-time
pfc_vector_ignored 08 1 pfc-obeyed
pfc_wrong_class 08 1 pfc-obeyed pfc-response-limit
pfc_wrong_class ff 1 pfc-response-limit pfc-obeyed
tests/data/judge/pfc_late.patch 08 1 pfc-response-limit"
mkdir -p "$build"
echo "# What is on the wires of tengig while a client obeys pfc_xoff: tools/saver/save_classes.sh, tests/unit/judge/test_port_classes.c."
echo "# pfc_short shows nothing: the MAC takes longer to see a PFC frame than the quantum that the time is too short."
while read -r fault classes seed seen; do
	patch=$mac/faults/$fault.patch name=tengig_$fault
	[ "$fault" != - ] || name=tengig
	[ "${fault##*/}" = "$fault" ] || { patch=$fault name=tengig_$(basename "$fault" .patch); }
	dir=$build/$name
	if [ ! -x "$dir/bench" ]; then
		rm -rf "$dir" && mkdir -p "$dir"
		cp -r $mac/rtl "$dir"
		[ "$fault" = - ] || patch -s -p1 --no-backup-if-mismatch -d "$dir" < "$patch"
		verilator --binary --timing -j 2 -O2 -Wno-fatal -Wno-lint -Wno-INITIALDLY -Wno-TIMESCALEMOD -CFLAGS -O0 --top-module tengig_bench --Mdir "$dir/sim" -o ../bench \
			"$dir/rtl/tengig_pkg.sv" tests/unit/systemverilog/frames_pkg.sv $(ls "$dir"/rtl/*.sv | grep -v _pkg) tests/unit/judge/tengig_bench.sv > "$dir/log" 2>&1
	fi
	rules=none
	[ "$fault" = - ] || rules=$(sed -n 's/^# rule: *//p' "$patch")
	printf 'fault %s\nprofile %s\nfrom classes_%s\nset pfc_rx=0xef\nclient classes\nrun %s\n' "$name" $mac/tengig.mac "$classes" "$rules"
	[ -z "$seen" ] || echo "seen $seen"
	"$dir/bench" +classes="$classes" +seed="$seed" | grep '^[rt]x '
	echo end
done <<< "$runs"
