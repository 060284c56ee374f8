# SPDX-License-Identifier: Apache-2.0
# `make formal`; the Makefile includes this file.

# One file per proof, ROW/SUBJECT, and per fault on which it must fail. The table fails if one of them does. A binding is of a device, formal/DEVICE,
# and holds for each row that has the device's RTL; the main rows come first.
FORMAL_DEVICES := bcm5718 i82598 ll10g bcm1250
FORMAL_ROWS := $(FORMAL_DEVICES) $(foreach d,$(FORMAL_DEVICES),$(foreach r,$(filter-out $(d),$(DUTS)),$(if $(filter $(TOP_$(d)),$(TOP_$(r))),$(r))))
FORMAL_PROOFS := $(foreach r,$(FORMAL_ROWS),$(patsubst formal/$(MODEL_$(r))/%.vh,$(r)/%,$(sort $(wildcard formal/$(MODEL_$(r))/*.vh))))
FORMAL_FAULTS := $(shell awk '!/^\#/ { print $$1 "/faults/" $$2 "-" $$3 }' /dev/null $(wildcard formal/faults.txt))
# DUT names rows, and devices for all of their rows.
FORMAL_CHOSEN := $(foreach r,$(FORMAL_ROWS),$(if $(filter $(or $(DUT),$(r)),$(r) $(MODEL_$(r))),$(r)))
FORMAL_OF_ONLY = $(if $(ONLY),$(filter $(ONLY),$(firstword $(subst -, ,$(notdir $(1))))),$(1))
FORMAL_ALL := $(foreach f,$(filter $(FORMAL_CHOSEN:%=%/%),$(FORMAL_PROOFS) $(FORMAL_FAULTS)),$(if $(call FORMAL_OF_ONLY,$(f)),$(f)))
FORMAL_SOURCES := formal/prove.sh tools/hunter/copy_rtl.sh formal/covers.map $(wildcard formal/properties/*.v)
formal_dut = $(firstword $(subst /, ,$(1)))
formal_device = $(MODEL_$(call formal_dut,$(1)))
formal_subject = $(firstword $(subst -, ,$(notdir $(1))))
$(foreach f,$(FORMAL_PROOFS) $(FORMAL_FAULTS),$(eval $(B)/formal/$(f).json: $(FORMAL_SOURCES) formal/$(call formal_device,$(f))/$(call formal_subject,$(f)).vh \
	$(B)/gen/duts.mk $(call registers,$(call formal_device,$(f))) $(wildcard rtl/common/*.v rtl/$(call formal_device,$(f))/*.v)))
$(FORMAL_PROOFS:%=$(B)/formal/%.json): $(B)/formal/%.json:
	@formal/prove.sh $(*D) $(*F) $(B) $(B)/gen/duts.mk || [ $$? -eq 1 ]
$(FORMAL_FAULTS:%=$(B)/formal/%.json): $(B)/formal/%.json:
	@formal/prove.sh $(call formal_dut,$*) $(call formal_subject,$*) $(B) $(B)/gen/duts.mk \
		$(wildcard tests/data/mutants/*/$(patsubst $(call formal_subject,$*)-%,%,$(notdir $*)).patch) || [ $$? -eq 1 ]
do-formal: $(FORMAL_ALL:%=$(B)/formal/%.json) $(PAUSEBENCH) $(HUNT_OBJECTS) $(B)/mutants/pch/verilated.h.gch formal/simulate.sh
	@formal/simulate.sh $(B) "$(VINC)" $(B)/gen/duts.mk $(patsubst %,$(B)/formal/%.json,$(filter $(FORMAL_FAULTS),$(FORMAL_ALL))) -- $(HUNT_OBJECTS) -- $(LIBS)
	@formal/table.sh $(B) "$(VERSION)" "$(FORMAL_PROOFS)" "$(FORMAL_FAULTS)"
