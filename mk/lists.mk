# SPDX-License-Identifier: Apache-2.0
# What the tables of regs/ and of the pages become: lists of devices, registers, rows and pins; the Makefile includes this file.

# For each kind of file that every device has, a list that includes those of all lines of regs/devices.def.
EACH := $(patsubst %,$(B)/gen/each/%.def,registers parameters duts setup negotiate link waves)
$(EACH): $(B)/gen/each/%.def: regs/devices.def
	@mkdir -p $(@D)
	@{ sed -n 's,^DEVICE(\([a-z0-9_]*\)).*,DEVICE_BEGIN(\1)\n#include "\1/$*.def"\nDEVICE_END(\1),p' $<; \
	printf '#undef DEVICE_%s\n' BEGIN END; } > $@

# How the controls of any MAC are mapped to the registers of a device; a device may map none.
CONTROLS := $(B)/gen/each/control.def
$(CONTROLS): regs/devices.def $(wildcard regs/*/control.def)
	@mkdir -p $(@D)
	@{ for device in $$(sed -n 's,^DEVICE(\([a-z0-9_]*\)).*,\1,p' $<); do [ ! -f regs/$$device/control.def ] || \
	printf 'DEVICE_BEGIN(%s)\n#include "%s/control.def"\nDEVICE_END(%s)\n' $$device $$device $$device; done; printf '#undef DEVICE_%s\n' BEGIN END; } > $@
$(B)/obj/tb/stimulus/control.o $(B)/coverage/obj/tb/stimulus/control.o: $(CONTROLS)

# The words and documents of rules that a device has of its own; it may have none.
RULES_OF := $(B)/gen/each/device_rules.def
$(RULES_OF): regs/devices.def $(wildcard regs/*/rules.def)
	@mkdir -p $(@D)
	@for device in $$(sed -n 's,^DEVICE(\([a-z0-9_]*\)).*,\1,p' $<); do [ ! -f regs/$$device/rules.def ] || \
	printf '#define RULE_MODEL "%s"\n#include "%s/rules.def"\n#undef RULE_MODEL\n' $$device $$device; done > $@
$(B)/obj/models/finding/finding.o $(B)/coverage/obj/models/finding/finding.o: $(RULES_OF)

# The statements of the devices' documents; a device may have none.
STATEMENTS := $(B)/gen/each/statements.def
$(STATEMENTS): regs/devices.def $(wildcard regs/*/statements.def)
	@mkdir -p $(@D)
	@for device in $$(sed -n 's,^DEVICE(\([a-z0-9_]*\)).*,\1,p' $<); do [ ! -f regs/$$device/statements.def ] || \
	printf '#define STATEMENT_MODEL "%s"\n#include "%s/statements.def"\n#undef STATEMENT_MODEL\n' $$device $$device; done > $@
$(B)/obj/tb/proof/statements.o $(B)/coverage/obj/tb/proof/statements.o: $(STATEMENTS)

# The tables of doc/reference/readings.md as rows of C, so that the program has their text.
$(B)/gen/readings.def: doc/reference/readings.md
	@mkdir -p $(@D)
	@sed -n -e 's/[\\"]/\\&/g; s/^| `\([^|]*\)` | \([^|]*\) | \([^|]*\) | \([^|]*\) | \([^|]*\) |$$/READING("\1", "\2", "\3", "\4", "\5")/p' \
		-e 's/^| `\([^|]*\)` | \([^|]*\) |$$/DOCUMENT("\1", "\2")/p' $< > $@
$(B)/obj/tb/base/readings.o $(B)/coverage/obj/tb/base/readings.o: $(B)/gen/readings.def

$(B)/gen/regs_gen: regs/regs_gen.c regs/regs.c regs/regs.h regs/parameters.h regs/records.def $(EACH) $(wildcard regs/*/registers.def regs/*/parameters.def)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O1 $(WARNINGS) $(INCLUDES) regs/regs_gen.c regs/regs.c -o $@
DUTS_GEN_PARTS := tb/base/dut.c tb/base/parameter_text.c tb/base/refuse.c tb/base/spelling.c
$(B)/gen/duts_gen: tb/seam/duts_gen.c regs/regs.c regs/regs.h regs/parameters.h tb/base/dut.h \
		$(DUTS_GEN_PARTS) tb/base/parameter_text.h tb/base/capabilities.def $(EACH) \
		$(wildcard regs/*/registers.def regs/*/parameters.def regs/*/duts.def) $(EXTRA_DUTS)
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O1 $(WARNINGS) $(INCLUDES) $(EXTRA) tb/seam/duts_gen.c regs/regs.c $(DUTS_GEN_PARTS) -o $@
# Files with unchanged content keep their age, so that only those DUTs are built again that changed.
keep = { cmp -s $@.$$$$.new $@ && rm $@.$$$$.new || mv $@.$$$$.new $@; }
$(B)/gen/%_regs.vh: $(B)/gen/regs_gen
	@$< vh $* > $@.$$$$.new && $(keep)
$(B)/gen/%_storage.vh: $(B)/gen/regs_gen
	@$< storage $* > $@.$$$$.new && $(keep)
# $(call registers,model): what the RTL of a device includes.
registers = $(B)/gen/$(1)_regs.vh $(B)/gen/$(1)_storage.vh $(wildcard rtl/common/*.vh)
$(B)/doc/%.md: $(B)/gen/regs_gen
	@mkdir -p $(@D)
	$< md $* > $@
PHYS := gmii mii xgmii
PIN_WORDS := $(PHYS:%=$(B)/gen/%_pins.vh)
$(B)/gen/pins_gen: tb/seam/pins_gen.c tb/seam/pins.def tb/seam/expected.def
	@mkdir -p $(@D)
	$(CC) -std=c11 -O1 $(WARNINGS) $< -o $@
$(B)/gen/%_pins.vh: $(B)/gen/pins_gen
	@$< vh $* > $@.$$$$.new && $(keep)
$(B)/gen/expected.vh: $(B)/gen/pins_gen
	@$< expected > $@.$$$$.new && $(keep)
$(B)/gen/model_%.v: $(B)/gen/pins_gen
	@$< v $* > $@.$$$$.new && $(keep)
$(B)/gen/duts.mk: $(B)/gen/duts_gen
	@$< make > $@.$$$$.new && $(keep)
$(B)/gen/duts.h: $(B)/gen/duts_gen
	@$< parameters > $@.$$$$.new && $(keep)

ifneq ($(filter do-% lint-% synth-% $(B)/%,$(MAKECMDGOALS)),)
$(shell mkdir -p $(B)/gen; echo "$(VERSION)" | cmp -s - $(VERSION_STAMP) || echo "$(VERSION)" > $(VERSION_STAMP))
$(shell mkdir -p $(B)/gen; echo "$(EXTRA_DUTS)" | cmp -s - $(EXTRA_STAMP) || echo "$(EXTRA_DUTS)" > $(EXTRA_STAMP))
include $(B)/gen/duts.mk $(PASSES_MK) $(MAC_NAMES:%=$(B)/macs/%/row.mk)
endif
