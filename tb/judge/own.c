/* SPDX-License-Identifier: Apache-2.0 */
/* What the files about the MAC's own frames share: what the registers have, since when what was written has its effect on a frame, and findings about it. */
#include "judge_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LATE = 64 };

uint64_t judge_control_now(const struct pm_judge *judge, enum pm_control control, bool *ret_mapped)
{
	const struct pm_profile *golden = &judge->profile->golden;
	uint64_t value = 0;

	*ret_mapped = false;
	for (size_t i = 0; i < golden->slice_count; i++) {
		const struct pm_control_slice *slice = &golden->slices[i];
		uint64_t mask = slice->len < 64 ? ((uint64_t)1 << slice->len) - 1 : UINT64_MAX, word;
		if (slice->control != control)
			continue;
		word = scoreboard_peek(judge->sb, judge->profile->page.rows[slice->row].address) >> slice->reg_bit;
		value |= ((slice->inverted ? ~word : word) & mask) << slice->at;
		*ret_mapped = true;
	}
	return value;
}

uint64_t judge_own_window(const struct pm_judge *judge)
{
	const struct profile_latency *request = &judge->profile->latency[PROFILE_LATENCY_request],
				     *write = &judge->profile->latency[PROFILE_LATENCY_write];

	return request->max + write->max + LATE + 2 * judge->options.time_error_ps * judge->hz / 1000000000000u;
}

bool judge_own_settled(const struct pm_judge *judge, const struct judge_sent *sent)
{
	return sent->earliest > judge->own.written + 2 * judge_own_window(judge);
}

void judge_own_vfind(struct pm_judge *judge, const struct judge_sent *sent, enum rule rule, const char *format, va_list args)
{
	uint32_t step = dut_step(&judge->dut);
	struct finding finding = { .cycle = sent->start - sent->start % step, .cause_cycle = sent->start, .rule = rule };
	char text[sizeof(finding.expected) + sizeof(finding.actual)], *bar;

	vsnprintf(text, sizeof(text), format, args);
	bar = strchr(text, '|');
	snprintf(finding.what, sizeof(finding.what), "start of a frame");
	snprintf(finding.expected, sizeof(finding.expected), "%.*s", (int)(bar - text), text);
	snprintf(finding.actual, sizeof(finding.actual), "%s at cycle %llu", bar + 1, (unsigned long long)(sent->start / step));
	scoreboard_add(judge->sb, &finding);
}

void judge_own_find(struct pm_judge *judge, const struct judge_sent *sent, enum rule rule, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	judge_own_vfind(judge, sent, rule, format, args);
	va_end(args);
}
