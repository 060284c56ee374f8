/* SPDX-License-Identifier: Apache-2.0 */
/* The ledger of the frames that the host handed over: each is on the transmit wire, once, in order, or its loss has a stated reason. 802.3
 * clause 4; doc/reference/dut-contract.md.
 *
 * The model keeps the frames that were offered and are not on the wire (pm_host_owed()). A frame that starts leaves the ledger, whatever
 * happens to it then: an underrun, an error of the host or a drop after collisions is checked on the wire. A reset empties the ledger. A
 * frame whose last octet was taken and that does not start stays in it. With observation ports the contract is exact: the octets are
 * taken while they are sent, or earlier if they are a header (pm_host_takes_header()). A black box may take any octets earlier; there the
 * frame is lost when its start is overdue, when a frame that was handed over later is on the wire, or when a MAC took more frames ahead
 * than the model keeps. Where the manner of a MAC is not the device's own it may take more frames ahead, as many as its row says, and a frame
 * that it sends again or out of order is found among those that left the ledger lately. */
#include "transmit.h"

#include "check/black_box.h"

#include "check/score_parts.h"

#include "base/bounds.h"
#include "base/dut.h"

#include <string.h>

static const char what[] = "frame of the host's";

/* The first frame in the ledger may be taken as a whole long before it starts. */
static bool taken_ahead(const struct scoreboard *sb)
{
	return sb->blind || pm_host_header_whole(sb->m);
}

/* True if the frame OWED may have been lost in a link fault, or is on the wire already in place of one that was. */
static bool may_be_lost(const struct scoreboard *sb, const struct pm_owed *owed)
{
	return score_lost_in_fault(sb, owed->ready_cycle) || score_lost_came_in_place(sb, owed->octets, owed->len);
}

/* The first frame in the ledger will not come. */
static void lost(struct scoreboard *sb, const char *why)
{
	struct pm_owed owed;
	bool overdue;

	if (!pm_host_owed(sb->m, 0, &owed))
		return;
	overdue = sb->silence.known && sb->silence.offer_cycle == owed.offer_cycle;
	if (overdue)
		scoreboard_withdraw(sb, sb->silence.rule, sb->silence.cycle);
	sb->silence.known = sb->owed.more = false;
	if (!overdue && may_be_lost(sb, &owed)) /* no fault was a reason when it was due, and a later one is none */
		score_lost_unseen(sb, owed.len);
	else
		score_find(sb, RULE_TX_LOST, owed.taken_cycle, owed.offer_cycle, what,
		           "%u octets on the wire|taken up to cycle %llu, %s", owed.len, score_clock(sb, owed.taken_cycle), why);
	pm_resync_owed_lost(sb->m);
}

void score_ledger_offer(struct scoreboard *sb)
{
	struct pm_owed owed;

	if (pm_host_owed(sb->m, pm_owed_max(sb->m) - 1, &owed))
		lost(sb, "as were all later frames that may be on their way, and not sent");
}

/* More frames were taken ahead of the wire than the row says, and none of them is lost. */
static void report_more(struct scoreboard *sb)
{
	if (sb->owed.more)
		score_find(sb, RULE_HOST_MANNER, sb->owed.more_cycle, sb->owed.more_cycle, "frames taken ahead of the wire",
		           "at most %u (host ahead)|more", pm_host_manner(sb->m)->ahead);
	sb->owed.more = false;
}

/* The MAC took a frame: not more of them than its row says may be on their way. It is reported when they have been sent, since a MAC that loses
 * frames may take more. */
static void check_ahead(struct scoreboard *sb)
{
	const struct pm_host_manner *manner = pm_host_manner(sb->m);
	struct pm_owed owed;

	if (pm_host_owed(sb->m, 0, &owed) && score_lost_in_fault(sb, owed.ready_cycle))
		return;
	if (sb->owed.more || !manner->ahead || !pm_host_owed(sb->m, manner->ahead + !sb->watch.open, &owed) || !owed.taken)
		return;
	sb->owed.more = true;
	sb->owed.more_cycle = sb->now;
}

void score_ledger_taken(struct scoreboard *sb)
{
	struct pm_owed owed;

	if (sb->blind)
		check_ahead(sb);
	if (sb->owed.open || !pm_host_owed(sb->m, 0, &owed) || !owed.taken)
		return;
	if (taken_ahead(sb) && !sb->foreign_tx && sb->silence.known && sb->silence.offer_cycle == owed.offer_cycle) {
		lost(sb, "and not sent");
		return;
	}
	sb->owed.open = true;
	sb->owed.give_up = sb->now + sb->phy->start_delay;
}

void score_ledger_close(struct scoreboard *sb)
{
	struct pm_owed owed;

	if (!pm_host_owed(sb->m, 0, &owed) || !owed.taken) {
		sb->owed.open = false;
		report_more(sb);
	} else if (sb->foreign_tx && sb->silence.known && sb->silence.offer_cycle == owed.offer_cycle) {
		if (sb->now >= sb->silence.give_up)
			lost(sb, "and not sent");
		else
			score_wake(sb, sb->silence.give_up);
	} else if (taken_ahead(sb)) { /* score_ledger_silence(), score_ledger_settle() and score_ledger_offer() find the losses */
		return;
	} else if (sb->now < sb->owed.give_up) {
		score_wake(sb, sb->owed.give_up);
	} else if (!sb->watch.open) {
		lost(sb, "and not sent");
		sb->owed.open = false;
		score_ledger_taken(sb);
	}
}

/* The cycle after which a frame that should have started will not start: a PAUSE frame that the DUT should not have obeyed is over by then. */
static uint64_t give_up(const struct scoreboard *sb)
{
	enum { MARGIN_CYCLES = 4096 };
	struct pm_pause_refused refused;
	uint64_t until = sb->now;
	struct pm_pause_action action;

	for (unsigned i = 0; pm_pause_refused(sb->m, i, &refused); i++)
		if (refused.last + refused.time > until)
			until = refused.last + refused.time;
	for (unsigned i = 0; pm_pause_action(sb->m, i, &action); i++)
		if (action.last + action.time > until)
			until = action.last + action.time;
	return until + (uint64_t)MARGIN_CYCLES * sb->step;
}

bool score_ledger_silence(struct scoreboard *sb, enum rule rule, uint64_t cycle)
{
	struct pm_owed owed;

	if (!pm_host_owed(sb->m, 0, &owed))
		return false;
	if (owed.taken ? (taken_ahead(sb) && !sb->foreign_tx) || may_be_lost(sb, &owed)
	               : owed.pauses && score_lost_in_fault(sb, owed.ready_cycle)) {
		lost(sb, "and not sent");
		return true;
	}
	if (sb->foreign_tx)
		sb->silence.give_up = give_up(sb);
	sb->silence.known = true;
	sb->silence.rule = rule;
	sb->silence.cycle = cycle;
	sb->silence.offer_cycle = owed.offer_cycle;
	return false;
}

/* SENT octets from DA to the end can be LEN octets of the host with FCS, pad or neither. */
static bool length_fits(uint32_t sent, uint32_t len)
{
	return sent == len || sent == len + FRAME_FCS_OCTETS || (len < FRAME_MIN_DATA_OCTETS && sent == FRAME_MIN_OCTETS);
}

/* The frame on the wire has the OCTETS, but for the source address, which the MAC may replace. */
static bool carries(const struct event *event, const uint8_t *octets, uint32_t len)
{
	const uint8_t *sent = event->octets + FRAME_HEAD_OCTETS;
	uint32_t type = FRAME_TYPE_OFFSET, count = score_sent_octets(event);

	if (!length_fits(count, len))
		return false;
	if (len < type)
		return !memcmp(sent, octets, len < FRAME_ADDRESS_OCTETS ? len : FRAME_ADDRESS_OCTETS);
	return !memcmp(sent, octets, FRAME_ADDRESS_OCTETS) && !memcmp(sent + type, octets + type, len - type);
}

/* Frame I of the ledger is on the wire in place of the frame that was assumed. */
static bool overtook(const struct scoreboard *sb, const struct event *event, unsigned i)
{
	struct pm_owed owed;

	return pm_host_owed(sb->m, i, &owed) && carries(event, owed.octets, owed.len);
}

/* What follows the LEN octets of the host's, up to the FCS, is a pad of zeros. */
static bool pad_right(const struct event *event, uint32_t len)
{
	for (uint32_t at = FRAME_HEAD_OCTETS + len; at + FRAME_FCS_OCTETS < event->len; at++)
		if (event->octets[at])
			return false;
	return true;
}

/* Frame I of the ledger fits the octets on the wire, and its pad is right. */
static bool fits_with_pad(const struct scoreboard *sb, const struct event *event, unsigned i)
{
	struct pm_owed owed;

	return overtook(sb, event, i) && pm_host_owed(sb->m, i, &owed) && pad_right(event, owed.len);
}

/* Returns which frame of the ledger is on the wire in place of the one that was assumed; pm_owed_max() if none is. Of several short ones it is the one
 * whose pad is right. */
static unsigned overtaker(const struct scoreboard *sb, const struct event *event)
{
	unsigned i = 0, most = pm_owed_max(sb->m);

	while (i < most && !fits_with_pad(sb, event, i))
		i++;
	if (i < most)
		return i;
	for (i = 0; i < most && !overtook(sb, event, i);)
		i++;
	return i;
}

/* Frame I of the ledger can be the one on the wire, which looks like a MAC control frame: that is the host's only if its
 * source address and its type are, too: no pad makes one of a shorter frame. */
static bool is_of_host(const struct scoreboard *sb, const struct event *event, unsigned i)
{
	enum { SOURCE_AT = FRAME_HEAD_OCTETS + FRAME_ADDRESS_OCTETS, TYPE_AT = FRAME_HEAD_OCTETS + FRAME_TYPE_OFFSET };
	struct pm_owed owed;

	if (event->len < TYPE_AT + 2 || !overtook(sb, event, i))
		return false;
	return frame_u16(event->octets + TYPE_AT) != FRAME_TYPE_MAC_CONTROL ||
	       (pm_host_owed(sb->m, i, &owed) && owed.len >= FRAME_TYPE_OFFSET + 2 &&
	        !memcmp(event->octets + SOURCE_AT, owed.octets + FRAME_ADDRESS_OCTETS, FRAME_ADDRESS_OCTETS));
}

bool score_ledger_owes(const struct scoreboard *sb, const struct event *event)
{
	struct pm_owed owed;
	unsigned i = 0;

	while (pm_host_owed(sb->m, i, &owed) && score_lost_before_start(sb, owed.ready_cycle) && !is_of_host(sb, event, i))
		i++;
	return is_of_host(sb, event, i);
}

/* FRAME has the octets, but not the pad, and may have been lost in a link fault; a later one in the ledger has both. */
static bool is_later(const struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	unsigned i = 0, most = pm_owed_max(sb->m);

	if (sb->any_pad || pad_right(event, frame->host_octets) || !score_lost_before_start(sb, frame->ready_cycle))
		return false;
	while (i < most && !fits_with_pad(sb, event, i))
		i++;
	return i < most;
}

/* A frame that left the ledger before is on the wire once more, or late. */
static void settle_past(struct scoreboard *sb, const struct event *event)
{
	struct pm_owed past;
	unsigned i = 0;

	while (pm_host_past(sb->m, i, &past) && !carries(event, past.octets, past.len))
		i++;
	if (!pm_host_past(sb->m, i, &past))
		return;
	score_find(sb, RULE_TX_LOST, sb->watch.start, past.taken_cycle, what, "%u octets once, in order|again or late", past.len);
	pm_resync_repeated(sb->m, i);
	sb->watch.explained = true;
}

bool score_ledger_waits(const struct scoreboard *sb, uint64_t cycle)
{
	struct pm_owed owed;
	unsigned i = 0;

	while (pm_host_owed(sb->m, i, &owed) && (owed.taken || owed.pauses) && may_be_lost(sb, &owed))
		i++;
	return !i || (pm_host_owed(sb->m, i, &owed) && owed.ready_cycle <= cycle);
}

uint64_t score_ledger_unseen(const struct scoreboard *sb, unsigned counter)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	struct pm_owed owed;
	uint64_t sum = 0;

	if (sb->watch.open && frame && frame->kind == PM_TX_DATA && /* a later one may be on the wire */
	    (score_lost_before_start(sb, frame->ready_cycle) || score_lost_came_in_place(sb, frame->octets, frame->host_octets)))
		sum += pm_count_overtaken(sb->m, counter);
	for (unsigned i = 0; pm_host_owed(sb->m, i, &owed) && may_be_lost(sb, &owed); i++)
		sum += pm_count_owed(sb->m, counter, i);
	return sum;
}

void score_ledger_overtaken(struct scoreboard *sb)
{
	pm_overtaken_unseen(sb->m, sb->now);
	pm_resync_overtaken(sb->m);
}

/* FRAME, which was assumed to be on the wire, is. */
static void settle_assumed(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	score_lost_doubt(sb, frame);
	if (sb->foreign_tx && frame->underrun_at >= 0 &&
	    !score_is_spoilt(event)) /* octets that it had taken ahead bridged the host's pause */
		pm_resync_whole(sb->m);
}

/* FRAME, which was assumed to be on the wire, is lost, and a later one of the ledger is on it: FRAME becomes the next one. */
static void settle_overtaken(struct scoreboard *sb, const struct pm_tx_frame *frame)
{
	sb->owed.more = false;
	if (score_lost_before_start(sb, frame->ready_cycle)) {
		score_ledger_overtaken(sb);
	} else if (score_lost_came_in_place(sb, frame->octets, frame->host_octets)) {
		sb->black->fault.doubtful_len = 0; /* one frame comes once */
		score_ledger_overtaken(sb);        /* the one that was lost looks the same */
	} else {
		score_find(sb, RULE_TX_LOST, sb->watch.start, frame->taken_cycle, what,
		           "%u octets on the wire|taken up to cycle %llu, and a later frame sent", frame->host_octets,
		           score_clock(sb, frame->taken_cycle));
		pm_resync_overtaken(sb->m);
	}
}

void score_ledger_settle(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	unsigned i;

	if (carries(event, frame->octets, frame->host_octets) && !is_later(sb, event, frame)) {
		settle_assumed(sb, event, frame);
		return;
	}
	if (frame->underrun_at >= 0)
		return;
	i = overtaker(sb, event);
	if (!frame->taken || frame->taken_cycle >= frame->start || /* another one started before this one could */
	    i == pm_owed_max(sb->m)) {
		settle_past(sb, event);
		return;
	}
	if (sb->silence.known && sb->silence.offer_cycle == sb->watch.offer_cycle)
		scoreboard_withdraw(sb, sb->silence.rule, sb->silence.cycle);
	for (unsigned skipped = 0; skipped <= i; skipped++)
		settle_overtaken(sb, frame);
	score_lost_doubt(sb, frame); /* now it is the one that overtook */
}

void score_ledger_finish(struct scoreboard *sb)
{
	struct pm_owed owed;

	report_more(sb);
	if (sb->foreign_tx && sb->silence.known && pm_host_owed(sb->m, 0, &owed) && owed.taken &&
	    sb->silence.offer_cycle == owed.offer_cycle && sb->silence.rule == RULE_DATA_RESUMES)
		lost(sb, "and not sent");
	if (sb->owed.open && !taken_ahead(sb))
		lost(sb, "and not sent");
}
