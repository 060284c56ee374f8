/* SPDX-License-Identifier: Apache-2.0 */
/* Calls whose times may be wrong. Frames of one wire that have the same time follow each other on it, so that a frame may begin after what a later call tells.
 * What happens is carried out in the order in which it does: each wire has a queue, the accesses have another one, and the first of the three goes first. */
#include "judge_parts.h"

#include "part/frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PS_PER_SECOND 1000000000000u

/* How long the wire is busy with FRAME: with /T/ or the column that has it at XGMII. */
static uint64_t duration_of(const struct pm_judge *judge, const struct judge_item *frame)
{
	unsigned clocks = judge->dut.phy == PHY_MII ? dut_octet_clocks(&judge->dut, judge->mbps) : 1;
	uint64_t octets = FRAME_HEAD_OCTETS + frame->whole + (frame->flags & PM_JUDGE_NO_FCS ? FRAME_FCS_OCTETS : 0);

	octets += judge->dut.phy == PHY_XGMII ? XGMII_COLUMN_OCTETS : 1;
	return (uint64_t)((unsigned __int128)octets * clocks * PS_PER_SECOND / judge->hz);
}

struct judge_queued *judge_queued_new(struct pm_judge *judge, const struct judge_item *item)
{
	struct judge_queued *queued = calloc(1, sizeof(*queued));

	if (queued && item->length && (queued->octets = malloc(item->length)))
		memcpy(queued->octets, item->octets, item->length);
	if (!queued || (item->length && !queued->octets)) {
		free(queued);
		judge_fail(judge, PM_JUDGE_NO_MEMORY, "%s", strerror(ENOMEM));
		return NULL;
	}
	queued->item = *item;
	queued->item.octets = queued->octets;
	return queued;
}

static struct judge_lined *place_of(struct pm_judge *judge, const struct judge_item *item)
{
	return &judge->lined[item->kind == JUDGE_FRAME ? (unsigned)item->wire : JUDGE_WIRES];
}

/* The queue whose first item happens first, or NULL; of those that happen at once the one that was told first. */
static struct judge_lined *first_of(struct pm_judge *judge)
{
	struct judge_lined *ret = NULL;

	for (unsigned i = 0; i <= JUDGE_WIRES; i++) {
		struct judge_lined *lined = &judge->lined[i];
		if (lined->first && (!ret || lined->first->at < ret->first->at ||
		                     (lined->first->at == ret->first->at && lined->first->number < ret->first->number)))
			ret = lined;
	}
	return ret;
}

/* When the newest of what was told happens, or AT. */
static uint64_t newest_of(const struct judge_lined *lined, uint64_t at)
{
	for (unsigned i = 0; i <= JUDGE_WIRES; i++)
		if (lined[i].first && lined[i].last->at > at)
			at = lined[i].last->at;
	return at;
}

static void pop(struct judge_lined *lined)
{
	struct judge_queued *first = lined->first;

	lined->first = first->next;
	free(first->octets);
	free(first);
}

int judge_lined_release(struct pm_judge *judge, uint64_t until)
{
	struct judge_lined *lined;
	int err = PM_JUDGE_OK;

	while (!err && (lined = first_of(judge)) && lined->first->at <= until) {
		err = judge_carry_out(judge, &lined->first->item);
		pop(lined);
	}
	return err;
}

int judge_lined_take(struct pm_judge *judge, const struct judge_item *item)
{
	struct judge_lined *lined = place_of(judge, item);
	struct judge_queued *queued = judge_queued_new(judge, item);

	if (!queued)
		return PM_JUDGE_NO_MEMORY;
	queued->at = item->time > lined->free ? item->time : lined->free;
	queued->number = judge->lined_count++;
	if (item->kind == JUDGE_FRAME)
		lined->free = queued->at + duration_of(judge, item);
	if (item->kind == JUDGE_RESTS || item->kind == JUDGE_LOST) /* what was told before happens before */
		lined->free = queued->at = newest_of(judge->lined, queued->at);
	if (lined->first)
		lined->last->next = queued;
	else
		lined->first = queued;
	lined->last = queued;
	return judge_lined_release(judge, judge->time);
}

void judge_lined_free(struct pm_judge *judge)
{
	for (unsigned i = 0; i <= JUDGE_WIRES; i++)
		while (judge->lined[i].first)
			pop(&judge->lined[i]);
}
