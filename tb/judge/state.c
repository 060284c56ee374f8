/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a judge, on which all else stands: what it refuses, which events it has, and the times of its calls. */
#include "judge_parts.h"

#include <stdio.h>

const char *const judge_wire_names[JUDGE_WIRES] = { [PM_JUDGE_RECEIVED] = "receive", [PM_JUDGE_SENT] = "transmit" };

/* True if the level of the receive buffer follows from what is seen: of a MAC that sends by its marks, where requests are to be seen. */
bool judge_level_seen(const struct pm_judge *judge)
{
	return judge->options.requests_seen && judge_sends_by(judge) == SENDS_BY_MARKS;
}

const char *pm_judge_message(const struct pm_judge *judge)
{
	return judge ? judge->message : "there is no judge: NULL";
}

int judge_fail(struct pm_judge *judge, int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(judge->message, sizeof(judge->message), format, args);
	va_end(args);
	judge->ended = judge->ended || (error != PM_JUDGE_USAGE && error != PM_JUDGE_ORDER);
	if (!judge->ended) /* what is refused has no effect */
		judge->time = judge->time_was;
	return error;
}

int judge_admit(struct pm_judge *judge, uint64_t time)
{
	if (!judge || judge->ended)
		return PM_JUDGE_USAGE; /* the message about the error that ended it stays */
	if (!judge->within)
		judge->time_was = judge->time;
	if (judge->finished)
		return judge_fail(judge, PM_JUDGE_USAGE, "the judge has finished; make another one");
	if (time < judge->time)
		return judge_fail(judge, PM_JUDGE_ORDER,
		                  "time goes back from %llu to %llu ps; pass the events in the order of time",
		                  (unsigned long long)judge->time, (unsigned long long)time);
	if (time > JUDGE_TIME_MAX)
		return judge_fail(judge, PM_JUDGE_USAGE, "a time of %llu ps; times end at %llu ps, which are 213 days",
		                  (unsigned long long)time, (unsigned long long)JUDGE_TIME_MAX);
	judge->time = time;
	return PM_JUDGE_OK;
}

void judge_events(struct pm_judge *judge, const struct event *events, size_t count)
{
	if (judge->tap)
		judge->tap(judge->tap_context, events, count);
	scoreboard_events(judge->sb, events, count);
}
