# SPDX-License-Identifier: Apache-2.0
# The programs of the bench for the rows; the Makefile includes this file.

# The release, the commit and the tools, for tb/base/version.c: an object of its own, because no other object shall change with a commit.
$(B)/gen/version.c: $(VERSION_STAMP) Makefile
	@{ printf 'extern const char version_release_text[], version_commit_text[], version_tools_text[];\n'; \
	printf 'const char version_release_text[] = "%s";\n' "$(RELEASE)"; \
	printf 'const char version_commit_text[] = "%s";\nconst char version_tools_text[] = "%s; %s";\n' "$(VERSION)" \
	"$$(verilator --version | cut -d ' ' -f 1,2)" "$$($(CXX) --version | head -n 1)"; } > $@
$(B)/gen/version.o: $(B)/gen/version.c
	$(COMPILE_C) -c $< -o $@

# $(call link,rows): the recipe of a program of the bench. It has hashes of what it is linked from, for tb/history.
define link
@mkdir -p $@.content && mk/content.sh $(B) "$(1)" $^ $(STATIC_LIBRARIES) > $@.content/content.c
$(COMPILE_C) -c $@.content/content.c -o $@.content/content.o
$(CXX) -o $@ $^ $@.content/content.o $(LIBS_PROGRAM) -pthread -latomic
endef

dut_objects = $(foreach d,$(DUTS),$(B)/$(1)/$(d)/fast.o $(B)/$(1)/$(d)/slow.o)
$(PAUSEBENCH): $(TB_OBJECTS) $(LOADERS) $(B)/gen/version.o $(call dut_objects,plain) $(B)/libpausemodel.a $(B)/plain/runtime.a
	$(call link,$(DUTS))
# There is one program for each DUT, so that a failure waits for the traced build of its own DUT only.
$(DUTS:%=$(B)/traced/%/seam_table.o): $(B)/traced/%/seam_table.o: tb/seam/seam_table.c $(EXTRA_STAMP) | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_C) $(DEFINES) '-DSEAM_ROWS(ROW)=ROW($*)' -c $< -o $@
$(DUTS:%=$(B)/pausebench-traced-%): $(B)/pausebench-traced-%: $(filter-out $(B)/obj/tb/seam/seam_table.o,$(TB_OBJECTS)) $(LOADERS) $(B)/traced/%/seam_table.o \
		$(B)/traced/%/fast.o $(B)/traced/%/slow.o $(B)/libpausemodel.a $(B)/traced/runtime.a
	$(CXX) -o $@ $^ $(LIBS_FST) $(LIBS_PROGRAM) -pthread -latomic

# A program for some rows alone: ROWS, with ROWS_NAME in its own name. The bench's objects are shared, and no other row's RTL is compiled.
ifneq ($(ROWS),)
# The rows of a suite may be others than before.
$(shell mkdir -p $(B)/rows/$(ROWS_NAME); echo '$(ROWS)' | cmp -s - $(B)/rows/$(ROWS_NAME)/list || echo '$(ROWS)' > $(B)/rows/$(ROWS_NAME)/list)
$(B)/rows/$(ROWS_NAME)/seam_table.o: tb/seam/seam_table.c tb/seam/seam.h $(B)/rows/$(ROWS_NAME)/list $(EXTRA_STAMP) | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_C) '-DSEAM_ROWS(ROW)=$(foreach r,$(ROWS),ROW($(r)))' -c $< -o $@
$(B)/pausebench-$(ROWS_NAME): $(filter-out $(B)/obj/tb/seam/seam_table.o,$(TB_OBJECTS)) $(LOADERS) $(B)/gen/version.o $(B)/rows/$(ROWS_NAME)/seam_table.o \
		$(foreach d,$(ROWS),$(B)/plain/$(d)/fast.o $(B)/plain/$(d)/slow.o) $(B)/libpausemodel.a $(B)/plain/runtime.a
	$(call link,$(ROWS))
endif
do-rows: $(B)/pausebench-$(ROWS_NAME)
# The program of smoke, for mk/times.
do-smoke-build:
	+@$(MAKE) --no-print-directory -s $(SMOKE_ROWS) do-rows
# The two programs with which mk/waves.sh makes the waves of a failure of the row ROWS.
do-waves-programs: do-rows $(ROWS:%=$(B)/pausebench-traced-%)

.PHONY: do-build do-traced do-waves do-proof do-bench do-rows do-waves-programs
do-build: $(PAUSEBENCH) $(foreach m,$(sort $(foreach d,$(DUTS),$(MODEL_$(d)))),$(B)/doc/$(m).md)

do-traced: $(DUTS:%=$(B)/pausebench-traced-%) $(B)/pausebench-link-traced

do-waves:
	@MAKE='$(MAKE_AGAIN)' MAKE_ALONE='$(MAKE_ALONE)' JOBS=$(JOBS) mk/waves.sh make $(B) '$(call quoted,$(FAILURE))' '$(call quoted,$(MACS))'

# The program is built again with the new bounds before it prints the page.
do-proof: $(PAUSEBENCH)
	$(PAUSEBENCH) regress --jobs $(JOBS) --out $(B)/proof --exercised $(B)/proof/exercised.json
	$(PAUSEBENCH) proof --bounds --exercised $(B)/proof/exercised.json > $(B)/proof/exercised.def && cp $(B)/proof/exercised.def regs/exercised.def
	$(MAKE) --no-print-directory -s $(PAUSEBENCH)
	$(PAUSEBENCH) proof --page > $(B)/proof/proof.md && cp $(B)/proof/proof.md doc/quality/proof.md

do-bench: $(PAUSEBENCH) $(B)/pausebench-link
	$(PAUSEBENCH) bench --json $(B)/bench.json
	for mac in $(basename $(notdir $(BENCH_MACS))); do $(B)/macs/$$mac/pausebench bench --json $(B)/bench_$$mac.json || exit; done
	$(PAUSEBENCH) bench --judge tests/data/foreign/gige/gige.mac
	$(B)/pausebench-link bench --json $(B)/bench_link.json
