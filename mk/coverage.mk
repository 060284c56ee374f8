# SPDX-License-Identifier: Apache-2.0
# What a regression reaches in the RTL and in C; the Makefile includes this file.

.PHONY: do-coverage
# Coverage has its own C objects, because gcc writes its counters beside them.
$(B)/coverage/obj/%.o: %.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_C) -O0 -w --coverage -DPAUSEBENCH_COVERAGE $(DEFINES) $(XML_CFLAGS) -c $< -o $@
$(B)/pausebench-coverage: $(patsubst $(B)/obj/%,$(B)/coverage/obj/%,$(TB_OBJECTS) $(MODEL_OBJECTS)) $(call dut_objects,coverage) \
		$(B)/coverage/runtime.a
	$(CXX) --coverage -o $@ $^ $(LIBS) -pthread -latomic

do-coverage: $(B)/pausebench-coverage $(PAUSEBENCH)
	$(PAUSEBENCH) regress --all --suite night --jobs $(JOBS) --out $(B)/coverage/regress --coverage $(B)/coverage/coverage.json
	@mkdir -p $(B)/how_good
	$(PAUSEBENCH) coverage --complete --faults tests/data/mutants --html $(B)/coverage/coverage.html \
		--figures $(B)/how_good/coverage.json $(B)/coverage/coverage.json
	mk/coverage.sh $(B)
