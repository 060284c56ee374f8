/* SPDX-License-Identifier: Apache-2.0 */
/* Calls in the order of time. A frame's octets have to be known when it starts, so that what comes between the start of a frame and the call with its end
 * waits in a queue. */
#include "judge_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int queue(struct pm_judge *judge, const struct judge_item *item)
{
	struct judge_queued *queued;

	if (judge->queued == JUDGE_QUEUE_MAX)
		return judge_fail(judge, PM_JUDGE_EVENTS, "more than %d events between the start of a frame and its end",
		                  JUDGE_QUEUE_MAX);
	queued = judge_queued_new(judge, item);
	if (!queued)
		return PM_JUDGE_NO_MEMORY;
	*judge->last = queued;
	judge->last = &queued->next;
	judge->queued++;
	return PM_JUDGE_OK;
}

static void pop(struct pm_judge *judge)
{
	struct judge_queued *first = judge->first;

	judge->first = first->next;
	if (!judge->first)
		judge->last = &judge->first;
	judge->queued--;
	free(first->octets);
	free(first);
}

void judge_queue_free(struct pm_judge *judge)
{
	while (judge->first)
		pop(judge);
	judge_lined_free(judge);
}

int judge_drain(struct pm_judge *judge)
{
	int err = PM_JUDGE_OK;

	while (!err && judge->first && !judge->first->item.open) {
		err = judge_carry_out(judge, &judge->first->item);
		pop(judge);
	}
	return err;
}

int judge_take(struct pm_judge *judge, const struct judge_item *item)
{
	bool waits = judge->first || item->open;
	int err = PM_JUDGE_OK;

	if (judge->options.time_error_ps && !waits)
		return judge_lined_take(judge, item);
	if (waits && !judge->first)
		err = judge_lined_release(judge, UINT64_MAX);
	return err ? err : waits ? queue(judge, item) : judge_carry_out(judge, item);
}

int judge_close(struct pm_judge *judge, enum judge_item_kind kind, enum pm_judge_wire wire, const uint8_t *octets,
                uint32_t length, uint32_t whole, unsigned flags)
{
	struct judge_queued *queued = judge->first;

	while (!queued->item.open || queued->item.kind != kind || queued->item.wire != wire)
		queued = queued->next;
	queued->octets = malloc(length);
	if (!queued->octets)
		return judge_fail(judge, PM_JUDGE_NO_MEMORY, "%s", strerror(ENOMEM));
	memcpy(queued->octets, octets, length);
	queued->item.octets = queued->octets;
	queued->item.length = length;
	queued->item.whole = whole;
	queued->item.flags = flags;
	queued->item.clocks = kind == JUDGE_OFFER ? judge->paused_clocks : 0;
	queued->item.open = false;
	return PM_JUDGE_OK;
}
