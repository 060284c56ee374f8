# SPDX-License-Identifier: Apache-2.0
# The table NAME of a page, of the files tools/how_good/times-KIND.json: "waited" is what each command takes, a column for each machine; "test" is what the
# parts of make test take.
def two: tostring | if test("\\.") then . else . + ".0" end;
# 7.3 s, 38 s, 12 min 40 s
def span: if . < 9.95 then "\(. * 10 | round / 10 | two) s" elif . < 119.5 then "\(round) s"
	else (round | "\(. / 60 | floor) min \(. % 60) s") end;
def machine: "\(.cores) cores; a new page takes \(.fault_us) us, a fork \(.fork_us) us";
def total: .seconds // (.build_seconds + .run_seconds);
def cpu: .cpu_seconds // (.build_cpu_seconds + .run_cpu_seconds);
def words: if . == null then "not measured" else
	"\(total | span), \(cpu | span) of CPU time\(if .build_seconds then "; the build \(.build_seconds | span), and \(.runs) runs \(.run_seconds | span)" else "" end)" end;
def row($files; $part; $says): "| \($says) | " + ([$files[] | [.rows[] | select(.part == $part)][0] | words] | join(" | ")) + " |";
def row_if_measured($files; $part; $says): if any($files[].rows[]; .part == $part) then row($files; $part; $says) else empty end;
def commits($files): [$files[].rows[].commit] | unique | join(", ");
def waited($files):
	if ($files | length) == 0 then "Nothing is measured yet: `make times` does that." else
	"| from the command to its verdict | " + ([$files[].machine | machine] | join(" | ")) + " |",
	"| --- |" + ([$files[] | " --- |"] | join("")),
	row_if_measured($files; "first"; "`make smoke DUT=bcm5718` in a fresh clone, packages present"),
	row($files; "regress"; "`make regress` in a fresh clone, packages present"),
	row($files; "smoke-own"; "`make smoke` after an edit of one file of the 82598EB"),
	row($files; "smoke-shared"; "`make smoke` after an edit of a file that all 10 Gb/s rows share"),
	row($files; "profile"; "`make smoke MACS=...` for a MAC by its profile that was never built"),
	row($files; "test"; "`make test` after `make regress`"),
	row($files; "ci"; "`.ci/run` in a fresh clone, packages present"),
	"",
	"Measured by `make times`, with commit \(commits($files))." end;
def seconds: if . == null then "-" else tostring end;
def tested($files):
	[$files[] | . as $file | .rows[] | select(.part == "test") | . + {machine: $file.machine}] as $tests |
	if ($tests | length) == 0 then "Nothing is measured yet: `make times PARTS=test` does that." else
	($tests[] | "With \(.machine | machine), commit \(.commit):", "",
	"| part | passed | failed | CPU seconds | seconds |", "| --- | --- | --- | --- | --- |",
	(.parts[] | "| \(.part) | \(.passed | seconds) | \(.failed | seconds) | \(.cpu_seconds | round) | \(.wall_seconds | round) |"),
	"| all | | | \(.cpu_seconds | round) | \(.seconds | round) |", "") end;
if $name == "waited" then waited(.) elif $name == "test" then tested(.) else error("there is no table '\($name)'") end
