# SPDX-License-Identifier: Apache-2.0
# The simulated ports, which hunt the judge of captures; the Makefile includes this file.

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
