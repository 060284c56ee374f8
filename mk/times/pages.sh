#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Prints PAGE with its tables of times made of FOLDER/times-*.json (mk/times/measure.sh): between the lines "<!-- times: NAME -->" and
# "<!-- end of times -->" stands the table NAME of mk/times/table.jq. Usage: mk/times/pages.sh FOLDER PAGE
set -euo pipefail
folder=$1 page=$2
shopt -s nullglob
files=("$folder"/times-*.json)
table() { jq -rs --arg name "$1" -f mk/times/table.jq ${files[@]+"${files[@]}"} < /dev/null; }
inside=
while IFS= read -r line; do
	case $line in
	'<!-- times: '*' -->')
		inside=1 name=${line#<!-- times: }
		printf '%s\n\n' "$line"
		text=$(table "${name% -->}")
		printf '%s\n\n' "$text"
		;;
	'<!-- end of times -->') inside= ;;
	esac
	[ -n "$inside" ] || printf '%s\n' "$line"
done < "$page"
[ -z "$inside" ] || { echo "$page: a table of times has no end" >&2; exit 2; }
