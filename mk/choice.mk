# SPDX-License-Identifier: Apache-2.0
# The choice of the runs that the default suite and smoke have; the Makefile includes this file.

.PHONY: choice do-choice
choice: ## measures what each run adds, as far as it changed, and chooses those of the default suite and of smoke; writes tests/data/stimuli/*.suite,
## tests/data/choice
	$(SETUP) test
	$(AGAIN) -s do-choice

CHOICE_BENCH = $(filter-out $(B)/obj/tb/cli/main.o,$(TB_OBJECTS)) $(B)/gen/version.o
CHOICE_KILLS = $(B)/obj/tools/choice/kills.o $(B)/obj/tools/choice/runs.o $(filter-out $(B)/obj/tb/seam/seam_table.o,$(CHOICE_BENCH)) $(B)/libpausemodel.a \
	$(B)/plain/runtime.a
$(B)/gen/reach $(B)/gen/choose: $(B)/gen/%: $(B)/obj/tools/choice/%.o $(B)/obj/tools/choice/runs.o $(CHOICE_BENCH) $(call dut_objects,plain) \
		$(B)/libpausemodel.a $(B)/plain/runtime.a
	$(CXX) -o $@ $^ $(LIBS) -pthread -latomic
# Finds the loops in stimuli that were written without them.
LOOPS_OBJECTS := $(patsubst %,$(B)/obj/tools/loops/%.o,lines values text find proof loops)
$(B)/gen/loops: $(LOOPS_OBJECTS) $(CHOICE_BENCH) $(call dut_objects,plain) $(B)/libpausemodel.a $(B)/plain/runtime.a
	$(CXX) -o $@ $^ $(LIBS) -pthread -latomic
# Both suites are first written elsewhere, so that a regression never reads half of one.
do-choice: $(B)/gen/reach $(B)/gen/choose $(B)/gen/multiplex $(B)/mutants/pch/verilated.h.gch $(CHOICE_KILLS)
	@tools/choice/measure.sh $(B) "$(VINC)" 600 $(DUTS) -- $(CHOICE_KILLS) -- $(LIBS)
	@$(B)/gen/choose $(B)/choice tests/data/stimuli $(B)/choice $(DUTS)
	@mkdir -p $(B)/how_good && cp $(B)/choice/choice.json $(B)/how_good/choice.json && cp $(B)/choice/cells.txt $(B)/choice/kills.txt tests/data/choice/
	@cp $(B)/choice/default.suite $(B)/choice/smoke.suite tests/data/stimuli/
