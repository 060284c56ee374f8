# SPDX-License-Identifier: Apache-2.0
# `make netlists`, included by the Makefile for goals that need it, since its rules are many.

# Netlists of the rows (mk/netlists/netlist.sh), and for each a program whose one row is the netlist in place of the RTL.
$(foreach v,$(NETLISTS),$(eval $(call variant,$(v),CXX_PLAIN,-O1,verilated verilated_threads)))
$(foreach v,$(NETLISTS),$(foreach d,$(DUTS),$(eval $(call dut,$(d),$(v),CXX_PLAIN,-O1,--cc -Wno-lint -Wno-UNOPTFLAT,tb/seam/seam.cpp,V))))
$(foreach d,$(DUTS),$(eval $(B)/netlists/$(d).words.v: $(call rtl_files,$(d)) $(call registers,$(MODEL_$(d))) $(B)/gen/$(d).row))
$(DUTS:%=$(B)/netlists/%.words.v): $(B)/netlists/%.words.v: mk/netlists/netlist.sh mk/netlists/words.ys
	mk/netlists/netlist.sh words $* $(TOP_$*) $(@D) "$(PARAMS_$*)" "$(CAPABILITIES_$*)" $(call rtl_files,$*)
$(DUTS:%=$(B)/netlists/%.gates.v): $(B)/netlists/%.gates.v: $(B)/netlists/%.words.v mk/netlists/gates.ys
	mk/netlists/netlist.sh gates $* $(TOP_$*) $(@D)
$(DUTS:%=$(B)/netlists/%_table.o): $(B)/netlists/%_table.o: tb/seam/seam_table.c tb/seam/seam.h | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_C) '-DSEAM_ROWS(ROW)=ROW($*)' -c $< -o $@
# $(call netlist_program,row,variant)
define netlist_program
$(B)/netlists/pausebench-$(1)-$(2): $(filter-out $(B)/obj/tb/seam/seam_table.o,$(TB_OBJECTS)) $(LOADERS) $(B)/gen/version.o $(B)/netlists/$(1)_table.o \
		$(B)/$(2)/$(1)/fast.o $(B)/$(2)/$(1)/slow.o $(B)/libpausemodel.a $(B)/$(2)/runtime.a
	$$(call link,$(1))
endef
$(foreach v,$(NETLISTS),$(foreach d,$(DUTS),$(eval $(call netlist_program,$(d),$(v)))))
# Parts whose gates are proved equal to their RTL: of each kind of logic one, without memories. The files after the first are those of modules in it.
EQUAL := rtl/bcm5718/bcm5718_regs.v rtl/common/crc32.v rtl/common/gmii_rx.v:rtl/common/crc32.v rtl/common/gmii_tx.v:rtl/common/crc32.v \
	rtl/common/link_fault.v rtl/common/mdio_master.v rtl/common/mii_backpressure.v rtl/common/mii_rx.v:rtl/common/crc32.v rtl/common/pause_rx.v \
	rtl/common/pause_tx.v rtl/common/rx_watermark.v rtl/i82598/i82598_octets.v rtl/i82598/i82598_pause_tx.v:rtl/i82598/i82598_octets.v
equal_part = $(basename $(notdir $(firstword $(subst :, ,$(1)))))
$(foreach e,$(EQUAL),$(eval $(B)/netlists/equal/$(call equal_part,$(e)).json: $(subst :, ,$(e))))
EQUAL_RESULTS := $(foreach e,$(EQUAL),$(B)/netlists/equal/$(call equal_part,$(e)).json)
$(EQUAL_RESULTS): $(B)/netlists/equal/%.json: mk/netlists/equivalence.sh mk/netlists/words.ys mk/netlists/gates.ys $(call registers,bcm5718)
	GEN=$(B)/gen mk/netlists/equivalence.sh $* $(@D) $(filter rtl/%.v,$^)
# Planted faults that are synthesized, of each device and of each kind: WORD/DEVICE/MUTANT, where WORD is words or gates.
NETLIST_FAULTS := words/bcm5718/sent_state_not_reset gates/bcm5718/inhibit_one_late words/i82598/pause_pending_does_not_hold \
	words/ll10g/ll10g_pfc_class_not_enabled words/bcm1250/b1250_age_survives_reset
NETLIST_FAULT_RESULTS := $(foreach f,$(NETLIST_FAULTS),$(B)/netlists/faults/$(subst /,-,$(f)).json)
$(foreach f,$(NETLIST_FAULTS),$(eval $(B)/netlists/faults/$(subst /,-,$(f)).json: FAULT := $(f))\
	$(eval $(B)/netlists/faults/$(subst /,-,$(f)).json: tests/data/mutants/$(patsubst words/%,%,$(patsubst gates/%,%,$(f))).patch))
$(NETLIST_FAULT_RESULTS): mk/netlists/netlist.sh tools/hunter/build.sh tools/hunter/model.sh tools/hunter/copy_rtl.sh $(HUNT_OBJECTS) \
		$(B)/mutants/pch/verilated.h.gch
	@mkdir -p $(@D)
	@NETLIST=$(firstword $(subst /, ,$(FAULT))) tools/hunter/build.sh $(filter %.patch,$^) $(B) "$(VINC)" $(B)/gen/duts.mk $(HUNT_OBJECTS) -- $(LIBS)
	@jq '{mutant, dut, netlist: "$(firstword $(subst /, ,$(FAULT)))", caught, rule}' $(B)/netlists/mutants/$(patsubst words/%,%,$(patsubst \
		gates/%,%,$(FAULT))).json > $@

# The gates of the first row of each device: the other rows have the same RTL with other parameters, and a netlist of gates is a hundred times slower.
NETLIST_ROWS ?= $(DUTS)
GATE_ROWS = $(filter $(NETLIST_ROWS),$(foreach m,$(sort $(foreach d,$(DUTS),$(MODEL_$(d)))),$(firstword $(foreach d,$(DUTS),$(if $(filter \
		$(m),$(MODEL_$(d))),$(d))))))
do-netlists: $(foreach d,$(NETLIST_ROWS),$(B)/netlists/pausebench-$(d)-words $(B)/netlists/$(d).gates.v) $(EQUAL_RESULTS) $(NETLIST_FAULT_RESULTS) \
		$(foreach d,$(GATE_ROWS),$(B)/netlists/pausebench-$(d)-gates)
	mk/netlists/run.sh run $(B) $(JOBS) "$(NETLIST_ROWS)" "$(GATE_ROWS)"
