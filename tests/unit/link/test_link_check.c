/* SPDX-License-Identifier: Apache-2.0 */
/* The link's own rules: each one passes on a good history and fails on a broken one. */
#include "link/check/link_check.h"

#include <criterion/criterion.h>
#include <string.h>

#define US UINT64_C(1000000)
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* 1 Gb/s, 1 us of cable each way, frames of 1518 octets, marks 40 and 80. */
static struct link_check_config plain_config(void)
{
	struct link_check_config config = { .delay_ps = { US, US } };

	for (unsigned i = 0; i < LINK_ENDS; i++)
		config.end[i] = (struct link_check_end){
			.promised = true,
			.refreshes = true,
			.headroom = 40,
			.resume = 80,
			.longest = 1518,
			.octet_ps = 8000,
			.reaction_ps = US,
			.load = 1,
			.host_share = 1,
		};
	return config;
}

/* Makes a fact at US microseconds. */
static struct link_fact fact(double us, enum link_fact_kind kind, unsigned end, uint64_t value)
{
	return (struct link_fact){
		.time_ps = (uint64_t)(us * 1e6),
		.kind = kind,
		.end = end,
		.number = value,
		.len = 1518,
		.value = (uint32_t)value,
	};
}

static struct link_fact left(double us, unsigned end, uint64_t number, enum link_fate fate)
{
	struct link_fact f = fact(us, LINK_LEFT, end, number);

	f.fate = fate;
	return f;
}

static struct link_fact left_pause(double us, unsigned end, uint32_t quanta, enum link_fate fate)
{
	struct link_fact f = fact(us, LINK_LEFT_PAUSE, end, quanta);

	f.fate = fate;
	return f;
}

static void put(struct link_check *c, struct link_fact f)
{
	cr_assert_eq(link_check_fact(c, &f), 0);
}

/* Frame NUMBER is offered at end a at US, crosses the cable and is delivered. */
static void put_frame(struct link_check *c, double us, uint64_t number)
{
	put(c, fact(us, LINK_OFFERED, 0, number));
	put(c, left(us + 15, 0, number, LINK_CLEAN));
	put(c, fact(us + 17, LINK_DELIVERED, 1, number));
}

static struct link_check *check_new(const struct link_check_config *config)
{
	struct link_check *c = link_check_new(config);

	cr_assert_not_null(c);
	return c;
}

/* Expects COUNT findings, all of RULE and the first at TIME_US (not checked if negative), and releases C. */
static void expect_findings(struct link_check *c, uint64_t count, enum rule rule, double time_us, const char *what)
{
	cr_expect_eq(link_check_findings(c), count, "%s: %llu findings, first %s: %s: %s", what,
	             (unsigned long long)link_check_findings(c),
	             link_check_finding(c, 0) ? rule_table[link_check_finding(c, 0)->plain.rule].name : "none",
	             link_check_finding(c, 0) ? link_check_finding(c, 0)->plain.what : "",
	             link_check_finding(c, 0) ? link_check_finding(c, 0)->plain.actual : "");
	for (size_t i = 0; link_check_finding(c, i); i++)
		cr_expect_eq(link_check_finding(c, i)->plain.rule, rule, "%s: finding %zu is %s: %s: %s", what, i,
		             rule_table[link_check_finding(c, i)->plain.rule].name, link_check_finding(c, i)->plain.what,
		             link_check_finding(c, i)->plain.actual);
	if (count && time_us >= 0 && link_check_finding(c, 0))
		cr_expect_float_eq((double)link_check_finding(c, 0)->time_ps / 1e6, time_us, 1e-6, "%s: at %g us", what,
		                   (double)link_check_finding(c, 0)->time_ps / 1e6);
	link_check_free(c);
}

static void expect_clean(struct link_check *c, const char *what)
{
	expect_findings(c, 0, RULE_COUNT, -1, what);
}

Test(link_check, a_good_history_has_no_finding)
{
	struct link_check_config config = plain_config();
	struct link_check *c;

	config.end[1].load = 0;
	c = check_new(&config);
	put(c, fact(0, LINK_TRAFFIC, 0, 1));
	for (unsigned i = 0; i < 100; i++)
		put_frame(c, 13 * i, i);
	put(c, fact(1300, LINK_TRAFFIC, 0, 0));
	link_check_finish(c, 1400 * US, true);
	cr_expect_eq(link_check_totals(c, 0)->delivered, 100);
	cr_expect_eq(link_check_totals(c, 0)->offered_octets, 151800);
	cr_expect_eq(link_check_waiting(c, 0), 0);
	expect_clean(c, "one direction");
}

Test(link_check, facts_may_come_in_any_order)
{
	struct link_check_config config = plain_config();
	struct link_check *c = check_new(&config);

	put(c, fact(17, LINK_DELIVERED, 1, 0));
	put(c, left(15, 0, 0, LINK_CLEAN));
	link_check_until(c, 0);
	put(c, fact(0, LINK_OFFERED, 0, 0));
	link_check_until(c, 16 * US);
	cr_expect_eq(link_check_waiting(c, 0), 1);
	link_check_finish(c, 50 * US, true);
	expect_clean(c, "sorted by time");
}

Test(link_check, a_frame_that_the_cable_damaged_or_lost_is_no_loss)
{
	struct link_check_config config = plain_config();
	struct link_check *c = check_new(&config);

	put(c, fact(0, LINK_OFFERED, 0, 0));
	put(c, left(15, 0, 0, LINK_DAMAGED));
	put(c, fact(16, LINK_ERRORED, 1, 0));
	put(c, fact(14, LINK_OFFERED, 0, 1));
	put(c, left(30, 0, 1, LINK_LOST));
	put_frame(c, 40, 2);
	link_check_finish(c, 90 * US, true);
	cr_expect(link_check_totals(c, 0)->damaged == 1 && link_check_totals(c, 0)->cable_lost == 1);
	expect_clean(c, "damaged, lost");
}

Test(link_check, a_frame_with_a_damaged_preamble_may_be_taken_or_not)
{
	struct link_check_config config = plain_config();

	for (unsigned taken = 0; taken < 2; taken++) {
		struct link_check *c = check_new(&config);
		put(c, fact(0, LINK_OFFERED, 0, 0));
		put(c, left(15, 0, 0, LINK_DOUBTFUL));
		if (taken)
			put(c, fact(16, LINK_DELIVERED, 1, 0));
		put_frame(c, 20, 1);
		link_check_finish(c, 90 * US, true);
		cr_expect_eq(link_check_totals(c, 0)->delivered, 1 + taken);
		cr_expect_eq(link_check_totals(c, 0)->damaged, 1 - taken);
		expect_clean(c, "preamble");
	}
}

Test(link_check, a_promised_frame_is_lost)
{
	struct link_check_config config = plain_config();

	for (unsigned promised = 0; promised < 2; promised++) {
		struct link_check *c;
		config.end[1].promised = promised;
		c = check_new(&config);
		put(c, fact(0, LINK_OFFERED, 0, 0));
		put(c, left(15, 0, 0, LINK_CLEAN));
		put(c, fact(10, LINK_LEVEL, 1, 39));
		put(c, fact(16, LINK_DROPPED, 1, 0));
		put_frame(c, 20, 1);
		link_check_finish(c, 90 * US, true);
		cr_expect_eq(link_check_totals(c, 0)->lost[LINK_WHY_HEADROOM], 1);
		if (promised)
			cr_expect_eq(link_check_finding(c, 0)->cause_ps, 10 * US, "the crossing");
		expect_findings(c, promised, RULE_LINK_LOST, 16, "dropped");
	}
}

Test(link_check, a_frame_vanishes_whatever_was_promised)
{
	struct link_check_config config = plain_config();
	struct link_check *c;

	config.end[1].promised = false;
	c = check_new(&config);
	put(c, fact(0, LINK_OFFERED, 0, 0));
	put(c, left(15, 0, 0, LINK_CLEAN));
	put_frame(c, 20, 1);
	link_check_finish(c, 90 * US, true);
	expect_findings(c, 1, RULE_LINK_LOST, 90, "nobody said that it was dropped");
}

/* A frame takes 12.3 us and the cable 1 us: the one that leaves it at 11 us was begun before anything could tell its sender to stop, the one that does at 29 us was
 * begun at 15.7 us. An XOFF of 20 quanta holds for 10.24 us. */
Test(link_check, a_loss_has_the_reason_of_its_own_frame)
{
	static const struct {
		const char *what;
		enum link_fate fate;
		double left_us, again_us; /* again: another XOFF reaches the partner, 0: none */
		enum link_fate again;
		enum link_why why;
	} cases[] = {
		{ "on its way before the XOFF", LINK_CLEAN, 11, 0, 0, LINK_WHY_HEADROOM },
		{ "on its way before the XOFF that was damaged", LINK_DAMAGED, 11, 0, 0, LINK_WHY_HEADROOM },
		{ "begun after the XOFF that was damaged", LINK_DAMAGED, 29, 0, 0, LINK_WHY_CABLE },
		{ "begun after the XOFF that was lost", LINK_LOST, 29, 0, 0, LINK_WHY_CABLE },
		{ "begun after the time of the XOFF", LINK_CLEAN, 29, 0, 0, LINK_WHY_EXPIRED },
		{ "begun before a refresh that came too late", LINK_CLEAN, 29, 28, LINK_CLEAN, LINK_WHY_EXPIRED },
		{ "begun before a refresh that was damaged", LINK_CLEAN, 29, 28, LINK_DAMAGED, LINK_WHY_EXPIRED },
		{ "begun after a refresh that was damaged", LINK_CLEAN, 29, 14, LINK_DAMAGED, LINK_WHY_CABLE },
	};
	struct link_check_config config = plain_config();

	config.end[1].refreshes = config.end[1].promised = false;
	for (unsigned i = 0; i < COUNT_OF(cases); i++) {
		struct link_check *c = check_new(&config);
		put(c, fact(1, LINK_OFFERED, 0, 0));
		put(c, fact(2, LINK_LEVEL, 1, 30));
		put(c, fact(4, LINK_PAUSE_SENT, 1, 20));
		put(c, left_pause(5, 1, 20, cases[i].fate));
		if (cases[i].again_us > 0) {
			put(c, fact(cases[i].again_us - 1, LINK_PAUSE_SENT, 1, 20));
			put(c, left_pause(cases[i].again_us, 1, 20, cases[i].again));
		}
		put(c, left(cases[i].left_us, 0, 0, LINK_CLEAN));
		put(c, fact(cases[i].left_us + 1, LINK_DROPPED, 1, 0));
		link_check_finish(c, 60 * US, true);
		cr_expect_eq(link_check_totals(c, 0)->lost[cases[i].why], 1, "%s", cases[i].what);
		expect_clean(c, cases[i].what);
	}
}

Test(link_check, a_frame_is_delivered_twice)
{
	struct link_check_config config = plain_config();
	struct link_check *c = check_new(&config);

	put_frame(c, 0, 0);
	put_frame(c, 13, 1);
	put(c, fact(31, LINK_DELIVERED, 1, 1));
	link_check_finish(c, 90 * US, true);
	expect_findings(c, 1, RULE_LINK_DUPLICATED, 31, "delivered twice");
}

Test(link_check, a_frame_leaves_the_cable_twice)
{
	struct link_check_config config = plain_config();
	struct link_check *c = check_new(&config);

	put_frame(c, 0, 0);
	put(c, left(31, 0, 0, LINK_CLEAN));
	link_check_finish(c, 90 * US, true);
	expect_findings(c, 1, RULE_LINK_DUPLICATED, 31, "left twice");
}

Test(link_check, frames_change_places)
{
	struct link_check_config config = plain_config();
	struct link_check *c = check_new(&config);

	for (unsigned i = 0; i < 2; i++) {
		put(c, fact(i, LINK_OFFERED, 0, i));
		put(c, left(15 + i, 0, i, LINK_CLEAN));
		put(c, fact(20 - i, LINK_DELIVERED, 1, i));
	}
	link_check_finish(c, 90 * US, true);
	expect_findings(c, 1, RULE_LINK_REORDERED, 20, "0 after 1");
}

Test(link_check, a_frame_is_changed)
{
	struct link_check_config config = plain_config();
	struct link_fact f = fact(16, LINK_DELIVERED, 1, 0), g = f, foreign = fact(16, LINK_FOREIGN, 1, 0),
			 errored = fact(16, LINK_ERRORED, 1, 0);
	struct link_fact *cases[] = { &f, &g, &foreign, &errored };

	f.wrong = "other octets";
	g.len = 64;
	for (unsigned i = 0; i < COUNT_OF(cases); i++) {
		struct link_check *c = check_new(&config);
		put(c, fact(0, LINK_OFFERED, 0, 0));
		put(c, left(15, 0, 0, LINK_CLEAN));
		put(c, *cases[i]);
		if (i >= 2)
			put(c, fact(17, LINK_DELIVERED, 1, 0));
		link_check_finish(c, 90 * US, true);
		expect_findings(c, 1, RULE_LINK_CORRUPTED, 16, "case");
	}
}

Test(link_check, a_damaged_frame_is_delivered)
{
	struct link_check_config config = plain_config();
	struct link_check *c = check_new(&config);

	put(c, fact(0, LINK_OFFERED, 0, 0));
	put(c, left(15, 0, 0, LINK_DAMAGED));
	put(c, fact(16, LINK_DELIVERED, 1, 0));
	link_check_finish(c, 90 * US, true);
	expect_findings(c, 1, RULE_LINK_CORRUPTED, 16, "as if it were good");
}

/* The limit adds 12.3 us for each longest frame, 2 us of cable, 2 us of reactions and 12.3 us at the host. */
Test(link_check, nothing_is_delivered)
{
	struct link_check_config config = plain_config();

	for (unsigned broken = 0; broken < 2; broken++) {
		struct link_check *c = check_new(&config);
		put(c, fact(0, LINK_OFFERED, 0, 0));
		put(c, left(broken ? 60 : 30, 0, 0, LINK_CLEAN));
		put(c, fact(broken ? 61 : 31, LINK_DELIVERED, 1, 0));
		link_check_finish(c, 90 * US, true);
		expect_findings(c, broken, RULE_LINK_DEADLOCK, 60, "after the patience");
	}
}

Test(link_check, waiting_has_its_reasons)
{
	struct link_check_config config = plain_config();
	static const struct link_fact reasons[][2] = {
		{ { .kind = LINK_HOST, .end = 1, .value = 0 }, { .kind = LINK_HOST, .end = 1, .value = 1, .time_ps = 200 * US } },
		{ { .kind = LINK_CUT, .end = 0, .value = 1 }, { .kind = LINK_CUT, .end = 0, .value = 0, .time_ps = 200 * US } },
		{ { .kind = LINK_CUT, .end = 1, .value = 1 }, { .kind = LINK_CUT, .end = 1, .value = 0, .time_ps = 200 * US } },
		{ { .kind = LINK_LEFT_PAUSE, .end = 1, .value = 390 },
		  { .kind = LINK_TRAFFIC, .time_ps = 200 * US } }, /* 199.7 us */
	};

	for (unsigned i = 0; i < COUNT_OF(reasons); i++)
		for (unsigned broken = 0; broken < 2; broken++) {
			struct link_check *c = check_new(&config);
			put(c, reasons[i][0]);
			put(c, reasons[i][1]);
			put(c, fact(0, LINK_OFFERED, 0, 0));
			put(c, left(broken ? 270 : 220, 0, 0, LINK_CLEAN));
			put(c, fact(broken ? 271 : 221, LINK_DELIVERED, 1, 0));
			link_check_finish(c, 290 * US, true);
			expect_findings(c, broken, RULE_LINK_DEADLOCK, 270, i == 3 ? "PAUSE" : i ? "cut" : "host");
		}
}

Test(link_check, a_dropped_frame_does_not_wait)
{
	struct link_check_config config = plain_config();
	struct link_check *c;

	config.end[1].promised = false;
	c = check_new(&config);
	put(c, fact(0, LINK_OFFERED, 0, 0));
	put(c, left(15, 0, 0, LINK_CLEAN));
	put(c, fact(16, LINK_DROPPED, 1, 0));
	put_frame(c, 200, 1); /* the patience counts from here */
	put(c, fact(240, LINK_OFFERED, 0, 2));
	put(c, left(255, 0, 2, LINK_CLEAN));
	put(c, fact(256, LINK_DROPPED, 1, 0));
	link_check_finish(c, 900 * US, true);
	expect_clean(c, "dropped");
}

Test(link_check, a_deadlock_at_the_end_is_seen)
{
	struct link_check_config config = plain_config();
	struct link_check *c = check_new(&config);

	put(c, fact(0, LINK_OFFERED, 0, 0));
	link_check_finish(c, 90 * US, false);
	expect_findings(c, 1, RULE_LINK_DEADLOCK, 90, "still waiting");
}

Test(link_check, xoff_runs_out)
{
	struct link_check_config config = plain_config();

	for (unsigned broken = 0; broken < 2; broken++) {
		struct link_check *c = check_new(&config);
		put(c, fact(1, LINK_LEVEL, 0, 39));
		put(c, fact(2, LINK_PAUSE_SENT, 0, 100)); /* 51.2 us */
		put(c, fact(broken ? 54 : 53, LINK_PAUSE_SENT, 0, 100));
		put(c, fact(60, LINK_LEVEL, 0, 80)); /* not above the resume mark */
		put(c, fact(100, LINK_LEVEL, 0, 81));
		link_check_finish(c, 300 * US, true);
		expect_findings(c, broken, RULE_LINK_REFRESH, 54, "refresh");
	}
}

Test(link_check, a_device_without_refresh_owes_none)
{
	struct link_check_config config = plain_config();
	struct link_check *c;

	config.end[0].refreshes = false;
	c = check_new(&config);
	put(c, fact(1, LINK_LEVEL, 0, 39));
	put(c, fact(2, LINK_PAUSE_SENT, 0, 100));
	put(c, fact(200, LINK_LEVEL, 0, 81));
	link_check_finish(c, 300 * US, true);
	expect_clean(c, "no refresh");
}

/* A direction must deliver half of what PAUSE and a slow host leave. */
Test(link_check, a_direction_starves)
{
	static const struct {
		const char *what;
		double host_share, held_us;
		unsigned frames, findings;
	} cases[] = {
		{ "all of it", 1, 0, 80, 0 },
		{ "half of it", 1, 0, 42, 0 },
		{ "less than half", 1, 0, 38, 1 },
		{ "a slow host", 0.5, 0, 21, 0 },
		{ "less than half of a slow host", 0.5, 0, 19, 1 },
		{ "held by PAUSE", 1, 500, 21, 0 },
		{ "held, and less", 1, 500, 19, 1 },
	};

	for (unsigned i = 0; i < COUNT_OF(cases); i++) {
		struct link_check_config config = plain_config();
		struct link_check *c;
		config.end[1].host_share = cases[i].host_share;
		config.end[1].load = 0;
		c = check_new(&config);
		put(c, fact(0, LINK_TRAFFIC, 0, 1));
		if (cases[i].held_us > 0) {
			put(c, left_pause(1, 1, 1000, LINK_CLEAN)); /* 512 us */
			put(c, fact(2, LINK_INHIBITED, 0, 1));
			put(c, fact(2 + cases[i].held_us, LINK_INHIBITED, 0, 0));
		}
		for (unsigned k = 0; k < cases[i].frames; k++)
			put_frame(c, 12.304 * k, k);
		put(c, fact(1000, LINK_TRAFFIC, 0, 0));
		link_check_finish(c, 1100 * US, true);
		expect_findings(c, cases[i].findings, RULE_LINK_STARVED, 1100, cases[i].what);
	}
}

/* 64 quanta are 32.77 us; a longest frame of 12.3 us may finish first, and 1 us is the reaction. */
Test(link_check, a_transmitter_stalls)
{
	static const struct {
		const char *what;
		uint32_t first, second; /* quanta; the second PAUSE, which may be 0, comes 20 us later */
		bool two;
		enum link_fate fate; /* of the second PAUSE */
		double until_us;
		unsigned findings;
	} cases[] = {
		{ "its time", 64, 0, false, LINK_CLEAN, 55, 0 },
		{ "longer", 64, 0, false, LINK_CLEAN, 57, 1 },
		{ "a second one adds", 64, 64, true, LINK_CLEAN, 75, 0 },
		{ "a damaged one adds nothing", 64, 64, true, LINK_DAMAGED, 75, 1 },
		{ "one with a damaged preamble may add", 64, 64, true, LINK_DOUBTFUL, 75, 0 },
		{ "an XON with a damaged preamble may end nothing", 640, 0, true, LINK_DOUBTFUL, 100, 0 },
		{ "XON ends it", 640, 0, true, LINK_CLEAN, 31, 0 },
		{ "XON does not end it", 640, 0, true, LINK_CLEAN, 100, 1 },
		{ "a damaged XON ends nothing", 640, 0, true, LINK_LOST, 100, 0 },
	};

	for (unsigned i = 0; i < COUNT_OF(cases); i++) {
		struct link_check_config config = plain_config();
		struct link_check *c = check_new(&config);
		put(c, left_pause(10, 1, cases[i].first, LINK_CLEAN));
		put(c, fact(11, LINK_INHIBITED, 0, 1));
		if (cases[i].two)
			put(c, left_pause(30, 1, cases[i].second, cases[i].fate));
		put(c, fact(cases[i].until_us, LINK_INHIBITED, 0, 0));
		link_check_finish(c, 500 * US, true);
		expect_findings(c, cases[i].findings, RULE_LINK_STALLED, -1, cases[i].what);
	}
}

/* End a is 100 millionths faster than nominal, end b 100 slower. 65,535 quanta are 33,553.92 us by the nominal clock, 33,550.565 by that of a, who
 * counts them, and 33,557.276 by that of b. A frame of 64 octets may finish first, 0.7 us, and 1 us is the reaction. */
Test(link_check, an_end_counts_a_pause_by_its_own_clock)
{
	static const struct {
		const char *what;
		unsigned end;
		double held_us;
		unsigned findings;
	} cases[] = {
		{ "the fast end by its own clock", 0, 33550.565, 0 },
		{ "the fast end by the nominal clock", 0, 33553.92, 1 },
		{ "the fast end by the clock of its partner", 0, 33557.276, 1 },
		{ "the slow end by its own clock", 1, 33557.276, 0 },
		{ "the slow end, 3 us longer", 1, 33560.276, 1 },
	};

	for (unsigned i = 0; i < COUNT_OF(cases); i++) {
		struct link_check_config config = plain_config();
		struct link_check *c;
		config.end[0].octet_ps = 8000 / 1.0001;
		config.end[1].octet_ps = 8000 / 0.9999;
		config.end[0].longest = config.end[1].longest = 64;
		c = check_new(&config);
		put(c, left_pause(10, !cases[i].end, 65535, LINK_CLEAN));
		put(c, fact(10.1, LINK_INHIBITED, cases[i].end, 1));
		put(c, fact(10.1 + cases[i].held_us, LINK_INHIBITED, cases[i].end, 0));
		link_check_finish(c, 40000 * US, true);
		expect_findings(c, cases[i].findings, RULE_LINK_STALLED, -1, cases[i].what);
	}
}

/* The XOFF of the slow end b lasts 33,550.565 us, since the fast end a counts it: a refresh after 33,552 us is late, although the nominal clock and that
 * of b say that it is in time. */
Test(link_check, a_refresh_is_due_by_the_clock_of_the_partner)
{
	static const double later_us[] = { 33550, 33552 };

	for (unsigned late = 0; late < 2; late++) {
		struct link_check_config config = plain_config();
		struct link_check *c;
		config.end[0].octet_ps = 8000 / 1.0001;
		config.end[1].octet_ps = 8000 / 0.9999;
		c = check_new(&config);
		put(c, fact(1, LINK_LEVEL, 1, 39));
		put(c, fact(2, LINK_PAUSE_SENT, 1, 65535));
		put(c, fact(2 + later_us[late], LINK_PAUSE_SENT, 1, 65535));
		put(c, fact(2 + 40000, LINK_LEVEL, 1, 81));
		link_check_finish(c, 41000 * US, true);
		expect_findings(c, late, RULE_LINK_REFRESH, 2 + later_us[1], late ? "late" : "in time");
	}
}

Test(link_check, a_transmitter_stalls_without_any_pause)
{
	struct link_check_config config = plain_config();
	struct link_check *c = check_new(&config);

	put(c, left_pause(10, 1, 64, LINK_DAMAGED));
	put(c, fact(11, LINK_INHIBITED, 0, 1));
	link_check_finish(c, 500 * US, true);
	expect_findings(c, 1, RULE_LINK_STALLED, -1, "the only PAUSE was damaged");
}

Test(link_check, all_findings_are_counted_and_the_first_are_kept)
{
	struct link_check_config config = plain_config();
	struct link_check *c = check_new(&config);

	for (unsigned i = 0; i < 100; i++)
		put(c, fact(i, LINK_FOREIGN, 1, 0));
	link_check_finish(c, 500 * US, true);
	cr_expect_eq(link_check_findings(c), 100);
	cr_expect_not_null(link_check_finding(c, LINK_FINDINGS_MAX - 1));
	cr_expect_null(link_check_finding(c, LINK_FINDINGS_MAX));
	link_check_free(c);
}
