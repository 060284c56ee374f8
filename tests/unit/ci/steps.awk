# SPDX-License-Identifier: Apache-2.0
# Prints the commands of ci/github/*.yml and ci/gitlab/*.yml; with -v job=NAME those of one job. It knows the few forms that these two files have:
# "run: command", "run: |" with lines below it, and lists of commands below "script:", of which ">-" folds the lines below it into one.
function indent(line)
{
	match(line, /^ */)
	return RLENGTH
}
function say(text)
{
	if (job == "" || here == job)
		print text
}
function folded_out()
{
	if (folded != "")
		say(folded)
	folded = ""
}
block && NF && indent($0) < block { block = 0; folded_out() }
block {
	text = substr($0, block + 1)
	if (fold)
		folded = folded (folded == "" ? "" : " ") text
	else
		say(text)
	next
}
/^[a-z-]+:$/ && FILENAME ~ /gitlab/ { here = substr($1, 1, length($1) - 1) }
/^  [a-z-]+:$/ && FILENAME ~ /github/ { here = substr($1, 1, length($1) - 1) }
/^ +run: \|$/ { block = indent($0) + 2; fold = 0; next }
/^ +run: / { sub(/^ +run: /, ""); say($0); next }
/^ +(before_)?script:$/ { list = indent($0) + 2; next }
list && /^ +- >-$/ && indent($0) == list { block = list + 2; fold = 1; next }
list && /^ +- / && indent($0) == list { say(substr($0, list + 3)); next }
{ list = 0 }
END { folded_out() }
