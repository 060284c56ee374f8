/* SPDX-License-Identifier: Apache-2.0 */
/* What the block of a group of failures on the console has in common. */
#include "group_text.h"

#include "profile/profile.h"
#include "report/field.h"

#include <inttypes.h>

void group_print_title(FILE *out, const struct group_title *t)
{
	fprintf(out, "%sGROUP %zu%s  %s: %s: %" PRIu64 " %s%s, %" PRIu64 " finding%s", t->colour, t->number, t->plain,
	        rule_table[t->shown->rule].name, t->shown->what, t->things, t->thing, t->things == 1 ? "" : "s", t->findings,
	        t->findings == 1 ? "" : "s");
}

unsigned group_print_finding(FILE *out, const struct finding *shown, const char *run)
{
	char text[1024], suspect[PROFILE_SUSPECT_SIZE];
	unsigned lines;

	snprintf(text, sizeof(text), "%s [%s]", finding_rule_text(shown), finding_document(shown));
	lines = field_print(out, "rule", text);
	lines += field_print(out, "run", run);
	lines += field_print(out, "expected", shown->expected);
	lines += field_print(out, "actual", shown->actual);
	if (shown->why[0])
		lines += field_print(out, "why", shown->why);
	if (profile_suspect(shown, "", suspect, sizeof(suspect))[0])
		lines += field_print(out, "profile", suspect);
	return lines;
}
