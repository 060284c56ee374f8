# SPDX-License-Identifier: Apache-2.0
# Says of the mutants of a MAC of a profile how many were killed, survived, or were not hunted in time, names the survivors by their source line, and writes
# the file JSON for the statement of conformance (tb/conform/worth.c).
# Usage: awk -v name=MAC -v key=KEY -v suite=SUITE -v files=COUNT -v seeds=COUNT -v seconds=LIMIT -v home=FOLDER/ -v bench=VERSION -v json=FILE
#   -f names.awk -f in_suite.awk -f mac.awk file=0 FILES file=1 CONTENT file=2 JOURNAL file=3 MUTATIONS file=4 NOT_SIMULATED; the first three are those of sieve.c.
file == 0 { run = $2; sub(/.*\//, "", run); sub(/\.stim$/, "", run); have[run " " $1]; next }
file == 1 && $1 == "content" { rtl = $2; profile = $3 }
file == 1 && $1 == "runs" { runs = $2; unclean = $3; unlike = $4 }
file == 2 && $2 == key && $1 == "killed" && in_suite($6, $7) { killed[$3] = 1 }
file == 2 && $2 == key && $1 == "survived" && $5 == suite { survived[$3] = 1 }
file == 4 { not_simulated++ }
file == 3 {
	drawn++
	if ($5 in killed) dead++
	else if ($5 in survived) {
		where = place(1)
		if (index(where, home) == 1) where = substr(where, length(home) + 1)
		wire = option("-wire") == "" ? "" : " of " option("-wire") "[" option("-wirebit") "]"
		lines[++alive] = where " " change() wire
	} else open++
}
END {
	printf "%s: %d mutants made, %d killed, %d survived, %d not hunted%s; by %d runs\n", name, drawn, dead, alive, open, open && seconds ? " within " seconds " s" : "", runs
	if (not_simulated) printf "  %d more are not simulated, since Yosys refuses the change\n", not_simulated
	if (unclean) printf "  %d runs hunt nothing, since the MAC itself has findings in them\n", unclean
	if (unlike) printf "  %d runs hunt nothing, since the netlist that Yosys makes does something else in them than the RTL\n", unlike
	if (alive) print "survivors:"
	for (i = 1; i <= alive; i++) { print "  " lines[i]; list = list (i > 1 ? ", " : "") quoted(lines[i]) }
	if (open) print "what was not hunted is hunted by the same command once more"
	printf "{\"schema_version\": 1, \"mac\": %s, \"rtl_sha256\": %s, \"profile_sha256\": %s, \"bench\": %s, ", quoted(name), quoted(rtl), quoted(profile), quoted(bench) > json
	printf "\"stimuli\": %d, \"seeds\": %d, \"runs\": %d, \"runs_of_the_mac\": %d, \"runs_of_the_netlist\": %d, ", files, seeds, runs, unclean, unlike > json
	printf "\"made\": %d, \"killed\": %d, \"survived\": %d, \"not_hunted\": %d, \"not_simulated\": %d, \"survivors\": [%s]}\n", drawn, dead, alive, open, not_simulated, list > json
}
