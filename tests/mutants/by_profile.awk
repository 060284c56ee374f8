# SPDX-License-Identifier: Apache-2.0
# Prints a line for each hunted mutant and the detection rate of each device. Input, between tabs: mutant, device, rule of the mutant, caught, rule
# that caught it, stimulus, reason in the mutant's head. REASONS: see by_profile.sh.
BEGIN {
	FS = "\t"
	while ((getline line < reasons) > 0)
		if (line !~ /^(#|$)/) {
			key = line
			sub(/ .*/, "", key)
			reason[key] = substr(line, length(key) + 2)
		}
}
{
	split($1, part, "/")
	rule = part[1] "/rule:" $3
	why = $1 in reason ? reason[$1] : rule in reason ? reason[rule] : $7
	used[$1] = used[rule] = 1
	hunted[$2]++
	if ($4 == "true") {
		caught[$2]++
		refuted += ($1 in reason)
		printf "%-56s %-22s found as %s by %s%s\n", $1, $3, $5, $6, $1 in reason ? ", THOUGH: " why : ""
	} else {
		explained[$2] += why != ""
		printf "%-56s %-22s %s\n", $1, $3, why != "" ? "not found: " why : "MISSED, and by_profile.txt gives no reason"
	}
}
END {
	for (device in hunted) {
		printf "%s by its profile: %d of %d mutants found (%.1f %%), %d not found for a reason, %d missed\n", device, caught[device], hunted[device],
			100 * caught[device] / hunted[device], explained[device], hunted[device] - caught[device] - explained[device] | "sort"
		missed += hunted[device] - caught[device] - explained[device]
	}
	close("sort")
	if (refuted)
		print "reasons refuted: " refuted
	exit missed || refuted ? 1 : 0
}
