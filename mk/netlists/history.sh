#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Keeps the history of cells and levels: appends to HISTORY a line for each part in KEPT, the kept results of make netlists, that is not as its last line
# there says, "COMMIT ROW PART CELLS FLIP-FLOPS MEMORY-BITS LEVELS", and a line with - for each that is gone.
# Usage: mk/netlists/history.sh KEPT HISTORY
set -euo pipefail
touch "$2"
jq -r '.commit as $commit | .rows[] | .dut as $row | .parts[] | "\($commit) \($row) \(.part) \(.cells) \(.flops) \(.memory_bits) \(.levels)"' "$1" |
	awk -v history="$2" '
	BEGIN {
		while ((getline line < history) > 0)
			if (line !~ /^#/) { split(line, of, " "); last[of[2] " " of[3]] = substr(line, length(of[1]) + 2) }
		close(history)
	}
	{ commit = $1; key = $2 " " $3; is = substr($0, length($1) + 2); there[key] = 1; if (last[key] != is) print >> history }
	END { for (key in last) if (last[key] != "" && !(key in there) && last[key] !~ /- - - -$/) print commit, key, "- - - -" >> history }'
