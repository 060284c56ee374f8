# SPDX-License-Identifier: Apache-2.0
# What is installed for other people's benches. doc/use/library.md.
PREFIX ?= /usr/local
INCLUDEDIR ?= $(PREFIX)/include
LIBDIR ?= $(PREFIX)/lib
PKGCONFIGDIR ?= $(LIBDIR)/pkgconfig
EXAMPLEDIR ?= $(PREFIX)/share/doc/pausebench/examples
SVDIR ?= $(PREFIX)/share/pausemodel/systemverilog
MANDIR ?= $(PREFIX)/share/man
PYTHONDIR ?= $(PREFIX)/lib/python3/dist-packages
EXAMPLES = $(filter-out %.md,$(wildcard examples/*.*))
# $(call installed,DIR): where the files of DIR are put, quoted.
installed = '$(call quoted,$(DESTDIR)$(1))'

# A .pc file, with the values of this installation. Its folders are written as they will be, without DESTDIR.
PC_VALUES = -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|; s|@RELEASE@|$(RELEASE)|'
pc = sed $(PC_VALUES) mk/install/$(1).pc.in > $(call installed,$(PKGCONFIGDIR))/$(1).pc

# The judge as a library: only pm_judge_* are visible, so that it disturbs no program. Its objects are position independent, those of the bench are not.
ABI := 0
LIBRARY := $(B)/lib/libpausemodel.so.$(ABI) $(B)/lib/libpausemodel.a
PIC_OBJECTS := $(patsubst %.c,$(B)/pic/%.o,$(sort $(wildcard models/*.c models/*/*.c regs/regs.c $(foreach r,base check check/* judge profile \
		stimulus story,tb/$(r)/*.c))))
PIC_OBJECTS := $(filter-out $(B)/pic/tb/profile/%_gen.o $(B)/pic/tb/judge/judge_report.o,$(PIC_OBJECTS))
JUDGE_OBJECTS := $(filter $(B)/pic/tb/judge/%,$(PIC_OBJECTS))
$(B)/pic/%.o: %.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_C) -fPIC $(DEFINES) $(XML_CFLAGS) -c $< -o $@
-include $(wildcard $(B)/pic/*/*.d $(B)/pic/*/*/*.d $(B)/pic/*/*/*/*.d)
$(B)/pic/tb/base/readings.o: $(B)/gen/readings.def
$(B)/pic/models/finding/finding.o: $(RULES_OF)
$(B)/pic/tb/stimulus/control.o: $(CONTROLS)
$(B)/lib/parts.a: $(filter-out $(JUDGE_OBJECTS),$(PIC_OBJECTS)) mk/install/rules.mk
	@mkdir -p $(@D) && rm -f $@
	$(AR) rcs $@ $(filter %.o,$^)
$(B)/lib/libpausemodel.so.$(ABI): $(JUDGE_OBJECTS) $(B)/lib/parts.a mk/install/pausemodel.map
	$(CC) -shared -o $@ -Wl,-soname,$(@F) -Wl,--version-script=mk/install/pausemodel.map -Wl,-z,defs -Wl,-S $(JUDGE_OBJECTS) $(B)/lib/parts.a -ldeflate -lm
$(B)/lib/libpausemodel.a: $(JUDGE_OBJECTS) $(B)/lib/parts.a
	@rm -f $@
	$(CC) -r -nostdlib -o $(@D)/all.o $(JUDGE_OBJECTS) $(B)/lib/parts.a
	objcopy --wildcard --keep-global-symbol='pm_judge_*' --strip-debug $(@D)/all.o $(@D)/pausemodel.o
	$(AR) rcs $@ $(@D)/pausemodel.o && rm $(@D)/all.o $(@D)/pausemodel.o

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

.PHONY: do-install do-install-library do-install-systemc
do-install-systemc: $(SYSTEMC_LIBRARY) $(B)/include/pausebench
	install -d $(foreach d,$(LIBDIR) $(PKGCONFIGDIR) $(INCLUDEDIR)/pausebench $(EXAMPLEDIR),$(call installed,$(d)))
	install -m 644 $(SYSTEMC_LIBRARY) $(call installed,$(LIBDIR))
	install -m 644 $(SYSTEMC_HEADERS:%=$(B)/include/pausebench/%) $(call installed,$(INCLUDEDIR))/pausebench
	install -m 644 tb/link/platform/example_platform.cpp $(call installed,$(EXAMPLEDIR))
	$(call pc,pausebench-systemc)
do-install-library: $(LIBRARY)
	install -d $(foreach d,$(LIBDIR) $(PKGCONFIGDIR) $(INCLUDEDIR)/pausemodel $(EXAMPLEDIR) $(PYTHONDIR) $(SVDIR) $(MANDIR)/man3,$(call installed,$(d)))
	install $(B)/lib/libpausemodel.so.$(ABI) $(call installed,$(LIBDIR))/libpausemodel.so.$(RELEASE)
	ln -sf libpausemodel.so.$(RELEASE) $(call installed,$(LIBDIR))/libpausemodel.so.$(ABI)
	ln -sf libpausemodel.so.$(ABI) $(call installed,$(LIBDIR))/libpausemodel.so
	install -m 644 $(B)/lib/libpausemodel.a $(call installed,$(LIBDIR))
	install -m 644 tb/judge/judge.h $(call installed,$(INCLUDEDIR))/pausemodel
	install -m 644 tb/systemverilog/pausemodel_pkg.sv tb/systemverilog/pausemodel_monitors.sv $(call installed,$(SVDIR))
	install -m 644 tb/python/pausemodel.py $(call installed,$(PYTHONDIR))
	install -m 644 $(EXAMPLES) $(call installed,$(EXAMPLEDIR))
	install -m 644 mk/install/pausemodel.3 $(call installed,$(MANDIR))/man3
	$(call pc,pausemodel)
do-install: do-install-library $(if $(filter 0,$(SYSTEMC)),,do-install-systemc)

# The benches in SystemVerilog that the tests run. gige_fault: the same MAC with planted faults, one of its pauses and one in each stream of its client;
# gige_requests: with faults of what it does with requests.
SV_BENCHES := $(foreach b,gige gige_fault gige_requests i82598 bcm1250,$(B)/tests/systemverilog/$(b))
SV_LIBRARY := $(wildcard tb/systemverilog/*_pkg.sv tb/systemverilog/pausemodel_monitors.sv) tests/unit/systemverilog/frames_pkg.sv
GIGE := $(wildcard tests/data/foreign/gige/include/*.svh) $(wildcard tests/data/foreign/gige/rtl/*.sv)
SV_FAULTS := $(foreach f,time_one_quantum_short frame_lost last_octet_lost,tests/data/foreign/gige/faults/$(f).patch)
SV_REQUEST_FAULTS := $(foreach f,request_lost_in_frame held_by_pause,tests/data/foreign/gige/faults/$(f).patch)
$(B)/tests/systemverilog/gige: $(SV_LIBRARY) $(GIGE) tests/unit/systemverilog/gige_bench.sv
$(B)/tests/systemverilog/gige_fault: $(SV_LIBRARY) $(B)/tests/systemverilog/faulty.stamp tests/unit/systemverilog/gige_bench.sv
$(B)/tests/systemverilog/gige_requests: $(SV_LIBRARY) $(B)/tests/systemverilog/late.stamp tests/unit/systemverilog/gige_bench.sv
$(B)/tests/systemverilog/i82598: $(SV_LIBRARY) $(wildcard rtl/i82598/*.v) tests/unit/systemverilog/i82598_bench.sv | $(call registers,i82598)
$(B)/tests/systemverilog/bcm1250: $(SV_LIBRARY) $(wildcard rtl/bcm1250/*.v) tests/unit/systemverilog/bcm1250_bench.sv | $(call registers,bcm1250)
$(B)/tests/systemverilog/faulty.stamp: $(GIGE) $(SV_FAULTS)
	@rm -rf $(@D)/faulty && mkdir -p $(@D)/faulty && cp -r tests/data/foreign/gige/rtl tests/data/foreign/gige/include $(@D)/faulty
	@cat $(SV_FAULTS) | patch -s -p1 -d $(@D)/faulty && touch $@
$(B)/tests/systemverilog/late.stamp: $(GIGE) $(SV_REQUEST_FAULTS)
	@rm -rf $(@D)/late && mkdir -p $(@D)/late && cp -r tests/data/foreign/gige/rtl tests/data/foreign/gige/include $(@D)/late
	@cat $(SV_REQUEST_FAULTS) | patch -s -p1 -d $(@D)/late && touch $@
# They run for a second each, so that nothing is optimized; one runtime serves them all, and the code of each is one unit, as that of the DUTs is.
CXX_SV = $(CXX) -std=gnu++20 -O0 -w -faligned-new -DVL_TIME_CONTEXT -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 -DVM_TRACE_FST=0 -DVM_TRACE_VCD=0 $(CXX_INCLUDES)
SV_RUNTIME := $(patsubst %,$(B)/tests/systemverilog/runtime/%.o,verilated verilated_dpi verilated_threads verilated_timing)
$(SV_RUNTIME): $(B)/tests/systemverilog/runtime/%.o:
	@mkdir -p $(@D)
	$(CXX_SV) -c $(VINC)/$*.cpp -o $@
$(SV_BENCHES): $(B)/lib/libpausemodel.so.$(ABI) $(SV_RUNTIME)
	@rm -rf $@.dir && mkdir -p $@.dir
	verilator --cc --main --timing +1364-2005ext+v -O2 -Wno-fatal -Wno-lint -Wno-INITIALDLY -Wno-TIMESCALEMOD -Itests/data/foreign/gige/include -Irtl/common \
		-I$(B)/gen --top-module $(patsubst gige%,gige,$(@F))_bench --Mdir $@.dir $(patsubst %.stamp,%/include/*.svh,$(filter %.stamp,$^)) \
		$(patsubst %.stamp,%/rtl/*.sv,$(filter-out %.so.$(ABI) %.o,$^)) \
		> $@.log 2>&1 || { cat $@.log >&2; exit 1; }
	@cd $@.dir && printf '#include "%s"\n' V*.cpp > all.cc
	$(CXX_SV) -I$@.dir -o $@ $@.dir/all.cc $(SV_RUNTIME) -L$(B)/lib -l:libpausemodel.so.$(ABI) -pthread -latomic
