/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and readings of counters: each one is compared, or it is said why not. doc/use/judge.md 4. */
#include "judge_support.h"

#include "judge/judge_parts.h"

enum { FRAMES = 5, EACH = 1000 };

/* Sends FRAMES good frames of 64 octets. */
static struct pm_judge *judge_sent(void)
{
	struct pm_judge *judge = judge_of(&(struct pm_judge_options){ .profile = gige, .damaged_seen = 1 });
	uint8_t frame[64] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };

	frame_put_fcs(frame + 60, frame_fcs(frame, 60));
	for (unsigned i = 0; i < FRAMES; i++)
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(i * EACH), frame, sizeof(frame), 0));
	return judge;
}

Test(judge_counters, a_reading_at_the_time_of_the_end_is_compared)
{
	static const uint64_t ahead_ps[] = { 0, 1, OCTET_PS, 100 * OCTET_PS };
	static const struct {
		uint64_t value;
		const char *rule;
	} cases[] = { { FRAMES, NULL }, { FRAMES - 1, "count-tx" }, { 999, "count-tx" } };

	for (size_t a = 0; a < sizeof(ahead_ps) / sizeof(ahead_ps[0]); a++)
		for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
			struct pm_judge *judge = judge_sent();
			must(judge,
			     pm_judge_counter(judge, at(FRAMES * EACH) - ahead_ps[a], "aFramesTransmittedOK", cases[i].value));
			cr_expect(!is_undecided(judge, "count-tx"));
			expect_only(judge, at(FRAMES * EACH), cases[i].rule, "aFramesTransmittedOK");
		}
}

/* Frames of one time follow each other on their wire, and what comes meanwhile on the other one, and the readings, do not wait for them. */
Test(judge_counters, frames_of_one_time_follow_each_other_on_each_wire)
{
	enum { MANY = 12, ERROR = 600, READ = 2000 };
	uint8_t frame[64] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };

	frame_put_fcs(frame + 60, frame_fcs(frame, 60));
	for (unsigned wrong = 0; wrong < 2; wrong++) {
		struct pm_judge *judge = judge_of(
		    &(struct pm_judge_options){ .profile = gige, .damaged_seen = 1, .time_error_ps = ERROR * OCTET_PS });
		for (unsigned i = 0; i < 2 * MANY; i++)
			must(judge,
			     pm_judge_frame(judge, i < MANY ? PM_JUDGE_RECEIVED : PM_JUDGE_SENT, at(0), frame, sizeof(frame), 0));
		must(judge, pm_judge_counter(judge, at(READ), "aFramesTransmittedOK", MANY + wrong));
		expect_first(judge, at(2 * READ), wrong ? "count-tx" : NULL, "frames of one time");
	}
}

/* The time of a frame may be wrong, that of a reading is not. By `latency sent 1 1` of gige.mac the frame counts with its last octet. */
Test(judge_counters, the_time_of_a_frame_may_be_wrong_by_the_error_and_that_of_a_reading_is_right)
{
	enum { ERROR = 100, START = 500, LAST = START + HEAD + 64, LATER = 2 };
	static const struct {
		const char *what, *rule;
		uint64_t read, value;
	} cases[] = { { "it came earlier than it says", NULL, LAST - ERROR + LATER, 1 },
		      { "it came much earlier", "count-tx", LAST - ERROR - 2 * LATER, 1 },
		      { "it came later than it says", NULL, LAST + ERROR - LATER, 0 },
		      { "it came much later", "count-tx", LAST + ERROR + 2 * LATER, 0 },
		      { "it came before", NULL, LAST + ERROR + 2 * LATER, 1 } };
	uint8_t frame[64] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };

	frame_put_fcs(frame + 60, frame_fcs(frame, 60));
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(
		    &(struct pm_judge_options){ .profile = gige, .damaged_seen = 1, .time_error_ps = ERROR * OCTET_PS });
		bool first = cases[i].read < START;
		must(judge, pm_judge_reset(judge, at(0), 100 * OCTET_PS));
		if (!first)
			must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(START), frame, sizeof(frame), 0));
		must(judge, pm_judge_counter(judge, at(cases[i].read), "aFramesTransmittedOK", cases[i].value));
		if (first)
			must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(START), frame, sizeof(frame), 0));
		expect_only(judge, at(EACH), cases[i].rule, cases[i].what);
	}
}

/* Returns how many counters of gige there are; RET_NAME: their names. */
static size_t names(struct pm_judge *judge, const char *ret_name[JUDGE_COUNTERS_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < judge->profile->page.count; i++)
		if (judge->profile->page.rows[i].kind == REG_COUNTER)
			ret_name[count++] = judge->profile->page.rows[i].name;
	return count;
}

/* A dump of all counters has one time. Nothing was on the wires, so that each one shows 0. */
Test(judge_counters, each_reading_of_one_clock_is_compared)
{
	const char *name[JUDGE_COUNTERS_MAX];
	size_t count = 1;

	for (size_t wrong = 0; wrong < count; wrong++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){ .profile = gige, .damaged_seen = 1 });
		struct pm_judge_finding finding;
		must(judge, pm_judge_reset(judge, at(0), 100 * OCTET_PS));
		count = names(judge, name);
		cr_assert_gt(count, 20);
		for (size_t i = 0; i < count; i++)
			must(judge, pm_judge_counter(judge, at(EACH), name[i], i == wrong));
		must(judge, pm_judge_finish(judge, at(2 * EACH)));
		cr_expect_eq(pm_judge_findings(judge), 1, "%s: %d findings", name[wrong], (int)pm_judge_findings(judge));
		cr_expect(!pm_judge_finding(judge, 0, &finding) && strstr(finding.sentence, name[wrong]), "%s", name[wrong]);
		cr_expect(!is_undecided(judge, name[wrong]), "%s", name[wrong]);
		pm_judge_free(judge);
	}
}

/* The window of a reading lasts beyond more readings than were ever kept. */
Test(judge_counters, thousands_of_readings_within_a_window_are_compared)
{
	enum { READINGS = 5000, WRONG = 3 };
	struct pm_judge *judge = judge_sent();

	for (unsigned i = 0; i < READINGS; i++)
		must(judge,
		     pm_judge_counter(judge, at(FRAMES * EACH), "aFramesTransmittedOK", i % (READINGS / WRONG) ? FRAMES : 0));
	must(judge, pm_judge_finish(judge, at(FRAMES * EACH)));
	cr_expect_eq(pm_judge_findings(judge), WRONG + 1);
	pm_judge_free(judge);
}

/* Which counters were read and not compared is said, each with the reason. */
Test(judge_counters, a_reading_that_is_not_compared_is_listed)
{
	struct pm_judge *judge = judge_of(&(struct pm_judge_options){ .profile = gige });

	must(judge, pm_judge_counter(judge, 0, "tx_xoff", 3));
	must(judge, pm_judge_counter(judge, 0, "tx_xon", 3));
	must(judge, pm_judge_reset(judge, at(0), 100 * OCTET_PS));
	must(judge, pm_judge_counter(judge, at(EACH), "etherStatsJabbers", 7));
	must(judge, pm_judge_counter(judge, at(EACH), "tx_xoff", 3));
	cr_expect(is_undecided(judge, "etherStatsJabbers"));
	cr_expect(is_undecided(judge, "tx_xon"));
	cr_expect(!is_undecided(judge, "tx_xoff"));
	must(judge, pm_judge_lost(judge, PM_JUDGE_SENT, at(2 * EACH)));
	must(judge, pm_judge_counter(judge, at(3 * EACH), "tx_xoff", 99));
	must(judge, pm_judge_counter(judge, at(3 * EACH), "tx_xon", 99));
	must(judge, pm_judge_finish(judge, at(4 * EACH)));
	cr_expect(is_undecided(judge, "tx_xoff"));
	cr_expect(is_undecided(judge, "tx_xon"));
	pm_judge_free(judge);
}

/* A counter that was read before the first frame begins anew with a reset. */
Test(judge_counters, a_reset_forgets_where_a_counter_began)
{
	static const struct {
		uint64_t after;
		const char *rule;
	} cases[] = { { 0, NULL }, { 41, "count-tx" }, { 1, "count-tx" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){ .profile = gige, .damaged_seen = 1 });
		must(judge, pm_judge_counter(judge, 0, "aFramesTransmittedOK", 41));
		must(judge, pm_judge_reset(judge, at(0), 100 * OCTET_PS));
		must(judge, pm_judge_counter(judge, at(EACH), "aFramesTransmittedOK", cases[i].after));
		expect_only(judge, at(2 * EACH), cases[i].rule, "aFramesTransmittedOK");
	}
}

/* A counter that sticks at its end shows that, and one whose end is not reached does not. It began at an earlier reading. */
Test(judge_counters, all_ones_of_a_counter_that_sticks_are_compared)
{
	static const struct {
		uint64_t before, after;
		const char *rule;
	} cases[] = { { 0, UINT32_MAX, "count-tx" },
		      { 7, 8, NULL },
		      { UINT32_MAX - 3, UINT32_MAX, "count-tx" },
		      { UINT32_MAX - 1, UINT32_MAX, NULL },
		      { UINT32_MAX, UINT32_MAX, NULL },
		      { UINT32_MAX, 0, "count-tx" } };
	static const char profile[] = "tests/data/profiles/i82598.mac";
	static const uint8_t station[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };
	uint8_t frame[PAUSE_FRAME_OCTETS];

	frame_pause(frame, station, 0xFFFF);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){
		    .profile = profile,
		    .profile_text = profile_with(profile, "LXOFFTXC at 0x3F68 read=clear", "LXOFFTXC at 0x3F68 read=keep") });
		char what[64];
		snprintf(what, sizeof(what), "from %llu to %llu", (unsigned long long)cases[i].before,
		         (unsigned long long)cases[i].after);
		must(judge, pm_judge_control(judge, 0, "quanta", 0xFFFF));
		must(judge, pm_judge_counter(judge, 0, "LXOFFTXC", cases[i].before));
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(1000), frame, sizeof(frame), 0));
		must(judge, pm_judge_counter(judge, octet(9000), "LXOFFTXC", cases[i].after));
		must(judge, pm_judge_finish(judge, octet(9000)));
		cr_expect_eq(pm_judge_findings(judge), cases[i].rule != NULL, "%s", what);
		expect_finding(judge, 0, cases[i].rule, what);
		pm_judge_free(judge);
	}
}
