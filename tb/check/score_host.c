/* SPDX-License-Identifier: Apache-2.0 */
/* The stream to the host against the model: each accepted frame once, in order, in time, with its mark. doc/bcm5718.md 1. */
#include "exercised.h"
#include "score_parts.h"

#include "part/frame.h"
#include <string.h>

enum { LOOK_AHEAD = 8 };

static const char what[] = "frame to the host";

static bool same(const struct pm_host_frame *frame, const struct event *event)
{
	return frame->len == event->len && !memcmp(frame->octets, event->octets, event->len);
}

static void report_missing(struct scoreboard *sb, const struct pm_host_frame *frame, uint64_t due)
{
	enum rule rule = sb->blind ? frame->accepted : RULE_RX_HOST_MISSING;

	if (sb->host_reported && sb->host_reported_last == frame->last)
		return;
	sb->host_reported = true;
	sb->host_reported_last = frame->last;
	score_find(sb, rule, due, frame->last, what, "%u octets at cycle %llu|none", frame->len, score_clock(sb, due));
}

/* Compared at once, since the frame may end in the same cycle. */
void score_host_start(struct scoreboard *sb)
{
	uint64_t due, cause;

	sb->host_start = sb->now;
	if (pm_host_waiting(sb->m, &due, &cause) && due > sb->now + sb->slack.host)
		score_find(sb, RULE_RX_HOST_MISSING, sb->now, cause, what, "tvalid at cycle %llu|at cycle %llu",
		           score_clock(sb, due), score_clock(sb, sb->now));
	pm_host_started(sb->m);
}

/* The first frame that waits should have started. */
static void first_missing(struct scoreboard *sb, uint64_t due)
{
	struct pm_host_frame frame;

	if (pm_host_frame(sb->m, 0, &frame))
		report_missing(sb, &frame, due);
}

void score_host_close(struct scoreboard *sb, const struct pm_view *view)
{
	uint64_t limit = view->host_due + sb->slack.host;

	if (sb->host_start == sb->now || !view->host_waiting)
		return;
	if (sb->now >= limit)
		first_missing(sb, view->host_due);
	else if (sb->slack.host) /* without slack the model asks for this cycle itself */
		score_wake(sb, limit);
}

/* The first I frames never came. */
static void skip(struct scoreboard *sb, unsigned i)
{
	struct pm_host_frame frame;

	while (i-- && pm_host_frame(sb->m, 0, &frame)) {
		report_missing(sb, &frame, sb->host_start);
		pm_resync_host_lost(sb->m);
	}
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

static void report_wrong(struct scoreboard *sb, const struct pm_host_frame *frame, const struct event *event)
{
	uint32_t i = 0;

	while (i < frame->len && i < event->len && frame->octets[i] == event->octets[i])
		i++;
	if (i < frame->len && i < event->len)
		score_find(sb, RULE_RX_HOST_CONTENT, sb->now, frame->last, what, "octet %u is 0x%02x|0x%02x", i, frame->octets[i],
		           event->octets[i]);
	else
		score_find(sb, strip_differs(frame, event->len) ? RULE_RX_STRIP : RULE_RX_HOST_CONTENT, sb->now, frame->last,
		           what, "%u octets|%u", frame->len, event->len);
}

/* The frame is not the next one. Reports whether it is one of the following, one that was refused, or none at all. */
static bool find_frame(struct scoreboard *sb, const struct event *event, struct pm_host_frame *frame)
{
	enum rule rule;
	uint64_t cause;

	for (unsigned i = 0; i < LOOK_AHEAD && pm_host_frame(sb->m, i, frame); i++) {
		if (!same(frame, event))
			continue;
		skip(sb, i);
		return pm_host_frame(sb->m, 0, frame);
	}
	if (pm_host_refused(sb->m, event->octets, event->len, &rule, &cause)) {
		score_find(sb, rule, sb->host_start, cause, what, "none|%u octets", event->len);
		return false;
	}
	if (!pm_host_frame(sb->m, 0, frame)) {
		score_find(sb, RULE_RX_HOST_UNWANTED, sb->host_start, sb->host_start, what, "none|%u octets", event->len);
		return false;
	}
	report_wrong(sb, frame, event);
	return true;
}

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
	struct pm_host_frame frame;

	score_checked(sb, CHECK_HOST_FRAME);
	if (!(pm_host_frame(sb->m, 0, &frame) && same(&frame, event)) && !find_frame(sb, event, &frame)) {
		pm_host_took_other(sb->m);
		return;
	}
	if (sb->exercised)
		exercised_delivered(sb, &frame);
	if (frame.bad != (event->value != 0))
		score_find(sb, RULE_RX_BAD_MARK, sb->now, frame.last, "m_axis_tuser", "%d|%d", frame.bad, event->value != 0);
	if (!sb->blind && event->timer)
		score_find(sb, RULE_RX_AXIS, sb->now, sb->host_start, "m_axis_tvalid",
		           "high for the whole frame|low in %u cycles", event->timer);
	pm_host_took_frame(sb->m);
}
