/* SPDX-License-Identifier: Apache-2.0 */
/* Finds and prints the changes since the last regression. */
#include "changes.h"

#include <inttypes.h>

enum history_change change_of(const struct history_test *test, enum history_outcome outcome, bool same)
{
	if (same && test->outcome != HISTORY_NEVER && test->outcome != outcome)
		return CHANGE_FLAKY;
	if (outcome == HISTORY_FAILED)
		return test->outcome == HISTORY_FAILED ? CHANGE_STILL : CHANGE_NEW;
	return test->outcome == HISTORY_FAILED ? CHANGE_FIXED : CHANGE_NONE;
}

void changes_add(struct changes *changes, enum history_change change, const char *dut, const char *name)
{
	uint64_t count = changes->count[change]++;

	if (count < CHANGES_NAMED)
		snprintf(changes->named[change][count], sizeof(changes->named[change][count]), "%s %s", dut, name);
}

void changes_print(FILE *out, const struct changes *changes)
{
	static const struct {
		enum history_change change;
		const char *word, *meaning;
	} lines[] = {
		{ CHANGE_NEW, "new", "fail now" },
		{ CHANGE_FIXED, "fixed", "pass now" },
		{ CHANGE_FLAKY, "flaky", "ended differently on the same content" },
	};
	const uint64_t *count = changes->count;

	if (!count[CHANGE_NEW] && !count[CHANGE_FIXED] && !count[CHANGE_FLAKY] && !count[CHANGE_STILL])
		return;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		uint64_t n = count[lines[i].change];
		fprintf(out, "%-6s %5" PRIu64 " %s", lines[i].word, n, lines[i].meaning);
		for (uint64_t k = 0; k < n && k < CHANGES_NAMED; k++)
			fprintf(out, "%s%s", k ? ", " : ": ", changes->named[lines[i].change][k]);
		fprintf(out, "%s\n", n > CHANGES_NAMED ? " ..." : "");
	}
	fprintf(out, "%-6s %5" PRIu64 " failed in the last regression too\n", "still", count[CHANGE_STILL]);
}
