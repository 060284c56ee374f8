#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Opens the waves of a saved failure in GTKWave. Usage: ci/waves.sh BUILD [FAILURE-FOLDER]
set -euo pipefail
build=$1 dir=${2:-}
[ -n "$dir" ] || dir=$(ls -dt "$build"/*/failures/*/ "$build"/run/*/ 2>/dev/null | head -1)
[ -n "$dir" ] && [ -f "$dir/stimulus.stim" ] || { echo "make waves: no saved failure under $build; run 'make regress' or name one with FAILURE=folder" >&2; exit 2; }
[ -f "$dir/waves.gtkw" ] || "$build/pausebench" replay "$dir" --waves || [ $? = 1 ]
cd "$dir"
exec gtkwave --dump=waves.fst --save=waves.gtkw --script=waves.tcl
