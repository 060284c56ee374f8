# SPDX-License-Identifier: Apache-2.0
# How many planted faults of each device the hunt found in each mode: build/how_good/planted.json, of build/mutants.json.
def row($mode; caught; reason): {dut: (.[0].dut | sub("_.*"; "")), mode: $mode, faults: length, caught: (map(select(caught)) | length),
  explained: (map(select((caught | not) and reason != "")) | length), missed: [.[] | select((caught | not) and reason == "") | .mutant]};
{schema_version: 1, what: "planted", commit: $commit,
 rows: (group_by(.dut | sub("_.*"; "")) | map(row("exact"; .caught; ""), row("black-box"; .black_box.caught; .black_box.reason // "")))}
