/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the times between events at the pins. A moment that could have another cause as well is left out. */
#include "seen.h"

#include "base/limits.h"
#include "regs.h"

#include <stdlib.h>
#include <string.h>

enum {
	QUANTUM_OCTETS = 64,
	GAP_OCTETS = 12,
	FRAME_OCTETS = 84,     /* the shortest frame, with preamble and gap */
	DEFICIT_MAX = 3,       /* octets, 46.3.1.4 */
	ADDRESSES_OCTETS = 12, /* the addresses of a frame; a MAC may insert its own source address */
	LONG_PAUSES = 4,       /* a hold is no chance if it lasts so many times the limit of the reaction */
	LOOK_AHEAD = 16,       /* so many offers or frames may be missing between two that were seen */
	STORED_OCTETS = 512,
	FAULT_CLEAR_OCTETS = 128 * 4, /* so many octets without a fault sequence end a fault */
	LOOK_BACK = 64,               /* so many frames may be on their way to the host */
};

/* A reaction is measured from and to the clock of a moment on a wire, dut_clock_begin(): the checks of a black box count an inhibit and the time of a
 * pause from the clock in which the PAUSE ends, and a start that is late by clocks, too. The lane of a start is not the MAC's latency. */
struct search {
	const struct measure *m;
	struct measured *ret;
	uint64_t *offered; /* for each sent frame: since when the MAC could have begun it; NO_TIME: it was not offered */
	uint64_t gap;      /* the least gap between two sent frames */
};

static uint64_t reaction_limit(const struct measure *m, unsigned clocks)
{
	uint64_t limit = limit_response(m->dut, LIMIT_PAUSE, clocks);

	return limit == UINT64_MAX ? 2 * QUANTUM_OCTETS : limit;
}

/* Returns the index of the first frame of LIST that starts after TIME. */
static size_t frame_after(const struct seen_list *list, uint64_t time)
{
	size_t low = 0, high = list->count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		if (seen_frame(list, middle)->start > time)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static size_t access_after(const struct seen_list *list, uint64_t time)
{
	size_t low = 0, high = list->count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		if (seen_access(list, middle)->cycle > time)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* Returns true if LIST has an access after FROM and not after TO. */
static bool accessed(const struct seen_list *list, uint64_t from, uint64_t to)
{
	size_t i = access_after(list, from);

	return i < list->count && seen_access(list, i)->cycle <= to;
}

/* ---- sent frames and their offers ---- */

static bool is_offered(const struct seen_frame *sent, const struct seen_access *offer)
{
	uint32_t same = offer->len < HEAD_OCTETS ? offer->len : HEAD_OCTETS;

	if (sent->what == SEEN_PAUSE || sent->len < same || same < ADDRESSES_OCTETS)
		return false;
	return !memcmp(sent->head + ADDRESSES_OCTETS, offer->head + ADDRESSES_OCTETS, same - ADDRESSES_OCTETS);
}

/* Returns when the MAC could have begun the frame. A MAC that stores frames cannot begin one before it has all of it. */
static uint64_t ready_at(const struct seen_access *offer, const struct seen_frame *sent)
{
	return offer->value && offer->value < sent->start ? offer->value : offer->cycle;
}

/* If the frame is longer than the octets that a cut-through MAC takes ahead, notes whether the MAC stored it. */
static void note_stored(struct search *s, const struct seen_access *offer, const struct seen_frame *sent)
{
	if (offer->len >= STORED_OCTETS)
		measured_add(s->ret, MEASURE_STORED, offer->value && offer->value < sent->start);
}

static void match_offers(struct search *s)
{
	const struct measure *m = s->m;
	size_t next = 0;

	for (size_t i = 0; i < m->sent.count; i++) {
		const struct seen_frame *frame = seen_frame(&m->sent, i);
		s->offered[i] = NO_TIME;
		for (size_t k = next;
		     k < m->offers.count && k < next + LOOK_AHEAD && seen_access(&m->offers, k)->cycle <= frame->start; k++) {
			if (!is_offered(frame, seen_access(&m->offers, k)))
				continue;
			s->offered[i] = ready_at(seen_access(&m->offers, k), frame);
			next = k + 1;
			note_stored(s, seen_access(&m->offers, k), frame);
			break;
		}
		if (i && frame->start - seen_frame(&m->sent, i - 1)->last < s->gap)
			s->gap = frame->start - seen_frame(&m->sent, i - 1)->last;
	}
}

/* ---- received PAUSE frames ---- */

/* Returns true if after PAUSE number I, until TIME, only data frames come and no control of the MAC changes. */
static bool is_last(const struct measure *m, size_t i, uint64_t time)
{
	const struct seen_frame *pause = seen_frame(&m->received, i);

	for (size_t k = i + 1; k < m->received.count && seen_frame(&m->received, k)->start <= time; k++)
		if (seen_frame(&m->received, k)->what != SEEN_DATA)
			return false;
	return !accessed(&m->writes, pause->start, time) && !accessed(&m->resets, pause->start, time) &&
	       !accessed(&m->requests, pause->start, time);
}

/* Returns true if nothing but PAUSE number I can hold or release data after it until TIME. */
static bool is_alone(const struct measure *m, size_t i, uint64_t hold, uint64_t time)
{
	const struct seen_frame *pause = seen_frame(&m->received, i);

	for (size_t k = i; k-- > 0;) {
		const struct seen_frame *before = seen_frame(&m->received, k);
		uint64_t longest = before->what == SEEN_PAUSE ? (uint64_t)before->time * QUANTUM_OCTETS * before->clocks : hold;
		if (before->what == SEEN_PAUSE && before->last + longest + hold > pause->last)
			return false;
		if (k + LOOK_AHEAD < i)
			break;
	}
	return is_last(m, i, time);
}

/* Measures a PAUSE that held data: BEFORE is the number of frames that had started by then, RESUMED the first one that started
 * after it. */
static void measure_hold(struct search *s, const struct seen_frame *pause, size_t before, size_t resumed, uint64_t limit)
{
	const struct measure *m = s->m;
	const struct seen_frame *first = seen_frame(&m->sent, resumed), *last = before ? seen_frame(&m->sent, before - 1) : NULL;
	uint64_t asked = (uint64_t)pause->time * QUANTUM_OCTETS * pause->clocks;
	bool busy = last && last->last + s->gap > pause->last;
	uint64_t offered = s->offered[resumed];

	if (last && last->start > pause->last && last->what == SEEN_DATA)
		measured_add(s->ret, MEASURE_INHIBIT, (int64_t)(last->start - pause->last));
	if (busy && offered < last->last)
		measured_add(s->ret, MEASURE_HELD_BACK, (int64_t)(last->last + s->gap - dut_clock_begin(m->dut, pause->last)));
	if (offered + limit > pause->last + asked) /* the frame may have come too late to wait */
		return;
	if (!busy)
		measured_add(s->ret, MEASURE_ACCURACY, (int64_t)(first->start - dut_clock_begin(m->dut, pause->last) - asked));
	else if (last->last >= pause->last + limit) {
		measured_add(s->ret, MEASURE_RESUME, (int64_t)(first->start - last->last - asked));
		measured_add(s->ret, MEASURE_RESUME_RX, (int64_t)(first->start - dut_clock_begin(m->dut, pause->last) - asked));
	}
}

/* Measures PAUSE number I, which replaces the time of the one before it while that still runs, on an idle wire. */
static void measure_replaced(struct search *s, size_t i)
{
	const struct measure *m = s->m;
	const struct seen_frame *pause = seen_frame(&m->received, i), *before = i ? seen_frame(&m->received, i - 1) : NULL,
				*first;
	uint64_t asked = (uint64_t)pause->time * QUANTUM_OCTETS * pause->clocks, limit = reaction_limit(m, pause->clocks);
	size_t resumed = frame_after(&m->sent, pause->last);

	if (!before || before->what != SEEN_PAUSE || asked < LONG_PAUSES * limit || resumed == m->sent.count ||
	    before->last + (uint64_t)before->time * QUANTUM_OCTETS * before->clocks < pause->last + limit ||
	    before->last + limit > pause->last || !is_alone(m, i - 1, limit, pause->start - 1))
		return;
	first = seen_frame(&m->sent, resumed);
	if (first->what != SEEN_DATA || s->offered[resumed] == NO_TIME || s->offered[resumed] > pause->last ||
	    (resumed && seen_frame(&m->sent, resumed - 1)->last + limit > before->last) || !is_last(m, i, first->start))
		return;
	measured_add(s->ret, MEASURE_REPLACED, (int64_t)(first->start - dut_clock_begin(m->dut, pause->last) - asked));
}

static void measure_pause(struct search *s, size_t i)
{
	const struct measure *m = s->m;
	const struct seen_frame *pause = seen_frame(&m->received, i), *first;
	uint64_t asked = (uint64_t)pause->time * QUANTUM_OCTETS * pause->clocks, limit = reaction_limit(m, pause->clocks), ended;
	size_t resumed = frame_after(&m->sent, pause->last + asked / 2);

	if (asked < LONG_PAUSES * limit || resumed == m->sent.count)
		return;
	first = seen_frame(&m->sent, resumed);
	ended = resumed ? seen_frame(&m->sent, resumed - 1)->last : 0;
	if (first->what != SEEN_DATA || s->offered[resumed] == NO_TIME ||
	    (ended > pause->last && first->start - ended < asked / 2) || !is_alone(m, i, limit, first->start))
		return;
	measure_hold(s, pause, resumed, resumed, limit);
}

/* Measures when the classes of a PFC frame are paused. */
static void measure_pfc(struct search *s, const struct seen_frame *pfc)
{
	const struct measure *m = s->m;
	size_t i = access_after(&m->classes, pfc->last);
	uint64_t before = i ? seen_access(&m->classes, i - 1)->value : 0;

	if (i < m->classes.count && seen_access(&m->classes, i)->value & ~before &&
	    seen_access(&m->classes, i)->cycle < pfc->last + 2 * reaction_limit(m, pfc->clocks))
		measured_add(s->ret, MEASURE_PFC, (int64_t)(seen_access(&m->classes, i)->cycle - pfc->last));
}

/* ---- sent PAUSE frames ---- */

/* Data frame number K, which the MAC had chosen by then, starts after the REQUEST and before its PAUSE frame. The wire was busy at the request, or carried
 * frame K - 1 before the PAUSE frame could start. That a MAC sends more frames first, or chooses the next one long before the end of the one on the wire, is
 * no latency of the request. */
static void measure_overtaken(struct search *s, const struct seen_access *request, size_t k)
{
	const struct measure *m = s->m;
	const struct seen_frame *data = seen_frame(&m->sent, k), *pause = seen_frame(&m->sent, k + 1), *before;

	if (!k || k + 1 >= m->sent.count || data->what != SEEN_DATA || pause->what != SEEN_PAUSE ||
	    !pause->time == !!request->value)
		return;
	if (accessed(&m->writes, request->cycle, pause->start) || accessed(&m->resets, request->cycle, pause->start) ||
	    accessed(&m->requests, request->cycle, pause->start))
		return;
	before = seen_frame(&m->sent, k - 1);
	if (before->last + s->gap <= request->cycle ||
	    data->start >
	        (before->start > request->cycle ? before->start : request->cycle) + (uint64_t)FRAME_OCTETS * data->clocks)
		return;
	measured_add(s->ret, MEASURE_OVERTAKEN, (int64_t)(dut_clock_begin(m->dut, data->start) - request->cycle));
}

/* Returns true if the wire is idle at the REQUEST, and frame number K is one of data that starts before the PAUSE frame can. */
static bool starts_first(const struct search *s, const struct seen_access *request, size_t k)
{
	const struct measure *m = s->m;
	const struct seen_frame *data = seen_frame(&m->sent, k);

	return k < m->sent.count && data->what == SEEN_DATA &&
	       (!k || seen_frame(&m->sent, k - 1)->last + s->gap <= request->cycle) &&
	       data->start <= request->cycle + (uint64_t)FRAME_OCTETS * data->clocks;
}

static void measure_request(struct search *s, size_t i)
{
	const struct measure *m = s->m;
	const struct seen_access *request = seen_access(&m->requests, i);
	size_t k = frame_after(&m->sent, request->cycle);
	uint64_t next = i + 1 < m->requests.count ? seen_access(&m->requests, i + 1)->cycle : NO_TIME;
	const struct seen_frame *sent = seen_frame(&m->sent, k);

	measure_overtaken(s, request, starts_first(s, request, k) ? k + 1 : k);
	if (k == m->sent.count || sent->what != SEEN_PAUSE || !sent->time == !!request->value || sent->start >= next)
		return;
	if (accessed(&m->writes, request->cycle, sent->start) || accessed(&m->resets, request->cycle, sent->start))
		return;
	if (k && seen_frame(&m->sent, k - 1)->last + 2 * GAP_OCTETS * sent->clocks > request->cycle)
		return;
	measured_add(s->ret, MEASURE_REQUEST, (int64_t)(dut_clock_begin(m->dut, sent->start) - request->cycle));
}

/* Returns true if the newest request before TIME is one of an XOFF. */
static bool is_requested(const struct measure *m, uint64_t time)
{
	size_t i = access_after(&m->requests, time);

	return i && seen_access(&m->requests, i - 1)->value;
}

static void measure_refresh(struct search *s)
{
	const struct measure *m = s->m;
	const struct seen_frame *before = NULL;

	for (size_t i = 0; i < m->sent.count; i++) {
		const struct seen_frame *sent = seen_frame(&m->sent, i);
		if (sent->what != SEEN_PAUSE)
			continue;
		if (before && before->time && sent->time && is_requested(m, before->start) &&
		    !accessed(&m->requests, before->start, sent->start) && !accessed(&m->resets, before->start, sent->start))
			measured_add(s->ret, MEASURE_REFRESH, (int64_t)(sent->start - before->start));
		before = sent;
	}
}

/* ---- the host ---- */

static bool is_received(const struct seen_frame *delivered, const struct seen_frame *received)
{
	uint32_t same = delivered->len < HEAD_OCTETS ? delivered->len : HEAD_OCTETS;

	return delivered->len <= received->len && !memcmp(delivered->head, received->head, same);
}

/* Returns the index of the received frame from NEXT on that was DELIVERED, or the number of frames if there is none, or if
 * several could be it. */
static size_t source_of(const struct measure *m, const struct seen_frame *delivered, size_t next)
{
	size_t end = frame_after(&m->received, delivered->start), found = m->received.count;

	for (size_t i = end > next + LOOK_BACK ? end - LOOK_BACK : next; i < end; i++) {
		if (!is_received(delivered, seen_frame(&m->received, i)))
			continue;
		if (found < m->received.count)
			return m->received.count;
		found = i;
	}
	return found;
}

static void measure_delivery(struct search *s)
{
	const struct measure *m = s->m;
	size_t next = 0;

	for (size_t i = 0; i < m->delivered.count; i++) {
		const struct seen_frame *frame = seen_frame(&m->delivered, i), *received;
		size_t source = source_of(m, frame, next);
		if (source == m->received.count)
			continue;
		received = seen_frame(&m->received, source);
		next = source + 1;
		if (frame->stalled || (i && seen_frame(&m->delivered, i - 1)->last >= received->last))
			continue;
		measured_add(s->ret, MEASURE_OFFER, (int64_t)(frame->start - dut_clock_begin(m->dut, received->last)));
		measured_add(s->ret, MEASURE_DELIVERY, (int64_t)(frame->last - dut_clock_begin(m->dut, received->last)));
	}
}

/* ---- counters ---- */

/* Returns how many frames of LIST ended after FROM and before TO. If there is one, *RET_LAST is its end. */
static unsigned frames_ended(const struct seen_list *list, uint64_t from, uint64_t to, uint64_t *ret_last)
{
	size_t i = frame_after(list, from);
	unsigned count = 0;

	if (i && seen_frame(list, i - 1)->last > from)
		i--;
	for (; i < list->count && seen_frame(list, i)->last < to; i++, count++)
		*ret_last = seen_frame(list, i)->last;
	return count;
}

static void measure_read(struct search *s, const struct seen_access *before, const struct seen_access *read)
{
	const struct measure *m = s->m;
	uint64_t window = 4 * reaction_limit(m, m->clocks), from = before->cycle > window ? before->cycle - window : 0, end = 0;

	if (read->value <= before->value || accessed(&m->writes, from, read->cycle) || accessed(&m->resets, from, read->cycle) ||
	    frames_ended(&m->sent, from, read->cycle, &end) + frames_ended(&m->received, from, read->cycle, &end) != 1)
		return;
	end = dut_clock_begin(m->dut, end);
	measured_add(s->ret, MEASURE_EVENT, (int64_t)(read->cycle - end));
	if (before->cycle > end)
		measured_add(s->ret, MEASURE_UNSEEN, (int64_t)(before->cycle - end));
}

static void measure_reads(struct search *s)
{
	const struct measure *m = s->m;
	const struct reg_page *page = dut_page(m->dut);
	const struct seen_access **newest = page ? calloc(page->count, sizeof(*newest)) : NULL;

	for (size_t i = 0; newest && i < m->reads.count; i++) {
		const struct seen_access *read = seen_access(&m->reads, i);
		const struct reg_row *row = reg_by_address(page, read->address);
		if (!row || row->kind != REG_COUNTER)
			continue;
		if (newest[row - page->rows])
			measure_read(s, newest[row - page->rows], read);
		newest[row - page->rows] = read;
	}
	free(newest);
}

/* ---- an idle wire ---- */

/* Returns true if a control or bad frame came so shortly before TIME that it may hold the transmitter. */
static bool is_paused(const struct measure *m, uint64_t time)
{
	size_t end = frame_after(&m->received, time);

	for (size_t i = end > LOOK_AHEAD ? end - LOOK_AHEAD : 0; i < end; i++) {
		const struct seen_frame *frame = seen_frame(&m->received, i);
		uint64_t held = frame->what == SEEN_PAUSE ? (uint64_t)frame->time * QUANTUM_OCTETS * frame->clocks : NO_TIME / 2;
		if (frame->what != SEEN_DATA && frame->last + held + 4 * reaction_limit(m, frame->clocks) > time)
			return true;
	}
	return false;
}

/* Measures frames that nothing holds: neither a PAUSE nor a write came lately, and the wire was idle before they were offered. */
static void measure_starts(struct search *s)
{
	const struct measure *m = s->m;

	for (size_t i = 0; i < m->sent.count; i++) {
		const struct seen_frame *sent = seen_frame(&m->sent, i);
		uint64_t ended = i ? seen_frame(&m->sent, i - 1)->last : 0;
		if (s->offered[i] == NO_TIME || ended + 2 * GAP_OCTETS * sent->clocks > s->offered[i] ||
		    (i && sent->what != SEEN_DATA) || is_paused(m, sent->start) || accessed(&m->writes, ended, sent->start) ||
		    accessed(&m->resets, ended, sent->start) || accessed(&m->requests, ended, sent->start))
			continue;
		measured_add(s->ret, MEASURE_START, (int64_t)(dut_clock_begin(m->dut, sent->start) - s->offered[i]));
	}
}

/* Returns when a frame may begin behind BEFORE: as soon as the least gap is over that the profile or 802.3 4.4.2 states. At XGMII
 * it begins in a column, and up to three octets sooner in all (46.3.1.4); *DEFICIT is by how many octets the gaps so far were
 * shorter. */
static uint64_t gap_over(const struct search *s, const struct seen_frame *before, uint32_t *deficit, uint64_t start)
{
	const struct dut *dut = s->m->dut;
	bool may_owe = !dut->profile || dut_ieee8023(dut)->gap_deficit;
	uint64_t least = dut->profile ? dut_ieee8023(dut)->gap_octets : GAP_OCTETS, over, gap = start - before->last;

	if (dut->phy != PHY_XGMII)
		return before->last + (s->gap < least * before->clocks ? s->gap : least * before->clocks);
	over = before->last + least - (may_owe && least >= DEFICIT_MAX ? DEFICIT_MAX - *deficit : 0);
	*deficit = *deficit + least > gap ? (uint32_t)(*deficit + least - gap) : 0;
	if (*deficit > DEFICIT_MAX)
		*deficit = DEFICIT_MAX;
	return (over + COLUMN_OCTETS - 1) / COLUMN_OCTETS * COLUMN_OCTETS;
}

/* Measures how long after the gap a frame begins which was offered before its predecessor had left, or shortly after. The MAC
 * decides to begin it in the step in which the gap ends, as it decides on an idle wire in the step in which a frame is offered. */
static void measure_follows(struct search *s)
{
	const struct measure *m = s->m;
	uint32_t deficit = 0;

	for (size_t i = 1; i < m->sent.count; i++) {
		const struct seen_frame *sent = seen_frame(&m->sent, i), *before = seen_frame(&m->sent, i - 1);
		uint64_t step = m->dut->phy == PHY_XGMII ? dut_step(m->dut) : before->clocks;
		uint64_t from = gap_over(s, before, &deficit, sent->start) - step;
		if (s->offered[i] == NO_TIME || s->offered[i] > from || sent->what != SEEN_DATA || before->what != SEEN_DATA ||
		    is_paused(m, before->last) || is_paused(m, sent->start) || accessed(&m->writes, before->start, sent->start) ||
		    accessed(&m->resets, before->start, sent->start) || accessed(&m->requests, before->start, sent->start))
			continue;
		measured_add(s->ret, MEASURE_FOLLOW,
		             (int64_t)(dut_clock_begin(m->dut, sent->start) - dut_clock_begin(m->dut, from)));
	}
}

/* ---- link faults ---- */

/* Returns true if the signal changes to WANTED within LIMIT octet times after FROM, and this is its first change; *RET is the
 * time. */
static bool signal_after(const struct measure *m, uint64_t from, uint64_t limit, enum tx_signal wanted, uint64_t *ret)
{
	size_t i = access_after(&m->signals, from);

	if (i == m->signals.count || seen_access(&m->signals, i)->value != wanted ||
	    seen_access(&m->signals, i)->cycle > from + limit)
		return false;
	*ret = seen_access(&m->signals, i)->cycle;
	return true;
}

/* Measures a local fault on an idle wire: when the answer begins, and when it ends. */
static void measure_fault(struct search *s, size_t i)
{
	const struct measure *m = s->m;
	const struct seen_access *fault = seen_access(&m->faults, i);
	uint64_t limit = reaction_limit(m, 1), begin = dut_clock_begin(m->dut, fault->cycle),
		 end = dut_clock_begin(m->dut, fault->value + FAULT_CLEAR_OCTETS), answered, idle;
	size_t sent = frame_after(&m->sent, begin > limit ? begin - limit : 0);

	if ((sent && seen_frame(&m->sent, sent - 1)->last + limit > begin) ||
	    (sent < m->sent.count && seen_frame(&m->sent, sent)->start < end + limit) ||
	    (i && seen_access(&m->faults, i - 1)->value + FAULT_CLEAR_OCTETS + limit > begin) ||
	    (i + 1 < m->faults.count && seen_access(&m->faults, i + 1)->cycle < end + limit) ||
	    !signal_after(m, begin, limit, TX_SIGNAL_REMOTE_FAULT, &answered))
		return;
	measured_add(s->ret, MEASURE_FAULT, (int64_t)(answered - begin));
	if (signal_after(m, answered, end + limit - answered, TX_SIGNAL_IDLE, &idle) && idle > end)
		measured_add(s->ret, MEASURE_FAULT, (int64_t)(idle - end));
}

/* ---- writes ---- */

/* Returns true if a frame came lately that may have inhibited the transmitter, so that a start means nothing. */
static bool may_be_paused(const struct measure *m, uint64_t time)
{
	size_t end = frame_after(&m->received, time);

	for (size_t i = end > LOOK_BACK ? end - LOOK_BACK : 0; i < end; i++)
		if (seen_frame(&m->received, i)->what != SEEN_DATA)
			return true;
	return false;
}

static void measure_write(struct search *s, size_t i)
{
	const struct measure *m = s->m;
	const struct measure_bits *bits = &m->registers.tx_enable;
	const struct seen_access *write = seen_access(&m->writes, i);
	size_t k = frame_after(&m->sent, write->cycle);
	uint64_t ended = k ? seen_frame(&m->sent, k - 1)->last : 0;

	if (!bits->mask || write->address != bits->address || !(write->value & bits->mask) != bits->inverted ||
	    k == m->sent.count)
		return;
	if (s->offered[k] == NO_TIME || s->offered[k] + reaction_limit(m, m->clocks) > write->cycle ||
	    may_be_paused(m, seen_frame(&m->sent, k)->start) || ended + reaction_limit(m, m->clocks) > write->cycle ||
	    seen_frame(&m->sent, k)->start > write->cycle + 65536)
		return;
	measured_add(s->ret, MEASURE_WRITE, (int64_t)(dut_clock_begin(m->dut, seen_frame(&m->sent, k)->start) - write->cycle));
}

void seen_measure(const struct measure *m, struct measured *ret)
{
	struct search s = { .m = m, .ret = ret, .gap = GAP_OCTETS * 2 };

	s.offered = calloc(m->sent.count + 1, sizeof(*s.offered));
	if (!s.offered)
		return;
	match_offers(&s);
	for (size_t i = 0; i < m->received.count; i++) {
		if (seen_frame(&m->received, i)->what == SEEN_PAUSE && seen_frame(&m->received, i)->time) {
			measure_pause(&s, i);
			measure_replaced(&s, i);
		}
		if (seen_frame(&m->received, i)->what == SEEN_PFC)
			measure_pfc(&s, seen_frame(&m->received, i));
	}
	for (size_t i = 0; i < m->requests.count; i++)
		measure_request(&s, i);
	for (size_t i = 0; i < m->writes.count; i++)
		measure_write(&s, i);
	for (size_t i = 0; i < m->collisions.count; i++)
		measured_add(ret, MEASURE_COLLISION,
		             (int64_t)(seen_access(&m->collisions, i)->value - seen_access(&m->collisions, i)->cycle));
	for (size_t i = 0; i < m->faults.count; i++)
		measure_fault(&s, i);
	measure_starts(&s);
	measure_follows(&s);
	measure_refresh(&s);
	measure_delivery(&s);
	measure_reads(&s);
	free(s.offered);
}
