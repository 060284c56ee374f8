# SPDX-License-Identifier: Apache-2.0
# Planted faults, the mutants that Yosys makes, and the hunt through profiles; the Makefile includes this file.

MUTANTS := $(sort $(patsubst tests/data/mutants/%.patch,%,$(wildcard tests/data/mutants/*/*.patch)))
HUNT_OBJECTS = $(B)/obj/tools/hunter/hunt.o $(B)/obj/tools/saver/saver.o $(B)/obj/tools/saver/saved.o \
	$(filter-out $(B)/obj/tb/cli/main.o $(B)/obj/tb/seam/seam_table.o,$(TB_OBJECTS)) \
	$(B)/libpausemodel.a $(B)/plain/runtime.a
# A line of each mutant for mk/draw.sh: device/name, the device, the patch, the files that it changes, and what else concerns all mutants of the device.
MUTANT_LINES = awk 'function end() { if (line != "") print line " : rtl/" device "/ models/device/" device " regs/" device "/" } \
	/^\# dut:/ { end(); name = FILENAME; sub(/^tests.data.mutants./, "", name); sub(/\.patch/, "", name); device = name; sub(/\/.*/, "", device); \
	line = name " " device " " FILENAME } /^\+\+\+ b\// { line = line " " substr($$2, 3) } END { end() }' $(wildcard tests/data/mutants/*/*.patch)
# The mutants that are hunted: all, or those that make test draws, which builds no other. What it says about them is in a file.
HUNTED := $(MUTANTS)
HUNTED_SAID := $(B)/test/hunted/planted
ifneq ($(filter do-test do-mutants,$(MAKECMDGOALS)),)
HUNTED := $(shell $(MUTANT_LINES) | mk/draw.sh 'planted faults' '$(ALL)' '$(SINCE)' $(HUNTED_SAID))
ifeq ($(HUNTED),)
$(error no planted fault was drawn)
endif
endif
# A mutant is hunted again when its own DUT changes.
mutant_of = $(firstword $(subst =, ,$(1)))
dut_of = $(lastword $(subst =, ,$(1)))
MUTANT_DUTS = $(eval MUTANT_DUTS := $(shell \
	awk '/^\# dut:/ { sub(/^tests.data.mutants./, "", FILENAME); sub(/\.patch/, "", FILENAME); print FILENAME "=" $$3 }' \
	/dev/null $(wildcard tests/data/mutants/*/*.patch)))$(MUTANT_DUTS)
ifneq ($(filter do-test do-mutants $(B)/mutants/%,$(MAKECMDGOALS)),)
$(foreach f,$(MUTANT_DUTS),$(eval $(B)/mutants/$(call mutant_of,$(f)).json: \
	$(call rtl_files,$(call dut_of,$(f))) $(call wrapper,$(call dut_of,$(f))) $(call registers,$(MODEL_$(call dut_of,$(f))))))
endif
# The mutants of a row that are hunted share one simulation model where that is possible. It is built again when others are drawn. A mutant that is asked
# for by its name, and a row with but a few, are built by themselves.
ifneq ($(filter do-test do-mutants,$(MAKECMDGOALS)),)
JOINED := $(B)/mutants/joined
HUNTED_DUTS := $(foreach f,$(MUTANT_DUTS),$(if $(filter $(call mutant_of,$(f)),$(HUNTED)),$(f)))
mutants_of = $(filter %=$(1),$(HUNTED_DUTS))
ROWS_JOINED := $(foreach d,$(DUTS),$(if $(word 4,$(call mutants_of,$(d))),$(d)))
note = echo '$(2)' | cmp -s - $(1) || echo '$(2)' > $(1);
$(shell mkdir -p $(JOINED); $(foreach d,$(ROWS_JOINED),$(call note,$(JOINED)/$(d).names,$(call mutants_of,$(d)))))
$(foreach d,$(ROWS_JOINED),$(eval $(JOINED)/$(d)/hunt: $(foreach f,$(call mutants_of,$(d)),tests/data/mutants/$(call mutant_of,$(f)).patch) \
	$(call rtl_files,$(d)) $(call wrapper,$(d)) $(call registers,$(MODEL_$(d))) $(JOINED)/$(d).names))
$(foreach d,$(ROWS_JOINED),$(eval $(foreach f,$(call mutants_of,$(d)),$(B)/mutants/$(call mutant_of,$(f)).json): | $(JOINED)/$(d)/hunt))
$(ROWS_JOINED:%=$(JOINED)/%/hunt): tools/hunter/join.sh tools/hunter/model.sh tools/hunter/copy_rtl.sh $(B)/gen/multiplex $(HUNT_OBJECTS) \
		$(B)/mutants/pch/verilated.h.gch \
		$(wildcard tests/data/stimuli/*.stim tests/data/stimuli/*/*.stim) $(SEAM_SOURCES)
	@tools/hunter/join.sh $(@D) $(@:$(JOINED)/%/hunt=%) $(B) "$(VINC)" $(B)/gen/duts.mk $(HUNT_OBJECTS) -- $(LIBS) -- $(filter %.patch,$^)
endif
$(B)/mutants/%.json: tests/data/mutants/%.patch tools/hunter/build.sh tools/hunter/model.sh tools/hunter/copy_rtl.sh $(HUNT_OBJECTS) \
		$(B)/mutants/pch/verilated.h.gch \
		$(wildcard tests/data/stimuli/*.stim tests/data/stimuli/*/*.stim) $(SEAM_SOURCES)
	@JOINED=$(JOINED) tools/hunter/build.sh $< $(B) "$(VINC)" $(B)/gen/duts.mk $(HUNT_OBJECTS) -- $(LIBS)
$(B)/mutants/pch/verilated.h.gch:
	@mkdir -p $(@D)
	cp $(VINC)/verilated.h $(@D)
	$(CXX_PLAIN) -O1 $(CXX_INCLUDES) -x c++-header $(VINC)/verilated.h -o $@
do-mutants: $(HUNTED:%=$(B)/mutants/%.json) $(B)/gen/mutants_table
	@$(B)/gen/mutants_table $(B)/mutants.json $(HUNTED:%=$(B)/mutants/%.json)
# Mutants that Yosys makes; a test hunts a few of them (tools/generated/sample.sh).
SIEVE_OBJECTS = $(B)/obj/tools/generated/sieve.o $(B)/obj/tools/generated/trial.o $(filter-out %/hunt.o,$(HUNT_OBJECTS))
GENERATED_ROWS := $(or $(strip $(DUT)),$(foreach d,$(DUTS),$(if $(filter $(d),$(MODEL_$(d))),$(d))))
$(B)/gen/prove: $(patsubst %,tools/generated/%,prove.c aiger.c gates.c aiger.h gates.h)
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O2 $(WARNINGS) $(filter %.c,$^) -o $@
$(B)/gen/lanes_gen: $(patsubst %,tools/parallel/%.c,lanes_gen blif tables units emit) tools/parallel/netlist.h
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O1 $(WARNINGS) $(filter %.c,$^) -o $@
$(B)/gen/generated.words: $(B)/gen/mac_reasons $(B)/gen/tree_verilog $(SIEVE_OBJECTS) $(B)/obj/tools/parallel/parallel.o $(B)/gen/prove $(B)/gen/lanes_gen \
		$(B)/mutants/pch/verilated.h.gch $(PIN_WORDS) $(DUTS:%=$(B)/gen/%.row) \
		$(foreach d,$(DUTS),$(call registers,$(MODEL_$(d))))
	@echo "$(VINC) $(SIEVE_OBJECTS) -- $(LIBS)" > $@
.PHONY: do-generated
do-generated: $(B)/gen/generated.words
	@tools/generated/run.sh $(B) $(JOBS) $(or $(COUNT),2000) $(GENERATED_ROWS)
# What the hunt of MACs by profile, MAC_NAMES, needs (mac.sh): BUILD/gen/mac_mutants.words has the words of its call, a line each.
MAC_HUNT_OBJECTS = $(filter-out $(B)/obj/tb/profile/built_none.o,$(SIEVE_OBJECTS))
$(B)/gen/tree_verilog: tools/generated/tree_verilog.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O1 $(WARNINGS) $(XML_CFLAGS) $< -o $@ -lxml2
.PHONY: do-macs-mutants
do-macs-mutants: do-macs $(B)/gen/tree_verilog $(B)/gen/prove $(MAC_HUNT_OBJECTS) $(B)/mutants/pch/verilated.h.gch $(PIN_WORDS)
	@$(foreach d,$(MAC_NAMES),mkdir -p $(B)/macs/$(d)/mutants && printf '%s\n' $(call dut_defines,$(d)) $(FLAGS_$(d)) > $(B)/macs/$(d)/mutants/design.flags && \
	printf '%s\n' $(call rtl_files,$(d)) > $(B)/macs/$(d)/mutants/design.sources && ) \
	printf '%s\n' "$(VINC)" $(MAC_NAMES) -- $(MAC_HUNT_OBJECTS) -- $(LIBS) > $(B)/gen/mac_mutants.words
# The name of make is not in the recipe, since make would then hunt in a dry run, too.
BY_PROFILE = tools/hunter/by_profile.sh $(B) '$(MAKE)' $(JOBS)
do-detect: $(B)/gen/mac_reasons $(HUNT_OBJECTS) $(B)/mutants/pch/verilated.h.gch $(B)/gen/multiplex
	@$(BY_PROFILE) "$(VINC)" $(filter-out $(B)/obj/tb/profile/built_none.o,$(HUNT_OBJECTS)) -- $(LIBS) $(if $(ONLY),-- $(ONLY))
do-neutral: $(B)/gen/mac_reasons $(HUNT_OBJECTS) $(B)/mutants/pch/verilated.h.gch $(B)/gen/multiplex $(foreach d,$(DUTS),$(call registers,$(MODEL_$(d))))
	@tools/hunter/neutral.sh $(B) '$(MAKE)' $(JOBS) "$(VINC)" $(HUNT_OBJECTS) -- $(LIBS) $(if $(ONLY),-- $(ONLY))
$(B)/gen/multiplex: $(patsubst %,tools/multiplexer/%.c,multiplex difference verilog tokens) tools/multiplexer/difference.h tools/multiplexer/verilog.h
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O1 $(WARNINGS) $(filter %.c,$^) -o $@
$(B)/gen/mutants_table: tools/hunter/mutants_table.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O1 $(WARNINGS) $(XML_CFLAGS) $< -o $@ $(LIBS)
# Failures for tests/unit/judge/test_saved.c: `make do-saved ROW=bcm5718`, a profile of tests/data/profiles.
do-saved: $(B)/gen/mac_reasons $(HUNT_OBJECTS) $(B)/mutants/pch/verilated.h.gch $(B)/gen/multiplex $(B)/gen/mac_gen
	@tools/saver/save_rows.sh $(B) '$(MAKE)' "$(VINC)" $(B)/judge/out $(filter-out $(B)/obj/tb/profile/built_none.o,$(HUNT_OBJECTS)) -- $(LIBS) -- $(ROW) $(ONLY)
# Those of the variants of a MAC of tests/data/foreign: `SAVE=out.txt tools/foreign/hunt.sh build make 2 gige`.
$(MAC_NAMES:%=$(B)/macs/%/saver): $(B)/macs/%/saver: $(B)/obj/tools/saver/variants/main.o $(B)/obj/tools/saver/saver.o $(B)/obj/tools/saver/saved.o \
		$(filter-out $(B)/obj/tb/cli/main.o,$(MAC_SHARED)) $(B)/macs/%/seam_table.o $(B)/obj/tools/foreign/hunted.o \
		$(B)/plain/%/fast.o $(B)/plain/%/slow.o $(B)/libpausemodel.a $(B)/plain/runtime.a
	$(CXX) -o $@ $^ $(LIBS) -pthread -latomic
do-macs-saver: $(MAC_NAMES:%=$(B)/macs/%/saver)
# After a change of the judge: build/gen/rejudge IN.txt OUT.txt.
$(B)/gen/rejudge: $(B)/obj/tools/saver/rejudge.o $(B)/obj/tools/saver/saved.o $(filter-out $(B)/obj/tb/cli/main.o,$(TB_OBJECTS)) $(B)/libpausemodel.a
	@rm -f $@.a && ar rcs $@.a $(filter %.o,$^)
	$(CXX) -o $@ $(wordlist 1,2,$^) $@.a $(B)/libpausemodel.a $(LIBS) -pthread
