#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Draws which of many hunts make test runs, and prints their names, one a line: of each group a tenth, at least five, and what changed.
# Usage: mk/draw.sh WHAT ALL SINCE SENTENCE < LINES
#
# A line is "NAME GROUP OWN FILE... : PREFIX...": OWN is the file that makes the fault, - for none, + for a row that is always drawn; FILEs are those that
# the fault changes; PREFIXes begin the paths of all else that it concerns. The tenth is drawn by a hash of the commit and of the names, so that it is the
# same for everybody who tests a commit, also after an edit, and another one for the next commit. To these come, of what changed since the commit SINCE,
# committed or not: every fault whose OWN file changed; then those whose FILEs changed, then those of the PREFIXes, at most as many of both as the tenth.
# A file that was only moved has not changed. With ALL, unless it is empty or 0, all are drawn. The file SENTENCE gets the sentence that says how many of the
# WHAT ("planted faults") are hunted.
# Exit status: 0; 2: nothing was drawn, or git does not know the commit SINCE.
set -euo pipefail
what=$1 all=$2 since=$3 sentence=$4
refuse() { echo "mk/draw.sh: $what: $1" >&2; exit 2; }
commit=$(git rev-parse HEAD 2> /dev/null) || commit=$(sed 's/.*-g//' mk/install/commit 2> /dev/null) || commit=unknown
commit=${commit:0:8} changed=
mkdir -p "$(dirname "$sentence")" && rm -f "$sentence"
if git rev-parse -q --verify HEAD > /dev/null 2>&1; then
	changed=$(git diff --name-status -M100% --relative "${since:-HEAD}" -- . | awk -F '\t' '$1 != "R100" { print $NF }' && git ls-files --others --exclude-standard) ||
		refuse "what changed since '$since' is unknown"
fi
[ "$all" != 0 ] || all=
# The paths are a file, since those of a large change are too long for an argument.
awk -v changed=<(printf '%s\n' "$changed") -v what="$what" -v all="$all" -v since="${since:-$commit}" -v commit="$commit" -v sentence="$sentence" '
	# A number below 2^26 for each TEXT; texts that differ little have numbers that have nothing to do with each other.
	function hash(text,   h, i) {
		h = 1
		for (i = 1; i <= length(text); i++) h = (h * h + index(octets, substr(text, i, 1)) * 2654435 + i) % 67108859
		for (i = 0; i < 3; i++) h = (h * h + 40503 * h + 12345) % 67108859
		return h
	}
	# Has a path changed that begins with PREFIX?
	function has_changed(prefix,   i) {
		if (!(prefix in known)) {
			known[prefix] = 0
			for (i = 1; i <= paths && !known[prefix]; i++) known[prefix] = index(path[i], prefix) == 1
		}
		return known[prefix]
	}
	# How near what changed is to the fault of the line: 1 the file that makes it, 2 a file that it changes, 3 what else it concerns, 0 it is not.
	function nearness(   i, near) {
		if (has_changed($3)) return 1
		near = 2
		for (i = 4; i <= NF; i++) {
			if ($i == ":") near = 3
			else if (has_changed($i)) return near
		}
		return 0
	}
	BEGIN {
		octets = " !\"#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
		while ((getline line < changed) > 0) if (line != "") path[++paths] = line
	}
	NF < 3 { printf "mk/draw.sh: the line \"%s\" names no fault, group and file\n", $0 > "/dev/stderr"; bad = 1; exit }
	{
		name[++count] = $1; near[count] = nearness(); key[count] = sprintf("%08d %s", hash(commit " " $1), $1)
		group[count] = $2; size[$2]++
		if ($3 == "+") { drawn[count] = 1; tenth++; had[$2]++ }
	}
	END {
		if (bad || !count) exit 2
		# by their keys
		for (i = 1; i <= count; i++) order[i] = i
		for (i = 2; i <= count; i++) {
			at = order[i]
			for (k = i - 1; k && key[order[k]] > key[at]; k--) order[k + 1] = order[k]
			order[k + 1] = at
		}
		for (i = 1; i <= count; i++) {
			at = order[i]; of = size[group[at]]; share = int((of + 9) / 10)
			if (share < 5) share = 5
			if (!(at in drawn) && (all != "" || had[group[at]]++ < share)) { drawn[at] = 1; tenth++ }
		}
		for (nearest = 1; nearest <= 3; nearest++)
			for (i = 1; i <= count; i++) {
				at = order[i]
				if (near[at] != nearest || at in drawn) continue
				concerned++
				if (nearest > 1 && others >= tenth) continue
				drawn[at] = 1; more++; others += nearest > 1
			}
		for (i = 1; i <= count; i++) if (i in drawn) print name[i]
		if (all != "") printf "hunted all %d %s\n", count, what > sentence
		else if (!concerned) printf "hunted %d of %d %s, drawn by commit %s; make test ALL=1 hunts all\n", tenth, count, what, commit > sentence
		else printf "hunted %d of %d %s: %d drawn by commit %s, and %d of the %d more that what changed since %s concerns; make test ALL=1 hunts all\n",
			tenth + more, count, what, tenth, commit, more, concerned, since > sentence
	}' || refuse "nothing can be drawn"
