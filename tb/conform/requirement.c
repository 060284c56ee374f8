/* SPDX-License-Identifier: Apache-2.0 */
/* The requirements of regs/conformance.def as a table. */
#include "requirement.h"

#include "stimulus/control.h"

#include <stdio.h>
#include <string.h>

enum { MEASURE_NONE = -1 };

const struct requirement requirement_table[] = {
#define COUNTED(part, id)
#define GROUP(title) { .group = title },
#define REQUIREMENT(id_, clause_, item_, purpose_, text_, needs_, measure_, ...) \
	{ .id = id_,                                                             \
	  .clause = clause_,                                                     \
	  .item = item_,                                                         \
	  .purpose = purpose_,                                                   \
	  .text = text_,                                                         \
	  .needs = needs_,                                                       \
	  .measure = MEASURE_##measure_,                                         \
	  .rules = (const int[]){ __VA_ARGS__, -1 } },
#include "conformance.def"
};
const size_t requirement_count = sizeof(requirement_table) / sizeof(requirement_table[0]);

static const struct counted {
	const char *part, *id;
} counted[] = {
#define GROUP(title)
#define REQUIREMENT(...)
#define COUNTED(part, id) { part, id },
#include "conformance.def"
};

const char *counter_requirement(const char *name)
{
	const struct counted *row = counted;

	while (!strstr(name, row->part))
		row++;
	return row->id;
}

const struct requirement *requirement_by_id(const char *id)
{
	for (size_t i = 0; i < requirement_count; i++)
		if (requirement_table[i].id && !strcmp(requirement_table[i].id, id))
			return &requirement_table[i];
	return NULL;
}

bool words_have(const char *list, const char *word)
{
	size_t len = strlen(word);

	while (*list) {
		size_t next = strcspn(list, " ,");
		if (next == len && !strncmp(list, word, len))
			return true;
		list += next;
		list += strspn(list, " ,");
	}
	return false;
}

/* A profile may say `obeys none` or `sends by=none`, which are no capabilities. */
static const char *profile_lacks(const struct requirement *r, const struct dut *dut)
{
	if (!dut->profile)
		return NULL;
	if (!strncmp(r->id, "31b-rx-", strlen("31b-rx-")) && !dut_param(dut, "ObeysMulticast") && !dut_param(dut, "ObeysOwn"))
		return "PAUSE frames that are obeyed";
	if (!strncmp(r->id, "31b-tx-", strlen("31b-tx-")) && !dut_param(dut, "SendsBy"))
		return "PAUSE frames of its own";
	return NULL;
}

bool requirement_lacks(const struct requirement *r, const struct dut *dut, char *ret, size_t size)
{
	const char *lacks = profile_lacks(r, dut);
	size_t used = 0;

	*ret = 0;
	if (lacks)
		used = (size_t)snprintf(ret, size, "%s", lacks);
	for (const struct dut_capability_row *row = dut_capabilities; row < dut_capabilities + CAPABILITY_COUNT; row++)
		if (row->word && words_have(r->needs, row->word) && !(control_capabilities(dut) & row->bit) && used < size)
			used += (size_t)snprintf(ret + used, size - used, "%s%s", used ? ", " : "", row->what);
	return used > 0;
}
