/* SPDX-License-Identifier: Apache-2.0 */
/* What the worlds found, as findings of the scoreboard; report.h. */
#include "report.h"

#include "window.h"

#include "check/score_find.h"
#include "check/scoreboard.h"

#include <stdio.h>
#include <string.h>

/* True of a frame of a class in a pause of that class. */
static bool is_of_queue(const struct window_finding *finding)
{
	return finding->wrong == WINDOW_DATA && finding->class >= 0;
}

/* True if something else says what FINDING says: a frame whose vector is wrong. */
static bool is_said(const struct scoreboard *sb, const struct window_finding *finding)
{
	const struct scoreboard_result *result = &sb->result;

	for (uint64_t i = 0; finding->class >= 0 && i < result->findings && i < SCOREBOARD_FINDINGS_MAX; i++)
		if (result->finding[i].rule == RULE_PFC_TX_FORMAT &&
		    score_clock(sb, result->finding[i].cause_cycle) == score_clock(sb, finding->at))
			return true;
	return false;
}

/* "XOFF", "PFC XON of class 3", "XOFF or XON": the frame that is wrong or missing, into RET. Returns RET. */
static const char *frame_words(const struct window_finding *finding, char ret[48])
{
	static const char *const words[] = { [WINDOW_XOFF] = "XOFF", [WINDOW_XON] = "XON", [WINDOW_EITHER] = "XOFF or XON" };

	if (finding->class < 0)
		snprintf(ret, 48, "%s", words[finding->frame]);
	else
		snprintf(ret, 48, "PFC %s of class %d", words[finding->frame], finding->class);
	return ret;
}

/* A data frame in a pause. */
static void say_data(const struct scoreboard *sb, const struct window_finding *wrong, const char *seen, struct finding *ret)
{
	const unsigned long long over = score_clock(sb, wrong->over), at = score_clock(sb, wrong->at);
	const uint64_t from = wrong->over - wrong->time, held = wrong->at > from ? wrong->at - from : 0;

	snprintf(ret->actual, sizeof(ret->actual), wrong->control ? "one at cycle %llu" : "data at cycle %llu", at);
	if (!wrong->known || wrong->unbegun) {
		snprintf(ret->expected, sizeof(ret->expected), "no data while inhibited");
		snprintf(ret->why, sizeof(ret->why), "%s%s", wrong->known ? seen : "the MAC is paused, whatever it may have seen",
		         wrong->known ? ", and its time begins with the end of the frame on the wire" : "");
		return;
	}
	if (wrong->control)
		snprintf(ret->expected, sizeof(ret->expected),
		         "no MAC control frame of the host before cycle %llu (host sent-control held)", over);
	else
		snprintf(ret->expected, sizeof(ret->expected), "no data before cycle %llu", over);
	if (!wrong->control && wrong->rule == RULE_PAUSE_TIME)
		snprintf(ret->actual + strlen(ret->actual), sizeof(ret->actual) - strlen(ret->actual),
		         ": lasted %llu %s, %.1f x %u quanta", (unsigned long long)held, sb->phy->time_unit,
		         (double)held / (double)wrong->time, wrong->quanta);
	snprintf(ret->why, sizeof(ret->why), "%s, so that it holds data until cycle %llu at least", seen, over);
}

/* A data frame of a class that is paused. */
static void say_class(const struct scoreboard *sb, const struct window_finding *wrong, struct finding *ret)
{
	const unsigned long long over = score_clock(sb, wrong->over), cause = score_clock(sb, wrong->cause);

	if (wrong->rule == RULE_PFC_RESPONSE_LIMIT) {
		snprintf(ret->expected, sizeof(ret->expected), "no frame of class %d from %llu %s after the PFC frame on",
		         wrong->class, (unsigned long long)(wrong->until - wrong->cause), sb->phy->time_unit);
		snprintf(ret->actual, sizeof(ret->actual), "%llu after it", (unsigned long long)(wrong->at - wrong->cause));
		snprintf(ret->why, sizeof(ret->why),
		         "the PFC frame that ended in cycle %llu pauses class %d, whose frames stop by cycle %llu", cause,
		         wrong->class, score_clock(sb, wrong->until));
		return;
	}
	snprintf(ret->expected, sizeof(ret->expected), "no frame of class %d before cycle %llu", wrong->class, over);
	snprintf(ret->actual, sizeof(ret->actual), "one at cycle %llu", score_clock(sb, wrong->at));
	if (wrong->known)
		snprintf(
		    ret->why, sizeof(ret->why),
		    "the newest PFC frame that class %d obeys ended in cycle %llu (%u quanta), so that it is paused until cycle "
		    "%llu at least",
		    wrong->class, cause, wrong->quanta, over);
}

static void say_received(const struct scoreboard *sb, const struct window_finding *wrong, struct finding *ret)
{
	const unsigned long long cause = score_clock(sb, wrong->cause), from = score_clock(sb, wrong->from),
				 until = score_clock(sb, wrong->until);
	char seen[200] = "";

	if (wrong->known && from == until)
		snprintf(seen, sizeof(seen), "the PAUSE that ended in cycle %llu (%u quanta) takes effect in cycle %llu", cause,
		         wrong->quanta, from);
	else if (wrong->known)
		snprintf(
		    seen, sizeof(seen),
		    "the PAUSE that ended in cycle %llu (%u quanta) takes effect in cycle %llu at the earliest and in cycle %llu "
		    "at the latest",
		    cause, wrong->quanta, from, until);
	if (wrong->wrong == WINDOW_DATA) {
		say_data(sb, wrong, seen, ret);
		return;
	}
	snprintf(ret->expected, sizeof(ret->expected), "data at cycle %llu", score_clock(sb, wrong->at));
	if (wrong->then)
		snprintf(ret->actual, sizeof(ret->actual), "at cycle %llu", score_clock(sb, wrong->then));
	else
		snprintf(ret->actual, sizeof(ret->actual), "none");
	if (wrong->known)
		snprintf(ret->why, sizeof(ret->why), "%s, and holds data no longer", seen);
}

static void say_missing(const struct scoreboard *sb, const struct window_finding *wrong, struct finding *ret)
{
	const unsigned long long at = score_clock(sb, wrong->at), since = score_clock(sb, wrong->since);
	char frame[48];

	if (wrong->overtaken)
		snprintf(ret->expected, sizeof(ret->expected), "%s before data", frame_words(wrong, frame));
	else
		snprintf(ret->expected, sizeof(ret->expected), "%s by cycle %llu", frame_words(wrong, frame), at);
	if (wrong->overtaken)
		snprintf(ret->actual, sizeof(ret->actual), "data at cycle %llu", at);
	else if (wrong->then)
		snprintf(ret->actual, sizeof(ret->actual), "at cycle %llu", score_clock(sb, wrong->then));
	else
		snprintf(ret->actual, sizeof(ret->actual), "none");
	if (wrong->refresh)
		snprintf(ret->why, sizeof(ret->why),
		         "the XOFF that started in cycle %llu still holds, and is repeated from cycle %llu on",
		         score_clock(sb, wrong->cause), since);
	else
		snprintf(ret->why, sizeof(ret->why), "it is due from cycle %llu on, and goes before the client's frames", since);
}

static void say_undue(const struct scoreboard *sb, const struct window_finding *wrong, struct finding *ret)
{
	const char *kind = wrong->class < 0 ? "PAUSE" : "PFC";
	const unsigned long long cause = score_clock(sb, wrong->cause);
	char frame[48];

	snprintf(ret->expected, sizeof(ret->expected), "no %s%s", kind,
	         wrong->beside && wrong->told ? " of this class beside others (freedom PfcVector)" : "");
	snprintf(ret->actual, sizeof(ret->actual), "%s at cycle %llu", frame_words(wrong, frame), score_clock(sb, wrong->at));
	if (wrong->wrong == WINDOW_DISABLED)
		snprintf(ret->why, sizeof(ret->why), "its sending is disabled");
	else if (wrong->opposite)
		snprintf(ret->why, sizeof(ret->why), "%s is requested", wrong->frame == WINDOW_XOFF ? "an XON" : "an XOFF");
	else if (wrong->frame == WINDOW_XON && !wrong->told)
		snprintf(ret->why, sizeof(ret->why), "no XOFF was sent that an XON could end");
	else if (wrong->frame == WINDOW_XON)
		snprintf(ret->why, sizeof(ret->why), "nothing ended the request of the XOFF that started in cycle %llu", cause);
	else if (wrong->told && wrong->since > wrong->at && wrong->since < PM_NEVER)
		snprintf(ret->why, sizeof(ret->why), "the XOFF that started in cycle %llu is repeated from cycle %llu on", cause,
		         score_clock(sb, wrong->since));
	else if (wrong->told)
		snprintf(ret->why, sizeof(ret->why),
		         "the XOFF that started in cycle %llu was sent, and nothing asks for another one", cause);
	else
		snprintf(ret->why, sizeof(ret->why), "no XOFF is requested");
}

/* Gives RET the range of time in which the MAC of WRONG did, by its latencies, what decided. */
static void give_range(const struct window_finding *wrong, struct finding *ret)
{
	bool missing = wrong->wrong == WINDOW_MISSING;

	if (wrong->wrong > WINDOW_SILENCE ? !missing : !wrong->known)
		return;
	ret->earliest = missing ? wrong->since : wrong->from;
	ret->latest = missing ? wrong->at : wrong->until;
}

void window_report(struct window *window, struct scoreboard *sb)
{
	struct window_finding finding[WINDOW_FINDINGS_MAX];
	unsigned count = window_take(window, finding);

	for (unsigned i = 0; i < count; i++) {
		struct finding ret = { .cycle = finding[i].at, .cause_cycle = finding[i].cause, .rule = finding[i].rule };

		if (is_said(sb, &finding[i]))
			continue;
		snprintf(ret.what, sizeof(ret.what), "start of a frame");
		if (is_of_queue(&finding[i]))
			say_class(sb, &finding[i], &ret);
		else if (finding[i].wrong <= WINDOW_SILENCE)
			say_received(sb, &finding[i], &ret);
		else if (finding[i].wrong == WINDOW_MISSING)
			say_missing(sb, &finding[i], &ret);
		else
			say_undue(sb, &finding[i], &ret);
		give_range(&finding[i], &ret);
		sb->about.traits = finding[i].opposite ? PM_TRAIT_OPPOSITE : 0;
		scoreboard_add(sb, &ret);
		sb->about.traits = 0;
	}
}

void window_exercise(const struct window *window, struct scoreboard *sb)
{
	for (int rule = 0; rule < RULE_COUNT; rule++)
		if (window_tested(window, (enum rule)rule))
			scoreboard_exercise(sb, (enum rule)rule);
}
