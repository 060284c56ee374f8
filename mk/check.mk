# SPDX-License-Identifier: Apache-2.0
# Lint and synthesis; the Makefile includes this file.

.PHONY: do-lint do-synth
# The rooms in which no file calls one that calls it back, however many are between.
WITHOUT_CIRCLES := tb/check tb/judge models/standard
# The register headers are made here and not by the makes of single DUTs, which would write the same generator at the same time.
$(foreach d,$(DUTS),$(eval lint-$(d) synth-$(d): $(call registers,$(MODEL_$(d)))))
do-lint: python-types $(DUTS:%=lint-%) $(PROBES:%=probe-%) $(WITHOUT_CIRCLES:%=circles-%) $(MODEL_OBJECTS) $(TB_OBJECTS) $(LOADERS) $(SC_OBJECTS) \
		$(patsubst %.cpp,$(B)/obj/%.o,$(wildcard tb/link/verbs/main_*.cpp tb/link/platform/example_*.cpp)) \
		$(patsubst %.c,$(B)/obj/%.o,$(wildcard tools/parallel/*.c tools/generated/*.c tools/ports/*.c))
$(B)/obj/tools/parallel/%.o: WARNINGS += -Wno-psabi # vectors are passed as arguments between objects of the same flags
.PHONY: $(WITHOUT_CIRCLES:%=circles-%)
$(WITHOUT_CIRCLES:%=circles-%): circles-%: $(TB_OBJECTS) $(MODEL_OBJECTS)
	mk/circles.sh $* $(filter $(B)/obj/$*/%,$^)
# cocotb is no package of Debian; what the example calls of it has no types.
.PHONY: python-types
python-types:
	MYPYPATH=tb/python mypy --strict --no-error-summary --ignore-missing-imports --allow-untyped-decorators --cache-dir=/dev/null \
		tb/python/pausemodel.py examples/*.py tests/unit/python/*.py
$(PROBES:%=probe-%): probe-%:
	verilator --lint-only -Wall --default-language 1364-2005 -I$(B)/gen --top-module $* $(filter %.v,$^)
lint-%: $(B)/gen/duts.mk $(PIN_WORDS) $(B)/gen/expected.vh
	verilator --lint-only -Wall --default-language 1364-2005 -I$(B)/gen --top-module $(TOP_$*) rtl/lint.vlt $(call rtl_files,$*)
	verilator --lint-only -Wall --default-language 1364-2005 -I$(B)/gen $(call dut_defines,$*) +define+SEAM_TRACED --top-module $(PHY_$*)_tick \
		rtl/lint.vlt tb/seam/seam_expected.v $(call wrapper,$*) $(call rtl_files,$*)

do-synth: $(DUTS:%=synth-%)
synth-%: $(B)/gen/duts.mk
	CAPABILITIES='$(CAPABILITIES_$*)' mk/synth.sh $* $(TOP_$*) $(B)/synth "$(PARAMS_$*)" $(call rtl_files,$*)
