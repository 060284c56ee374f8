/* SPDX-License-Identifier: Apache-2.0 */
/* Which counters can be decided by what is seen. */
#include "judge_parts.h"

#include "predicate/predicate.h"

/* True if a received frame with an error counts in P. */
static bool counts_damaged(const struct predicate *p)
{
	static const uint64_t bad = PREDICATE(rx) | PREDICATE(bad),
			      wrong = PREDICATE(error) | PREDICATE(fcs_error) | PREDICATE(fcs_wrong),
			      code = PREDICATE(error) | PREDICATE(fcs_error) | PREDICATE(code_error);
	const uint64_t words[] = {
		bad | wrong | PREDICATE(unicast),
		bad | wrong | PREDICATE(multicast),
		bad | wrong | PREDICATE(broadcast),
		bad | code | PREDICATE(unicast),
		bad | PREDICATE(short),
		bad | PREDICATE(short) | wrong,
		bad | PREDICATE(long),
		bad | PREDICATE(long) | wrong,
		bad | PREDICATE(error) | PREDICATE(alignment),
	};
	static const uint32_t octets[] = { 20, 64, 100, 200, 400, 800, 1200, 1518, 2000, 20000 };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		for (size_t j = 0; j < sizeof(octets) / sizeof(octets[0]); j++)
			if (predicate_true(p, &(struct predicate_frame){ words[i], octets[j], octets[j] }))
				return true;
	return false;
}

/* Returns the words that P names, as bits PREDICATE(word). */
static uint64_t words_named(const struct predicate *p)
{
	uint64_t ret = 0;

	for (unsigned w = 0; w < PREDICATE_WORDS; w++)
		if (predicate_names(p, (enum predicate_word)w))
			ret |= UINT64_C(1) << w;
	return ret;
}

/* True if P counts a frame of some length of which WORDS hold. */
static bool counts_at_some_length(const struct predicate *p, uint64_t words)
{
	enum { LONGEST = 1 << 16 };
	struct predicate_frame frame = { .words = words };

	for (unsigned i = 0; i <= p->count; i++) { /* the lengths that it compares with, and those beside them */
		uint32_t octets = i < p->count ? p->step[i].number : LONGEST;
		for (frame.octets = octets - (octets > 0); frame.octets <= octets + 1; frame.octets++)
			if (predicate_true(p, &frame))
				return true;
	}
	return false;
}

/* True if P may count a sent frame, BAD: one that is not good, whatever else holds of it. */
static bool may_count_sent(const struct predicate *p, bool bad)
{
	enum { OPEN_MAX = 10 };
	const uint64_t holds = PREDICATE(tx) | (bad ? PREDICATE(bad) : 0),
		       decided = PREDICATE(tx) | PREDICATE(rx) | (bad ? PREDICATE(bad) | PREDICATE(good) : 0),
		       open = words_named(p) & ~decided;
	uint64_t also = 0;

	if (__builtin_popcountll(open) > OPEN_MAX) /* too many sets of words to try each */
		return true;
	do {
		if (counts_at_some_length(p, holds | also))
			return true;
		also = (also - open) & open; /* the next set of open words; 0 after the last one */
	} while (also);
	return false;
}

/* True if a link fault that is not seen may change what P counts. Of a MAC that counts what a fault cut or lost nobody knows how much that was; where it
 * counts no such frame, one that looks bad may be one. doc/devices/ieee8023.md 4, FaultCuts, FaultCounts. */
static bool faults_matter(const struct pm_judge *judge, const struct predicate *p)
{
	const struct ieee8023_parameters *stated = dut_ieee8023(&judge->profile->dut);
	bool cuts = stated->fault_cuts, loses = stated->fault_loses, counts = stated->fault_counts;

	if (judge->dut.phy != PHY_XGMII || (judge->faults_seen && !judge->faults) || !(cuts || (loses && counts)))
		return false;
	return may_count_sent(p, !counts && !judge->own_short);
}

/* Frames take whole pieces of the buffer (doc/devices/ieee8023.md, BufferOctets). */
void judge_take_room(struct pm_judge *judge, const struct judge_item *frame)
{
	enum { FCS_OCTETS = 4 };
	uint64_t unit = dut_ieee8023(&judge->profile->dut)->buffer_unit,
		 octets = (uint64_t)frame->whole + (frame->flags & PM_JUDGE_NO_FCS ? FCS_OCTETS : 0);

	unit += !unit;
	judge->room_taken += (octets + unit - 1) / unit * unit;
}

bool judge_may_discard(const struct pm_judge *judge)
{
	uint64_t room = dut_ieee8023(&judge->profile->dut)->buffer_octets;

	return room && (!judge->room_known || judge->room_taken > room);
}

/* True if a received frame may have had half an octet more than its capture shows: MII carries four bits a clock below 1000 Mb/s. */
static bool half_octets_unseen(const struct pm_judge *judge)
{
	return judge->dut.phy == PHY_MII && judge->mbps != 1000 && !judge->pins_seen[PM_JUDGE_RECEIVED];
}

/* Returns why P counts by what the client did or got, or by what only the MAC knows; or NULL. */
static const char *unknown_word(const struct pm_judge *judge, const struct predicate *p)
{
	static const uint64_t never = PREDICATE(underrun) | PREDICATE(host_error),
			      room = PREDICATE(delivered) | PREDICATE(discarded),
			      half_duplex = PREDICATE(collision) | PREDICATE(repeated) | PREDICATE(dropped) | PREDICATE(single) |
	                                    PREDICATE(multiple) | PREDICATE(deferred) | PREDICATE(late) | PREDICATE(excessive),
			      half_octet = PREDICATE(alignment) | PREDICATE(dribble) | PREDICATE(fcs_error),
			      control = PREDICATE(pause) | PREDICATE(pfc) | PREDICATE(xoff) | PREDICATE(xon) | PREDICATE(class0) |
	                                PREDICATE(class1) | PREDICATE(class2) | PREDICATE(class3) | PREDICATE(class4) |
	                                PREDICATE(class5) | PREDICATE(class6) | PREDICATE(class7);
	const uint64_t named = words_named(p);
	const struct { /* while .unseen, the events do not show of which frames .words hold */
		bool unseen;
		uint64_t words;
		const char *why;
	} gaps[] = {
		{ judge_may_discard(judge), room, "it is not known for which frames the receive buffer had room" },
		{ judge->was_half_duplex, half_duplex, "carrier and collisions are not seen" },
		{ half_octets_unseen(judge), half_octet, "half an octet more than whole octets is in no capture" },
		{ judge->code_errors, PREDICATE(fcs_wrong),
		  "it is not known where a frame had an error of the PHY, nor whether its FCS was right" },
		{ judge->options.client_control && named & PREDICATE(tx), control,
		  "the client sends MAC control frames of its own" },
	};

	if (named & never)
		return "it counts by what no wire shows";
	if (faults_matter(judge, p))
		return "it is not seen which frames a link fault cut, or took the place of";
	for (size_t i = 0; i < sizeof(gaps) / sizeof(gaps[0]); i++)
		if (gaps[i].unseen && named & gaps[i].words)
			return gaps[i].why;
	return NULL;
}

const char *judge_counter_unknown(const struct pm_judge *judge, const struct reg_row *row)
{
	const struct pm_profile *golden = &judge->profile->golden;
	size_t at = (size_t)(row - judge->profile->page.rows);
	const char *why = NULL;

	if (row->kind == REG_COUNTER_HIGH)
		at = (size_t)((long)at + row->partner);
	for (size_t i = 0; i < golden->counted_count && !why; i++) {
		if (golden->counted[i].row != at)
			continue;
		why = unknown_word(judge, golden->counted[i].predicate);
		if (!why && !judge->options.damaged_seen && counts_damaged(golden->counted[i].predicate))
			why = "it counts frames with errors, which the capture may lack";
	}
	return why;
}

const char *judge_counter_undecided(const struct pm_judge *judge, size_t row)
{
	const struct judge_counter *counter = row < JUDGE_COUNTERS_MAX ? &judge->counter[row] : NULL;

	if (!counter || counter->why)
		return counter ? counter->why : NULL;
	return counter->known && !counter->compared && judge->began ? "it was read before the first frame, and not after it"
	                                                            : NULL;
}
