# SPDX-License-Identifier: Apache-2.0
# What Verilator says -> the first error, or the first width that does not fit at the instance, as "FILE:LINE:COLUMN: what; remedy".
/^%(Error|Warning)/ {
	code = $1
	sub(/^%(Error|Warning)-?/, "", code)
	sub(/:$/, "", code)
	text = $0
	sub(/^%[A-Za-z]+[^:]*: /, "", text)
	place = text
	if (match(place, /^[^ :]+:[0-9]+:([0-9]+:)? /)) {
		text = substr(place, RLENGTH + 1)
		place = substr(place, 1, RLENGTH - 2)
	} else
		place = ""
	sub(/\.$/, "", text)
	file = place
	sub(/:.*/, "", file)
	remedy = ""
	if (file ~ /_mac\.v$/ && text ~ /syntax error/) { # of the generated module around the instance, whose last line is the place then
		while ((getline line < instance) > 0)
			lines++
		close(instance)
		place = instance ":" lines
		file = ""
		remedy = "; the instance ends within a statement: a bracket, a semicolon or an `end` is missing"
	} else if (file == instance && text ~ /syntax error.*expecting IDENTIFIER/)
		remedy = "; a word of SystemVerilog, such as `bit` or `priority`, is no name of a net"
	else if (code ~ /^PINNOTFOUND/)
		remedy = "; look at the ports of the MAC's top module"
	else if (code ~ /^WIDTH/)
		remedy = "; doc/use/your-own-mac.md has the widths of the nets: connect a part of the net, or widen the port"
	else if (text ~ /Duplicate declaration/ && file == instance)
		remedy = "; the bench has a net of this name (doc/use/your-own-mac.md, 2): give yours another one"
	else if (text ~ /Signal definition not found|Can't find definition of (variable|signal)/)
		remedy = "; declare the net, or use one of those of doc/use/your-own-mac.md"
	else if (text ~ /Cannot find file containing module/)
		remedy = "; add its file or folder to `sources`"
	else if (text ~ /Cannot find include file/)
		remedy = "; add its folder to `incdir`"
	else if (text ~ /syntax error/ && file ~ /\.v$/)
		remedy = "; SystemVerilog in a .v file needs `language 1800-2017` in the profile"
	if (code == "STMTDLY" && !delay)
		delay = place ": a delay (#) is not simulated, since the bench gives clock edges and no time between them; a clock that is made by delays never ticks: tie the clock to `clk`, and leave other delays out of the sources"
	if ($1 ~ /^%Error/ && failed && place != "" && !error)
		error = place ": " text remedy
	if ($1 ~ /^%Error/ && failed && place == "" && !other)
		other = text
	if (code ~ /^WIDTH/ && file == instance && !width)
		width = place ": " text remedy
}
END {
	if (error)
		print error
	else if (delay)
		print delay
	else if (width)
		print width
	else if (other && failed)
		print profile ": verilator: " other (other ~ /[Ii]nvalid option/ ? "; look at the lines `verilator`" : "")
}
