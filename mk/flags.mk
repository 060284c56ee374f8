# SPDX-License-Identifier: Apache-2.0
# The compilers, their flags, the libraries, and the release; the Makefile includes this file.

CFLAGS ?= -O2 -g
# A DUT is straight code that runs once per clock and fills a first-level cache, so the smallest code is the fastest (doc/quality/performance.md). All of -O2
# makes it slower than -O1, but two passes of -O2, which are quick, make it smaller. Make asks the compiler once which of these it knows, because clang
# knows none.
PASSES_ASKED := -fstore-merging -ftree-vrp
PASSES_MK := $(B)/gen/passes-$(subst $() ,_,$(subst /,_,$(CXX))).mk
CXXFLAGS ?= -O1 $(PASSES)
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Werror
INCLUDES := -Iregs -Imodels -Itb -I$(B)/gen
# Evaluated once, and only when used, because a machine that is not set up yet has neither pkg-config nor Verilator.
XML_CFLAGS = $(eval XML_CFLAGS := $(shell pkg-config --cflags libxml-2.0 jansson))$(XML_CFLAGS)
# What the programs of tests and of the link are linked with. The FST writer of Verilator 5.050 and later is a library (fstcpp) that uses lz4.
LIBS_FST = $(if $(wildcard $(VINC)/fstcpp),-llz4) -lz
LIBS = $(eval LIBS := -Wl,-z,now $(shell pkg-config --libs libxml-2.0 jansson) -ldeflate -lsqlite3 $(LIBS_FST) -lm)$(LIBS)
# What the programs that users start are linked with: nothing that a start pays for and one verb needs (tb/library loads such libraries), no relocations
# of their tables, and no symbols of C++ to bind. The archives are part of what a result depends on (mk/content.sh).
LIBS_PROGRAM := -no-pie -static-libstdc++ -static-libgcc -Wl,-z,now,--gc-sections,--as-needed
STATIC_LIBRARIES = $(eval STATIC_LIBRARIES := $(foreach a,libstdc++.a libgcc.a libgcc_eh.a,$(shell $(CXX) -print-file-name=$(a))))$(STATIC_LIBRARIES)
# The commit; an archive of the sources has no history but a file that names its commit (make dist).
VERSION = $(eval VERSION := $(shell cat mk/install/commit 2>/dev/null || git describe --always --dirty 2>/dev/null || echo unknown))$(VERSION)
# $(call quoted,path): PATH, quoted for a place between single quotes of a shell.
quoted = $(subst ','\'',$(1))
ifdef EXTRA_DUTS
EXTRA := '-DEXTRA_DUTS="$(call quoted,$(abspath $(EXTRA_DUTS)))"'
endif
# This file changes when the checkout has another commit or an edit.
VERSION_STAMP := $(B)/gen/version.stamp
# This file changes when EXTRA_DUTS names another file, so that all products of the list of DUTs are made again.
EXTRA_STAMP := $(B)/gen/extra.stamp
$(B)/obj/tb/base/dut_rows.o $(B)/obj/tb/seam/seam_table.o $(B)/gen/duts_gen: $(EXTRA_STAMP)
$(foreach o,obj coverage/obj,$(B)/$(o)/tb/base/dut_rows.o): $(B)/gen/duts.h
DEFINES = $(EXTRA) '-DPAUSEBENCH_STIMULI="$(call quoted,$(CURDIR))/tests/data/stimuli"'
COMPILE_C = $(CC) -std=c11 -D_GNU_SOURCE $(CFLAGS) $(WARNINGS) $(INCLUDES) -MMD -MP

$(PASSES_MK):
	@mkdir -p $(@D)
	@known=; for pass in $(PASSES_ASKED); do $(CXX) -Werror $$pass -fsyntax-only -x c++ /dev/null 2> /dev/null && known+=" $$pass"; done; \
	echo "PASSES :=$$known" > $@
