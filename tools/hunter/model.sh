# SPDX-License-Identifier: Apache-2.0
# Compiles the RTL of a row that was changed; build.sh, join.sh and generated/model.sh include this file. They set build, vinc, duts_mk and row.
read -ra cxx <<< "${CXX:-g++}"
of_dut() { sed -n "s/^$1_$row := *//p" "$duts_mk"; }

# compile_model DIR [DECLARATION [FILE]]: makes DIR/mutant.o from DIR/rtl, or from FILE, a netlist in which the parameters have their values; the
# generated code may use what the C++ DECLARATION names. With NETLIST=words or gates it is made from the netlist of DIR/rtl.
compile_model() {
	local dir=$1 declaration=${2:-} netlist=${3:-} files=() source phy timescale defines capability f flags
	[ -z "$netlist" ] || files=("$netlist")
	for source in $([ -n "$netlist" ] || of_dut SOURCES); do
		source=${source#"$PWD/"}
		case $source in
		rtl/*.v) files+=("$dir/$source") ;;
		rtl/*) files+=("$dir/$source"/*.v) ;;
		*) files+=("$source") ;;
		esac
	done
	phy=$(of_dut PHY) timescale=$(of_dut TIMESCALE)
	defines=(+define+DUT_TOP="$(of_dut TOP)")
	for capability in $(of_dut CAPABILITIES); do defines+=("+define+$capability"); done
	if [ -z "$netlist" ] && [ -n "${NETLIST:-}" ]; then
		GEN=$build/gen mk/netlists/netlist.sh words "$row" "$(of_dut TOP)" "$dir/netlist" "$(of_dut PARAMS)" "$(of_dut CAPABILITIES)" "${files[@]}" || exit 2
		[ "$NETLIST" = words ] || mk/netlists/netlist.sh gates "$row" "$(of_dut TOP)" "$dir/netlist" || exit 2
		files=("$dir/netlist/$row.$NETLIST.v")
	fi
	[ -n "$netlist${NETLIST:-}" ] || [ -z "$(of_dut GPARAMS)" ] || defines+=(+define+DUT_PARAMS="$(of_dut GPARAMS)")
	# Of a word that a netlist reads in two places, Verilator 5.006 makes one read before the test that the address is in the memory.
	verilator --cc -O3 ${netlist:+-fno-dfg} --assert --default-language 1364-2005 --x-assign unique --x-initial unique -Wno-fatal -Wno-lint --timescale "$timescale/$timescale" "${defines[@]}" \
		-I"$build/gen" --top-module "${phy}_tick" --prefix Vmutant --Mdir "$dir/v" rtl/lint.vlt "tb/seam/${phy}_tick.v" "${files[@]}" > "$dir/log" 2>&1 ||
		{ cat "$dir/log" >&2; exit 2; }
	{
		echo "$declaration"
		for f in "$dir"/v/V*.cpp; do echo "#include \"$(basename "$f")\""; done
		! grep -qs __Vsampled "$dir"/v/V*___024root.h || echo '#define SEAM_SAMPLES'
		echo "#define SEAM_TRIGGERS $(tb/seam/triggers.sh "$dir"/v/V*.cpp)"
		echo "#define SEAM_OUTSIDE \"$(tb/seam/outside.sh "$dir/v" Vmutant)\""
	} > "$dir/v/V_all.cc"
	flags=(-std=gnu++17 -faligned-new -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 -DVM_TRACE_FST=0 -DVM_TRACE_VCD=0 -O1
		-I"$build/mutants/pch" -I"$vinc" -I"$vinc/vltstd" -I"$dir/v" -Itb -Imodels -Itb/seam -include verilated.h)
	"${cxx[@]}" "${flags[@]}" -include "$dir/v/V_all.cc" -DSEAM_DUT=mutant -DSEAM_MODEL=Vmutant -DSEAM_PHY_"$phy" -c tb/seam/seam.cpp -o "$dir/mutant.o"
}
