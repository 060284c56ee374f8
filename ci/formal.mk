# SPDX-License-Identifier: Apache-2.0
# `make formal`; the Makefile includes this file.

# One file per proof, DUT/SUBJECT, and per fault on which it must fail. The table fails if one of them does.
FORMAL_DUTS := bcm5718 i82598 ll10g bcm1250
FORMAL_PROOFS := $(foreach d,$(FORMAL_DUTS),$(patsubst formal/$(d)/%.vh,$(d)/%,$(sort $(wildcard formal/$(d)/*.vh))))
FORMAL_FAULTS := $(shell awk '!/^\#/ { print $$1 "/faults/" $$2 "-" $$3 }' /dev/null $(wildcard formal/faults.txt))
FORMAL_ALL := $(foreach f,$(filter $(or $(DUT:%=%/%),%),$(FORMAL_PROOFS) $(FORMAL_FAULTS)),$(if $(ONLY),$(if $(filter $(ONLY),$(firstword $(subst -, ,$(notdir $(f))))),$(f)),$(f)))
FORMAL_SOURCES := formal/prove.sh formal/covers.map $(wildcard formal/properties/*.v)
formal_dut = $(firstword $(subst /, ,$(1)))
formal_subject = $(firstword $(subst -, ,$(notdir $(1))))
$(foreach f,$(FORMAL_PROOFS) $(FORMAL_FAULTS),$(eval $(B)/formal/$(f).json: $(FORMAL_SOURCES) formal/$(call formal_dut,$(f))/$(call formal_subject,$(f)).vh \
	$(B)/gen/duts.mk $(B)/gen/$(call formal_dut,$(f))_regs.vh $(wildcard rtl/common/*.v rtl/$(call formal_dut,$(f))/*.v)))
$(FORMAL_PROOFS:%=$(B)/formal/%.json): $(B)/formal/%.json:
	@formal/prove.sh $(*D) $(*F) $(B) $(B)/gen/duts.mk || [ $$? -eq 1 ]
$(FORMAL_FAULTS:%=$(B)/formal/%.json): $(B)/formal/%.json:
	@formal/prove.sh $(call formal_dut,$*) $(call formal_subject,$*) $(B) $(B)/gen/duts.mk \
		$(wildcard tests/mutants/*/$(patsubst $(call formal_subject,$*)-%,%,$(notdir $*)).patch) || [ $$? -eq 1 ]
do-formal: $(FORMAL_ALL:%=$(B)/formal/%.json) $(PAUSEBENCH) $(HUNT_OBJECTS) $(B)/mutants/pch/verilated.h.gch formal/simulate.sh
	@formal/simulate.sh $(B) "$(VINC)" $(B)/gen/duts.mk $(patsubst %,$(B)/formal/%.json,$(filter $(FORMAL_FAULTS),$(FORMAL_ALL))) -- $(HUNT_OBJECTS) -- $(LIBS)
	@formal/table.sh $(B) "$(VERSION)" "$(FORMAL_PROOFS)" "$(FORMAL_FAULTS)"
