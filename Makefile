# SPDX-License-Identifier: Apache-2.0
# Pausebench. `make` alone prints the targets. All products are below build/. This file has the targets for people; mk/ has the rules, by what they build.
#
# Every target for people first lets ci/setup.sh install the packages that it needs and then calls make again for the files, because a fresh
# machine has no compiler with which the first make could generate the lists of DUTs.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:

B := build
# The release that is installed, which CHANGELOG.md begins with.
RELEASE := 0.9.0
JOBS ?= $(shell nproc)
AGAIN = +@mk/alone.sh $(B) $(MAKE) --no-print-directory -j$(JOBS)
SETUP = @ci/setup.sh
# The name of make is not in the recipe of waves, since make would then look for a failure in a dry run, too.
WAVES_AGAIN = mk/alone.sh $(B) $(MAKE) --no-print-directory -j$(JOBS)
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
SMOKE_ROWS = ROWS="$$(mk/rows.sh --built tests/data/stimuli/smoke.suite)" ROWS_NAME=smoke
HISTORY_FLAGS = $(if $(filter-out 0,$(ALL)), --all)$(if $(filter-out 0,$(RESUME)), --resume)
REGRESS = regress --jobs $(JOBS) --out $(OUT) --junit $(OUT)/junit.xml --exercised $(OUT)/exercised.json --history $(B)/history.db \
	--traced '$(MAKE_TRACED)'$(HISTORY_FLAGS)

## ---- for people ------------------------------------------------------------------------------------------------

.PHONY: conform help install dist regress test second fuzz-readers detect neutral proof formal smoke mac link traced lint synth netlists bench \
		coverage waves man format clean setup
help: ## lists the targets
	@awk -F ':.*## ' 'function end() { if (line != "") print line; line = "" } /^## [^-]/ && line != "" { line = line " " substr($$0, 4); next } \
		{ end() } /^[a-z-]+:.*## / { line = "  make " $$1 "\t" $$2 } END { end() }' $(MAKEFILE_LIST) | expand -t 18
	@echo '  The targets call build/pausebench; see its --help.  With NO_INSTALL=1 they print missing packages instead of installing them.'

# MACS="a.mac b.mac": profiles (doc/use/your-own-mac.md). Then regress and smoke are for their MACs alone, each in a program of its own.
# DUT="bcm5718 i82598_alt": devices and rows. Then regress and smoke build and run their rows alone, in a program build/pausebench-NAME.
# SUITE=night: also the runs that add nothing to those of the default suite (doc/use/regress.md).
# What passed before on the same content is not run again (doc/use/ci.md); ALL=1 runs it, RESUME=1 goes on with an interrupted regression.
regress: ## runs the default suite on every DUT (DUT=bcm5718: that family; MACS=my.mac: your own; SUITE=night: every run; ALL=1: also what passed
## before); writes build/regress
ifneq ($(DUT),)
	@mk/rows.sh '$(call quoted,$(DUT))' > /dev/null
endif
	$(SETUP) regress
ifneq ($(MACS),)
	@mk/macs.sh $(B) '$(MAKE)' $(JOBS) regress '$(OUT)' "$(REGRESS_FLAGS)$(SUITE_FLAGS)$(HISTORY_FLAGS)" '$(call quoted,$(MACS))'
else ifneq ($(DUT),)
	$(AGAIN) -s DUT= ROWS="$$(mk/rows.sh '$(DUT)')" ROWS_NAME=$(ROWS_NAME) do-rows
	@$(ROWS_PROGRAM) $(REGRESS) $(REGRESS_FLAGS)$(SUITE_FLAGS)
else
	$(AGAIN) -s do-build
	@$(PAUSEBENCH) $(REGRESS) $(REGRESS_FLAGS)$(SUITE_FLAGS)$(if $(strip $(REGRESS_FLAGS)$(EXTRA_DUTS)$(filter-out night,$(SUITE))),, && $(PAUSEBENCH) \
		proof --check --exercised $(OUT)/exercised.json)
endif

# Of the planted faults, and of the rows of the foreign MACs, a tenth is hunted, drawn by the commit, and what the edits since the commit SINCE concern
# (mk/draw.sh); with ALL=1 all are.
test: ## runs every test: unit tests, stimuli, command line, waves, and a tenth of the planted faults, drawn by the commit (ALL=1: all of them)
	$(SETUP) test
	+@mk/alone.sh $(B) mk/cost.sh $(B) $(JOBS) $(MAKE) --no-print-directory -j$(JOBS) do-test

detect: ## hunts the mutants of the four devices as black boxes through tests/data/profiles, which know the standard alone, and prints the detection rate
	$(SETUP) test
	$(AGAIN) -s do-detect

neutral: ## checks that each neutral stimulus alone finds the fault that tools/reasons/neutral.reasons names (ONLY="xoff_time ...": these)
	$(SETUP) test
	$(AGAIN) -s do-neutral

# COUNT=n: so many mutants of each device; DUT="bcm5718 ll10g": of these rows alone. What was found before on the same content is taken over.
# Of MACS=my.mac 200 are made, hunted for 300 s and given to the prover for as many (COUNT=n SECONDS=n; 0: without a limit of time; PROOFS=0: no proofs).
.PHONY: mutants
mutants: ## hunts 2,000 mutants that Yosys makes of each device (DUT=bcm5718: of one; MACS=my.mac: 200 of your own MAC, for at most SECONDS=300, with
## the reasons of my.reasons)
	$(SETUP) mutants
ifneq ($(MACS),)
	@mk/macs.sh $(B) '$(MAKE)' $(JOBS) mutants '$(or $(call quoted,$(COUNT)),200)' '$(or $(call quoted,$(SECONDS)),300)' '$(call quoted,$(MACS))'
else
	$(AGAIN) -s do-generated
endif

# SECONDS=n: for how long; SEED=n: other inputs, which are the same ones with the same seed.
fuzz-readers: ## feeds odd captures, profiles, stimuli and other files to their readers, and odd calls to the library, under sanitizers (SECONDS=60)
	$(SETUP) regress
	$(AGAIN) -s do-fuzz-readers

proof: ## writes doc/quality/proof.md, which names what proves each statement of the documents, and how often a regression exercised it
	$(SETUP) regress
	$(AGAIN) -s do-proof

formal: ## proves the RTL of every row by induction, and that each proof fails on planted faults (ONLY="xoff" DUT=bcm5718); writes build/how_good/formal.json
ifneq ($(DUT),)
	@mk/rows.sh '$(call quoted,$(DUT))' > /dev/null
endif
	$(SETUP) formal
	$(AGAIN) -s do-formal

smoke: ## builds, and runs a short fixed suite on the DUTs that changed since the last smoke run (on all if none did)
ifneq ($(DUT),)
	@mk/rows.sh '$(call quoted,$(DUT))' > /dev/null
endif
	$(SETUP) regress
ifneq ($(MACS),)
	@mk/macs.sh $(B) '$(MAKE)' $(JOBS) smoke $(B)/smoke '$(HISTORY_FLAGS)' '$(call quoted,$(MACS))'
else ifneq ($(DUT),)
	$(AGAIN) -s DUT= ROWS="$$(mk/rows.sh '$(DUT)')" ROWS_NAME=$(ROWS_NAME) do-rows
	@$(ROWS_PROGRAM) regress --suite smoke --jobs $(JOBS) --out $(B)/smoke $(HISTORY_FLAGS) --history $(B)/history.db --traced '$(MAKE_TRACED)'
else
	$(AGAIN) -s $(SMOKE_ROWS) do-rows
	@mkdir -p $(B)/smoke && duts=$$(mk/stale.sh $(B) $$(mk/rows.sh --built tests/data/stimuli/smoke.suite 2> /dev/null)) && \
	$(B)/pausebench-smoke regress --suite smoke --jobs $(JOBS) --out $(B)/smoke $(HISTORY_FLAGS) --history $(B)/history.db --traced '$(MAKE_TRACED)' \
		$$(printf -- '--dut %s ' $$duts) && \
	(cd $(B)/smoke && touch $$(printf '%s.stamp ' $$duts))
endif

conform: ## writes the conformance statement of each of MACS="my.mac ...", build/conform/NAME (CONFORM_FLAGS="--seeds 1..1000": as of pausebench conform)
	$(SETUP) regress
	@mk/macs.sh $(B) '$(MAKE_ALONE)' $(JOBS) conform '' '$(call quoted,$(CONFORM_FLAGS))' '$(call quoted,$(MACS))'

mac: ## builds the programs of MACS="my.mac ...", build/macs/NAME/pausebench
	$(SETUP) regress
	@mk/macs.sh $(B) '$(MAKE)' $(JOBS) build '' '' '$(call quoted,$(MACS))'

link: ## checks tests/data/links, two MACs on a cable, and sweeps headroom, cable, pause time and partner; writes build/link/sweep.csv, sweep.png, loss.png
	$(SETUP) link
	$(AGAIN) -s $(B)/pausebench-link
	@$(B)/pausebench-link check --jobs $(JOBS) tests/data/links/*.link && \
	$(B)/pausebench-link sweep --jobs $(JOBS) --out $(B)/link $(SWEEP_FLAGS)

traced: ## builds the programs that write waves: build/pausebench-traced-<dut> (DUT=name for one of them) and build/pausebench-link-traced
	$(SETUP) regress $(if $(DUT),,link)
	$(AGAIN) $(if $(DUT),$(B)/pausebench-traced-$(DUT),do-traced)

lint: ## runs Verilator lint on every DUT, the compilers with warnings as errors, and the type checker of Python; finds files that call each other in a circle
	$(SETUP) lint
	$(AGAIN) do-lint

synth: ## synthesizes every DUT with Yosys; fails on latches, black boxes and multiple drivers; prints the cells
	$(SETUP) synth
	$(AGAIN) do-synth

BENCH_MACS := $(patsubst %,tests/data/foreign/%.mac,gige/gige tengig/tengig fourclk/fourclk) $(B)/bench/fourclk_one.mac
bench: ## compares checked cycles per second with the bare loop, also of MACs by profile, one with four clocks, and for a link; writes build/bench*.json
	$(SETUP) bench
	@mk/one_clock.sh $(B)/bench
	@mk/macs.sh $(B) '$(MAKE)' $(JOBS) build '' '' '$(BENCH_MACS)'
	$(AGAIN) do-bench

netlists: ## synthesizes every DUT and runs the netlists in its place, words and gates; proves parts equal; prints cells and levels (DUT=bcm5718: that family)
	$(SETUP) netlists
ifneq ($(DUT),)
	@mk/rows.sh '$(call quoted,$(DUT))' > /dev/null
	$(AGAIN) -s DUT= NETLIST_ROWS="$$(mk/rows.sh '$(DUT)')" do-netlists
else
	$(AGAIN) -s do-netlists
endif

# ONLY="xoff_time seed-3": these stimuli and seeds alone.
second: ## repeats runs in Icarus Verilog, which has four states, and compares each output in each clock (DUT=bcm5718; MACS=my.mac; SUITE=night: every stimulus)
ifneq ($(DUT),)
	@mk/rows.sh '$(call quoted,$(DUT))' > /dev/null
endif
	$(SETUP) second
ifneq ($(MACS),)
	@mk/macs.sh $(B) '$(MAKE)' $(JOBS) second '$(SUITE)' '$(call quoted,$(ONLY))' '$(call quoted,$(MACS))'
else ifneq ($(DUT),)
	$(AGAIN) -s DUT= ROWS="$$(mk/rows.sh '$(DUT)')" ROWS_NAME=$(ROWS_NAME) do-second
	@mk/second/sum.sh $(B) $$(mk/rows.sh '$(DUT)')
else
	$(AGAIN) -s do-second
	@mk/second/sum.sh $(B) $(or $(SECOND_ROWS),$$(sed -n 's/^DUTS := //p' $(B)/gen/duts.mk))
endif

coverage: ## checks that a regression reaches each cell that has no reason, and measures line coverage of RTL and C; writes build/coverage/ (MACS=my.mac:
## lines, toggles and cells that the suite of the statement reaches in your own, with the reasons of my.reasons)
	$(SETUP) coverage
ifneq ($(MACS),)
	@mk/macs.sh $(B) '$(MAKE)' $(JOBS) coverage '' '' '$(call quoted,$(MACS))'
else
	$(AGAIN) do-coverage
endif

waves: ## opens the waves of the newest run's largest group of failures in GTKWave (FAILURE=folder: another one; MACS=my.mac: of your own MAC)
	@dir=$$(mk/waves.sh find $(B) '$(call quoted,$(FAILURE))' '$(call quoted,$(MACS))') || exit 2; [ -n "$$dir" ] || exit 0; ci/setup.sh waves && \
	$(WAVES_AGAIN) do-waves FAILURE="$$dir" && exec mk/waves.sh open "$$dir"

# DUT="bcm5718 ll10g": of these rows alone; ONLY=pause: runs with this text in their name.
.PHONY: memory
memory: ## checks that no run reads memory that nobody wrote, under valgrind and with two fills of it (DUT=bcm5718: that family)
ifneq ($(DUT),)
	@mk/rows.sh '$(call quoted,$(DUT))' > /dev/null
endif
	$(SETUP) memory
	$(AGAIN) -s DUT= $(PAUSEBENCH)
	@ONLY='$(call quoted,$(ONLY))' mk/memory.sh $(B) '$(MAKE_COMMAND)' $(JOBS) $$(mk/rows.sh \
		'$(or $(call quoted,$(DUT)),$(shell sed -n 's/^DEVICE(\([a-z0-9_]*\)).*/\1/p' regs/devices.def))')

man: ## writes man pages of pausebench and its verbs, build/man/man1/ (source ci/completion.bash completes its words in bash)
	$(SETUP) man
	$(AGAIN) -s $(PAUSEBENCH)
	@mk/man.sh $(PAUSEBENCH) $(B)/man/man1

# PREFIX=/usr/local, DESTDIR= for a package, SYSTEMC=0: without the SystemC modules, which take the longest to build.
install: ## installs the judge as a library and the SystemC modules (PREFIX=/usr/local DESTDIR= SYSTEMC=0: without the modules)
	$(SETUP) $(if $(filter 0,$(SYSTEMC)),regress,link)
	$(AGAIN) -s do-install

# The archive names its commit in a file, because it has no history.
dist: ## writes the sources of the commit as build/pausebench-RELEASE.tar.gz
	@git diff --quiet HEAD || { echo "make dist: the checkout has changes that are not committed, which the archive would lack; commit them first" >&2; exit 2; }
	@mkdir -p $(B) && git archive --prefix=pausebench-$(RELEASE)/ --add-virtual-file=pausebench-$(RELEASE)/mk/install/commit:$(VERSION) \
	-o $(B)/pausebench-$(RELEASE).tar.gz HEAD && echo $(B)/pausebench-$(RELEASE).tar.gz

format: ## formats the C and C++ sources with clang-format
	$(SETUP) format
	clang-format -i $(sort $(wildcard models/*.[ch] models/*/*.[ch] tb/*/*.[ch] tb/*/*/*.[ch] tb/*/*.cpp tb/*/*/*.cpp regs/*.[ch] tests/unit/*/*.[ch] \
		tools/*/*.[ch] tools/*/*/*.[ch] tests/unit/systemc/*.cpp))

clean: ## removes build/
	rm -rf $(B)

setup: ## installs the packages that the targets need
	$(SETUP) all

include mk/flags.mk mk/lists.mk mk/objects.mk mk/simulator.mk mk/programs.mk mk/macs.mk mk/link.mk mk/coverage.mk mk/check.mk
include mk/how_good.mk mk/reference.mk mk/times/rules.mk mk/hunts.mk mk/formal.mk mk/choice.mk mk/fuzz.mk mk/ports.mk mk/install/rules.mk mk/second/rules.mk
ifneq ($(filter do-netlists do-test $(B)/netlists/%,$(MAKECMDGOALS)),)
include mk/netlists/rules.mk
endif
# The last file, since the programs that the tests start are named in those above.
include mk/tests.mk
