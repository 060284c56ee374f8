/* SPDX-License-Identifier: Apache-2.0 */
/* The first finding of a link's run; link_finding.h. */
#include "link_finding.h"

#include "run/pool.h"

#include <stdio.h>

void link_finding_broken(const struct pool_result *result, struct link_finding *ret)
{
	*ret = (struct link_finding){ .end = LINK_ENDS, .plain = result->run.score.finding[0] };
}

char *link_finding_line(const struct link_finding *finding, char *ret, size_t size)
{
	char where[] = ", seen at a";

	where[sizeof(where) - 2] = (char)('a' + finding->end);
	snprintf(ret, size, "%s: %s%s: expected %s, found %s", rule_table[finding->plain.rule].name, finding->plain.what,
	         finding->end < LINK_ENDS ? where : "", finding->plain.expected, finding->plain.actual);
	return ret;
}
