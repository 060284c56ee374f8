/* SPDX-License-Identifier: Apache-2.0 */
/* The transmit wire against the model: the moment of each start, and every octet. 802.3 clause 4, annex 31B;
 * doc/bcm5718.md 2, 3.
 *
 * What started is known when the frame has ended; only then is a wrong start named, with the cycle of the start. A
 * PAUSE that is due and does not start may come late, after a data frame, or never; it stays open until that is
 * clear. */
#include "score.h"

#include "frame.h"
#include <string.h>

enum {
	TAKE_CYCLES = FRAME_HEAD_OCTETS - 1, /* first preamble octet to the cycle in which the first octet is taken */
	LATE_CYCLES = 16,                    /* a constant latency, not another reason */
	MISSING_CYCLES = 512,                /* it never comes */
	OVERTAKEN_MAX = 16,                  /* data frames */
	CUT_FCS_OCTETS = FRAME_FCS_OCTETS,
	TIME_AT = FRAME_TYPE_OFFSET + 4, /* in a PAUSE */
	AFTER_TIME = TIME_AT + 2,
};

static const char what_frame[] = "frame sent";
static const char what_start[] = "start of a frame";

static bool long_ago(const struct scoreboard *sb, uint64_t cycle)
{
	return sb->now - 1 > cycle + sb->slack;
}

/* ---- starts ---- */

static enum pm_tx_kind believe(const struct pm_start *start)
{
	if (start->kind != PM_TX_NONE)
		return start->kind;
	if (start->blockers & PM_BLOCK_PAUSE)
		return (start->blockers & (PM_BLOCK_NO_DATA | PM_BLOCK_XOFF)) ? PM_TX_PAUSE : PM_TX_DATA;
	return (start->blockers & PM_BLOCK_NO_DATA) ? PM_TX_NONE : PM_TX_DATA;
}

static void check_gap(struct scoreboard *sb)
{
	uint64_t gap = sb->now - sb->wire_idle_from;

	/* a reset forgets the frame before it */
	if (!sb->wire_known || sb->wire_idle_from <= sb->reset_cycle + 1 || gap >= FRAME_GAP_OCTETS)
		return;
	score_find(sb, RULE_TX_GAP, sb->now, sb->wire_idle_from - 1, what_start, "at least 12 idle octets|%u", (unsigned)gap);
	sb->watch.explained = true;
}

static void check_enabled(struct scoreboard *sb)
{
	if (sb->watch.explained || !(sb->watch.due.blockers & PM_BLOCK_DISABLED))
		return;
	if (sb->blind && !sb->watch.enable_long_ago)
		return;
	score_find(sb, RULE_TX_DISABLED, sb->now, sb->now, what_start, "none while disabled|one started");
	sb->watch.explained = true;
}

void score_tx_start(struct scoreboard *sb)
{
	struct tx_watch *watch = &sb->watch;
	struct pm_pause_memory memory;

	pm_pause_memory(sb->m, &memory);
	*watch = (struct tx_watch){ .open = true, .start = sb->now, .due = *pm_start(sb->m) };
	watch->rise_long_ago = long_ago(sb, memory.rise_cycle);
	watch->enable_long_ago = long_ago(sb, memory.enable_cycle);
	watch->want_long_ago = long_ago(sb, memory.want_since);
	watch->xoff_quanta = watch->xoff_quanta_or = memory.xoff_quanta;
	if (sb->blind && !long_ago(sb, memory.xoff_quanta_cycle))
		watch->xoff_quanta_or = memory.xoff_quanta == sb->long_quanta ? sb->short_quanta : sb->long_quanta;
	watch->xoff_rule = pm_explain_pause_sent(sb->m, 1, &watch->xoff_cause);
	watch->xon_rule = pm_explain_pause_sent(sb->m, 0, &watch->xon_cause);
	sb->seen.tx_start = true;
	score_checked(sb, CHECK_TX_START);
	check_gap(sb);
	check_enabled(sb);
	if (!watch->explained && watch->due.blockers & PM_BLOCK_XOFF && !sb->blind)
		watch->explained = score_xoff_in_doubt(sb);
	pm_tx_start(sb->m, believe(&watch->due));
}

static const char *pause_word(uint16_t quanta)
{
	return quanta ? "XOFF" : "XON";
}

/* The PAUSE that is due never came. */
static void missing_never(struct scoreboard *sb)
{
	struct pause_missing *missing = &sb->missing;
	enum rule rule = missing->quanta ? RULE_XOFF_BELOW_LOW : RULE_XON_ABOVE_HIGH;

	if (!missing->open)
		return;
	missing->open = false;
	if (missing->held || (missing->data_went && missing->data_went <= OVERTAKEN_MAX))
		rule = RULE_PAUSE_NOT_HELD;
	score_find(sb, rule, missing->cycle, missing->cause, what_start, "%s at cycle %llu|none", pause_word(missing->quanta),
	           (unsigned long long)missing->cycle);
}

/* It came, in cycle START: late, or overtaken by data, or held by an inhibit. */
static void missing_came(struct scoreboard *sb, uint64_t start)
{
	struct pause_missing *missing = &sb->missing;
	enum rule rule = missing->quanta ? RULE_XOFF_BELOW_LOW : RULE_XON_ABOVE_HIGH;

	if (!missing->open)
		return;
	missing->open = false;
	if (!missing->data_went && start <= missing->cycle + sb->slack + LATE_CYCLES)
		rule = RULE_PAUSE_TX_LATENCY;
	else if (missing->data_went || missing->was_held)
		rule = RULE_PAUSE_NOT_HELD;
	score_find(sb, rule, missing->cycle, missing->cause, what_start, "%s at cycle %llu|at cycle %llu",
	           pause_word(missing->quanta), (unsigned long long)missing->cycle, (unsigned long long)start);
}

static void missing_open(struct scoreboard *sb, const struct pm_start *start, bool held)
{
	uint64_t due = start->kind == PM_TX_PAUSE ? start->due : sb->watch.start;

	if (sb->missing.open)
		return;
	sb->missing = (struct pause_missing){
		.open = true,
		.held = held,
		.was_held = held,
		.cycle = due,
		.cause = start->cause,
		.quanta = start->quanta,
		.give_up = due + sb->slack + MISSING_CYCLES,
	};
}

/* A data frame started while it was due. */
static void missing_overtaken(struct scoreboard *sb, const struct pm_start *start)
{
	missing_open(sb, start, false);
	sb->missing.held = false;
	if (++sb->missing.data_went <= OVERTAKEN_MAX)
		return;
	missing_never(sb);
	pm_adopt_pause_sent(sb->m);
}

/* At the close of a cycle: withdrawn, or given up? */
static void missing_close(struct scoreboard *sb, const struct pm_view *view)
{
	struct pause_missing *missing = &sb->missing;

	if (!missing->open || sb->watch.open)
		return;
	if (missing->held && view->xoff)
		missing->give_up = sb->now + MISSING_CYCLES;
	else if (!view->xoff)
		missing->held = false;
	if (sb->now > missing->cycle + sb->slack && !(view->start.blockers & PM_BLOCK_PAUSE)) {
		missing_never(sb);
	} else if (sb->now >= missing->give_up) {
		missing_never(sb);
		pm_adopt_pause_sent(sb->m);
	} else {
		score_wake(sb, missing->give_up);
	}
}

static bool is_expected(const struct tx_watch *watch)
{
	return watch->due.kind != PM_TX_NONE && watch->due.due == watch->start;
}

/* A data frame started: was it allowed? */
static void data_verdict(struct scoreboard *sb)
{
	struct tx_watch *watch = &sb->watch;
	const struct pm_start *due = &watch->due;

	if (due->kind == PM_TX_DATA) {
		if (due->due > watch->start)
			score_find(sb, RULE_DATA_RESUMES, watch->start, due->cause, what_start,
			           "data at cycle %llu|at cycle %llu", (unsigned long long)due->due,
			           (unsigned long long)watch->start);
		return;
	}
	if (due->kind == PM_TX_PAUSE) {
		missing_overtaken(sb, due);
		return;
	}
	if (due->blockers & PM_BLOCK_XOFF)
		score_find(sb, RULE_NO_DATA_IN_XOFF, watch->start, due->cause, what_start, "no data while inhibited|data");
	else if (due->blockers & PM_BLOCK_PAUSE)
		score_find(sb, RULE_PAUSE_NOT_HELD, watch->start, due->cause, what_start, "PAUSE before data|data");
	else
		score_find(sb, RULE_TX_SPURIOUS, watch->start, watch->start, what_start, "none|data");
}

static void pause_verdict(struct scoreboard *sb, uint16_t quanta)
{
	struct tx_watch *watch = &sb->watch;
	const struct pm_start *due = &watch->due;

	if (due->kind == PM_TX_PAUSE) {
		if (due->due > watch->start)
			score_find(sb, RULE_PAUSE_TX_LATENCY, watch->start, due->cause, what_start,
			           "PAUSE at cycle %llu|at cycle %llu", (unsigned long long)due->due,
			           (unsigned long long)watch->start);
		missing_came(sb, watch->start);
		return;
	}
	score_find(sb, quanta ? watch->xoff_rule : watch->xon_rule, watch->start, quanta ? watch->xoff_cause : watch->xon_cause,
	           what_start, "no PAUSE|%s", quanta ? "XOFF" : "XON");
}

/* The frame that started at watch->start was KIND. */
static void start_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct tx_watch *watch = &sb->watch;

	if (kind == PM_TX_PAUSE && watch->due.kind == PM_TX_PAUSE)
		missing_came(sb, watch->start);
	if (watch->explained || (is_expected(watch) && watch->due.kind == kind))
		return;
	if (kind == PM_TX_DATA)
		data_verdict(sb);
	else if (kind == PM_TX_PAUSE)
		pause_verdict(sb, quanta);
	else
		score_find(sb, RULE_TX_SPURIOUS, watch->start, watch->start, what_start,
		           "nothing that was not asked for|a frame");
}

/* ---- starts, black box ---- */

static void blind_data_verdict(struct scoreboard *sb)
{
	struct tx_watch *watch = &sb->watch;
	struct pm_pause_memory memory;

	if (watch->due.blockers & PM_BLOCK_PAUSE && watch->want_long_ago) {
		missing_overtaken(sb, &watch->due);
		return;
	}
	if (!(watch->due.blockers & PM_BLOCK_XOFF))
		return;
	pm_pause_memory(sb->m, &memory);
	if (!watch->rise_long_ago) { /* for the DUT the inhibit may have waited for this frame, and count from its end */
		sb->black->resume_from = sb->now + (uint64_t)PAUSE_QUANTUM_OCTETS * memory.quanta;
		return;
	}
	if (memory.fall_cycle > watch->start && memory.fall_cycle <= watch->start + sb->slack)
		return;
	sb->black->data_in_xoff.open = true;
	sb->black->data_in_xoff.start = watch->start;
	sb->black->data_in_xoff.until = watch->start + sb->slack;
	sb->black->data_in_xoff.cause = memory.load_cycle;
}

static void blind_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct tx_watch *watch = &sb->watch;
	struct pm_pause_memory memory;

	if (kind == PM_TX_PAUSE)
		missing_came(sb, watch->start);
	if (watch->explained)
		return;
	if (kind == PM_TX_DATA) {
		blind_data_verdict(sb);
	} else if (kind == PM_TX_PAUSE) {
		uint64_t want;
		pm_pause_memory(sb->m, &memory);
		want = quanta ? memory.want_xoff : memory.want_xon;
		if (!want || want + sb->slack + 1 < watch->start)
			pause_verdict(sb, quanta);
	} else {
		score_find(sb, RULE_TX_SPURIOUS, watch->start, watch->start, what_start,
		           "nothing that was not asked for|a frame");
	}
}

static void blind_close(struct scoreboard *sb, const struct pm_view *view)
{
	struct black_box *black = sb->black;

	if (!black->data_in_xoff.open)
		return;
	if (!view->xoff) {
		black->data_in_xoff.open = false;
	} else if (sb->now >= black->data_in_xoff.until) {
		black->data_in_xoff.open = false;
		score_find(sb, RULE_NO_DATA_IN_XOFF, black->data_in_xoff.start, black->data_in_xoff.cause, what_start,
		           "no data while inhibited|data");
	} else {
		score_wake(sb, black->data_in_xoff.until);
	}
}

/* ---- starts that do not come ---- */

static void data_missing(struct scoreboard *sb, const struct pm_start *start)
{
	enum rule rule = RULE_DATA_RESUMES;
	uint64_t cause = start->cause;

	if (sb->issue.kind != XOFF_AGREES)
		return;
	if (sb->blind)
		rule = pm_explain_silence(sb->m, sb->now, &cause);
	score_find(sb, rule, start->due, cause, what_start, "data at cycle %llu|none", (unsigned long long)start->due);
}

void score_tx_close(struct scoreboard *sb, const struct pm_view *view)
{
	const struct pm_start *start = &view->start;
	bool waiting = start->kind != PM_TX_NONE && !sb->seen.tx_start;
	uint64_t due = start->due + sb->slack;

	if (sb->blind)
		blind_close(sb, view);
	if (sb->blind && start->kind == PM_TX_DATA && due < sb->black->resume_from + sb->slack)
		due = sb->black->resume_from + sb->slack;
	if (waiting && due > sb->now)
		score_wake(sb, due);
	if (waiting && due <= sb->now && !(sb->reported_any && sb->reported_start == start->since)) {
		sb->reported_any = true;
		sb->reported_start = start->since;
		if (start->kind == PM_TX_DATA)
			data_missing(sb, start);
		else
			missing_open(sb, start, view->xoff);
	}
	missing_close(sb, view);
}

/* ---- octets ---- */

static bool is_pause(const struct scoreboard *sb, const struct event *event)
{
	return event->len > FRAME_HEAD_OCTETS &&
	       pm_tx_resembles_pause(sb->m, event->octets + FRAME_HEAD_OCTETS, event->len - FRAME_HEAD_OCTETS);
}

static bool starts_like(const struct event *event, const struct pm_tx_frame *frame)
{
	uint32_t len = frame->len < FRAME_TYPE_OFFSET + 2 ? frame->len : FRAME_TYPE_OFFSET + 2;

	return event->len >= FRAME_HEAD_OCTETS + len && !memcmp(event->octets + FRAME_HEAD_OCTETS, frame->octets, len);
}

/* What the frame on the wire turned out to be. */
static enum pm_tx_kind settle_kind(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	bool pause = is_pause(sb, event);
	bool other = frame->kind == PM_TX_NONE || !starts_like(event, frame);

	if (frame->kind != PM_TX_PAUSE && pause && other && !sb->watch.taken)
		pm_tx_retype(sb->m, PM_TX_PAUSE);
	else if (frame->kind == PM_TX_PAUSE && !pause && other)
		pm_tx_retype(sb->m, PM_TX_DATA);
	return frame->kind;
}

static const uint8_t head[FRAME_HEAD_OCTETS] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };

static bool preamble_right(const struct event *event)
{
	return event->len >= sizeof(head) && !memcmp(event->octets, head, sizeof(head));
}

static void report_preamble(struct scoreboard *sb, const struct event *event)
{
	for (unsigned i = 0; i < sizeof(head); i++) {
		if (i < event->len && event->octets[i] == head[i])
			continue;
		score_find(sb, RULE_TX_PREAMBLE, sb->now, sb->watch.start, what_frame, "octet %u of the preamble 0x%02x|0x%02x",
		           i, head[i], i < event->len ? event->octets[i] : 0);
		break;
	}
}

/* Compares LEN octets at AT of the frame; reports the first difference. */
static bool check_octets(struct scoreboard *sb, const struct event *event, uint32_t at, const uint8_t *expected, uint32_t len,
                         enum rule rule)
{
	const uint8_t *actual = event->octets + FRAME_HEAD_OCTETS + at;

	if (!memcmp(actual, expected, len))
		return true;
	for (uint32_t i = 0; i < len; i++) {
		if (actual[i] == expected[i])
			continue;
		score_find(sb, rule, sb->now, sb->watch.start, what_frame, "octet %u is 0x%02x|0x%02x", at + i, expected[i],
		           actual[i]);
		break;
	}
	return false;
}

static bool check_length(struct scoreboard *sb, const struct event *event, uint32_t expected, uint32_t data)
{
	uint32_t actual = event->len - FRAME_HEAD_OCTETS;
	enum rule rule = RULE_TX_CONTENT;

	if (actual == expected)
		return true;
	if (data < FRAME_MIN_DATA_OCTETS && actual >= data)
		rule = RULE_TX_PAD;
	else if (actual < expected)
		rule = RULE_TX_FINISHES;
	score_find(sb, rule, sb->now, sb->watch.start, what_frame, "%u octets|%u", expected, actual);
	return false;
}

static void check_fcs(struct scoreboard *sb, const struct event *event, uint32_t at, uint32_t fcs, enum rule rule)
{
	uint32_t actual = frame_get_fcs(event->octets + FRAME_HEAD_OCTETS + at);

	if (actual != fcs)
		score_find(sb, rule, sb->now, sb->watch.start, what_frame, "FCS 0x%08x|0x%08x", fcs, actual);
}

/* Cut by an underrun: the octets before it, a zero with tx_er, the complement of the right FCS. */
static void check_cut(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	uint32_t cut = (uint32_t)frame->underrun_at, expected = cut + 1 + CUT_FCS_OCTETS;
	const uint8_t zero = 0;

	if (event->len != FRAME_HEAD_OCTETS + expected) {
		score_find(sb, RULE_TX_UNDERRUN, sb->now, sb->watch.start, what_frame, "cut after %u octets: %u|%u", cut,
		           expected, event->len - FRAME_HEAD_OCTETS);
		return;
	}
	if (event->value != 1 || event->error_at != (int32_t)(FRAME_HEAD_OCTETS + cut)) {
		score_find(sb, RULE_TX_UNDERRUN, sb->now, sb->watch.start, what_frame,
		           "tx_er in octet %u only|in %u octets from %d", cut, event->value,
		           event->error_at < 0 ? -1 : event->error_at - FRAME_HEAD_OCTETS);
		return;
	}
	if (!check_octets(sb, event, 0, frame->octets, cut, RULE_TX_CONTENT) ||
	    !check_octets(sb, event, cut, &zero, 1, RULE_TX_UNDERRUN))
		return;
	check_fcs(sb, event, cut + 1, ~frame_fcs_padded(frame->octets, cut, 1), RULE_TX_UNDERRUN);
}

static bool check_no_error(struct scoreboard *sb, const struct event *event)
{
	if (event->error_at < 0)
		return true;
	score_find(sb, RULE_TX_UNDERRUN, sb->now, sb->watch.start, what_frame, "no tx_er|in octet %d",
	           event->error_at - FRAME_HEAD_OCTETS);
	return false;
}

/* The host's last octet is taken just before it is on the wire. */
static void check_taken(struct scoreboard *sb, const struct pm_tx_frame *frame)
{
	uint64_t due = frame->start + TAKE_CYCLES + frame->len - 1;

	if (!sb->watch.taken)
		score_find(sb, RULE_TX_CONTENT, sb->now, frame->start, "s_axis", "tlast taken in cycle %llu|not taken",
		           (unsigned long long)due);
	else if (sb->watch.taken_cycle != due)
		score_find(sb, RULE_TX_CONTENT, sb->watch.taken_cycle, frame->start, "s_axis",
		           "tlast taken in cycle %llu|in cycle %llu", (unsigned long long)due,
		           (unsigned long long)sb->watch.taken_cycle);
}

static void check_data(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	static const uint8_t pad[FRAME_MIN_DATA_OCTETS];
	uint32_t pads = frame->len < FRAME_MIN_DATA_OCTETS ? FRAME_MIN_DATA_OCTETS - frame->len : 0;
	uint32_t body = frame->len + pads, sent = event->len - FRAME_HEAD_OCTETS;

	if (frame->underrun_at >= 0) {
		check_cut(sb, event, frame);
		return;
	}
	if (!check_no_error(sb, event) ||
	    !check_octets(sb, event, 0, frame->octets, sent < frame->len ? sent : frame->len, RULE_TX_CONTENT) ||
	    !check_length(sb, event, body + FRAME_FCS_OCTETS, frame->len) ||
	    !check_octets(sb, event, frame->len, pad, pads, RULE_TX_PAD))
		return;
	check_fcs(sb, event, body, frame_fcs_padded(frame->octets, frame->len, pads), RULE_TX_FCS);
	if (!sb->blind)
		check_taken(sb, frame);
}

static void check_pause(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, bool decided)
{
	const uint8_t *sent = event->octets + FRAME_HEAD_OCTETS;
	uint32_t rest = PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS - AFTER_TIME;
	uint16_t quanta = frame_u16(sent + TIME_AT);

	if (!check_no_error(sb, event) || !check_octets(sb, event, 0, frame->octets, TIME_AT, RULE_PAUSE_TX_FORMAT))
		return;
	if (decided ? quanta != frame->quanta : quanta && quanta != sb->watch.xoff_quanta && quanta != sb->watch.xoff_quanta_or) {
		score_find(sb, RULE_PAUSE_TX_QUANTA, sb->now, sb->watch.start, "PAUSE sent", "time 0x%04x|0x%04x",
		           decided ? frame->quanta : sb->watch.xoff_quanta, quanta);
		return;
	}
	if (event->len != FRAME_HEAD_OCTETS + PAUSE_FRAME_OCTETS) {
		score_find(sb, RULE_PAUSE_TX_FORMAT, sb->now, sb->watch.start, "PAUSE sent", "64 octets|%u",
		           event->len - FRAME_HEAD_OCTETS);
		return;
	}
	if (!check_octets(sb, event, AFTER_TIME, frame->octets + AFTER_TIME, rest, RULE_PAUSE_TX_FORMAT))
		return;
	check_fcs(sb, event, PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS, frame_fcs(sent, PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS),
	          RULE_TX_FCS);
}

static void check_frame(struct scoreboard *sb, const struct event *event, enum pm_tx_kind kind)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	bool decided = sb->watch.due.kind == PM_TX_PAUSE;

	score_checked(sb, kind == PM_TX_PAUSE ? CHECK_PAUSE_SENT : CHECK_TX_FRAME);
	if (!preamble_right(event)) {
		report_preamble(sb, event);
		return;
	}
	if (kind == PM_TX_NONE)
		return;
	if (kind == PM_TX_DATA)
		check_data(sb, event, frame);
	else if (event->len >= FRAME_HEAD_OCTETS + AFTER_TIME)
		check_pause(sb, event, frame, decided && !sb->blind);
	else
		score_find(sb, RULE_TX_FINISHES, sb->now, sb->watch.start, "PAUSE sent", "64 octets|%u",
		           event->len - FRAME_HEAD_OCTETS);
}

void score_tx_end(struct scoreboard *sb, const struct event *event)
{
	enum pm_tx_kind kind;
	uint16_t quanta = 0;

	sb->wire_idle_from = sb->now;
	sb->wire_known = true;
	if (!pm_tx_frame(sb->m)) { /* cut by a reset */
		sb->watch.open = sb->wire_known = false;
		if (sb->now > sb->reset_cycle + 1)
			score_find(sb, RULE_TX_SPURIOUS, sb->now, sb->reset_cycle, what_frame, "an idle wire in reset|a frame");
		return;
	}
	if (preamble_right(event)) {
		kind = settle_kind(sb, event);
		if (kind == PM_TX_PAUSE && event->len >= FRAME_HEAD_OCTETS + AFTER_TIME)
			quanta = frame_u16(event->octets + FRAME_HEAD_OCTETS + TIME_AT);
	} else { /* where its octets are is unknown: what it was believed to be */
		kind = pm_tx_frame(sb->m)->kind;
		quanta = pm_tx_frame(sb->m)->quanta;
	}
	if (sb->blind)
		blind_verdict(sb, kind, quanta);
	else
		start_verdict(sb, kind, quanta);
	check_frame(sb, event, kind);
	sb->watch.open = false;
	pm_tx_end(sb->m, event->len, quanta);
}

void score_tx_taken(struct scoreboard *sb)
{
	const struct pm_tx_frame *frame;

	pm_host_taken(sb->m);
	frame = pm_tx_frame(sb->m);
	if (!sb->watch.open || !frame || frame->kind != PM_TX_DATA || sb->watch.taken)
		return;
	sb->watch.taken = true;
	sb->watch.taken_cycle = sb->now;
}

/* The run is over. */
void score_tx_finish(struct scoreboard *sb)
{
	missing_never(sb);
}
