# SPDX-License-Identifier: Apache-2.0
# Says of the mutants of a MAC of a profile how many were killed, are equivalent, survived, or were not hunted in time, names the survivors by their source line,
# and writes the file JSON for the statement of conformance (tb/conform/worth.c), and to POINTS a line for each mutant (tb/profile/reasons.h).
# Usage: awk -v name=MAC -v key=KEY -v suite=SUITE -v files=COUNT -v seeds=COUNT -v proof=KEY -v seconds=LIMIT -v home=FOLDER/ -v bench=VERSION -v unproved=FILE
#   -v points=FILE -v json=FILE [-v to_prove=1] -f names.awk -f in_suite.awk -f mac.awk file=0 FILES file=1 CONTENT file=2 JOURNAL file=3 PROOFS file=4 MUTATIONS
#   file=5 NOT_SIMULATED; the first three are those of sieve.c, PROOFS and UNPROVED are those of prove_mac.sh. TO_PROVE: prints the lines of its MUTANTS instead, and
#   writes nothing. A few of them were killed: the prover is wrong if it shows that one is equivalent. Exit status: 1 if it did.
BEGIN { KILLED_TO_PROVE = 5 }
file == 0 { run = $2; sub(/.*\//, "", run); sub(/\.stim$/, "", run); have[run " " $1]; next }
file == 1 && $1 == "content" { rtl = $2; profile = $3 }
file == 1 && $1 == "runs" { runs = $2; unclean = $3; unlike = $4 }
file == 2 && $2 == key && $1 == "killed" && in_suite($6, $7) { killed[$3] = 1 }
file == 2 && $2 == key && $1 == "survived" && $5 == suite { survived[$3] = 1 }
file == 3 && $2 == proof && $1 == "equivalent" { same[$3] = 1 }
file == 5 { not_simulated++ }
file == 4 && to_prove {
	if (!($5 in killed)) print $5, ($5 in survived ? "induction" : "state")
	else if (looked++ < KILLED_TO_PROVE) print $5, "state"
	next
}
file == 4 {
	drawn++
	where = place(1)
	wire = option("-wire") == "" ? "" : " of " option("-wire") "[" option("-wirebit") "]"
	what = " " change() wire
	state = $5 in killed ? "reached" : $5 in same ? "equivalent" : $5 in survived ? "open" : "unhunted"
	count[state]++
	print state, "mutant", where what > points
	if ($5 in killed && $5 in same) wrong = 1
	if (index(where, home) == 1) where = substr(where, length(home) + 1)
	if (state == "open") lines[++alive] = where what
}
END {
	if (to_prove) exit
	dead = count["reached"] + 0; equal = count["equivalent"] + 0; open = count["unhunted"] + 0
	if (wrong) exit 1
	if ((getline why < unproved) <= 0) why = ""
	printf "%s: %d mutants made, %d killed, %d proved equivalent, %d survived, %d not hunted%s; by %d runs\n", name, drawn, dead, equal, alive, open, open && seconds ? " within " seconds " s" : "", runs
	if (why != "") print "  nothing is proved: " why
	if (not_simulated) printf "  %d more are not simulated, since Yosys refuses the change\n", not_simulated
	if (unclean) printf "  %d runs hunt nothing, since the MAC itself has findings in them\n", unclean
	if (unlike) printf "  %d runs hunt nothing, since the netlist that Yosys makes does something else in them than the RTL\n", unlike
	if (alive) print "survivors:"
	for (i = 1; i <= alive; i++) { print "  " lines[i]; list = list (i > 1 ? ", " : "") quoted(lines[i]) }
	printf "" > points
	if (open) print "what was not hunted is hunted by the same command once more"
	printf "{\"schema_version\": 1, \"mac\": %s, \"rtl_sha256\": %s, \"profile_sha256\": %s, \"bench\": %s, ", quoted(name), quoted(rtl), quoted(profile), quoted(bench) > json
	printf "\"stimuli\": %d, \"seeds\": %d, \"runs\": %d, \"runs_of_the_mac\": %d, \"runs_of_the_netlist\": %d, ", files, seeds, runs, unclean, unlike > json
	printf "\"made\": %d, \"killed\": %d, \"equivalent\": %d, \"survived\": %d, \"not_hunted\": %d, \"not_simulated\": %d, ", drawn, dead, equal, alive, open, not_simulated > json
	if (why != "") printf "\"not_proved\": %s, ", quoted(why) > json
	printf "\"survivors\": [%s]}\n", list > json
}
