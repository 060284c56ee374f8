/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and priority flow control: which classes a port sends frames of after a PFC frame, and its own PFC frames. 802.3 31D; 802.1Q 36.1.3.3;
 * doc/use/judge.md 2. The port is tengig.mac at 10 Gb/s, of which the tests say in addition that the class of a frame is the priority of its tag. */
#include "judge_support.h"

#include "judge/judge_parts.h"
#include "stimulus/cover.h"

#include <stdio.h>
#include <string.h>

enum { FRAME = 64, START = 4000, WIRE = HEAD + FRAME, EACH = WIRE + 12, END = START + WIRE };
enum { QUANTA = 100, TIME = QUANTA * QUANTUM, LIMIT = 28 * QUANTUM /* 614.4 ns are 12; MAC, RS and MAC control have 16 */ };
/* By tengig.mac a class may be resumed 80 octet times late, and data start 40 after that; the limit is more than the first. */
enum { RESUMED = LIMIT + TIME + 40 + 8 };
enum { NO_TAG = 8 };

/* Makes the judge of tengig.mac with MORE lines; FROM, unless it is NULL, becomes TO. */
static struct pm_judge *judge_by(const char *more, const char *from, const char *to, int client_always)
{
	static char text[20000], changed[30000];
	FILE *in = fopen("tests/data/foreign/tengig/tengig.mac", "r");
	size_t size = fread(text, 1, sizeof(text) - 1, in);
	struct pm_judge *judge;
	char message[PM_JUDGE_MESSAGE], *at;
	const struct pm_judge_options options = { .profile = "tengig.mac",
		                                  .profile_text = changed,
		                                  .client_always = client_always };

	fclose(in);
	text[size] = 0;
	at = from ? strstr(text, from) : text + size;
	cr_assert_not_null(at, "%s", from);
	*at = 0;
	cr_assert_lt(
	    (size_t)snprintf(changed, sizeof(changed), "%s%s%s%s", text, from ? to : "", at + (from ? strlen(from) : 0), more),
	    sizeof(changed));
	cr_assert_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_OK, "%s", message);
	return judge;
}

static struct pm_judge *judge_of_classes(int client_always)
{
	return judge_by("pfc classes=priority\n", NULL, NULL, client_always ? PM_JUDGE_CLIENT_CLASSES : 0);
}

static void finish_frame(uint8_t *frame)
{
	frame_put_fcs(frame + FRAME - FRAME_FCS_OCTETS, frame_fcs(frame, FRAME - FRAME_FCS_OCTETS));
}

/* A PFC frame from SOURCE with VECTOR, in which each class of it has the time QUANTA. */
static const uint8_t *pfc(const uint8_t *source, uint8_t vector, uint16_t quanta)
{
	static uint8_t frame[FRAME];

	memset(frame, 0, sizeof(frame));
	memcpy(frame, (const uint8_t[]){ 0x01, 0x80, 0xC2, 0, 0, 1 }, 6);
	memcpy(frame + 6, source, 6);
	memcpy(frame + 12, (const uint8_t[]){ 0x88, 0x08, 0x01, 0x01, 0, vector }, 6);
	for (unsigned i = 0; i < 8; i++)
		if (vector >> i & 1) {
			frame[18 + 2 * i] = (uint8_t)(quanta >> 8);
			frame[19 + 2 * i] = (uint8_t)quanta;
		}
	finish_frame(frame);
	return frame;
}

static void receive(struct pm_judge *judge, uint64_t octets, const uint8_t *frame)
{
	must(judge, pm_judge_frame(judge, PM_JUDGE_RECEIVED, octet(octets), frame, FRAME, 0));
}

/* The port sends a frame of PRIORITY. */
static void send(struct pm_judge *judge, uint64_t octets, unsigned priority)
{
	uint8_t frame[FRAME] = { 2, 0,    0,   0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x81, 0, (uint8_t)(priority << 5),
		                 0, 0x88, 0xB5 };

	if (priority == NO_TAG)
		memcpy(frame + 12, (const uint8_t[]){ 0x88, 0xB5, 0, 0 }, 4);
	finish_frame(frame);
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), frame, FRAME, 0));
}

/* Sends frames of PRIORITY one behind the other, from FROM on, of which none starts after UNTIL. Returns where the next one would start. */
static uint64_t stream(struct pm_judge *judge, uint64_t from, uint64_t until, unsigned priority)
{
	for (; from <= until; from += EACH)
		send(judge, from, priority);
	return from;
}

/* Frees JUDGE after it has finished at the octet time END_AT: the rules that are broken are RULES, between blanks, in the order of time. */
static void expect(struct pm_judge *judge, uint64_t end_at, const char *rules, const char *what)
{
	struct pm_judge_finding finding;
	char found[256] = "", newest[64] = "";

	must(judge, pm_judge_finish(judge, octet(end_at)));
	for (size_t i = 0; !pm_judge_finding(judge, i, &finding); i++) {
		if (!strcmp(newest, finding.rule))
			continue;
		snprintf(newest, sizeof(newest), "%s", finding.rule);
		snprintf(found + strlen(found), sizeof(found) - strlen(found), "%s%s", *found ? " " : "", finding.rule);
	}
	pm_judge_finding(judge, 0, &finding);
	cr_expect_str_eq(found, rules, "%s: '%s', not '%s': %s", what, found, rules, *found ? finding.sentence : "");
	pm_judge_free(judge);
}

/* ---- received PFC frames ---- */

/* The client has frames of class 3 all the time; a PFC frame ends at END, and the port is silent from PAUSES on to RESUMES. */
struct reaction {
	const char *what;
	uint8_t vector, enabled;
	uint16_t quanta;
	bool spoilt;
	uint64_t pauses, resumes;
	const char *rules;
};

static void react(const struct reaction *c, int always)
{
	struct pm_judge *judge = judge_of_classes(always);
	uint8_t frame[FRAME];
	uint64_t next = 40;

	must(judge, pm_judge_control(judge, 0, "pfc_rx", c->enabled));
	memcpy(frame, pfc(partner, c->vector, c->quanta), FRAME);
	frame[FRAME - 1] ^= c->spoilt;
	next = stream(judge, next, START, 3);
	receive(judge, START, frame);
	if (c->pauses)
		next = stream(judge, next, END + c->pauses, 3);
	if (c->resumes)
		next = END + c->resumes - (END + c->resumes) % 4;
	next = stream(judge, next, next + 800, 3);
	expect(judge, next + 8, c->rules, c->what);
}

Test(judge_classes, a_class_is_paused_in_time_and_for_its_time)
{
	static const struct reaction cases[] = {
		{ "kept", 8, 0xFF, QUANTA, false, LIMIT - 2 * EACH, TIME, "" },
		{ "at once", 8, 0xFF, QUANTA, false, 0, TIME, "" },
		{ "as late as allowed", 8, 0xFF, QUANTA, false, LIMIT, RESUMED - 16, "" },
		{ "too late", 8, 0xFF, QUANTA, false, LIMIT + 2 * EACH, TIME, "pfc-response-limit" },
		{ "never", 8, 0xFF, QUANTA, false, TIME, 0, "pfc-response-limit pfc-obeyed" },
		{ "a quantum too short", 8, 0xFF, QUANTA, false, 0, TIME - QUANTUM, "pfc-time" },
		{ "two quanta too long", 8, 0xFF, QUANTA, false, 0, RESUMED + 2 * QUANTUM, "pfc-time" },
		{ "time 0", 8, 0xFF, 0, false, 3000, 0, "" },
		{ "time 0 pauses", 8, 0xFF, 0, false, 0, 3000, "pfc-obeyed" },
		{ "another class", 0xF7, 0xFF, QUANTA, false, TIME, 0, "" },
		{ "another class pauses", 0xF7, 0xFF, QUANTA, false, 0, TIME, "pfc-obeyed" },
		{ "disabled", 8, 0xF7, QUANTA, false, TIME, 0, "" },
		{ "disabled and obeyed", 8, 0xF7, QUANTA, false, 0, TIME, "pfc-ignore" },
		{ "a wrong FCS", 8, 0xFF, QUANTA, true, TIME, 0, "" },
		{ "a wrong FCS and obeyed", 8, 0xFF, QUANTA, true, 0, TIME, "pfc-valid" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		react(&cases[i], 1);
}

Test(judge_classes, without_a_client_that_always_has_a_frame_only_data_that_come_early_are_found)
{
	static const struct reaction cases[] = {
		{ "kept", 8, 0xFF, QUANTA, false, LIMIT - 2 * EACH, TIME, "" },
		{ "too late", 8, 0xFF, QUANTA, false, LIMIT + 2 * EACH, TIME, "pfc-response-limit" },
		{ "a quantum too short", 8, 0xFF, QUANTA, false, 0, TIME - QUANTUM, "pfc-obeyed" },
		{ "two quanta too long", 8, 0xFF, QUANTA, false, 0, RESUMED + 2 * QUANTUM, "" },
		{ "disabled and obeyed", 8, 0xF7, QUANTA, false, 0, TIME, "" },
		{ "a wrong FCS and obeyed", 8, 0xFF, QUANTA, true, 0, TIME, "" },
	};
	struct pm_judge *judge = judge_of_classes(0);

	cr_expect(!is_undecided(judge, "pfc-obeyed") && !is_undecided(judge, "pfc-response-limit"));
	cr_expect(is_undecided(judge, "pfc-time") && is_undecided(judge, "pfc-ignore") && is_undecided(judge, "pfc-valid"));
	pm_judge_free(judge);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		react(&cases[i], 0);
}

Test(judge_classes, a_frame_replaces_the_time_of_the_one_before_it)
{
	static const struct {
		uint16_t second;
		uint64_t resumes; /* from the end of the second frame on */
		const char *rules;
	} cases[] = { { 10, 10 * QUANTUM, "" },  { 10, TIME, "pfc-time" },   { 0, 16, "" },
		      { 0, TIME, "pfc-obeyed" }, { 200, 200 * QUANTUM, "" }, { 200, TIME, "pfc-time" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of_classes(1);
		uint64_t next, second = START + 2000;
		stream(judge, 40, START, 3);
		receive(judge, START, pfc(partner, 8, QUANTA));
		receive(judge, second, pfc(partner, 8, cases[i].second));
		next = second + WIRE + cases[i].resumes;
		next = stream(judge, next, next + 300, 3);
		expect(judge, next + 8, cases[i].rules, "");
	}
}

/* A client that has stopped has no time to stop once more when a newer frame comes, unless the older pause was over by then. */
Test(judge_classes, a_new_time_gives_a_class_that_is_paused_no_more_time_to_stop)
{
	enum { SECOND = START + 4000, SECOND_END = SECOND + WIRE, OVER = (SECOND_END - END) / QUANTUM };
	static const struct {
		const char *what;
		uint16_t first;
		uint64_t resumes, until; /* frames of the class start from then on; 0: none do; and up to then */
		const char *rules;
	} cases[] = { { "it stays paused", QUANTA, 0, 0, "" },
		      { "it goes on", QUANTA, SECOND_END + 500, SECOND_END + 600, "pfc-time" },
		      { "the first time was over", OVER / 2, END + OVER / 2 * QUANTUM, SECOND_END + LIMIT, "" },
		      { "the first time was over, and it stops too late", OVER / 2, END + OVER / 2 * QUANTUM,
		        SECOND_END + LIMIT + 2 * EACH, "pfc-response-limit" },
		      { "the first time may have been over", OVER, SECOND_END + 100, SECOND_END + LIMIT, "" },
		      { "the first time was not over", OVER + 4, SECOND_END + 100, SECOND_END + 200, "pfc-time" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of_classes(1);
		uint64_t next = SECOND_END + TIME, at = cases[i].resumes - cases[i].resumes % 4;
		stream(judge, 40, START, 3);
		receive(judge, START, pfc(partner, 8, cases[i].first));
		for (bool received = false; !received;) {
			received = !at || at > SECOND;
			if (received)
				receive(judge, SECOND, pfc(partner, 8, QUANTA));
			else
				at = stream(judge, at, SECOND, 3);
		}
		if (at)
			stream(judge, at, cases[i].until, 3);
		next = stream(judge, next, next + 300, 3);
		expect(judge, next + 8, cases[i].rules, cases[i].what);
	}
}

/* The sentence of a finding says which PFC frame paused the class. */
Test(judge_classes, a_finding_says_which_frame_paused_the_class)
{
	static const struct {
		uint64_t at;
		const char *rule, *says;
	} cases[] = { { END + LIMIT + 100 - 4, "pfc-response-limit", "pauses class 3, whose frames stop by 4691.200 ns" },
		      { END + 2 * LIMIT + 100, "pfc-time", "the newest PFC frame that class 3 obeys ended at" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of_classes(1);
		struct pm_judge_finding finding;
		stream(judge, 40, START, 3);
		receive(judge, START, pfc(partner, 8, QUANTA));
		send(judge, cases[i].at - cases[i].at % 4, 3);
		must(judge, pm_judge_finish(judge, octet(END + TIME)));
		cr_assert(!pm_judge_finding(judge, 0, &finding));
		cr_expect_str_eq(finding.rule, cases[i].rule);
		cr_expect(strstr(finding.why, cases[i].says), "%s", finding.why);
		pm_judge_free(judge);
	}
}

/* One class flows while the other one is paused; when both are, the wire may be idle until the first time is over. */
Test(judge_classes, the_wire_is_idle_only_if_all_classes_that_the_client_has_may_be_paused)
{
	static const struct {
		uint8_t vector;
		bool flows; /* class 0 does in the pause */
		unsigned then;
		const char *rules;
	} cases[] = { { 8, true, 3, "" },
		      { 8, false, 3, "pfc-obeyed" },
		      { 9, false, 3, "" },
		      { 9, true, 3, "pfc-response-limit pfc-obeyed" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of_classes(1);
		uint64_t next = stream(judge, 40, START - 1000, 0);
		next = stream(judge, next, START, 3);
		receive(judge, START, pfc(partner, cases[i].vector, QUANTA));
		if (cases[i].flows)
			stream(judge, next, END + TIME, 0);
		next = stream(judge, END + TIME + EACH, END + TIME + 500, cases[i].then);
		expect(judge, next + 8, cases[i].rules, "");
	}
}

/* The first frame of one queue keeps those behind it waiting: the wire may be idle as long as the class of the frame that ends the silence may be paused. */
Test(judge_classes, a_client_of_one_queue_waits_for_the_class_of_its_first_frame)
{
	static const struct {
		uint8_t vector, enabled;
		uint64_t resumes;
		unsigned then;
		const char *rules;
	} cases[] = { { 8, 0xFF, TIME, 3, "" },
		      { 8, 0xFF, RESUMED - 16, 3, "" },
		      { 8, 0xFF, RESUMED + 2 * QUANTUM, 3, "pfc-time" },
		      { 8, 0xFF, TIME, 0, "pfc-obeyed" },
		      { 8, 0xFF, TIME, NO_TAG, "pfc-obeyed" },
		      { 9, 0xFF, TIME, 0, "" },
		      { 8, 0xF7, TIME, 3, "pfc-ignore" },
		      { 8, 0xFF, RESUMED + 2 * QUANTUM, 0, "pfc-obeyed" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_by("pfc classes=priority\n", NULL, NULL, PM_JUDGE_CLIENT_ALWAYS);
		uint64_t next, at = END + cases[i].resumes - (END + cases[i].resumes) % 4;
		char what[32];
		must(judge, pm_judge_control(judge, 0, "pfc_rx", cases[i].enabled));
		next = stream(judge, 40, START - 1000, 0);
		stream(judge, next, START, 3);
		receive(judge, START, pfc(partner, cases[i].vector, QUANTA));
		next = stream(judge, at, at + 500, cases[i].then);
		snprintf(what, sizeof(what), "one queue, case %zu", i);
		expect(judge, next + 8, cases[i].rules, what);
	}
}

Test(judge_classes, a_client_with_frames_of_no_class_is_never_paused)
{
	struct pm_judge *judge = judge_of_classes(1);
	uint64_t next = stream(judge, 40, START, NO_TAG);

	receive(judge, START, pfc(partner, 0xFF, QUANTA));
	next = stream(judge, END + TIME, END + TIME + 500, NO_TAG);
	expect(judge, next + 8, "pfc-obeyed", "a pause of all classes");
	judge = judge_by("pfc classes=priority untagged=0\n", NULL, NULL, PM_JUDGE_CLIENT_CLASSES);
	stream(judge, 40, START, NO_TAG);
	receive(judge, START, pfc(partner, 1, QUANTA));
	next = stream(judge, END + TIME, END + TIME + 500, NO_TAG);
	expect(judge, next + 8, "", "a pause of the class of frames without a tag");
}

/* Without the line nobody knows of which class a frame is: while any class may be paused, nothing comes late. */
Test(judge_classes, where_classes_are_not_known_nothing_is_late_in_a_pause)
{
	struct pm_judge *judge = judge_by("", NULL, NULL, 1);
	uint64_t next = stream(judge, 40, START, 3);

	receive(judge, START, pfc(partner, 1, QUANTA));
	next = stream(judge, END + TIME, END + TIME + 500, 3);
	cr_expect(is_undecided(judge, "pfc-obeyed"));
	expect(judge, next + 8, "", "a pause of a class");
}

/* ---- the port's own PFC frames ---- */

static const uint8_t station[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };

static void send_pfc(struct pm_judge *judge, uint64_t octets, uint8_t vector, uint16_t quanta)
{
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), pfc(station, vector, quanta), FRAME, 0));
}

Test(judge_classes, own_pfc_frames_name_classes_and_their_times)
{
	static const struct {
		uint8_t vector;
		uint16_t quanta;
		const char *rules;
	} cases[] = { { 8, 77, "" }, { 8, 0, "" }, { 8, 78, "pfc-tx-format" }, { 0, 0, "pfc-tx-format" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_by("", NULL, NULL, 0);
		must(judge, pm_judge_control(judge, 0, "pfc_quanta3", 77));
		send_pfc(judge, START, cases[i].vector, cases[i].quanta);
		cr_expect(is_undecided(judge, "pfc-tx"));
		expect(judge, 2 * START, cases[i].rules, "");
	}
}

/* 31D.2: the first octet of the vector and those behind the times are reserved. The receiver ignores the time of a class that is not in the vector, so that
 * a profile may leave it open. */
Test(judge_classes, own_pfc_frames_have_zeros_in_reserved_octets)
{
	static const struct {
		const char *freedom;
		unsigned at;
		const char *rules;
	} cases[] = { { "", 16, "pfc-tx-format" },        { "", 34, "pfc-tx-format" },
		      { "", 59, "pfc-tx-format" },        { "", 19, "pfc-tx-format" },
		      { "", 33, "pfc-tx-format" },        { "freedom PfcTimes=1\n", 19, "" },
		      { "freedom PfcTimes=1\n", 33, "" }, { "freedom PfcTimes=1\n", 34, "pfc-tx-format" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_by(cases[i].freedom, NULL, NULL, 0);
		uint8_t frame[FRAME];
		memcpy(frame, pfc(station, 8, 0xFFFF), FRAME);
		frame[cases[i].at] = 1;
		finish_frame(frame);
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(START), frame, FRAME, 0));
		expect(judge, 2 * START, cases[i].rules, "a reserved octet");
	}
}

Test(judge_classes, own_pfc_frames_of_one_class_each)
{
	for (uint8_t vector = 8; vector < 16; vector += 4) {
		struct pm_judge *judge = judge_by("freedom PfcVector=1\n", NULL, NULL, 0);
		send_pfc(judge, START, vector, 0xFFFF);
		expect(judge, 2 * START, vector == 8 ? "" : "pfc-tx-format", "");
	}
}

/* Of a MAC whose requests do not follow from its frames only the vector says whether a class may be in it. A frame may have been decided before a write. */
Test(judge_classes, own_pfc_frames_name_classes_that_are_enabled)
{
	enum { LONG_BEFORE = 1000, BEFORE = 16 };
	static const char pulses[] = "sends by=pulse refresh=none",
			  again[] = "sends by=level refresh=none xon=yes\nfreedom XoffAgain=1";
	static const struct {
		const char *sends, *freedom;
		uint8_t enabled, vector;
		uint64_t before;
		const char *rules;
	} cases[] = { { pulses, "", 0x09, 8, LONG_BEFORE, "" },
		      { pulses, "", 0xF7, 8, LONG_BEFORE, "pfc-tx" },
		      { pulses, "", 0xF7, 8, BEFORE, "" },
		      { pulses, "", 0x09, 0, LONG_BEFORE, "pfc-tx-format" },
		      { pulses, "", 0, 0, BEFORE, "" },
		      { pulses, "freedom PfcVector=1\n", 0xF7, 8, LONG_BEFORE, "pfc-tx" },
		      { pulses, "freedom PfcVector=1\n", 0, 0, BEFORE, "" },
		      { pulses, "freedom PfcVector=2\n", 0x09, 0x09, LONG_BEFORE, "" },
		      { pulses, "freedom PfcVector=2\n", 0x09, 8, LONG_BEFORE, "pfc-tx-format" },
		      { pulses, "freedom PfcVector=2\n", 0, 0, LONG_BEFORE, "pfc-tx-format" },
		      { pulses, "freedom PfcVector=2\n", 0, 0, BEFORE, "" },
		      { again, "", 0x09, 8, LONG_BEFORE, "" },
		      { again, "", 0xF7, 8, LONG_BEFORE, "pfc-tx" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_by(cases[i].freedom, pulses, cases[i].sends, 0);
		char what[16];
		receive(judge, START - 2 * LONG_BEFORE, pfc(partner, 0, 0));
		must(judge, pm_judge_control(judge, octet(START - cases[i].before), "pfc_tx", cases[i].enabled));
		send_pfc(judge, START, cases[i].vector, 0xFFFF);
		snprintf(what, sizeof(what), "case %zu", i);
		expect(judge, 2 * START, cases[i].rules, what);
	}
}

/* The vector says which classes a counter has to count, whoever requested them. */
Test(judge_classes, counters_of_own_pfc_frames_by_class)
{
	static const char lines[] = "counter low at 0x300 width=32 read=keep full=wrap = tx and class0\n"
				    "counter high at 0x304 width=32 read=keep full=wrap = tx and class7\n";
	static const char *const rules[] = { "count-tx", "", "count-tx" };

	for (unsigned n = 0; n < 3; n++) {
		struct pm_judge *judge = judge_by(lines, NULL, NULL, 0);
		must(judge, pm_judge_counter(judge, 0, "low", 0));
		must(judge, pm_judge_counter(judge, 0, "high", 0));
		send_pfc(judge, START, 0x81, 0xFFFF);
		send_pfc(judge, 2 * START, 0x80, 0);
		send_pfc(judge, 3 * START, 0x08, 0xFFFF);
		must(judge, pm_judge_counter(judge, octet(4 * START), "low", n));
		must(judge, pm_judge_counter(judge, octet(4 * START), "high", n + 1));
		expect(judge, 5 * START, rules[n], "");
	}
}

/* A client that sends PFC frames, too, may have sent them: the MAC counts its own ones alone. */
Test(judge_classes, counters_by_class_of_a_client_that_sends_control_frames)
{
	static const char before[] = "lacks underrun, xon\n";

	for (unsigned n = 0; n < 2; n++) {
		char lines[128];
		struct pm_judge *judge;
		snprintf(lines, sizeof(lines), "%scounter low at 0x300 width=32 read=keep full=wrap = tx and class3\n", before);
		judge = judge_of(&(struct pm_judge_options){
		    .profile = "tengig.mac",
		    .profile_text = profile_with("tests/data/foreign/tengig/tengig.mac", before, lines),
		    .client_control = 1 });
		must(judge, pm_judge_counter(judge, 0, "low", 0));
		send_pfc(judge, START, 8, 0xFFFF);
		must(judge, pm_judge_counter(judge, octet(2 * START), "low", n));
		expect(judge, 3 * START, "", "");
	}
}

/* A MAC that sends by levels: each class has the order of PAUSE frames. */
Test(judge_classes, own_pfc_frames_follow_the_levels_of_the_classes)
{
	enum { PERIOD = 200 * QUANTUM };
	static const struct {
		struct {
			uint64_t at;
			uint8_t vector;
			uint16_t quanta;
		} frame[3];
		const char *rules;
	} cases[] = {
		{ { { START, 8, 0xFFFF }, { START + 3000, 8, 0 } }, "" },
		{ { { START, 8, 0xFFFF }, { START + 3000, 8, 0 }, { START + 6000, 8, 0 } }, "pfc-tx" },
		{ { { START, 8, 0xFFFF }, { START + WIRE + PERIOD + 24, 8, 0xFFFF }, { START + 2 * WIRE + PERIOD + 2000, 8, 0 } },
		  "" },
		{ { { START, 8, 0xFFFF }, { START + PERIOD / 2, 8, 0xFFFF }, { START + PERIOD, 8, 0 } }, "pfc-tx" },
		{ { { START, 8, 0xFFFF }, { START + WIRE + PERIOD + 4000, 8, 0xFFFF }, { START + 2 * PERIOD, 8, 0 } }, "pfc-tx" },
		{ { { START, 8, 0xFFFF }, { START + 3000, 1, 0xFFFF }, { START + 6000, 9, 0 } }, "" },
		{ { { START, 0x40, 0xFFFF }, { START + 6000, 0x40, 0 } }, "pfc-tx" }, /* disabled */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_by("", "sends by=pulse refresh=none",
		                                  "lacks fault\nsends by=level refresh=end period=200 xon=yes", 0);
		uint64_t newest = 0;
		char what[32];
		must(judge, pm_judge_control(judge, 0, "pfc_tx", 0xBF));
		for (unsigned k = 0; k < 3 && cases[i].frame[k].at; k++) {
			newest = cases[i].frame[k].at;
			send_pfc(judge, newest, cases[i].frame[k].vector, cases[i].frame[k].quanta);
		}
		cr_expect(!is_undecided(judge, "pfc-tx"));
		snprintf(what, sizeof(what), "case %zu", i);
		expect(judge, newest + 1000, cases[i].rules, what);
	}
}

/* 46.3.4.3: in a link fault a MAC sends nothing, so that a refresh may come late in a capture, which has no faults. The lanes of the receive wire tell. */
Test(judge_classes, a_fault_that_nobody_sees_may_have_held_a_refresh)
{
	enum { PERIOD = 200 * QUANTUM, CLOCK = 6400 };
	static const uint64_t idle = 0x0707070707070707, local_fault = 0x070707070100009C;
	static const struct {
		bool seen, fault;
		const char *rules;
	} cases[] = { { false, false, "" }, { true, false, "pfc-tx" }, { true, true, "" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_by("", "sends by=pulse refresh=none",
		                                  "sends by=level refresh=end period=200 xon=yes", 0);
		if (cases[i].seen)
			must(judge, pm_judge_xgmii(judge, PM_JUDGE_RECEIVED, octet(8), CLOCK, cases[i].fault ? local_fault : idle,
			                           cases[i].fault ? 0xF1 : 0xFF));
		send_pfc(judge, START, 8, 0xFFFF);
		send_pfc(judge, START + WIRE + PERIOD + 4000, 8, 0xFFFF);
		expect(judge, START + WIRE + PERIOD + 5000, cases[i].rules, "a late refresh");
	}
}

/* Two PFC frames pause the class: the first one, over at FIRST_END, up to FIRST_END + 200 quanta, and the second one from the latency `inhibit 56 80` after its
 * end on. Between both times, which may be wrong, the class may be free. */
Test(judge_classes, a_class_may_be_free_between_two_pauses_within_the_error_of_times)
{
	enum {
		FIRST_END = START + WIRE,
		OVER = FIRST_END + 200 * QUANTUM,
		KNOWN = OVER - 300,
		CLOSE = OVER - 40,
		DATA = OVER - 200
	};
	static const struct {
		const char *what;
		uint64_t error, second, data; /* octet times */
		const char *rule;
	} cases[] = { { "a large error", 1200, KNOWN, DATA, NULL },
		      { "two errors of 110", 110, KNOWN, DATA, NULL },
		      { "two errors of 90", 90, KNOWN, DATA, "pfc-obeyed" },
		      { "exact times", 0, KNOWN, DATA, "pfc-obeyed" },
		      { "the second one is known", 0, KNOWN, OVER + 4, "pfc-obeyed" },
		      { "the second one need not be known", 0, CLOSE, OVER + 4, NULL } };
	const char *profile = "tests/data/foreign/tengig/tengig.mac";

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){
		    .profile = profile,
		    .profile_text = profile_with(profile, "lacks underrun", "pfc classes=priority\nlacks underrun"),
		    .time_error_ps = octet(cases[i].error) });
		must(judge, pm_judge_control(judge, 0, "pfc_rx", 0xFF));
		receive(judge, FIRST_END - WIRE, pfc(partner, 8, 200));
		receive(judge, cases[i].second - WIRE, pfc(partner, 8, 300));
		send(judge, cases[i].data, 3);
		expect_first(judge, octet(cases[i].data + 2000), cases[i].rule, cases[i].what);
	}
}

/* A PFC frame of time 0 may have come before data whose time is earlier by no more than both errors. */
Test(judge_classes, a_class_may_be_free_by_a_frame_whose_time_is_later)
{
	enum { ERROR = 1000, ZERO_END = 20000 };
	const char *profile = "tests/data/foreign/tengig/tengig.mac";

	for (unsigned early = 0; early < 2; early++) {
		const uint64_t at = ZERO_END - 2 * ERROR + (early ? -100 : 100);
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){
		    .profile = profile,
		    .profile_text = profile_with(profile, "lacks underrun", "pfc classes=priority\nlacks underrun"),
		    .time_error_ps = octet(ERROR) });
		must(judge, pm_judge_control(judge, 0, "pfc_rx", 0xFF));
		receive(judge, START, pfc(partner, 8, 0xFFFF));
		send(judge, at, 3);
		receive(judge, ZERO_END - WIRE, pfc(partner, 8, 0));
		expect_first(judge, octet(2 * ZERO_END), early ? "pfc-obeyed" : NULL, "time 0");
	}
}

/* By `latency write 0 32` of tengig.mac a class may be enabled or not at the end of a PFC frame within which that changes. */
Test(judge_classes, a_frame_close_to_a_write_of_its_classes_is_obeyed_or_not)
{
	static const struct {
		uint64_t before;
		const char *rule;
	} cases[] = { { 12, NULL }, { 28, NULL }, { 60, "pfc-obeyed" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of_classes(0);
		must(judge, pm_judge_control(judge, 0, "pfc_rx", 0xF7));
		receive(judge, START, pfc(partner, 8, 0xFFFF));
		must(judge, pm_judge_control(judge, octet(END - cases[i].before), "pfc_rx", 0xFF));
		send(judge, END + 2 * LIMIT + 1000, 3);
		expect_first(judge, octet(END + 3 * LIMIT + 1000), cases[i].rule, "a write");
	}
}

/* ---- what puts a rule about classes to the test: frames of the class, and not that a PFC frame came ---- */

enum { RULES_OF_CLASSES = 4, UNTIL = END + LIMIT + TIME };
static const enum rule rules_of_classes[RULES_OF_CLASSES] = { RULE_PFC_OBEYED, RULE_PFC_TIME, RULE_PFC_RESPONSE_LIMIT,
	                                                      RULE_PFC_VALID };

Test(judge_classes, frames_of_the_class_put_a_rule_to_the_test)
{
	static const struct {
		const char *what;
		bool valid;
		uint64_t before, within, after; /* starts of frames of class 3; 0: there is none */
		bool decided[RULES_OF_CLASSES];
		uint64_t tested;
	} cases[] = {
		{ "nothing but the PFC frame", true, 0, 0, 0, { false, false, false, false }, 0 },
		{ "a frame before it alone", true, 2000, 0, 0, { false, false, false, false }, 0 },
		{ "frames before it and when it is over", true, 2000, 0, UNTIL + 8, { true, true, true, false }, 1 },
		{ "frames before it and much later", true, 2000, 0, UNTIL + 5000, { false, false, false, false }, 0 },
		{ "a frame when it is over alone", true, 0, 0, UNTIL + 8, { false, false, false, false }, 0 },
		{ "no PFC frame, and a frame in its time", false, 2000, END + LIMIT + 400, 0, { false, false, false, true }, 0 },
		{ "no PFC frame, and a frame behind its time", false, 2000, 0, UNTIL + 8, { false, false, false, false }, 0 }
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of_classes(false);
		uint8_t frame[FRAME];
		cr_assert_eq(scoreboard_cover(judge->sb), 0);
		must(judge, pm_judge_control(judge, 0, "station", 0x001122334455));
		must(judge, pm_judge_control(judge, 0, "pfc_rx", 0xFF));
		memcpy(frame, pfc(partner, 1 << 3, QUANTA), FRAME);
		frame[FRAME - 1] ^= !cases[i].valid;
		send(judge, 1000, 5);
		if (cases[i].before)
			send(judge, cases[i].before, 3);
		receive(judge, START, frame);
		for (uint64_t busy = END + 100; busy < END + LIMIT; busy += 200)
			send(judge, busy, 5);
		if (cases[i].within)
			send(judge, cases[i].within, 3);
		if (cases[i].after)
			send(judge, cases[i].after, 3);
		must(judge, pm_judge_finish(judge, octet(100000)));
		expect_finding(judge, 0, NULL, cases[i].what);
		for (size_t rule = 0; rule < RULES_OF_CLASSES; rule++)
			cr_expect_eq(scoreboard_covered(judge->sb)->has[rules_of_classes[rule]], cases[i].decided[rule], "%s: %s",
			             cases[i].what, rule_table[rules_of_classes[rule]].name);
		cr_expect_eq(scoreboard_cover_counts(judge->sb)->tested, cases[i].tested, "%s", cases[i].what);
		cr_expect_eq(scoreboard_cover_counts(judge->sb)->pfcs, cases[i].valid, "%s", cases[i].what);
		pm_judge_free(judge);
	}
}
