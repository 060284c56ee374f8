# SPDX-License-Identifier: Apache-2.0
# Completes the words of pausebench in bash, and in zsh after `autoload bashcompinit; bashcompinit`: verbs, options, DUTs, stimuli, rules and files.
# Usage: source ci/completion.bash
# Verbs and options are those that --help of the program shows, so that this file names none of them.

_pausebench_verbs() { "$1" --help 2> /dev/null | awk '/^Verbs;/ { within = 1; next } within && NF == 0 { exit } within { print $1 }'; }
_pausebench_options() { "$1" "$2" --help 2> /dev/null | grep -oE '^ +(-[a-zA-Z?], +)?--[a-z][a-z-]*=?' | grep -oE -e '--[a-z-]+=?'; }
_pausebench_list() { "$1" list "$2" 2> /dev/null | awk 'NR > 1 && /^[a-z]/ { print $1 }'; }

_pausebench() {
	local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]}
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		mapfile -t COMPREPLY < <(compgen -W "$(_pausebench_verbs "$program") help" -- "$word")
		return
	fi
	# readline splits --dut=NAME into three words
	[ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}
	[ "$word" != = ] || word=
	case $before in
	--dut | --as-dut) mapfile -t COMPREPLY < <(compgen -W "$(_pausebench_list "$program" duts)" -- "$word") ;;
	--scenarios) mapfile -t COMPREPLY < <(compgen -W "neutral $(_pausebench_list "$program" scenarios)" -- "$word") ;;
	--stim) mapfile -t COMPREPLY < <(compgen -f -- "$word"; [[ $word == */* ]] || compgen -W "$(_pausebench_list "$program" stimuli)" -- "$word") ;;
	--only) mapfile -t COMPREPLY < <(compgen -W "$(_pausebench_list "$program" stimuli)" -- "$word") ;;
	help) mapfile -t COMPREPLY < <(compgen -W "$(_pausebench_verbs "$program")" -- "$word") ;;
	list) mapfile -t COMPREPLY < <(compgen -W 'duts stimuli rules registers counters scenarios' -- "$word") ;;
	explain) mapfile -t COMPREPLY < <(compgen -W "$(_pausebench_list "$program" rules)" -- "$word") ;;
	*)
		if [[ $word == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "$(_pausebench_options "$program" "$verb")" -- "$word")
			[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2> /dev/null
		else
			mapfile -t COMPREPLY < <(compgen -f -- "$word")
		fi
		;;
	esac
}
# Those of `make regress DUT=...` and of links, too, as far as they are built.
for _pausebench_program in pausebench build/pausebench build/pausebench-*; do
	[[ $_pausebench_program == build/pausebench-* && ! (-f $_pausebench_program && -x $_pausebench_program) ]] ||
		complete -o filenames -F _pausebench "$_pausebench_program"
done
unset _pausebench_program
