# SPDX-License-Identifier: Apache-2.0
# Reads lines of race.c, "ROW PATCH METHOD SEED FOUND RUNS CYCLES SECONDS", of equally many seeds of both methods. Prints the table of the faults and
# the sums, and writes JSON. Variables: most, the runs after which a fault counts as not found; commit; json, its path.
# A median, of two in the middle the larger one, is "-" if a fault is not found in half of its repetitions or more. A rate is what was found for what all races took, also those
# that were given up, which is how often a hard fault is found per run, cycle or second. Guided generation is better if each of its rates is higher.
function value(row, patch, method, which,    n, i, j, t, list) {
	n = count[row, patch, method]
	for (i = 1; i <= n; i++)
		list[i] = found[row, patch, method, i] ? got[row, patch, method, i, which] : 1e30
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && list[j] < list[j - 1]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
	return list[int(n / 2) + 1]
}
function shown(v, format) { return v >= 1e30 ? "-" : sprintf(format, v) }
function in_json(v, format) { return v >= 1e30 ? "null" : sprintf(format, v) }
function middle(row, method, which,    n, i, j, t, list, p) {
	n = 0
	for (i = 1; i <= faults; i++)
		if (row == "" || row_of[i] == row)
			list[++n] = value(row_of[i], patch_of[i], method, which)
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && list[j] < list[j - 1]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
	return list[int(n / 2) + 1]
}
function rate(row, method, which, unit) { return hits[row, method] / sum[row, method, which] * unit }
function sum_json(row, method) {
	return sprintf("{\"found\": %d, \"of\": %d, \"median_runs\": %s, \"median_cycles\": %s, \"median_seconds\": %s, \"runs\": %d, \"cycles\": %.0f, \"seconds\": %.1f}",
		hits[row, method], races[row, method], in_json(middle(row, method, "runs"), "%d"), in_json(middle(row, method, "cycles"), "%d"),
		in_json(middle(row, method, "seconds"), "%.2f"), sum[row, method, "runs"], sum[row, method, "cycles"], sum[row, method, "seconds"])
}
{
	row = $1; patch = $2; method = $3
	if (!((row, patch) in known)) {
		known[row, patch]
		row_of[++faults] = row
		patch_of[faults] = patch
		if (!(row in rows)) { rows[row]; order[++row_count] = row }
	}
	n = ++count[row, patch, method]
	if (n > repetitions) repetitions = n
	found[row, patch, method, n] = $5
	won[row, patch, method] += $5
	got[row, patch, method, n, "runs"] = $6
	got[row, patch, method, n, "cycles"] = $7
	got[row, patch, method, n, "seconds"] = $8
	split(row SUBSEP, both, SUBSEP)
	for (i = 1; i <= 2; i++) {
		hits[both[i], method] += $5
		races[both[i], method]++
		sum[both[i], method, "runs"] += $6
		sum[both[i], method, "cycles"] += $7
		sum[both[i], method, "seconds"] += $8
	}
}
END {
	printf "%-58s  %-32s  %s\n", "", "random", "guided"
	printf "%-58s  %8s %12s %10s  %8s %12s %10s\n", "fault", "runs", "cycles", "seconds", "runs", "cycles", "seconds"
	for (i = 1; i <= faults; i++) {
		name = patch_of[i]
		sub(/^tests\/mutants\//, "", name)
		sub(/\.patch$/, "", name)
		line = sprintf("%-58s", name)
		split("random guided", methods, " ")
		for (m = 1; m <= 2; m++)
			line = line sprintf("  %8s %12s %10s", shown(value(row_of[i], patch_of[i], methods[m], "runs"), "%d"),
				shown(value(row_of[i], patch_of[i], methods[m], "cycles"), "%d"), shown(value(row_of[i], patch_of[i], methods[m], "seconds"), "%.2f"))
		print line
	}
	for (m = 1; m <= 2; m++)
		printf "%s: found %d of %d (%d faults, %d seeds, at most %d runs each), %.2f per 1,000 runs, %.0f per 1e9 cycles, %.1f per minute of CPU time\n",
			methods[m], hits["", methods[m]], races["", methods[m]], faults, repetitions, most, rate("", methods[m], "runs", 1000),
			rate("", methods[m], "cycles", 1e9), rate("", methods[m], "seconds", 60)
	printf "{\"schema_version\": 1, \"what\": \"fuzz\", \"commit\": \"%s\", \"faults\": %d, \"repetitions\": %d, \"runs_most\": %d,\n \"random\": %s,\n \"guided\": %s,\n \"rows\": [", commit,
		faults, repetitions, most, sum_json("", "random"), sum_json("", "guided") > json
	for (r = 1; r <= row_count; r++) {
		row = order[r]
		printf "%s\n  {\"dut\": \"%s\", \"mode\": \"exact\", \"random\": %s,\n   \"guided\": %s,\n   \"hunted\": [", (r > 1 ? "," : ""), row, sum_json(row, "random"),
			sum_json(row, "guided") > json
		separator = ""
		for (i = 1; i <= faults; i++) {
			if (row_of[i] != row) continue
			name = patch_of[i]
			sub(/.*\//, "", name)
			sub(/\.patch$/, "", name)
			line = sprintf("%s\n    {\"name\": \"%s\"", separator, name)
			for (m = 1; m <= 2; m++)
				line = line sprintf(", \"%s_found\": %d, \"%s_runs\": %s, \"%s_cycles\": %s, \"%s_seconds\": %s", methods[m],
					won[row, patch_of[i], methods[m]], methods[m], in_json(value(row, patch_of[i], methods[m], "runs"), "%d"), methods[m], in_json(value(row, patch_of[i], methods[m], "cycles"), "%d"),
					methods[m], in_json(value(row, patch_of[i], methods[m], "seconds"), "%.2f"))
			printf "%s}", line > json
			separator = ","
		}
		printf "]}" > json
	}
	printf "]}\n" > json
	better = 1
	split("runs cycles seconds", units, " ")
	for (u = 1; u <= 3; u++)
		if (rate("", "guided", units[u], 1) <= rate("", "random", units[u], 1))
			better = 0
	if (!better) print "guided generation is not better than random generation"
	exit !better
}
