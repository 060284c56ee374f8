# SPDX-License-Identifier: Apache-2.0
# Prints the lines of ROW.kills that still stand, and writes the faults that have to be hunted to the file that the variable unmeasured names. The variable all is
# the hash of all stimuli. Files: ROW.reach, ROW.faults, and twice ROW.kills after an empty line.
#
# A kill stands if its run has the same stimulus and the fault and the RTL are the same. A fault is hunted if that has changed, or if in a mode, unless no
# black box can see it, no kill stands and the stimuli are not those by which it was missed.
FNR == 1 { file++ }
file == 1 { hash[$2 " " $3] = $4; next }
file == 2 { order[++faults] = $2; rule[$2] = $3; modes[$2] = $4; key[$2] = $6; line[$2] = $0; next }
file == 3 && NF > 1 {
	if ($1 == "done") {
		known[$2] = $7
		if ($4 == "missed" && $8 == all) missed[$2 " " $3] = 1
	} else if (hash[$3 " " $4] == $5 && ($3 == "black-box" || $6 == rule[$2]))
		found[$2 " " $3] = 1
}
file == 3 { next }
file == 4 && FNR == 1 { decide() }
NF < 2 || ($2 in wanted) || !($2 in key) { next }
$1 == "done" || hash[$3 " " $4] == $5
function decide(    i, f) {
	for (i = 1; i <= faults; i++) {
		f = order[i]
		if (known[f] == key[f] && ((f " exact") in found || (f " exact") in missed) &&
		    (modes[f] == "exact" || (f " black-box") in found || (f " black-box") in missed))
			continue
		wanted[f] = 1
		print line[f] > unmeasured
	}
}
