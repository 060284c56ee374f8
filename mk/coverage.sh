#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Line coverage of RTL and C under every stimulus and few seeds, as one page. Usage: mk/coverage.sh BUILD
set -euo pipefail
build=$1 dir=$1/coverage
rm -rf "$dir/rtl" "$dir/html" "$dir"/*.info
mkdir -p "$dir/rtl"
find "$dir/obj" -name '*.gcda' -delete
PAUSEBENCH_COVERAGE=$PWD/$dir/rtl "$build/pausebench-coverage" regress --suite once --seeds 1..4 --out "$dir/smoke"
verilator_coverage --write-info "$dir/rtl.dat.info" "$dir"/rtl/*.dat
# lcov 2.3 does not merge two records of one file under different names. The information about the C code has absolute paths, so this has too.
here=$PWD awk '/^SF:[^\/]/ { $0 = "SF:" ENVIRON["here"] "/" substr($0, 4) } { print }' "$dir/rtl.dat.info" > "$dir/rtl.info"
lcov -q --capture --directory "$dir/obj" --base-directory . --no-external -o "$dir/c.info" 2> >(grep -v "^Subroutine .* redefined" >&2)
lcov -q -a "$dir/rtl.info" -a "$dir/c.info" -o "$dir/all.info"
genhtml -q --prefix "$PWD" -o "$dir/html" "$dir/all.info"
for part in rtl c; do
	awk -F'[:,]' -v part=$part '/^DA:/ { lines++; hit += $3 > 0 } END { printf "%-4s %d of %d lines (%.1f %%)\n", part, hit, lines, lines ? 100 * hit / lines : 0 }' "$dir/$part.info"
done
echo "$dir/html/index.html"
