# SPDX-License-Identifier: Apache-2.0
# Takes mutations that may be a loop without a register out of a list: those that let an address of a memory that is read without a clock depend on the
# address of another of its read ports. In a chain of tables, as in crc32_64.v, the latter can depend on what the former reads.
# Usage: awk -f loops.awk file=1 NETLIST file=2 MUTATIONS; prints the mutations that are left, and writes the others to the file OUT (-v out=OUT), if any.
file == 1 && $1 == "cell" { memory = $2 == "$mem_v2" ? substr($3, 2) : ""; next }
file == 1 && memory != "" && $1 == "parameter" && $2 == "\\ABITS" { bits[memory] = $3; next }
file == 1 && memory != "" && $1 == "parameter" && $2 == "\\RD_CLK_ENABLE" { if ($3 ~ /'0*1/) clocked[memory] = 1; next }
function option(name,   i) { for (i = 1; i < NF; i++) if ($i == name) return $(i + 1); return "" }
file == 2 {
	cell = option("-cell")
	if (option("-port") == "RD_ADDR" && option("-ctrlbit") != "" && (cell in bits) && !(cell in clocked) &&
		int(option("-portbit") / bits[cell]) != int(option("-ctrlbit") / bits[cell])) print >> out
	else print
}
