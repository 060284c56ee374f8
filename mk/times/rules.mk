# SPDX-License-Identifier: Apache-2.0
# How long a user waits; the Makefile includes this file.

# The name of make is not in the recipe, since make would then measure in a dry run, too.
PARTS := first regress smoke profile test ci
MEASURE_TIMES = mk/times/measure.sh $(B) '$(MAKE)' $(JOBS) '$(PARTS)'
.PHONY: times
times: ## measures what a user waits for, and writes it into README.md and doc/quality/performance.md (PARTS="first regress smoke profile test ci": some of
## it; PARTS=: none)
	$(SETUP) test
	@$(MEASURE_TIMES)
	@for page in README.md doc/quality/performance.md; do mk/times/pages.sh tools/how_good $$page > $(B)/times/page && cp $(B)/times/page $$page || exit; done
