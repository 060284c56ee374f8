# SPDX-License-Identifier: Apache-2.0
# The unit tests, and make test; the Makefile includes this file.

.PHONY: do-test
TEST_SOURCES := $(sort $(wildcard tests/unit/*/test_*.c tests/unit/support/*.c) tests/unit/captures/capture.c tools/saver/saved.c \
		tests/unit/measure/durations.c)
TEST_OBJECTS := $(TEST_SOURCES:%.c=$(B)/obj/%.o)
# Tests spend their time in the bench, not in their own code.
$(B)/obj/tests/%.o $(B)/obj/tools/%.o: COMPILE_TEST = $(COMPILE_C) $(patsubst -O2,-O1,$(filter -O%,$(CFLAGS))) $(DEFINES) $(XML_CFLAGS) \
		-Itests/unit/support -Itests/unit/captures -Itools/saver
$(B)/obj/tests/%.o: tests/%.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_TEST) -c $< -o $@
$(B)/obj/tools/%.o: tools/%.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_TEST) -c $< -o $@
# The parts of the link that need no SystemC.
LINK_C_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tb/link/description/*.c tb/link/check/*.c)))
$(B)/tests/unit: $(TEST_OBJECTS) $(LINK_C_OBJECTS) $(filter-out $(B)/obj/tb/cli/main.o,$(TB_OBJECTS)) $(call dut_objects,plain) $(B)/libpausemodel.a \
		$(B)/plain/runtime.a | $(B)/gen/multiplex $(B)/gen/how_good $(B)/gen/generated.words $(B)/gen/loops $(B)/gen/ports
	@mkdir -p $(@D)
	$(CXX) -o $@ -lcriterion $^ -lcriterion -lpcap $(LIBS) -pthread -latomic

# The name of make is not in the recipe, since make would then call the hunt in a dry run too.
TEST = ci/test.sh $(B) '$(MAKE)' $(JOBS) '$(call quoted,$(TEST_FLAGS))' '$(ALL)' '$(SINCE)' '$(HUNTED)'
do-test: do-build $(SYSTEMC_LIBRARY) $(LIBRARY) $(SV_BENCHES) $(B)/gen/mac_gen $(B)/gen/crossings_gen \
		$(B)/netlists/pausebench-bcm5718-words do-traced $(B)/pausebench-link \
		$(B)/tests/unit $(SC_TEST_PROGRAMS) $(B)/example-platform \
		$(HUNTED:%=$(B)/mutants/%.json) $(B)/gen/mutants_table
	@$(TEST)
