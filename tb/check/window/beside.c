/* SPDX-License-Identifier: Apache-2.0 */
/* Which rules the sets of worlds decide; beside.h. */
#include "beside.h"

#include "window.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* When data frames start, and which control frames do. What frames carry, and what the host gets, is not the worlds'. */
static const enum rule decided[] = { RULE_PAUSE_OBEYED,         RULE_PAUSE_GATE,    RULE_PAUSE_TIME,        RULE_PAUSE_OVERWRITE,
	                             RULE_PAUSE_ZERO_RESUMES,   RULE_PAUSE_EXPIRY,  RULE_PAUSE_AFTER_FRAME, RULE_PAUSE_LATENCY,
	                             RULE_PAUSE_RESPONSE_LIMIT, RULE_PAUSE_RESET,   RULE_NO_DATA_IN_XOFF,   RULE_DATA_RESUMES,
	                             RULE_XON_AFTER_XOFF,       RULE_XOFF_ONCE,     RULE_PAUSE_TX_GATE,     RULE_PAUSE_NOT_HELD,
	                             RULE_PAUSE_TX_LATENCY,     RULE_PAUSE_REQUEST, RULE_XOFF_AT_HIGH,      RULE_XON_BELOW_LOW,
	                             RULE_XOFF_REFRESH,         RULE_PFC_TX };
enum { DECIDED = sizeof(decided) / sizeof(decided[0]) };

bool window_decides(enum rule rule)
{
	for (size_t i = 0; i < DECIDED; i++)
		if (decided[i] == rule)
			return true;
	return false;
}

/* Returns how many findings of RESULT are of rules that the worlds decide, waived or not. */
static uint64_t found(const struct scoreboard_result *result)
{
	uint64_t ret = 0;

	for (size_t i = 0; i < DECIDED; i++)
		ret += result->by_rule[decided[i]] + result->waived[decided[i]];
	return ret;
}

bool window_differs(const struct window *window, const struct scoreboard_result *result)
{
	const struct window_finding *finding;

	return !found(result) != !window_findings(window, &finding);
}

void window_beside(const struct window *window, const struct scoreboard_result *result, const char *dut)
{
	const char *path = getenv("PAUSEBENCH_WINDOW");
	const struct window_finding *finding;
	uint64_t count = window_findings(window, &finding);
	FILE *out;

	if (!path || (!window_differs(window, result) && !window_undecided(window)) || !(out = fopen(path, "a")))
		return;
	fprintf(out, "%s: scoreboard %" PRIu64 ", worlds %" PRIu64 ", undecided %" PRIu64, dut, found(result), count,
	        window_undecided(window));
	if (count)
		fprintf(out, "; %s at %" PRIu64 ", cause %" PRIu64, rule_table[finding->rule].name, finding->at, finding->cause);
	for (uint64_t i = 0; i < result->findings && i < SCOREBOARD_FINDINGS_MAX; i++)
		if (window_decides(result->finding[i].rule)) {
			fprintf(out, "; %s at %" PRIu64 ": %s, %s", rule_table[result->finding[i].rule].name,
			        result->finding[i].cycle, result->finding[i].expected, result->finding[i].actual);
			break;
		}
	fputc('\n', out);
	fclose(out);
}
