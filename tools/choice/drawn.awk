# SPDX-License-Identifier: Apache-2.0
# The kills of drawn mutants by runs of a row, lines "DEVICE/MUTANT MODE RUN". The variables row and model name it and its device. Files: run=1 ROW.reach;
# journal=0 kills.txt; journal=1 the journals of the row (tools/generated/sieve.c), which take the place of kills.txt. Of a journal its newest key
# counts.
run { name[$4] = $3; next }
!journal {
	for (i = 6; $5 == row && ($1 == "drawn" || $1 == "assumed") && i <= NF; i++)
		kept[++lines] = $1 == "drawn" ? model "/" $i " " $2 " " $3 : "assumed/" $3 " " $2 " " $i
	next
}
$1 == "killed" { journals++; last = $2; kill[$2, ++count[$2]] = model "/" $3 " " $4 " " ($7 == "seed" ? $6 : name[$7]) }
$1 == "survived" { journals++; last = $2 }
END {
	for (i = 1; !journals && i <= lines; i++)
		print kept[i]
	for (i = 1; i <= count[last]; i++)
		if (split(kill[last, i], word, " ") == 3)
			print kill[last, i]
}
