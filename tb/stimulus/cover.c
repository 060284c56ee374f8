/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of rules that a stimulus covers: the names of the rules, and the table of those that a stimulus can cover at all. */
#include "cover.h"

#include "base/spelling.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

const struct cover_row cover_table[RULE_COUNT] = {
#define COVER(id, when_) [RULE_##id] = { COVER_EXERCISED, when_, false },
#define TIMED(id, when_) [RULE_##id] = { COVER_EXERCISED, when_, true },
#define ALWAYS(id) [RULE_##id] = { COVER_ALWAYS, "every run checks it all the time", false },
#define BENCH(id) [RULE_##id] = { COVER_BENCH, "no stimulus for one MAC exercises it", false },
#include "cover.def"
#undef COVER
#undef TIMED
#undef ALWAYS
#undef BENCH
};

const char *cover_names(const struct cover_set *set, char *ret, size_t size)
{
	size_t used = 0;

	*ret = 0;
	for (size_t i = 0; i < RULE_COUNT && used < size; i++)
		if (set->has[i])
			used += (size_t)snprintf(ret + used, size - used, "%s%s", used ? ", " : "", rule_table[i].name);
	return ret;
}

bool cover_any(const struct cover_set *set)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		if (set->has[i])
			return true;
	return false;
}

const char *cover_nearest(const char *name)
{
	struct spelling spelling = spelling_of(name);

	for (size_t i = 0; i < RULE_COUNT; i++)
		if (cover_table[i].kind == COVER_EXERCISED)
			spelling_offer(&spelling, rule_table[i].name);
	return spelling.nearest;
}
