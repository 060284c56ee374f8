# SPDX-License-Identifier: Apache-2.0
# What the journals know of each mutation of a DUT.
# Usage: awk -v key=KEY -v prover=KEY -v suite=SUITE -v files=SUITE -v short=SUITE -v first=COUNT -f state.awk file=1 FILES file=2 JOURNAL file=3 PROOFS file=4 MUTATIONS
# FILES has the lines "HASH PATH" of the stimuli (sieve.c), JOURNAL those of sieve.c, PROOFS those of prove.sh. There may be more journals, of twins
# (twin.awk), each after key=KEY twin=ROW: what is killed there is killed by ROW:RUN. Prints a line for each of MUTATIONS:
#   NUMBER EXACT BLACK_BOX PROOF SEEN_EXACT SEEN_BLACK_BOX
# EXACT and BLACK_BOX are RUN/RULE if it is killed, "survived" the whole suite, "files": survived that without seeds, "short": survived the short one, or
# "open"; PROOF is the way in which it was shown equivalent, "state?" or "induction?" if that failed, or "open"; SEEN is
# RUN:CLOCK:PORT where the outputs of a mutant first differed though no run killed it, "never" if they did so in no clock of the suite, or "-" if that is not
# known (parallel/parallel.c). Only the first COUNT are asked for.
file == 1 { name = $2; sub(/.*\//, "", name); sub(/\.stim$/, "", name); have[name " " $1] = 1; next }
file == 2 && $2 != key { next }
file == 2 && twin != "" && ($1 != "killed" || ($3 " " $4) in state) { next }
file == 2 && $1 == "killed" && NF == 9 && ($7 == "seed" || ($6 " " $7) in have) { state[$3 " " $4] = (twin == "" ? "" : twin ":") $6 "/" $5; next }
file == 2 && $1 == "survived" && NF == 7 {
	rank = $5 == suite ? 3 : $5 == files ? 2 : $5 == short ? 1 : 0
	if (rank > survived[$3 " " $4]) survived[$3 " " $4] = rank
	next
}
file == 2 && $1 == "seen" && NF == 9 { if (($6 == "seed" || ($5 " " $6) in have) && !(($3 " " $4) in seen)) seen[$3 " " $4] = $5 ":" $7 ":" $8; next }
file == 2 && $1 == "unseen" && NF == 5 { if ($5 == suite) never[$3 " " $4] = 1; next }
file == 3 && $2 == prover && NF == 4 && !(proof[$3] ~ /^[a-z]+$/) { proof[$3] = $4 ($1 == "equivalent" ? "" : "?"); next }
function outcome(of) { return of in state ? state[of] : survived[of] == 3 ? "survived" : survived[of] == 2 ? "files" : survived[of] == 1 ? "short" : "open" }
function sight(of) { return of in seen ? seen[of] : of in never ? "never" : "-" }
file == 4 {
	n = $5
	if (n > first) next
	exact = outcome(n " exact")
	black = outcome(n " black-box")
	print n, exact, exact ~ /\// ? black : exact, n in proof ? proof[n] : "open", sight(n " exact"), sight(n " black-box")
}
