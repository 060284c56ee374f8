# SPDX-License-Identifier: Apache-2.0
# The programs of MACs of the user's own; the Makefile includes this file.

.PHONY: do-macs do-macs-coverage do-macs-traced do-macs-hunted
# MACs of the user's own, by their profiles: MAC_NAMES, after tb/profile/mac_gen.c has written build/macs/NAME. A program is the bench's objects with
# this one row and its profile, so that none of them is compiled for it.
MAC_TOOLS := $(B)/gen/mac_gen $(B)/gen/mac_reasons
# What finds the clock crossings of a MAC with several clocks.
$(B)/gen/crossings_gen: $(patsubst %,$(B)/obj/tb/crossings/%.o,crossings crossings_gen design)
	@mkdir -p $(@D)
	$(CC) -o $@ $^ -lxml2
$(B)/gen/mac_gen: $(B)/obj/tb/profile/mac_gen.o
$(B)/gen/mac_reasons: $(B)/obj/tb/profile/reasons_gen.o
# What reads a profile, or a file of reasons.
PROFILE_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(filter-out %_gen.c,$(wildcard tb/profile/*.c))) \
		$(patsubst %,$(B)/obj/tb/base/%.o,dut dut_rows limits parameter_text refuse sha256 spelling words) $(B)/libpausemodel.a
$(MAC_TOOLS): $(PROFILE_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -o $@ $(filter %.o,$^) $(filter %.a,$^) -ldeflate -lm
$(MAC_NAMES:%=$(B)/gen/%.row): $(B)/gen/%.row: $(B)/macs/%/row.mk
	@cp -p $< $@
$(MAC_NAMES:%=$(B)/macs/%/seam_table.o): $(B)/macs/%/seam_table.o: tb/seam/seam_table.c tb/seam/seam.h
	$(COMPILE_C) '-DSEAM_ROWS(ROW)=ROW($*)' -c $< -o $@
$(MAC_NAMES:%=$(B)/macs/%/profile.o): %.o: %.c tb/profile/profile.h
	$(COMPILE_C) -c $< -o $@
MAC_SHARED := $(filter-out $(B)/obj/tb/seam/seam_table.o $(B)/obj/tb/profile/built_none.o,$(TB_OBJECTS))
$(foreach d,$(MAC_NAMES),$(eval $(call dut,$(d),plain,CXX_PLAIN,$(CXXFLAGS) -DSEAM_WHOLE_CLOCK,--cc +define+SEAM_WHOLE_CLOCK,tb/seam/seam.cpp,V)))
$(foreach d,$(MAC_NAMES),$(eval $(call dut,$(d),traced,CXX_TRACED,-O1,$(TRACE),tb/seam/seam.cpp,V)))
$(foreach d,$(MAC_NAMES),$(eval $(call dut,$(d),coverage,CXX_COVERAGE,-O1 -DSEAM_WHOLE_CLOCK,--cc --coverage-line --coverage-toggle \
		+define+SEAM_WHOLE_CLOCK,tb/seam/seam.cpp,V)))
# $(call mac_program,program,name,variant)
define mac_program
$(B)/macs/$(2)/$(1): $(MAC_SHARED) $(LOADERS) $(B)/gen/version.o $(B)/macs/$(2)/seam_table.o $(B)/macs/$(2)/profile.o $(B)/$(3)/$(2)/fast.o \
		$(B)/$(3)/$(2)/slow.o \
		$(B)/libpausemodel.a $(B)/$(3)/runtime.a
	$(CXX) -o $$@ $$^ $$(if $$(filter traced,$(3)),$$(LIBS_FST)) $$(LIBS_PROGRAM) -pthread -latomic
endef
$(foreach d,$(MAC_NAMES),$(eval $(call mac_program,pausebench,$(d),plain)))
$(foreach d,$(MAC_NAMES),$(eval $(call mac_program,pausebench-traced-$(d),$(d),traced)))
$(foreach d,$(MAC_NAMES),$(eval $(call mac_program,pausebench-coverage,$(d),coverage)))
do-macs: $(MAC_NAMES:%=$(B)/macs/%/pausebench)
# The programs of hunts get profile and fault when they start (tools/foreign/hunted.c).
$(MAC_NAMES:%=$(B)/macs/%/hunted): $(B)/macs/%/hunted: $(MAC_SHARED) $(LOADERS) $(B)/gen/version.o $(B)/macs/%/seam_table.o $(B)/obj/tools/foreign/hunted.o \
		$(B)/plain/%/fast.o $(B)/plain/%/slow.o $(B)/libpausemodel.a $(B)/plain/runtime.a
	$(CXX) -o $@ $^ $(LIBS_PROGRAM) -pthread -latomic
do-macs-hunted: $(MAC_NAMES:%=$(B)/macs/%/hunted)
do-macs-coverage: $(MAC_NAMES:%=$(B)/macs/%/pausebench-coverage) $(MAC_NAMES:%=$(B)/macs/%/pausebench)
do-macs-traced: $(foreach d,$(MAC_NAMES),$(B)/macs/$(d)/pausebench-traced-$(d))
