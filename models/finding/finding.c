/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of rules.def as a table, and the names of the checks. */
#include "finding/finding.h"

#include <string.h>

const struct rule_row rule_table[RULE_COUNT] = {
#define RULE(id, name_, text_, document_) [RULE_##id].name = name_, [RULE_##id].text = text_, [RULE_##id].document = document_,
#define BLIND(id, what) [RULE_##id].blind = what,
#include "rules.def"
#undef RULE
};

const char *const check_kind_names[CHECK_KIND_COUNT] = {
#define CHECK(id, name) [CHECK_##id] = name,
	CHECK_KINDS(CHECK)
#undef CHECK
};

int rule_by_name(const char *name)
{
	for (int i = 0; i < RULE_COUNT; i++)
		if (!strcmp(rule_table[i].name, name))
			return i;
	return -1;
}

static const struct {
	const char *model;
	enum rule rule;
	const char *text, *document; /* NULL: the device has none of its own, and that of rule_table holds */
} rules_of[] = {
#define RULE_OF(id, text_, document_) { RULE_MODEL, RULE_##id, text_, document_ },
#include "each/device_rules.def"
#undef RULE_OF
};

/* Returns the index in rules_of of the row for RULE and MODEL, or -1. */
static int rule_of(enum rule rule, const char *model)
{
	for (size_t i = 0; model && i < sizeof(rules_of) / sizeof(rules_of[0]); i++)
		if (rules_of[i].rule == rule && !strcmp(rules_of[i].model, model))
			return (int)i;
	return -1;
}

const char *rule_text(enum rule rule, const char *model)
{
	int own = rule_of(rule, model);

	return own >= 0 && rules_of[own].text ? rules_of[own].text : rule_table[rule].text;
}

const char *rule_document(enum rule rule, const char *model)
{
	int own = rule_of(rule, model);

	return own >= 0 && rules_of[own].document ? rules_of[own].document : rule_table[rule].document;
}

const char *rule_model(enum rule rule, unsigned number)
{
	for (size_t i = 0; i < sizeof(rules_of) / sizeof(rules_of[0]); i++)
		if (rules_of[i].rule == rule && !number--)
			return rules_of[i].model;
	return NULL;
}

const char *finding_rule_text(const struct finding *finding)
{
	return rule_text(finding->rule, finding->model);
}

const char *finding_document(const struct finding *finding)
{
	return rule_document(finding->rule, finding->model);
}
