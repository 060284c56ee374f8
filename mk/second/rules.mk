# SPDX-License-Identifier: Apache-2.0
# The rows in a second simulator (doc/quality/second-simulator.md).
SECOND_ROWS ?= $(if $(ROWS),$(ROWS),$(DUTS))
.PHONY: do-second $(SECOND_ROWS:%=second-%)
do-second: $(SECOND_ROWS:%=second-%)
second_program = $(if $(filter $(1),$(MAC_NAMES)),$(B)/macs/$(1)/pausebench,$(if $(ROWS),$(ROWS_PROGRAM),$(PAUSEBENCH)))
$(foreach d,$(SECOND_ROWS),$(eval second-$(d): $(call second_program,$(d))))
$(SECOND_ROWS:%=second-%): second-%:
	@mkdir -p $(B)/second/$*
	@printf '%s\n' $(call dut_defines,$*) $(FLAGS_$*) > $(B)/second/$*/design.flags
	@printf '%s\n' $(call wrapper,$*) $(call rtl_files,$*) > $(B)/second/$*/design.sources
	@mk/second/row.sh $(B) $* $(PHY_$*) $(MODEL_$*) $(call second_program,$*) '$(call quoted,$(SUITE))' '$(call quoted,$(ONLY))'
