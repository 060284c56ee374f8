# SPDX-License-Identifier: Apache-2.0
# What is installed for other people's benches. doc/library.md.
PREFIX ?= /usr/local
INCLUDEDIR ?= $(PREFIX)/include
LIBDIR ?= $(PREFIX)/lib
PKGCONFIGDIR ?= $(LIBDIR)/pkgconfig
EXAMPLEDIR ?= $(PREFIX)/share/doc/pausebench/examples
# $(call installed,DIR): where the files of DIR are put, quoted.
installed = '$(call quoted,$(DESTDIR)$(1))'

# A .pc file, with the values of this installation. Its folders are written as they will be, without DESTDIR.
PC_VALUES = -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|; s|@RELEASE@|$(RELEASE)|'
pc = sed $(PC_VALUES) ci/install/$(1).pc.in > $(call installed,$(PKGCONFIGDIR))/$(1).pc

# The headers as they are installed, so that the example platform is the same text in the tree and outside of it.
SYSTEMC_HEADERS := mac.h cable.h packet.h symbols.h
$(B)/include/pausebench: $(SYSTEMC_HEADERS:%=tb/link/modules/%)
	@mkdir -p $@ && cp $^ $@
	@touch $@
$(B)/obj/tb/link/platform/example_platform.o: COMPILE_CXX += -I$(B)/include
$(B)/obj/tb/link/platform/example_platform.o: | $(B)/include/pausebench

# The modules with all that they need, in one object whose other symbols are hidden: a platform may have models of its own made by another Verilator.
# What the platform has as well, the statics of TLM, it gives, so they are weak. An archive of the bench's objects lets the linker take only those that
# the modules need.
SYSTEMC_LIBRARY := $(B)/systemc/libpausebench-systemc.a
SYSTEMC_MODULES := $(filter $(B)/obj/tb/link/modules/%,$(SC_OBJECTS))
SYSTEMC_PARTS = $(filter-out $(SYSTEMC_MODULES),$(SC_OBJECTS)) $(filter-out $(B)/obj/tb/cli/main.o,$(TB_OBJECTS)) $(B)/gen/version.o
$(SYSTEMC_LIBRARY): $(SYSTEMC_MODULES) $(SYSTEMC_PARTS) $(call dut_objects,plain_sc) $(B)/libpausemodel.a $(B)/plain_sc/runtime.a
	@mkdir -p $(@D) && rm -f $(@D)/*
	$(AR) rcs $(@D)/parts.a $(SYSTEMC_PARTS)
	$(CXX) -r -nostdlib -o $(@D)/all.o $(SYSTEMC_MODULES) $(call dut_objects,plain_sc) -Wl,--force-group-allocation \
		-Wl,--start-group $(@D)/parts.a $(B)/libpausemodel.a $(B)/plain_sc/runtime.a -Wl,--end-group
	nm $(@D)/all.o | awk '$$2 == "u" { print $$3 }' > $(@D)/unique
	objcopy --weaken-symbols=$(@D)/unique $(@D)/all.o
	objcopy --wildcard $(foreach s,ZN ZNK ZTV ZTI ZTS ZTC ZTT,--keep-global-symbol='_$(s)*10pausebench*') --keep-global-symbol='_Z*N3tlm13tlm_extension*2IDE' \
		--strip-debug $(@D)/all.o $(@D)/pausebench-systemc.o
	$(AR) rcs $@ $(@D)/pausebench-systemc.o && rm $(@D)/parts.a $(@D)/all.o $(@D)/unique

.PHONY: do-install do-install-systemc
do-install-systemc: $(SYSTEMC_LIBRARY) $(B)/include/pausebench
	install -d $(foreach d,$(LIBDIR) $(PKGCONFIGDIR) $(INCLUDEDIR)/pausebench $(EXAMPLEDIR),$(call installed,$(d)))
	install -m 644 $(SYSTEMC_LIBRARY) $(call installed,$(LIBDIR))
	install -m 644 $(SYSTEMC_HEADERS:%=$(B)/include/pausebench/%) $(call installed,$(INCLUDEDIR))/pausebench
	install -m 644 tb/link/platform/example_platform.cpp $(call installed,$(EXAMPLEDIR))
	$(call pc,pausebench-systemc)
do-install: $(if $(filter 0,$(SYSTEMC)),,do-install-systemc)
