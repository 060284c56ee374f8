#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Copies the checkout with its build and edits one file after the other there: a regression must run what the edit touches, all of it, and take over
# the rest. Usage: history_copy.sh DIR
#
# Exit status 0: it does; 1: otherwise, with a line that says why.
set -euo pipefail
dir=$1
fail() {
	echo "history_copy: $*" >&2
	exit 1
}
tests/unit/support/copy.sh "$dir" gen obj plain libpausemodel.a
cd "$dir"
unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE
export NO_INSTALL=1
# Two seeds of each of three rows.
regress() {
	make -s regress JOBS=2 DUT="bcm5718_alt bcm1250_alt bcm1250_any" REGRESS_FLAGS='--suite seeds --seeds 1..2' > out 2>&1 || true
	table=$(sed -n 's/^.* in \([0-9]*\) runs, of which \([0-9]*\) passed before on the same content, .*/\1 \2/p' out)
	[ -n "$table" ] || table=$(sed -n 's/^.* in \([0-9]*\) runs, .*/\1 0/p' out)
	[ "$table" = "6 $1" ] || fail "$2: 6 runs with $1 taken over expected, actual '$table': $(tail -3 out)"
}
regress 0 'the first regression'
regress 6 'without an edit'
sed -i '0,/^endmodule/s//wire never_used = 1'\''b0;\nendmodule/' rtl/bcm1250/bcm1250_mac.v
regress 2 'an edit of rtl/bcm1250'
sed -i '0,/^endmodule/s//wire never_used = 1'\''b0;\nendmodule/' rtl/common/crc32.v
regress 0 'an edit of rtl/common that both devices use'
regress 6 'without an edit'
printf 'int scoreboard_unused_number(void);\nint scoreboard_unused_number(void)\n{\n\treturn 1;\n}\n' >> tb/check/scoreboard.c
regress 0 'an edit of the bench'
printf 'int buffer_unused_number(void);\nint buffer_unused_number(void)\n{\n\treturn 1;\n}\n' >> models/device/bcm5718.c
regress 0 'an edit of the golden models'
touch rtl/bcm1250/bcm1250_mac.v
CXXFLAGS=-O0 regress 2 'another option of the compiler for one device'
[ ! -e build/plain/i82598/fast.o ] || [ ! build/plain/i82598/fast.o -nt tb/check/scoreboard.c ] || fail 'a row that nobody asked for was compiled'
