#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Writes a man page of PROGRAM and of each of its verbs into FOLDER, from their --help.
# Usage: mk/man.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
mkdir -p "$folder"
# The lines "  verb  what it does" of --help, between the line "Verbs; ..." and an empty one.
verbs=$("$program" --help | awk '/^Verbs;/ { within = 1; next } within && NF == 0 { exit } within')
[ -n "$verbs" ] || { echo "$program: --help shows no verbs" >&2; exit 2; }
help2man --no-info --section 1 --name "prove an Ethernet MAC's flow control and statistics" --output "$folder/pausebench.1" "$program"
version=$("$program" --version)
while read -r verb what; do
	help2man --no-info --section 1 --name "$what" --version-string "$version" --output "$folder/pausebench-$verb.1" "$program $verb"
	# help2man takes the first word of the command for the name, which apropos and whatis would show for all verbs
	sed -i "s/^\.TH PAUSEBENCH /.TH PAUSEBENCH-${verb^^} /; s/^pausebench \\\\- /pausebench-$verb \\\\- /" "$folder/pausebench-$verb.1"
done <<< "$verbs"
echo "$folder: $(find "$folder" -name 'pausebench*.1' | wc -l) pages; man -l $folder/pausebench-run.1"
