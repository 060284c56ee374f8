# SPDX-License-Identifier: Apache-2.0
# Prints, for a DUT, its mutants per module: killed, equivalent, of a class of reasons, survived, and not hunted yet, with the observation ports and
# as a black box; then each survivor, and where its outputs differ, and each mutation that Yosys cannot simulate. Writes the row of
# build/how_good/mutants.json to the file JSON.
# Usage: awk -v dut=DUT -v seeds=COUNT -v first=COUNT -v json=FILE -f names.awk -f table.awk file=1 REASONS file=2 STATE file=3 MUTATIONS file=4 NOT_SIMULATED
# A line of REASONS is "DUT MODULE.v:LINE CHANGE MODE REASON" (tools/reasons/drawn.reasons). The exit status is 1 if a mutant survived without a reason, or if one
# was killed, or shown equivalent, in spite of its reason, or both killed in this row and shown equivalent.
# Of the mutations that were drawn, those are counted that STATE has, and the FIRST of NOT_SIMULATED, which netlist.sh writes.
function count(m, mode, what) { n[m, mode, what]++; n["all", mode, what]++; modules[m] = 1 }
# Does PATTERN of REASONS stand for the change WHAT?
function fits(pattern, what,   before, range) {
	while (match(pattern, /\[[0-9]+-[0-9]+\]/)) {
		before = substr(pattern, 1, RSTART - 1)
		split(substr(pattern, RSTART + 1, RLENGTH - 2), range, "-")
		pattern = substr(pattern, RSTART + RLENGTH)
		if (substr(what, 1, length(before)) != before) return 0
		what = substr(what, length(before) + 1)
		if (!match(what, /^\[[0-9]+\]/)) return 0
		if (substr(what, 2, RLENGTH - 2) + 0 < range[1] + 0 || substr(what, 2, RLENGTH - 2) + 0 > range[2] + 0) return 0
		what = substr(what, RLENGTH + 1)
	}
	if (pattern ~ /\*$/) return substr(what, 1, length(pattern) - 1) == substr(pattern, 1, length(pattern) - 1)
	return pattern == what
}
function reason_of(where, what, mode,   i) {
	for (i = 1; i <= reasons; i++)
		if (where == r_where[i] && fits(r_what[i], what) && (r_mode[i] == "both" || r_mode[i] == mode)) return i
	return 0
}
# What the outputs of a survivor showed.
function shown(seen,   part) {
	if (seen == "never") return ", never seen at the outputs"
	if (split(seen, part, ":") != 3) return ""
	return ", seen in " part[1] " from clock " part[2] " on at " part[3]
}
function equivalent(proof) { return proof ~ /^(structure|state|reachable|induction)$/ }
# Was it killed in a row with other parameters, in which it may matter although it is equivalent in this one?
function by_twin(state) { return index(state, dut "_") == 1 && state ~ /^[^\/]*:/ }
function judge(number, where, what, mode, state, proof, seen,   verdict, why) {
	why = reason_of(where, what, mode)
	if (state ~ /\//) verdict = "killed"
	else if (equivalent(proof)) verdict = "equivalent"
	else if (state != "survived") verdict = "open"
	else verdict = why ? "explained" : "survived"
	if (verdict == "killed" && !by_twin(state) && mode == "exact" && equivalent(proof)) wrong = wrong "\n  " where " " what ": it was killed by " state ", though it was proved equivalent"
	if (verdict == "equivalent" && mode == "exact" && seen ~ /:/) wrong = wrong "\n  " where " " what ": it was proved equivalent" shown(seen)
	if (why && r_what[why] != "*" && (verdict == "killed" || verdict == "equivalent"))
		wrong = wrong "\n  " where " " what ", " mode ": it is " verdict " (" state "), in spite of its reason"
	return verdict
}
file == 1 && /^[^#]/ && $1 == dut { reasons++; r_where[reasons] = $2; r_what[reasons] = $3; r_mode[reasons] = $4; next }
file == 2 {
	state[$1, "exact"] = $2; state[$1, "black-box"] = $3; proof[$1] = $4
	sight[$1, "exact"] = $5; sight[$1, "black-box"] = $6
	next
}
file == 3 || file == 4 {
	drawn++
	full = place(); where = full; sub(/.*\//, "", where); what = change(); module = where; sub(/\.vh?:.*/, "", module)
	wire = option("-wire") == "" ? "" : " of " option("-wire") "[" option("-wirebit") "]"
}
file == 4 && $5 <= first { not_simulated++; impossible = impossible sprintf("  %5d %s %s\n", $5, full, what) }
# Cells that Yosys made of several, or of one line, may have the same name: the second change of one name is NAME#2, in the order of the draw.
file == 3 { if (++same[where " " what] > 1) what = what "#" same[where " " what] }
file == 3 && $5 in proof {
	for (k = 1; k <= 2; k++) {
		mode = k == 1 ? "exact" : "black-box"
		verdict = judge($5, where, what, mode, state[$5, mode], proof[$5], sight[$5, mode])
		count(module, mode, verdict)
		if (verdict == "survived") {
			if (sight[$5, mode] == "never") n["all", mode, "unseen"]++
			if (k == 2 && state[$5, "exact"] !~ /\//) continue # it is in the list of the exact mode
			list[mode] = list[mode] sprintf("  %5d %s %s%s%s\n", $5, full, what, wire, shown(sight[$5, mode]))
			lost[mode] = lost[mode] (lost[mode] == "" ? "" : ", ") quoted(full " " what wire)
		}
	}
	if (equivalent(proof[$5])) how[proof[$5]]++
}
function numbers(m, mode) {
	return sprintf("%6d %6d %6d %6d %6d", n[m, mode, "killed"], n[m, mode, "equivalent"], n[m, mode, "explained"], n[m, mode, "survived"], n[m, mode, "open"])
}
function json_row(mode,   what, ret, i) {
	split("killed equivalent explained survived open", what, " ")
	ret = "{\"dut\": " quoted(dut) ", \"mode\": " quoted(mode) ", \"seeds\": " seeds + 0 ", \"drawn\": " drawn
	for (i = 1; i <= 5; i++) ret = ret ", " quoted(what[i]) ": " n["all", mode, what[i]] + 0
	return ret ", \"not_simulated\": " not_simulated + 0 ", \"unseen\": " n["all", mode, "unseen"] + 0 ", \"survivors\": [" lost[mode] "]}"
}
END {
	printf "%-20s | %-34s | %s\n", dut, "exact", "black box"
	printf "%-20s | killed  equiv reason surviv   open | killed  equiv reason surviv   open\n", ""
	for (m in modules) print sprintf("%-20s", m) " | " numbers(m, "exact") " | " numbers(m, "black-box") | "LC_ALL=C sort"
	close("LC_ALL=C sort")
	print sprintf("%-20s", "all") " | " numbers("all", "exact") " | " numbers("all", "black-box")
	printf "equivalent: %d by structure, %d in any state, %d in the states after a reset, %d by induction\n", how["structure"], how["state"], how["reachable"], how["induction"]
	if (impossible != "") printf "not simulated, since Yosys refuses the change or it may be a loop without a register: %d, in none of the columns\n%s", not_simulated, impossible
	for (k = 1; k <= 2; k++) {
		mode = k == 1 ? "exact" : "black-box"
		if (list[mode] != "") printf "survivors, %s, %d of %d never seen at the outputs:\n%s", mode, n["all", mode, "unseen"], n["all", mode, "survived"], list[mode]
		print json_row(mode) > json
	}
	if (wrong != "") print "wrong:" wrong
	exit n["all", "exact", "survived"] + n["all", "black-box", "survived"] > 0 || wrong != ""
}
