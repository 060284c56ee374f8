# SPDX-License-Identifier: Apache-2.0
# The models that Verilator makes of the rows; the Makefile includes this file.

# The simulator's runtime is compiled once, and the generated files of a DUT as two units (its Slow files at -O0) with a precompiled verilated.h.
# Verilator's own makefile would rebuild all of it after every RTL edit.
VINC = $(eval VINC := $(shell verilator --getenv VERILATOR_ROOT)/include)$(VINC)
# $(call verilated,coverage,SystemC,traced): the compiler for code that Verilator made, with 0 or 1 for each of its features.
verilated = $(CXX) -std=gnu++17 -faligned-new -DVM_COVERAGE=$(1) -DVM_SC=$(2) -DVM_TRACE=$(3) -DVM_TRACE_FST=$(3) -DVM_TRACE_VCD=0
CXX_PLAIN = $(call verilated,0,0,0)
CXX_TRACED = $(call verilated,0,0,1)
CXX_COVERAGE = $(call verilated,1,0,0)
CXX_PLAIN_SC = $(call verilated,0,1,0)
CXX_TRACED_SC = $(call verilated,0,1,1)
CXX_INCLUDES = -I$(VINC) -I$(VINC)/vltstd
VERILATE = verilator -O3 --assert --default-language 1364-2005 --x-assign unique --x-initial unique -Wno-fatal
# A traced build shows beside the DUT what the golden model expects, which is no part of its RTL. Counters may be an array. One of 256 words is rather a
# table for each value of an octet, such as those of a CRC: 4,096 constants would be five sixths of the signals of a 10 Gb/s DUT.
TRACE := --cc --trace-fst --trace-max-array 255 +define+SEAM_WHOLE_CLOCK +define+SEAM_TRACED tb/seam/seam_expected.v
TRACE_SOURCES := tb/seam/seam_expected.v $(B)/gen/expected.vh tb/seam/expected.h tb/seam/expected.def
SEAM_SOURCES := tb/seam/seam.cpp tb/seam/seam.h tb/seam/pins.def tb/seam/simulation_end.h tb/seam/clock_edge.h tb/seam/triggers.sh tb/seam/outside.sh \
		rtl/lint.vlt $(PIN_WORDS)
# When the RTL ends the simulation, it calls the bench (tb/seam/simulation_end.h) instead of the simulator's exit() and abort().
RUNTIME_HOOKS := -Itb/seam -include simulation_end.h -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL -DVL_PRINTF=simulation_print

# $(call variant,folder,compiler variable,optimisation of the fast unit,runtime files,verilator flags)
define variant
$(B)/$(1)/runtime.a: $(4:%=$(B)/$(1)/runtime/%.o) $(B)/$(1)/runtime/simulation_end.o
	rm -f $$@ && $$(AR) rcs $$@ $$^
$(B)/$(1)/runtime/simulation_end.o: tb/seam/simulation_end.cpp tb/seam/simulation_end.h tb/seam/seam.h
	@mkdir -p $$(@D)
	$$($(2)) -O2 -Wall -Wextra -Werror -Itb/seam -isystem $$(VINC) -include verilated.h -c $$< -o $$@
$(B)/$(1)/runtime/%.o: tb/seam/simulation_end.h tb/seam/seam.h
	@mkdir -p $$(@D)
	$$($(2)) -O2 -ffunction-sections -fdata-sections $(RUNTIME_HOOKS) $$(CXX_INCLUDES) -c $$(VINC)/$$*.cpp -o $$@
$(B)/$(1)/pch-fast/verilated.h.gch:
	@mkdir -p $$(@D)
	cp $$(VINC)/verilated.h $$(@D)
	$$($(2)) $(3) $$(CXX_INCLUDES) -x c++-header $$(VINC)/verilated.h -o $$@
$(B)/$(1)/pch-slow/verilated.h.gch:
	@mkdir -p $$(@D)
	cp $$(VINC)/verilated.h $$(@D)
	$$($(2)) -O0 $$(CXX_INCLUDES) -x c++-header $$(VINC)/verilated.h -o $$@
endef
$(eval $(call variant,plain,CXX_PLAIN,$(CXXFLAGS),verilated verilated_threads))
$(eval $(call variant,coverage,CXX_COVERAGE,-O1,verilated verilated_threads verilated_cov))
$(eval $(call variant,traced,CXX_TRACED,-O1,verilated verilated_threads verilated_fst_c))
$(eval $(call variant,plain_sc,CXX_PLAIN_SC,$(CXXFLAGS),verilated verilated_threads))
$(eval $(call variant,traced_sc,CXX_TRACED_SC,-O1,verilated verilated_threads verilated_fst_c))

rtl_files = $(foreach s,$(SOURCES_$(1)),$(if $(filter %.v %.sv,$(s)),$(s),$(sort $(wildcard $(s)/*.v))))
wrapper = tb/seam/$(PHY_$(1))_tick.v
dut_defines = +define+DUT_TOP=$(TOP_$(1)) $(CAPABILITIES_$(1):%=+define+%) \
	$(if $(strip $(if $(filter $(NETLISTS),$(2)),,$(GPARAMS_$(1)))),'+define+DUT_PARAMS=$(strip $(GPARAMS_$(1)))')
# The variants with a netlist in place of the RTL, which has the parameters in it.
NETLISTS := words gates
files_of = $(if $(filter $(NETLISTS),$(2)),$(B)/netlists/$(1).$(2).v,$(call rtl_files,$(1)))

$(DUTS:%=$(B)/gen/%.row): $(B)/gen/%.row: $(B)/gen/duts.mk
	@grep '_$* :=' $< > $@.$$$$.new && $(keep)

# $(call verilate,name,variant folder,prefix of the class)
verilate = $(VERILATE) $(FLAGS_$(1)) --timescale $(TIMESCALE_$(1))/$(TIMESCALE_$(1)) $$(call dut_defines,$(1),$(2)) -I$(B)/gen \
		--top-module $(PHY_$(1))_tick --prefix $(3)$(1) --Mdir $$(@D) rtl/lint.vlt $(call wrapper,$(1)) $(call files_of,$(1),$(2))
# $(call dut,name,variant folder,compiler variable,optimisation,verilator flags,seam,prefix of the class)
define dut
$(B)/$(2)/$(1)/V.stamp: $(call files_of,$(1),$(2)) $(call wrapper,$(1)) $(B)/gen/$(PHY_$(1))_pins.vh tb/seam/seam.h tb/seam/pins.def \
		tb/seam/triggers.sh tb/seam/outside.sh $(6) rtl/lint.vlt $(call registers,$(MODEL_$(1))) $(B)/gen/$(1).row \
		$(if $(filter traced,$(2)),$(TRACE_SOURCES)) $(if $(CLOCKS_$(1)),$(B)/gen/crossings_gen mk/crossings.sh)
	@mkdir -p $$(@D) && rm -f $$(@D)/$(7)* $$(@D)/*.cc
	$(if $(CLOCKS_$(1)),mk/crossings.sh $(B)/gen/crossings_gen $$(@D) $(1) '$(CLOCKS_$(1))' \
		$(call verilate,$(1),$(2),$(7)) +define+SEAM_WHOLE_CLOCK)
	$(FILTER_$(1)) $(call verilate,$(1),$(2),$(7)) $(5) $(if $(CLOCKS_$(1)),$$(@D)/late.vlt)
	@cd $$(@D) && for f in $(7)*.cpp; do echo "#include \"$$$$f\"" >> $$$$(case $$$$f in *Slow*|*__Syms*|*__Trace*) echo slow.cc;; *) echo fast.cc;; esac); done
	@! grep -qs __Vsampled $$(@D)/$(7)*___024root.h || echo '#define SEAM_SAMPLES' >> $$(@D)/fast.cc
	@! grep -qs '(&tick_bus' $$(@D)/$(7)*.h || echo '#define SEAM_CLOCKS' >> $$(@D)/fast.cc
	@echo "#define SEAM_TRIGGERS $$$$(tb/seam/triggers.sh $$(@D)/$(7)*.cpp)" >> $$(@D)/fast.cc
	@echo "#define SEAM_OUTSIDE \"$$$$(tb/seam/outside.sh $$(@D) $(7)$(1))\"" >> $$(@D)/fast.cc
	@read=$$$$(sed 's/^.*: *//' $$(@D)/$(7)$(1)__ver.d | tr ' ' '\n' | grep '^[^/].*\|\.s\?vh\?$$$$' | LC_ALL=C sort -u) && \
		echo "#define SEAM_RTL_HASH \"$$$$(cat $$$$(grep -v 'expected\.vh\?$$$$' <<< "$$$$read") $(B)/gen/$(1).row | sha256sum | cut -c1-16)\"" >> $$(@D)/fast.cc && \
		{ echo "$$@:" $$$$read; printf '%s:\n' $$$$read; } > $$(@D)/V.d
	@touch $$@
$(B)/$(2)/$(1)/fast.o: $(B)/$(2)/$(1)/V.stamp $(B)/$(2)/pch-fast/verilated.h.gch $(6) tb/seam/simulation_end.h tb/seam/clock_edge.h tb/seam/late.h
	$$($(3)) $(4) -Winvalid-pch -I$(B)/$(2)/pch-fast $$(CXX_INCLUDES) -I$$(@D) -Itb -Imodels -include verilated.h -include $$(@D)/fast.cc \
		-DSEAM_DUT=$(1) -DSEAM_MODEL=$(7)$(1) -DSEAM_PHY_$(PHY_$(1)) -c $(6) -o $$@
	@echo "  built $(1) ($(2))"
$(B)/$(2)/$(1)/slow.o: $(B)/$(2)/$(1)/V.stamp $(B)/$(2)/pch-slow/verilated.h.gch
	$$($(3)) -O0 -I$(B)/$(2)/pch-slow $$(CXX_INCLUDES) -I$$(@D) -include verilated.h -c -x c++ $$(@D)/slow.cc -o $$@
endef
$(foreach d,$(DUTS),$(eval $(call dut,$(d),plain,CXX_PLAIN,$(CXXFLAGS),--cc,tb/seam/seam.cpp,V)))
$(foreach d,$(DUTS),$(eval $(call dut,$(d),coverage,CXX_COVERAGE,-O1,--cc --coverage-line,tb/seam/seam.cpp,V)))
$(foreach d,$(DUTS),$(eval $(call dut,$(d),traced,CXX_TRACED,-O1,$(TRACE),tb/seam/seam.cpp,V)))
$(foreach d,$(DUTS),$(eval $(call dut,$(d),plain_sc,CXX_PLAIN_SC,$(CXXFLAGS),--sc --pins-bv 65 --timescale-override 1ps/1ps,tb/link/modules/seam_sc.cpp,S)))
$(foreach d,$(DUTS),$(eval $(call dut,$(d),traced_sc,CXX_TRACED_SC,-O1,--sc --pins-bv 65 --timescale-override 1ps/1ps --trace-fst \
		+define+SEAM_WHOLE_CLOCK,tb/link/modules/seam_sc.cpp,S)))
