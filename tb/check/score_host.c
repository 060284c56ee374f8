/* SPDX-License-Identifier: Apache-2.0 */
/* The stream to the host against the model: each accepted frame once, in order, in time, with its mark. doc/devices/bcm5718.md 1. */
#include "exercised.h"
#include "question.h"
#include "score_parts.h"
#include "score_words.h"

#include "base/dut.h"
#include "part/frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_AHEAD = 8, LONGEST_BASIC_OCTETS = 1518 /* 802.3 3.2.7 */, PLACES = 64 };

static const char what[] = "frame to the host";

/* The newest cycle in which the host was not ready. */
static uint64_t halted_until(const struct scoreboard *sb)
{
	return sb->host_ready ? sb->host_halted : sb->now;
}

/* What was true of the host while a frame that ended in cycle LAST waited for it. */
static uint32_t traits_of_host(const struct scoreboard *sb, uint64_t last)
{
	if (!sb->host_ready)
		return PM_TRAIT_HALTED | PM_TRAIT_STORED;
	return halted_until(sb) > last ? PM_TRAIT_STORED : 0;
}

/* ---- frames that do not come ---- */

static void report_missing(struct scoreboard *sb, const struct pm_host_frame *frame, uint64_t due)
{
	enum rule rule = sb->blind ? frame->accepted : RULE_RX_HOST_MISSING;

	if (frame->optional || (sb->host_reported && sb->host_reported_last == frame->last))
		return;
	sb->host_reported = true;
	sb->host_reported_last = frame->last;
	sb->host_reported_rule = rule;
	sb->host_reported_due = due;
	sb->host_reported_traits = sb->about.traits = traits_of_host(sb, frame->last);
	score_find(sb, rule, due, frame->last, what, "%u octets at cycle %llu|none", frame->len, score_clock(sb, due));
}

/* FRAME is handed over from cycle START on, and has the finding that a MAC refuses such frames: it was late. */
static void found_late(struct scoreboard *sb, const struct pm_host_frame *frame, uint64_t start)
{
	if (!sb->host_reported || sb->host_reported_last != frame->last || sb->host_reported_rule == RULE_RX_HOST_MISSING)
		return;
	scoreboard_withdraw(sb, sb->host_reported_rule, sb->host_reported_due);
	sb->host_reported_rule = RULE_RX_HOST_MISSING;
	sb->about.traits = sb->host_reported_traits;
	score_find(sb, RULE_RX_HOST_MISSING, sb->host_reported_due, frame->last, what, "%u octets at cycle %llu%s|at cycle %llu",
	           frame->len, score_clock(sb, sb->host_reported_due), sb->about.traits ? "" : " (latency delivery)",
	           score_clock(sb, start));
}

/* Compared at once, since the frame may end in the same cycle. */
void score_host_start(struct scoreboard *sb)
{
	uint64_t due, cause;

	sb->host_start = sb->now;
	sb->host_open = true;
	if (!sb->host_foreign && pm_host_waiting(sb->m, &due, &cause) && due > sb->now + sb->slack.host)
		score_find(sb, RULE_RX_HOST_MISSING, sb->now, cause, what, "tvalid at cycle %llu|at cycle %llu",
		           score_clock(sb, due), score_clock(sb, sb->now));
	pm_host_started(sb->m);
}

/* The first I frames never came. */
static void skip(struct scoreboard *sb, unsigned i, uint64_t cycle)
{
	struct pm_host_frame frame;

	while (i-- && pm_host_frame(sb->m, 0, &frame)) {
		report_missing(sb, &frame, cycle);
		pm_resync_host_lost(sb->m);
	}
}

/* ---- a frame that came ---- */

static bool same(const struct pm_host_frame *frame, const struct host_frame *got)
{
	return frame->len == got->len && !memcmp(frame->octets, got->octets, got->len);
}

/* The DUT delivered LEN octets: true if that is FRAME with its FCS or pad left on or stripped by mistake. */
static bool strip_differs(const struct pm_host_frame *frame, uint32_t len)
{
	if (!frame->wire_len || len > frame->wire_len)
		return false;
	for (uint32_t i = len; i + FRAME_FCS_OCTETS < frame->len; i++)
		if (frame->octets[i])
			return false;
	return true;
}

static void report_wrong(struct scoreboard *sb, const struct pm_host_frame *frame, const struct host_frame *got)
{
	uint32_t i = 0;
	char words[SCORE_WORDS_SIZE];

	while (i < frame->len && i < got->len && frame->octets[i] == got->octets[i])
		i++;
	sb->about.traits = i < frame->len && i < got->len ? PM_TRAIT_OCTETS : 0;
	if (i < frame->len && i < got->len)
		score_find(sb, RULE_RX_HOST_CONTENT, got->end, frame->last, what, "octet %u is 0x%02x|0x%02x%s", i,
		           frame->octets[i], got->octets[i],
		           score_shift_words(frame->octets, frame->len, got->octets, got->len, i, 0, words));
	else
		score_find(sb, strip_differs(frame, got->len) ? RULE_RX_STRIP : RULE_RX_HOST_CONTENT, got->end, frame->last, what,
		           "%u octets|%u", frame->len, got->len);
}

/* No more than FRAME with its FCS; of a fragment, a MAC with a wide bus may show all lanes of a word: but nothing as long as a frame. */
static bool is_short_enough(const struct pm_host_frame *frame, uint32_t len)
{
	return len <= frame->len + FRAME_FCS_OCTETS || len < FRAME_MIN_OCTETS - FRAME_FCS_OCTETS;
}

/* Looks for a frame that the host may get with other octets (pm_host_frame.loose). Frames that need not be delivered may wait before it; they count as lost
 * then. Returns true if there is one, and fills in FRAME: with that frame, or else with the first one that waits. */
static bool find_loose(struct scoreboard *sb, const struct host_frame *got, struct pm_host_frame *frame)
{
	for (unsigned i = 0; pm_host_frame(sb->m, i, frame); i++) {
		if (frame->loose && is_short_enough(frame, got->len)) {
			skip(sb, i, got->start);
			return pm_host_frame(sb->m, 0, frame);
		}
		if (!frame->optional)
			break;
	}
	return pm_host_frame(sb->m, 0, frame) && false;
}

/* Returns the kind of a frame of LEN octets at the host that is bad or not wanted: each is a requirement of its own (regs/conformance.def). */
static const char *kind_of(const struct scoreboard *sb, uint32_t len)
{
	uint32_t octets = len + (sb->dut->profile && !dut_ieee8023(sb->dut)->fcs_kept ? FRAME_FCS_OCTETS : 0);

	if (octets < FRAME_MIN_OCTETS)
		return "short";
	return octets > LONGEST_BASIC_OCTETS ? "long" : "bad";
}

/* The host got a frame that it must not get, by RULE. What nobody sent can be a fragment, and has no other kind. */
static void report_none(struct scoreboard *sb, const struct host_frame *got, enum rule rule, uint64_t cause)
{
	const char *kind = kind_of(sb, got->len);
	bool told = rule == RULE_RX_BAD_FRAME || (rule == RULE_RX_HOST_UNWANTED && !strcmp(kind, "short"));
	char text[64];

	snprintf(text, sizeof(text), "%s frame to the host", kind);
	score_find(sb, rule, got->start, cause, told ? text : what, "none|%u octets", got->len);
}

/* The frame is not the next one. Reports whether it is one of the following, one that was refused, or none at all. */
static bool find_frame(struct scoreboard *sb, const struct host_frame *got, struct pm_host_frame *frame)
{
	enum rule rule;
	uint64_t cause;

	for (unsigned i = 0, others = 0; others < LOOK_AHEAD && pm_host_frame(sb->m, i, frame); i++) {
		if (same(frame, got)) {
			skip(sb, i, got->start);
			return pm_host_frame(sb->m, 0, frame);
		}
		others += !frame->optional; /* any number of frames that need not come may wait before it */
	}
	if (pm_host_refused(sb->m, got->octets, got->len, &rule, &cause)) {
		report_none(sb, got, rule, cause);
		return false;
	}
	if (!pm_host_frame(sb->m, 0, frame)) {
		rule = pm_explain_unwanted(sb->m, got->start, &cause);
		report_none(sb, got, rule, cause);
		return false;
	}
	if (!find_loose(sb, got, frame))
		report_wrong(sb, frame, got);
	return true;
}

/* A MAC of another manner: when it hands FRAME over. A frame with an error may end where the error is, and one that is too long where it is known to be. */
static bool is_before_frame(const struct scoreboard *sb, const struct pm_host_frame *frame, const struct host_frame *got)
{
	return sb->host_foreign && !frame->loose && pm_host_manner(sb->m)->rx == PM_HOST_RX_STORED && got->start <= frame->last;
}

static bool is_early(const struct scoreboard *sb, const struct pm_host_frame *frame, const struct host_frame *got)
{
	uint64_t came = pm_host_manner(sb->m)->rx == PM_HOST_RX_STORED ? got->start : got->end;

	return sb->host_foreign && !frame->loose && came + sb->step <= frame->last + sb->dut->timing.host;
}

static void check_manner(struct scoreboard *sb, const struct pm_host_frame *frame, const struct host_frame *got)
{
	bool stored = pm_host_manner(sb->m)->rx == PM_HOST_RX_STORED;
	uint64_t due = frame->last + sb->dut->timing.host, came = stored ? got->start : got->end;

	if (is_before_frame(sb, frame, got))
		score_find(sb, RULE_HOST_MANNER, got->start, frame->last, what,
		           "the first word after cycle %llu (host rx stored)|at cycle %llu", score_clock(sb, frame->last),
		           score_clock(sb, got->start));
	else if (is_early(sb, frame, got))
		score_find(sb, RULE_HOST_MANNER, came, frame->last, what,
		           "%s word at cycle %llu or later (latency delivery)|at cycle %llu", stored ? "first" : "last",
		           score_clock(sb, due), score_clock(sb, came));
}

/* A frame that need not be delivered may be marked or not, unless it is a bad one. */
static bool is_marked_wrongly(const struct pm_host_frame *frame, const struct host_frame *got)
{
	return frame->bad != got->marked && !(frame->optional && !frame->bad);
}

static void report_mark(struct scoreboard *sb, const struct pm_host_frame *frame, const struct host_frame *got)
{
	char text[64];

	snprintf(text, sizeof(text), "m_axis_tuser of a %s frame", frame->bad ? kind_of(sb, frame->len) : "good");
	score_find(sb, RULE_RX_BAD_MARK, got->end, frame->last, text, "%d|%d", frame->bad, got->marked);
}

static void check_bubbles(struct scoreboard *sb, const struct host_frame *got)
{
	if (!sb->blind && got->bubbles)
		score_find(sb, RULE_RX_AXIS, got->end, got->start, "m_axis_tvalid", "high for the whole frame|low in %u cycles",
		           got->bubbles);
}

/* GOT is no frame that it could be without a finding. */
static void judge_other(struct scoreboard *sb, const struct host_frame *got)
{
	struct pm_host_frame frame;

	if (!(pm_host_frame(sb->m, 0, &frame) && same(&frame, got)) && !find_frame(sb, got, &frame)) {
		pm_host_took_other(sb->m);
		return;
	}
	found_late(sb, &frame, got->start);
	if (sb->exercised)
		exercised_delivered(sb, &frame);
	if (is_marked_wrongly(&frame, got))
		report_mark(sb, &frame, got);
	check_bubbles(sb, got);
	if (sb->host_foreign)
		check_manner(sb, &frame, got);
	pm_host_took_frame(sb->m);
}

/* ---- which frame it is ----
 *
 * A frame that need not be delivered, or whose octets are not settled, leaves open which of the frames that wait the host got: the next one may be the same,
 * or may be settled no more. So all answers are followed at once. Bit i of .places says that the host may have got all that it had to of the first i frames,
 * and nothing of the others. Bit 0 is always set: the frames before the lowest place are given back. There is a finding if no place is left. */

static bool fits(const struct scoreboard *sb, const struct pm_host_frame *frame, const struct host_frame *got)
{
	bool reported = sb->host_reported && sb->host_reported_last == frame->last;

	return (same(frame, got) || (frame->loose && is_short_enough(frame, got->len))) && !is_marked_wrongly(frame, got) &&
	       !is_before_frame(sb, frame, got) && !is_early(sb, frame, got) && !reported;
}

/* Returns the places after GOT. *RET_ALL: a frame that is not classified yet cannot add one. */
static uint64_t places_after(const struct scoreboard *sb, const struct host_frame *got, bool *ret_all)
{
	struct pm_host_frame frame;
	uint64_t after = 0;
	bool here = false;

	for (unsigned i = 0; i < PLACES && (here || sb->host_places >> i); i++) {
		here |= sb->host_places >> i & 1;
		if (!pm_host_frame(sb->m, i, &frame))
			break;
		if (here && fits(sb, &frame, got))
			after |= UINT64_C(2) << i;
		here &= frame.optional;
	}
	*ret_all = !here;
	return after;
}

/* Gives the frames before the lowest place back. */
static void places_settle(struct scoreboard *sb, uint64_t places)
{
	for (; !(places & 1); places >>= 1)
		pm_resync_host_lost(sb->m);
	sb->host_places = places;
}

static void judge(struct scoreboard *sb, const struct host_frame *got)
{
	struct pm_host_frame frame;
	bool all;
	uint64_t after = places_after(sb, got, &all);

	if (!after) {
		sb->host_places = 1;
		judge_other(sb, got);
		return;
	}
	for (; !(after & 2); after >>= 1)
		pm_resync_host_lost(sb->m);
	if (sb->exercised && pm_host_frame(sb->m, 0, &frame))
		exercised_delivered(sb, &frame);
	check_bubbles(sb, got);
	pm_host_took_frame(sb->m);
	sb->host_places = after >> 1;
}

/* ---- a frame that may come before the model has classified it ---- */

/* Copies GOT. False if there is no room. */
static bool hold(struct scoreboard *sb, const struct host_frame *got)
{
	struct host_frame *held = &sb->held[sb->held_count];
	uint32_t capacity = held->capacity;
	uint8_t *own = held->own;

	if (sb->held_count == HOST_HELD_MAX)
		return false;
	if (capacity < got->len) {
		own = realloc(own, got->len);
		if (!own)
			return false;
		capacity = got->len;
	}
	*held = *got;
	held->own = own;
	held->capacity = capacity;
	held->octets = own;
	memcpy(own, got->octets, got->len);
	sb->held_count++;
	return true;
}

static void held_pop(struct scoreboard *sb)
{
	struct host_frame first = sb->held[0];

	sb->held_count--;
	memmove(sb->held, sb->held + 1, (HOST_HELD_MAX - 1) * sizeof(first));
	sb->held[HOST_HELD_MAX - 1] = first;
}

/* Which frame GOT is cannot change any more, or all that began before its end is classified. */
static bool is_decided(const struct scoreboard *sb, const struct host_frame *got)
{
	bool all;

	return (places_after(sb, got, &all) && all) || !pm_rx_undecided(sb->m, got->end);
}

static void held_close(struct scoreboard *sb)
{
	while (sb->held_count && is_decided(sb, &sb->held[0])) {
		judge(sb, &sb->held[0]);
		held_pop(sb);
	}
}

void score_host_reset(struct scoreboard *sb)
{
	sb->held_count = 0;
	sb->host_places = 1;
	sb->host_open = false;
}

void score_host_finish(struct scoreboard *sb)
{
	for (; sb->held_count; held_pop(sb))
		judge(sb, &sb->held[0]);
}

/* ---- the close of a cycle ---- */

/* The first frame that waits should have started: unless it need not come, or the host may have got it already. */
static void first_missing(struct scoreboard *sb, uint64_t due)
{
	struct pm_host_frame frame;

	if (!pm_host_frame(sb->m, 0, &frame))
		return;
	if (frame.optional)
		places_settle(sb, (sb->host_places & ~UINT64_C(1)) | 2);
	else if (sb->host_places > 1)
		places_settle(sb, sb->host_places - 1);
	else
		report_missing(sb, &frame, due);
}

/* Returns how long the host takes for LEN octets. */
static uint64_t host_time(const struct scoreboard *sb, uint64_t len)
{
	uint64_t octets = len * (sb->dut->phy == PHY_MII ? 2 : 1);

	if (!sb->dut->clocks.several)
		return octets;
	return dut_clocks_of(sb->dut, CLOCK_HOST, (octets + sb->step - 1) / sb->step) * sb->step;
}

/* The cycle by which the last word of FRAME, the first one that waits, has reached the host. A host that was not ready, or that took a frame before
 * it, gives the frame the time of its octets from then on. */
static uint64_t taken_by(const struct scoreboard *sb, const struct pm_host_frame *frame, uint64_t free_since)
{
	uint64_t octets = host_time(sb, frame->len), halted = halted_until(sb), from = frame->last;

	if (halted + octets > from && halted > sb->valid_from)
		from = halted + octets;
	if (free_since + octets > from && free_since > frame->last)
		from = free_since + octets;
	return from + sb->dut->timing.host + sb->slack.host;
}

static void cut_through_close(struct scoreboard *sb)
{
	struct pm_host_frame frame;
	uint64_t limit;

	if (!pm_host_frame(sb->m, 0, &frame) || sb->held_count)
		return;
	limit = taken_by(sb, &frame, pm_host_free_since(sb->m));
	if (sb->now > limit)
		first_missing(sb, limit);
	else
		score_wake(sb, limit + sb->step);
}

/* The first word of the first frame that waits is due in cycle DUE. */
static void start_waits(struct scoreboard *sb, uint64_t due)
{
	uint64_t limit = due + sb->slack.host;

	if (sb->now >= limit)
		first_missing(sb, due);
	else if (sb->slack.host) /* without slack the model asks for this cycle itself */
		score_wake(sb, limit);
}

static void stored_close(struct scoreboard *sb)
{
	uint64_t due, cause;

	if (!pm_host_waiting(sb->m, &due, &cause))
		return;
	if (sb->host_waits && halted_until(sb) >= due)
		due = halted_until(sb) + sb->step;
	if (sb->held_count || sb->host_open)
		pm_host_started(sb->m);
	else
		start_waits(sb, due);
}

/* The client is not seen: it took each frame, whenever that was. */
static void unseen_close(struct scoreboard *sb)
{
	struct pm_host_frame frame;

	held_close(sb);
	while (!sb->held_count && pm_host_frame(sb->m, 0, &frame)) {
		pm_host_started(sb->m);
		pm_host_took_frame(sb->m);
	}
}

void score_host_close(struct scoreboard *sb, const struct pm_view *view)
{
	if (sb->client_unseen) {
		unseen_close(sb);
		return;
	}
	if (!sb->host_foreign) {
		if (sb->host_start != sb->now && view->host_waiting)
			start_waits(sb, view->host_due);
		return;
	}
	held_close(sb);
	if (pm_host_manner(sb->m)->rx == PM_HOST_RX_CUT_THROUGH)
		cut_through_close(sb);
	else
		stored_close(sb);
}

/* ---- events ---- */

/* Black box: a frame to the host that rests for longer than this will not go on. */
enum { REST_CYCLES_MAX = 4096 };

void score_host_open(struct scoreboard *sb, const struct event *event)
{
	struct pm_host_frame frame;

	if (sb->now <= sb->host_start + sb->slack.host)
		return;
	if (!pm_host_frame(sb->m, 0, &frame))
		score_find(sb, RULE_RX_HOST_UNWANTED, sb->host_start, sb->host_start, what, "none|%u octets, and no end",
		           event->len);
	else if (event->len >= frame.len)
		score_find(sb, RULE_RX_HOST_CONTENT, sb->host_start + frame.len, frame.last, what, "%u octets|%u, and no end",
		           frame.len, event->len);
	else if (event->timer > (sb->blind ? REST_CYCLES_MAX : 0))
		score_find(sb, RULE_RX_AXIS, sb->now, sb->host_start, "m_axis_tvalid",
		           "high for the whole frame|low in %u cycles, and no end", event->timer);
}

void score_host_frame(struct scoreboard *sb, const struct event *event)
{
	const struct host_frame got = {
		.octets = event->octets,
		.len = event->len,
		.marked = event->value != 0,
		.bubbles = event->timer,
		.start = sb->host_start,
		.end = sb->now,
	};

	score_checked(sb, CHECK_HOST_FRAME);
	sb->host_open = false;
	if (sb->host_foreign && (sb->held_count || !is_decided(sb, &got)) && hold(sb, &got))
		return;
	score_host_finish(sb);
	judge(sb, &got);
}
