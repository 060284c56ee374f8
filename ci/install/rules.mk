# SPDX-License-Identifier: Apache-2.0
# What is installed for other people's benches. doc/link.md 2.
PREFIX ?= /usr/local
INCLUDEDIR ?= $(PREFIX)/include
LIBDIR ?= $(PREFIX)/lib
PKGCONFIGDIR ?= $(LIBDIR)/pkgconfig

# The headers as they are installed, so that the example platform is the same text in the tree and outside of it.
SYSTEMC_HEADERS := mac.h cable.h packet.h symbols.h
$(B)/include/pausebench: $(SYSTEMC_HEADERS:%=tb/link/modules/%)
	@mkdir -p $@ && cp $^ $@
	@touch $@
$(B)/obj/tb/link/platform/example_platform.o: COMPILE_CXX += -I$(B)/include
$(B)/obj/tb/link/platform/example_platform.o: | $(B)/include/pausebench

# The modules with all that they need, in one object whose other symbols are hidden: a platform may have models of its own made by another Verilator.
# What the platform has as well, the statics of TLM, it gives, so they are weak. An archive of the bench's objects lets the linker take only those that the modules need.
SYSTEMC_MODULES := $(filter $(B)/obj/tb/link/modules/%,$(SC_OBJECTS))
SYSTEMC_PARTS = $(filter-out $(SYSTEMC_MODULES),$(SC_OBJECTS)) $(filter-out $(B)/obj/tb/cli/main.o,$(TB_OBJECTS)) $(B)/gen/version.o
$(B)/systemc/libpausebench-systemc.a: $(SYSTEMC_MODULES) $(SYSTEMC_PARTS) $(call dut_objects,plain_sc) $(B)/libpausemodel.a $(B)/plain_sc/runtime.a
	@mkdir -p $(@D) && rm -f $(@D)/*
	$(AR) rcs $(@D)/parts.a $(SYSTEMC_PARTS)
	$(CXX) -r -nostdlib -o $(@D)/all.o $(SYSTEMC_MODULES) $(call dut_objects,plain_sc) -Wl,--force-group-allocation \
		-Wl,--start-group $(@D)/parts.a $(B)/libpausemodel.a $(B)/plain_sc/runtime.a -Wl,--end-group
	nm $(@D)/all.o | awk '$$2 == "u" { print $$3 }' > $(@D)/unique
	objcopy --weaken-symbols=$(@D)/unique $(@D)/all.o
	objcopy --wildcard $(foreach s,ZN ZNK ZTV ZTI ZTS ZTC ZTT,--keep-global-symbol='_$(s)*10pausebench*') --keep-global-symbol='_Z*N3tlm13tlm_extension*2IDE' \
		$(@D)/all.o $(@D)/pausebench-systemc.o
	$(AR) rcs $@ $(@D)/pausebench-systemc.o && rm $(@D)/parts.a $(@D)/all.o $(@D)/unique
