#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints, in one line and separated by commas, what the generated C++ of a DUT keeps outside of the plain memory of its model: members that own memory,
# and calls that change something elsewhere ($random, $fopen, C by DPI or $c). Prints an empty line if a copy of the model's memory is a copy of the
# simulation (tb/seam/seam.cpp).
#
# What is not known to be plain counts as outside: a newer simulator or an unusual MAC is slower at worst, and never wrong.
#
# The interface class (CLASS.cpp, CLASS.h), the tables of constants, the tracing and the construction of scopes have no code of the RTL. The *Slow* files
# have what runs before the first clock: there registers get random values, and $readmem fills memories.
# usage: tb/seam/outside.sh FOLDER CLASS
folder=$1 class=$2
export LC_ALL=C

# Members: plain numbers, arrays of plain types, pointers to other parts of the model, and parts themselves, whose headers are read as well. A line with
# a parenthesis begins the declaration of a function, or of a port (VL_IN8).
members() {
	cat "$@" | sed -e 's://.*::; s:/\*[^*]*\*/::g' | awk -v class="$class" '
	function plain(type) {
		while (type ~ /^VlUnpacked<.*, *[0-9]+>$/) {
			sub(/^VlUnpacked</, "", type)
			sub(/, *[0-9]+>$/, "", type)
		}
		return type ~ /^(CData|SData|IData|QData|EData|WData|bool|double|u?int(8|16|32|64)_t|std::atomic<uint32_t>)$/ ||
			type ~ /^(VlWide|VlTriggerVec)<[0-9]+>$/ || type ~ "^" class "_[A-Za-z0-9_]+$"
	}
	constant { constant = !/;[ \t]*$/; next }
	/^[ \t]*static const(expr)? / { constant = !/;[ \t]*$/; next }
	declaration || /\(/ { declaration = !/\)/; next }
	/^#/ || /^[ \t]*$/ || /^[ \t]*(public|private|protected):/ || /^[ \t]*[{}]/ || /^[ \t]*(return |&& )/ { next }
	/^[ \t]*(alignas[^ ]* )?(class|struct)( |;|\{)/ { next }
	{
		type = $0
		gsub(/^[ \t]+|[ \t]+$/, "", type)
		sub(/ *(= *[^;]*|\{[^;]*\})?;$/, "", type)
		sub(/(\[[0-9]+\])+$/, "", type)
		sub(/ *[A-Za-z_][A-Za-z0-9_]*$/, "", type)
		gsub(/^const | const$/, "", type)
		if (!plain(type) && type !~ "^(" class "[A-Za-z0-9_]*|char|VerilatedScope) ?\\*$" && type !~ /^Verilated(Scope|Hierarchy)$/)
			print "a member of type " (type == "" ? $0 : type)
	}'
}

# Calls, without those of the model itself. Names of the simulator begin with VL_; they compute, print a line or end the simulation, but for those that
# stateful() lists. The counters of line coverage are members.
words='if|for|while|switch|return|sizeof'
methods='at|atDefault|any|set|clear|andNot|thisOr|word|neq|assign|data|size|name|to_string(_middle)?|(__)?_ctor_var_reset|__Vconfigure'
simulator='debug|__vlCoverInsert|coveragep|fetch_add|assert|contextp|Verilated::(overWidthError|threadContextp|catName)'
mathematics='sqrt|pow|exp|log|log10|log2|floor|ceil|sin|cos|tan|asin|acos|atan|atan2|hypot|fabs|fmod|trunc|round'
library='std::(move|abs|min|max|string|memcpy|memset)'
# A function of the RTL that is not spread out is a member of its part, whose code is read as well.
own() { cat $headers | grep -oE 'void __VnoInFunc_[A-Za-z0-9_]+\(' | sed 's/^void //; s/($//'; }
calls() {
	cat "$@" | sed -e 's/\\"//g; s/"[^"]*"//g; s://.*::; s/assertOn()//g' | grep -oE '[A-Za-z_][A-Za-z0-9_:]*\(' | tr -d '(' | sort -u |
		grep -vE "^($class(_|:|\$)|VL_)" | grep -vxE "$words|$methods|$simulator|(std::)?($mathematics)|$library" | grep -vxF "$(own)"
}

# Calls of the simulator that read or change what is no part of the model, but for those that match the first argument.
stateful() {
	harmless=$1
	shift
	cat "$@" | grep -oE '\bVL_(RAND|URAND|DIST|F[A-Z]+|[A-Z]*GETC|PUTC|READMEM|WRITEMEM|SYSTEM|TIMEFORMAT)[A-Z_]*\(' | sort -u |
		grep -vE "^VL_(FATAL_MT|FINISH_MT${harmless:+|$harmless})" |
		sed -E "s/^VL_([A-Z]+(_RESET)?).*/\$\L\1/; s/^.rand_reset\$/random values while it runs/"
}

cd "$folder" || exit 2
headers='' slow='' fast=''
for file in "$class"*.h "$class"*.cpp; do
	case $file in
	"$class.h" | "$class.cpp" | *__pch.h | *__Dpi.* | *__Syms*.cpp | *__Trace* | *__ConstPool*) ;;
	*.h) headers="$headers $file" ;;
	*Slow*) slow="$slow $file" ;;
	*) fast="$fast $file" ;;
	esac
done
# shellcheck disable=SC2086 # names of generated files have no spaces
{
	members $headers
	calls $fast $slow
	stateful '' $fast
	stateful 'RAND_RESET|READMEM' $slow
	! cat $fast $slow $headers | grep -qE '[$]c (statement|function) at|code from .systemc' || echo "\$c"
	! cat $fast $slow | grep -E '^[[:blank:]]+(static|thread_local|extern) ' | grep -qvE 'static (const|constexpr|inline) |fake_zero_count' ||
		echo 'a static variable'
} | sort -u | paste -sd , - | sed 's/,/, /g; s/[\\"]//g'
