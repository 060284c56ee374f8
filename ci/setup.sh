#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the packages that the given targets of the Makefile need, and no others. For Debian and its derivatives.
#
# usage: ci/setup.sh TARGET...   regress test link mutants synth second netlists formal how-good waves coverage lint format man memory bench all
# NO_INSTALL=1 prints the command instead and exits 2. Exit status: 0 all packages are there, 2 some are missing.
set -u

# package | a program or header that proves it is there if it did not come from a package | the purpose
packages='
verilator         | verilator                                | compiles the Verilog into a simulator
g++               | g++                                      | compiles what Verilator writes
gcc               | gcc                                      | compiles the bench and the models
libc6-dev         | /usr/include/stdio.h                     | the C library to compile against
make              | make                                     | runs the build
pkg-config        | pkg-config                               | finds the flags of the libraries
libdeflate-dev    | /usr/include/libdeflate.h                | CRC-32 in the models and the drivers
zlib1g-dev        | /usr/include/zlib.h                      | FST waves
liblz4-dev        | /usr/include/lz4.h                       | FST waves of Verilator 5.050 and later
libpcap-dev       | /usr/include/pcap/pcap.h                 | the tests read the captures with it
libjansson-dev    | /usr/include/jansson.h                   | writes the JSON reports
libxml2-dev       | /usr/include/libxml2/libxml/xmlwriter.h  | writes the JUnit report
libsqlite3-dev    | /usr/include/sqlite3.h                   | remembers the results of regressions
libcriterion-dev  | /usr/include/criterion/criterion.h       | runs the tests
libsystemc-dev    | /usr/include/systemc.h                   | two MACs on a cable are a SystemC model
gnuplot-nox       | gnuplot                                  | plots the sweep of a link
tshark            | tshark                                   | the tests read the captures with it
patch             | patch                                    | the mutants of the RTL are patches
jq                | jq                                       | the hunts and the last line of the tests read JSON with it
yosys             | yosys                                    | synthesizes every DUT, and reads it for proofs
iverilog          | iverilog                                 | repeats runs with four states
cvc5              | cvc5                                     | the solver of the proofs
gtkwave           | gtkwave                                  | shows waves
xvfb              | Xvfb                                     | the tests open GTKWave on its screen
xauth             | xauth                                    | lets xvfb-run start that screen
help2man          | help2man                                 | makes man pages of --help
chromium          | chromium                                 | the tests read the report for a browser in it
chromium-driver   | chromedriver                             | lets the tests drive chromium
lcov              | genhtml                                  | makes the coverage pages
clang-format      | clang-format                             | formats the C code
valgrind          | valgrind                                 | finds reads of memory that nobody wrote
mypy              | mypy                                     | checks the types of the Python module
'

build='verilator g++ gcc libc6-dev make pkg-config libdeflate-dev zlib1g-dev liblz4-dev libjansson-dev libxml2-dev libsqlite3-dev'

say() { printf 'ci/setup.sh: %s\n' "$*" >&2; }

packages_of() {
	case $1 in
	regress) echo "$build" ;;
	bench) echo "$build libsystemc-dev" ;;
	link) echo "$build libsystemc-dev gnuplot-nox" ;;
	test) echo "$build libsystemc-dev gnuplot-nox libcriterion-dev libpcap-dev tshark patch yosys gtkwave xvfb xauth chromium chromium-driver help2man jq iverilog mypy valgrind" ;;
	mutants) echo "$build yosys jq" ;;
	second) echo "$build iverilog" ;;
	synth) echo "yosys gcc libc6-dev make" ;;
	netlists) echo "$build yosys patch jq" ;;
	how-good) echo "gcc libc6-dev make pkg-config libjansson-dev jq" ;;
	formal) echo "yosys cvc5 gcc libc6-dev make patch jq" ;;
	waves) echo "$build gtkwave" ;;
	coverage) echo "$build libcriterion-dev lcov jq" ;;
	lint) echo "$build libsystemc-dev mypy" ;;
	format) echo "clang-format" ;;
	man) echo "$build help2man" ;;
	memory) echo "$build jq valgrind" ;;
	all) echo "$build libsystemc-dev gnuplot-nox libcriterion-dev libpcap-dev tshark patch yosys gtkwave xvfb xauth chromium chromium-driver help2man jq lcov clang-format cvc5 iverilog mypy valgrind" ;;
	*) return 1 ;;
	esac
}

# Succeeds if the program or header in the second column of a row exists.
is_there() {
	case $1 in
	/*) [ -e "$1" ] ;;
	*) command -v "$1" >/dev/null 2>&1 ;;
	esac
}

if [ $# -eq 0 ]; then
	say 'which target? regress test link synth second netlists formal how-good waves coverage lint format man memory bench all'
	exit 2
fi
wanted=
for target in "$@"; do
	if ! more=$(packages_of "$target"); then
		say "unknown target '$target'; known: regress test link synth second netlists formal how-good waves coverage lint format man memory bench all"
		exit 2
	fi
	wanted="$wanted $more"
done

# shellcheck disable=SC2086 # a list of words
installed=$(dpkg-query -W -f '${Package}:${db:Status-Status} ' $wanted 2>/dev/null)
missing=
reasons=
while IFS='|' read -r package sign why; do
	package=${package%% *}
	[ -n "$package" ] || continue
	case " $wanted " in *" $package "*) ;; *) continue ;; esac
	case " $installed" in *" $package:installed "*) continue ;; esac
	sign=${sign# }
	is_there "${sign%% *}" && continue
	missing="$missing $package"
	reasons="$reasons
  $package:$why"
done <<-TABLE
	$packages
TABLE
[ -n "$missing" ] || exit 0

command="apt-get install -y --no-install-recommends$missing"
say "missing for '$*':$reasons"
if ! command -v apt-get >/dev/null 2>&1; then
	say "no apt-get here; install by hand what Debian calls:$missing"
	exit 2
fi
if [ "$(id -u)" -eq 0 ]; then
	as_root=
elif command -v sudo >/dev/null 2>&1; then
	as_root='sudo '
else
	say "not root and no sudo; as root run: apt-get update && $command"
	exit 2
fi
if [ "${NO_INSTALL:-0}" != 0 ]; then
	say "NO_INSTALL is set; run: ${as_root}apt-get update && ${as_root}$command"
	exit 2
fi
as_root=$as_root'env DEBIAN_FRONTEND=noninteractive '
say "installing:$missing"
# An update that reaches only some of its sources may still be enough; the installation decides.
# shellcheck disable=SC2086
$as_root apt-get -qq -o DPkg::Lock::Timeout=300 update || say 'apt-get update failed; going on with the old lists'
# shellcheck disable=SC2086
if ! $as_root apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 $missing; then
	say "the installation failed; by hand: apt-get update && $command"
	exit 2
fi
