# SPDX-License-Identifier: Apache-2.0
# Prints a line for each hunted mutant and the detection rate of each device, and writes both to PAGE. Input, between tabs:
#   head    PATCH fault:|black-box: TEXT
#   hunted  JSON RULE CAUGHT RULE-THAT-CAUGHT-IT STIMULUS ROW COMMIT
# REASONS: see by_profile.sh.
BEGIN {
	FS = "\t"
	while ((getline line < reasons) > 0)
		if (line !~ /^(#|$)/) {
			key = line
			sub(/ .*/, "", key)
			reason[key] = substr(line, length(key) + 2)
			if (reason[key] == "-")
				reason[key] = ""
		}
}
$1 == "head" {
	count = split($2, part, "/")
	sub(/\.patch$/, "", part[count])
	head[part[count - 1] "/" part[count], $3] = $4
	next
}
{
	count = split($2, part, "/")
	name = part[count]
	sub(/\.json$/, "", name)
	device = name
	sub(/-.*/, "", device)
	sub(/^[^-]*-/, "", name)
	name = device "/" name
	rule = device "/rule:" $3
	why = name in reason ? reason[name] : rule in reason ? reason[rule] : head[name, "black-box:"]
	hunted[device]++
	of_commit[$8]++
	if ($4 == "true") {
		caught[device]++
		first[device] += $7 == device "_by_profile"
		refuted += (name in reason && reason[name] != "")
		printf "%-56s %-22s found as %s by %s through %s%s\n", name, $3, $5, $6, $7, name in reason && why != "" ? ", THOUGH: " why : ""
	} else {
		explained[device] += why != ""
		of_reason[why] = of_reason[why] (of_reason[why] == "" ? "" : ", ") "`" name "`"
		printf "%-56s %-22s %s\n", name, $3, why != "" ? "not found: " why : "MISSED, and by_profile.reasons gives no reason"
	}
}
function of(device) {
	return sprintf("%d of %d mutants found (%.1f %%)", caught[device], hunted[device], 100 * caught[device] / hunted[device])
}
END {
	print "<!-- written by make detect -->\n# What profiles see of the faults of the bundled devices\n" > page
	print "`make detect` puts the mutants of the four bundled devices behind the profiles of `tests/data/profiles`, which know the" > page
	print "standard alone, and hunts each as a black box with the neutral stimuli and 300 seeds. Mutants of registers, of the" > page
	print "management bus and of observation ports are left out: a profile has none of these. *First* are those that the profile" > page
	print "DEVICE.mac finds, the device as its driver sets it up; the others are found through the profiles of its other" > page
	print "settings.\n" > page
	print "| device | mutants | found | rate | first | not found, for a reason | not found, without one |" > page
	print "| --- | --- | --- | --- | --- | --- | --- |" > page
	for (device in hunted) {
		missed = hunted[device] - caught[device] - explained[device]
		printf "%s by its profiles: %s, %d not found for a reason, %d missed\n", device, of(device), explained[device], missed | "sort"
		printf "| %s | %d | %d | %.1f %% | %d | %d | %d |\n", device, hunted[device], caught[device], 100 * caught[device] / hunted[device],
			first[device], explained[device], missed | "LC_ALL=C sort >> " page
		all["hunted"] += hunted[device]
		all["caught"] += caught[device]
		all["missed"] += missed
	}
	close("sort")
	close(page)
	close("LC_ALL=C sort >> " page)
	for (commit in of_commit)
		commits = commits (commits == "" ? "" : ", ") of_commit[commit] " at " commit
	printf "\nHunted: %s.\n", commits >> page
	printf "\nTogether %d of %d (%.1f %%). Why the others are not found:\n\n| reason | mutants |\n| --- | --- |\n", all["caught"], all["hunted"],
		100 * all["caught"] / all["hunted"] >> page
	close(page)
	for (why in of_reason)
		printf "| %s | %s |\n", why == "" ? "none is known" : why, of_reason[why] | "LC_ALL=C sort >> " page
	close("LC_ALL=C sort >> " page)
	if (refuted)
		print "reasons refuted: " refuted
	exit all["missed"] || refuted ? 1 : 0
}
