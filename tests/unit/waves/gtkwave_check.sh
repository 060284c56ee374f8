#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Opens the waves of a saved failure in a real GTKWave and fails unless it shows all of them.
#
# usage: gtkwave_check.sh DIR [PNG]
#   DIR has waves.fst, waves.gtkw, waves.tcl and the filter files. A picture of the window is written to PNG.
# Exit status: 0 nothing is missing; 1 a trace, a word or a marker is missing or GTKWave complained; 2 usage or environment.
#
# GTKWave mostly says nothing when it leaves out a signal that it does not find, or shows plain values because it cannot open a filter file. So
# the script compares GTKWave's own list of traces, in order, with the .gtkw, and each filtered trace that changes must show a word of its filter.
set -u

fail() {
	echo "gtkwave_check: $*" >&2
	exit 1
}
environment() {
	echo "gtkwave_check: $*" >&2
	exit 2
}

case $# in 1 | 2) ;; *) environment "usage: gtkwave_check.sh DIR [PNG]" ;; esac
dir=$(cd "$1" 2>/dev/null && pwd) || environment "no folder $1"
for tool in gtkwave xvfb-run xauth timeout; do
	command -v $tool >/dev/null || environment "$tool is missing; install gtkwave, xvfb and xauth"
done
for file in waves.fst waves.gtkw waves.tcl; do
	[ -s "$dir/$file" ] || fail "$dir/$file is missing or empty"
done
work=$(mktemp -d) || environment "no temporary folder"
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
png=${2:-$work/waves.png}
case $png in /*) ;; *) png=$PWD/$png ;; esac

# The traces of the .gtkw: "name" or "name<TAB>filter file", one line for each, comments and ends of groups included.
awk '
	/^\[/ || /^\*/ || /^$/ { next }
	/^@/ { translated = (substr($0, 2) ~ /2022$/); next }
	/^\^/ { filter = $1 == "^0" ? "" : $2; sub(/.*\//, "", filter); next }
	/^-/ { print substr($0, 2); next }
	/^[#+]\{/ { name = substr($0, 3, index($0, "}") - 3); print translated ? name "\t" filter : name; next }
	{ print translated ? $0 "\t" filter : $0 }
' "$dir/waves.gtkw" >"$work/wanted"
[ -s "$work/wanted" ] || fail "$dir/waves.gtkw has no trace"
cut -f1 "$work/wanted" >"$work/wanted.names"
cut -s -f2 "$work/wanted" | sort -u | while IFS= read -r filter; do
	[ -s "$dir/$filter" ] || { echo "$filter"; break; }
done >"$work/missing"
[ ! -s "$work/missing" ] || fail "filter file $dir/$(cat "$work/missing") is missing or empty"

# GTKWave writes its traces by name, the filtered traces that show no word of their filter at any of many places, and markers and window as the view's
# own script has set them.
cat >"$work/check.tcl" <<'TCL'
proc words {path} {
	set in [open $path]
	set words {}
	while {[gets $in line] >= 0} { lappend words [regsub {^[^ ]+ (\?[^?]*\?)?} $line {}] }
	close $in
	return $words
}
if {[catch {source $env(CHECK_DIR)/waves.tcl} message]} {
	puts "ERROR waves.tcl: $message"
	exit
}
gtkwave::/File/Grab_To_File $env(CHECK_PNG)
set out [open $env(CHECK_WORK)/facilities w]
for {set i 0} {$i < [gtkwave::getNumFacs]} {incr i} { puts $out [gtkwave::getFacName $i] }
close $out
set count [gtkwave::getTotalNumTraces]
set out [open $env(CHECK_WORK)/seen w]
for {set i 0} {$i < $count} {incr i} { puts $out [gtkwave::getTraceNameFromIndex $i] }
close $out

set in [open $env(CHECK_WORK)/wanted]
for {set i 0} {[gets $in line] >= 0} {incr i} {
	set fields [split $line \t]
	if {[llength $fields] == 2} {
		set filter($i) $line
		set known($i) [words $env(CHECK_DIR)/[lindex $fields 1]]
	}
}
close $in
set marker [gtkwave::getMarker]
set from [gtkwave::getMinTime]
set to [gtkwave::getMaxTime]
for {set k 0} {$k < 500 && [array size filter]} {incr k} {
	# 0, 1/2, 1/4, 3/4, 1/8 ...: the longer a value stands, the sooner it is met
	set place 0.0
	for {set bits $k; set weight 0.5} {$bits} {set bits [expr {$bits / 2}]; set weight [expr {$weight / 2}]} {
		set place [expr {$place + ($bits % 2) * $weight}]
	}
	gtkwave::setMarker [expr {int($from + ($to - $from) * $place)}]
	foreach i [array names filter] {
		set value [gtkwave::getTraceValueAtMarkerFromIndex $i]
		set values($i,$value) 1
		if {[lsearch -exact $known($i) $value] >= 0} { unset filter($i) }
	}
}
gtkwave::setMarker $marker
set out [open $env(CHECK_WORK)/wordless w]
foreach i [array names filter] {
	# a trace with one value all the time may be a register without reset, with its value of power-up
	if {[llength [array names values $i,*]] > 1} { puts $out $filter($i) }
}
close $out

set out [open $env(CHECK_WORK)/state w]
puts $out "dimension [gtkwave::getTimeDimension]"
puts $out "window [gtkwave::getWindowStartTime] [gtkwave::getWindowEndTime]"
puts $out "end [gtkwave::getMaxTime]"
puts $out "pixel [gtkwave::getUnitTimePixels]"
puts $out "A [gtkwave::getNamedMarker A]"
puts $out "B [gtkwave::getNamedMarker B]"
puts $out "C [gtkwave::getNamedMarker C]"
puts $out "D [gtkwave::getNamedMarker D]"
close $out
exit
TCL

# Folded groups show no values, so the check opens an unfolded copy.
shown=$dir
if grep -q '^@c00200' "$dir/waves.gtkw"; then
	shown=$work/shown
	mkdir "$shown" && ln -s "$dir"/* "$shown" && rm "$shown/waves.gtkw" || exit 2
	sed 's/^@c00200/@800200/; s/^@1401200/@1000200/' "$dir/waves.gtkw" >"$shown/waves.gtkw"
fi
cd "$shown" || exit 2
CHECK_DIR=$shown CHECK_WORK=$work CHECK_PNG=$png timeout 3600 xvfb-run -a -s '-screen 0 1366x768x24' \
	gtkwave --rcvar 'splash_disable on' --rcvar 'fontname_signals Monospace 10' \
	--rcvar 'fontname_waves Monospace 9' \
	--dump=waves.fst --save=waves.gtkw --script="$work/check.tcl" >"$work/log" 2>&1
status=$?
complaint=$(grep -E '^(GTKWAVE|FSTLOAD|RCVAR|ERROR|Error)' "$work/log" |
	grep -iE -m 1 'could not|error|warning|malformed|missing|unable|invalid|not found')
[ -z "$complaint" ] || fail "GTKWave says: $complaint"
[ $status -ne 124 ] || fail "GTKWave did not end: $(tail -n 1 "$work/log")"
[ -e "$work/state" ] || fail "GTKWave ended with status $status before it had shown the waves: $(tail -n 1 "$work/log")"
[ -s "$png" ] || fail "no picture was made"

# GTKWave shows a value of several bits even if some of them do not exist.
grep -oE '(TOP|cable|link\.[ab])\.[^ ]+' "$dir/waves.gtkw" | sort -u >"$work/signals"
sort -u "$work/facilities" | comm -23 "$work/signals" - >"$work/unknown"
[ ! -s "$work/unknown" ] || fail "not in $dir/waves.fst:
$(head -n 20 "$work/unknown")"
if ! diff "$work/wanted.names" "$work/seen" >"$work/diff"; then
	fail "GTKWave does not show the traces of $dir/waves.gtkw (<):
$(grep '^[<>]' "$work/diff" | head -n 20)"
fi

if [ -s "$work/wordless" ]; then
	fail "no word of its filter file is ever shown by:
$(cat "$work/wordless")"
fi

# Markers and window must be those of waves.tcl.
case $(grep -oE '(TOP\.[xg]*mii_tick|cable_probe)' "$dir/waves.gtkw" | sort | head -n 1) in # 6.4 ns a clock, 8 ns a clock
*xgmii_tick | cable_probe) unit=p ;;
*) unit=n ;;
esac
grep -qx "dimension $unit" "$work/state" || fail "the wave file does not count in ${unit}s"
for marker in A B C D; do
	wanted=$(sed -n "s/^gtkwave::setNamedMarker $marker \([0-9]*\) .*/\1/p" "$dir/waves.tcl")
	[ -z "$wanted" ] || grep -qx "$marker $wanted" "$work/state" || fail "marker $marker is not at $wanted"
done
window=$(sed -n 's/^gtkwave::setZoomRangeTimes \([0-9]*\) \([0-9]*\)$/\1 \2/p' "$dir/waves.tcl")
# GTKWave gives the window to all pixels but four, with a whole number of units of time for 200 pixels, rounded down. So it shows the window and at
# most four pixels more, but for up to a 200th of the pixels in units. It lowers the begin to a multiple of the greatest power of ten that is no more
# than a pixel, and with it the end. Where the run ends within the pixels, the begin is earlier.
awk -v from="${window% *}" -v to="${window#* }" '
	$1 == "window" { left = $2; right = $3 }
	$1 == "end" && $2 < to { to = $2 } # the run may end earlier
	$1 == "pixel" { pixel = $2 }
	END {
		pixels = int((right - left) / pixel + 0.5)
		missing = pixels / 200
		for (power = 10; power <= pixel; power *= 10)
			missing = missing < power ? power : missing
		wide = (to - from + 1) * pixels / (pixels - 4) + 1
		exit !(left <= from && right >= to - missing && (right - left <= wide || to < '"${window#* }"'))
	}
' "$work/state" ||
	fail "the window ($(sed -n 's/^window //p' "$work/state")) does not show $window"
# Else the finding stands at the edge of the screen, or beyond it.
awk '
	$1 == "window" { left = $2; right = $3 }
	$1 == "B" { finding = $2 }
	END { exit finding != "" && finding > left + (right - left) * 0.95 }
' "$work/state" ||
	fail "marker B ($(sed -n 's/^B //p' "$work/state")) is not well within the window ($(sed -n 's/^window //p' "$work/state"))"
echo "gtkwave_check: $(wc -l <"$work/wanted") traces, none missing"
