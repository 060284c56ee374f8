/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: frames of the host that the MAC sent in a link fault while the reconciliation sublayer sent other codes in their
 * place. The MAC does not know of that; with FaultCounts 1 it counts them as sent. 802.3 30.3.1.1.2, 46.3.4.3; doc/devices/ieee8023.md 4. */
#include "ieee8023.h"

#include <string.h>

static void frame_of(const struct pm_model *m, const struct pm_tx_frame *frame, struct predicate_frame *ret)
{
	struct pm_tx_end end = { .kind = frame->kind,
		                 .classes = frame->classes,
		                 .octets = pm_tx_octets(frame),
		                 .quanta = frame->quanta,
		                 .host_error = frame->host_error };
	uint32_t known = frame->host_octets < PM_HEAD_OCTETS ? frame->host_octets : PM_HEAD_OCTETS;

	if (known)
		memcpy(end.head, frame->octets, known);
	ieee8023_sent_frame(m, &end, ret);
}

void ieee8023_unseen(struct pm_model *m, const struct pm_tx_frame *frame, uint64_t by)
{
	struct ieee8023 *s = ieee8023_state(m);
	struct ieee8023_unseen *unseen = &s->unseen[s->unseen_next % IEEE8023_UNSEEN];

	if (!ieee8023_freedoms(m)->fault_counts)
		return;
	if (unseen->by && !unseen->counted) { /* more frames are lost than the ring keeps */
		ieee8023_count(m, &unseen->frame, m->now);
		s->unseen_count--;
	}
	*unseen = (struct ieee8023_unseen){ .by = by };
	frame_of(m, frame, &unseen->frame);
	s->unseen_next++;
	s->unseen_count++;
}

void ieee8023_unseen_perhaps(struct pm_model *m, const struct pm_tx_frame *frame)
{
	struct predicate_frame sent;

	if (!ieee8023_freedoms(m)->fault_counts)
		return;
	frame_of(m, frame, &sent);
	ieee8023_count_perhaps(m, &sent);
}

uint64_t ieee8023_unseen_amount(const struct pm_model *m, const struct pm_tx_frame *frame, unsigned row)
{
	struct predicate_frame sent;

	if (!ieee8023_freedoms(m)->fault_counts)
		return 0;
	frame_of(m, frame, &sent);
	return ieee8023_amount(m, &sent, row);
}

uint64_t ieee8023_unseen_pending(const struct pm_model *m, unsigned row, uint64_t cycle)
{
	const struct ieee8023 *s = ieee8023_state(m);
	uint64_t sum = 0;

	for (unsigned i = 0; i < IEEE8023_UNSEEN; i++)
		if (s->unseen[i].by > cycle)
			sum += ieee8023_amount(m, &s->unseen[i].frame, row);
	return sum;
}

void ieee8023_unseen_settle(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);

	for (unsigned i = 0; s->unseen_count && i < IEEE8023_UNSEEN; i++) {
		struct ieee8023_unseen *unseen = &s->unseen[i];
		if (!unseen->by || unseen->counted || unseen->by > m->now)
			continue;
		ieee8023_count(m, &unseen->frame, m->now);
		unseen->counted = true;
		s->unseen_count--;
	}
}

uint64_t ieee8023_unseen_next(const struct pm_model *m)
{
	const struct ieee8023 *s = ieee8023_state(m);
	uint64_t next = PM_NEVER;

	for (unsigned i = 0; s->unseen_count && i < IEEE8023_UNSEEN; i++)
		if (s->unseen[i].by && !s->unseen[i].counted && s->unseen[i].by < next)
			next = s->unseen[i].by;
	return next;
}
