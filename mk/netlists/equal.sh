#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves that the RTL of each row does in every clock, from every state, what that of another commit does. So a rename, or a part that is split, is
# shown to change nothing.
# Usage: mk/netlists/equal.sh OLD NEW [ROW...]   OLD and NEW are commits, or folders with the sources, such as . for the working tree; without a ROW all rows.
#
# Yosys makes a flat netlist of both, which is cut at its state (cut.awk): equal are two of them if all outputs and all next values are, whatever the
# inputs and the present values (cec of ABC), and if clocks, first values and memories are the same. Flip-flops and memories are matched by their names;
# those that one side alone has are matched by what stands behind the last point of the name, else in the order of the netlists. A wrong match makes the
# proof fail, and can never make it pass, since each flip-flop is compared with one other. A bit that the RTL leaves undefined is 0 in both.
# The work is done in build/netlists/same; of a row that is not equal its files stay there. Exit status: 0 all equal, 1 one is not, 2 an error of the environment.
set -euo pipefail
[ $# -ge 2 ] || { echo 'usage: mk/netlists/equal.sh OLD NEW [ROW...]' >&2; exit 2; }
old=$1 new=$2
shift 2
cd "$(dirname "$0")/../.."
steps=$PWD/mk/netlists kept=$PWD/build/netlists/same status=0
for program in yosys yosys-abc; do
	command -v $program > /dev/null || { echo "equal: $program is missing; install it: apt-get install -y --no-install-recommends yosys" >&2; exit 2; }
done
fail() { echo "equal: $1" >&2; exit 2; }
mkdir -p "$kept"
dir=$(mktemp -d "$kept/run.XXXXXX")

# sources WHAT SIDE: prints the folder of the sources WHAT, with the register headers and the list of rows in its folder build/gen.
sources() {
	local folder=$1 gen=build/gen model targets
	if [ ! -d "$folder" ]; then
		local commit
		commit=$(git rev-parse -q --verify "$1^{commit}") || fail "$1 is neither a folder nor a commit"
		folder=$kept/$commit
		[ -d "$folder" ] || { mkdir "$dir/tree" && git archive "$commit" -- . ':!tests' ':!doc' | tar -x -C "$dir/tree" && mv "$dir/tree" "$folder"; }
	fi
	targets=("$gen/duts.mk")
	for model in $(sed -n 's,^DEVICE(\([a-z0-9_]*\)).*,\1,p' "$folder/regs/devices.def"); do targets+=("$gen/${model}_regs.vh"); done
	! grep -q '"storage"' "$folder/regs/regs_gen.c" || targets+=("${targets[@]/%_regs.vh/_storage.vh}")
	env -u MAKEFLAGS make -s --no-print-directory -C "$folder" B=build "${targets[@]}" > "$dir/$2.log" 2>&1 || fail "make fails in $folder (details: $dir/$2.log)"
	(cd "$folder" && pwd)
}
# netlist SIDE FOLDER ROW: writes DIR/ROW.SIDE.blif.
netlist() {
	local side=$1 folder=$2 row=$3 source name define="" chparam="" files=()
	local out=$dir/$row.$side
	of_row() { sed -n "s/^$1_$row := *//p" "$folder/build/gen/duts.mk"; }
	[ -n "$(of_row TOP)" ] || fail "$folder has no row $row"
	for source in $(of_row SOURCES); do
		case $source in *.v) files+=("$source") ;; *) mapfile -t -O ${#files[@]} files < <(cd "$folder" && ls "$source"/*.v) ;; esac
	done
	for name in $(of_row CAPABILITIES); do define+=" -D$name"; done
	for name in $(of_row PARAMS); do chparam+=" -chparam ${name%%=*} ${name#*=}"; done
	cat > "$out.ys" << END
read_verilog$define -Ibuild/gen ${files[*]}
hierarchy -check -top $(of_row TOP)$chparam
rename -top design
proc
flatten
opt_expr
opt_clean
check -assert
memory_collect
techmap
simplemap
opt_clean
setundef -undriven -zero
chtype -set memory t:\$mem_v2
write_blif -param $out.blif
END
	# That of a commit is kept, for as long as it is made in this way.
	[ ! -s "$folder/$row.blif" ] || ! cmp -s <(sed '$d' "$out.ys") "$folder/$row.ys" || { cp "$folder/$row.blif" "$out.blif"; return; }
	(cd "$folder" && yosys -q -l "$out.log" -s "$out.ys") > "$out.errors" 2>&1 || fail "$row: $(grep -h -m 1 ERROR "$out.errors" "$out.log") (details: $out.log)"
	case $folder in "$kept"/*) cp "$out.blif" "$folder/$row.blif" && sed '$d' "$out.ys" > "$folder/$row.ys" ;; esac
}
# alone SIDE OTHER ROW KIND: what DIR/ROW.SIDE.state has of KIND and DIR/ROW.OTHER.state has not, in the order of the netlist.
alone() { awk -v kind="$4" '$1 != kind { next } NR == FNR { has[$2] = 1; next } !($2 in has) { print $2 }' "$dir/$3.$2.state" "$dir/$3.$1.state"; }
# matched ROW KIND: lines "OLD NEW": first those that have the same name in another module, then the others in their order.
matched() {
	awk 'function leaf(name) { sub(/.*\./, "", name); return name }
		FILENAME == ARGV[1] { old[++olds] = $1; next }
		{ new[++news] = $1 }
		END {
			for (i = 1; i <= news; i++) of[leaf(new[i]), ++count[leaf(new[i])]] = i
			for (i = 1; i <= olds; i++) {
				at = of[leaf(old[i]), ++had[leaf(old[i])]]
				if (at) { print old[i], new[at]; taken[at] = 1 } else left[++lefts] = old[i]
			}
			for (i = 1; i <= news && k < lefts; i++) if (!(i in taken)) print left[++k], new[i]
		}' <(alone old new "$1" "$2") <(alone new old "$1" "$2")
}
cut_at_state() { awk -v names="${3:-}" -v interface="$dir/$2.$1.state" -f "$steps/cut.awk" "$dir/$2.$1.blif" > "$dir/$2.$1.cut.blif"; }
# compare ROW: says on one line whether the netlists are equal.
compare() {
	local row=$1 part kind names=$dir/$1.names
	cut_at_state old "$row" && cut_at_state new "$row" || fail "$row: the netlist cannot be cut"
	: > "$names"
	for kind in flip-flop memory; do matched "$row" $kind >> "$names"; done
	cut_at_state old "$row" "$names"
	for part in '' .inputs .outputs; do
		diff <(LC_ALL=C sort "$dir/$row.old.state$part") <(LC_ALL=C sort "$dir/$row.new.state$part") > "$dir/$row.difference" || {
			echo "$row: NOT EQUAL: other ports, flip-flops or memories (details: $dir/$row.difference)"
			return 1
		}
	done
	yosys-abc -c "cec $dir/$row.old.cut.blif $dir/$row.new.cut.blif" > "$dir/$row.cec" 2>&1 || fail "$row: ABC failed (details: $dir/$row.cec)"
	grep -q '^Networks are equivalent' "$dir/$row.cec" || {
		echo "$row: NOT EQUAL: $(grep -m 1 -E 'NOT EQUIVALENT|UNDECIDED' "$dir/$row.cec" || echo 'ABC gave no verdict') (details: $dir/$row.cec)"
		return 1
	}
	echo "$row: equal: $(grep -c '^flip-flop' "$dir/$row.new.state") flip-flops, $(wc -l < "$names") of them under another name, $(grep -c '^memory' "$dir/$row.new.state" || true) memories"
}

old_folder=$(sources "$old" old)
new_folder=$(sources "$new" new)
rows=("$@")
if [ ${#rows[@]} -eq 0 ]; then
	read -ra rows <<< "$(sed -n 's/^DUTS := *//p' "$new_folder/build/gen/duts.mk")"
	[ "$(sed -n 's/^DUTS := *//p' "$old_folder/build/gen/duts.mk")" = "${rows[*]}" ] || { echo "equal: OLD and NEW have other rows" >&2; exit 1; }
fi
for row in "${rows[@]}"; do
	netlist old "$old_folder" "$row"
	netlist new "$new_folder" "$row"
	compare "$row" && rm -f "$dir/$row".* || status=1
done
[ $status -ne 0 ] || rm -r "$dir"
exit $status
