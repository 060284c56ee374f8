# SPDX-License-Identifier: Apache-2.0
# The page that says what was measured, and what the bench does not see; the Makefile includes this file.

.PHONY: how-good do-how-good
how-good: ## writes doc/quality/how-good.md from tools/how_good/*.json: what was measured of each DUT, and what the bench does not see
	$(SETUP) how-good
	$(AGAIN) -s do-how-good
$(B)/gen/how_good: $(wildcard tools/how_good/*.c) tools/how_good/how_good.h tb/coverage/unreached.def $(PROFILE_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O1 $(WARNINGS) $(INCLUDES) $(XML_CFLAGS) -Itb/coverage $(filter %.c,$^) $(filter %.o,$^) $(filter %.a,$^) -o $@ \
		-ljansson -ldeflate -lm
do-how-good: $(B)/gen/how_good
	@mkdir -p $(B)/how_good
	@for f in tools/how_good/*.json; do jq -r -f tools/how_good/rows.jq $$f > $(B)/how_good/rows && { cmp -s $(B)/how_good/rows $$f || \
		cp $(B)/how_good/rows $$f; } || exit; done
	mk/netlists/history.sh tools/how_good/netlists.json tools/how_good/netlists.txt
	$(B)/gen/how_good > $(B)/how_good/how-good.md && cp $(B)/how_good/how-good.md doc/quality/how-good.md
