#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the binary interface of the library that is installed in ROOT: what its soname is, what it exports, and what abi.c prints.
# Usage: abi.sh ROOT FOLDER   ROOT/usr/lib has the library; FOLDER is for the program
set -eu
root=$1 folder=$2 library=$1/usr/lib/libpausemodel.so
objdump -p "$library" | awk '$1 == "SONAME" { print "soname", $2 }'
nm -D --defined-only "$library" | awk '$2 == "T" { print "function", $3 }' | sort
cc -std=c11 -I"$root/usr/include" "$(dirname "$0")/abi.c" -o "$folder/abi"
"$folder/abi"
