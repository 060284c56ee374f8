# SPDX-License-Identifier: Apache-2.0
# Pausebench. `make` alone prints the targets. All products are below build/.
#
# Every target for people first lets ci/setup.sh install the packages that it needs and then calls make again for the files, because a fresh
# machine has no compiler with which the first make could generate the lists of DUTs.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:

B := build
JOBS ?= $(shell nproc)
AGAIN = +@ci/alone.sh $(B) $(MAKE) --no-print-directory -j$(JOBS)
SETUP = @ci/setup.sh
# The name of make is not in the recipe of waves, since make would then look for a failure in a dry run, too.
WAVES_AGAIN = ci/alone.sh $(B) $(MAKE) --no-print-directory -j$(JOBS)
MAKE_ALONE = $(MAKE)
PAUSEBENCH := $(B)/pausebench
OUT ?= $(B)/regress
# A folder's name is what it says, also if that looks like a call of make.
override FAILURE := $(value FAILURE)
REGRESS_FLAGS ?=
SUITE_FLAGS = $(if $(SUITE), --suite $(SUITE))
SWEEP_FLAGS ?=
# The command that a regression calls, with the name of a DUT appended, before it repeats a failed run with waves.
MAKE_AGAIN = env -u MAKEFLAGS $(MAKE) --no-print-directory -s B=$(B)
MAKE_TRACED = $(MAKE_AGAIN) traced DUT=

# Who mistypes MACS asks for one MAC, and would get all devices.
ifeq ($(origin MAC),command line)
$(error there is no MAC=; profiles are MACS="my.mac ...")
endif
# An empty MACS is a variable of the caller's that has no value, and not the wish to run everything.
ifeq ($(origin MACS),command line)
ifeq ($(strip $(MACS)),)
$(error MACS is empty: give a profile, MACS=my.mac, or leave MACS out)
endif
endif

# The program of the rows that DUT names.
ROWS_NAME := $(subst $() ,+,$(strip $(DUT)))
ROWS_PROGRAM = $(B)/pausebench-$(ROWS_NAME)
# The rows that smoke builds where DUT names none.
SMOKE_ROWS = ROWS="$$(ci/rows.sh --built tests/data/stimuli/smoke.suite)" ROWS_NAME=smoke
HISTORY_FLAGS = $(if $(filter-out 0,$(ALL)), --all)$(if $(filter-out 0,$(RESUME)), --resume)
REGRESS = regress --jobs $(JOBS) --out $(OUT) --junit $(OUT)/junit.xml --exercised $(OUT)/exercised.json --history $(B)/history.db \
	--traced '$(MAKE_TRACED)'$(HISTORY_FLAGS)

## ---- for people ------------------------------------------------------------------------------------------------

.PHONY: conform help install dist regress test second fuzz-readers detect neutral proof formal smoke mac link traced lint synth netlists bench coverage waves man format clean setup
help: ## lists the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18
	@echo '  The targets call build/pausebench; see its --help.  With NO_INSTALL=1 they print missing packages instead of installing them.'

# MACS="a.mac b.mac": profiles (doc/your-own-mac.md). Then regress and smoke are for their MACs alone, each in a program of its own.
# DUT="bcm5718 i82598_alt": devices and rows. Then regress and smoke build and run their rows alone, in a program build/pausebench-NAME.
# SUITE=night: also the runs that add nothing to those of the default suite (doc/regress.md).
# What passed before on the same content is not run again (doc/ci.md); ALL=1 runs it, RESUME=1 goes on with an interrupted regression.
regress: ## runs the default suite on every DUT (DUT=bcm5718: that family; MACS=my.mac: your own; SUITE=night: every run; ALL=1: also what passed before); writes build/regress
ifneq ($(DUT),)
	@ci/rows.sh '$(call quoted,$(DUT))' > /dev/null
endif
	$(SETUP) regress
ifneq ($(MACS),)
	@ci/macs.sh $(B) '$(MAKE)' $(JOBS) regress '$(OUT)' "$(REGRESS_FLAGS)$(SUITE_FLAGS)$(HISTORY_FLAGS)" '$(call quoted,$(MACS))'
else ifneq ($(DUT),)
	$(AGAIN) -s DUT= ROWS="$$(ci/rows.sh '$(DUT)')" ROWS_NAME=$(ROWS_NAME) do-rows
	@$(ROWS_PROGRAM) $(REGRESS) $(REGRESS_FLAGS)$(SUITE_FLAGS)
else
	$(AGAIN) -s do-build
	@$(PAUSEBENCH) $(REGRESS) $(REGRESS_FLAGS)$(SUITE_FLAGS)$(if $(strip $(REGRESS_FLAGS)$(EXTRA_DUTS)$(filter-out night,$(SUITE))),, && $(PAUSEBENCH) proof --check --exercised $(OUT)/exercised.json)
endif

# Of the planted faults, and of the rows of the foreign MACs, a tenth is hunted, drawn by the commit, and what the edits since the commit SINCE concern
# (ci/draw.sh); with ALL=1 all are.
test: ## runs every test: unit tests, stimuli, command line, waves, and a tenth of the planted faults, drawn by the commit (ALL=1: all of them)
	$(SETUP) test
	+@ci/alone.sh $(B) ci/cost.sh $(B) $(JOBS) $(MAKE) --no-print-directory -j$(JOBS) do-test

detect: ## hunts the mutants of the four devices as black boxes through tests/data/profiles, which know the standard alone, and prints the detection rate
	$(SETUP) test
	$(AGAIN) -s do-detect

neutral: ## checks that each neutral stimulus alone finds the fault that tools/reasons/neutral.txt names (ONLY="xoff_time ...": these)
	$(SETUP) test
	$(AGAIN) -s do-neutral

# COUNT=n: so many mutants of each device; DUT="bcm5718 ll10g": of these rows alone. What was found before on the same content is taken over.
# Of MACS=my.mac 200 are made, hunted for 300 s and given to the prover for as many (COUNT=n SECONDS=n; 0: without a limit of time; PROOFS=0: no proofs).
.PHONY: mutants
mutants: ## hunts 2,000 mutants that Yosys makes of each device (DUT=bcm5718: of one; MACS=my.mac: 200 of your own MAC, for at most SECONDS=300, with the reasons of my.reasons)
	$(SETUP) mutants
ifneq ($(MACS),)
	@ci/macs.sh $(B) '$(MAKE)' $(JOBS) mutants '$(or $(call quoted,$(COUNT)),200)' '$(or $(call quoted,$(SECONDS)),300)' '$(call quoted,$(MACS))'
else
	$(AGAIN) -s do-generated
endif

# SECONDS=n: for how long; SEED=n: other inputs, which are the same ones with the same seed.
fuzz-readers: ## feeds odd captures, profiles, stimuli and other files to their readers, and odd calls to the library, under sanitizers (SECONDS=60)
	$(SETUP) regress
	$(AGAIN) -s do-fuzz-readers

proof: ## writes doc/proof.md, which names what proves each statement of the documents, and how often a regression exercised it
	$(SETUP) regress
	$(AGAIN) -s do-proof

formal: ## proves the RTL of every row by induction, and that each proof fails on planted faults (ONLY="xoff" DUT=bcm5718); writes build/how_good/formal.json
ifneq ($(DUT),)
	@ci/rows.sh '$(call quoted,$(DUT))' > /dev/null
endif
	$(SETUP) formal
	$(AGAIN) -s do-formal

smoke: ## builds, and runs a short fixed suite on the DUTs that changed since the last smoke run (on all if none did)
ifneq ($(DUT),)
	@ci/rows.sh '$(call quoted,$(DUT))' > /dev/null
endif
	$(SETUP) regress
ifneq ($(MACS),)
	@ci/macs.sh $(B) '$(MAKE)' $(JOBS) smoke $(B)/smoke '$(HISTORY_FLAGS)' '$(call quoted,$(MACS))'
else ifneq ($(DUT),)
	$(AGAIN) -s DUT= ROWS="$$(ci/rows.sh '$(DUT)')" ROWS_NAME=$(ROWS_NAME) do-rows
	@$(ROWS_PROGRAM) regress --suite smoke --jobs $(JOBS) --out $(B)/smoke $(HISTORY_FLAGS) --history $(B)/history.db --traced '$(MAKE_TRACED)'
else
	$(AGAIN) -s $(SMOKE_ROWS) do-rows
	@mkdir -p $(B)/smoke && duts=$$(ci/stale.sh $(B) $$(ci/rows.sh --built tests/data/stimuli/smoke.suite 2> /dev/null)) && \
	$(B)/pausebench-smoke regress --suite smoke --jobs $(JOBS) --out $(B)/smoke $(HISTORY_FLAGS) --history $(B)/history.db --traced '$(MAKE_TRACED)' $$(printf -- '--dut %s ' $$duts) && \
	(cd $(B)/smoke && touch $$(printf '%s.stamp ' $$duts))
endif

conform: ## writes the conformance statement of each of MACS="my.mac ...", build/conform/NAME (CONFORM_FLAGS="--seeds 1..1000": as of pausebench conform)
	$(SETUP) regress
	@ci/macs.sh $(B) '$(MAKE_ALONE)' $(JOBS) conform '' '$(call quoted,$(CONFORM_FLAGS))' '$(call quoted,$(MACS))'

mac: ## builds the programs of MACS="my.mac ...", build/macs/NAME/pausebench
	$(SETUP) regress
	@ci/macs.sh $(B) '$(MAKE)' $(JOBS) build '' '' '$(call quoted,$(MACS))'

link: ## checks tests/data/links, two MACs on a cable, and sweeps headroom, cable, pause time and partner; writes build/link/sweep.csv, sweep.png, loss.png
	$(SETUP) link
	$(AGAIN) -s $(B)/pausebench-link
	@$(B)/pausebench-link check --jobs $(JOBS) tests/data/links/*.link && \
	$(B)/pausebench-link sweep --jobs $(JOBS) --out $(B)/link $(SWEEP_FLAGS)

traced: ## builds the programs that write waves: build/pausebench-traced-<dut> (DUT=name for one of them) and build/pausebench-link-traced
	$(SETUP) regress $(if $(DUT),,link)
	$(AGAIN) $(if $(DUT),$(B)/pausebench-traced-$(DUT),do-traced)

lint: ## runs Verilator lint on every DUT, the compilers with warnings as errors, and the type checker of Python
	$(SETUP) lint
	$(AGAIN) do-lint

synth: ## synthesizes every DUT with Yosys; fails on latches, black boxes and multiple drivers; prints the cells
	$(SETUP) synth
	$(AGAIN) do-synth

BENCH_MACS := gige/gige tengig/tengig
bench: ## compares checked cycles per second with the bare loop, also of two MACs by profile and for a link; writes build/bench*.json
	$(SETUP) bench
	@ci/macs.sh $(B) '$(MAKE)' $(JOBS) build '' '' '$(BENCH_MACS:%=tests/data/foreign/%.mac)'
	$(AGAIN) do-bench

netlists: ## synthesizes every DUT and runs the netlists in its place, words and gates; proves parts equal; prints cells and levels (DUT=bcm5718: that family)
	$(SETUP) netlists
ifneq ($(DUT),)
	@ci/rows.sh '$(call quoted,$(DUT))' > /dev/null
	$(AGAIN) -s DUT= NETLIST_ROWS="$$(ci/rows.sh '$(DUT)')" do-netlists
else
	$(AGAIN) -s do-netlists
endif

# ONLY="xoff_time seed-3": these stimuli and seeds alone.
second: ## repeats runs in Icarus Verilog, which has four states, and compares each output in each clock (DUT=bcm5718; MACS=my.mac; SUITE=night: every stimulus)
ifneq ($(DUT),)
	@ci/rows.sh '$(call quoted,$(DUT))' > /dev/null
endif
	$(SETUP) second
ifneq ($(MACS),)
	@ci/macs.sh $(B) '$(MAKE)' $(JOBS) second '$(SUITE)' '$(call quoted,$(ONLY))' '$(call quoted,$(MACS))'
else ifneq ($(DUT),)
	$(AGAIN) -s DUT= ROWS="$$(ci/rows.sh '$(DUT)')" ROWS_NAME=$(ROWS_NAME) do-second
	@ci/second/sum.sh $(B) $$(ci/rows.sh '$(DUT)')
else
	$(AGAIN) -s do-second
	@ci/second/sum.sh $(B) $(or $(SECOND_ROWS),$$(sed -n 's/^DUTS := //p' $(B)/gen/duts.mk))
endif

coverage: ## checks that a regression reaches what it reached before, and measures line coverage of RTL and C; writes build/coverage/ (MACS=my.mac: lines, toggles and cells that the suite of the statement reaches in your own, with the reasons of my.reasons)
	$(SETUP) coverage
ifneq ($(MACS),)
	@ci/macs.sh $(B) '$(MAKE)' $(JOBS) coverage '' '' '$(call quoted,$(MACS))'
else
	$(AGAIN) do-coverage
endif

waves: ## opens the waves of the newest run's largest group of failures in GTKWave (FAILURE=folder: another one; MACS=my.mac: of your own MAC)
	@dir=$$(ci/waves.sh find $(B) '$(call quoted,$(FAILURE))' '$(call quoted,$(MACS))') || exit 2; [ -n "$$dir" ] || exit 0; ci/setup.sh waves && \
	$(WAVES_AGAIN) do-waves FAILURE="$$dir" && exec ci/waves.sh open "$$dir"

# DUT="bcm5718 ll10g": of these rows alone; ONLY=pause: runs with this text in their name.
.PHONY: memory
memory: ## checks that no run reads memory that nobody wrote, under valgrind and with two fills of it (DUT=bcm5718: that family)
ifneq ($(DUT),)
	@ci/rows.sh '$(call quoted,$(DUT))' > /dev/null
endif
	$(SETUP) memory
	$(AGAIN) -s DUT= $(PAUSEBENCH)
	@ONLY='$(call quoted,$(ONLY))' ci/memory.sh $(B) '$(MAKE)' $(JOBS) $$(ci/rows.sh '$(or $(call quoted,$(DUT)),$(shell sed -n 's/^DEVICE(\([a-z0-9_]*\)).*/\1/p' regs/devices.def))')

man: ## writes man pages of pausebench and its verbs, build/man/man1/ (source ci/completion.bash completes its words in bash)
	$(SETUP) man
	$(AGAIN) -s $(PAUSEBENCH)
	@ci/man.sh $(PAUSEBENCH) $(B)/man/man1

# PREFIX=/usr/local, DESTDIR= for a package, SYSTEMC=0: without the SystemC modules, which take the longest to build.
install: ## installs the judge as a library and the SystemC modules (PREFIX=/usr/local DESTDIR= SYSTEMC=0: without the modules)
	$(SETUP) $(if $(filter 0,$(SYSTEMC)),regress,link)
	$(AGAIN) -s do-install

# The archive names its commit in a file, because it has no history.
dist: ## writes the sources of the commit as build/pausebench-RELEASE.tar.gz
	@git diff --quiet HEAD || { echo "make dist: the checkout has changes that are not committed, which the archive would lack; commit them first" >&2; exit 2; }
	@mkdir -p $(B) && git archive --prefix=pausebench-$(RELEASE)/ --add-virtual-file=pausebench-$(RELEASE)/ci/install/commit:$(VERSION) \
	-o $(B)/pausebench-$(RELEASE).tar.gz HEAD && echo $(B)/pausebench-$(RELEASE).tar.gz

format: ## formats the C and C++ sources with clang-format
	$(SETUP) format
	clang-format -i $(sort $(wildcard models/*.[ch] models/*/*.[ch] tb/*/*.[ch] tb/*/*/*.[ch] tb/*/*.cpp tb/*/*/*.cpp regs/*.[ch] tests/unit/*/*.[ch] tools/*/*.[ch] tools/*/*/*.[ch] tests/unit/systemc/*.cpp))

clean: ## removes build/
	rm -rf $(B)

setup: ## installs the packages that the targets need
	$(SETUP) all

## ---- files -----------------------------------------------------------------------------------------------------

CFLAGS ?= -O2 -g
# A DUT is straight code that runs once per clock and fills a first-level cache, so the smallest code is the fastest (doc/performance.md). All of -O2
# makes it slower than -O1, but two passes of -O2, which are quick, make it smaller. Make asks the compiler once which of these it knows, because clang knows none.
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
# of their tables, and no symbols of C++ to bind. The archives are part of what a result depends on (ci/content.sh).
LIBS_PROGRAM := -no-pie -static-libstdc++ -static-libgcc -Wl,-z,now,--gc-sections,--as-needed
STATIC_LIBRARIES = $(eval STATIC_LIBRARIES := $(foreach a,libstdc++.a libgcc.a libgcc_eh.a,$(shell $(CXX) -print-file-name=$(a))))$(STATIC_LIBRARIES)
# The release that is installed, which CHANGELOG.md begins with, and the commit; an archive of the sources has no history but a file that names its commit (make dist).
RELEASE := 0.9.0
VERSION = $(eval VERSION := $(shell cat ci/install/commit 2>/dev/null || git describe --always --dirty 2>/dev/null || echo unknown))$(VERSION)
# $(call quoted,path): PATH, quoted for a place between single quotes of a shell.
quoted = $(subst ','\'',$(1))
ifdef EXTRA_DUTS
EXTRA := '-DEXTRA_DUTS="$(call quoted,$(abspath $(EXTRA_DUTS)))"'
endif
# This file changes when the checkout has another commit or an edit.
VERSION_STAMP := $(B)/gen/version.stamp
# This file changes when EXTRA_DUTS names another file, so that all products of the list of DUTs are made again.
EXTRA_STAMP := $(B)/gen/extra.stamp
$(B)/obj/tb/base/dut.o $(B)/obj/tb/seam/seam_table.o $(B)/gen/duts_gen: $(EXTRA_STAMP)
DEFINES = $(EXTRA) '-DPAUSEBENCH_STIMULI="$(call quoted,$(CURDIR))/tests/data/stimuli"' \
	'-DPAUSEBENCH_VERSION="$(RELEASE) ($(VERSION))"'
COMPILE_C = $(CC) -std=c11 -D_GNU_SOURCE $(CFLAGS) $(WARNINGS) $(INCLUDES) -MMD -MP

MODEL_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard models/*.c models/*/*.c)) regs/regs.c)
# What every start calls lies together, because a start pays for each part of the program that it touches.
TB_FIRST := tb/cli/main.c tb/cli/cli_parse.c tb/base/version.c
TB_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(TB_FIRST) $(filter-out tb/link/% tb/library/load_% tb/seam/%_gen.c tb/profile/%_gen.c $(TB_FIRST),$(sort $(wildcard tb/*/*.c tb/*/*/*.c))))
# Programs that users start have these too, in place of the libraries that they load.
LOADERS := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tb/library/load_*.c)))

# The names of the files of these libraries, as the linker would note them.
LOADED := deflate jansson sqlite3 xml2
$(B)/gen/libraries.h:
	@mkdir -p $(@D)
	@for name in $(LOADED); do file=$$($(CC) -print-file-name=lib$$name.so) && soname=$$(objdump -p "$$file" | awk '$$1 == "SONAME" { print $$2 }') && \
	[ -n "$$soname" ] && echo "#define LIBRARY_FILE_$$name \"$$soname\""; done > $@
$(foreach o,obj coverage/obj,$(B)/$(o)/tb/library/library.o): $(B)/gen/libraries.h

# The parts of the browser's page, each as a string literal.
PAGE_PARTS := $(patsubst tb/%,$(B)/gen/%.inc,tb/browser/page.html tb/browser/page.css tb/browser/timeline.js tb/browser/page.js \
	$(wildcard tb/coverage_report/page.html tb/coverage_report/page.css tb/coverage_report/page.js))
$(PAGE_PARTS): $(B)/gen/%.inc: tb/%
	@mkdir -p $(@D)
	@sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' $< > $@
$(foreach o,browser/browser coverage_report/page,$(B)/obj/tb/$(o).o $(B)/coverage/obj/tb/$(o).o): $(PAGE_PARTS)

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
$(B)/obj/models/finding.o $(B)/coverage/obj/models/finding.o: $(RULES_OF)

# The statements of the devices' documents; a device may have none.
STATEMENTS := $(B)/gen/each/statements.def
$(STATEMENTS): regs/devices.def $(wildcard regs/*/statements.def)
	@mkdir -p $(@D)
	@for device in $$(sed -n 's,^DEVICE(\([a-z0-9_]*\)).*,\1,p' $<); do [ ! -f regs/$$device/statements.def ] || \
	printf '#define STATEMENT_MODEL "%s"\n#include "%s/statements.def"\n#undef STATEMENT_MODEL\n' $$device $$device; done > $@
$(B)/obj/tb/proof/statements.o $(B)/coverage/obj/tb/proof/statements.o: $(STATEMENTS)

$(B)/obj/%.o: %.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_C) -c $< -o $@
$(B)/obj/tb/%.o: tb/%.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_C) $(DEFINES) $(XML_CFLAGS) -c $< -o $@
-include $(wildcard $(B)/obj/*/*.d $(B)/obj/*/*/*.d $(B)/obj/*/*/*/*.d $(foreach v,plain coverage traced plain_sc traced_sc,$(B)/$(v)/*/V.d $(B)/$(v)/*/*_table.d))

# The tables of doc/readings.md as rows of C, so that the program has their text.
$(B)/gen/readings.def: doc/readings.md
	@mkdir -p $(@D)
	@sed -n -e 's/[\\"]/\\&/g; s/^| `\([^|]*\)` | \([^|]*\) | \([^|]*\) | \([^|]*\) | \([^|]*\) |$$/READING("\1", "\2", "\3", "\4", "\5")/p' \
		-e 's/^| `\([^|]*\)` | \([^|]*\) |$$/DOCUMENT("\1", "\2")/p' $< > $@
$(B)/obj/tb/base/readings.o $(B)/coverage/obj/tb/base/readings.o: $(B)/gen/readings.def

$(B)/libpausemodel.a: $(MODEL_OBJECTS)
	rm -f $@ && $(AR) rcs $@ $^

$(B)/gen/regs_gen: regs/regs_gen.c regs/regs.c regs/regs.h regs/parameters.h regs/records.def $(EACH) $(wildcard regs/*/registers.def regs/*/parameters.def)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O1 $(WARNINGS) $(INCLUDES) regs/regs_gen.c regs/regs.c -o $@
$(B)/gen/duts_gen: tb/seam/duts_gen.c regs/regs.c regs/regs.h regs/parameters.h tb/base/dut.c tb/base/dut.h tb/base/spelling.c tb/base/capabilities.def $(EACH) \
		$(wildcard regs/*/registers.def regs/*/parameters.def regs/*/duts.def) $(EXTRA_DUTS)
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O1 $(WARNINGS) $(INCLUDES) $(EXTRA) tb/seam/duts_gen.c regs/regs.c tb/base/dut.c tb/base/spelling.c -o $@
# Files with unchanged content keep their age, so that only those DUTs are built again that changed.
keep = { cmp -s $@.$$$$.new $@ && rm $@.$$$$.new || mv $@.$$$$.new $@; }
$(B)/gen/%_regs.vh: $(B)/gen/regs_gen
	@$< vh $* > $@.$$$$.new && $(keep)
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
	@$< > $@.$$$$.new && $(keep)

ifneq ($(filter do-% lint-% synth-% $(B)/%,$(MAKECMDGOALS)),)
$(shell mkdir -p $(B)/gen; echo "$(VERSION)" | cmp -s - $(VERSION_STAMP) || echo "$(VERSION)" > $(VERSION_STAMP))
$(shell mkdir -p $(B)/gen; echo "$(EXTRA_DUTS)" | cmp -s - $(EXTRA_STAMP) || echo "$(EXTRA_DUTS)" > $(EXTRA_STAMP))
include $(B)/gen/duts.mk $(PASSES_MK) $(MAC_NAMES:%=$(B)/macs/%/row.mk)
endif
$(PASSES_MK):
	@mkdir -p $(@D)
	@known=; for pass in $(PASSES_ASKED); do $(CXX) -Werror $$pass -fsyntax-only -x c++ /dev/null 2> /dev/null && known+=" $$pass"; done; \
	echo "PASSES :=$$known" > $@

# The simulator's runtime is compiled once, and the generated files of a DUT as two units (its Slow files at -O0) with a precompiled verilated.h.
# Verilator's own makefile would rebuild all of it after every RTL edit.
VINC = $(eval VINC := $(shell verilator --getenv VERILATOR_ROOT)/include)$(VINC)
# $(call verilated,coverage,SystemC,traced): the compiler for code that Verilator made, with 0 or 1 for each of its features.
verilated = $(CXX) -std=gnu++17 -faligned-new -DVM_COVERAGE=$(1) -DVM_SC=$(2) -DVM_TRACE=$(3) -DVM_TRACE_FST=$(3) -DVM_TRACE_VCD=0
CXX_PLAIN = $(call verilated,0,0,0)
CXX_TRACED = $(call verilated,0,0,1)
CXX_COVERAGE = $(call verilated,1,0,0)
CXX_PLAIN_SC = $(call verilated,0,1,0)
CXX_TRACED_SC = $(call verilated,0,1,1)
CXX_INCLUDES = -I$(VINC) -I$(VINC)/vltstd
VERILATE = verilator -O3 --assert --default-language 1364-2005 --x-assign unique --x-initial unique -Wno-fatal
# A traced build shows beside the DUT what the golden model expects, which is no part of its RTL. Counters may be an array. One of 256 words is rather a
# table for each value of an octet, such as those of a CRC: 4,096 constants would be five sixths of the signals of a 10 Gb/s DUT.
TRACE := --cc --trace-fst --trace-max-array 255 +define+SEAM_WHOLE_CLOCK +define+SEAM_TRACED tb/seam/seam_expected.v
TRACE_SOURCES := tb/seam/seam_expected.v $(B)/gen/expected.vh tb/seam/expected.h tb/seam/expected.def
SEAM_SOURCES := tb/seam/seam.cpp tb/seam/seam.h tb/seam/pins.def tb/seam/simulation_end.h tb/seam/clock_edge.h tb/seam/triggers.sh tb/seam/outside.sh rtl/lint.vlt $(PIN_WORDS)
# When the RTL ends the simulation, it calls the bench (tb/seam/simulation_end.h) instead of the simulator's exit() and abort().
RUNTIME_HOOKS := -Itb/seam -include simulation_end.h -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL -DVL_PRINTF=simulation_print

# $(call variant,folder,compiler variable,optimisation of the fast unit,runtime files,verilator flags)
define variant
$(B)/$(1)/runtime.a: $(4:%=$(B)/$(1)/runtime/%.o) $(B)/$(1)/runtime/simulation_end.o
	rm -f $$@ && $$(AR) rcs $$@ $$^
$(B)/$(1)/runtime/simulation_end.o: tb/seam/simulation_end.cpp tb/seam/simulation_end.h tb/seam/seam.h
	@mkdir -p $$(@D)
	$$($(2)) -O2 -Wall -Wextra -Werror -Itb/seam -isystem $$(VINC) -include verilated.h -c $$< -o $$@
$(B)/$(1)/runtime/%.o: tb/seam/simulation_end.h tb/seam/seam.h
	@mkdir -p $$(@D)
	$$($(2)) -O2 -ffunction-sections -fdata-sections $(RUNTIME_HOOKS) $$(CXX_INCLUDES) -c $$(VINC)/$$*.cpp -o $$@
$(B)/$(1)/pch-fast/verilated.h.gch:
	@mkdir -p $$(@D)
	cp $$(VINC)/verilated.h $$(@D)
	$$($(2)) $(3) $$(CXX_INCLUDES) -x c++-header $$(VINC)/verilated.h -o $$@
$(B)/$(1)/pch-slow/verilated.h.gch:
	@mkdir -p $$(@D)
	cp $$(VINC)/verilated.h $$(@D)
	$$($(2)) -O0 $$(CXX_INCLUDES) -x c++-header $$(VINC)/verilated.h -o $$@
endef
$(eval $(call variant,plain,CXX_PLAIN,$(CXXFLAGS),verilated verilated_threads))
$(eval $(call variant,coverage,CXX_COVERAGE,-O1,verilated verilated_threads verilated_cov))
$(eval $(call variant,traced,CXX_TRACED,-O1,verilated verilated_threads verilated_fst_c))
$(eval $(call variant,plain_sc,CXX_PLAIN_SC,$(CXXFLAGS),verilated verilated_threads))
$(eval $(call variant,traced_sc,CXX_TRACED_SC,-O1,verilated verilated_threads verilated_fst_c))

rtl_files = $(foreach s,$(SOURCES_$(1)),$(if $(filter %.v %.sv,$(s)),$(s),$(sort $(wildcard $(s)/*.v))))
wrapper = tb/seam/$(PHY_$(1))_tick.v
dut_defines = +define+DUT_TOP=$(TOP_$(1)) $(CAPABILITIES_$(1):%=+define+%) \
	$(if $(strip $(if $(filter $(NETLISTS),$(2)),,$(GPARAMS_$(1)))),'+define+DUT_PARAMS=$(strip $(GPARAMS_$(1)))')
# The variants with a netlist in place of the RTL, which has the parameters in it.
NETLISTS := words gates
files_of = $(if $(filter $(NETLISTS),$(2)),$(B)/netlists/$(1).$(2).v,$(call rtl_files,$(1)))

$(DUTS:%=$(B)/gen/%.row): $(B)/gen/%.row: $(B)/gen/duts.mk
	@grep '_$* :=' $< > $@.$$$$.new && $(keep)

# $(call dut,name,variant folder,compiler variable,optimisation,verilator flags,seam,prefix of the class)
define dut
$(B)/$(2)/$(1)/V.stamp: $(call files_of,$(1),$(2)) $(call wrapper,$(1)) $(B)/gen/$(PHY_$(1))_pins.vh tb/seam/seam.h tb/seam/pins.def tb/seam/triggers.sh tb/seam/outside.sh $(6) rtl/lint.vlt $(B)/gen/$(MODEL_$(1))_regs.vh $(B)/gen/$(1).row $(if $(filter traced,$(2)),$(TRACE_SOURCES))
	@mkdir -p $$(@D) && rm -f $$(@D)/$(7)* $$(@D)/*.cc
	$(FILTER_$(1)) $(VERILATE) $(FLAGS_$(1)) $(5) --timescale $(TIMESCALE_$(1))/$(TIMESCALE_$(1)) $$(call dut_defines,$(1),$(2)) -I$(B)/gen --top-module $(PHY_$(1))_tick \
		--prefix $(7)$(1) --Mdir $$(@D) rtl/lint.vlt $(call wrapper,$(1)) $(call files_of,$(1),$(2))
	@cd $$(@D) && for f in $(7)*.cpp; do echo "#include \"$$$$f\"" >> $$$$(case $$$$f in *Slow*|*__Syms*|*__Trace*) echo slow.cc;; *) echo fast.cc;; esac); done
	@! grep -qs __Vsampled $$(@D)/$(7)*___024root.h || echo '#define SEAM_SAMPLES' >> $$(@D)/fast.cc
	@echo "#define SEAM_TRIGGERS $$$$(tb/seam/triggers.sh $$(@D)/$(7)*.cpp)" >> $$(@D)/fast.cc
	@echo "#define SEAM_OUTSIDE \"$$$$(tb/seam/outside.sh $$(@D) $(7)$(1))\"" >> $$(@D)/fast.cc
	@read=$$$$(sed 's/^.*: *//' $$(@D)/$(7)$(1)__ver.d | tr ' ' '\n' | grep '^[^/].*\|\.s\?vh\?$$$$' | LC_ALL=C sort -u) && \
		echo "#define SEAM_RTL_HASH \"$$$$(cat $$$$(grep -v 'expected\.vh\?$$$$' <<< "$$$$read") $(B)/gen/$(1).row | sha256sum | cut -c1-16)\"" >> $$(@D)/fast.cc && \
		{ echo "$$@:" $$$$read; printf '%s:\n' $$$$read; } > $$(@D)/V.d
	@touch $$@
$(B)/$(2)/$(1)/fast.o: $(B)/$(2)/$(1)/V.stamp $(B)/$(2)/pch-fast/verilated.h.gch $(6) tb/seam/simulation_end.h tb/seam/clock_edge.h
	$$($(3)) $(4) -Winvalid-pch -I$(B)/$(2)/pch-fast $$(CXX_INCLUDES) -I$$(@D) -Itb -Imodels -include verilated.h -include $$(@D)/fast.cc \
		-DSEAM_DUT=$(1) -DSEAM_MODEL=$(7)$(1) -DSEAM_PHY_$(PHY_$(1)) -c $(6) -o $$@
	@echo "  built $(1) ($(2))"
$(B)/$(2)/$(1)/slow.o: $(B)/$(2)/$(1)/V.stamp $(B)/$(2)/pch-slow/verilated.h.gch
	$$($(3)) -O0 -I$(B)/$(2)/pch-slow $$(CXX_INCLUDES) -I$$(@D) -include verilated.h -c -x c++ $$(@D)/slow.cc -o $$@
endef
$(foreach d,$(DUTS),$(eval $(call dut,$(d),plain,CXX_PLAIN,$(CXXFLAGS),--cc,tb/seam/seam.cpp,V)))
$(foreach d,$(DUTS),$(eval $(call dut,$(d),coverage,CXX_COVERAGE,-O1,--cc --coverage-line,tb/seam/seam.cpp,V)))
$(foreach d,$(DUTS),$(eval $(call dut,$(d),traced,CXX_TRACED,-O1,$(TRACE),tb/seam/seam.cpp,V)))
$(foreach d,$(DUTS),$(eval $(call dut,$(d),plain_sc,CXX_PLAIN_SC,$(CXXFLAGS),--sc --pins-bv 65 --timescale-override 1ps/1ps,tb/link/modules/seam_sc.cpp,S)))
$(foreach d,$(DUTS),$(eval $(call dut,$(d),traced_sc,CXX_TRACED_SC,-O1,--sc --pins-bv 65 --timescale-override 1ps/1ps --trace-fst +define+SEAM_WHOLE_CLOCK,tb/link/modules/seam_sc.cpp,S)))

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
@mkdir -p $@.content && ci/content.sh $(B) "$(1)" $^ $(STATIC_LIBRARIES) > $@.content/content.c
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
# The program of smoke, for ci/times.
do-smoke-build:
	+@$(MAKE) --no-print-directory -s $(SMOKE_ROWS) do-rows
# The two programs with which ci/waves.sh makes the waves of a failure of the row ROWS.
do-waves-programs: do-rows $(ROWS:%=$(B)/pausebench-traced-%)

# MACs of the user's own, by their profiles: MAC_NAMES, after tb/profile/mac_gen.c has written build/macs/NAME. A program is the bench's objects with
# this one row and its profile, so that none of them is compiled for it.
MAC_TOOLS := $(B)/gen/mac_gen $(B)/gen/mac_reasons
$(B)/gen/mac_gen: $(B)/obj/tb/profile/mac_gen.o
$(B)/gen/mac_reasons: $(B)/obj/tb/profile/reasons_gen.o
$(MAC_TOOLS): $(B)/libpausemodel.a $(patsubst %.c,$(B)/obj/%.o,$(filter-out %_gen.c,$(wildcard tb/profile/*.c))) \
		$(B)/obj/tb/base/dut.o $(B)/obj/tb/base/sha256.o $(B)/obj/tb/base/spelling.o $(B)/obj/tb/base/words.o
	@mkdir -p $(@D)
	$(CC) -o $@ $(filter %.o,$^) $(filter %.a,$^) -ldeflate -lm
$(MAC_NAMES:%=$(B)/gen/%.row): $(B)/gen/%.row: $(B)/macs/%/row.mk
	@cp -p $< $@
$(MAC_NAMES:%=$(B)/macs/%/seam_table.o): $(B)/macs/%/seam_table.o: tb/seam/seam_table.c tb/seam/seam.h
	$(COMPILE_C) '-DSEAM_ROWS(ROW)=ROW($*)' -c $< -o $@
$(MAC_NAMES:%=$(B)/macs/%/profile.o): %.o: %.c tb/profile/profile.h
	$(COMPILE_C) -c $< -o $@
MAC_SHARED := $(filter-out $(B)/obj/tb/seam/seam_table.o $(B)/obj/tb/profile/built_none.o,$(TB_OBJECTS))
$(foreach d,$(MAC_NAMES),$(eval $(call dut,$(d),plain,CXX_PLAIN,$(CXXFLAGS) -DSEAM_WHOLE_CLOCK,--cc +define+SEAM_WHOLE_CLOCK,tb/seam/seam.cpp,V)))
$(foreach d,$(MAC_NAMES),$(eval $(call dut,$(d),traced,CXX_TRACED,-O1,$(TRACE),tb/seam/seam.cpp,V)))
$(foreach d,$(MAC_NAMES),$(eval $(call dut,$(d),coverage,CXX_COVERAGE,-O1 -DSEAM_WHOLE_CLOCK,--cc --coverage-line --coverage-toggle +define+SEAM_WHOLE_CLOCK,tb/seam/seam.cpp,V)))
# $(call mac_program,program,name,variant)
define mac_program
$(B)/macs/$(2)/$(1): $(MAC_SHARED) $(LOADERS) $(B)/gen/version.o $(B)/macs/$(2)/seam_table.o $(B)/macs/$(2)/profile.o $(B)/$(3)/$(2)/fast.o $(B)/$(3)/$(2)/slow.o \
		$(B)/libpausemodel.a $(B)/$(3)/runtime.a
	$(CXX) -o $$@ $$^ $$(if $$(filter traced,$(3)),$$(LIBS_FST)) $$(LIBS_PROGRAM) -pthread -latomic
endef
$(foreach d,$(MAC_NAMES),$(eval $(call mac_program,pausebench,$(d),plain)))
$(foreach d,$(MAC_NAMES),$(eval $(call mac_program,pausebench-traced-$(d),$(d),traced)))
$(foreach d,$(MAC_NAMES),$(eval $(call mac_program,pausebench-coverage,$(d),coverage)))
do-macs: $(MAC_NAMES:%=$(B)/macs/%/pausebench)
# The programs of hunts get profile and fault when they start (tools/foreign/hunted.c).
$(MAC_NAMES:%=$(B)/macs/%/hunted): $(B)/macs/%/hunted: $(MAC_SHARED) $(LOADERS) $(B)/gen/version.o $(B)/macs/%/seam_table.o $(B)/obj/tools/foreign/hunted.o \
		$(B)/plain/%/fast.o $(B)/plain/%/slow.o $(B)/libpausemodel.a $(B)/plain/runtime.a
	$(CXX) -o $@ $^ $(LIBS_PROGRAM) -pthread -latomic
do-macs-hunted: $(MAC_NAMES:%=$(B)/macs/%/hunted)
do-macs-coverage: $(MAC_NAMES:%=$(B)/macs/%/pausebench-coverage) $(MAC_NAMES:%=$(B)/macs/%/pausebench)
do-macs-traced: $(foreach d,$(MAC_NAMES),$(B)/macs/$(d)/pausebench-traced-$(d))

# Two MACs on a cable, in SystemC. Each of the programs has its own sc_main(); they share the rest of the folder.
SC_SOURCES := $(sort $(filter-out tb/link/modules/seam_sc.cpp tb/link/verbs/main_%.cpp tb/link/platform/example_%.cpp tb/link/waves/traced_%.cpp,$(wildcard tb/link/*/*.c tb/link/*/*.cpp)))
SC_OBJECTS := $(patsubst %,$(B)/obj/%.o,$(basename $(SC_SOURCES)))
COMPILE_CXX = $(CXX) -std=gnu++17 -D_GNU_SOURCE $(CFLAGS) -Wall -Wextra -Wshadow -Werror $(INCLUDES) -isystem $(VINC) -MMD -MP
$(B)/obj/%.o: %.cpp | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_CXX) $(DEFINES) $(XML_CFLAGS) -c $< -o $@
# $(call sc_objects,variant): the objects of a program besides its own one; the runtime is that for SystemC. The plain DUTs are included because the
# shared parts of the bench refer to them and because the speed of the link is compared with theirs. They come first: the linker keeps the first
# copy of the simulator's inline functions, and the copy for SystemC refuses the time unit of the plain DUTs.
sc_objects = $(SC_OBJECTS) $(filter-out $(B)/obj/tb/cli/main.o,$(TB_OBJECTS)) $(call dut_objects,$(1)) $(call dut_objects,$(1)_sc) \
	$(B)/libpausemodel.a $(B)/$(1)_sc/runtime.a
LINK_SC = $(CXX) -o $@ $^ -lsystemc $(LIBS) -pthread -latomic
$(B)/pausebench-link: $(B)/obj/tb/link/verbs/main_link.o $(call sc_objects,plain)
	$(LINK_SC)
# The parts of the wave file of a link besides the RTL: the frames on the cable and the pins of models.
PROBES := cable_probe seam_expected $(PHYS:%=model_%)
PROBE_SOURCES := tb/link/waves/cable_probe.v tb/seam/seam_expected.v $(PHYS:%=$(B)/gen/model_%.v)
$(foreach s,$(PROBE_SOURCES),$(eval $(B)/traced_sc/probes/$(basename $(notdir $(s))).stamp probe-$(basename $(notdir $(s))): $(s)))
PROBE_OBJECTS := $(PROBES:%=$(B)/traced_sc/probes/%.o) $(B)/traced_sc/probes/traced_probes.o
$(B)/traced_sc/probes/seam_expected.stamp probe-seam_expected: $(B)/gen/expected.vh
$(PROBES:%=$(B)/traced_sc/probes/%.stamp): $(B)/traced_sc/probes/%.stamp:
	@mkdir -p $(@D) && rm -f $(@D)/V$** $(@D)/$*.cc
	$(VERILATE) --cc --trace-fst --timescale 1ps/1ps -I$(B)/gen --top-module $* --prefix V$* --Mdir $(@D) $(filter %.v,$^)
	@cd $(@D) && for f in V$**.cpp; do echo "#include \"$$f\"" >> $*.cc; done
	@touch $@
$(PROBES:%=$(B)/traced_sc/probes/%.o): %.o: %.stamp
	$(CXX_TRACED_SC) -O1 $(CXX_INCLUDES) -I$(@D) -c $*.cc -o $@
$(B)/traced_sc/probes/traced_probes.o: tb/link/waves/traced_probes.cpp tb/link/waves/traced_probes.h tb/link/modules/cable.h tb/seam/expected_show.h tb/seam/expected.def \
		$(PROBES:%=$(B)/traced_sc/probes/%.stamp)
	$(CXX_TRACED_SC) -O1 -Wall -Wextra -Wshadow -Werror -isystem $(VINC) -isystem $(VINC)/vltstd $(INCLUDES) -isystem $(@D) -c $< -o $@
$(B)/pausebench-link-traced: $(B)/obj/tb/link/verbs/main_link.o $(call sc_objects,traced) $(PROBE_OBJECTS)
	$(LINK_SC)
$(B)/example-platform: $(B)/obj/tb/link/platform/example_platform.o $(call sc_objects,plain)
	$(LINK_SC)
# The programs that the tests start.
SC_TEST_PROGRAMS := $(patsubst tests/unit/systemc/%.cpp,$(B)/tests/systemc/%,$(sort $(wildcard tests/unit/systemc/*.cpp))) $(B)/tests/systemc/failing_link-traced
$(B)/tests/systemc/cable_check: $(B)/obj/tests/unit/systemc/cable_check.o $(B)/obj/tb/link/modules/cable.o $(B)/obj/tb/report/pcap_out.o $(B)/obj/tb/base/run_frames.o
	@mkdir -p $(@D)
	$(CXX) -o $@ $^ -lsystemc -lpcap
$(B)/tests/systemc/%-traced: $(B)/obj/tests/unit/systemc/%.o $(call sc_objects,traced) $(PROBE_OBJECTS)
	@mkdir -p $(@D)
	$(LINK_SC)
$(B)/tests/systemc/%: $(B)/obj/tests/unit/systemc/%.o $(call sc_objects,plain)
	@mkdir -p $(@D)
	$(LINK_SC)

# Coverage has its own C objects, because gcc writes its counters beside them.
$(B)/coverage/obj/%.o: %.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_C) -O0 -w --coverage -DPAUSEBENCH_COVERAGE $(DEFINES) $(XML_CFLAGS) -c $< -o $@
$(B)/pausebench-coverage: $(patsubst $(B)/obj/%,$(B)/coverage/obj/%,$(TB_OBJECTS) $(MODEL_OBJECTS)) $(call dut_objects,coverage) \
		$(B)/coverage/runtime.a
	$(CXX) --coverage -o $@ $^ $(LIBS) -pthread -latomic

## ---- what the targets do ---------------------------------------------------------------------------------------

.PHONY: do-formal do-build do-rows do-waves-programs do-macs do-macs-coverage do-macs-traced do-macs-hunted do-proof do-traced do-test do-mutants do-detect do-lint do-synth do-netlists do-bench do-coverage do-waves
do-build: $(PAUSEBENCH) $(foreach m,$(sort $(foreach d,$(DUTS),$(MODEL_$(d)))),$(B)/doc/$(m).md)

# The program is built again with the new bounds before it prints the page.
do-proof: $(PAUSEBENCH)
	$(PAUSEBENCH) regress --jobs $(JOBS) --out $(B)/proof --exercised $(B)/proof/exercised.json
	$(PAUSEBENCH) proof --bounds --exercised $(B)/proof/exercised.json > $(B)/proof/exercised.def && cp $(B)/proof/exercised.def regs/exercised.def
	$(MAKE) --no-print-directory -s $(PAUSEBENCH)
	$(PAUSEBENCH) proof --page > $(B)/proof/proof.md && cp $(B)/proof/proof.md doc/proof.md

# The register headers are made here and not by the makes of single DUTs, which would write the same generator at the same time.
$(foreach d,$(DUTS),$(eval lint-$(d) synth-$(d): $(B)/gen/$(MODEL_$(d))_regs.vh))
do-lint: python-types $(DUTS:%=lint-%) $(PROBES:%=probe-%) $(MODEL_OBJECTS) $(TB_OBJECTS) $(LOADERS) $(SC_OBJECTS) \
		$(patsubst %.cpp,$(B)/obj/%.o,$(wildcard tb/link/verbs/main_*.cpp tb/link/platform/example_*.cpp)) \
		$(patsubst %.c,$(B)/obj/%.o,$(wildcard tools/parallel/*.c tools/generated/*.c))
$(B)/obj/tools/parallel/%.o: WARNINGS += -Wno-psabi # vectors are passed as arguments between objects of the same flags
# cocotb is no package of Debian; what the example calls of it has no types.
.PHONY: python-types
python-types:
	MYPYPATH=tb/python mypy --strict --no-error-summary --ignore-missing-imports --allow-untyped-decorators --cache-dir=/dev/null \
		tb/python/pausemodel.py doc/examples/*.py tests/unit/python/*.py
$(PROBES:%=probe-%): probe-%:
	verilator --lint-only -Wall --default-language 1364-2005 -I$(B)/gen --top-module $* $(filter %.v,$^)
lint-%: $(B)/gen/duts.mk $(PIN_WORDS) $(B)/gen/expected.vh
	verilator --lint-only -Wall --default-language 1364-2005 -I$(B)/gen --top-module $(TOP_$*) rtl/lint.vlt $(call rtl_files,$*)
	verilator --lint-only -Wall --default-language 1364-2005 -I$(B)/gen $(call dut_defines,$*) +define+SEAM_TRACED --top-module $(PHY_$*)_tick \
		rtl/lint.vlt tb/seam/seam_expected.v $(call wrapper,$*) $(call rtl_files,$*)

do-synth: $(DUTS:%=synth-%)
synth-%: $(B)/gen/duts.mk
	CAPABILITIES='$(CAPABILITIES_$*)' ci/synth.sh $* $(TOP_$*) $(B)/synth "$(PARAMS_$*)" $(call rtl_files,$*)

include ci/how_good.mk
include ci/times/rules.mk

do-bench: $(PAUSEBENCH) $(B)/pausebench-link
	$(PAUSEBENCH) bench --json $(B)/bench.json
	for mac in $(notdir $(BENCH_MACS)); do $(B)/macs/$$mac/pausebench bench --json $(B)/bench_$$mac.json || exit; done
	$(PAUSEBENCH) bench --judge tests/data/foreign/gige/gige.mac
	$(B)/pausebench-link bench --json $(B)/bench_link.json

do-coverage: $(B)/pausebench-coverage $(PAUSEBENCH)
	$(PAUSEBENCH) regress --all --suite night --jobs $(JOBS) --out $(B)/coverage/regress --coverage $(B)/coverage/coverage.json
	@mkdir -p $(B)/how_good
	$(PAUSEBENCH) coverage --against tests/data/coverage/reached.txt --faults tests/data/mutants --html $(B)/coverage/coverage.html \
		--figures $(B)/how_good/coverage.json $(B)/coverage/coverage.json
	ci/coverage.sh $(B)
do-traced: $(DUTS:%=$(B)/pausebench-traced-%) $(B)/pausebench-link-traced
do-waves:
	@MAKE='$(MAKE_AGAIN)' MAKE_ALONE='$(MAKE_ALONE)' JOBS=$(JOBS) ci/waves.sh make $(B) '$(call quoted,$(FAILURE))' '$(call quoted,$(MACS))'

# ---- tests: one Criterion binary; every mutant of the RTL is built and hunted ----
TEST_SOURCES := $(sort $(wildcard tests/unit/*/test_*.c tests/unit/support/*.c) tests/unit/captures/capture.c tools/saver/saved.c tests/unit/measure/durations.c)
TEST_OBJECTS := $(TEST_SOURCES:%.c=$(B)/obj/%.o)
# Tests spend their time in the bench, not in their own code.
$(B)/obj/tests/%.o $(B)/obj/tools/%.o: COMPILE_TEST = $(COMPILE_C) $(patsubst -O2,-O1,$(filter -O%,$(CFLAGS))) $(DEFINES) $(XML_CFLAGS) -Itests/unit/support -Itests/unit/captures -Itools/saver
$(B)/obj/tests/%.o: tests/%.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_TEST) -c $< -o $@
$(B)/obj/tools/%.o: tools/%.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_TEST) -c $< -o $@
# The parts of the link that need no SystemC.
LINK_C_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tb/link/description/*.c tb/link/check/*.c)))
$(B)/tests/unit: $(TEST_OBJECTS) $(LINK_C_OBJECTS) $(filter-out $(B)/obj/tb/cli/main.o,$(TB_OBJECTS)) $(call dut_objects,plain) $(B)/libpausemodel.a \
		$(B)/plain/runtime.a | $(B)/gen/multiplex $(B)/gen/how_good $(B)/gen/generated.words
	@mkdir -p $(@D)
	$(CXX) -o $@ -lcriterion $^ -lcriterion -lpcap $(LIBS) -pthread -latomic

include ci/mutants.mk
include ci/formal.mk
include ci/choice.mk
include ci/fuzz.mk
include ci/install/rules.mk

include ci/second/rules.mk

ifneq ($(filter do-netlists do-test $(B)/netlists/%,$(MAKECMDGOALS)),)
include ci/netlists/rules.mk
endif

# The name of make is not in the recipe, since make would then call the hunt in a dry run too.
TEST = ci/test.sh $(B) '$(MAKE)' $(JOBS) '$(call quoted,$(TEST_FLAGS))' '$(ALL)' '$(SINCE)' '$(HUNTED)'
do-test: do-build $(SYSTEMC_LIBRARY) $(LIBRARY) $(SV_BENCHES) $(B)/gen/mac_gen $(B)/netlists/pausebench-bcm5718-words do-traced $(B)/pausebench-link $(B)/tests/unit $(SC_TEST_PROGRAMS) $(B)/example-platform \
		$(HUNTED:%=$(B)/mutants/%.json) $(B)/gen/mutants_table
	@$(TEST)
