#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Prints the journals of drawn mutants of a row, its own and those in which it is a twin (tools/generated/run.sh), a path a line. A hunt that has not
# ended counts for nothing: the mutants that it has not come to might be killed by a run that nothing else asks for.
# Usage: tools/choice/journals.sh BUILD ROW
set -euo pipefail
hunts=$1/mutants/generated row=$2
for journal in "$hunts/$row/journal" "$hunts"/*/"$row/journal"; do
	device=${journal#"$hunts/"}
	[[ ! -s "$journal" || ! -e "$hunts/${device%%/*}/whole" ]] || echo "$journal"
done
