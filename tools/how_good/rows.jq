# SPDX-License-Identifier: Apache-2.0
# Writes the figures of a measurement as people compare them: each row of a list on a line of its own. Usage: jq -r -f rows.jq FILE.json
def member: "  \(.key | tojson): " + (if .value | type == "array" then "[\n" + (.value | map("    " + tojson) | join(",\n")) + "\n  ]" else .value | tojson end);
"{\n" + (to_entries | map(member) | join(",\n")) + "\n}"
