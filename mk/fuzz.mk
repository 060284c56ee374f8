# SPDX-License-Identifier: Apache-2.0
# The comparison of guided with random generation on hard planted faults; the Makefile includes this file.

RACE_ROWS := $(foreach d,$(DUTS),$(if $(filter $(d),$(MODEL_$(d))),$(d)))
RACE_OBJECTS = $(B)/obj/tools/race/race.o $(filter-out %/hunt.o,$(HUNT_OBJECTS))
# SELECT=1: chooses the 50 faults anew; SELECT="ROW...": those of these rows, beside the others; RUNS=n: runs of each fault; SEEDS="1 2": the repetitions.
.PHONY: fuzz-bench do-fuzz-bench
fuzz-bench: ## compares how soon random and guided generation find 50 hard planted faults; fails if guided is not better; writes build/how_good/fuzz.json
	$(SETUP) test
	$(AGAIN) -s do-fuzz-bench

# Of each main row one program that has all planted faults of the row that can be joined.
race_patches = $(foreach f,$(MUTANT_DUTS),$(if $(filter %=$(1),$(f)),tests/data/mutants/$(call mutant_of,$(f)).patch))
$(RACE_ROWS:%=$(B)/fuzz/race/%/hunt): $(B)/fuzz/race/%/hunt: tools/hunter/join.sh tools/hunter/model.sh $(B)/gen/multiplex $(RACE_OBJECTS) \
		$(B)/mutants/pch/verilated.h.gch $(PIN_WORDS) $(SEAM_SOURCES) $(B)/gen/duts.mk
	@tools/hunter/join.sh $(@D) $* $(B) "$(VINC)" $(B)/gen/duts.mk $(RACE_OBJECTS) -- $(LIBS) -- $(call race_patches,$*)
# The name of make is not in the recipe, since make would then race in a dry run, too.
do-fuzz-bench: $(RACE_ROWS:%=$(B)/fuzz/race/%/hunt)
	@SELECT='$(SELECT)' RUNS='$(RUNS)' SEEDS='$(SEEDS)' tools/race/bench.sh $(B) $(JOBS) $(RACE_ROWS)

# ---- the library's calls and the readers of files, under AddressSanitizer and UBSan ----
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SANITIZED := $(patsubst %.c,$(B)/sanitized/%.o,$(filter-out %_gen.c tb/judge/judge_report.c,$(sort $(wildcard models/*.c models/*/*.c regs/regs.c \
		tools/fuzz_readers/*.c tools/saver/saved.c tb/report/pcap_out.c \
	$(foreach r,base check check/* judge profile stimulus stimulus/text story proof link/description,tb/$(r)/*.c)))))
$(B)/sanitized/%.o: %.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_C) -O1 $(SANITIZE) $(DEFINES) $(XML_CFLAGS) -Itools/saver -c $< -o $@
-include $(wildcard $(B)/sanitized/*/*.d $(B)/sanitized/*/*/*.d $(B)/sanitized/*/*/*/*.d)
$(B)/sanitized/tb/base/readings.o: $(B)/gen/readings.def
$(B)/sanitized/models/finding/finding.o: $(RULES_OF)
$(B)/sanitized/tb/stimulus/control.o: $(CONTROLS)
$(B)/fuzz_readers/fuzz_readers: $(SANITIZED)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^ $(LIBS)

.PHONY: do-fuzz-readers
do-fuzz-readers: $(B)/fuzz_readers/fuzz_readers
	@$< $(B)/fuzz_readers $(or $(SECONDS),60) $(or $(SEED),1) || { echo 'The newest input and its number are in $(B)/fuzz_readers; repeat it by' \
		'$< $(B)/fuzz_readers 0 SEED TARGET NUMBER'; exit 1; }
