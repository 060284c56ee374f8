/* SPDX-License-Identifier: Apache-2.0 */
/* Converts and writes the first finding of a link's run; link_finding.h. */
#include "link_finding.h"

#include "run/pool.h"

#include <stdio.h>
#include <string.h>

struct finding link_finding_plain(const struct link_finding *finding)
{
	struct finding ret = { .rule = finding->rule };

	memcpy(ret.what, finding->what, sizeof(finding->what));
	memcpy(ret.expected, finding->expected, sizeof(finding->expected));
	memcpy(ret.actual, finding->actual, sizeof(finding->actual));
	return ret;
}

void link_finding_broken(const struct pool_result *result, struct link_finding *ret)
{
	const struct finding *f = &result->run.score.finding[0];

	*ret = (struct link_finding){ .end = LINK_ENDS, .rule = f->rule };
	memcpy(ret->what, f->what, sizeof(ret->what));
	memcpy(ret->expected, f->expected, sizeof(ret->expected));
	memcpy(ret->actual, f->actual, sizeof(ret->actual));
}

char *link_finding_line(const struct link_finding *finding, char *ret, size_t size)
{
	char where[] = ", seen at a";

	where[sizeof(where) - 2] = (char)('a' + finding->end);
	snprintf(ret, size, "%s: %s%s: expected %s, found %s", rule_table[finding->rule].name, finding->what,
	         finding->end < LINK_ENDS ? where : "", finding->expected, finding->actual);
	return ret;
}
