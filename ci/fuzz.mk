# SPDX-License-Identifier: Apache-2.0
# The comparison of guided with random generation on hard planted faults; the Makefile includes this file.

RACE_ROWS := $(foreach d,$(DUTS),$(if $(filter $(d),$(MODEL_$(d))),$(d)))
RACE_OBJECTS = $(B)/obj/tests/fuzz/race.o $(filter-out %/hunt.o,$(HUNT_OBJECTS))
# SELECT=1: chooses the 50 faults anew; SELECT="ROW...": those of these rows, beside the others; RUNS=n: runs of each fault; SEEDS="1 2": the repetitions.
.PHONY: fuzz-bench do-fuzz-bench
fuzz-bench: ## compares how soon random and guided generation find 50 hard planted faults; fails if guided is not better; writes build/how_good/fuzz.json
	$(SETUP) test
	$(AGAIN) -s do-fuzz-bench

# Of each main row one program that has all planted faults of the row that can be joined.
race_patches = $(foreach f,$(MUTANT_DUTS),$(if $(filter %=$(1),$(f)),tests/mutants/$(call mutant_of,$(f)).patch))
$(RACE_ROWS:%=$(B)/fuzz/race/%/hunt): $(B)/fuzz/race/%/hunt: tests/mutants/join.sh tests/mutants/model.sh $(B)/gen/multiplex $(RACE_OBJECTS) \
		$(B)/mutants/pch/verilated.h.gch $(PIN_WORDS) $(SEAM_SOURCES) $(B)/gen/duts.mk
	@tests/mutants/join.sh $(@D) $* $(B) "$(VINC)" $(B)/gen/duts.mk $(RACE_OBJECTS) -- $(LIBS) -- $(call race_patches,$*)
# The name of make is not in the recipe, since make would then race in a dry run, too.
do-fuzz-bench: $(RACE_ROWS:%=$(B)/fuzz/race/%/hunt)
	@SELECT='$(SELECT)' RUNS='$(RUNS)' SEEDS='$(SEEDS)' tests/fuzz/bench.sh $(B) $(JOBS) $(RACE_ROWS)
