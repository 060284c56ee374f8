#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Hunts the planted faults of a MAC of tests/data/foreign, and the false lines of its profile, as black boxes through the profile.
# Usage: tools/foreign/hunt.sh BUILD MAKE JOBS MAC [NAME...]; NAME: of these faults and lies only
#
# With DRAWN=FILE the rows are drawn by mk/draw.sh, with the variables ALL and SINCE; FILE gets its sentence. The MAC as it is is always among them. What is
# not drawn is not compiled. With LIST=1 nothing is hunted, but a line for mk/draw.sh is printed for each row.
#
# tests/data/foreign/MAC/faults/NAME.patch has the head lines "# rule: RULE..." and "# fault: sentence" and applies inside of the MAC's folder. A run must
# have a finding of one of its rules. tests/data/foreign/MAC/lies.list has a line "NAME | KEY | SED" for each lie: SED makes a line of the profile false, and
# a finding must name KEY, the line ("host fcs"). tests/data/foreign/MAC/variants/NAME.patch makes another MAC of it, with the head lines "# variant: sentence",
# and "# lie: KEY | SED" or "# fault: RULE... | FILE | SED" as often as wanted: the variant must have no finding, each lie and fault in it must be found.
# "# measured: LINE" is a line that pausebench calibrate must print of the variant, such as "latency start 5 16".
# A patch of faults/ or variants/ with "# of: NAME" is a fault in, or a variant of, that variant. The rows of a variant are NAME, NAME_lie_1, NAME_fault_1 and so on; the name of the
# variant stands for all of them. The MAC and the profile as they are must have no finding. BUILD/foreign/MAC/hunt.txt tells for each what found it.
#
# The simulator's compiler is asked for little: the lies of a MAC, or of a variant, share its model, since a program of them gets its profile when it
# starts (tools/foreign/hunted.c). Its faults share another one, which has them all (tools/multiplexer/multiplex.c). A lie that changes the module around
# the instance, and a fault that a multiplexer cannot stand for, has a model of its own.
#
# With SAVE=FILE nothing is hunted: FILE gets a failure of each fault (tools/saver/saver.c), FILE.log a line for each, and with TRUTH=1 only a line for each
# stimulus of each variant as it is, which says what its captures show that they should not.
# Exit status: 1 if one was not found.
set -euo pipefail
build=$1 make=$2 jobs=$3 mac=$4
shift 4
folder=tests/data/foreign/$mac out=$build/foreign/$mac here=$PWD
whole=$(realpath -m "$build")/foreign/$mac
refuse() { echo "$1" >&2; exit 2; }
only=("$@") save=${SAVE:-}
declare -A drawn
if [ -n "${DRAWN:-}" ]; then
	names=$(LIST=1 DRAWN='' SAVE='' "$0" "$build" "$make" "$jobs" "$mac" | mk/draw.sh "rows of $mac" "${ALL:-}" "${SINCE:-}" "$DRAWN") || exit 2
	for name in $names; do drawn[$name]=1; done
fi
# wanted NAME OWN [VARIANT]: is the row NAME, which the file OWN makes, to be hunted? The name of a variant stands for all of its rows.
wanted() {
	if [ -n "${LIST:-}" ]; then echo "$1 $mac $2 : $folder/rtl $folder/include $folder/$mac"; return 1; fi
	if [ -n "${DRAWN:-}" ]; then [ -n "${drawn[$1]:-}" ]; return; fi
	[ ${#only[@]} -eq 0 ] || [[ " ${only[*]} " == *" $1 "* ]] || { [ -n "${3:-}" ] && [[ " ${only[*]} " == *" $3 "* ]]; }
}

# Keeps what the folder $out/new has as the folder $out/NAME. Files that stay the same keep their age.
keep() {
	local file
	mkdir -p "$out/$1"
	(cd "$out/new" && find . -type f) | while read -r file; do
		cmp -s "$out/new/$file" "$out/$1/$file" || { mkdir -p "$out/$1/$(dirname "$file")" && cp "$out/new/$file" "$out/$1/$file"; }
	done
}
# Prepares the row NAME: a copy of the folder in which command ... changes what it likes.
prepare() {
	local name=$1 new=$out/new
	shift
	rm -rf "$new" && mkdir -p "$new"
	tar -C "$folder" --exclude=./faults --exclude=./variants --exclude=./waiting --exclude=./structure --exclude=./lies.list -cf - . | tar -C "$new" -xf -
	sed -i "s/^mac .*/mac ${mac}_$name/" "$new/$mac.mac"
	(cd "$new" && "$@") || refuse "$folder: $name does not apply any more; make it again"
	keep "$name"
}
# FILE must change by the script SED, or it is no lie and no fault.
spoil() { cp "$1" before && sed -i "$2" "$1" && ! cmp -s before "$1" && rm before; }
vary() { patch -p1 -s --no-backup-if-mismatch -i "$1"; }
# Applies PATCH on top of VARIANT, if it is of one; then FILE must change by the script SED, if there is one.
layer() { { [ -z "$1" ] || vary "$here/$folder/variants/$1.patch"; } && { [ -z "$2" ] || vary "$2"; } && { [ $# -eq 2 ] || spoil "$3" "$4"; }; }
head_of() { sed -n "/^---/q; s/^# $1: *//p" "$2"; }

names=()            # of the rows
declare -A want     # what must be found of a row
declare -A base_of  # the variant in which it is, or truthful
declare -A faults   # of the MAC and of each variant
declare -A measured # what calibrate must print of a variant
declare -A program profile number # with which a row is hunted
alone=()            # the profiles of rows that have a program of their own
hunted=()           # and of those whose program is shared

# The row NAME has a program of its own.
stands_alone() {
	[ -z "$save" ] || { share "$1"; program[$1]=$build/macs/${mac}_$1/saver profile[$1]=$out/$1/$mac.mac number[$1]=1; return; }
	alone+=("$out/$1/$mac.mac")
	program[$1]=$build/macs/${mac}_$1/pausebench
}
# The program that the lies of BASE share.
share() { [[ " ${hunted[*]} " == *" $out/$1/$mac.mac "* ]] || hunted+=("$out/$1/$mac.mac"); }
# Prepares BASE, the MAC as it is (truthful) or a variant, once.
declare -A prepared
prepare_base() {
	[ -z "${prepared[$1]:-}" ] || return 0
	prepared[$1]=1
	if [ "$1" = truthful ]; then prepare truthful true; else
		local patch=$folder/variants/$1.patch
		prepare "$1" layer "$(head_of of "$patch")" "$here/$patch"
	fi
}
# The row NAME is the MAC or a variant as it is.
base_row() {
	names+=("$1") want[$1]="nothing" base_of[$1]=$1
	prepare_base "$1"
	stands_alone "$1"
}
# The row NAME is the lie that SED makes of the profile of BASE; a finding must name the line KEY. If it does not change the module, its profile stands
# beside that of BASE.
lie_row() {
	local name=$1 base=$2 key=$3 script=$4 dir=$out/$2 lie=$out/$2/$1.mac
	names+=("$name") want[$name]="line $key"
	prepare_base "$base"
	sed "$script" "$dir/$mac.mac" > "$lie.new"
	! cmp -s "$lie.new" "$dir/$mac.mac" || refuse "$folder: $name does not apply any more; make it again"
	mv "$lie.new" "$lie"
	if same_module "$dir/$mac.mac" "$lie"; then
		share "$base"
		program[$name]=$build/macs/${mac}_$base/hunted profile[$name]=$lie number[$name]=0
	else
		rm "$lie"
		[ "$base" != truthful ] || base=
		prepare "$name" layer "$(head_of of "$folder/variants/$base.patch" 2> /dev/null)" "${base:+$here/$folder/variants/$base.patch}" "$mac.mac" "$script"
		stands_alone "$name"
	fi
}
# Does the generator make the same module of both profiles, but for the name of their files?
same_module() {
	local one two name
	name=$(sed -n 's/^mac //p' "$1")
	for file in "$1" "$2"; do
		rm -rf "${out:?}/scratch" && mkdir -p "$out/scratch"
		"$build/gen/mac_gen" "$out/scratch" "$file" > "$out/scratch.names" || exit 2
		two=$(sed "s,$file,PROFILE," "$out/scratch/macs/$name/row.mk" "$out/scratch/macs/$name/${name}_mac.v")
		[ "$file" != "$1" ] || one=$two
	done
	[ "$one" = "$two" ]
}
# The row NAME is a fault of BASE, of which one of RULES must be found; command ... makes it.
fault_row() {
	local name=$1 base=$2 rules=$3
	shift 3
	names+=("$name") want[$name]="rule $rules" base_of[$name]=$base
	prepare_base "$base"
	prepare "$name" "$@"
	faults[$base]+=" $name"
}

[ -n "${LIST:-}" ] || env -u MAKEFLAGS -u MFLAGS "$make" --no-print-directory -s B="$build" "$build/gen/mac_gen" "$build/gen/multiplex"
[ -n "$save" ] || ! wanted truthful + || base_row truthful
for patch in "$folder"/faults/*.patch; do
	name=$(basename "$patch" .patch)
	of=$(head_of of "$patch")
	wanted "$name" "$patch" || { [ -n "$save" ] && [ -n "$of" ] && wanted "$of" "$patch"; } || continue
	[ -n "$(head_of rule "$patch")" ] && [ -n "$(head_of fault "$patch")" ] || refuse "$patch: '# rule:' or '# fault:' is missing"
	fault_row "$name" "${of:-truthful}" "$(head_of rule "$patch")" layer "$of" "$here/$patch"
done
while IFS='|' read -r name key script; do
	name=lie_${name// /} key=$(echo $key)
	[ -n "$save" ] || ! wanted "$name" - || lie_row "$name" truthful "$key" "$script"
done < <(grep -v '^#' "$folder/lies.list" 2> /dev/null || true)
for patch in "$folder"/variants/*.patch; do
	[ -e "$patch" ] || continue
	variant=$(basename "$patch" .patch) of=$(head_of of "$patch")
	[ -n "$(head_of variant "$patch")" ] || refuse "$patch: '# variant:' is missing"
	! wanted "$variant" "$patch" || base_row "$variant"
	measured[$variant]=$(head_of measured "$patch")
	count=0
	while IFS='|' read -r key script; do
		count=$((count + 1)) name=${variant}_lie_$count
		[ -z "$save" ] && wanted "$name" "$patch" "$variant" || continue
		lie_row "$name" "$variant" "$(echo $key)" "$script"
	done < <(head_of lie "$patch")
	count=0
	while IFS='|' read -r rule file script; do
		count=$((count + 1)) name=${variant}_fault_$count
		wanted "$name" "$patch" "$variant" || continue
		fault_row "$name" "$variant" "$(echo $rule)" layer "$of" "$here/$patch" $file "$script"
	done < <(head_of fault "$patch")
done
[ -z "${LIST:-}" ] || exit 0
[ ${#names[@]} -gt 0 ] || refuse "$folder: there is nothing to hunt"

# Joins the faults NAME... of BASE into the MAC joined_BASE; those that cannot be joined stand alone.
join() {
	local base=$1 number_of=0 name file new=$out/new
	shift
	rm -rf "$new" && mkdir -p "$new" && : > "$out/list"
	tar -C "$out/$base" --exclude="./lie_*.mac" --exclude="./${base}_lie_*.mac" -cf - . | tar -C "$new" -xf -
	sed -i "s/^mac .*/mac ${mac}_joined_$base/" "$new/$mac.mac"
	for name; do
		number_of=$((number_of + 1))
		diff -rq "$out/$base" "$out/$name" | grep -v ': \(lie_.*\|.*_lie_[0-9]*\)\.mac$\|/'"$mac.mac"' ' > "$out/differ" || true
		if sed -n 's/^Files .* and \(.*\) differ$/\1/p' "$out/differ" | grep -qv "^$out/$name/rtl/" || grep -qv '^Files ' "$out/differ"; then continue; fi
		while read -r file; do echo "$number_of $file $whole/$name/$file"; done < <(sed -n "s,^Files .* and $out/$name/\(.*\) differ\$,\1,p" "$out/differ") >> "$out/list"
	done
	(cd "$out/$base" && "$whole/../../gen/multiplex" "$whole/new" < "$whole/list") > "$out/numbers"
	number_of=0
	keep "joined_$base"
	for name; do
		number_of=$((number_of + 1))
		if grep -qx $number_of "$out/numbers"; then
			share "joined_$base"
			program[$name]=$build/macs/${mac}_joined_$base/hunted profile[$name]=$out/joined_$base/$mac.mac number[$name]=$number_of
		else
			stands_alone "$name"
		fi
	done
}
for base in "${!faults[@]}"; do
	read -ra list <<< "${faults[$base]}"
	if [ ${#list[@]} -gt 1 ] || [ -n "$save" ]; then join "$base" "${list[@]}"; else stands_alone "${list[0]}"; fi
done
for name in "${names[@]}"; do echo "$name ${program[$name]} ${profile[$name]:-} ${number[$name]:-}"; done > "$out/rows"
[ ${#alone[@]} -eq 0 ] || mk/macs.sh "$build" "$make" "$jobs" build '' '' "${alone[*]}"
verb=${save:+saver}
[ ${#hunted[@]} -eq 0 ] || mk/macs.sh "$build" "$make" "$jobs" "${verb:-hunted}" '' '' "${hunted[*]}"

if [ -n "$save" ]; then
	ls -rS tests/data/stimuli/neutral/*.stim | tac > "$out/stimuli"
	ls tests/data/judge/waiting/*.stim >> "$out/stimuli" # in which the client always has a frame
	: > "$save" && : > "$save.log"
	for name in "${names[@]}"; do
		variant=${base_of[$name]}
		[ -z "${TRUTH:-}" ] || [ "$variant" = "$name" ] || continue
		[ -n "${TRUTH:-}" ] || [ "$variant" != "$name" ] || continue
		echo "${TRUTH:+0 }${TRUTH:-${number[$name]} $mac/$name}" > "$out/planted"
		HUNTED_PROFILE=${profile[$name]} "${program[$name]/%hunted/saver}" "$(sed -n 's/^mac //p' "${profile[$name]}")" "${profile[$name]}" \
			"$folder/$mac.mac" "$([ "$variant" = truthful ] || echo "$folder/variants/$variant.patch")" "$out/stimuli" "$out/planted" "$save.new" | sed "s,^tests/data/stimuli/,$variant &," >> "$save.log"
		cat "$save.new" >> "$save"
	done
	rm -f "$save.new"
	exit
fi

# All runs are made: what passed before is known by the program, and lies share one with other profiles.
# Prints the stimulus and the rule of the first finding that was wanted, or what else was found.
hunt() {
	local name=$1 kind=${2%% *} words=${2#* } results=$out/$1.runs runs found
	export HUNTED_PROFILE=${profile[$name]:-} HUNTED_FAULT=${number[$name]:-}
	if [ "$kind" = nothing ]; then
		"${program[$name]}" regress --all --jobs 1 --seeds 1..300 --out "$results" > "$out/$name.log" 2>&1 && found="found nothing" ||
			found="$(tail -1 "$out/$name.log")"
		if [ -n "${measured[$name]:-}" ]; then
			"${program[$name]}" calibrate --out "$results/calibrate" > "$out/$name.calibrated" 2>&1 || true
			tr -s ' ' < "$out/$name.calibrated" | grep -q "^${measured[$name]} #" ||
				found="calibrate does not print '${measured[$name]}', but '$(tr -s ' ' < "$out/$name.calibrated" | grep -m 1 "^${measured[$name]% [0-9]* *[0-9]*}")'"
		fi
		printf '%-32s %-40s %s\n' "$name" "$2" "$found"
		return
	fi
	# Most rows are found by one of the first runs that fail at all.
	rm -rf "$results"
	for runs in '--seeds 1..1 --max-failures 3' '--seeds 1..1' '--suite seeds --seeds 2..40' '--suite seeds --seeds 41..300'; do
		# shellcheck disable=SC2086 # options are words
		"${program[$name]}" regress --all --jobs 1 $runs --reduce 0 --out "$results" > "$out/$name.log" 2>&1 || [ $? -eq 1 ] ||
			{ echo "$name: $(tail -1 "$out/$name.log")"; return; }
		found=$(cat "$results"/failures/*/report.json 2> /dev/null | jq -r --arg kind "$kind" --arg words "$words" '.stimulus as $stimulus | .finding_list[] |
			select(if $kind == "rule" then .rule as $rule | $words | split(" ") | index($rule) else (.profile // "") | split("(: | or [0-9]*: )"; null) | index($words) end) |
			"found \($stimulus) \(.rule)"' | head -1) || true
		[ -z "$found" ] || break
	done
	[ -n "$found" ] || found="MISSED, but $({ cat "$results"/failures/*/report.json 2> /dev/null || true; } | jq -r '.finding_list[] | "\(.rule) (\(.profile // ""))"' | sort |
		uniq -c | sort -rn | head -3 | tr -s ' \n' ' ')"
	rm -rf "$results"
	printf '%-32s %-40s %s\n' "$name" "$2" "$found"
}
for name in "${names[@]}"; do
	[ "$(jobs -rp | wc -l)" -lt "$jobs" ] || wait -n || true
	hunt "$name" "${want[$name]}" &
done > "$out/hunt.txt"
wait
missed=$((${#names[@]} - $(grep -c ' found ' "$out/hunt.txt" || true))) # a hunt that ended without a line has found nothing
grep -v ' found ' "$out/hunt.txt" || true
echo "$mac: $((${#names[@]} - missed)) of ${#names[@]} rows as expected, $out/hunt.txt"
[ "$missed" -eq 0 ]
