# SPDX-License-Identifier: Apache-2.0
# The simulated ports, which hunt the judge of captures, and drawn ratios of clocks; the Makefile includes this file.

# COUNT=n: so many ports (KIND=wrong: of each kind); SEED=n: the first one; KIND=right, wrong or a kind; RATE=10, 100, 1000, 10000 or any.
.PHONY: ports do-ports
ports: ## simulates right and wrong ports, and has their captures judged (COUNT=1000 SEED=1 KIND=right|wrong|name RATE=any); doc/quality/ports.md
	$(SETUP) regress
	$(AGAIN) -s do-ports
$(B)/gen/ports: $(sort $(wildcard tools/ports/*.c)) $(wildcard tools/ports/*.h tools/ports/*.def)
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O2 $(WARNINGS) $(filter %.c,$^) -o $@
do-ports: $(B)/gen/ports $(PAUSEBENCH)
	@tools/ports/hunt.sh $(B) $(or $(COUNT),1000) $(or $(SEED),1) $(or $(KIND),right) $(or $(RATE),any)

# COUNT=n: at so many ratios; SEED=n: of their draw. The name of make is not in the recipe, since make would then judge in a dry run, too.
.PHONY: ratios do-ratios
RATIOS = tools/foreign/ratios.sh $(B) '$(MAKE)' $(JOBS) $(or $(COUNT),20) $(or $(SEED),1)
ratios: ## judges a right MAC with several clocks at drawn ratios of them (COUNT=20 SEED=1); tests/data/foreign/fourclk
	$(SETUP) regress
	$(AGAIN) -s do-ratios
do-ratios: $(PAUSEBENCH)
	@$(RATIOS)
