# SPDX-License-Identifier: Apache-2.0
# Writes the mutants that mac.sh is to hunt into files DIR/part.N, lines of MUTANTS of sieve.c, and DIR/part.N.mutations, SIZE of them each. Their order has
# nothing to do with the MAC, so that a hunt that ends early has not looked at one module alone.
# Usage: awk -v key=KEY -v suite=SUITE -v seeds=COUNT -v proof=KEY -v dir=DIR -v size=COUNT -f in_suite.awk -f open.awk file=0 FILES file=1 JOURNAL file=2 PROOFS
#   file=3 MUTATIONS
file == 0 { run = $2; sub(/.*\//, "", run); sub(/\.stim$/, "", run); have[run " " $1]; next }
file == 1 { if ($2 == key && ($1 == "killed" && in_suite($6, $7) || $1 == "survived" && $5 == suite)) { known[$3]; hunted = 1 } next }
file == 2 { if ($1 == "equivalent" && $2 == proof) same[$3]; next }
!($5 in known) { line[$5] = $0; if ($5 in same) equal[++m] = $5; else open[++n] = $5 }
END {
	# A hunt says of which content the figures are, so that there is one, even if nothing else is left.
	for (i = 1; i <= m && !n && !hunted; i++) open[i] = equal[i]
	if (!n && !hunted) n = m
	seed = 1
	for (i = n; i > 1; i--) {
		seed = (seed * 16807) % 2147483647
		j = 1 + seed % i
		t = open[i]; open[i] = open[j]; open[j] = t
	}
	for (i = 1; i <= n; i++) {
		part = dir "/part." int((i - 1) / size)
		print open[i], "-" > part
		print line[open[i]] > (part ".mutations")
	}
}
