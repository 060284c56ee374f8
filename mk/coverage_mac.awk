# SPDX-License-Identifier: Apache-2.0
# Lines, branches and toggles of a MAC's own sources, of what verilator_coverage merged. Instances of a module count together.
# Usage: awk -v home=FOLDER/ -v name=MAC -v bench=VERSION -v files=COUNT -v seeds=COUNT -v unreached=FILE -v list=FILE -v json=FILE -f coverage_mac.awk file=1 SOURCES file=2 MERGED
# Writes to UNREACHED a line for each line, branch and bit of a signal that was never reached, to LIST a line for each of them, reached or not (tb/profile/reasons.h), and
# figures to JSON; prints the figures, and the first lines.
function quoted(s) { gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); return "\"" s "\"" }
function short(path) { return index(path, home) == 1 ? substr(path, length(home) + 1) : path }
BEGIN { source[""]; LINES_SHOWN = 20 }
file == 1 { source[$0]; next }
file == 2 && /^C '/ {
	count = $0; sub(/.*' /, "", count)
	text = $0; sub(/^C '/, "", text); sub(/' [0-9]+$/, "", text)
	n = split(text, field, "\001")
	split("", value)
	for (i = 2; i <= n; i++) { k = index(field[i], "\002"); value[substr(field[i], 1, k - 1)] = substr(field[i], k + 1) }
	if (!(value["f"] in source) || value["f"] == "") next
	kind = value["page"]; sub(/^v_/, "", kind); sub(/\/.*/, "", kind)
	at = value["f"] ":" value["l"]
	if (kind == "toggle") point = "toggle" SUBSEP at SUBSEP value["o"]
	else point = "branch" SUBSEP at SUBSEP value["n"] ":" value["o"]
	if (!(point in hits)) { order[++points] = point; what[point] = value["o"] }
	hits[point] += count
	# The lines of a block; of a block without its own text, an else that is not there, none.
	parts = kind == "toggle" ? 0 : split(value["S"], range, ",")
	for (i = 1; i <= parts; i++) {
		two = split(range[i], ends, "-")
		for (l = ends[1] + 0; l <= ends[two] + 0; l++) {
			if (!((value["f"] ":" l) in line)) { lines_of[value["f"]] = lines_of[value["f"]] " " l; line[value["f"] ":" l] = 0 }
			line[value["f"] ":" l] += count
		}
	}
}
END {
	printf "" > unreached
	close(unreached)
	for (f in source) {
		m = split(lines_of[f], its, " ")
		for (i = 1; i <= m; i++) {
			all["line"]++
			ran = line[f ":" its[i]] > 0
			print (ran ? "reached" : "open"), "line", f ":" its[i] > list
			if (ran) reached["line"]++
			else dead[++deads] = sprintf("%s:%06d: this line never ran", short(f), its[i])
		}
	}
	for (i = 1; i <= points; i++) {
		split(order[i], part, SUBSEP)
		all[part[1]]++
		follows = part[1] == "branch" && (part[2] in line) && !line[part[2]] # nobody looks at a branch of a line that never ran
		print (hits[order[i]] ? "reached" : follows ? "within" : "open"), part[1], part[2] " " what[order[i]] > list
		if (hits[order[i]]) { reached[part[1]]++; continue }
		k = match(part[2], /:[0-9]+$/)
		f = substr(part[2], 1, k - 1); l = substr(part[2], k + 1)
		if (part[1] == "toggle") never[++nevers] = sprintf("%s:%06d: %s never changed", short(f), l, what[order[i]])
		else if (!follows) dead[++deads] = sprintf("%s:%06d: its branch \"%s\" was never taken", short(f), l, what[order[i]])
	}
	sorter = "sort | sed 's/:0*\\([0-9][0-9]*\\): /:\\1: /' >> '" unreached "'"
	for (i = 1; i <= deads; i++) print dead[i] | sorter
	close(sorter)
	for (i = 1; i <= nevers; i++) print never[i] | sorter
	close(sorter)
	printf "%s: lines %d of %d, branches %d of %d, toggles %d of %d; by %d stimuli and %d seeds\n", name, reached["line"], all["line"], reached["branch"], all["branch"],
		reached["toggle"], all["toggle"], files, seeds
	printf "{\"schema_version\": 1, \"mac\": %s, \"bench\": %s, \"stimuli\": %d, \"seeds\": %d, ", quoted(name), quoted(bench), files, seeds > json
	printf "\"lines\": {\"all\": %d, \"reached\": %d}, \"branches\": {\"all\": %d, \"reached\": %d}, ", all["line"], reached["line"], all["branch"], reached["branch"] > json
	printf "\"toggles\": {\"all\": %d, \"reached\": %d}, \"unreached\": [", all["toggle"], reached["toggle"] > json
	close(unreached)
	i = 0
	while (i < deads && (getline text < unreached) > 0) {
		i++
		if (i <= LINES_SHOWN) print "  " text
		printf "%s%s", (i > 1 ? ", " : ""), quoted(text) > json
	}
	if (deads > LINES_SHOWN) printf "  and %d more\n", deads - LINES_SHOWN
	print "]}" > json
}
