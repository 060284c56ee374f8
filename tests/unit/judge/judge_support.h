/* SPDX-License-Identifier: Apache-2.0 */
/* Helpers for tests of the judge by its interface: the judge of gige, its times, and what its partner sends. */
#ifndef PAUSEBENCH_JUDGE_SUPPORT_H
#define PAUSEBENCH_JUDGE_SUPPORT_H
#include "judge/judge.h"
#include "part/frame.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define must(judge, call) cr_assert_eq(call, PM_JUDGE_OK, "%s", pm_judge_message(judge))

enum { OCTET_PS = 8000, QUANTUM = 64, HEAD = 8 /* octets of preamble and SFD */ };
/* A PAUSE that begins at 0 is over at 72; by the line `latency inhibit 5 8` of gige.mac it holds data from 77 to 80 on for its time. */
enum { PAUSE_LAST = HEAD + PAUSE_FRAME_OCTETS - 1, INHIBIT_MIN = 5, INHIBIT_MAX = 8 };
static const char gige[] = "tests/data/foreign/gige/gige.mac";
static const uint8_t partner[6] = { 0x02, 0, 0, 0, 0, 1 };

static inline struct pm_judge *judge_of(const struct pm_judge_options *options)
{
	struct pm_judge *judge;
	char message[PM_JUDGE_MESSAGE];

	cr_assert_eq(pm_judge_new(&judge, options, message, sizeof(message)), PM_JUDGE_OK, "%s", message);
	cr_assert_eq(pm_judge_control(judge, 0, "station", 0x001122334455), PM_JUDGE_OK);
	return judge;
}

/* The octet time OCTETS in picoseconds, from a start that leaves room. */
static inline uint64_t at(uint64_t octets)
{
	return (1000 + octets) * OCTET_PS;
}

/* The same at 10 Gb/s, without room. */
static inline uint64_t octet(uint64_t octets)
{
	return octets * 800;
}

/* The partner's PAUSE frame begins at the octet time OCTETS; SPOILT: with a wrong FCS. */
static inline int receive_pause(struct pm_judge *judge, uint64_t octets, uint16_t quanta, bool spoilt)
{
	uint8_t frame[PAUSE_FRAME_OCTETS];

	frame_pause(frame, partner, quanta);
	frame[PAUSE_FRAME_OCTETS - 1] ^= spoilt;
	return pm_judge_frame(judge, PM_JUDGE_RECEIVED, at(octets), frame, sizeof(frame), 0);
}

/* The judge cannot decide the rule NAME. */
static inline bool is_undecided(const struct pm_judge *judge, const char *name)
{
	struct pm_judge_rule rule;

	for (size_t i = 0; !pm_judge_undecided(judge, i, &rule); i++)
		if (!strcmp(rule.rule, name))
			return true;
	return false;
}

/* Returns the text of the profile at PATH with the words TO in place of FROM, up to the next call. */
static inline const char *profile_with(const char *path, const char *from, const char *to)
{
	static char text[1 << 14], ret[1 << 15];
	FILE *in = fopen(path, "r");
	const char *place;

	cr_assert_not_null(in, "%s", path);
	text[fread(text, 1, sizeof(text) - 1, in)] = 0;
	fclose(in);
	place = strstr(text, from);
	cr_assert_not_null(place, "%s: '%s'", path, from);
	snprintf(ret, sizeof(ret), "%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
	return ret;
}
/* The finding of number I breaks RULE; NULL: there is none. */
static inline void expect_finding(struct pm_judge *judge, size_t i, const char *rule, const char *what)
{
	struct pm_judge_finding finding = { .rule = "nothing", .sentence = "" };
	const char *right = rule ? rule : "nothing";

	pm_judge_finding(judge, i, &finding);
	cr_expect_str_eq(finding.rule, right, "%s: %s at %llu: %s, not %s", what, finding.rule, (unsigned long long)finding.time,
	                 finding.sentence, right);
}

/* Frees JUDGE after it has finished at TIME: RULE was broken first, or nothing if it is NULL. */
static inline void expect_first(struct pm_judge *judge, uint64_t time, const char *rule, const char *what)
{
	must(judge, pm_judge_finish(judge, time));
	expect_finding(judge, 0, rule, what);
	pm_judge_free(judge);
}

/* The same, and it was broken once, and no other one. */
static inline void expect_only(struct pm_judge *judge, uint64_t time, const char *rule, const char *what)
{
	must(judge, pm_judge_finish(judge, time));
	expect_finding(judge, 0, rule, what);
	expect_finding(judge, 1, NULL, what);
	pm_judge_free(judge);
}
#endif
