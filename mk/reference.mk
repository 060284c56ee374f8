# SPDX-License-Identifier: Apache-2.0
# The pages of reference that the programs write; the Makefile includes this file.

.PHONY: reference do-reference
reference: ## writes doc/reference/commands.md and rules.md: what each command takes, and every rule that a finding can name
	$(SETUP) link
	$(AGAIN) -s do-reference
do-reference: $(PAUSEBENCH) $(B)/pausebench-link
	@mkdir -p $(B)/reference
	$(PAUSEBENCH) list rules --page > $(B)/reference/rules.md && cp $(B)/reference/rules.md doc/reference/rules.md
	tools/reference/commands.sh $(B) '$(MAKE)' > $(B)/reference/commands.md && cp $(B)/reference/commands.md doc/reference/commands.md
