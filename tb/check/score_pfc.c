/* SPDX-License-Identifier: Apache-2.0 */
/* Black-box runs: the output pfc_xoff against the PFC frames on the receive wire. 802.1Qbb; 802.3 annex 31D; doc/reference/dut-contract.md.
 *
 * A PFC frame sets the timer of a class some time after its end on the wire, at the latest the slack after the moment at which the model
 * does. That moment is not known, but the output shows it if the class was not paused before. From then on the time is exact:
 *
 * - a class is paused only by a frame that was over by then, and no longer than the frame's time, counted from the latest moment;
 * - it is not paused only before the latest moment, or after the frame's time, counted from the end of the frame;
 * - it is paused when the absolute limit of regs/limits.def is over, whatever the slack;
 * - a pause of which both ends are seen lasts the frame's time: not an octet time less, and not more than a quantum longer, so that the
 *   DUT may count quanta by a clock of its own.
 *
 * The output is wrong if none of the frames that may be the newest one for the DUT allows it. A device may be faster than the model, so a
 * difference waits for SCORE_LEAD_OCTETS. */
#include "black_box.h"
#include "score_parts.h"

#include "base/limits.h"

#include <string.h>

enum { QUANTUM_OCTETS = 64 };

static uint64_t time_of(const struct pfc_hypothesis *h)
{
	return (uint64_t)QUANTUM_OCTETS * h->quanta;
}

/* The first cycle in which the frame has certainly had its effect: by the slack, and a pause also by the absolute limit. */
static uint64_t latest_by_slack(const struct scoreboard *sb, const struct pfc_hypothesis *h)
{
	return h->visible + sb->slack.inhibit;
}

static uint64_t latest_by_limit(const struct scoreboard *sb, const struct pfc_hypothesis *h)
{
	uint64_t limit = limit_response(sb->dut, LIMIT_PFC, 1);

	return h->quanta && limit != UINT64_MAX ? h->last + limit + 1 : UINT64_MAX;
}

static uint64_t latest(const struct scoreboard *sb, const struct pfc_hypothesis *h)
{
	uint64_t by_slack = latest_by_slack(sb, h), by_limit = latest_by_limit(sb, h);

	return by_slack < by_limit ? by_slack : by_limit;
}

/* The I-th newest hypothesis. */
static struct pfc_hypothesis *newest(struct pfc_class *class, unsigned i)
{
	return &class->hypothesis[(class->count - 1 - i) % PFC_HYPOTHESES];
}

static unsigned kept(const struct pfc_class *class)
{
	return class->count < PFC_HYPOTHESES ? (unsigned)class->count : PFC_HYPOTHESES;
}

typedef uint64_t latest_fn(const struct scoreboard *sb, const struct pfc_hypothesis *h);

/* The time of each PFC frame may be wrong by ERROR. */
static bool may_be_free_within(const struct scoreboard *sb, struct pfc_class *class, uint64_t cycle, latest_fn *by,
                               uint64_t error)
{
	for (unsigned i = 0; i < kept(class); i++) {
		const struct pfc_hypothesis *h = newest(class, i);
		if (h->state == PFC_REFUSED)
			continue;
		if (cycle + error >= h->last + time_of(h))
			return true;
		if (h->state == PFC_SURE && cycle >= by(sb, h) && cycle - by(sb, h) >= error)
			return false;
	}
	return true;
}

static bool may_be_free(const struct scoreboard *sb, struct pfc_class *class, uint64_t cycle, latest_fn *by)
{
	return may_be_free_within(sb, class, cycle, by, 0);
}

static bool may_be_paused(const struct scoreboard *sb, struct pfc_class *class, uint64_t cycle)
{
	for (unsigned i = 0; i < kept(class); i++) {
		const struct pfc_hypothesis *h = newest(class, i);
		if (h->state == PFC_REFUSED)
			continue;
		if (cycle < latest_by_slack(sb, h) + time_of(h))
			return true;
		if (h->state == PFC_SURE && cycle >= latest_by_slack(sb, h))
			return false;
	}
	return false;
}

/* ---- frames ---- */

/* Within the slack of a change of the ignored classes it is not known which came first for the DUT, the change or the frame. */
static void note_ignored(struct scoreboard *sb, struct pfc_class *class, bool ignored)
{
	if (class->ignored == ignored)
		return;
	class->ignored = ignored;
	class->ignored_cycle = sb->now;
	for (unsigned i = 0; i < kept(class); i++)
		if (latest(sb, newest(class, i)) >= sb->now)
			newest(class, i)->state = PFC_PERHAPS;
}

static void note_action(struct scoreboard *sb, struct pfc_class *class, unsigned number)
{
	struct pm_pfc_action action;
	struct pfc_hypothesis *h;

	if (!pm_pfc_action(sb->m, number, &action) || action.visible == class->seen)
		return;
	class->seen = action.visible;
	h = class->count ? newest(class, 0) : NULL;
	if (!h || h->state != PFC_SURE || !action.obeyed || h->quanta || action.quanta)
		h = &class->hypothesis[class->count++ % PFC_HYPOTHESES];
	else
		action.last = h->last; /* a reset that goes on frees the class from its beginning on */
	*h = (struct pfc_hypothesis){ .last = action.last, .visible = action.visible, .quanta = action.quanta };
	h->state = action.obeyed ? PFC_SURE : PFC_REFUSED;
	if (class->ignored_cycle && h->last <= class->ignored_cycle + sb->slack.write)
		h->state = PFC_PERHAPS;
}

/* ---- the output ---- */

static void report_length(struct scoreboard *sb, struct pfc_class *class, unsigned number, uint64_t end)
{
	uint64_t due = time_of(newest(class, 0)), actual = end - class->rise;

	score_find(sb, RULE_PFC_TIME, end, newest(class, 0)->last, "pfc_xoff",
	           "class %u paused for %llu octet times|%llu, %.1f x %u quanta", number, (unsigned long long)due,
	           (unsigned long long)actual, (double)actual / (double)due, newest(class, 0)->quanta);
}

/* The class is not paused in CYCLE, which the slack of the row would allow. */
static void report_late(struct scoreboard *sb, struct pfc_class *class, unsigned number, uint64_t cycle)
{
	score_find(sb, RULE_PFC_RESPONSE_LIMIT, cycle, newest(class, 0)->last, "pfc_xoff",
	           "class %u paused %llu octet times after the PFC frame|not paused", number,
	           (unsigned long long)limit_response(sb->dut, LIMIT_PFC, 1));
}

static void report(struct scoreboard *sb, struct pfc_class *class, unsigned number, uint8_t model)
{
	uint8_t bit = (uint8_t)(1 << number), actual = (uint8_t)(model & ~bit);
	uint64_t cause = class->difference_cycle;
	enum rule rule = RULE_PFC_TIME;

	if (class->difference == PFC_PAUSED)
		actual |= bit;
	if (actual != model)
		rule = pm_explain_pfc(sb->m, actual, &cause);
	if (class->difference == PFC_FREE && class->rise < newest(class, 0)->last) { /* the pause did not even begin */
		rule = RULE_PFC_OBEYED;
		cause = newest(class, 0)->last;
	}
	if (class->difference == PFC_FREE && may_be_free(sb, class, class->difference_cycle, latest_by_slack))
		report_late(sb, class, number, class->difference_cycle);
	else if (class->difference == PFC_SHORT)
		report_length(sb, class, number, class->difference_cycle);
	else
		score_find(sb, rule, class->difference_cycle, cause, "pfc_xoff", "class %u %s|%s", number,
		           class->difference == PFC_PAUSED ? "not paused" : "paused",
		           class->difference == PFC_PAUSED ? "paused" : "not paused");
	class->difference = PFC_AGREES;
	class->muted = true;
}

static void open_difference(struct scoreboard *sb, struct pfc_class *class, enum pfc_difference difference)
{
	if (class->difference != PFC_AGREES || class->muted)
		return;
	class->difference = difference;
	class->difference_cycle = sb->now;
	class->difference_count = class->count;
}

/* It is certain which frame paused the class. */
static bool cause_is_known(const struct scoreboard *sb, struct pfc_class *class)
{
	const struct pfc_hypothesis *h = class->count ? newest(class, 0) : NULL;

	return h && h->state == PFC_SURE && h->quanta && h->last <= class->rise && class->rise <= latest_by_slack(sb, h);
}

/* A newer frame, of which the model does not know yet, may have ended the pause early; none can have made it longer. */
static void check_length(struct scoreboard *sb, struct pfc_class *class, unsigned number)
{
	uint64_t due = time_of(newest(class, 0)), actual = sb->now - class->rise;

	if (actual < due)
		open_difference(sb, class, PFC_SHORT);
	else if (actual > due + QUANTUM_OCTETS && !class->muted)
		report_length(sb, class, number, sb->now);
}

static void note_edge(struct scoreboard *sb, struct pfc_class *class, unsigned number, bool actual)
{
	if (class->actual == actual)
		return;
	class->actual = actual;
	score_checked(sb, CHECK_XOFF);
	if (actual && class->difference != PFC_PAUSED && !class->muted && !may_be_free(sb, class, sb->now - 1, latest_by_limit)) {
		report_late(sb, class, number, sb->now - sb->step);
		class->difference = PFC_AGREES;
	}
	if (actual)
		class->rise = sb->now;
	else if (class->rise > sb->reset_cycle + sb->step && cause_is_known(sb, class)) /* the pause was not ended by a reset */
		check_length(sb, class, number);
}

/* Asks for visits at the moments from which an output may not be allowed any more. */
static void wake(struct scoreboard *sb, struct pfc_class *class)
{
	for (unsigned i = 0; i < kept(class); i++) {
		const struct pfc_hypothesis *h = newest(class, i);
		score_wake(sb, latest(sb, h));
		score_wake(sb, latest_by_slack(sb, h) + time_of(h));
	}
}

static void class_close(struct scoreboard *sb, struct pfc_class *class, unsigned number, uint8_t all)
{
	bool model = all >> number & 1, actual = class->actual, allowed;

	allowed = actual == model || (actual ? may_be_paused(sb, class, sb->now) : may_be_free(sb, class, sb->now, latest));
	if (class->muted && actual == model)
		class->muted = false;
	if (!allowed)
		open_difference(sb, class, actual ? PFC_PAUSED : PFC_FREE);
	else if (class->difference == PFC_PAUSED || class->difference == PFC_FREE)
		class->difference = PFC_AGREES;
	if (class->difference == PFC_SHORT && class->count != class->difference_count)
		class->difference = PFC_AGREES; /* a newer frame ended the pause */
	if (class->difference != PFC_AGREES && sb->now >= class->difference_cycle + SCORE_LEAD_OCTETS)
		report(sb, class, number, all);
	if (class->difference != PFC_AGREES)
		score_wake(sb, class->difference_cycle + SCORE_LEAD_OCTETS);
	if (actual != model)
		wake(sb, class);
}

/* ---- frames by class: the output is not seen, but the transmit wire ----
 *
 * Whether a frame may start, and whether one must have started, is decided by the worlds (window/window.c). Here is what such a frame puts to the test.
 * 802.1Q 36.1.3.3 has a class paused no later than 614.4 ns after the client has the PFC frame, and the frame and the data pass the MAC besides, for which
 * 802.3 44.3 has a share. No clause says how soon a class resumes: it may take the limit, or what the row says. */

/* What the row has no figure for is not judged. */
static uint64_t limit_of_wire(const struct scoreboard *sb)
{
	uint64_t limit = limit_response(sb->dut, LIMIT_PFC_PORT, 1);

	return limit == UINT64_MAX ? 0 : limit;
}

/* The newest frame about the class that was over by CYCLE, or NULL. */
static const struct pfc_hypothesis *over_by(const struct scoreboard *sb, struct pfc_class *class, uint64_t cycle)
{
	for (unsigned i = 0; i < kept(class); i++)
		if (newest(class, i)->last <= cycle)
			return newest(class, i)->last < sb->forgotten ? NULL : newest(class, i);
	return NULL;
}

/* DATA started in the time of a frame that must not pause its class: notes which rule that decides. */
static void exercise_refused(struct scoreboard *sb, struct pfc_class *class, const struct pfc_data *data, uint64_t limit)
{
	struct pm_pfc_note note;

	for (unsigned i = 0; pm_pfc_note(sb->m, i, &note); i++)
		if (note.rule != RULE_PFC_OBEYED && note.classes >> data->class & 1 &&
		    data->start > note.last + limit + sb->time_error &&
		    data->start + sb->time_error < note.last + (uint64_t)QUANTUM_OCTETS * note.quanta)
			scoreboard_exercise(sb, note.rule);
	for (unsigned i = 0; i < kept(class); i++) {
		const struct pfc_hypothesis *h = newest(class, i);
		if (h->state == PFC_REFUSED && data->start > h->last + limit + sb->time_error &&
		    data->start + sb->time_error < h->last + time_of(h))
			scoreboard_exercise(sb, RULE_PFC_IGNORE);
	}
}

/* The class had a frame before the newest PFC frame about it, none in its time, and DATA as soon as that was over: it was paused for so long. */
static void exercise_data(struct scoreboard *sb, struct pfc_class *class, const struct pfc_data *data, uint64_t limit)
{
	const struct pfc_hypothesis *h = over_by(sb, class, data->start);
	uint64_t window = (uint64_t)sb->slack.resume + sb->dut->timing.resume + sb->time_error + 2 * sb->step, free;

	exercise_refused(sb, class, data, limit);
	if (!h || h->state != PFC_SURE || !data->before || data->before > h->last + limit || time_of(h) <= limit + sb->time_error)
		return;
	free = greatest(latest_by_slack(sb, h), h->last + limit + 1) + time_of(h);
	if (data->start + sb->time_error < h->last + time_of(h) || data->start > free + window)
		return;
	scoreboard_exercise(sb, RULE_PFC_OBEYED);
	scoreboard_exercise(sb, RULE_PFC_TIME);
	scoreboard_exercise(sb, RULE_PFC_RESPONSE_LIMIT);
	scoreboard_exercise_test(sb, h->last);
}

/* Looks at the frames that started early enough before CYCLE: all PFC frames that were over by then are known. */
static void data_close(struct scoreboard *sb, uint64_t cycle)
{
	struct black_box *black = sb->black;
	const uint64_t known_after = 2 * sb->latency +
	                             sb->time_error; /* a PFC frame that comes later by the error may have come first */

	while (black->pfc_datas && (black->pfc_data[0].start + known_after <= cycle || black->pfc_datas == PFC_DATA_MAX)) {
		const struct pfc_data first = black->pfc_data[0];
		black->pfc_datas--;
		memmove(black->pfc_data, black->pfc_data + 1, black->pfc_datas * sizeof(first));
		if (sb->exercised)
			exercise_data(sb, &sb->black->pfc[first.class], &first, limit_of_wire(sb));
	}
	if (black->pfc_datas)
		score_wake(sb, black->pfc_data[0].start + known_after);
}

void black_box_pfc_finish(struct scoreboard *sb)
{
	data_close(sb, PM_NEVER);
}

void black_box_pfc_data(struct scoreboard *sb, unsigned number, uint64_t start)
{
	struct pfc_class *class = &sb->black->pfc[number];

	data_close(sb, sb->now);
	sb->black->pfc_data[sb->black->pfc_datas++] = (struct pfc_data){ number, start, class->sent };
	class->sent = start;
}

/* Nothing is to be compared again while no class was paused or freed, and none differs. */
static bool rests(const struct scoreboard *sb, const struct pm_view *view, uint64_t acted, uint8_t ignored)
{
	const struct pfc_rest *rest = &sb->black->pfc_rest;

	return rest->agrees && rest->acted == acted && rest->ignored == ignored && rest->xoff == sb->pfc_xoff &&
	       rest->xoff == view->pfc_xoff;
}

void black_box_pfc_close(struct scoreboard *sb, const struct pm_view *view)
{
	struct pfc_rest *rest = &sb->black->pfc_rest;
	uint64_t acted;
	uint8_t ignored = pm_pfc_ignored(sb->m, &acted);

	if (sb->black->pfc_datas)
		data_close(sb, sb->now);
	if (rests(sb, view, acted, ignored))
		return;
	*rest = (struct pfc_rest){ .agrees = true, .xoff = (uint8_t)sb->pfc_xoff, .ignored = ignored, .acted = acted };
	for (unsigned i = 0; i < PM_PFC_CLASSES; i++) {
		struct pfc_class *class = &sb->black->pfc[i];
		note_ignored(sb, class, ignored >> i & 1);
		note_action(sb, class, i);
		note_edge(sb, class, i, sb->pfc_xoff >> i & 1);
		if (sb->requests_unseen) /* nor is the output */
			continue;
		class_close(sb, class, i, view->pfc_xoff);
		rest->agrees &= class->difference == PFC_AGREES && !class->muted;
	}
}

/* Frames before a reset do not count any more. The output is free in the cycle after the first one in reset. */
void black_box_pfc_reset(struct scoreboard *sb)
{
	sb->black->pfc_rest.agrees = false;
	for (unsigned i = 0; i < PM_PFC_CLASSES; i++) {
		struct pfc_class *class = &sb->black->pfc[i];
		*class = (struct pfc_class){ .actual = class->actual, .seen = class->seen };
	}
}
