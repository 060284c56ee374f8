/* SPDX-License-Identifier: Apache-2.0 */
/* Which rules the sets of worlds decide; decides.h. */
#include "decides.h"

#include <stddef.h>

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
