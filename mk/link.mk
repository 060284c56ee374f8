# SPDX-License-Identifier: Apache-2.0
# The link of two MACs, in SystemC; the Makefile includes this file.

# Two MACs on a cable, in SystemC. Each of the programs has its own sc_main(); they share the rest of the folder.
SC_SOURCES := $(sort $(filter-out tb/link/modules/seam_sc.cpp tb/link/verbs/main_%.cpp tb/link/platform/example_%.cpp \
		tb/link/waves/traced_%.cpp,$(wildcard tb/link/*/*.c tb/link/*/*.cpp)))
SC_OBJECTS := $(patsubst %,$(B)/obj/%.o,$(basename $(SC_SOURCES)))
COMPILE_CXX = $(CXX) -std=gnu++17 -D_GNU_SOURCE $(CFLAGS) -Wall -Wextra -Wshadow -Werror $(INCLUDES) -isystem $(VINC) -MMD -MP
$(B)/obj/%.o: %.cpp | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_CXX) $(DEFINES) $(XML_CFLAGS) -c $< -o $@
# $(call sc_objects,variant): the objects of a program besides its own one; the runtime is that for SystemC. The plain DUTs are included because the
# shared parts of the bench refer to them and because the speed of the link is compared with theirs. They come first: the linker keeps the first
# copy of the simulator's inline functions, and the copy for SystemC refuses the time unit of the plain DUTs.
sc_objects = $(SC_OBJECTS) $(filter-out $(B)/obj/tb/cli/main.o,$(TB_OBJECTS)) $(call dut_objects,$(1)) $(call dut_objects,$(1)_sc) \
	$(B)/libpausemodel.a $(B)/$(1)_sc/runtime.a
LINK_SC = $(CXX) -o $@ $^ -lsystemc $(LIBS) -pthread -latomic
$(B)/pausebench-link: $(B)/obj/tb/link/verbs/main_link.o $(B)/gen/version.o $(call sc_objects,plain)
	$(LINK_SC)
# The parts of the wave file of a link besides the RTL: the frames on the cable and the pins of models.
PROBES := cable_probe seam_expected $(PHYS:%=model_%)
PROBE_SOURCES := tb/link/waves/cable_probe.v tb/seam/seam_expected.v $(PHYS:%=$(B)/gen/model_%.v)
$(foreach s,$(PROBE_SOURCES),$(eval $(B)/traced_sc/probes/$(basename $(notdir $(s))).stamp probe-$(basename $(notdir $(s))): $(s)))
PROBE_OBJECTS := $(PROBES:%=$(B)/traced_sc/probes/%.o) $(B)/traced_sc/probes/traced_probes.o
$(B)/traced_sc/probes/seam_expected.stamp probe-seam_expected: $(B)/gen/expected.vh
$(PROBES:%=$(B)/traced_sc/probes/%.stamp): $(B)/traced_sc/probes/%.stamp:
	@mkdir -p $(@D) && rm -f $(@D)/V$** $(@D)/$*.cc
	$(VERILATE) --cc --trace-fst --timescale 1ps/1ps -I$(B)/gen --top-module $* --prefix V$* --Mdir $(@D) $(filter %.v,$^)
	@cd $(@D) && for f in V$**.cpp; do echo "#include \"$$f\"" >> $*.cc; done
	@touch $@
$(PROBES:%=$(B)/traced_sc/probes/%.o): %.o: %.stamp
	$(CXX_TRACED_SC) -O1 $(CXX_INCLUDES) -I$(@D) -c $*.cc -o $@
$(B)/traced_sc/probes/traced_probes.o: tb/link/waves/traced_probes.cpp tb/link/waves/traced_probes.h tb/link/modules/cable.h tb/seam/expected_show.h \
		tb/seam/expected.def \
		$(PROBES:%=$(B)/traced_sc/probes/%.stamp)
	$(CXX_TRACED_SC) -O1 -Wall -Wextra -Wshadow -Werror -isystem $(VINC) -isystem $(VINC)/vltstd $(INCLUDES) -isystem $(@D) -c $< -o $@
$(B)/pausebench-link-traced: $(B)/obj/tb/link/verbs/main_link.o $(call sc_objects,traced) $(PROBE_OBJECTS)
	$(LINK_SC)
$(B)/example-platform: $(B)/obj/tb/link/platform/example_platform.o $(call sc_objects,plain)
	$(LINK_SC)
# The programs that the tests start.
SC_TEST_PROGRAMS := $(patsubst tests/unit/systemc/%.cpp,$(B)/tests/systemc/%,$(sort $(wildcard tests/unit/systemc/*.cpp))) \
		$(B)/tests/systemc/failing_link-traced
$(B)/tests/systemc/cable_check: $(B)/obj/tests/unit/systemc/cable_check.o $(B)/obj/tb/link/modules/cable.o $(B)/obj/tb/report/pcap_out.o \
		$(B)/obj/tb/base/run_frames.o
	@mkdir -p $(@D)
	$(CXX) -o $@ $^ -lsystemc -lpcap
$(B)/tests/systemc/%-traced: $(B)/obj/tests/unit/systemc/%.o $(call sc_objects,traced) $(PROBE_OBJECTS)
	@mkdir -p $(@D)
	$(LINK_SC)
$(B)/tests/systemc/%: $(B)/obj/tests/unit/systemc/%.o $(call sc_objects,plain)
	@mkdir -p $(@D)
	$(LINK_SC)
